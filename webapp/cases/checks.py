"""Checks that a form may name: what an answer may not contradict in the file or the law.

Each returns sentences by input name; an empty result lets the answer pass.
"""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from sqlalchemy import func, select

from webapp.cases import deaths, proposals, terms, withdrawing
from webapp.cases.act import Act
from webapp.cases.projecting import certified_rows
from webapp.cases.records import Filing, Task
from webapp.cases.view import View
from webapp.domain import money
from webapp.forms import Form
from webapp.store import tables

Errors = dict[str, str]
Check = Callable[[Act, Task, Form, dict[str, Any]], Errors]


def run(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Every check of the form, in its order; the first sentence of each input stands."""
    errors: Errors = {}
    for name in form.checks:
        for field, sentence in CHECKS[name](act, task, form, values).items():
            errors.setdefault(field, sentence)
    return errors


def _refusal_with_witnesses(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    if values["entrega"] != "recusa_certificada":
        return {}
    needed = [f"testemunha{n}_{part}" for n in (1, 2) for part in ("nome", "endereco")]
    errors = {
        name: "A recusa só se certifica com nome e endereço de duas testemunhas "
        "(art. 22, VI e § 2º). Complete, ou marque «Não entregue no ato»."
        for name in needed
        if not values.get(name)
    }
    if values.get("copia_entregue") != "sim":
        errors["copia_entregue"] = (
            "A recusa só vale como entrega se a segunda via ficou com o autuado (art. 22, § 1º). "
            "Sem isso, marque «Não entregue no ato»: ele será notificado."
        )
    return errors


def _delivery_after_fact(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    delivered, fact = values.get("data_entrega"), values.get("data_fato")
    if delivered and fact and delivered < fact:
        return {
            "data_entrega": f"A entrega não pode ser anterior ao fato, de {_show(fact)} "
            "(art. 22). Confira as duas datas."
        }
    return {}


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
        "motivo_antecipado": f"Até {task.from_day:%d/%m/%Y} ainda pode chegar papel enviado em "
        "tempo. Para certificar antes, escreva por que não há nada a esperar."
    }


def _reopened_runs(act: Act, task: Task, values: dict[str, Any]) -> Errors:
    errors: Errors = {}
    for row in certified_rows(act, task):
        typed = values.get("nova_ciencia", {}).get(str(row.party_id))
        if row.party_id is None or typed is None:
            continue
        ends = terms.would_end(act, row, date.fromisoformat(typed))
        if ends < act.today:
            errors[f"nova_ciencia.{row.party_id}"] = (
                f"Com ciência em {_show(typed)} o prazo terminou em {ends:%d/%m/%Y} "
                f"({row.article}): não há o que reabrir. Confira a data ou certifique o decurso."
            )
    return errors


def _judgement_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    penalties = [k for k in values.get("item_penalidade", {}).values() if k != "nenhuma"]
    name, outcome = form.outcome.name, values[form.outcome.name]
    if outcome == "penalidade" and values.get("vicio") == "insanavel":
        return {name: "Com defeito que impede a defesa o auto não subsiste (art. 22). Arquive-o."}
    if outcome == "penalidade" and not penalties:
        return {name: "Nenhum item teve penalidade: o auto é insubsistente, ou falta marcá-la."}
    if outcome == "insubsistente" and penalties:
        return {name: "Há item com penalidade: o auto subsiste, ou o item é insubsistente."}
    return {}


def _penalty_of_the_table(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    errors: Errors = {}
    view = View(act)
    table = proposals.table(view)
    for code, kind in values.get("item_penalidade", {}).items():
        own = [p for p in table if p.code == code]
        if own and own[0].kind == "sem_sancao" and kind not in ("nenhuma", "advertencia"):
            errors[f"item_penalidade.{code}"] = (
                f"A lei não liga sanção ao {own[0].article}: o fato pode ser registrado, não "
                "punido com multa, suspensão ou cassação. Escolha «Nenhuma» ou, se couber, "
                "advertência (art. 14)."
            )
            continue
        differs = kind != "nenhuma" and kind not in {p.kind for p in own}
        typed = values.get("item_multa", {}).get(code)
        cents = next((p.cents for p in own if p.kind == "multa"), None)
        if kind == "multa" and cents is not None and typed != cents:
            differs = True
        if differs and not values.get("motivo_divergencia"):
            errors["motivo_divergencia"] = _outside_table(own[0].article if own else "", cents)
    return errors


def _outside_table(article: str, cents: int | None) -> str:
    value = f", de {money.reais(cents)}" if cents is not None else ""
    return (
        f"A penalidade não é a que a lei dá para o {article}{value}. "
        "Escreva por que difere, ou use a do quadro."
    )


def _payment_with_basis(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    fined = "multa" in values.get("item_penalidade", {}).values()
    if not fined or values[form.outcome.name] not in ("penalidade", "alterada"):
        return {}
    errors: Errors = {}
    known = act.fact("dia_pagamento", "multa")
    if not values.get("dia_pagamento") and known is None:
        errors["dia_pagamento"] = (
            "Há multa: informe até que dia se paga. A lei deixa o prazo ao regulamento (art. 15)."
        )
    if values.get("dia_pagamento") and not values.get("fundamento_pagamento"):
        errors["fundamento_pagamento"] = "Informe a norma que dá o prazo de pagamento (art. 15)."
    return errors


def _edict_only_after(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    if values[form.outcome.name] != "edital":
        return {}
    failed = {n.party_id for n in act.notices if n.about == task.about and n.valid is False}
    unknown = values.get("endereco_desconhecido", {})
    errors: Errors = {}
    for party, answer in unknown.items():
        if answer != "sim" and int(party) not in failed:
            errors[f"endereco_desconhecido.{party}"] = (
                "Só se notifica por edital depois de tentativa frustrada ou quando o endereço é "
                "desconhecido (Lei 9.784/1999, art. 26, § 4º). Escolha outro meio."
            )
    return errors


def _all_notified(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    valid = values.get("ciencia_valida", {})
    missing = [party for party, answer in valid.items() if answer != "sim"]
    outcome = values[form.outcome.name]
    if outcome == "todas" and missing:
        return {
            form.outcome.name: "Há parte sem ciência válida: responda que ainda faltam partes, e "
            "será feita nova tentativa."
        }
    if outcome == "faltam" and valid and not missing:
        return {form.outcome.name: "Todas as partes têm ciência válida: responda «todas»."}
    return {}


def _notice_after_act(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    begins = _day_of_act(act, task.about)
    if begins is None:
        return {}
    return {
        f"data_ciencia.{party}": f"A ciência não pode ser anterior ao ato notificado, de "
        f"{begins:%d/%m/%Y}. Confira a data na prova."
        for party, typed in values.get("data_ciencia", {}).items()
        if date.fromisoformat(typed) < begins
    }


def _day_of_act(act: Act, about: str) -> date | None:
    """The day of what is notified: of the fact for the auto, of the decision for the penalty."""
    if about == "auto":
        fact = act.fact("fato", "auto")
        return date.fromisoformat(fact.value) if fact else None
    table = tables.answer
    at = act.session.execute(
        select(func.max(table.c.at)).where(
            table.c.case_id == act.case.id,
            table.c.element == "julgar_auto",
            table.c.undone_by.is_(None),
        )
    ).scalar_one_or_none()
    return act.local_day(at) if at else None


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


def _show(day: str) -> str:
    return date.fromisoformat(day).strftime("%d/%m/%Y")


CHECKS: dict[str, Check] = {
    "recusa_com_testemunhas": _refusal_with_witnesses,
    "entrega_depois_do_fato": _delivery_after_fact,
    "certidao_confere": _certificate_is_true,
    "julgamento_coerente": _judgement_agrees,
    "penalidade_da_tabela": _penalty_of_the_table,
    "pagamento_com_fundamento": _payment_with_basis,
    "edital_so_depois": _edict_only_after,
    "todos_cientes": _all_notified,
    "ciencia_depois_do_ato": _notice_after_act,
    "extinto_com_o_ultimo": _extinct_with_the_last,
    "ha_de_que_desistir": _still_to_withdraw,
}
