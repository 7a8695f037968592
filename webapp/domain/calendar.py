"""The office days of a municipality: open, closed, or open for part of the day."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

ONE_DAY = timedelta(days=1)
CENTURY = 36_525

_WEEKEND = {5: "sábado", 6: "domingo"}


class Opening(StrEnum):
    """How the municipal offices work on a day (the words of CPC, art. 224, § 1º)."""

    ABERTO = "aberto"
    FECHADO = "fechado"
    ENCERRADO_ANTES = "encerrado_antes"
    ABERTO_DEPOIS = "aberto_depois"


_PLAIN = {
    Opening.ABERTO: "expediente normal",
    Opening.FECHADO: "sem expediente",
    Opening.ENCERRADO_ANTES: "expediente encerrado antes da hora",
    Opening.ABERTO_DEPOIS: "expediente iniciado depois da hora",
}


@dataclass(frozen=True, slots=True)
class DayStatus:
    """How the offices work on one day, why, and by which act (law or decree)."""

    opening: Opening
    reason: str = ""
    act: str = ""

    @property
    def words(self) -> str:
        """What a reader is told, in Portuguese: «Corpus Christi (Lei municipal 7/1983)»."""
        closed_for = self.opening is Opening.FECHADO and self.reason
        parts = [self.reason] if closed_for else [_PLAIN[self.opening], self.reason]
        words = ": ".join(part for part in parts if part)
        return f"{words} ({self.act})" if self.act else words


def ordinary_week(day: date) -> DayStatus:
    """Return the status of a day that no holiday or act touches.

    Saturdays and Sundays have no office hours (CPC, art. 216).
    """
    if day.weekday() in _WEEKEND:
        return DayStatus(Opening.FECHADO, _WEEKEND[day.weekday()])
    return DayStatus(Opening.ABERTO)


class Calendar:
    """The days of one municipality.

    `days` says the whole truth about any day, weekends included; left out, every week is
    an ordinary one. A calendar holds no clock and never changes.
    """

    def __init__(self, days: Callable[[date], DayStatus] = ordinary_week) -> None:
        self._days = days

    def status(self, day: date) -> DayStatus:
        """Return how the offices work on `day`, with reason and act."""
        return self._days(day)

    def is_open(self, day: date) -> bool:
        """Say whether there are office hours on `day`, even for a part of it."""
        return self.status(day).opening is not Opening.FECHADO

    def is_full(self, day: date) -> bool:
        """Say whether the offices keep their whole hours on `day` (CPC, art. 224, § 1º)."""
        return self.status(day).opening is Opening.ABERTO

    def next_open(self, day: date) -> date:
        """Return `day` if the offices open on it, else the first day after on which they do."""
        return next(later for later in days_from(day) if self.is_open(later))

    def next_full(self, day: date) -> date:
        """Return `day` if its office hours are whole, else the first day after with whole ones."""
        return next(later for later in days_from(day) if self.is_full(later))

    def previous_open(self, day: date) -> date:
        """Return `day` if the offices open on it, else the last day before on which they do.

        A term that does not move when it ends on a day off is safely met only by that day.
        """
        return next(earlier for earlier in _days_back(day) if self.is_open(earlier))


def days_from(first: date) -> Iterator[date]:
    """Yield `first` and each day after it, for a century.

    Raises: ValueError when more is asked, because no term of this law lasts that long and a
    calendar that never opens would keep a search going for ever.
    """
    last = min(first.toordinal() + CENTURY, date.max.toordinal())
    yield from map(date.fromordinal, range(first.toordinal(), last))
    raise ValueError(f"nothing found within a century of {first.isoformat()}")


def span(first: date, last: date) -> Iterator[date]:
    """Yield the days from `first` to `last`, both included; none if `last` is earlier."""
    return map(date.fromordinal, range(first.toordinal(), last.toordinal() + 1))


def _days_back(last: date) -> Iterator[date]:
    first = max(last.toordinal() - CENTURY, date.min.toordinal())
    yield from map(date.fromordinal, range(last.toordinal(), first, -1))
    raise ValueError(f"nothing found in the century before {last.isoformat()}")
