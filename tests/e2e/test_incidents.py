"""The incidents in a real browser, at both widths, with data and after an error."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect
from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from tests.cases.kit import World
from tests.cases.staff import employ
from tests.conftest import create_tables
from tests.web import cases
from tests.web.conftest import PASSWORD
from tests.web.serving import application as running
from webapp.cases import incidents
from webapp.cases.incidents import Failure
from webapp.store import tables
from webapp.store.database import transaction

NARROWEST = ViewportSize(width=320, height=700)


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Flask]:
    """Tuesday 2025-12-09: three terms failed, one of them is closed; and the clock once jumped."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    world = World(url)
    employ(world, "operador", "Olavo Operador", "operador")
    for name in ("um", "dois", "tres"):
        world.open(name)
    world.go("2025-12-09")
    with transaction(world.engine) as session:
        for case_id in world.stage.cases.values():
            fail(world, session, case_id)
        clock = {"kind": "relogio", "what": "O relógio saltou.", "closed_at": world.now}
        clock |= {"municipality_id": world.municipality_id, "attempts": 1, "opened_at": world.now}
        session.execute(insert(tables.incident).values(clock))
        operator = world.actors["operador"]
        incidents.skip(session, 1, "Não se repara hoje.", now=world.now, actor=operator)
    cases.let_people_in(world)
    cases.stand_still(world)
    world.engine.dispose()
    with running(url) as app:
        yield app


def fail(world: World, session: Session, case_id: int) -> None:
    """The term of a case was given up."""
    mine = (tables.deadline.c.case_id == case_id) & (tables.deadline.c.state == "running")
    stopped = update(tables.deadline).where(mine).values(next_at=None)
    term = session.execute(stopped.returning(tables.deadline.c.id)).scalar_one()
    what = "erro ValueError; veja o registro do worker"
    incidents.open_incident(
        session, Failure(world.municipality_id, case_id, term, what, 4), world.now
    )


@pytest.fixture
def operator(page: Page) -> Page:
    page.goto("/entrar")
    page.locator("#login").fill("operador")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tarefas")
    page.goto("/incidentes")
    return page


def fits(page: Page) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_list_is_sound(operator: Page, axe: Callable[[], None]) -> None:
    expect(operator.get_by_role("heading", level=1)).to_have_text("Incidentes")
    assert operator.locator("header.topo").bounding_box()["height"] <= 72  # type: ignore[index]
    assert fits(operator)
    axe()


def test_an_incident_is_sound_with_its_error(operator: Page, axe: Callable[[], None]) -> None:
    operator.get_by_role("link", name="Incidente 2: prazo sem efeito").click()
    axe()
    operator.get_by_role("button", name="Pular e entregar").click()
    expect(operator.get_by_role("alert")).to_contain_text("Escreva por que")
    assert fits(operator)
    axe()


@pytest.mark.parametrize("viewport", [NARROWEST], ids=["narrowest"])
def test_nothing_lies_beside_the_narrowest_window(operator: Page) -> None:
    for path in ("/incidentes", "/incidentes/1", "/incidentes/2", "/incidentes/4"):
        operator.goto(path)
        assert fits(operator), path
