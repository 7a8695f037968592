"""Days entered in the calendar on screen, with their act, and who answers for each."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, insert, select
from sqlalchemy.orm import Session

from webapp.domain.calendar import Opening
from webapp.laws import ExtraDay
from webapp.store.proposed import REFUSED
from webapp.store.tables import calendar_day, user_account


@dataclass(frozen=True, slots=True)
class EnteredDay:
    """A day entered: what it is, who entered it, who decided on it, and when."""

    id: int
    day: date
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
    def extra(self) -> ExtraDay:
        """The day as the calendar takes it."""
        return ExtraDay(self.day, self.opening, self.reason, self.act)


def add(session: Session, **values: Any) -> int:
    """Enter a day. Returns its id."""
    statement = insert(calendar_day).values(**values).returning(calendar_day.c.id)
    new: int = session.execute(statement).scalar_one()
    return new


def listed(session: Session, municipality_id: int) -> list[EnteredDay]:
    """Every day entered, refused ones included, by day."""
    statement = _entered(municipality_id).order_by(calendar_day.c.day, calendar_day.c.id)
    return [_as_entered(row) for row in session.execute(statement)]


def standing(session: Session, municipality_id: int, day: date) -> EnteredDay | None:
    """What was entered for a day and was not refused."""
    row = session.execute(
        _entered(municipality_id).where(calendar_day.c.day == day, calendar_day.c.state != REFUSED)
    ).one_or_none()
    return _as_entered(row) if row else None


def one(
    session: Session, municipality_id: int, day_id: int, *, lock: bool = False
) -> EnteredDay | None:
    """One day entered; locked until the transaction ends where asked."""
    statement = _entered(municipality_id).where(calendar_day.c.id == day_id)
    if lock:
        statement = statement.with_for_update(of=calendar_day)
    row = session.execute(statement).one_or_none()
    return _as_entered(row) if row else None


def _entered(municipality_id: int) -> Select[Any]:
    who, decided = user_account.alias("who"), user_account.alias("decided")
    return (
        select(calendar_day, who.c.name.label("by"), decided.c.name.label("decided_by"))
        .outerjoin(who, who.c.id == calendar_day.c.entered_by)
        .outerjoin(decided, decided.c.id == calendar_day.c.approved_by)
        .where(calendar_day.c.municipality_id == municipality_id)
    )


def _as_entered(row: Row[Any]) -> EnteredDay:
    return EnteredDay(
        id=row.id,
        day=row.day,
        opening=Opening(row.opening),
        reason=row.reason,
        act=row.act,
        state=row.state,
        entered_by=row.entered_by,
        by=row.by or "",
        entered_at=row.entered_at,
        approved_by=row.approved_by,
        decided_by=row.decided_by or "",
        decided_at=row.approved_at,
        recounted_at=row.recounted_at,
    )
