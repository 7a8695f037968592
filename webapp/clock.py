"""What time it is. Only entry points ask; everyone else is given `now`."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.orm import Session

JUMP_LIMIT = timedelta(seconds=120)


class ClockJump(Exception):
    """The machine's clock moved against its monotonic clock: nothing may fire until repaired."""


class GuardedClock:
    """The machine's clock, watched: a jump of more than 120 s between two looks is refused.

    Slow drift (NTP slewing) is accepted. `last_seen` is the latest moment on record: a machine
    that starts before it has lost its time.
    """

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        last_seen: datetime | None = None,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._at, self._ticks = wall(), monotonic()
        if last_seen and datetime.fromtimestamp(self._at, UTC) < last_seen - JUMP_LIMIT:
            raise ClockJump("o relógio da máquina está antes do último registro")

    def now(self) -> datetime:
        """The instant, in UTC. Raises ClockJump."""
        at, ticks = self._wall(), self._monotonic()
        moved = (at - self._at) - (ticks - self._ticks)
        if abs(moved) > JUMP_LIMIT.total_seconds():
            raise ClockJump(f"o relógio da máquina saltou {moved:+.0f} s")
        self._at, self._ticks = at, ticks
        return datetime.fromtimestamp(at, UTC)


def now(session: Session) -> datetime:
    """The legal moment: where the demo's clock stands, else the database's, else the machine's.

    PostgreSQL's clock is one for all workers; SQLite has no clock of its own.
    """
    return standing(session) or running(session)


def running(session: Session) -> datetime:
    """The legal moment where no clock stands still: the database's, else the machine's."""
    if session.get_bind().dialect.name == "postgresql":
        at: datetime = session.execute(text("select clock_timestamp()")).scalar_one()
        return at.astimezone(UTC)
    return wall()


def standing(session: Session) -> datetime | None:
    """Where the clock stands still, in UTC; None where time runs."""
    value = session.execute(text("select stands_at from clock_setting")).scalar_one_or_none()
    if value is None:
        return None
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


def wall() -> datetime:
    """The machine's time, for what is not law: sessions, leases, logs."""
    return datetime.now(UTC)
