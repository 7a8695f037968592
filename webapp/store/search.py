"""Finding cases by what people remember of them: number, document, name, CPF, plate."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, CompoundSelect, Select, and_, false, func, or_, select, true
from sqlalchemy.orm import Session

from webapp.store import interested, names
from webapp.store.tables import case, case_party, filing, person, piece, task, vehicle


class Clue(Protocol):
    """What leads to cases of one municipality."""

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        """The condition that a row of `case` meets."""


@dataclass(frozen=True, slots=True)
class Everything:
    """No clue: every case."""

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return true()


# Stands in a number for a year that nobody told.
ANY_YEAR: Final = "____"


@dataclass(frozen=True, slots=True)
class CaseNumber:
    """The normal form of a case's number; ANY_YEAR may stand for its year."""

    key: str

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return _is(case.c.number_key, self.key)


@dataclass(frozen=True, slots=True)
class DocumentNumber:
    """The normal form of a document's number, and the kinds of documents that are meant."""

    key: str
    kinds: frozenset[str]

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return case.c.id.in_(
            select(piece.c.case_id).where(
                piece.c.municipality_id == municipality_id,
                _is(piece.c.number_key, self.key),
                piece.c.kind.in_(sorted(self.kinds)),
            )
        )


@dataclass(frozen=True, slots=True)
class Receipt:
    """The number under which a paper was received, as the protocol writes it."""

    number: str

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return case.c.id.in_(
            select(filing.c.case_id).where(
                filing.c.municipality_id == municipality_id, _is(filing.c.number, self.number)
            )
        )


@dataclass(frozen=True, slots=True)
class Plate:
    """The key of a plate, the same for both of its spellings."""

    key: str

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return case.c.vehicle_id.in_(self.vehicles(municipality_id))

    def vehicles(self, municipality_id: int) -> Select[Any]:
        """The id of the vehicle that bears it."""
        return select(vehicle.c.id).where(
            vehicle.c.municipality_id == municipality_id, vehicle.c.plate_key == self.key
        )


@dataclass(frozen=True, slots=True)
class Cpf:
    """The digits of a party's CPF."""

    digits: str

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return _with_person(municipality_id, self.people(municipality_id))

    def people(self, municipality_id: int) -> Select[Any]:
        """The id of the person who has it."""
        return _people(municipality_id).where(person.c.cpf == self.digits)


@dataclass(frozen=True, slots=True)
class Cnpj:
    """The fourteen signs of a party's CNPJ."""

    signs: str

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return _with_person(municipality_id, self.people(municipality_id))

    def people(self, municipality_id: int) -> Select[Any]:
        """The id of the company that has it."""
        return _people(municipality_id).where(person.c.cnpj == self.signs)


@dataclass(frozen=True, slots=True)
class Name:
    """Words in normal form; in the name of a party a word begins with each of them, in any order.
    None finds nobody."""

    words: tuple[str, ...]

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return _with_person(municipality_id, self.people(municipality_id))

    def people(self, municipality_id: int) -> Select[Any] | CompoundSelect[Any]:
        """The ids of those who are called so."""
        return names.called(municipality_id, self.words)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Several clues, of which one is enough."""

    clues: tuple[Clue, ...]

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        return or_(false(), *(clue.leads_to(municipality_id) for clue in self.clues))


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case as lists show it. `step` is the open task that ends first."""

    id: int
    number: str
    subject: str
    opened_at: datetime
    ended_at: datetime | None
    outcome: str | None
    plate: str | None
    step: str | None
    party: str | None
    cpf: str | None
    others: int


def find(
    session: Session, municipality_id: int, clue: Clue, limit: int, offset: int = 0
) -> list[CaseRow]:
    """A page of the cases that the clue leads to, the newest first."""
    statement = _listed(municipality_id, clue).limit(limit).offset(offset)
    return [CaseRow(**row._mapping) for row in session.execute(statement)]


def export(
    session: Session, municipality_id: int, clue: Clue, limit: int
) -> Generator[CaseRow, None, None]:
    """The list from its top, read as it is consumed. Close it when not all of it is read."""
    in_parts = _listed(municipality_id, clue).limit(limit).execution_options(yield_per=500)
    with session.execute(in_parts) as found:
        for row in found:
            yield CaseRow(**row._mapping)


def count(session: Session, municipality_id: int, clue: Clue) -> int:
    """How many cases the clue leads to."""
    statement = select(func.count()).select_from(case).where(*_led_to(municipality_id, clue))
    return session.execute(statement).scalar_one()


def _listed(municipality_id: int, clue: Clue) -> Select[Any]:
    newest = (case.c.opened_at.desc(), case.c.id.desc())
    return _cases().where(*_led_to(municipality_id, clue)).order_by(*newest)


def _cases() -> Select[Any]:
    source = interested.with_first_party(
        case.outerjoin(
            vehicle,
            and_(
                vehicle.c.id == case.c.vehicle_id,
                vehicle.c.municipality_id == case.c.municipality_id,
            ),
        )
    )
    step = (
        select(task.c.name)
        .where(task.c.case_id == case.c.id, task.c.closed_at.is_(None))
        .order_by(task.c.due_day.asc().nulls_last(), task.c.id)
        .limit(1)
        .correlate(case)
        .scalar_subquery()
    )
    return select(
        case.c.id,
        case.c.number,
        case.c.subject,
        case.c.opened_at,
        case.c.ended_at,
        case.c.outcome,
        vehicle.c.plate,
        step.label("step"),
        *interested.columns(),
    ).select_from(source)


def _led_to(municipality_id: int, clue: Clue) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return case.c.municipality_id == municipality_id, clue.leads_to(municipality_id)


def _is(column: ColumnElement[Any], number: str) -> ColumnElement[bool]:
    return column.like(number) if ANY_YEAR in number else column == number


def _people(municipality_id: int) -> Select[Any]:
    return select(person.c.id).where(person.c.municipality_id == municipality_id)


def _with_person(
    municipality_id: int, who: Select[Any] | CompoundSelect[Any]
) -> ColumnElement[bool]:
    party = case_party.c.municipality_id == municipality_id, case_party.c.person_id.in_(who)
    return case.c.id.in_(select(case_party.c.case_id).where(*party))
