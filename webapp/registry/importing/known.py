"""What a registry has already, by what files call it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row, Table, func, select
from sqlalchemy.orm import Session

from webapp.store.tables import permit, permit_link, person, stand, vehicle


@dataclass(frozen=True, slots=True)
class Span:
    """A link of a permit, in the registry or on a line: who or what, from when to when."""

    permit: str
    role: str
    to: str
    from_day: date
    to_day: date | None
    where: str


@dataclass(frozen=True, slots=True)
class Known:
    """Ids by CPF or CNPJ, key of the plate, key of a stand's name, key of a permit's number; of
    permits, from when to when they hold; and the links there are."""

    people: dict[str, int]
    vehicles: dict[str, int]
    stands: dict[str, int]
    permits: dict[str, int]
    terms: dict[str, tuple[date, date | None]]
    links: tuple[Span, ...]


def known(session: Session, municipality_id: int) -> Known:
    """Everything there is, read once: an import asks of each line whether it is there."""
    people = _ids(session, municipality_id, person, func.coalesce(person.c.cpf, person.c.cnpj))
    permits = _rows(session, municipality_id, permit, permit.c.number_key)
    return Known(
        people=people,
        vehicles=_ids(session, municipality_id, vehicle, vehicle.c.plate_key),
        stands=_ids(session, municipality_id, stand, stand.c.name_key),
        permits={row.key: row.id for row in permits},
        terms={row.key: (row.from_day, row.to_day) for row in permits},
        links=tuple(_links(session, municipality_id)) if permits else (),
    )


def _rows(session: Session, municipality_id: int, table: Table, key: Any) -> list[Row[Any]]:
    mine = table.c.municipality_id == municipality_id, key.is_not(None)
    statement = select(table, key.label("key")).where(*mine).order_by(table.c.id)
    return list(session.execute(statement))


def _ids(session: Session, municipality_id: int, table: Table, key: Any) -> dict[str, int]:
    mine = table.c.municipality_id == municipality_id, key.is_not(None)
    rows = session.execute(select(table.c.id, key.label("key")).where(*mine).order_by(table.c.id))
    return {row.key: row.id for row in rows}


def _links(session: Session, municipality_id: int) -> Iterable[Span]:
    link = permit_link
    to = func.coalesce(person.c.cpf, person.c.cnpj, vehicle.c.plate_key, stand.c.name_key, "")
    rows = session.execute(
        select(permit.c.number_key, link.c.role, to.label("to"), link.c.from_day, link.c.to_day)
        .select_from(link.join(permit, permit.c.id == link.c.permit_id))
        .outerjoin(person, person.c.id == link.c.person_id)
        .outerjoin(vehicle, vehicle.c.id == link.c.vehicle_id)
        .outerjoin(stand, stand.c.id == link.c.stand_id)
        .where(link.c.municipality_id == municipality_id)
    )
    return (Span(r.number_key, r.role, r.to, r.from_day, r.to_day, "no cadastro") for r in rows)
