"""One act being done to one locked case: its rows, its run, its records."""

import dataclasses
import uuid
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, TypeVar

from sqlalchemy import Row, Select, Table, insert
from sqlalchemy.orm import Session

from webapp import engine
from webapp.cases import bundles, queries
from webapp.cases.orders import Signer
from webapp.cases.reckoning import Clock, clock
from webapp.cases.records import (
    CaseRow,
    Deadline,
    Effect,
    Fact,
    Filing,
    Notice,
    Party,
    Record,
    Shelf,
    Task,
    updating,
)
from webapp.domain import counting
from webapp.domain.calendar import Calendar
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound
from webapp.laws import Law, law
from webapp.store import clockevents, entered_values, tables
from webapp.store.events import Chain, Happening, keep_text

Told = TypeVar("Told")
Kind = TypeVar("Kind", bound=Record)


@dataclass(frozen=True, slots=True)
class EffectDraft:
    """An effect that an action returned and that the act has not applied yet."""

    kind: str
    about: str
    action: str
    element: str
    person_id: int | None = None
    cents: int = 0
    body: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)


# What an action returns: kind, person, cents and body of each effect.
Returned = list[tuple[str, int | None, int, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Reply:
    """What an act answers; the entry point commits it, «the term ended first» (409) included.

    `moved` says in words what else followed: the preview of an act is the act rolled back.
    """

    case_id: int
    message: str = ""
    task_id: int | None = None
    filing_id: int | None = None
    piece_id: int | None = None
    status: int = 200
    moved: tuple[str, ...] = ()


class Act:
    """One act on one case. The case row stays locked until the transaction ends."""

    def __init__(self, session: Session, case: CaseRow, now: datetime, actor: Actor) -> None:
        self.session, self.case, self.now, self.actor = session, case, now, actor
        self.connection = session.connection()
        self.id = str(uuid.uuid4())
        self.law: Law = law(actor.municipality)
        self.bundle = bundles.load(session, case.bundle_sha256)
        self.run: engine.Run | None = None
        self.state: str | None = case.state
        self.drafts: list[EffectDraft] = []
        self.fresh: list[Task] = []
        self.passed: list[tuple[str, str]] = []
        self.signer: Signer | None = None
        self.applied: list[int] = []
        self._told: dict[tuple[Any, ...], Any] = {}
        self.has_entered_values = True
        self.issued: list[int] = []
        self._was = _columns(case)

    @classmethod
    def lock(cls, session: Session, case_id: int, now: datetime, actor: Actor) -> "Act":
        """Lock the case. Raises NotFound when it is missing or of another municipality."""
        return cls._of(session, queries.LOCKED, case_id, now, actor)

    @classmethod
    def look(cls, session: Session, case_id: int, now: datetime, actor: Actor) -> "Act":
        """The case as it stands, not locked: for pages, which save nothing. Raises NotFound."""
        return cls._of(session, queries.SEEN, case_id, now, actor)

    @classmethod
    def _of(
        cls, session: Session, query: Select[Any], case_id: int, now: datetime, actor: Actor
    ) -> "Act":
        chain = f"case:{case_id}"
        which = {"case_id": case_id, "of": actor.municipality_id, "named": chain}
        row = session.connection().execute(query, which).one_or_none()
        if row is None:
            raise NotFound
        act = cls(session, CaseRow(*row[: len(_NAMES)]), now, actor)
        act.chain = Chain(chain, act.case.municipality_id, row.seq, row.hash)
        act._told["vehicle", act.case.vehicle_id] = row
        act.has_entered_values = row.has_entered_values
        return act

    # ---- the rows of the case, read when first needed

    @cached_property
    def chain(self) -> Chain:
        """The head of the case's chain of events; the case row's lock protects it."""
        return Chain.lock(self.connection, f"case:{self.case.id}", self.case.municipality_id)

    def _read(self, query: Select[Any]) -> Sequence[Row[*tuple[Any, ...]]]:
        return self.connection.execute(query, {"case_id": self.case.id}).all()

    def _shelf(self, table: Table, kind: type[Kind], query: Select[Any]) -> Shelf[Kind]:
        return Shelf(self.connection, table, kind, self._read(query))

    @cached_property
    def parties(self) -> Shelf[Party]:
        """The parties; the persons behind them come with them."""
        rows = self._read(queries.PARTIES)
        self.people = {row.person_id: row for row in rows}
        return Shelf(self.connection, tables.case_party, Party, rows)

    @cached_property
    def facts(self) -> Shelf[Fact]:
        """The facts in force."""
        return self._shelf(tables.case_fact, Fact, queries.FACTS)

    @cached_property
    def tasks(self) -> Shelf[Task]:
        """The open steps."""
        return self._shelf(tables.task, Task, queries.TASKS)

    @cached_property
    def deadlines(self) -> Shelf[Deadline]:
        return self._shelf(tables.deadline, Deadline, queries.DEADLINES)

    @cached_property
    def effects(self) -> Shelf[Effect]:
        return self._shelf(tables.effect, Effect, queries.EFFECTS)

    @cached_property
    def filings(self) -> Shelf[Filing]:
        return self._shelf(tables.filing, Filing, queries.FILINGS)

    @cached_property
    def notices(self) -> Shelf[Notice]:
        return self._shelf(tables.notice, Notice, queries.NOTICES)

    @cached_property
    def answer_rows(self) -> Sequence[Row[*tuple[Any, ...]]]:
        """The answers that stand, oldest first: element, values, outcome, by, at."""
        return self._read(queries.ANSWERS)

    @cached_property
    def answers(self) -> dict[str, dict[str, Any]]:
        """The last answer of each element that stands: its values, and its `outcome`."""
        return {row.element: {**row[1], "outcome": row.outcome} for row in self.answer_rows}

    def know_answer(self, element: str, values: dict[str, Any], outcome: str) -> None:
        """An answer of this act is the last one of its element from now on."""
        if "answers" in self.__dict__ or "answer_rows" in self.__dict__:
            self.answers[element] = {**values, "outcome": outcome}
        self.read_again("answer_rows")

    @cached_property
    def people(self) -> dict[int, Row[*tuple[Any, ...]]]:
        """The persons behind the parties, by id: name, cpf, address."""
        ids = [party.person_id for party in self.parties]
        rows = self.connection.execute(queries.PEOPLE, {"ids": ids})
        return {row.person_id: row for row in rows}

    @property
    def vehicle(self) -> Row[*tuple[Any, ...]] | None:
        """The vehicle of the case, where it has one: plate, model, colour, year."""
        vehicle_id = self.case.vehicle_id
        if vehicle_id is None:
            return None
        return self.once(
            ("vehicle", vehicle_id),
            lambda: self.connection.execute(queries.VEHICLE, {"vehicle": vehicle_id}).one(),
        )

    def once(self, key: tuple[Any, ...], ask: Callable[[], Told]) -> Told:
        """What `ask` tells, asked once in this act: `key` is all that the answer depends on."""
        if key not in self._told:
            self._told[key] = ask()
        told: Told = self._told[key]
        return told

    def valued(self, by: datetime | None = None) -> Law:
        """The law with the values entered on screen; those approved until `by`, where it is
        given. It costs a statement only where there are any."""
        if not self.has_entered_values:
            return self.law
        place = self.case.municipality_id
        ask = partial(entered_values.valued, self.connection, self.law, place, by)
        return self.once(("valued", by), ask)

    # ---- days

    @cached_property
    def clock(self) -> Clock:
        """What the terms of the case are counted by; read when one is counted first."""
        found = clockevents.in_force(self.connection, self.case.municipality_id, self.case.id)
        return clock(self.law, *found)

    @property
    def calendar(self) -> Calendar:
        return self.clock.calendar

    def local_day(self, at: datetime) -> date:
        return counting.local_day(at, self.law.municipality.zone)

    @cached_property
    def today(self) -> date:
        return self.local_day(self.now)

    def moment(self, at: datetime) -> datetime:
        """`at`, or the last moment of the case when that is later: time never goes back."""
        self.case.effective_at = max(self.case.effective_at, at)
        return self.case.effective_at

    # ---- rows by what they are

    def term_rows(self, task: Task) -> list[Deadline]:
        """The row in force of each party on this step: its last round."""
        last: dict[int | None, Deadline] = {}
        for row in self.deadlines:
            if row.task_id == task.id and row.state != "superseded":
                last[row.party_id] = row
        return list(last.values())

    def fact(self, name: str, about: str, party_id: int | None = None) -> Fact | None:
        """The fact in force: the party's own before the one that holds for all."""
        found = [
            f
            for f in self.facts
            if f.name == name and f.about == about and f.party_id in (party_id, None)
        ]
        return max(found, key=lambda f: f.party_id is not None, default=None)

    def parties_in(self, roles: Iterable[str], on: date) -> list[Party]:
        wanted = frozenset(roles)
        return [
            p
            for p in self.parties
            if p.role in wanted and p.from_day <= on and (p.to_day is None or on <= p.to_day)
        ]

    # ---- facts

    def enter_fact(
        self,
        name: str,
        about: str,
        party_id: int | None,
        value: str,
        reason_ref: int | None = None,
    ) -> Fact:
        """Enter a fact, as a new version where the same fact is already known.

        `reason_ref` is the kept text of the reason when the entry corrects the version before.
        """
        own = [f for f in self.facts if (f.name, f.about, f.party_id) == (name, about, party_id)]
        version = max((f.version for f in own), default=0) + 1
        new = self.facts.add(
            municipality_id=self.case.municipality_id,
            case_id=self.case.id,
            name=name,
            about=about,
            party_id=party_id,
            version=version,
            value=value,
            seq=self.chain.seq + 1,
            corrected_by=self.actor.user_id if reason_ref else None,
            reason_ref=reason_ref,
        )
        for old in own:
            old.superseded_by = new.id
        self.facts.drop(own)
        return new

    # ---- records

    def event(
        self,
        kind: str,
        subject: str,
        body: dict[str, Any],
        effective_at: datetime,
        before: str | None = None,
        *,
        by_clock: bool = False,
    ) -> int:
        """Append one event to the case's chain; `before` is the settled state just before it."""
        happening = Happening(
            act=self.id,
            at=self.now,
            effective_at=effective_at,
            actor="relogio" if by_clock else self.actor.reference,
            kind=kind,
            subject=subject,
            body=body,
        )
        seq = self.chain.append(self.connection, happening)
        if before is not None:
            self._keep_state(seq, before)
        return seq

    def _keep_state(self, seq: int, state: str) -> None:
        self.connection.execute(
            _KEEP_STATE,
            {
                "case_id": self.case.id,
                "seq": seq,
                "bundle_sha256": self.case.bundle_sha256,
                "format": self.case.state_format,
                "state": zlib.compress(state.encode(), 1),
            },
        )

    def keep_reason(self, reason: str) -> dict[str, Any]:
        """Keep a reason beside the events. Returns what the event's body says of it."""
        text = reason.strip()
        row_id, digest = keep_text(self.connection, self.case.municipality_id, text)
        return {"reason_ref": row_id, "reason_hash": digest}

    def state_text(self) -> str:
        """The text of the settled state."""
        if self.state is None:
            if self.run is None:
                raise RuntimeError("a case without state and without run")
            self.state = self.run.state()
        return self.state

    def save(self) -> None:
        """Write every row that changed, the state, and the head of the chain."""
        self.case.state = self.state_text()
        self.save_rows()
        self.chain.save(self.connection)
        self._save_case()

    def save_rows(self) -> None:
        """Write the rows held so far, so that statements of the act see them."""
        for name in _SHELVES:
            if name in self.__dict__:
                self.__dict__[name].save()

    def read_again(self, *names: str) -> None:
        """Forget what was read under these names: statements of the act have changed it."""
        for name in names:
            self.__dict__.pop(name, None)

    def _save_case(self) -> None:
        version = self.case.version
        self.case.version = version + 1
        now = _columns(self.case)
        pairs = zip(_NAMES, now, self._was, strict=True)
        changed = {name: new for name, new, old in pairs if new != old}
        done = self.connection.execute(
            updating(tables.case, frozenset(changed), "version"),
            {
                "row_id": self.case.id,
                "own_version": version,
                **{f"new_{name}": new for name, new in changed.items()},
            },
        )
        if done.rowcount != 1:
            raise RuntimeError(f"case {self.case.id}: another act wrote version {version}")
        self._was = now


_NAMES = tuple(f.name for f in dataclasses.fields(CaseRow))
_columns = attrgetter(*_NAMES)
_SHELVES = ("parties", "facts", "tasks", "deadlines", "effects", "filings", "notices")
_KEEP_STATE = insert(tables.kept_state)
