"""Events of the clock as sentences, in December 2025."""

from datetime import date, timedelta
from typing import Final

from tests.cases.kit import World
from webapp.cases import carrying, clockevents, second_person
from webapp.cases.act import Reply
from webapp.cases.clockevents import Asked
from webapp.cases.second_person import EVENT
from webapp.store.database import transaction

DEC: Final = date(2025, 12, 1)


def day(n: int) -> date:
    """The n-th of December 2025; the first is a Monday."""
    return DEC + timedelta(days=n - 1)


def asked(kind: str, first: int = 3, last: int = 4, **changes: object) -> Asked:
    values = {
        "kind": kind,
        "cause": "enchente",
        "act": "Decisão de 03/12/2025",
        "from_day": day(first),
        "to_day": day(last),
        **changes,
    }
    return Asked(**values)  # type: ignore[arg-type]


def enter(world: World, event: Asked, who: str = "diretor") -> Reply:
    with transaction(world.engine) as session:
        return clockevents.enter_clock_event(
            session, world.case_id, event, now=world.now, actor=world.actors[who]
        )


def propose(world: World, event: Asked, who: str = "secretaria") -> int:
    with transaction(world.engine) as session:
        return clockevents.propose_clock_event(
            session, event, now=world.now, actor=world.actors[who]
        )


def for_all(world: World, event: Asked) -> int:
    """Proposed by the Secretaria, approved by the Diretor, and every case counted again."""
    event_id = propose(world, event)
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        second_person.approve(session, f"{EVENT}:{event_id}", now=world.now, actor=actor)
    carrying.carry_on(world.engine, lambda _: world.now)
    return event_id
