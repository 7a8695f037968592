"""The hold: while its row is there, no term ends and no mail leaves by itself."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, delete, exists, insert, select
from sqlalchemy.orm import Session

from webapp.domain.events import instant
from webapp.store.database import Database
from webapp.store.events import record
from webapp.store.tables import hold, municipality

OPERATOR: Final = "operador"

# For the WHERE of what would leave by itself.
NOTHING_HELD: Final = ~exists(select(hold.c.id))

_HELD: Final = select(hold.c.since, hold.c.why).limit(1)


def put(session: Session, why: str, now: datetime) -> None:
    """Hold everything, for a reason that people read; a hold that is there already stays."""
    if held(session) is None:
        session.execute(insert(hold).values(since=now, why=why))


def held(session: Database) -> Row[datetime, str] | None:
    """Since when everything is held, and why; None where all runs."""
    return session.execute(_HELD).one_or_none()


def release(session: Session, now: datetime) -> bool:
    """Let everything run again, on record. False: nothing was held."""
    was = session.execute(delete(hold).returning(hold.c.since)).scalars().first()
    if was is not None:
        note(session, "hold_released", {"since": instant(was)}, now)
    return was is not None


def note(session: Session, kind: str, body: Mapping[str, Any], now: datetime) -> None:
    """Append what the operator did with the whole database to a chain of each municipality."""
    for place in session.execute(select(municipality.c.id).order_by(municipality.c.id)).scalars():
        chain = f"operation:{place}"
        record(session, chain, place, kind, "database", body, actor=OPERATOR, now=now)
