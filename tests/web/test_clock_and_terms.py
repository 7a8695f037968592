"""The demonstration's clock and the terms that end on its way, on a real case of Marilândia."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import insert, select

from tests.cases.kit import World
from tests.web.conftest import HASH, MONDAY, Browser
from tests.web.serving import application
from webapp.store import people, tables
from webapp.store.database import transaction

DEFENCE_IS_OVER = datetime(2025, 12, 9, 3, 0, tzinfo=UTC)


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """An infraction notice handed over on Monday 2025-12-01: five working days to defend."""
    made = World(database_url, now="2025-12-01")
    made.open()
    with transaction(made.engine) as session:
        session.execute(insert(tables.clock_setting).values(stands_at=MONDAY, why="demonstração"))
        people.add_account(
            session,
            municipality_id=made.municipality_id,
            login="ana",
            name="Ana Lopes",
            password_hash=HASH,
        )
    yield made
    made.engine.dispose()


@pytest.fixture
def app(world: World, database_url: str) -> Iterator[Flask]:
    with application(database_url) as made:
        yield made


def test_the_clock_goes_to_the_end_of_the_term_which_takes_effect(
    world: World, browser: Browser
) -> None:
    browser.sign_in()
    assert [row.state for row in world.deadlines("defesa")] == ["running"]
    reply = browser.send("/relogio", "/conta", ate="prazo", volta="/conta")
    assert reply.status_code == 303
    with transaction(world.engine) as session:
        stands = session.execute(select(tables.clock_setting.c.stands_at)).scalar_one()
    assert stands == DEFENCE_IS_OVER
    assert [row.state for row in world.deadlines("defesa")] == ["fired"]
    assert "terça-feira, 09/12/2025, 00:00" in browser.get("/conta").text


def test_without_a_term_that_runs_the_clock_stays_and_the_page_says_so(
    world: World, browser: Browser
) -> None:
    world.paper("defesa", "2025-12-01")
    browser.sign_in()
    reply = browser.send("/relogio", "/conta", ate="prazo", volta="/conta")
    assert reply.status_code == 409
    assert "Nenhum prazo está correndo, e o relógio ficou onde estava." in reply.text
    assert "O processo já mudou" not in reply.text
