"""Where a case stands: which figures of its diagram are done and which are current."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain
from typing import Any, Final
from zoneinfo import ZoneInfo

from markupsafe import Markup

from webapp.domain.counting import local_day
from webapp.engine import Drawing, Shape
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
    figures = _Figures(drawing)
    for task in _drawn(tasks):
        figure = figures.of(task)
        if figure is not None:
            _note(visits, figure, task)
    return visits


class _Figures:
    """Finds the figure of each step, in the order in which the steps began."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._left: str | None = None
        self._calls: dict[tuple[str, str], str | None] = {}

    def of(self, task: Any) -> str | None:
        """The figure of a step: its own, or the one that called the step's process."""
        if task.process == self._drawing.process:
            self._left = task.element
            return self._left
        call = (task.process, task.about)
        if call not in self._calls:
            self._calls[call] = _call(self._drawing, task.process, self._left)
        return self._calls[call]


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


def _call(drawing: Drawing, process: str, left: str | None) -> str | None:
    """The figure that called a process: the nearest one after the step that was left.

    Several figures may call the same process (a notice of the auto, a notice of the penalty).
    """
    shapes = {shape.id: shape for shape in drawing.shapes}
    seen = set[str]()
    edge = [left] if left else [s.id for s in drawing.shapes if s.kind == "start"]
    while edge:
        found = [e for e in edge if _calls(shapes[e], process)]
        if found:
            return found[0]
        seen.update(edge)
        edge = [e for e in _following(drawing, edge) if e not in seen]
    return None


def _calls(shape: Shape, process: str) -> bool:
    return shape.kind == "call" and shape.called == process


def _following(drawing: Drawing, elements: Sequence[str]) -> list[str]:
    """What follows the elements, by the arrows of each and of the events on its border."""
    borders = [shape.id for shape in drawing.shapes if shape.host in elements]
    exits = chain.from_iterable(drawing.exits(e) for e in (*elements, *borders))
    return list(dict.fromkeys(edge.target for edge in exits))
