"""What changes for all cases share as rows: proposed, decided on, carried through."""

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.store.tables import calendar_day, clock_event, entered_value

PROPOSED, IN_FORCE, REFUSED, REVOKED = "proposed", "in_force", "refused", "revoked"
_CARRIED = (calendar_day, clock_event)
_TABLES = {table.name: table for table in (*_CARRIED, entered_value)}


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
