"""The hold: while its row is there, no term ends and no mail leaves by itself."""

from datetime import datetime
from typing import Final

from sqlalchemy import Row, delete, exists, insert, select
from sqlalchemy.orm import Session

from webapp.store.tables import hold

# For the WHERE of what would leave by itself.
NOTHING_HELD: Final = ~exists(select(hold.c.id))

_HELD: Final = select(hold.c.since, hold.c.why).limit(1)


def put(session: Session, why: str, now: datetime) -> None:
    """Hold everything, for a reason that people read; a hold that is there already stays."""
    if held(session) is None:
        session.execute(insert(hold).values(since=now, why=why))


def held(session: Session) -> Row[datetime, str] | None:
    """Since when everything is held, and why; None where all runs."""
    return session.execute(_HELD).one_or_none()


def release(session: Session) -> bool:
    """Let everything run again. False: nothing was held."""
    return session.execute(delete(hold).returning(hold.c.id)).first() is not None
