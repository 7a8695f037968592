"""What the registry knows of a vehicle, for whoever stands before it in the street."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import Session

from webapp.domain.identifiers import plate_key
from webapp.store.tables import permit, permit_link, person, vehicle


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
    holder: str | None
    cpf: str | None
    cnh: str | None
    address: str | None
    phone: str | None
    auxiliary: str | None = None
    auxiliary_cpf: str | None = None
    auxiliary_cnh: str | None = None
    auxiliary_address: str | None = None
    auxiliary_phone: str | None = None


def by_plate(session: Session, municipality_id: int, plate: str, on: date) -> Registered | None:
    """The vehicle of a plate in either spelling, as the registry knew it on a day."""
    row = session.execute(
        _with_people(on).where(
            vehicle.c.municipality_id == municipality_id,
            vehicle.c.plate_key == plate_key(plate),
        )
    ).one_or_none()
    return Registered(**row._mapping) if row else None


def _with_people(on: date) -> Select[Any]:
    """Vehicles, the last permit that each serves on a day, and who is bound to it."""
    serves, held, bound = (permit_link.alias(name) for name in ("serves", "held", "bound"))
    second = person.alias("second")
    return (
        _columns(second)
        .outerjoin(serves, and_(serves.c.vehicle_id == vehicle.c.id, *_valid(serves, on)))
        .outerjoin(permit, and_(permit.c.id == serves.c.permit_id, *_valid(permit, on)))
        .outerjoin(held, _of_permit(held, "titular", on))
        .outerjoin(person, person.c.id == held.c.person_id)
        .outerjoin(bound, _of_permit(bound, "auxiliar", on))
        .outerjoin(second, second.c.id == bound.c.person_id)
        .order_by(permit.c.id.is_(None), serves.c.id.desc(), held.c.id.desc(), bound.c.id.desc())
        .limit(1)
    )


def _columns(second: Any) -> Select[Any]:
    return select(
        *(vehicle.c[name] for name in ("plate", "model", "colour", "year", "renavam")),
        permit.c.number.label("permit"),
        permit.c.to_day.label("permit_until"),
        person.c.name.label("holder"),
        *(person.c[name] for name in _TOLD),
        second.c.name.label("auxiliary"),
        *(second.c[name].label(f"auxiliary_{name}") for name in _TOLD),
    )


def _of_permit(link: Any, role: str, on: date) -> Any:
    return and_(link.c.permit_id == permit.c.id, link.c.role == role, *_valid(link, on))


_TOLD = ("cpf", "cnh", "address", "phone")


def _valid(table: Any, on: date) -> tuple[Any, ...]:
    return (table.c.from_day <= on, or_(table.c.to_day.is_(None), table.c.to_day >= on))
