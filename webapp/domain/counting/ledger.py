"""The ledger of a count: what each day was, so that anyone can check the last one."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from webapp.domain.calendar import Calendar, Opening


class Kind(StrEnum):
    """What a day did to the count."""

    EXCLUDED = "excluded"
    WEEKEND = "weekend"
    CLOSED = "closed"
    HALF_DAY = "half_day"
    SUSPENDED = "suspended"
    COUNTED = "counted"
    ROLLED = "rolled"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One day of the ledger.

    `n` is the number of the day (of the month or year, in rules that count these) on lines
    that are COUNTED, else None. `reason` is Portuguese, with the act where there is one.
    """

    day: date
    kind: Kind
    n: int | None = None
    reason: str = ""

    def snapshot(self) -> dict[str, object]:
        """Return the line as plain JSON."""
        return {
            "day": self.day.isoformat(),
            "kind": str(self.kind),
            "n": self.n,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class Count:
    """A counted term.

    `reference` is the local day of the fact that starts it, `start_day` the first day that
    counts, `last_day` the last day on which the act is in time. The ledger has every day
    that was counted, skipped or moved to; months and years show the day on which each ends.
    """

    reference: date
    start_day: date
    last_day: date
    ledger: tuple[LedgerLine, ...]

    def snapshot(self) -> dict[str, object]:
        """Return the count as plain JSON, for a row, an event or a program that asks."""
        return {
            "reference": self.reference.isoformat(),
            "start_day": self.start_day.isoformat(),
            "last_day": self.last_day.isoformat(),
            "ledger": [line.snapshot() for line in self.ledger],
        }


def idle(day: date, calendar: Calendar) -> LedgerLine:
    """Return the line of a day that its office hours keep out of the count."""
    status = calendar.status(day)
    if status.opening is not Opening.FECHADO:
        return LedgerLine(day, Kind.HALF_DAY, reason=status.words)
    kind = Kind.WEEKEND if day.weekday() >= 5 else Kind.CLOSED
    return LedgerLine(day, kind, reason=status.words)
