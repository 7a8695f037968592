"""The acts that turn back, in a real browser at both widths: seen before they are done."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize, expect

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import PASSWORD

NARROWEST = ViewportSize(width=320, height=700)
REASON = "O recibo assinado traz outra data."
Axe = Callable[[], None]


def open_case(page: Page, world: World, login: str) -> None:
    cases.stand_still(world)
    page.goto("/entrar")
    page.get_by_role("textbox", name="Login").fill(login)
    page.get_by_role("textbox", name="Senha").fill(PASSWORD)
    page.get_by_role("button", name="Entrar", exact=True).click()
    page.wait_for_url("**/tarefas")
    page.goto(f"/processos/{world.case_id}")


def good(page: Page, axe: Axe) -> None:
    """Nothing for axe to find, and nothing beside the window, at this width and the narrowest."""
    axe()
    was = page.viewport_size
    for size in (was, NARROWEST):
        if size is not None:
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if was is not None:
        page.set_viewport_size(was)


def go_on(page: Page, button: str, heading: str) -> None:
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_a_wrong_date_is_corrected_after_seeing_what_it_moves(
    page: Page, world: World, axe: Axe
) -> None:
    cases.opened(world)
    world.go("2025-12-03")
    open_case(page, world, "secretaria")
    page.get_by_text("Corrigir", exact=True).click()
    page.get_by_role("link", name="Retificar um dado").click()
    good(page, axe)
    title = "Retificar: Ciência do auto, de Fulano da Silva"
    page.get_by_role("link", name="Retificar ciência do auto, de Fulano da Silva").click()
    good(page, axe)
    page.get_by_label("O dia certo").fill("2025-12-01")
    page.get_by_label("Por que se retifica").fill(REASON)
    go_on(page, "Ver o que muda", title)
    expect(page.get_by_role("alert")).to_contain_text("O valor é o mesmo")
    expect(page.get_by_label("Por que se retifica")).to_have_value(REASON)
    good(page, axe)
    page.get_by_label("O dia certo").fill("2025-12-02")
    go_on(page, "Ver o que muda", title)
    expect(page.get_by_role("status").filter(has_text="gravado")).to_be_visible()
    expect(page.get_by_text("Defesa: de 08/12/2025 para 09/12/2025")).to_be_visible()
    good(page, axe)
    go_on(page, "Mudar o que escrevi", title)
    expect(page.get_by_label("O dia certo")).to_have_value("2025-12-02")
    go_on(page, "Ver o que muda", title)
    page.get_by_role("button", name="Confirmar retificação").click()
    expect(page).to_have_url(re.compile(rf"/processos/{world.case_id}$"))
    expect(page.get_by_text(f"Motivo: {REASON}")).to_be_visible()
    good(page, axe)


def test_the_right_person_and_the_right_items_are_asked_accessibly(
    page: Page, world: World, axe: Axe
) -> None:
    cases.opened(world)
    open_case(page, world, "secretaria")
    for name, about, party in (("pessoa", "autuado", 0), ("itens", "auto", None)):
        fact = world.fact(name, about, party).id
        page.goto(f"/processos/{world.case_id}/retificar/{fact}")
        good(page, axe)
        page.get_by_role("button", name="Ver o que muda").click()
        expect(page.get_by_role("alert")).to_be_visible()
        good(page, axe)


def test_a_case_is_returned_by_the_authority(page: Page, world: World, axe: Axe) -> None:
    cases.final(world)
    open_case(page, world, "diretor")
    page.get_by_text("Corrigir", exact=True).click()
    page.get_by_role("link", name="Devolver à etapa").click()
    good(page, axe)
    page.get_by_label("Julgar auto e defesa").check()
    page.get_by_label("Por que se devolve").fill("A decisão citou o item errado.")
    go_on(page, "Ver o que muda", "Devolver à etapa")
    expect(page.get_by_text("Sai a multa de R$ 759,00")).to_be_visible()
    good(page, axe)
    page.get_by_role("button", name="Confirmar devolução").click()
    expect(page.get_by_role("heading", name="Próximo passo: julgar auto e defesa")).to_be_visible()


def test_a_term_is_reopened_and_a_paper_is_made_of_no_effect(
    page: Page, world: World, axe: Axe
) -> None:
    cases.defended(world)
    open_case(page, world, "diretor")
    page.get_by_role("link", name="Tornar sem efeito").click()
    good(page, axe)
    page.get_by_label("Por que fica sem efeito").fill("É de outro processo.")
    page.get_by_role("button", name="Ver o que muda").click()
    good(page, axe)
    page.get_by_role("button", name="Confirmar").click()
    page.get_by_role("link", name="Reabrir prazo de defesa").click()
    good(page, axe)
    page.get_by_label("Novo começo do prazo").fill("2025-12-04")
    page.get_by_label("Por que se reabre").fill("Houve enchente no dia 3.")
    page.get_by_role("button", name="Ver o que muda").click()
    expect(page.get_by_text("Defesa: de 08/12/2025 para 11/12/2025")).to_be_visible()
    good(page, axe)
    page.get_by_role("button", name="Confirmar reabertura").click()
    expect(page.get_by_text("Prazo reaberto, contado de 04/12/2025")).to_be_visible()
