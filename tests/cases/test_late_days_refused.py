"""Days that cannot be entered, and who may not approve them: refused, and nothing lost."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import insert

from tests.cases.kit import World
from tests.cases.late import FRIDAY, WITH_ADMIN, approve, enter
from webapp.cases import second_person
from webapp.cases.lateday import NewDay
from webapp.cases.second_person import DAY
from webapp.domain.calendar import Opening
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.store import tables
from webapp.store.database import transaction


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, with an administrator; nothing open."""
    world = World(database_url, cast=WITH_ADMIN)
    yield world
    world.engine.dispose()


WRONG: list[tuple[str, NewDay, str, str]] = [
    ("without act", NewDay(FRIDAY, Opening.FECHADO, "luto", " "), "ato", "decreto ou portaria"),
    ("without reason", NewDay(FRIDAY, Opening.FECHADO, "", "Decreto 1"), "motivo", "Carnaval"),
    (
        "a holiday closed again",
        NewDay(date(2025, 12, 25), Opening.FECHADO, "luto", "Decreto 1"),
        "dia",
        "não mudaria nada",
    ),
    (
        "a holiday shortened",
        NewDay(date(2025, 12, 25), Opening.ENCERRADO_ANTES, "luto", "Decreto 1"),
        "dia",
        "já não tem expediente",
    ),
    (
        "an ordinary day opened",
        NewDay(FRIDAY, Opening.ABERTO, "engano", "Decreto 1"),
        "dia",
        "não mudaria nada",
    ),
    (
        "a slip of the pen",
        NewDay(date(205, 12, 5), Opening.FECHADO, "luto", "Decreto 1"),
        "dia",
        "Confira o ano",
    ),
]


@pytest.mark.parametrize(
    ("new", "field", "told"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG]
)
def test_a_day_that_cannot_be_entered_is_refused_with_the_rule(
    world: World, new: NewDay, field: str, told: str
) -> None:
    with pytest.raises(Unacceptable) as refusal:
        enter(world, new)
    assert told in refusal.value.errors[field]
    assert world.rows(tables.calendar_day) == []


def test_a_day_that_is_there_already_is_refused_and_says_who_entered_it(world: World) -> None:
    enter(world)
    with pytest.raises(Unacceptable, match=r"05/12/2025 já foi lançado por Sílvia Secretaria"):
        enter(world, who="diretor")
    assert len(world.rows(tables.calendar_day)) == 1


def test_a_day_that_was_refused_may_be_entered_again(world: World) -> None:
    day_id = enter(world)
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        second_person.refuse(
            session,
            f"{DAY}:{day_id}",
            "o decreto é de outro dia",
            now=world.now,
            actor=actor,
        )
    enter(world)
    assert [row.state for row in world.rows(tables.calendar_day)] == ["refused", "proposed"]


def test_nobody_approves_the_day_he_entered(world: World) -> None:
    world.open()
    day_id = enter(world, who="diretor")
    with pytest.raises(Refused, match="Quem lançou não aprova") as refusal:
        approve(world, day_id, "diretor")
    assert refusal.value.status == 403
    assert [row.state for row in world.rows(tables.calendar_day)] == ["proposed"]
    approve(world, day_id, "administradora")


def test_what_was_decided_is_not_decided_again(world: World) -> None:
    day_id = enter(world)
    approve(world, day_id)
    with pytest.raises(Refused, match="já foi aprovado por Dário Diretor"):
        approve(world, day_id, "substituta")


def test_a_refusal_needs_a_reason(world: World) -> None:
    day_id = enter(world)
    with pytest.raises(Unacceptable, match="por que"), transaction(world.engine) as session:
        second_person.refuse(
            session,
            f"{DAY}:{day_id}",
            " ",
            now=world.now,
            actor=world.actors["diretor"],
        )


def test_who_holds_none_of_the_roles_neither_enters_nor_approves(world: World) -> None:
    with pytest.raises(NoCompetence, match="Secretaria"):
        enter(world, who="protocolo")
    day_id = enter(world)
    with pytest.raises(NoCompetence, match="Secretaria"):
        approve(world, day_id, "agente")


def test_a_day_of_another_municipality_is_not_there(world: World) -> None:
    day_id = enter(world)
    stranger: Any = world.actors["diretor"]
    with transaction(world.engine) as session:
        other = session.execute(
            insert(tables.municipality)
            .values(slug="santa_teresa", name="Santa Teresa", uf="ES")
            .returning(tables.municipality.c.id)
        ).scalar_one()
    stranger = type(stranger)(stranger.user_id, "Fora", other, "marilandia", stranger.memberships)
    with pytest.raises(NotFound), transaction(world.engine) as session:
        second_person.approve(session, f"{DAY}:{day_id}", now=world.now, actor=stranger)
