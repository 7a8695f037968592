"""The page of a case and the public page in a real browser, at both widths."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.cases.kit import World
from tests.e2e.conftest import DESK
from tests.web import cases
from tests.web.conftest import PASSWORD
from webapp.store import tables

NARROWEST = ViewportSize(width=320, height=700)


def open_case(page: Page, world: World, stage: str, login: str) -> None:
    cases.STAGES[stage](world)
    cases.stand_still(world)
    page.goto("/entrar")
    page.get_by_role("textbox", name="Login").fill(login)
    page.get_by_role("textbox", name="Senha").fill(PASSWORD)
    page.get_by_role("button", name="Entrar", exact=True).click()
    page.wait_for_url("**/tarefas")
    page.goto(f"/processos/{world.case_id}")


def fits(page: Page) -> bool:
    """Nothing of the page lies beside the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


WHO = [("opened", "secretaria"), ("defended", "diretor"), ("lapsed", "secretaria"),
       ("judged", "protocolo"), ("final", "arrecadacao"), ("paid", "protocolo")]  # fmt: skip


@pytest.mark.parametrize(("stage", "login"), WHO)
def test_the_page_of_a_case_is_accessible_and_fits_the_window(
    page: Page, world: World, axe: Callable[[], None], stage: str, login: str
) -> None:
    open_case(page, world, stage, login)
    axe()
    assert fits(page)
    page.set_viewport_size(NARROWEST)
    assert fits(page)


def test_the_ledger_of_the_nearest_term_is_open_and_the_others_open_by_a_press(
    page: Page, world: World
) -> None:
    open_case(page, world, "notified", "secretaria")
    ledgers = page.get_by_role("table", name="Contagem dia a dia")
    expect(ledgers).to_have_count(1)
    expect(ledgers).to_contain_text("16/12")
    page.get_by_text("Como contamos o prazo de 5 dias úteis").last.click()
    expect(ledgers).to_have_count(2)


def test_a_desk_sees_the_diagram_and_a_telephone_the_list_of_steps(
    page: Page, world: World, viewport: ViewportSize
) -> None:
    open_case(page, world, "notified", "secretaria")
    drawing = page.get_by_role("img", name="Onde está o processo 0001/2025")
    steps = page.get_by_text("agora, desde 09/12/2025")
    seen, not_seen = (drawing, steps) if viewport == DESK else (steps, drawing)
    expect(seen).to_be_visible()
    expect(not_seen).to_be_hidden()


def test_the_key_f_registers_a_paper(page: Page, world: World) -> None:
    open_case(page, world, "opened", "protocolo")
    page.keyboard.press("f")
    page.wait_for_url(f"**/processos/{world.case_id}/papel")


def test_on_paper_the_ledger_the_pieces_and_the_timeline_stay(page: Page, world: World) -> None:
    open_case(page, world, "defended", "diretor")
    page.emulate_media(media="print")
    for title in ("Prazos", "Peças dos autos (1)", "Andamento"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("navigation", name="Principal")).to_be_hidden()
    expect(page.get_by_role("link", name="Autos em PDF")).to_be_hidden()


def test_the_public_page_is_accessible_and_fits_the_window(
    page: Page, world: World, axe: Callable[[], None]
) -> None:
    cases.opened(world)
    cases.stand_still(world)
    code = world.rows(tables.piece)[0].code
    page.goto("/consulta")
    axe()
    page.get_by_label("Código de verificação").fill(f"{code[:5]}-{code[5:]}".lower())
    page.get_by_role("button", name="Consultar").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Prazo de defesa até segunda-feira, 8 de dezembro de 2025"
    )
    axe()
    assert fits(page)
    page.set_viewport_size(NARROWEST)
    assert fits(page)


def test_a_miss_is_told_accessibly_and_the_form_stays(
    page: Page, world: World, axe: Callable[[], None]
) -> None:
    page.goto("/v/0000000000")
    expect(page.get_by_role("alert")).to_contain_text("Confira o código")
    expect(page.get_by_label("Código de verificação")).to_be_visible()
    axe()
    assert fits(page)
