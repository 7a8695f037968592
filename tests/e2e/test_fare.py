"""The page of fares in a real browser: both widths, keys alone, wrong input, the printed table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK

DOUBTFUL = "?dia=2026-03-09&hora=02:00&km=5&espera=45&chegada=06:30&cobrado=9,00"
LOOKS = ("", DOUBTFUL, "?dia=2020-11-24&hora=10:00&km=4", "?dia=&hora=25:00&km=perto&espera=-1")
ONLY_DESK = pytest.mark.parametrize("viewport", [DESK], ids=["desk"])


@pytest.mark.parametrize("look", LOOKS, ids=["first", "doubtful", "no prices", "wrong"])
def test_the_page_has_no_fault_and_fits(page: Page, axe: Callable[[], None], look: str) -> None:
    page.goto(f"/tarifa/marilandia{look}")
    axe()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@ONLY_DESK
def test_a_fare_is_asked_by_keys_alone(page: Page) -> None:
    page.goto("/tarifa/marilandia")
    page.get_by_label("Dia", exact=True).fill("2026-03-03")
    page.get_by_label("Hora da saída").fill("22:00")
    page.get_by_label("Quilômetros").focus()
    page.keyboard.type("4,5")
    page.keyboard.press("Tab")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="R$ 5,88, na bandeira 2")).to_be_in_viewport()


@ONLY_DESK
def test_a_mistake_takes_the_focus_and_leads_to_its_field(page: Page) -> None:
    page.goto("/tarifa/marilandia")
    page.get_by_label("Hora da saída").fill("22:00")
    page.get_by_label("Quilômetros").fill("perto")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Quilômetros")).to_be_focused()
    expect(page.get_by_label("Quilômetros")).to_have_value("perto")


@ONLY_DESK
def test_only_the_table_goes_to_paper(page: Page) -> None:
    page.goto(f"/tarifa/marilandia{DOUBTFUL}")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Tabela de preços")).to_be_visible()
    expect(page.get_by_role("heading", name="Exemplos")).to_be_visible()
    expect(page.get_by_role("heading", name="Quanto custa uma viagem")).to_be_hidden()
    expect(page.get_by_text("O que a lei não diz")).to_be_hidden()
    expect(page.get_by_role("heading", name="R$ 6,75")).to_be_hidden()
