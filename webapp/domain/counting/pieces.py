"""The pieces of which every counting rule is made: how it begins, how long, how it ends."""

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from webapp.domain.calendar import ONE_DAY, Calendar, days_from, span
from webapp.domain.counting.ledger import Kind, LedgerLine, idle

Suspensions = Sequence[tuple[date, date]]


class Milestone(NamedTuple):
    """The end of the n-th day, month or year of a term, and a note where the law bends it."""

    n: int
    note: str = ""


class Anniversary(NamedTuple):
    """The same day some months later; the note says so when that month has no such day."""

    day: date
    note: str = ""


Begin = Callable[[date, Calendar], tuple[list[LedgerLine], date]]
Admits = Callable[[Calendar, date], bool]
Milestones = Mapping[int, Milestone]
Length = Callable[[date, int], Milestones]
MonthsLater = Callable[[date, int], Anniversary]
End = Callable[[LedgerLine, Calendar, Suspensions], list[LedgerLine]]

_UNTIL = "no balcão até o fim do expediente, por meio eletrônico até as 24h"


@dataclass(frozen=True, slots=True)
class Method:
    """One counting rule, put together.

    `begin` gives the lines before the count and the first day that may be counted;
    `may_start` says which day may be the first, `counts` which days count at all; `length`
    turns the term into numbers of counted days; `end` takes the last line and says how it ends.
    """

    begin: Begin
    may_start: Admits
    counts: Admits
    length: Length
    end: End


# Begins.


def after_the_day(reference: date, _calendar: Calendar) -> tuple[list[LedgerLine], date]:
    """Leave out the day of the fact, whatever day it is (CC, art. 132; Lei 9.784, art. 66)."""
    return [_excluded(reference, "dia do começo, não se conta")], reference + ONE_DAY


def on_the_day(reference: date, _calendar: Calendar) -> tuple[list[LedgerLine], date]:
    """Count the day of the fact itself."""
    return [], reference


def after_a_full_day(reference: date, calendar: Calendar) -> tuple[list[LedgerLine], date]:
    """Leave out the day of the fact, moved to a day of full office hours (CPC, 224, § 1º)."""
    lines, moved = _until_full(reference, calendar)
    return [*lines, _excluded(moved, "dia do começo, não se conta")], moved + ONE_DAY


def after_publication(reference: date, calendar: Calendar) -> tuple[list[LedgerLine], date]:
    """Leave out the day in the gazette and the day of publication (CPC, art. 224, §§ 2º, 3º)."""
    lines, published = _until_full(reference + ONE_DAY, calendar)
    available = _excluded(reference, "disponibilizado no diário, não se conta")
    publication = _excluded(published, "considera-se publicado, não se conta")
    return [available, *lines, publication], published + ONE_DAY


def _until_full(first: date, calendar: Calendar) -> tuple[list[LedgerLine], date]:
    full = calendar.next_full(first)
    return [idle(day, calendar) for day in span(first, full - ONE_DAY)], full


def _excluded(day: date, reason: str) -> LedgerLine:
    return LedgerLine(day, Kind.EXCLUDED, reason=reason)


# Days that count.


def every_day(_calendar: Calendar, _day: date) -> bool:
    """Admit each day, one after the other."""
    return True


# Lengths: after how many counted days each unit of the term ends.


def days(_reference: date, length: int) -> Milestones:
    """Measure in days."""
    return {n: Milestone(n) for n in range(1, length + 1)}


def months(later: MonthsLater) -> Length:
    """Measure in months that end on the day that `later` gives."""
    return lambda reference, length: _from_date_to_date(reference, length, 1, later)


def years(later: MonthsLater) -> Length:
    """Measure in years that end on the day that `later` gives."""
    return lambda reference, length: _from_date_to_date(reference, length, 12, later)


def ends_of_year(reference: date, length: int) -> Milestones:
    """Measure in ends of a civil year: the first is 31 December of the year after."""
    ends = (date(reference.year + n, 12, 31) for n in range(1, length + 1))
    return {(end - reference).days: Milestone(n) for n, end in enumerate(ends, start=1)}


def _from_date_to_date(reference: date, length: int, unit: int, later: MonthsLater) -> Milestones:
    ends = (later(reference, n * unit) for n in range(1, length + 1))
    return {
        (end.day - reference).days: Milestone(n, end.note) for n, end in enumerate(ends, start=1)
    }


def or_the_next_day(reference: date, months: int) -> Anniversary:
    """Give the day of equal number, or the day after if it is missing (CC, art. 132, § 3º)."""
    year, month = _month_after(reference, months)
    if reference.day <= monthrange(year, month)[1]:
        return Anniversary(date(year, month, reference.day))
    first = date(*_month_after(reference, months + 1), 1)
    return Anniversary(first, _missing(reference.day, month, "Código Civil, art. 132, § 3º"))


def or_the_last_day(reference: date, months: int) -> Anniversary:
    """Give the day of equal number, or the month's last (Lei 9.784/1999, art. 66, § 3º)."""
    year, month = _month_after(reference, months)
    last = monthrange(year, month)[1]
    if reference.day <= last:
        return Anniversary(date(year, month, reference.day))
    note = _missing(reference.day, month, "Lei 9.784/1999, art. 66, § 3º")
    return Anniversary(date(year, month, last), note)


def _month_after(reference: date, months: int) -> tuple[int, int]:
    years, month = divmod(reference.month - 1 + months, 12)
    return reference.year + years, month + 1


def _missing(day: int, month: int, source: str) -> str:
    return f"não existe o dia {day:02}/{month:02} ({source})"


# Ends.


def stay(last: LedgerLine, _calendar: Calendar, _suspensions: Suspensions) -> list[LedgerLine]:
    """End on the last day counted, whatever day it is."""
    return [last]


def roll(last: LedgerLine, calendar: Calendar, suspensions: Suspensions) -> list[LedgerLine]:
    """Move an end without full office hours to the next day that has them, and say until when.

    Both hours are told, at the counter and online (CPC, arts. 212, § 3º, and 213).
    """
    end = next(
        day
        for day in days_from(last.day)
        if calendar.is_full(day) and not suspended(day, suspensions)
    )
    if end == last.day:
        return [replace(last, reason=joined(last.reason, _UNTIL))]
    between = span(last.day + ONE_DAY, end - ONE_DAY)
    skipped = [suspended(day, suspensions) or idle(day, calendar) for day in between]
    moved = f"prorrogado de {last.day:%d/%m/%Y}, sem expediente completo"
    return [last, *skipped, LedgerLine(end, Kind.ROLLED, reason=joined(moved, _UNTIL))]


def joined(*reasons: str) -> str:
    """Put the reasons of a line together, leaving out the empty ones."""
    return "; ".join(reason for reason in reasons if reason)


def suspended(day: date, suspensions: Suspensions) -> LedgerLine | None:
    """Return the line of a day on which the term does not run, None if it does."""
    for first, last in suspensions:
        if first <= day <= last:
            reason = f"prazo suspenso de {first:%d/%m/%Y} a {last:%d/%m/%Y}"
            return LedgerLine(day, Kind.SUSPENDED, reason=reason)
    return None
