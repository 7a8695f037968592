"""Where a case stands: which figures of its diagram are done and which are current."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from markupsafe import Markup

from webapp.domain.counting import local_day
from webapp.engine import Drawing
from webapp.web import diagram

_PASSED: Final = frozenset({"completed", "delivered", "lapsed"})


@dataclass(frozen=True, slots=True)
class Mark:
    """One step of the list that stands in for the diagram on a telephone."""

    name: str
    day: date
    current: bool


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The process's name, its picture, and its steps so far in reading order."""

    process: str
    picture: Markup
    marks: tuple[Mark, ...]


@dataclass(slots=True)
class _Visit:
    """What is known of one figure: since when it is open, or when it was last left."""

    at: datetime
    is_open: bool
    lapsed: bool = False


def whereabouts(
    drawing: Drawing, tasks: Sequence[Any], acted: Set[str], title: str, zone: ZoneInfo
) -> Whereabouts:
    """`tasks` are every step of the case, oldest first, those of called processes included;
    `acted` are the elements whose automatic action had an effect."""
    visits = _visits(drawing, tasks)
    current = {element for element, visit in visits.items() if visit.is_open}
    done = visits.keys() - current
    clocks = {s.id for s in drawing.shapes if s.kind == "clock" and _lapsed(visits, s.host)}
    starts = {s.id for s in drawing.shapes if s.kind == "start" and visits}
    marks = tuple(
        Mark(shape.name or shape.id, local_day(visit.at, zone), visit.is_open)
        for shape in drawing.shapes
        if (visit := visits.get(shape.id))
    )
    return Whereabouts(
        drawing.name, diagram.svg(drawing, current, done | clocks | starts | acted, title), marks
    )


def _lapsed(visits: dict[str, _Visit], element: str) -> bool:
    return element in visits and visits[element].lapsed


def _visits(drawing: Drawing, tasks: Sequence[Any]) -> dict[str, _Visit]:
    """The figures that the steps of the case passed through or stand at."""
    visits: dict[str, _Visit] = {}
    for task in _drawn(tasks):
        figure = _figure(drawing, task)
        if figure is not None:
            _note(visits, figure, task)
    return visits


def _figure(drawing: Drawing, task: Any) -> str | None:
    """The figure of a step: its own, or the call to the step's process about its subject."""
    if task.process == drawing.process:
        return str(task.element)
    called = (task.process, task.about)
    return next((s.id for s in drawing.shapes if (s.called, s.about) == called), None)


def _drawn(tasks: Iterable[Any]) -> Iterator[Any]:
    """Steps of diagrams that are open or were passed through; what a border cut short is not."""
    for task in tasks:
        if task.process and (task.closed_at is None or task.closed_how in _PASSED):
            yield task


def _note(visits: dict[str, _Visit], element: str, task: Any) -> None:
    known = visits.get(element)
    is_open = task.closed_at is None
    if known is not None and known.is_open and not is_open:
        return
    at = task.opened_at if is_open else task.closed_at
    visits[element] = _Visit(at, is_open, task.closed_how == "lapsed")
