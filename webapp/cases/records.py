"""The rows an act holds in memory, and the shelf that writes back only what changed."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    Connection,
    Table,
    Update,
    bindparam,
    insert,
    update,
)
from sqlalchemy.sql.dml import ReturningInsert

OPEN_STATES = ("waiting_start", "running", "suspended")


@dataclass(slots=True)
class Record:
    """A row of a municipality."""

    id: int
    municipality_id: int


@dataclass(slots=True)
class CaseRow(Record):
    number: str
    process: str
    bundle_sha256: str
    state: str | None
    state_format: int
    version: int
    opened_at: datetime
    effective_at: datetime
    ended_at: datetime | None
    outcome: str | None
    subject: str
    subject_key: str
    vehicle_id: int | None
    permit_id: int | None
    held_until: date | None


@dataclass(slots=True)
class Party(Record):
    case_id: int
    person_id: int
    role: str
    from_day: date
    to_day: date | None
    attorney_of: int | None
    died_on: date | None = None


@dataclass(slots=True)
class Fact(Record):
    case_id: int
    name: str
    about: str
    party_id: int | None
    version: int
    value: str
    seq: int
    corrected_by: int | None = None
    reason_ref: int | None = None
    superseded_by: int | None = None
    undone_by: int | None = None


@dataclass(slots=True)
class Task(Record):
    """One opening of a step. kind: person | wait | call | row."""

    case_id: int
    kind: str
    engine_id: str | None
    clock_id: str | None
    process: str | None
    element: str
    name: str
    role: str | None
    form: str | None
    basis: str | None
    document: str | None
    about: str
    message: str | None
    key: str | None
    certifies: str | None
    opened_at: datetime
    opened_seq: int
    closed_at: datetime | None = None
    closed_seq: int | None = None
    closed_by: int | None = None
    closed_how: str | None = None
    due_day: date | None = None
    due_kind: str | None = None
    from_day: date | None = None
    assignee_id: int | None = None
    assigned_at: datetime | None = None
    draft: Any = None
    draft_at: datetime | None = None
    draft_by: int | None = None
    body: Any = None


@dataclass(slots=True)
class Deadline(Record):
    """The term of one step for one party, in one round of counting.

    An announced term hangs on a fact and on no step: it is shown, alerts, and never fires.
    """

    case_id: int
    task_id: int | None
    kind: str
    round: int
    key: str
    about: str
    party_id: int | None
    state: str
    rule_snapshot: Any
    article: str | None = None
    reference_date: date | None = None
    start_day: date | None = None
    last_day: date | None = None
    alternatives: Any = None
    fires_on: str = "default"
    due_at: datetime | None = None
    effective_at: datetime | None = None
    next_at: datetime | None = None
    attempts: int = 0
    lease_by: str | None = None
    carried_from: int | None = None
    ledger: Any = None

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    def supersede(self) -> None:
        """Another row takes the place of this one, or nothing is left to count."""
        self.state, self.next_at = "superseded", None

    @property
    def paper(self) -> str:
        """The kind of paper that meets it: that of its own name, unless the law's data says."""
        return str(self.rule_snapshot.get("paper", self.key))


@dataclass(slots=True)
class Effect(Record):
    """What a registered action did; a counter-entry points at what it reverses."""

    case_id: int
    kind: str
    about: str
    person_id: int | None
    cents: int
    body: Any
    action: str | None
    element: str | None
    inputs: Any
    effective_at: datetime
    seq: int
    reverses: int | None = None
    reversed_by: int | None = None

    @property
    def stands(self) -> bool:
        return self.reversed_by is None and self.reverses is None


@dataclass(slots=True)
class Filing(Record):
    """A paper received; `task_id` is the step that it was delivered to.

    `withdraws` is the paper that it gives up; `withdrawn_by` the event that homologated that.
    """

    case_id: int
    number: str
    kind: str
    party_id: int | None
    presenter: str
    means: str
    paper_on: date
    paper_time: str | None
    received_at: datetime
    received_by: int
    timeliness: str
    note: str | None
    seq: int
    task_id: int | None = None
    delivered_at: datetime | None = None
    delivered_seq: int | None = None
    undone_by: int | None = None
    withdraws: int | None = None
    withdrawn_by: int | None = None


@dataclass(slots=True)
class Notice(Record):
    """One attempt to notify one party of one act."""

    case_id: int
    about: str
    party_id: int
    attempt: int
    means: str
    address: str | None
    sent_on: date
    seq: int
    result: str | None = None
    result_on: date | None = None
    valid: bool | None = None
    reason: str | None = None
    undone_by: int | None = None


Row = TypeVar("Row", bound=Record)


@cache
def _inserting(table: Table) -> ReturningInsert[Any]:
    return insert(table).returning(table.c.id)


@cache
def updating(table: Table, names: frozenset[str], *unless: str) -> Update:
    """The row `row_id` gets `new_<name>` in each column, where `own_<name>` still stands in each
    column of `unless`."""
    new: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    own = [table.c[name] == bindparam(f"own_{name}") for name in unless]
    return update(table).where(table.c.id == bindparam("row_id"), *own).values(new)


def _defaults(kind: type[Record]) -> dict[str, Any]:
    given = dataclasses.fields(kind)
    return {f.name: f.default for f in given if f.default is not dataclasses.MISSING}


def _columns(kind: type[Record]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = tuple(f.name for f in dataclasses.fields(kind))
    return names, attrgetter(*names)


_COLUMNS = {kind: _columns(kind) for kind in Record.__subclasses__()}
_DEFAULTS = {kind: _defaults(kind) for kind in Record.__subclasses__()}


class Shelf(Generic[Row]):
    """The rows of one table that an act holds. `save` writes only the columns that changed.

    Statements are built once and go straight to the connection of the act's transaction.
    """

    def __init__(
        self,
        connection: Connection,
        table: Table,
        kind: type[Row],
        found: Sequence[Sequence[Any]],
    ) -> None:
        """`found`: the columns of each row as its kind has them, and any others behind."""
        self._connection, self._table, self._kind = connection, table, kind
        self._names, self._values = _COLUMNS[kind]
        own = len(self._names)
        columns = [tuple(row[:own]) for row in found]
        self.rows: list[Row] = [kind(*values) for values in columns]
        self._was = {row.id: values for row, values in zip(self.rows, columns, strict=True)}

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, **values: Any) -> Row:
        """Insert a row now: its id is needed by what points at it."""
        whole = {**_DEFAULTS[self._kind], **values}
        new_id = self._connection.execute(_inserting(self._table), whole).scalar_one()
        row = self._kind(id=new_id, **values)
        self.rows.append(row)
        self._was[row.id] = self._values(row)
        return row

    def get(self, row_id: int | None) -> Row | None:
        return next((row for row in self.rows if row.id == row_id), None)

    def drop(self, rows: Iterable[Row]) -> None:
        """Write the rows for the last time and hold them no longer."""
        gone = {row.id for row in rows}
        self._write([row for row in self.rows if row.id in gone])
        self.rows = [row for row in self.rows if row.id not in gone]

    def save(self) -> None:
        self._write(self.rows)

    def _write(self, rows: Iterable[Row]) -> None:
        for row in rows:
            before, after = self._was[row.id], self._values(row)
            if before == after:
                continue
            pairs = zip(self._names, before, after, strict=True)
            changed = {name: new for name, old, new in pairs if old != new}
            values = {f"new_{name}": new for name, new in changed.items()}
            statement = updating(self._table, frozenset(changed))
            self._connection.execute(statement, {"row_id": row.id, **values})
            self._was[row.id] = after
