"""Walk the calendar by a rule: the one loop of all counting."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice

from webapp.domain.calendar import CENTURY, Calendar, Opening, days_from, span
from webapp.domain.counting.ledger import Count, Kind, LedgerLine, idle
from webapp.domain.counting.pieces import (
    Method,
    Milestone,
    Milestones,
    Suspensions,
    joined,
    suspended,
)
from webapp.domain.counting.rules import METHODS, Rule


def count(
    rule: Rule,
    length: int,
    reference: date | datetime,
    calendar: Calendar,
    suspensions: Suspensions = (),
) -> Count:
    """Count a term of `length` days, months or years (as the rule says) from `reference`.

    `reference` is the local day of the fact; a datetime stands for the day it names in the
    municipality, whatever its hour. `suspensions` are first and last days, both included,
    on which the term does not run; it goes on with the balance on the day after.

    Source: the one that `rule` cites; suspension: Lei 9.784/1999, art. 67, CPC, art. 221,
    or the decree that orders it.
    Raises: ValueError for a length below 1, a suspension that ends before it begins, an
    instant in UTC (use `local_day`), and a term that does not end within a century.
    """
    _refuse_impossible(length, suspensions)
    method, start = METHODS[rule], _day_named(reference)
    before, first = method.begin(start, calendar)
    running = _running_days(method, first, calendar, suspensions)
    milestones = method.length(start, length)
    counted = list(islice(running, max(milestones)))
    *during, last = _lines(first, counted, milestones, calendar, suspensions)
    ledger = (*before, *during, *method.end(last, calendar, suspensions))
    return Count(start, counted[0], ledger[-1].day, ledger)


def _running_days(
    method: Method, first: date, calendar: Calendar, suspensions: Suspensions
) -> Iterator[date]:
    """Yield the days on which the term runs, from the first that the rule lets it start on."""
    started = False
    for day in days_from(first):
        runs = method.counts(calendar, day) and not suspended(day, suspensions)
        started = started or (runs and method.may_start(calendar, day))
        if started and runs:
            yield day


def _lines(
    first: date,
    counted: Sequence[date],
    milestones: Milestones,
    calendar: Calendar,
    suspensions: Suspensions,
) -> list[LedgerLine]:
    ends = {counted[passed - 1]: milestone for passed, milestone in milestones.items()}
    silent = set(counted) - ends.keys()
    return [
        _counted(day, ends[day], calendar)
        if day in ends
        else suspended(day, suspensions) or idle(day, calendar)
        for day in span(first, counted[-1])
        if day not in silent
    ]


def _counted(day: date, milestone: Milestone, calendar: Calendar) -> LedgerLine:
    status = calendar.status(day)
    unusual = status.words if status.opening is not Opening.ABERTO else ""
    return LedgerLine(day, Kind.COUNTED, milestone.n, joined(milestone.note, unusual))


def _refuse_impossible(length: int, suspensions: Suspensions) -> None:
    if not 1 <= length <= CENTURY:
        raise ValueError(f"a term has from 1 to {CENTURY} units, not {length}")
    for first, last in suspensions:
        if last < first:
            raise ValueError(f"suspension ends on {last}, before its first day {first}")


def _day_named(reference: date | datetime) -> date:
    if not isinstance(reference, datetime):
        return reference
    if reference.utcoffset() == timedelta(0):
        raise ValueError("an instant in UTC names no local day: use local_day(at, zone)")
    return reference.date()
