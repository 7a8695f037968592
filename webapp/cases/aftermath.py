"""What an effect asks of people next: the steps outside the diagram that it opens."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from webapp.cases import projecting, rowtasks
from webapp.cases.act import Act
from webapp.cases.records import Effect, Task

# The law's term of what is served from a day that somebody writes, and its case of cassation.
SERVED: Final = "cumprimento"
OWN_CASE: Final = "cassacao"


def follow(act: Act, effect: Effect) -> None:
    """Open what an effect that has just been applied leads to."""
    opens = OPENS.get(effect.kind)
    if opens is not None:
        opens(act, effect)


def take_back(act: Act, effect: Effect, at: datetime) -> None:
    """An effect was countered: what it had opened and nobody has answered closes."""
    opened = [task for task in act.tasks if (task.body or {}).get("effect") == effect.id]
    for task in opened:
        projecting.close(act, task, at, "cancelled")
    act.tasks.drop(opened)
    if opened and effect.kind == "ground":
        _for_another_ground(act, effect)


def _for_another_ground(act: Act, gone: Effect) -> None:
    for other in act.effects:
        if other.kind == "ground" and other.stands and other.person_id == gone.person_id:
            follow(act, other)
            return


def _propose_cassation(act: Act, effect: Effect) -> None:
    """One proposal for each person, however many grounds there are."""
    known = any(_proposes(task, effect.person_id) for task in act.tasks)
    if known or OWN_CASE not in act.law.keys("processos"):
        return
    rowtasks.open_row_task(
        act,
        "propor_cassacao",
        "Propor instauração de cassação",
        "secretaria",
        basis=effect.body["article"],
        body={"effect": effect.id, "person": effect.person_id},
    )


def _proposes(task: Task, person_id: int | None) -> bool:
    return task.element == "propor_cassacao" and task.body["person"] == person_id


def _begin_serving(what: str, act: Act, effect: Effect) -> None:
    if SERVED not in act.law.keys("prazos"):
        return
    rowtasks.open_row_task(
        act,
        "iniciar_cumprimento",
        f"Iniciar cumprimento {what}",
        "secretaria",
        basis=effect.body["article"],
        body={"effect": effect.id},
    )


OPENS: Final[Mapping[str, Callable[[Act, Effect], None]]] = {
    "ground": _propose_cassation,
    "suspension": partial(_begin_serving, "da suspensão"),
    "impediment": partial(_begin_serving, "do impedimento"),
}
"""Kind of an effect -> what it opens."""
