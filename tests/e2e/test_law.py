"""The law read whole, in a real browser at both widths."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PASSWORD


@pytest.mark.parametrize("municipality", ["marilandia", "santa_teresa", "teofilo_otoni"])
def test_the_whole_law_is_sound_at_every_width(
    page: Page, axe: Callable[[], None], municipality: str
) -> None:
    page.goto(f"/lei/{municipality}?em=2025-12-01")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    axe()


def test_from_the_menu_one_reads_an_article_as_on_an_older_day(page: Page) -> None:
    page.goto("/entrar")
    page.locator("#login").fill("diretor")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("navigation", name="Principal").get_by_role("link", name="Lei").click()
    article = page.get_by_role("region", name="Art. 6º")
    expect(article).to_contain_text("Ter de 100 a 250 cilindradas")
    page.get_by_label("Em", exact=True).fill("2015-03-02")
    page.get_by_role("button", name="Mostrar").click()
    expect(article).to_contain_text("Ter de 100 a 150 cilindradas")
