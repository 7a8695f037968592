"""The year of a municipality as a wall calendar, and in a list: the days unlike their weekday."""

from calendar import Calendar as Weeks
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from flask import url_for
from sqlalchemy.orm import Session

from webapp.cases import lateday
from webapp.cases.second_person import OPENINGS
from webapp.domain.calendar import Calendar, Opening, ordinary_week, span
from webapp.domain.competence import Actor
from webapp.laws import law
from webapp.store import calendar_days
from webapp.store.calendar_days import EnteredDay
from webapp.store.proposed import IN_FORCE, PROPOSED
from webapp.web.words import MONTHS

# What a day is, as a class of its cell.
CLOSED, PARTIAL, WEEKEND, ASKED, TODAY = "f", "m", "w", "novo", "h"
_WEEKS: Final = Weeks()


@dataclass(frozen=True, slots=True)
class UnusualDay:
    """A day that is not as its weekday is; `path` where it was entered on screen."""

    day: date
    what: str
    reason: str
    act: str
    path: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One day of the wall calendar: its classes, and what a reader is told of it."""

    day: date
    tone: str
    told: str


@dataclass(frozen=True, slots=True)
class Year:
    """Twelve months by name, each in weeks from Monday on (None: a day of another month), and the
    unusual days."""

    number: int
    months: tuple[tuple[str, list[list[Cell | None]]], ...]
    days: list[UnusualDay]


def year_of(
    session: Session, person: Actor, number: int, today: date, asked: Iterable[date] = ()
) -> Year:
    """The year as it stands, with the days proposed, and `asked`, marked as waiting."""
    place = person.municipality_id
    entered = calendar_days.listed(session, place)
    kept = lateday.calendar_of(session, law(person.municipality), place)
    waiting = {day for one in entered if one.state == PROPOSED for day in _days(one)} | {*asked}
    days = list(_unusual(kept, number, _paths(entered)))
    told = {one.day: one for one in days}
    months = tuple(
        (
            name,
            [
                [_cell(day, told, waiting, today) if day.month == n else None for day in week]
                for week in _WEEKS.monthdatescalendar(number, n)
            ],
        )
        for n, name in enumerate(MONTHS, 1)
    )
    return Year(number, months, days)


def _days(entered: EnteredDay) -> Iterator[date]:
    return span(entered.day, entered.to_day)


def _paths(entered: Iterable[EnteredDay]) -> dict[date, str]:
    return {
        day: url_for("calendar.one", day_id=one.id)
        for one in entered
        if one.state == IN_FORCE and one.revokes is None
        for day in _days(one)
    }


def _unusual(kept: Calendar, number: int, paths: Mapping[date, str]) -> Iterator[UnusualDay]:
    for day in span(date(number, 1, 1), date(number, 12, 31)):
        status = kept.status(day)
        if status != ordinary_week(day):
            what = OPENINGS[status.opening]
            yield UnusualDay(day, what, status.reason, status.act, paths.get(day, ""))


def _cell(day: date, unusual: Mapping[date, UnusualDay], waiting: set[date], today: date) -> Cell:
    one = unusual.get(day)
    tones, told = [], []
    if one is not None:
        closed = one.what == OPENINGS[Opening.FECHADO]
        tones.append(CLOSED if closed else PARTIAL)
        told.append(one.reason if closed and one.reason else f"{one.what}: {one.reason}")
    elif day.weekday() >= 5:
        tones.append(WEEKEND)
    if day in waiting:
        tones.append(ASKED)
        told.append("espera aprovação")
    if day == today:
        tones.append(TODAY)
        told.append("hoje")
    return Cell(day, " ".join(tones), "; ".join(told))
