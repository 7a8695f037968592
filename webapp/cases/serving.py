"""Serving a suspension or an impediment: from the day that the Secretaria writes, once it is final.

The law says for how long, not from when: the day is a gap, told with the entry of the term.
"""

from datetime import date, timedelta
from typing import Any, Final

from webapp.cases import rowtasks
from webapp.cases.act import Act
from webapp.cases.records import Effect, Task
from webapp.domain import counting
from webapp.domain.errors import Errors
from webapp.forms import Form
from webapp.registry import people, serving

TERM: Final = "cumprimento"
BEGIN, END = "iniciar_cumprimento", "encerrar_impedimento"
PASSED, FAILED, NOT_SEEN = "aprovado", "reprovado", "sem_vistoria"
LAST_DAY: Final = "_ultimo_dia"
_NAMES: Final = {
    "suspension": ("da suspensão", "Suspensão da autorização"),
    "impediment": ("do impedimento", "Impedimento do veículo"),
}


def ask(act: Act, row: Effect) -> None:
    """Open «Iniciar cumprimento» for a suspension or an impediment that became final, where the
    law's data says how serving is counted.

    What was served of it before it was taken back and imposed again is not served twice.
    """
    days = row.body.get("days")
    if not days or TERM not in act.law.keys("prazos"):
        return
    served = _served_days(act, row)
    if len(served) >= days:
        serving.set_days(act.connection, row.id, served[0], served[-1])
        return
    rowtasks.open_row_task(
        act,
        BEGIN,
        f"Iniciar cumprimento {_NAMES[row.kind][0]}, {_item(act, row)}",
        "secretaria",
        basis=row.body["article"],
        document="termo_cumprimento",
        body={"effect": row.id, "days": days - len(served)},
    )


def _item(act: Act, row: Effect) -> str:
    """The article of what was done: two items of one auto are served apart."""
    return act.law.entries(f"infracoes.{row.body['item']}")[-1].article


def _served_days(act: Act, row: Effect) -> list[date]:
    """The days on which this same penalty was served before it was taken back."""
    days: set[date] = set()
    again = serving.of_effect(act.connection, row.id)
    for first, last, taken_back in serving.begun_before(act.connection, again):
        until = min(last, act.local_day(taken_back))
        days |= {first + timedelta(days=n) for n in range((until - first).days + 1)}
    return sorted(days)


def in_words(act: Act, row: Effect) -> str:
    """«Suspensão da autorização por 30 dias (art. 55, III, b), de Fulano: definitiva em …»."""
    name = people.known(act.session, row.person_id or 0).name
    final = date.fromisoformat(row.body["final_on"])
    days = f"{'até ' if row.kind == 'impediment' else ''}{row.body['days']} dias"
    return (
        f"{_NAMES[row.kind][1]} por {days} ({row.body['article']}), de {name}: "
        f"definitiva em {final:%d/%m/%Y}."
    )


def told(act: Act, task: Task) -> tuple[str, ...]:
    """What is to be served, and until when where that is known; nothing for any other step."""
    if task.element not in (BEGIN, END):
        return ()
    row = _effect(act, task)
    served = serving.of_effect(act.connection, row.id)
    days = f"De {served.from_day:%d/%m/%Y} a {served.to_day:%d/%m/%Y}." if served.from_day else ""
    left = task.body.get("days", 0)
    rest = f"Faltam cumprir {left} dias." if 0 < left < row.body["days"] else ""
    return tuple(filter(None, (in_words(act, row), days, rest)))


# ---- «Iniciar cumprimento»


def begin(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The Secretaria's answer: from which day it is served, and so to which."""
    first = date.fromisoformat(values["dia_inicio"])
    last = _last_day(act, first, task.body["days"])
    row = _effect(act, task)
    serving.set_days(act.connection, row.id, first, last)
    values[LAST_DAY] = last.isoformat()
    if row.kind == "impediment":
        _ask_inspection(act, row, last)


def _last_day(act: Act, first: date, days: int) -> date:
    """Nothing stops a penalty that is being served: no closure of the office lengthens it."""
    rule = counting.Rule(act.law.value(f"prazos.{TERM}", {"notice": first})["rule"])
    return counting.count(rule, days, first, act.calendar).last_day


def _effect(act: Act, task: Task) -> Effect:
    row = act.effects.get(task.body["effect"])
    if row is None:
        raise RuntimeError(f"task {task.id} serves no effect of the case")
    return row


def may_begin(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Never before it is final (the appeal suspends it), nor while another of its kind runs."""
    first, row = date.fromisoformat(values["dia_inicio"]), _effect(act, task)
    final = date.fromisoformat(row.body["final_on"])
    if first < final:
        return {
            "dia_inicio": f"A penalidade só é definitiva desde {final:%d/%m/%Y} e não se cumpre "
            f"antes ({form.basis}). Informe esse dia ou um posterior."
        }
    last = _last_day(act, first, task.body["days"])
    mine = serving.of_effect(act.connection, row.id)
    other = serving.served_between(act.connection, mine, first, last)
    if other is not None:
        return {
            "dia_inicio": f"De {first:%d/%m/%Y} a {last:%d/%m/%Y} se cumpre, até {other:%d/%m/%Y}, "
            "outra penalidade da mesma espécie: cumprem-se uma depois da outra. Comece em "
            f"{other + timedelta(days=1):%d/%m/%Y} ou depois."
        }
    return {}


# ---- «Encerrar impedimento»


def _ask_inspection(act: Act, row: Effect, last: date) -> None:
    rowtasks.open_row_task(
        act,
        END,
        "Encerrar impedimento do veículo",
        "vistoria",
        basis=row.body["article"],
        document="laudo_impedimento",
        body={"effect": row.id},
        due=last,
    )


def inspect(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The inspector's answer: a vehicle that passes is free from that day; one that fails is
    inspected again, until the last day."""
    row = _effect(act, task)
    served = serving.of_effect(act.connection, row.id)
    outcome = values[form.outcome.name]
    if outcome == PASSED:
        passed = min(date.fromisoformat(values["dia_vistoria"]), served.to_day)
        serving.set_days(act.connection, row.id, served.from_day, passed)
    elif outcome == FAILED and act.today <= served.to_day:
        _ask_inspection(act, row, served.to_day)


def may_end(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """An inspection is of a vehicle that is impeded; without one the days have to be over."""
    served = serving.of_effect(act.connection, _effect(act, task).id)
    seen = values.get("dia_vistoria")
    if seen is not None and date.fromisoformat(seen) < served.from_day:
        return {
            "dia_vistoria": f"O impedimento começou em {served.from_day:%d/%m/%Y}: a vistoria que "
            "o encerra é desse dia em diante."
        }
    if values[form.outcome.name] == NOT_SEEN and act.today <= served.to_day:
        return {
            form.outcome.name: f"O impedimento vai até {served.to_day:%d/%m/%Y}. Antes disso só a "
            "vistoria o encerra."
        }
    return {}
