"""A municipality of the demonstration, entered with its officials and its registry."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from webapp.cli.sample.cast import Cast, Driver, Official, Permit, Seat
from webapp.domain.competence import Actor, Membership
from webapp.laws import law
from webapp.registry.people import person_of, vehicle_of
from webapp.store import people
from webapp.store.tables import permit, permit_link

SINCE: Final = date(2025, 1, 2)
OPERATOR: Final = "operador"


@dataclass(slots=True)
class Town:
    """A municipality as it was entered: its id, and its officials by login."""

    id: int
    slug: str
    actors: Mapping[str, Actor] = field(default_factory=dict)


def found(session: Session, cast: Cast, password_hash: str, now: datetime) -> Town:
    """Enter a municipality with its officials and its registry."""
    own = law(cast.slug).municipality
    town_id = people.municipality_id(session, slug=cast.slug, name=own.name, uf=own.uf)
    town = Town(town_id, cast.slug)
    town.actors = {
        one.login: _employ(session, town, one, password_hash, now) for one in cast.officials
    }
    for one in cast.permits:
        _grant(session, town_id, cast, one)
    return town


def _employ(
    session: Session, town: Town, official: Official, password_hash: str, now: datetime
) -> Actor:
    user_id = people.add_account(
        session,
        municipality_id=town.id,
        login=official.login,
        name=official.name,
        password_hash=password_hash,
        registration=official.registration,
    )
    people.record_change(
        session, "user_added", municipality_id=town.id, user_id=user_id, actor=OPERATOR, now=now
    )
    held = tuple(_seat(session, town.id, user_id, seat, now) for seat in official.seats)
    return Actor(user_id, official.name, town.id, town.slug, held, official.registration)


def _seat(session: Session, town_id: int, user_id: int, seat: Seat, now: datetime) -> Membership:
    unit_id = people.unit_id(session, municipality_id=town_id, name=seat.unit)
    new = people.add_membership(
        session,
        municipality_id=town_id,
        user_id=user_id,
        role=seat.role,
        capacity=seat.capacity,
        from_day=SINCE,
        unit_id=unit_id,
        office=seat.office,
        appointed_by=seat.appointed_by,
    )
    people.record_change(
        session,
        "membership_added",
        municipality_id=town_id,
        user_id=user_id,
        actor=OPERATOR,
        now=now,
        membership=new,
        role=seat.role,
        **{"from": SINCE.isoformat()},
    )
    return Membership(new, seat.role, seat.capacity, unit_id, seat.office, seat.appointed_by)


def _grant(session: Session, town_id: int, cast: Cast, granted: Permit) -> None:
    """Enter a permit, its vehicle, its holder and its auxiliary."""
    act = cast.act.format(number=granted.number)
    since = {"from_day": cast.granted_on, "act": act}
    values = {"number": granted.number, "kind": cast.kind, **since}
    statement = insert(permit).values(municipality_id=town_id, **values).returning(permit.c.id)
    permit_id = session.execute(statement).scalar_one()
    car = {
        "placa": granted.plate,
        "marca_modelo": granted.model,
        "cor": granted.colour,
        "ano": granted.year,
    }
    links = [
        {"role": "titular", "person_id": _enter(session, town_id, granted.holder)},
        {"role": "veiculo", "vehicle_id": vehicle_of(session, town_id, car)},
    ]
    if granted.auxiliary:
        auxiliary = _enter(session, town_id, granted.auxiliary)
        links.append({"role": "auxiliar", "person_id": auxiliary})
    for link in links:
        place = {"municipality_id": town_id, "permit_id": permit_id}
        session.execute(insert(permit_link).values(**place, **link, **since))


def _enter(session: Session, town_id: int, driver: Driver) -> int:
    return person_of(session, town_id, driver.typed())
