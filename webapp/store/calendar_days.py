"""Days entered in the calendar on screen, with their act, and who answers for each."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select
from sqlalchemy.orm import Session

from webapp.domain.calendar import Opening, ordinary_week, span
from webapp.laws import ExtraDay
from webapp.store import proposed
from webapp.store.proposed import IN_FORCE, PROPOSED, REFUSED
from webapp.store.tables import calendar_day


@dataclass(frozen=True, slots=True)
class EnteredDay:
    """Days in a row entered: what they are, who entered them, who decided on them, and when.

    Where it `revokes` another entry it takes the days of that one back.
    """

    id: int
    day: date
    to_day: date
    revokes: int | None
    opening: Opening
    reason: str
    act: str
    state: str
    entered_by: int
    by: str
    entered_at: datetime
    approved_by: int | None
    decided_by: str
    decided_at: datetime | None
    recounted_at: datetime | None

    @property
    def extras(self) -> tuple[ExtraDay, ...]:
        """The days as the calendar takes them."""
        return extras(self.day, self.to_day, self.opening, self.reason, self.act)


def extras(
    first: date, last: date, opening: Opening, reason: str, act: str
) -> tuple[ExtraDay, ...]:
    """Days in a row as the calendar takes them; a closure of several leaves weekends alone."""
    closes = first != last and opening is not Opening.ABERTO
    return tuple(
        ExtraDay(day, opening, reason, act)
        for day in span(first, last)
        if not (closes and ordinary_week(day).opening is Opening.FECHADO)
    )


def listed(session: Session, municipality_id: int) -> list[EnteredDay]:
    """Every day entered, refused ones included, by day."""
    statement = _entered(municipality_id).order_by(calendar_day.c.day, calendar_day.c.id)
    return [_as_entered(row) for row in session.execute(statement)]


def standing(session: Session, municipality_id: int, first: date, last: date) -> EnteredDay | None:
    """The first entry for any of these days that was neither refused nor revoked."""
    row = session.execute(
        _entered(municipality_id)
        .where(
            calendar_day.c.day <= last,
            calendar_day.c.to_day >= first,
            calendar_day.c.state.in_((PROPOSED, IN_FORCE)),
            calendar_day.c.revokes.is_(None),
        )
        .order_by(calendar_day.c.day)
        .limit(1)
    ).one_or_none()
    return _as_entered(row) if row else None


def revocation(session: Session, municipality_id: int, day_id: int) -> EnteredDay | None:
    """The entry that revokes this one, proposed or in force."""
    row = session.execute(
        _entered(municipality_id).where(
            calendar_day.c.revokes == day_id, calendar_day.c.state != REFUSED
        )
    ).one_or_none()
    return _as_entered(row) if row else None


def one(
    session: Session, municipality_id: int, day_id: int, *, lock: bool = False
) -> EnteredDay | None:
    """One day entered; locked until the transaction ends where asked."""
    row = proposed.one(session, calendar_day, _entered(municipality_id), day_id, lock=lock)
    return _as_entered(row) if row else None


def _entered(municipality_id: int) -> Select[Any]:
    return proposed.with_people(calendar_day, municipality_id)


def _as_entered(row: Row[Any]) -> EnteredDay:
    return EnteredDay(
        id=row.id,
        day=row.day,
        to_day=row.to_day,
        revokes=row.revokes,
        opening=Opening(row.opening),
        reason=row.reason,
        act=row.act,
        **proposed.answering(row),
        recounted_at=row.recounted_at,
    )
