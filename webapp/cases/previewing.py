"""Which terms of a town a change of the clock moves, told before anybody decides on it.

Rows are counted from what they keep of the law, by the rule of the acts (`reckoning`), so that
thousands are looked at in a second and nothing is locked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Row
from sqlalchemy.orm import Session

from webapp.cases import line, recounting
from webapp.cases.reckoning import Clock, Owner, clock, ends
from webapp.laws import ExtraDay, Law
from webapp.store import clockevents, counted_terms
from webapp.store.clockevents import ClockEvent

ACTED, REOPENS, DATE_ONLY, PAPERS, RUNS = "acted", "reopens", "date_only", "papers", "runs"
# What counting looks at in an entry of `prazos`.
_COUNTS: Final = ("rule", "length", "alternatives", "fires_on")
ORDER: Final = (ACTED, REOPENS, DATE_ONLY, PAPERS, RUNS)
IN_WORDS: Final = {
    ACTED: "já houve ato: a Autoridade decide",
    REOPENS: "tinha terminado: volta a correr",
    DATE_ONLY: "terminado nas duas contas: muda a data",
    PAPERS: "cumprido: muda a tempestividade",
    RUNS: "corre",
}


@dataclass(frozen=True, slots=True)
class Change:
    """Days of the calendar, entered or taken back, or an event for all cases, and the days that it
    touches.

    `subject` names it in events: «calendar_day:7», «clock_event:3».
    """

    subject: str
    first: date
    last: date
    days: tuple[ExtraDay, ...] = ()
    events: tuple[ClockEvent, ...] = ()
    taken_back: bool = False

    def touches(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Moved:
    """A term that moves. `how`: acted (the authority decides), reopens, date_only (over by both
    counts, nobody acted), papers (only their timeliness), runs."""

    case_id: int
    number: str
    term: str
    article: str
    party: str
    was: date
    now: date
    how: str


def moved(
    session: Session, law: Law, municipality_id: int, change: Change, now: datetime
) -> list[Moved]:
    """Every term that the change moves: first those on whose end somebody has acted.

    The same before the change is in force and after, for cases not yet counted again.
    """
    rows = counted_terms.within_reach(session, municipality_id, change.first, change.last)
    clocks = _Clocks(session, law, municipality_id, change)
    counted = [(row, clocks.count(row)) for row in rows if row.rule_snapshot.get("rule")]
    longer = [(row, values) for row, values in counted if recounting.lengthens(row, values)]
    over = _Over(session, municipality_id, [row for row, _ in longer])
    told = [(row, values, over.how(row, values, now)) for row, values in longer]
    found = [_moved(row, values, how) for row, values, how in told if how]
    return sorted(found, key=lambda one: ORDER.index(one.how))


class _Clocks:
    """The clock of each case under the change; most cases share one."""

    def __init__(self, session: Session, law: Law, municipality_id: int, change: Change) -> None:
        days, events = clockevents.all_in_force(session, municipality_id)
        gone = change.touches if change.taken_back else lambda _: False
        kept = [extra for extra in days if not gone(extra.day)]
        self._law, self._days = law, (*kept, *change.days)
        self._common = [e for e in events if e.case_id is None] + list(change.events)
        self._own: dict[int, list[ClockEvent]] = {}
        for event in events:
            if event.case_id is not None:
                self._own.setdefault(event.case_id, []).append(event)
        self._shared = clock(law, self._days, self._common)
        self._known: dict[tuple[Any, ...], dict[str, Any]] = {}

    def count(self, row: Row[*tuple[Any, ...]]) -> dict[str, Any]:
        """When a term is over under the change. Terms of one rule that begin on one day, in cases
        without a clock of their own, end together: they are counted once."""
        rule, reference, by = row.rule_snapshot, row.reference_date, self._of(row.case_id)
        more = by.extension(Owner(row.key, row.about, row.party_id), reference)
        if by is not self._shared:
            return ends(rule, reference, by, more)
        alike = (*(repr(rule.get(name)) for name in _COUNTS), reference, more)
        if alike not in self._known:
            self._known[alike] = ends(rule, reference, by, more)
        return self._known[alike]

    def _of(self, case_id: int) -> Clock:
        own = self._own.get(case_id)
        if not own:
            return self._shared
        if any(event.kind == "outage" for event in own):
            return clock(self._law, self._days, (*self._common, *own))
        return replace(self._shared, events=(*self._shared.events, *own))


class _Over:
    """What rests on the ends of terms that are over, read once for all of them."""

    def __init__(
        self, session: Session, municipality_id: int, rows: Sequence[Row[*tuple[Any, ...]]]
    ) -> None:
        over = {row.case_id for row in rows if row.state in ("met", "fired")}
        fired = {row.case_id for row in rows if row.state == "fired"}
        self._papers = counted_terms.papers(session, municipality_id, over) if over else {}
        histories = counted_terms.histories(session, municipality_id, fired) if fired else {}
        self._lines = {case_id: line.stand(rows) for case_id, rows in histories.items()}

    def how(
        self, row: Row[*tuple[Any, ...]], values: Mapping[str, Any], now: datetime
    ) -> str | None:
        """What becomes of a term that gets longer; None where nothing does."""
        if row.state == "met":
            return PAPERS if recounting.judged_anew(self._filed(row), values) else None
        if row.state != "fired":
            return RUNS
        acted = self._acted(row)
        if not recounting.relied_on(values, acted, self._filed(row)):
            return None
        if acted is not None:
            return ACTED
        return REOPENS if values["due_at"] > now else DATE_ONLY

    def _acted(self, row: Row[*tuple[Any, ...]]) -> line.EventRow | None:
        stands = self._lines.get(row.case_id, [])
        event = line.lapse_of(stands, row.id) or line.lapse_of(stands, row.carried_from or 0)
        return line.first_act_since(stands, event.seq) if event else None

    def _filed(self, row: Row[*tuple[Any, ...]]) -> Iterable[Any]:
        return [
            filing
            for filing in self._papers.get(row.case_id, ())
            if filing.kind == row.message and row.party_id in (None, filing.party_id)
        ]


def _moved(row: Row[*tuple[Any, ...]], values: Mapping[str, Any], how: str) -> Moved:
    rule = row.rule_snapshot
    return Moved(
        case_id=row.case_id,
        number=row.number,
        term=rule.get("label", row.key),
        article=rule.get("article", ""),
        party=row.party or "",
        was=row.last_day,
        now=values["last_day"],
        how=how,
    )
