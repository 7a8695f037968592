"""A day entered late, as sentences: entered, approved, carried through."""

from datetime import date
from typing import Final

from tests.cases.kit import CAST, World
from webapp.cases import carrying, lateday, lawvalue, second_person
from webapp.cases.lateday import NewDay
from webapp.cases.lawvalue import NewValue
from webapp.cases.second_person import DAY
from webapp.diagrams.stage import Player
from webapp.domain.calendar import Opening
from webapp.store.database import transaction

FRIDAY: Final = date(2025, 12, 5)
YEAR_END: Final = date(2027, 12, 31)
MOURNING: Final = NewDay(FRIDAY, Opening.FECHADO, "luto oficial", "Decreto 471/2025")
WITH_ADMIN: Final = {**CAST, "administradora": Player("Ada Admin", ("administrador",))}


def enter(world: World, new: NewDay = MOURNING, who: str = "secretaria") -> int:
    with transaction(world.engine) as session:
        return lateday.enter_day(session, new, now=world.now, actor=world.actors[who])


def enter_value(world: World) -> int:
    """The minimum wage of 2027 waits for approval."""
    new = NewValue("salario_minimo", "1700.00", "Decreto 9/2026", date(2027, 1, 1), YEAR_END)
    with transaction(world.engine) as session:
        actor = world.actors["secretaria"]
        return lawvalue.enter_value(session, new, now=world.now, actor=actor)


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
