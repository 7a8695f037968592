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
_DECIDED = select(func.max(_ANSWER.at)).where(
    _ANSWER.case_id == bindparam("of_case"),
    _ANSWER.element == "julgar_auto",
    _ANSWER.undone_by.is_(None),
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
    """The day of what is notified: of the fact for the auto, of the decision for the penalty."""
    if about == "auto":
        return fact_day(act)
    at = act.session.execute(_DECIDED, {"of_case": act.case.id}).scalar_one_or_none()
    return act.local_day(at) if at else None
