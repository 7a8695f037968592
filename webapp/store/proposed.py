"""What changes for all cases share as rows: proposed, decided on, carried through."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, Table, insert, select, update
from sqlalchemy.orm import Session

from webapp.store.tables import calendar_day, clock_event, entered_value, user_account

PROPOSED, IN_FORCE, REFUSED, REVOKED = "proposed", "in_force", "refused", "revoked"
_CARRIED = (calendar_day, clock_event)
_TABLES = {table.name: table for table in (*_CARRIED, entered_value)}


def add(session: Session, name: str, **values: Any) -> int:
    """Enter a change, by the name of its table. Returns its id."""
    table = _TABLES[name]
    new: int = session.execute(insert(table).values(**values).returning(table.c.id)).scalar_one()
    return new


def with_people(table: Table, municipality_id: int, *more: Any) -> Select[Any]:
    """The changes of a municipality with the names of who entered and who decided (`by`,
    `decided_by`), and `more` columns."""
    who, decided = user_account.alias("who"), user_account.alias("decided")
    return (
        select(table, who.c.name.label("by"), decided.c.name.label("decided_by"), *more)
        .outerjoin(who, who.c.id == table.c.entered_by)
        .outerjoin(decided, decided.c.id == table.c.approved_by)
        .where(table.c.municipality_id == municipality_id)
    )


def one(
    session: Session, table: Table, rows: Select[Any], row_id: int, *, lock: bool
) -> Row[Any] | None:
    """That one of the rows; locked until the transaction ends where asked."""
    statement = rows.where(table.c.id == row_id)
    if lock:
        statement = statement.with_for_update(of=table)
    return session.execute(statement).one_or_none()


def answering(row: Row[Any]) -> dict[str, Any]:
    """Who answers for a change: in which state it is, who entered it, who decided, and when."""
    return {
        "state": row.state,
        "entered_by": row.entered_by,
        "by": row.by or "",
        "entered_at": row.entered_at,
        "approved_by": row.approved_by,
        "decided_by": row.decided_by or "",
        "decided_at": row.approved_at,
    }


def decide(
    session: Session, name: str, row_id: int, state: str, by: int | None, now: datetime
) -> None:
    """Put a change in force, or refuse it. `name`: calendar_day | clock_event |
    entered_value."""
    _set(session, name, row_id, state=state, approved_by=by, approved_at=now)


def revoked(session: Session, name: str, row_id: int) -> None:
    """A change in force was taken back; who answered for it stays on record."""
    _set(session, name, row_id, state=REVOKED)


def done(session: Session, name: str, row_id: int, now: datetime) -> None:
    """Every case has been counted again under the change."""
    _set(session, name, row_id, recounted_at=now)


def _set(session: Session, name: str, row_id: int, **values: object) -> None:
    table = _TABLES[name]
    session.execute(update(table).where(table.c.id == row_id).values(**values))


def unfinished(session: Session) -> list[tuple[int, str]]:
    """(municipality, subject) of each change for all cases that is in force and not yet carried
    through, days before events, in the order in which they were entered.

    An event of one case is never among them: its case is counted again when it is entered.
    """
    found = []
    for table in _CARRIED:
        rows = session.execute(
            select(table.c.municipality_id, table.c.id)
            .where(table.c.state == IN_FORCE, table.c.recounted_at.is_(None))
            .order_by(table.c.id)
        )
        found += [(row.municipality_id, f"{table.name}:{row.id}") for row in rows]
    return found
