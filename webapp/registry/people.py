"""Finding people and vehicles in the registry, and entering those it lacks."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import Row, bindparam, insert, select, update
from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.numbering import search_key
from webapp.store import names
from webapp.store.database import Database
from webapp.store.dated import holds_on
from webapp.store.tables import permit, permit_link, person, vehicle

_KNOWN = select(person).where(person.c.id == bindparam("person"))


def person_of(session: Session, municipality_id: int, typed: Mapping[str, Any]) -> int:
    """The person typed in a form: found by CPF, else entered. Returns the id.

    `typed` has `nome` and where known `cpf, cnh, endereco, telefone`. What the registry lacked
    is added; what it has is kept, because a notice typed in the street corrects nobody.
    """
    cpf = typed.get("cpf")
    found = None
    if cpf:
        found = session.execute(
            select(person).where(person.c.municipality_id == municipality_id, person.c.cpf == cpf)
        ).one_or_none()
    if found is None:
        return _enter_person(session, municipality_id, typed)
    _complete(session, found, typed)
    return int(found.id)


def name_of(session: Session, municipality_id: int, cpf: str) -> str | None:
    """The name under which the registry knows a CPF (11 digits)."""
    return session.execute(
        select(person.c.name).where(
            person.c.municipality_id == municipality_id, person.c.cpf == cpf
        )
    ).scalar_one_or_none()


def known(session: Database, person_id: int) -> Row[Any]:
    """A person of the registry."""
    return session.execute(_KNOWN, {"person": person_id}).one()


def _enter_person(session: Session, municipality_id: int, typed: Mapping[str, Any]) -> int:
    statement = insert(person).values(
        municipality_id=municipality_id,
        cpf=typed.get("cpf"),
        name=typed["nome"],
        name_key=search_key(typed["nome"])[:200],
        cnh=typed.get("cnh"),
        address=typed.get("endereco"),
        phone=typed.get("telefone"),
    )
    person_id = int(session.execute(statement.returning(person.c.id)).scalar_one())
    names.keep(session, municipality_id, person_id, typed["nome"])
    return person_id


def _complete(session: Session, known: Row[Any], typed: Mapping[str, Any]) -> None:
    columns = {"cnh": "cnh", "endereco": "address", "telefone": "phone"}
    missing = {
        column: typed[part]
        for part, column in columns.items()
        if typed.get(part) and not getattr(known, column)
    }
    if missing:
        session.execute(update(person).where(person.c.id == known.id).values(**missing))


def vehicle_of(session: Session, municipality_id: int, typed: Mapping[str, Any]) -> int:
    """The vehicle typed in a form, found by plate in either spelling, else entered."""
    found = session.execute(
        select(vehicle.c.id).where(
            vehicle.c.municipality_id == municipality_id,
            vehicle.c.plate_key == identifiers.plate_key(typed["placa"]),
        )
    ).scalar_one_or_none()
    if found is not None:
        return int(found)
    statement = insert(vehicle).values(
        municipality_id=municipality_id,
        plate=typed["placa"],
        plate_key=identifiers.plate_key(typed["placa"]),
        model=typed.get("marca_modelo"),
        colour=typed.get("cor"),
        year=typed.get("ano"),
        renavam=typed.get("renavam"),
    )
    return int(session.execute(statement.returning(vehicle.c.id)).scalar_one())


def permit_of_vehicle(session: Session, vehicle_id: int, on: date) -> int | None:
    """The permit that the vehicle serves on a day."""
    link = permit_link
    return session.execute(
        select(link.c.permit_id)
        .join(permit, permit.c.id == link.c.permit_id)
        .where(link.c.vehicle_id == vehicle_id, holds_on(link, on), holds_on(permit, on))
        .order_by(link.c.id.desc())
        .limit(1)
    ).scalar_one_or_none()


def holder_of(session: Session, permit_id: int, on: date) -> int | None:
    """The person who holds the permit on a day."""
    link = permit_link
    return session.execute(
        select(link.c.person_id)
        .where(link.c.permit_id == permit_id, link.c.role == "titular", holds_on(link, on))
        .order_by(link.c.id.desc())
        .limit(1)
    ).scalar_one_or_none()


def is_linked(session: Session, person_id: int, on: date) -> bool:
    """Whether a person holds a permit or works under one on a day."""
    link = permit_link
    found = session.execute(
        select(link.c.id).where(link.c.person_id == person_id, holds_on(link, on)).limit(1)
    )
    return found.scalar_one_or_none() is not None
