"""Checks of what is said of a notice: by which means, delivered when, valid for whom."""

from datetime import date
from typing import Any

from sqlalchemy import bindparam, func, select

from webapp.cases.act import Act
from webapp.cases.contexts import fact_day
from webapp.cases.records import Task
from webapp.domain.errors import Errors
from webapp.forms import Form
from webapp.store import tables

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


def round_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """The round was made when nobody was missed; the diagram leads on by this answer."""
    missed = "nao_encontrado" in values.get("entrega", {}).values()
    name, outcome = form.outcome.name, values[form.outcome.name]
    if outcome == "feita" and missed:
        return {name: "Alguém não foi encontrado: responda que a diligência foi frustrada."}
    if outcome == "frustrada" and not missed:
        return {name: "Ninguém deixou de ser encontrado: responda que a diligência foi feita."}
    return {}


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
    at = act.session.execute(_DECIDED, {"of_case": act.case.id}).scalar_one_or_none()
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
