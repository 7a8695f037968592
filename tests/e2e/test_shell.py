"""The pages around the work, in a real browser, at both widths."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from playwright.sync_api import Page, Route, expect
from sqlalchemy import insert

from tests.conftest import create_tables
from tests.web.serving import application as running
from webapp.store import people
from webapp.store.database import open_engine, transaction
from webapp.store.passwords import hash_password
from webapp.store.tables import clock_setting
from webapp.web.policy import policy, public

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
    with running(url) as app:
        yield app


LIST_AND_FORM = """{% extends "base.html" %}{% block title %}Lista{% endblock %}{% block main %}
<h1>Lista</h1>
<table class="lista"><tbody>
<tr><th scope="row"><a href="#um">Um</a></th><td><button data-claim>Assumir um</button></td></tr>
<tr><th scope="row"><a href="#dois">Dois</a></th><td></td></tr>
</tbody></table>
<form method="post" action="/devagar">
<label><input type="radio" name="quer" value="sim"> Sim</label>
<label><input type="radio" name="quer" value="talvez"> Talvez</label>
<label><input type="radio" name="quer" value="nao"> Não</label>
<p data-show-if="quer=sim talvez"><label>Motivo <input name="motivo" id="motivo"></label></p>
<button>Enviar</button></form>
<a href="#papel" data-key="f">Registrar papel</a>{% endblock %}"""


@pytest.fixture
def with_list(application: Flask) -> Flask:
    """A page with a list of rows and a form, as those of the work."""

    @policy(public)
    def rows() -> str:
        return render_template_string(LIST_AND_FORM)

    application.add_url_rule("/lista", view_func=rows)
    return application


@pytest.mark.usefixtures("with_list")
def test_rows_are_walked_and_opened_by_keys(page: Page) -> None:
    page.goto("/lista")
    for key, name in (("j", "Um"), ("j", "Dois"), ("k", "Um")):
        page.keyboard.press(key)
        expect(page.get_by_role("link", name=name)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#um$"))
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile("#papel$"))


@pytest.mark.usefixtures("with_list")
def test_a_field_is_asked_while_its_condition_holds_and_a_form_is_sent_once(page: Page) -> None:
    page.goto("/lista")
    why = page.get_by_label("Motivo")
    expect(why).to_be_hidden()
    page.get_by_label("Talvez").check()
    expect(why).to_be_visible()
    why.fill("jkaf/?")
    expect(why).to_have_value("jkaf/?")
    page.get_by_label("Não").check()
    expect(why).to_be_hidden()
    expect(why).to_be_disabled()
    sent: list[str] = []

    def no_answer_yet(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=204)

    page.route("**/devagar", no_answer_yet)
    page.get_by_role("button", name="Enviar").dblclick()
    expect(page.get_by_role("button", name="Enviar")).to_be_disabled()
    assert len(sent) == 1


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
    page.wait_for_url("**/conta")
    page.keyboard.press("?")
    expect(page.get_by_text("linha seguinte, linha anterior")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["/lei/marilandia?base=art.+24&em=2025-12-01", "/health", "/nao-existe"]
)
def test_pages_for_everybody_are_accessible(page: Page, axe: Callable[[], None], path: str) -> None:
    page.goto(path)
    axe()
    assert fits(page)
