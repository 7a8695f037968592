"""Values of the law entered on screen, with their act, and who answers for each."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, exists, insert, select
from sqlalchemy.orm import Session

from webapp.domain import counting
from webapp.laws import EnteredValue, Law, with_values
from webapp.store.database import Database
from webapp.store.proposed import IN_FORCE
from webapp.store.tables import entered_value, user_account

_VALUE = entered_value.c


@dataclass(frozen=True, slots=True)
class ProposedValue:
    """A value entered: what it is, who entered it, who decided on it, and when."""

    id: int
    key: str
    value: str
    from_day: date
    to_day: date | None
    act: str
    state: str
    entered_by: int
    by: str
    entered_at: datetime
    approved_by: int | None
    decided_by: str
    decided_at: datetime | None


def add(session: Session, **values: Any) -> int:
    """Enter a value. Returns its id."""
    statement = insert(entered_value).values(**values).returning(_VALUE.id)
    new: int = session.execute(statement).scalar_one()
    return new


def valued(session: Database, law: Law, municipality_id: int, by: datetime | None = None) -> Law:
    """The law with the values entered on screen that are in force; approved until the moment `by`,
    where one is given."""
    statement = (
        select(entered_value)
        .where(_VALUE.municipality_id == municipality_id, _VALUE.state == IN_FORCE)
        .order_by(_VALUE.approved_at, _VALUE.id)
    )
    if by is not None:
        statement = statement.where(_VALUE.approved_at <= by)
    zone, known = law.municipality.zone, frozenset(law.keys("valores"))
    found = tuple(
        EnteredValue(
            row.key,
            row.value,
            row.act,
            row.from_day,
            row.to_day,
            counting.local_day(row.approved_at, zone),
        )
        for row in session.execute(statement)
        if row.key.partition(".")[2] in known
    )
    return with_values(law, found) if found else law


def some(municipality_id: Any) -> Any:
    """The condition that a municipality has values in force, for statements that ask more."""
    return exists().where(_VALUE.municipality_id == municipality_id, _VALUE.state == IN_FORCE)


def listed(session: Session, municipality_id: int) -> list[ProposedValue]:
    """Every value entered, refused ones included, the newest first."""
    statement = _entered(municipality_id).order_by(_VALUE.id.desc())
    return [_as_proposed(row) for row in session.execute(statement)]


def one(
    session: Session, municipality_id: int, value_id: int, *, lock: bool = False
) -> ProposedValue | None:
    """One value entered; locked until the transaction ends where asked."""
    statement = _entered(municipality_id).where(_VALUE.id == value_id)
    if lock:
        statement = statement.with_for_update(of=entered_value)
    row = session.execute(statement).one_or_none()
    return _as_proposed(row) if row else None


def _entered(municipality_id: int) -> Select[Any]:
    who, decided = user_account.alias("who"), user_account.alias("decided")
    return (
        select(entered_value, who.c.name.label("by"), decided.c.name.label("decided_by"))
        .outerjoin(who, who.c.id == _VALUE.entered_by)
        .outerjoin(decided, decided.c.id == _VALUE.approved_by)
        .where(_VALUE.municipality_id == municipality_id)
    )


def _as_proposed(row: Row[Any]) -> ProposedValue:
    return ProposedValue(
        id=row.id,
        key=row.key,
        value=row.value,
        from_day=row.from_day,
        to_day=row.to_day,
        act=row.act,
        state=row.state,
        entered_by=row.entered_by,
        by=row.by or "",
        entered_at=row.entered_at,
        approved_by=row.approved_by,
        decided_by=row.decided_by or "",
        decided_at=row.approved_at,
    )
