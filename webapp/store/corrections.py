"""What the forms of corrections read: facts, steps that were done, terms and papers of one case.

Every query is walled by the municipality; a row of another one is not there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, Table, and_, select
from sqlalchemy.orm import Session

from webapp.domain.numbering import search_key
from webapp.store.tables import (
    case_fact,
    case_party,
    deadline,
    filing,
    person,
    task,
    user_account,
)


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A version of a fact; `party` is the name of whose it is, empty when it is of the case."""

    id: int
    name: str
    about: str
    party_id: int | None
    party: str
    value: str
    in_force: bool


def facts(session: Session, municipality_id: int, case_id: int) -> list[KnownFact]:
    """The facts of a case that are in force, in the order in which they became known."""
    found = session.execute(
        _facts(municipality_id, case_id)
        .where(case_fact.c.superseded_by.is_(None), case_fact.c.undone_by.is_(None))
        .order_by(case_fact.c.id)
    )
    return [_fact(row) for row in found]


def fact(session: Session, municipality_id: int, case_id: int, fact_id: int) -> KnownFact | None:
    """One version of a fact of the case, in force or not."""
    row = session.execute(
        _facts(municipality_id, case_id).where(case_fact.c.id == fact_id)
    ).one_or_none()
    return _fact(row) if row else None


def _facts(municipality_id: int, case_id: int) -> Select[Any]:
    return _with_party(case_fact).where(
        case_fact.c.municipality_id == municipality_id, case_fact.c.case_id == case_id
    )


def _with_party(table: Table) -> Select[Any]:
    """The rows of a table with the name of the party that each is about, if any."""
    mine = table.c.municipality_id
    return (
        select(table, person.c.name.label("party"))
        .outerjoin(
            case_party,
            and_(case_party.c.id == table.c.party_id, case_party.c.municipality_id == mine),
        )
        .outerjoin(
            person, and_(person.c.id == case_party.c.person_id, person.c.municipality_id == mine)
        )
    )


def _fact(row: Row[Any]) -> KnownFact:
    return KnownFact(
        id=row.id,
        name=row.name,
        about=row.about,
        party_id=row.party_id,
        party=row.party or "",
        value=row.value,
        in_force=row.superseded_by is None and row.undone_by is None,
    )


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the registry; what is not known is empty."""

    id: int
    name: str
    cpf: str
    address: str


def persons(session: Session, municipality_id: int, ids: Iterable[int]) -> dict[int, Person]:
    """People of the registry by id."""
    found = session.execute(
        select(person.c.id, person.c.name, person.c.cpf, person.c.address).where(
            person.c.municipality_id == municipality_id, person.c.id.in_(list(ids))
        )
    )
    return {row.id: Person(row.id, row.name, row.cpf or "", row.address or "") for row in found}


def same_name(one: str, other: str) -> bool:
    """Whether two names read the same, but for accents, case and punctuation."""
    return search_key(one) == search_key(other)


@dataclass(frozen=True, slots=True)
class DoneStep:
    """A step that a person completed: by whom, and when."""

    task_id: int
    name: str
    by: str
    at: datetime


def done_steps(
    session: Session, municipality_id: int, case_id: int, task_ids: Sequence[int]
) -> dict[int, DoneStep]:
    """Completed steps of the case, by the id of the task."""
    rows = session.execute(
        select(task.c.id, task.c.name, user_account.c.name.label("by"), task.c.closed_at)
        .outerjoin(
            user_account,
            and_(
                user_account.c.id == task.c.closed_by,
                user_account.c.municipality_id == task.c.municipality_id,
            ),
        )
        .where(
            task.c.municipality_id == municipality_id,
            task.c.case_id == case_id,
            task.c.id.in_(task_ids),
        )
    )
    return {row.id: DoneStep(row.id, row.name, row.by or "", row.closed_at) for row in rows}


@dataclass(frozen=True, slots=True)
class KnownTerm:
    """A round of a term. `is_asked`: somebody decides on its last day, and nobody counts it."""

    id: int
    label: str
    party: str
    is_asked: bool
    state: str
    reference: date | None
    last_day: date | None
    article: str

    @property
    def counts_from(self) -> date | None:
        """The day that «Reabrir prazo» replaces."""
        return self.last_day if self.is_asked else self.reference


def term(session: Session, municipality_id: int, case_id: int, term_id: int) -> KnownTerm | None:
    """A term of a step of the case, in force or counted again since."""
    row = session.execute(
        _with_party(deadline).where(
            deadline.c.municipality_id == municipality_id,
            deadline.c.case_id == case_id,
            deadline.c.id == term_id,
            deadline.c.kind == "engine",
        )
    ).one_or_none()
    if row is None:
        return None
    return KnownTerm(
        id=row.id,
        label=row.rule_snapshot.get("label", row.key),
        party=row.party or "",
        is_asked=row.rule_snapshot["starts"] == "asked",
        state=row.state,
        reference=row.reference_date,
        last_day=row.last_day,
        article=row.article or "",
    )


@dataclass(frozen=True, slots=True)
class KnownPaper:
    """A paper received in the case; `stands` until it was made of no effect."""

    id: int
    number: str
    kind: str
    presenter: str
    party: str
    paper_on: date
    stands: bool


def paper(session: Session, municipality_id: int, case_id: int, paper_id: int) -> KnownPaper | None:
    """A paper of the case."""
    row = session.execute(
        _with_party(filing).where(
            filing.c.municipality_id == municipality_id,
            filing.c.case_id == case_id,
            filing.c.id == paper_id,
        )
    ).one_or_none()
    if row is None:
        return None
    return KnownPaper(
        id=row.id,
        number=row.number,
        kind=row.kind,
        presenter=row.presenter,
        party=row.party or "",
        paper_on=row.paper_on,
        stands=row.undone_by is None,
    )
