"""Checks of what is said of a notice: by which means, delivered when, valid for whom."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import bindparam, func, select

from webapp.cases import deaths, returns
from webapp.cases.act import Act
from webapp.cases.contexts import fact_day
from webapp.cases.records import Notice, Task
from webapp.domain.errors import Errors
from webapp.forms import Form
from webapp.laws import Entry
from webapp.store import tables

MISSED = "nao_encontrado"
_ANSWER = tables.answer.c
_DECIDED = (
    select(func.max(_ANSWER.at))
    .join(tables.task, tables.task.c.id == _ANSWER.task_id)
    .where(
        _ANSWER.case_id == bindparam("of_case"),
        _ANSWER.undone_by.is_(None),
        tables.task.c.kind == "person",
        tables.task.c.role.in_(("autoridade", "chefe_do_executivo")),
    )
)


def edict_only_after(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
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


def all_notified(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
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


def return_is_in_the_file(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A proof that nobody can look up is no proof: the AR is filed before it is told."""
    tries = returns.last_tries(act, task.about)
    return {
        f"retorno.{party}": "O aviso de recebimento desta carta não está nos autos: registre-o no "
        "protocolo e responda de novo. Se nada voltou, responda isso."
        for party, code in values.get("retorno", {}).items()
        if not returns.ruling(act, code).get("absent")
        and not returns.papers_since(act, tries[int(party)])
    }


def notice_of_the_return(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """What is said of a letter agrees with what the law makes of its return, or says why not; of
    any other proof that does not hold, it is said why."""
    errors: Errors = {}
    for party, answer in values.get("ciencia_valida", {}).items():
        told = _Told(
            returned=values.get("retorno", {}).get(party),
            holds=answer == "sim",
            day=values.get("data_ciencia", {}).get(party),
            why_not=values.get("motivo_invalida", {}).get(party),
            why_though=values.get("motivo_divergencia", {}).get(party),
        )
        notice = returns.last_tries(act, task.about)[int(party)]
        errors |= {f"{name}.{party}": said for name, said in _disagrees(act, notice, told).items()}
    return errors


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said of one party's proof: the return of the letter, whether it holds, and why."""

    returned: str | None
    holds: bool
    day: str | None
    why_not: str | None
    why_though: str | None


def _disagrees(act: Act, notice: Notice, told: _Told) -> Errors:
    if told.returned is None:
        silent = not told.holds and not told.why_not
        return {"motivo_invalida": "Escreva por que a prova não vale."} if silent else {}
    entry = returns.ruling(act, told.returned)
    if entry["counts"] != returns.NOTICE:
        return _is_a_try(entry, told)
    if told.holds:
        return _out_of_the_letters_days(act, notice, told)
    if told.why_not:
        return {}
    article = returns.article_for(act, entry, notice.party_id)
    return {
        "motivo_invalida": f"Para a lei, a carta que voltou com «{entry['label']}» vale como "
        f"ciência ({article}). Se esta não vale, escreva por quê."
    }


def _is_a_try(entry: Entry, told: _Told) -> Errors:
    if not told.holds:
        return {}
    if entry.get("asks") == "obito":
        return {
            "ciencia_valida": "Quem morreu não se notifica (Código Civil, art. 6º): responda que "
            "não há ciência e registre o óbito, com a certidão. Se a parte vive, tente de novo."
        }
    if told.why_though:
        return {}
    return {
        "motivo_divergencia": f"Para a lei, a carta que voltou com «{entry['label']}» é só uma "
        f"tentativa ({entry.article}). Se esta vale como ciência, escreva por quê."
    }


def _out_of_the_letters_days(act: Act, notice: Notice, told: _Told) -> Errors:
    """The day written in the AR is between the sending of the letter and the return of the AR."""
    back = [paper.paper_on for paper in returns.papers_since(act, notice)]
    last = max(back, default=act.today)
    if told.why_though or (told.day and notice.sent_on <= date.fromisoformat(told.day) <= last):
        return {}
    return {
        "data_ciencia": f"A carta foi enviada em {notice.sent_on:%d/%m/%Y}, e o aviso voltou em "
        f"{last:%d/%m/%Y}: o dia escrito no AR está entre os dois. Confira-o, ou escreva por que "
        "a ciência é de outro dia."
    }


def round_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """The round was made when nobody was missed; the diagram leads on by this answer."""
    missed = MISSED in values.get("entrega", {}).values()
    name, outcome = form.outcome.name, values[form.outcome.name]
    if outcome == "feita" and missed:
        return {name: "Alguém não foi encontrado: responda que a diligência foi frustrada."}
    if outcome == "frustrada" and not missed:
        return {name: "Ninguém deixou de ser encontrado: responda que a diligência foi feita."}
    return {}


def told_in_life(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """What went out to somebody who then died tells nobody: only what went to the estate does."""
    tries = returns.last_tries(act, task.about)
    errors: Errors = {}
    for name, day in _days_told(values):
        party = act.parties.get(int(name.partition(".")[2]))
        if party is None or party.died_on is None or date.fromisoformat(day) <= party.died_on:
            continue
        if not deaths.was_registered_before(act, party, tries[party.id]):
            errors[name] = (
                f"A parte morreu em {party.died_on:%d/%m/%Y}: quem morreu não se notifica (Código "
                "Civil, art. 6º), e o que foi mandado antes de o óbito estar nos autos não é "
                "ciência do espólio. Responda que não há ciência e tente de novo."
            )
    return errors


def _days_told(values: dict[str, Any]) -> list[tuple[str, str]]:
    """The day of each notice that is said to have reached somebody, with its input."""
    missed = {f"data_entrega.{p}" for p, met in values.get("entrega", {}).items() if met == MISSED}
    days = [*_typed_days(values, "data_ciencia"), *_typed_days(values, "data_entrega")]
    return [(name, day) for name, day in days if name not in missed]


def delivery_reached(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Who was not found on the round has no notice of it, whatever day the round was."""
    tries = returns.last_tries(act, task.about)
    missed = {str(party) for party, notice in tries.items() if notice.result == MISSED}
    return {
        f"ciencia_valida.{party}": "Na entrega em mãos esta parte não foi encontrada: não há "
        "recibo nem recusa, e por isso não há ciência. Responda que não vale e escolha outra "
        "tentativa; se foi engano de quem entregou, devolva o processo à entrega."
        for party, said in values.get("ciencia_valida", {}).items()
        if said == "sim" and party in missed
    }


def notice_after_act(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    return _not_before(act, task, "data_ciencia", "A ciência", values)


def delivered_after_act(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    return _not_before(act, task, "data_entrega", "A entrega", values)


def published_after_act(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    return _not_before(act, task, "data_publicacao", "A publicação", values)


def _not_before(act: Act, task: Task, name: str, what: str, values: dict[str, Any]) -> Errors:
    begins = _day_of_act(act, task.about)
    if begins is None:
        return {}
    return {
        field: f"{what} não pode ser anterior ao ato notificado, de {begins:%d/%m/%Y}. "
        "Confira a data na prova."
        for field, day in _typed_days(values, name)
        if date.fromisoformat(day) < begins
    }


def _typed_days(values: dict[str, Any], name: str) -> list[tuple[str, str]]:
    """Each day typed, one or one per party, with the input that it came from."""
    typed = values.get(name, {})
    if isinstance(typed, str):
        return [(name, typed)]
    return [(f"{name}.{party}", day) for party, day in typed.items()]


def _day_of_act(act: Act, about: str) -> date | None:
    """The day of what is notified: of the last decision that stands, else of the fact."""
    at = act.connection.execute(_DECIDED, {"of_case": act.case.id}).scalar_one_or_none()
    return act.local_day(at) if at else fact_day(act)


def lapse_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """The auto is archived when who committed the infraction was not notified, and only then."""
    told = {int(party): said for party, said in values.get("situacao", {}).items()}
    errors = {
        f"situacao.{party}": "Não consta tentativa de notificar esta parte: sem ela não há prova "
        "de ciência. Responda que não foi notificada."
        for party, said in told.items()
        if said == "notificada" and not any(n.party_id == party for n in act.notices)
    }
    charged = {party.id for party in act.parties_in(["autuado"], act.today)}
    missed = any(told.get(party) == "nao_notificada" for party in charged)
    name, outcome = form.outcome.name, values[form.outcome.name]
    if outcome == "notificado" and missed:
        errors[name] = f"O infrator não foi notificado no prazo: o auto se arquiva ({form.basis})."
    if outcome == "arquivado" and not missed:
        errors[name] = (
            f"O infrator foi notificado: o auto não se arquiva por isso ({form.basis}). Se outra "
            "parte não foi, o processo segue sem ela."
        )
    return errors


def notified_in_time(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A notice after the last day, by any reading of the law, is none."""
    row = next((row for row in reversed(list(act.deadlines)) if row.key == "notificacao"), None)
    if row is None or row.last_day is None:
        return {}
    others = [date.fromisoformat(other["last_day"]) for other in row.alternatives or ()]
    last = max([row.last_day, *others])
    return {
        field: f"O prazo para notificar acabou em {last:%d/%m/%Y} ({row.article}): a ciência "
        "depois dele não vale. Responda que a parte não foi notificada no prazo."
        for field, day in _typed_days(values, "data_ciencia")
        if date.fromisoformat(day) > last
    }
