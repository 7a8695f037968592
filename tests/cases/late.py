"""A day entered late, as sentences: entered, approved, carried through."""

from datetime import date
from typing import Final

from tests.cases.kit import CAST, World
from webapp.cases import carrying, lateday, second_person
from webapp.cases.lateday import NewDay
from webapp.cases.second_person import DAY
from webapp.diagrams.stage import Player
from webapp.domain.calendar import Opening
from webapp.store.database import transaction

FRIDAY: Final = date(2025, 12, 5)
MOURNING: Final = NewDay(FRIDAY, Opening.FECHADO, "luto oficial", "Decreto 471/2025")
WITH_ADMIN: Final = {**CAST, "administradora": Player("Ada Admin", ("administrador",))}


def enter(world: World, new: NewDay = MOURNING, who: str = "secretaria") -> int:
    with transaction(world.engine) as session:
        return lateday.enter_day(session, new, now=world.now, actor=world.actors[who])


def approve(world: World, day_id: int, who: str = "diretor") -> None:
    with transaction(world.engine) as session:
        second_person.approve(session, f"{DAY}:{day_id}", now=world.now, actor=world.actors[who])


def carry_on(world: World, limit: int = 20) -> int:
    return carrying.carry_on(world.engine, lambda _: world.now, limit)


def closed_late(world: World, new: NewDay = MOURNING) -> int:
    """The day is entered, approved, and every case counted again."""
    day_id = enter(world, new)
    approve(world, day_id)
    carry_on(world)
    return day_id
