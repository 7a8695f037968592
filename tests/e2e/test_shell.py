"""The pages around the work, in a real browser, at both widths."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect
from sqlalchemy import insert

from tests.conftest import create_tables
from webapp.app import create_app
from webapp.config import settings
from webapp.store import people
from webapp.store.database import open_engine, transaction
from webapp.store.passwords import hash_password
from webapp.store.tables import clock_setting
from webapp.web.database import db

MONDAY = datetime(2025, 12, 1, 12, 0, tzinfo=UTC)
HEADER_ON_A_TELEPHONE = 72


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Flask]:
    """One clerk in one town, whose clock stands on Monday 2025-12-01, 09:00."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    engine = open_engine(url)
    with transaction(engine) as session:
        session.execute(insert(clock_setting).values(stands_at=MONDAY, why="demonstração"))
        town = people.municipality_id(session, slug="marilandia", name="Marilândia", uf="ES")
        ana = people.add_account(
            session,
            municipality_id=town,
            login="ana",
            name="Ana Corteletti Lopes",
            password_hash=hash_password(people.DEMO_PASSWORD),
        )
        people.add_membership(
            session,
            municipality_id=town,
            user_id=ana,
            role="protocolo",
            capacity="titular",
            from_day=date(2025, 1, 2),
        )
    engine.dispose()
    app = create_app(settings({"AUTOS_DATABASE": url, "AUTOS_SECRET": "segredo"}))
    yield app
    with app.app_context():
        db.engine.dispose()


def fits(page: Page) -> bool:
    """Nothing scrolls sideways, and the header leaves a telephone its height."""
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    high = page.locator("header").bounding_box()
    assert high is not None
    return not wide and high["height"] <= HEADER_ON_A_TELEPHONE


def test_a_clerk_signs_in_by_keyboard_and_finds_the_account(
    page: Page, axe: Callable[[], None]
) -> None:
    page.goto("/conta")
    axe()
    assert fits(page)
    page.get_by_label("Login", exact=True).fill("ana")
    page.get_by_label("Senha", exact=True).fill(people.DEMO_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana Corteletti Lopes")
    axe()
    assert fits(page)


def test_a_wrong_password_is_said_first_and_the_login_stays(
    page: Page, axe: Callable[[], None]
) -> None:
    page.goto("/entrar")
    page.get_by_label("Login", exact=True).fill("ana")
    page.get_by_label("Senha", exact=True).fill("errada")
    page.get_by_role("button", name="Entrar", exact=True).click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Login", exact=True)).to_have_value("ana")
    axe()


def test_one_press_signs_in_as_a_person_of_the_demonstration_and_moves_its_clock(
    page: Page, axe: Callable[[], None]
) -> None:
    page.goto("/entrar?proximo=/conta")
    page.get_by_role("button", name="Entrar como Ana Corteletti Lopes").click()
    clock = page.get_by_role("region", name="Relógio da demonstração")
    expect(clock).to_contain_text("segunda-feira, 01/12/2025, 09:00")
    page.get_by_role("button", name="+1 dia").click()
    expect(clock).to_contain_text("terça-feira, 02/12/2025, 09:00")
    page.get_by_label("Alto contraste").check()
    page.get_by_role("button", name="Usar").click()
    expect(page.locator("html")).to_have_attribute("data-tema", "contraste")
    axe()
    assert fits(page)


def test_the_keys_are_shown_by_one(page: Page) -> None:
    page.goto("/entrar?proximo=/conta")
    page.get_by_role("button", name="Entrar como Ana Corteletti Lopes").click()
    expect(page.get_by_role("heading", name="Suas funções hoje")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_text("linha seguinte, linha anterior")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/lei/marilandia?base=art.+24&em=2025-12-01", "/saude", "/nao-existe"]
)
def test_pages_for_everybody_are_accessible(page: Page, axe: Callable[[], None], path: str) -> None:
    page.goto(path)
    axe()
    assert fits(page)
