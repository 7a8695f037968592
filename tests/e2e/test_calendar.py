"""The calendar, the suspensions and the clock of a case in a real browser, at both widths."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import PASSWORD


@pytest.fixture
def world(world: World) -> World:
    """Marilândia on Monday 2025-12-01, with a case whose defence runs; everybody may sign in."""
    cases.opened(world)
    cases.stand_still(world)
    return world


def sign_in(page: Page, login: str) -> None:
    page.context.clear_cookies()
    page.goto("/entrar")
    page.get_by_role("textbox", name="Login").fill(login)
    page.get_by_role("textbox", name="Senha").fill(PASSWORD)
    page.get_by_role("button", name="Entrar", exact=True).click()
    page.wait_for_url("**/tarefas")


def is_sound(page: Page, axe: Callable[[], None]) -> None:
    """Nothing for axe to find, nothing beside the window, and a low header."""
    axe()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".topo").bounding_box()["height"] <= 72  # type: ignore[index]


def fill_in(page: Page, act: str) -> None:
    page.get_by_label("Dia", exact=True).fill("2025-12-05")
    page.get_by_label("Sem expediente").check()
    page.get_by_label("Motivo").fill("luto oficial")
    page.get_by_label("Ato", exact=True).fill(act)
    page.get_by_role("button", name="Lançar e ver o que muda").click()


def test_a_day_goes_from_one_person_to_the_other(page: Page, axe: Callable[[], None]) -> None:
    sign_in(page, "secretaria")
    page.get_by_role("link", name="Calendário", exact=True).click()
    is_sound(page, axe)
    fill_in(page, "")
    expect(page.get_by_role("alert")).to_contain_text("Ato")
    is_sound(page, axe)
    fill_in(page, "Decreto 471/2025")
    terms = page.get_by_role("table", name="Prazos que mudam")
    expect(terms).to_contain_text("08/12/2025")
    expect(page.get_by_role("table", name="dezembro")).to_contain_text("5 espera aprovação")
    is_sound(page, axe)
    where = page.url
    sign_in(page, "diretor")
    page.goto(where)
    page.get_by_role("button", name="Recusar").click()
    expect(page.get_by_role("alert")).to_be_visible()
    is_sound(page, axe)
    page.goto(where)
    page.get_by_role("button", name="Aprovar e recontar").click()
    expect(page.get_by_text("Todos os prazos que mudavam foram recontados")).to_be_visible()
    page.get_by_text("Revogar", exact=True).click()
    is_sound(page, axe)
    page.get_by_role("button", name="Lançar revogação").click()
    expect(page.get_by_role("alert")).to_contain_text("Informe o ato que revoga o dia")
    is_sound(page, axe)
    page.get_by_label("Motivo", exact=True).fill("decreto anulado")
    page.get_by_label("Ato que revoga").fill("Decreto 490/2025")
    page.get_by_role("button", name="Lançar revogação").click()
    expect(page.get_by_text("Prazo que já ganhou o dia não encurta")).to_be_visible()
    is_sound(page, axe)


def test_the_terms_of_a_case_are_suspended_from_its_page(
    page: Page, axe: Callable[[], None], world: World
) -> None:
    sign_in(page, "diretor")
    page.goto(f"/processos/{world.case_id}")
    page.get_by_role("link", name="Suspender, interromper ou prorrogar prazos").click()
    is_sound(page, axe)
    page.get_by_label("Suspensão dos prazos").check()
    page.get_by_label("Primeiro dia").fill("2025-12-03")
    page.get_by_role("textbox", name="Último dia").fill("2025-12-05")
    page.get_by_label("Causa").fill("Enchente.")
    page.get_by_label("Ato", exact=True).fill("Decreto 470/2025")
    page.get_by_role("button", name="Ver o que muda").click()
    expect(page.get_by_text("Defesa: de 08/12/2025 para 11/12/2025")).to_be_visible()
    is_sound(page, axe)
    page.get_by_role("button", name="Registrar e recontar os prazos").click()
    page.wait_for_url(f"**/processos/{world.case_id}")
    terms = page.get_by_role("region", name="Prazos")
    expect(terms.get_by_text("qui 11/12/2025").first).to_be_visible()
    page.goto("/calendario/suspensoes")
    is_sound(page, axe)


def test_a_value_of_the_law_goes_from_one_person_to_the_other(
    page: Page, axe: Callable[[], None]
) -> None:
    sign_in(page, "secretaria")
    page.goto("/calendario")
    page.get_by_role("link", name="Valores da lei").click()
    is_sound(page, axe)
    page.get_by_label("Salário mínimo").check()
    page.get_by_label("Quanto vale").fill("1.700")
    page.get_by_label("Vale desde").fill("2027-01-01")
    page.get_by_label("Ato", exact=True).fill("Decreto 13.000/2026")
    page.get_by_role("button", name="Lançar valor").click()
    expect(page.get_by_role("alert")).to_contain_text("Informe até quando vale")
    is_sound(page, axe)
    page.get_by_label("Vale até").fill("2027-12-31")
    page.get_by_role("button", name="Lançar valor").click()
    expect(page.get_by_text("espera aprovação")).to_be_visible()
    is_sound(page, axe)
    where = page.url
    sign_in(page, "diretor")
    page.goto(where)
    page.get_by_role("button", name="Aprovar").click()
    expect(page.get_by_text("O valor já se usa")).to_be_visible()
    is_sound(page, axe)
