"""Counting one term under everything that moves it: the office days, and the clock's events.

It knows no case and no database, so that the rows of a whole town can be counted for a preview
by the same rule as the row of one act.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from webapp.domain import counting
from webapp.domain.calendar import Calendar, Opening, span
from webapp.domain.counting import Count
from webapp.laws import ExtraDay, Law
from webapp.store.clockevents import ClockEvent


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose term it is: an extension is granted to one term of one party."""

    key: str
    about: str
    party_id: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """What the terms of a case are counted by: the office days, and the events in force."""

    law: Law
    calendar: Calendar
    events: tuple[ClockEvent, ...] = ()

    def of(self, kind: str) -> list[ClockEvent]:
        """The events of a kind, in the order of their days."""
        return sorted((e for e in self.events if e.kind == kind), key=lambda e: e.from_day)

    def count(self, rule: counting.Rule, length: int, reference: date) -> Count:
        """Count a term from its reference, or whole again from the last interruption it met.

        A suspension resumes the balance; an interruption loses what had run, and its last day
        is left out as the day of the fact is (Código Civil, art. 202, p.ú., by analogy).
        """
        stopped = [(e.from_day, e.to_day) for e in self.of("suspension")]
        found = counting.count(rule, length, reference, self.calendar, stopped)
        for event in self.of("interruption"):
            if reference <= event.to_day and event.from_day <= found.last_day:
                reference = event.to_day
                again = counting.count(rule, length, reference, self.calendar, stopped)
                found = _restarted(again, event)
        return found

    def extension(self, owner: Owner, reference: date) -> int:
        """By how much the term of an owner is longer. What was granted before it began is not
        of it."""
        return sum(
            event.days or 0
            for event in self.of("extension")
            if Owner(event.key or "", event.about or "", event.party_id) == owner
            and reference <= event.from_day
        )

    def touching(self, owner: Owner, first: date, last: date) -> list[int]:
        """The events that a term of these days met, by id: what its row keeps of them."""
        return [
            event.id
            for event in self.events
            if (event.kind != "extension" and event.from_day <= last and event.to_day >= first)
            or (event.kind == "extension" and self._is_of(event, owner, first))
        ]

    def _is_of(self, event: ClockEvent, owner: Owner, reference: date) -> bool:
        return replace(self, events=(event,)).extension(owner, reference) > 0


def clock(law: Law, days: Sequence[ExtraDay], events: Sequence[ClockEvent]) -> Clock:
    """The clock of a case. An outage closes its days before the hour (CPC, art. 224, § 1º)."""
    return Clock(law, law.calendar((*days, *_outages(events))), tuple(events))


def _outages(events: Iterable[ClockEvent]) -> list[ExtraDay]:
    return [
        ExtraDay(day, Opening.ENCERRADO_ANTES, f"sistema fora do ar: {event.cause}", event.act)
        for event in events
        if event.kind == "outage"
        for day in span(event.from_day, event.to_day)
    ]


def _restarted(found: Count, event: ClockEvent) -> Count:
    first, *rest = found.ledger
    why = f"prazo interrompido de {event.from_day:%d/%m/%Y} a {event.to_day:%d/%m/%Y}: recomeça"
    told = "; ".join(filter(None, (why, first.reason)))
    return replace(found, ledger=(replace(first, reason=told), *rest))


def reckon(entry: Mapping[str, Any], reference: date, by: Clock, owner: Owner) -> dict[str, Any]:
    """What an entry of `prazos`, or the snapshot of one, gives from a day on.

    The columns of a term's row that counting fills in, and `used`: the ids of the events met.
    """
    count, ends = _counted(entry, reference, by, by.extension(owner, reference))
    return {
        "reference_date": reference,
        "start_day": count.start_day,
        **ends,
        "ledger": [line.snapshot() for line in count.ledger],
        "used": by.touching(owner, reference, count.last_day),
    }


def ends(entry: Mapping[str, Any], reference: date, by: Clock, more: int) -> dict[str, Any]:
    """When a term is over: `last_day`, `alternatives` and `due_at`, as `reckon` gives them, for a
    term made longer by `more`. The same for every term of that length, rule and day."""
    return _counted(entry, reference, by, more)[1]


def _counted(
    entry: Mapping[str, Any], reference: date, by: Clock, more: int
) -> tuple[Count, dict[str, Any]]:
    count = by.count(counting.Rule(entry["rule"]), entry["length"] + more, reference)
    others = _other_readings(count.last_day, _alternatives(entry, reference, by, more))
    due = due_at(entry, count.last_day, others, by.law)
    return count, {"last_day": count.last_day, "alternatives": others, "due_at": due}


def due_at(
    entry: Mapping[str, Any], last_day: date, others: Sequence[Mapping[str, str]], law: Law
) -> datetime:
    """The instant at which a term is over: after its longest reading where the law says so."""
    ends = [last_day]
    if entry.get("fires_on") == "longest":
        ends += [date.fromisoformat(other["last_day"]) for other in others]
    return counting.due_at(max(ends), law.municipality.zone)


def _alternatives(
    entry: Mapping[str, Any], reference: date, by: Clock, more: int
) -> list[dict[str, str]]:
    """The ends by the other readings of the law, each with its reason."""
    found = []
    for other in entry.get("alternatives", ()):
        start = reference + timedelta(days=other.get("shift_days", 0))
        if other.get("from_open_day"):
            start = by.calendar.next_open(reference)
        rule = counting.Rule(other.get("rule", entry["rule"]))
        count = by.count(rule, other.get("length", entry["length"]) + more, start)
        found.append({"last_day": count.last_day.isoformat(), "because": other["because"]})
    return found


def _other_readings(last_day: date, readings: list[dict[str, str]]) -> list[dict[str, str]]:
    """Only the readings that give another day."""
    return [r for r in readings if r["last_day"] != last_day.isoformat()]
