"""What stands with people, vehicles and stands on a day: what the registry has of them, what is
final against them, and the cases they are in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from webapp.domain.identifiers import plate_key
from webapp.store.dated import holds_on
from webapp.store.tables import (
    case,
    case_party,
    certificate,
    fine,
    inspection,
    permit,
    permit_link,
    person,
    points_entry,
    restriction,
    stand,
    vehicle,
)


@dataclass(frozen=True, slots=True)
class About:
    """A clue that leads to the cases of people as parties, and to those of a vehicle."""

    person_ids: tuple[int, ...]
    vehicle_id: int | None = None

    def leads_to(self, municipality_id: int) -> ColumnElement[bool]:
        party = case_party.c.municipality_id == municipality_id
        of_people = select(case_party.c.case_id).where(
            party, case_party.c.person_id.in_(self.person_ids), case_party.c.attorney_of.is_(None)
        )
        return or_(case.c.id.in_(of_people), case.c.vehicle_id == self.vehicle_id)


@dataclass(frozen=True, slots=True)
class Against:
    """What is final against people by a day and was not taken back, oldest fact first."""

    fines: Sequence[Row[Any]]
    restrictions: Sequence[Row[Any]]
    points: Sequence[Row[Any]]


def one_person(session: Session, municipality_id: int, person_id: int) -> Row[Any] | None:
    """Somebody as the registry has them."""
    mine = person.c.municipality_id == municipality_id, person.c.id == person_id
    return session.execute(select(person).where(*mine)).one_or_none()


def one_vehicle(session: Session, municipality_id: int, vehicle_id: int) -> Row[Any] | None:
    """A vehicle as the registry has it."""
    mine = vehicle.c.municipality_id == municipality_id, vehicle.c.id == vehicle_id
    return session.execute(select(vehicle).where(*mine)).one_or_none()


def person_id(session: Session, municipality_id: int, number: str) -> int | None:
    """The person of a CPF (11 digits) or the company of a CNPJ (14)."""
    column = person.c.cpf if len(number) == 11 else person.c.cnpj
    mine = select(person.c.id).where(person.c.municipality_id == municipality_id, column == number)
    return session.execute(mine).scalar_one_or_none()


def vehicle_id(session: Session, municipality_id: int, plate: str) -> int | None:
    """The vehicle of a plate in either spelling."""
    mine = vehicle.c.municipality_id == municipality_id, vehicle.c.plate_key == plate_key(plate)
    return session.execute(select(vehicle.c.id).where(*mine)).scalar_one_or_none()


def stands(session: Session, municipality_id: int, on: date) -> Sequence[Row[Any]]:
    """The stands that exist on a day by name, each with how many permits in force it has."""
    return session.execute(
        _stands(on)
        .where(stand.c.municipality_id == municipality_id, holds_on(stand, on))
        .order_by(stand.c.name_key)
    ).all()


def one_stand(session: Session, municipality_id: int, stand_id: int, on: date) -> Row[Any] | None:
    """A stand, as `stands` gives it, whether or not it exists on the day."""
    mine = stand.c.municipality_id == municipality_id, stand.c.id == stand_id
    return session.execute(_stands(on).where(*mine)).one_or_none()


def _stands(on: date) -> Select[Any]:
    taken = (
        select(func.count())
        .select_from(permit_link.join(permit, permit.c.id == permit_link.c.permit_id))
        .where(
            permit_link.c.stand_id == stand.c.id, holds_on(permit_link, on), holds_on(permit, on)
        )
        .correlate(stand)
        .scalar_subquery()
    )
    return select(stand, taken.label("taken"))


def against(session: Session, municipality_id: int, person_ids: Iterable[int], on: date) -> Against:
    """Fines, restrictions and points of each of the people; each row has its case's `number`."""
    who = tuple(person_ids)

    def rows(table: Any) -> Sequence[Row[Any]]:
        return session.execute(
            select(table, case.c.number)
            .join(case, case.c.id == table.c.case_id)
            .where(
                table.c.municipality_id == municipality_id,
                table.c.person_id.in_(who),
                table.c.cancelled_by.is_(None),
                table.c.final_on <= on,
            )
            .order_by(table.c.fact_on, table.c.id)
        ).all()

    return Against(rows(fine), rows(restriction), rows(points_entry))


def documents(
    session: Session, municipality_id: int, column: str, owner_id: int, on: date
) -> Sequence[Row[Any]]:
    """The documents shown up to a day, the last one first; `column` names whose: `person_id`."""
    shown = certificate.c.municipality_id == municipality_id, certificate.c.presented_on <= on
    newest = certificate.c.presented_on.desc(), certificate.c.id.desc()
    mine = certificate.c[column] == owner_id
    return session.execute(select(certificate).where(*shown, mine).order_by(*newest)).all()


def inspections(
    session: Session, municipality_id: int, vehicle_id: int, on: date
) -> Sequence[Row[Any]]:
    """The inspections of a vehicle up to a day, the last one first."""
    done = inspection.c.municipality_id == municipality_id, inspection.c.on_day <= on
    newest = inspection.c.on_day.desc(), inspection.c.id.desc()
    mine = inspection.c.vehicle_id == vehicle_id
    return session.execute(select(inspection).where(*done, mine).order_by(*newest)).all()


def ties(
    session: Session, municipality_id: int, column: str, to_id: int, on: date
) -> Sequence[Row[Any]]:
    """The permits that a person, vehicle or stand was bound to up to a day, the last one first:
    the link with the permit's `number`, `kind`, `ends` and `why`. `column`: «vehicle_id»."""
    link = permit_link
    ended = permit.c.to_day.label("ends"), permit.c.end_reason.label("why")
    return session.execute(
        select(link, permit.c.number, permit.c.kind, *ended)
        .join(permit, permit.c.id == link.c.permit_id)
        .where(
            permit.c.municipality_id == municipality_id,
            link.c[column] == to_id,
            link.c.from_day <= on,
        )
        .order_by(link.c.from_day.desc(), link.c.id.desc())
    ).all()


def at_stands(session: Session, municipality_id: int, on: date) -> dict[int, list[Any]]:
    """The permits in force at each stand on a day, by stand, with id, number and holder."""
    at, held = permit_link.alias("at"), permit_link.alias("held")
    holds = held.c.permit_id == permit.c.id, held.c.role == "titular", holds_on(held, on)
    rows = session.execute(
        select(at.c.stand_id, permit.c.id, permit.c.number, person.c.name.label("holder"))
        .select_from(
            at.join(permit, permit.c.id == at.c.permit_id)
            .outerjoin(held, and_(*holds))
            .outerjoin(person, person.c.id == held.c.person_id)
        )
        .where(
            permit.c.municipality_id == municipality_id,
            at.c.stand_id.is_not(None),
            holds_on(at, on),
            holds_on(permit, on),
        )
        .order_by(permit.c.number_key)
    )
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.stand_id, []).append(row)
    return found
