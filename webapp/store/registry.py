"""What the registry knows of a vehicle, for whoever stands before it in the street."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import Session

from webapp.domain.identifiers import plate_key
from webapp.store.dated import holds_on
from webapp.store.tables import permit, permit_link, person, vehicle


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody as the registry knows them."""

    name: str
    cpf: str | None
    cnh: str | None
    address: str | None
    phone: str | None


@dataclass(frozen=True, slots=True)
class Registered:
    """A vehicle with the permit it serves on a day, that permit's holder, and the auxiliary bound
    to it, where there are."""

    plate: str
    model: str | None
    colour: str | None
    year: int | None
    renavam: str | None
    permit: str | None
    permit_until: date | None
    holder: Known | None
    auxiliary: Known | None


def by_plate(session: Session, municipality_id: int, plate: str, on: date) -> Registered | None:
    """The vehicle of a plate in either spelling, as the registry knew it on a day."""
    row = session.execute(
        _with_people(on).where(
            vehicle.c.municipality_id == municipality_id,
            vehicle.c.plate_key == plate_key(plate),
        )
    ).one_or_none()
    if row is None:
        return None
    own, two = row[:_OWN], len(_PERSON)
    people = (row[_OWN : _OWN + two], row[_OWN + two :])
    return Registered(*own, *(Known(*one) if one[0] is not None else None for one in people))


def _with_people(on: date) -> Select[Any]:
    """Vehicles, the last permit that each serves on a day, and who is bound to it."""
    serves, held, bound = (permit_link.alias(name) for name in ("serves", "held", "bound"))
    second = person.alias("second")
    return (
        _columns(second)
        .outerjoin(serves, and_(serves.c.vehicle_id == vehicle.c.id, holds_on(serves, on)))
        .outerjoin(permit, and_(permit.c.id == serves.c.permit_id, holds_on(permit, on)))
        .outerjoin(held, _of_permit(held, "titular", on))
        .outerjoin(person, person.c.id == held.c.person_id)
        .outerjoin(bound, _of_permit(bound, "auxiliar", on))
        .outerjoin(second, second.c.id == bound.c.person_id)
        .order_by(permit.c.id.is_(None), serves.c.id.desc(), held.c.id.desc(), bound.c.id.desc())
        .limit(1)
    )


_VEHICLE = ("plate", "model", "colour", "year", "renavam")
_PERSON = ("name", "cpf", "cnh", "address", "phone")
_OWN = len(_VEHICLE) + 2  # the permit and its last day


def _columns(second: Any) -> Select[Any]:
    """As `Registered` has them: the vehicle's, the permit's, the holder's, the auxiliary's."""
    return select(
        *(vehicle.c[name] for name in _VEHICLE),
        permit.c.number,
        permit.c.to_day,
        *(one.c[name] for one in (person, second) for name in _PERSON),
    )


def _of_permit(link: Any, role: str, on: date) -> Any:
    return and_(link.c.permit_id == permit.c.id, link.c.role == role, holds_on(link, on))
