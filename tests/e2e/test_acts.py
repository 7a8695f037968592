"""The pages of the acts that no diagram draws, in a real browser at both widths."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.cases.kit import World
from tests.cases.undrawn import ask, decide_death, dies, dispatch, hold, link
from tests.web import cases
from tests.web.conftest import PASSWORD

NARROWEST = ViewportSize(width=320, height=700)


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-01: two cases are linked, an opinion was asked, the newer is put off."""
    world.open("outro")
    other = world.case_id
    cases.opened(world)
    link(world, other)
    ask(world, "2025-12-03")
    dispatch(world)
    hold(world, "2025-12-18")
    cases.stand_still(world)
    return world


@pytest.fixture
def director(page: Page) -> Page:
    page.goto("/entrar")
    page.locator("#login").fill("diretor")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tarefas")
    return page


def fits(page: Page) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > innerWidth")


ACTS = ("sobrestar", "retomar", "despacho", "parecer", "vincular", "vinculos/1/desfazer", "obito")


@pytest.mark.parametrize("act", ACTS)
def test_the_page_of_an_act_is_sound_and_so_is_its_refusal(
    director: Page, axe: Callable[[], None], world: World, act: str
) -> None:
    director.goto(f"/processos/{world.case_id}/{act}")
    header = director.locator("header.topo").bounding_box()
    assert header is not None
    assert header["height"] <= 72
    assert fits(director)
    axe()
    director.locator("main form button.forte").click()
    expect(director.get_by_role("alert").first).to_be_visible()
    assert fits(director)
    axe()
    director.set_viewport_size(NARROWEST)
    assert fits(director)


def test_the_case_with_everything_is_sound(
    director: Page, axe: Callable[[], None], world: World
) -> None:
    director.goto(f"/processos/{world.case_id}")
    director.get_by_text("Outros atos", exact=True).click()
    expect(director.get_by_role("link", name="Pedir parecer")).to_be_visible()
    expect(director.get_by_text("Sobrestado até 18/12/2025.", exact=True)).to_be_visible()
    axe()
    assert fits(director)
    director.set_viewport_size(NARROWEST)
    assert fits(director)


def test_the_case_of_who_died_is_sound(
    director: Page, axe: Callable[[], None], world: World
) -> None:
    dies(world, "2025-12-01")
    decide_death(world, "extinguir")
    director.goto(f"/processos/{world.case_id}")
    expect(director.get_by_text("extinto pelo óbito")).to_be_visible()
    axe()
    assert fits(director)


def test_the_list_marks_what_is_to_be_looked_at_again(
    director: Page, axe: Callable[[], None], world: World
) -> None:
    world.go("2025-12-18").tick()
    cases.stand_still(world)
    director.goto("/tarefas?quem=todas")
    expect(director.get_by_text("rever o sobrestamento").first).to_be_visible()
    axe()
    assert fits(director)
