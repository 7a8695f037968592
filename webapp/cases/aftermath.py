"""What an effect asks of people next: the steps outside the diagram that it opens."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from webapp.cases import grounds, projecting, serving
from webapp.cases.act import Act
from webapp.cases.records import Effect


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


OPENS: Final[Mapping[str, Callable[[Act, Effect], None]]] = {
    "ground": grounds.ask,
    "suspension": serving.ask,
    "impediment": serving.ask,
}
"""Kind of an effect -> what it opens."""
