"""What is about to expire of the permits in force: documents, licences, inspections, ages."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Integer,
    Select,
    Subquery,
    and_,
    cast,
    exists,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from webapp.store.dated import holds_on
from webapp.store.tables import certificate, inspection, permit, permit_link, person, vehicle

AGE, LICENCE, PERMIT = "idade", "cnh", "autorizacao"


def due(
    session: Session,
    municipality_id: int,
    on: date,
    last: date,
    *,
    oldest: int | None = None,
    permit_id: int | None = None,
) -> list[Any]:
    """What is good up to a day not later than `last`, expired or not, of the permits in force
    `on` a day, or of one of them; by last day.

    Each row has `kind` (a key of `validades`; AGE for a vehicle made in the year `oldest` or
    before, which has no `last_day` but its `year`), `subject` (pessoa, veiculo, autorizacao),
    `subject_id`, `name`, `last_day`, `year`, `permit_id`, `number`.
    """
    ties = _ties(municipality_id, on, permit_id)
    parts = union_all(*_parts(ties, on, last, oldest)).subquery()
    return list(session.execute(select(parts).order_by(parts.c.last_day, parts.c.number)))


def _ties(municipality_id: int, on: date, permit_id: int | None) -> Subquery:
    """Who and what serves under the permits in force."""
    link = permit_link
    mine = [permit.c.municipality_id == municipality_id, holds_on(permit, on), holds_on(link, on)]
    if permit_id is not None:
        mine.append(permit.c.id == permit_id)
    return (
        select(permit.c.id, permit.c.number, link.c.person_id, link.c.vehicle_id)
        .join(link, link.c.permit_id == permit.c.id)
        .where(*mine, or_(link.c.person_id.is_not(None), link.c.vehicle_id.is_not(None)))
        .subquery("ties")
    )


def _parts(ties: Subquery, on: date, last: date, oldest: int | None) -> Iterator[Select[Any]]:
    c, i = certificate.c, inspection.c
    of_people, of_vehicles = person.c.id == ties.c.person_id, vehicle.c.id == ties.c.vehicle_id
    good = and_(c.expires_on <= last, c.presented_on <= on)
    people = _of(ties, c.kind, "pessoa", c.person_id, person.c.name, c.expires_on)
    yield (
        people.join(person, of_people)
        .join(certificate, c.person_id == person.c.id)
        .where(good, _last_of(certificate, "person_id", "presented_on", on))
    )
    vehicles = _of(ties, c.kind, "veiculo", c.vehicle_id, vehicle.c.plate, c.expires_on)
    yield (
        vehicles.join(vehicle, of_vehicles)
        .join(certificate, c.vehicle_id == vehicle.c.id)
        .where(good, _last_of(certificate, "vehicle_id", "presented_on", on))
    )
    inspected = _of(ties, i.kind, "veiculo", i.vehicle_id, vehicle.c.plate, i.valid_until)
    yield (
        inspected.join(vehicle, of_vehicles)
        .join(inspection, i.vehicle_id == vehicle.c.id)
        .where(i.valid_until <= last, i.on_day <= on)
        .where(_last_of(inspection, "vehicle_id", "on_day", on))
    )
    yield (
        _of(ties, LICENCE, "pessoa", person.c.id, person.c.name, person.c.cnh_until)
        .join(person, of_people)
        .where(person.c.cnh_until <= last)
    )
    yield from _of_permits(ties, on, last)
    if oldest is not None:
        aged = _of(ties, AGE, "veiculo", vehicle.c.id, vehicle.c.plate, None, vehicle.c.year)
        yield aged.join(vehicle, of_vehicles).where(vehicle.c.year <= oldest)


def _of_permits(ties: Subquery, on: date, last: date) -> Iterator[Select[Any]]:
    """The permits' own documents and last days, once each."""
    c, number = certificate.c, ties.c.number
    good = and_(c.expires_on <= last, c.presented_on <= on)
    documents = _of(ties, c.kind, "autorizacao", c.permit_id, number, c.expires_on)
    yield (
        documents.join(certificate, c.permit_id == ties.c.id)
        .where(good, _last_of(certificate, "permit_id", "presented_on", on))
        .distinct()
    )
    own = _of(ties, PERMIT, "autorizacao", permit.c.id, number, permit.c.to_day)
    yield own.join(permit, permit.c.id == ties.c.id).where(permit.c.to_day <= last).distinct()


def _of(
    ties: Subquery, kind: Any, subject: str, subject_id: Any, name: Any, last: Any, year: Any = None
) -> Select[Any]:
    return select(
        (literal(kind) if isinstance(kind, str) else kind).label("kind"),
        literal(subject).label("subject"),
        subject_id.label("subject_id"),
        name.label("name"),
        (cast(null(), Date) if last is None else last).label("last_day"),
        (cast(null(), Integer) if year is None else year).label("year"),
        ties.c.id.label("permit_id"),
        ties.c.number.label("number"),
    ).select_from(ties)


def _last_of(table: Any, owner: str, day: str, on: date) -> ColumnElement[bool]:
    """Whether no row of the same owner and kind is later by a day."""
    later = table.alias()
    same = later.c[owner] == table.c[owner], later.c.kind == table.c.kind, later.c[day] <= on
    after = or_(
        later.c[day] > table.c[day],
        and_(later.c[day] == table.c[day], later.c.id > table.c.id),
    )
    return ~exists().where(*same, after)
