"""Checks that a form may name: what an answer may not contradict in the file or the law.

Each returns sentences by input name; an empty result lets the answer pass.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from webapp.cases import (
    appealchecks,
    autochecks,
    cassation,
    contexts,
    deaths,
    noticechecks,
    penaltychecks,
    serving,
    terms,
    withdrawing,
)
from webapp.cases.act import Act
from webapp.cases.projecting import certified_rows
from webapp.cases.records import Filing, Task
from webapp.domain.errors import Errors
from webapp.forms import Form

Check = Callable[[Act, Task, Form, dict[str, Any]], Errors]


def run(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Every check of the form, in its order; the first sentence of each input stands."""
    errors: Errors = {}
    for name in form.checks:
        for field, sentence in CHECKS[name](act, task, form, values).items():
            errors.setdefault(field, sentence)
    return errors


def _certificate_is_true(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    outcome = values[form.outcome.name]
    papers = papers_of(act, task)
    if outcome == form.lapsed:
        return _lapse_is_true(act, task, form, papers) or _not_too_early(act, task, values)
    if outcome == "papel" and not papers:
        return {form.outcome.name: "Não há papel nos autos para este prazo. Registre-o antes."}
    if outcome == "prazo_reaberto":
        return _reopened_runs(act, task, values)
    return {}


def papers_of(act: Act, task: Task) -> list[Filing]:
    """Papers of the kind that the certified step waited for, but those withdrawn."""
    message = (task.body or {}).get("message")
    return [f for f in act.filings if f.kind == message and f.withdrawn_by is None]


def _lapse_is_true(act: Act, task: Task, form: Form, papers: Sequence[Filing]) -> Errors:
    """A late or disputed paper is a paper too: only who judges decides whether to know of it."""
    if not papers:
        return {}
    return {
        form.outcome.name: f"Há papel nos autos (protocolo {papers[0].number}): não se certifica "
        "o decurso, nem que o papel pareça fora do prazo. Escolha a resposta que o leva em conta."
    }


def _not_too_early(act: Act, task: Task, values: dict[str, Any]) -> Errors:
    if task.from_day is None or act.today >= task.from_day or values.get("motivo_antecipado"):
        return {}
    return {
        "motivo_antecipado": f"Antes de {task.from_day:%d/%m/%Y} ainda pode chegar papel "
        "enviado em tempo. Para certificar antes, escreva por que não há nada a esperar."
    }


def _reopened_runs(act: Act, task: Task, values: dict[str, Any]) -> Errors:
    errors: Errors = {}
    for row in certified_rows(act, task):
        typed = values.get("nova_ciencia", {}).get(str(row.party_id))
        if row.party_id is None or typed is None:
            continue
        day = date.fromisoformat(typed)
        ends = terms.would_end(act, row, day)
        if ends < act.today:
            errors[f"nova_ciencia.{row.party_id}"] = (
                f"Com ciência em {day:%d/%m/%Y} o prazo terminou em {ends:%d/%m/%Y} "
                f"({row.article}): não há o que reabrir. Confira a data ou certifique o decurso."
            )
    return errors


def _paid_after_fact(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    paid, fact = values.get("data_pagamento"), contexts.fact_day(act)
    if paid is None or fact is None or date.fromisoformat(paid) >= fact:
        return {}
    return {
        "data_pagamento": f"O pagamento não pode ser anterior ao fato, de {fact:%d/%m/%Y}. "
        "Confira a data na baixa bancária."
    }


def _extinct_with_the_last(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    if values[form.outcome.name] == deaths.EXTINCT and deaths.living(act, "autuado"):
        return {
            form.outcome.name: "O autuado vive: o processo prossegue contra ele. Responda que o "
            "processo prossegue."
        }
    return {}


def _still_to_withdraw(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    if values[form.outcome.name] != withdrawing.HOMOLOGATED:
        return {}
    paper = withdrawing.given_up(act, task)
    if paper is None or paper.withdrawn_by is not None:
        return {form.outcome.name: "O papel já está sem efeito: não há de que desistir."}
    if withdrawing.was_decided_on(act, paper):
        return {
            form.outcome.name: f"O papel do protocolo {paper.number} já foi decidido: não há mais "
            "de que desistir. Responda que a desistência não se homologa."
        }
    return {}


def _withdrawal_was_homologated(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """An appeal that was withdrawn is not judged, and one that was not is not given up."""
    given_up = values[form.outcome.name] == "desistencia"
    heard = [f for f in act.filings if f.kind == "recurso" and f.task_id is not None]
    pending = [f for f in heard if f.withdrawn_by is None]
    if given_up and pending:
        return {
            form.outcome.name: f"O recurso do protocolo {pending[0].number} não teve desistência "
            "homologada: julgue-o."
        }
    if not given_up and heard and not pending:
        return {form.outcome.name: "Houve desistência homologada: não há recurso a julgar."}
    return {}


def _defects_are_told(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """What lacks or exceeds goes to who decides: nothing is refused, nothing is hushed up."""
    if waits := _may_still_be_cured(act, values):
        return waits
    most = act.law.entries("papeis.recurso")[-1].get("witnesses")
    unsound = values["representacao"] not in ("parte", "procurador")
    too_many = most is not None and values["testemunhas"] > most
    flawed = too_many or (unsound and values.get("sanada") != "sim")
    if flawed and values[form.outcome.name] == "instruido":
        return {
            form.outcome.name: "Há falha de representação ou testemunhas além do limite da lei: "
            "responda que segue com falha anotada, e diga no relatório qual é."
        }
    return {}


def _may_still_be_cured(act: Act, values: dict[str, Any]) -> Errors:
    """A power of attorney is asked for before the appeal goes on without it."""
    if values.get("sanada") != "nao":
        return {}
    asked = values.get("intimado_sanar")
    if asked is None:
        return {
            "intimado_sanar": "Peça antes a procuração específica, por despacho, e informe o dia "
            "em que a pediu: só depois do prazo o recurso segue sem ela."
        }
    ends = terms.due_by(act, "sanar_representacao", date.fromisoformat(asked))
    if act.today > ends:
        return {}
    article = terms.latest(act, "sanar_representacao").article
    return {
        "sanada": f"A procuração pode ser trazida até {ends:%d/%m/%Y} ({article}). Conclua "
        "depois desse dia, ou quando ela vier."
    }


CHECKS: dict[str, Check] = {
    "recusa_com_testemunhas": autochecks.refusal_with_witnesses,
    "testemunhas_distintas": autochecks.witnesses_are_others,
    "entrega_depois_do_fato": autochecks.delivery_after_fact,
    "cpf_do_cadastro": autochecks.identity_of_the_registry,
    "lei_em_vigor_no_fato": autochecks.law_was_in_force,
    "horas_conferem": autochecks.moments_agree,
    "apreensao_com_fundamento": autochecks.seizure_has_a_ground,
    "certidao_confere": _certificate_is_true,
    "pagamento_depois_do_fato": _paid_after_fact,
    "julgamento_coerente": penaltychecks.judgement_agrees,
    "penalidade_da_tabela": penaltychecks.penalty_of_the_table,
    "penalidade_sobre_autorizacao": penaltychecks.there_is_a_permit,
    "nao_agrava": appealchecks.no_heavier,
    "unidade_com_fundamento": penaltychecks.unit_has_a_source,
    "unidade_com_valor": penaltychecks.unit_has_a_value,
    "infrator_do_cadastro": autochecks.offender_is_told,
    "lavratura_depois_do_fato": autochecks.drawn_up_after_fact,
    "decurso_coerente": noticechecks.lapse_agrees,
    "ciencia_no_prazo": noticechecks.notified_in_time,
    "desistencia_homologada": _withdrawal_was_homologated,
    "instrucao_coerente": _defects_are_told,
    "pagamento_com_fundamento": penaltychecks.payment_with_basis,
    "pagamento_depois_do_pedido": penaltychecks.payment_after_request,
    "edital_so_depois": noticechecks.edict_only_after,
    "diligencia_coerente": noticechecks.round_agrees,
    "entrega_depois_do_ato": noticechecks.delivered_after_act,
    "publicacao_depois_do_ato": noticechecks.published_after_act,
    "todos_cientes": noticechecks.all_notified,
    "entrega_alcancou": noticechecks.delivery_reached,
    "ciencia_depois_do_ato": noticechecks.notice_after_act,
    "ciencia_em_vida": noticechecks.told_in_life,
    "retorno_nos_autos": noticechecks.return_is_in_the_file,
    "ciencia_do_retorno": noticechecks.notice_of_the_return,
    "extinto_com_o_ultimo": _extinct_with_the_last,
    "ha_de_que_desistir": _still_to_withdraw,
    "cassacao_sem_outra": cassation.no_other_runs,
    "cumprimento_depois_de_definitiva": serving.may_begin,
    "vistoria_dentro_do_impedimento": serving.may_end,
}
