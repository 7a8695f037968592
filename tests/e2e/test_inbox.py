"""The inbox and the search, in a real browser: figures, keys, and work without a script."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect
from sqlalchemy import insert

from tests.cases.kit import World
from tests.conftest import create_tables
from tests.e2e.conftest import DESK, PHONE
from tests.store.town import Town
from tests.web.cases import defended, let_people_in, stand_still
from tests.web.conftest import PASSWORD
from tests.web.serving import application as running
from webapp.store import tables
from webapp.store.database import transaction

MONDAY = date(2025, 12, 8)
ONLY_DESK = pytest.mark.parametrize("viewport", [DESK], ids=["desk"])
NARROW = ViewportSize(width=320, height=640)


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Flask]:
    """Monday 2025-12-08: the Diretor has a defence to judge; other cases are at other steps."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    world = World(url)
    defended(world)
    for name in ("segundo", "terceiro"):
        world.open(name, **{"autuado.nome": "Maria Aparecida dos Santos", "autuado.cpf": ""})
    world.open("carta", entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go("2025-12-08")
    let_people_in(world)
    stand_still(world)
    with transaction(world.engine) as session:
        fill(Town(session, last=900))
        give_secretary_the_direction(session, world)
    world.engine.dispose()
    with running(url) as app:
        yield app


def fill(town: Town) -> None:
    """Twelve tasks of the Diretor, with each kind of day; somebody has the fifth."""
    kinds = ("prazo", "prazo", "meta", "certidao")
    for n in range(12):
        case_id = town.case("Fulano da Silva", "Beltrana Souza")
        due = MONDAY + timedelta(days=3 * n - 3)
        has = town.people[1] if n == 4 else None
        day = {"due_day": due, "due_kind": kinds[n % 4]}
        town.task(case_id, basis="art. 13 a 21, 23 e 24", assignee_id=has, **day)


def give_secretary_the_direction(session: Any, world: World) -> None:
    row = {"role": "autoridade", "capacity": "substituto", "from_day": date(2025, 1, 2)}
    user_id = world.actors["secretaria"].user_id
    statement = insert(tables.membership)
    session.execute(statement.values(municipality_id=world.municipality_id, user_id=user_id, **row))


@pytest.fixture
def office(page: Page) -> Page:
    """The secretary's browser, on her inbox."""
    page.goto("/entrar")
    page.locator("#login").fill("secretaria")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tarefas da minha unidade")
    return page


def fits(page: Page) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > innerWidth")


PAGES = (
    "/tarefas",
    "/tarefas?lista=esperando",
    "/tarefas?lista=sobrestadas",
    "/tarefas?lista=xpto",
    "/tarefas?processo=infracao&lista=hoje&etapa=publicar_edital",
    "/processos",
    "/processos?q=fulano",
    "/processos?q=ninguem",
)


def test_pages_have_no_fault_and_fit(office: Page, axe: Callable[[], None]) -> None:
    for path in PAGES:
        office.goto(path)
        axe()
        assert fits(office), path
        office.set_viewport_size(NARROW)
        assert fits(office), f"{path} at 320"
        office.set_viewport_size(PHONE if office.viewport_size != DESK else DESK)


def test_the_list_of_letters_has_no_fault_where_its_bar_covers_no_row(
    office: Page, axe: Callable[[], None]
) -> None:
    office.goto("/tarefas?lista=esperando&quem=todas")
    office.evaluate("scrollTo(0, document.body.scrollHeight)")
    axe()
    office.set_viewport_size(NARROW)
    assert fits(office)


def test_pages_before_an_act_have_no_fault(office: Page, axe: Callable[[], None]) -> None:
    office.get_by_role("checkbox").nth(0).check()
    office.get_by_role("checkbox").nth(1).check()
    office.get_by_role("button", name="Repassar…").click()
    expect(office.get_by_role("heading", level=1)).to_have_text("Repassar 2 tarefas")
    axe()
    assert fits(office)
    office.get_by_role("button", name="Repassar 2 tarefas").click()
    expect(office.get_by_role("alert")).to_contain_text("2 coisas a corrigir")
    axe()
    assert fits(office)
    office.goto("/tarefas")
    office.get_by_role("link", name="Assumir Julgar auto e defesa, 0905/2025").click()
    expect(office.get_by_role("button", name="Assumir mesmo assim")).to_be_visible()
    axe()
    assert fits(office)


@ONLY_DESK
def test_eight_tasks_stand_on_an_old_screen_below_the_clock_and_above_the_bar(
    office: Page,
) -> None:
    bar = office.locator(".barra").bounding_box()
    assert bar is not None
    rows = [row.bounding_box() for row in office.locator(".lista tbody tr").all()]
    whole = [box for box in rows if box and box["y"] + box["height"] <= bar["y"]]
    assert len(whole) >= 8


@ONLY_DESK
def test_a_list_is_worked_by_keys(office: Page) -> None:
    office.goto("/tarefas?quem=todas")
    office.keyboard.press("j")
    office.keyboard.press("j")
    office.keyboard.press("k")
    first = office.locator(".lista tbody tr").first.get_by_role("link").first
    expect(first).to_be_focused()
    office.keyboard.press("/")
    expect(office.locator("#busca")).to_be_focused()
    office.keyboard.type("0001/2025")
    office.keyboard.press("Enter")
    office.wait_for_url("**/processos/1")


@ONLY_DESK
def test_the_key_a_claims_the_task_of_the_row(office: Page) -> None:
    real = office.locator("tr", has_text="0001/2025")
    real.get_by_role("link").first.focus()
    office.keyboard.press("a")
    expect(office.get_by_role("status")).to_have_text(
        "0001/2025: «Julgar auto e defesa» é sua agora."
    )
    expect(real).to_contain_text("Você")


@ONLY_DESK
def test_a_letter_marked_by_key_goes_to_its_label(office: Page) -> None:
    """The label itself, a PDF, is not opened: the browser's reader of PDF asks for much more."""
    office.goto("/tarefas?lista=esperando&quem=todas")
    office.locator("tr", has_text="Aguardar retorno do AR").get_by_role("link").first.focus()
    office.keyboard.press("x")
    office.route("**/tarefas/cartas", lambda route: route.fulfill(body="etiquetas"))
    with office.expect_request("**/tarefas/cartas") as sent:
        office.get_by_role("button", name="Etiquetas de AR").click()
    told = str(sent.value.post_data)
    assert "_imprimir=etiquetas" in told
    assert told.count("_tarefa=") == 1


@ONLY_DESK
def test_enter_on_a_mark_claims_nothing(office: Page) -> None:
    office.get_by_role("checkbox").first.check()
    office.keyboard.press("Enter")
    expect(office.get_by_role("heading", level=1)).to_have_text("Repassar 1 tarefa")
    office.get_by_role("link", name="Voltar sem repassar").click()
    expect(office.get_by_role("link", name="Minhas 0")).to_be_visible()


@ONLY_DESK
def test_everything_works_without_a_script(
    browser: Browser, server: str, viewport: ViewportSize
) -> None:
    with browser.new_context(base_url=server, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/entrar?proximo=/tarefas?etapa%3Djulgar_auto")
        page.locator("#login").fill("secretaria")
        page.locator("#_password").fill(PASSWORD)
        page.get_by_role("button", name="Entrar", exact=True).first.click()
        page.get_by_label("Marcar Julgar auto e defesa, 0001/2025").check()
        page.get_by_role("button", name="Repassar…").click()
        page.get_by_label("Para quem", exact=True).select_option(label="Dário Diretor (0 tarefas)")
        page.get_by_label("Motivo").fill("Cabe ao titular.")
        page.get_by_role("button", name="Repassar 1 tarefa").click()
        row = page.locator("tr", has_text="0001/2025")
        expect(row).to_contain_text("Dário Diretor")
        row.get_by_role("link", name="Assumir").click()
        page.get_by_role("button", name="Assumir mesmo assim").click()
        expect(page.locator("tr", has_text="0001/2025")).to_contain_text("Você")
        expect(page).to_have_url(f"{server}/tarefas?etapa=julgar_auto")
