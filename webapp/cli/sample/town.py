"""A municipality of the demonstration, entered with its officials."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from sqlalchemy.orm import Session

from webapp.cli.sample.cast import Cast, Official, Seat
from webapp.domain.competence import Actor, Membership
from webapp.laws import law
from webapp.store import people

SINCE: Final = date(2025, 1, 2)
OPERATOR: Final = "operador"


@dataclass(slots=True)
class Town:
    """A municipality as it was entered: its id, and its officials by login."""

    id: int
    slug: str
    actors: Mapping[str, Actor] = field(default_factory=dict)


def found(session: Session, cast: Cast, password_hash: str, now: datetime) -> Town:
    """Enter a municipality with its officials."""
    own = law(cast.slug).municipality
    town_id = people.municipality_id(session, slug=cast.slug, name=own.name, uf=own.uf)
    town = Town(town_id, cast.slug)
    town.actors = {
        one.login: _employ(session, town, one, password_hash, now) for one in cast.officials
    }
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
