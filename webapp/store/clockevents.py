"""Events of the clock as rows: suspensions, interruptions, extensions and outages."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Row,
    Select,
    and_,
    bindparam,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from webapp.domain.calendar import Opening
from webapp.laws import ExtraDay
from webapp.store import proposed
from webapp.store.calendar_days import extras
from webapp.store.database import Database
from webapp.store.proposed import IN_FORCE, REFUSED
from webapp.store.tables import calendar_day, clock_event, deadline

_DAY, _EVENT = "day", "event"
_WORDS: Final = ("kind", "from_day", "to_day", "days", "cause", "act", "case_id", "task_id")


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """One event in force, or proposed; no case: it is of every case.

    `days` is how much an extension adds, in units of its term, which `key`, `about` and
    `party_id` name; an extension of a step's goal has `task_id` instead.
    """

    id: int
    kind: str
    from_day: date
    to_day: date
    cause: str
    act: str
    days: int | None = None
    case_id: int | None = None
    task_id: int | None = None
    key: str | None = None
    about: str | None = None
    party_id: int | None = None


Counting = tuple[list[ExtraDay], list[ClockEvent]]


def in_force(session: Database, municipality_id: int, case_id: int) -> Counting:
    """What moves the counting of a case: the days entered, and its own events and those of all.

    One statement, because every act that counts a term reads it.
    """
    return _read(session, _OF_CASE, {"of": municipality_id, "of_case": case_id})


def all_in_force(session: Database, municipality_id: int) -> Counting:
    """What moves the counting of any case of a municipality."""
    return _read(session, _ALL, {"of": municipality_id})


def _standing(which: ColumnElement[bool]) -> CompoundSelect[Any]:
    events = (
        select(
            literal(_EVENT).label("what"),
            clock_event.c.id,
            *(clock_event.c[name] for name in _WORDS),
            deadline.c.key,
            deadline.c.about,
            deadline.c.party_id,
        )
        .outerjoin(deadline, _extended())
        .where(
            clock_event.c.municipality_id == bindparam("of"),
            clock_event.c.state == IN_FORCE,
            which,
        )
    )
    day = calendar_day.c
    days = select(
        literal(_DAY),
        day.id,
        *(day.opening, day.day, day.to_day, null(), day.reason, day.act),
        *(null() for _ in ("case_id", "task_id", "key", "about", "party_id")),
    ).where(day.municipality_id == bindparam("of"), day.state == IN_FORCE, day.revokes.is_(None))
    return union_all(events, days).order_by("id")


def _extended() -> ColumnElement[bool]:
    return and_(
        deadline.c.id == clock_event.c.deadline_id,
        deadline.c.municipality_id == clock_event.c.municipality_id,
    )


_ALL = _standing(clock_event.c.id.is_not(None))
_OF_CASE = _standing(
    or_(clock_event.c.case_id == bindparam("of_case"), clock_event.c.case_id.is_(None))
)


def _read(session: Database, statement: CompoundSelect[Any], which: dict[str, int]) -> Counting:
    rows = session.execute(statement, which).all()
    days = [
        day
        for row in rows
        if row.what == _DAY
        for day in extras(row.from_day, row.to_day, Opening(row.kind), row.cause, row.act)
    ]
    return days, [_event(row) for row in rows if row.what == _EVENT]


def _event(row: Row[Any]) -> ClockEvent:
    return ClockEvent(
        id=row.id,
        key=row.key,
        about=row.about,
        party_id=row.party_id,
        **{name: getattr(row, name) for name in _WORDS},
    )


# ---- one event, and lists of them


@dataclass(frozen=True, slots=True)
class Entered:
    """An event for all cases as the pages show it: who entered it, who decided on it, and when."""

    event: ClockEvent
    state: str
    entered_by: int
    by: str
    entered_at: datetime
    approved_by: int | None
    decided_by: str
    decided_at: datetime | None
    recounted_at: datetime | None


def for_all(session: Session, municipality_id: int) -> list[Entered]:
    """Every event entered for all cases, the newest first."""
    rows = session.execute(_entered(municipality_id).order_by(clock_event.c.id.desc()))
    return [_as_entered(row) for row in rows]


def one_for_all(
    session: Session, municipality_id: int, event_id: int, *, lock: bool = False
) -> Entered | None:
    """One event entered for all cases; locked until the transaction ends where asked."""
    row = proposed.one(session, clock_event, _entered(municipality_id), event_id, lock=lock)
    return _as_entered(row) if row else None


def _entered(municipality_id: int) -> Select[Any]:
    no_term = (null().label(name) for name in ("key", "about", "party_id"))
    return proposed.with_people(clock_event, municipality_id, *no_term).where(
        clock_event.c.case_id.is_(None)
    )


def _as_entered(row: Row[Any]) -> Entered:
    return Entered(
        event=_event(row),
        **proposed.answering(row),
        recounted_at=row.recounted_at,
    )


def of_case(session: Session, municipality_id: int, case_id: int) -> Sequence[Row[Any]]:
    """The events entered in one case, oldest first."""
    return session.execute(
        select(clock_event)
        .where(clock_event.c.municipality_id == municipality_id, clock_event.c.case_id == case_id)
        .order_by(clock_event.c.id)
    ).all()


def overlapping(
    session: Session, municipality_id: int, case_id: int | None, first: date, last: date
) -> Row[Any] | None:
    """A suspension of the same case, or of all, that has a day in common with these."""
    same = clock_event.c.case_id.is_(None) if case_id is None else clock_event.c.case_id == case_id
    return session.execute(
        select(clock_event)
        .where(
            clock_event.c.municipality_id == municipality_id,
            same,
            clock_event.c.kind == "suspension",
            clock_event.c.state != REFUSED,
            clock_event.c.from_day <= last,
            clock_event.c.to_day >= first,
        )
        .limit(1)
    ).one_or_none()
