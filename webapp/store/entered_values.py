"""Values of the law entered on screen, with their act, and who answers for each."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, exists, select
from sqlalchemy.orm import Session

from webapp.domain import counting
from webapp.laws import EnteredValue, Law, with_values
from webapp.store import proposed
from webapp.store.database import Database
from webapp.store.proposed import IN_FORCE
from webapp.store.tables import entered_value

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
    rows = _entered(municipality_id)
    row = proposed.one(session, entered_value, rows, value_id, lock=lock)
    return _as_proposed(row) if row else None


def _entered(municipality_id: int) -> Select[Any]:
    return proposed.with_people(entered_value, municipality_id)


def _as_proposed(row: Row[Any]) -> ProposedValue:
    return ProposedValue(
        id=row.id,
        key=row.key,
        value=row.value,
        from_day=row.from_day,
        to_day=row.to_day,
        act=row.act,
        **proposed.answering(row),
    )
