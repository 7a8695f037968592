"""The registry in a real browser: both widths, axe, and words that nothing can break."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from tests.cases.kit import World
from tests.conftest import create_tables
from tests.e2e.conftest import PHONE
from tests.e2e.test_narrow import LONG, NARROW, sideways
from tests.store.test_permits import Registry
from tests.web.cases import let_people_in, stand_still
from tests.web.conftest import PASSWORD
from tests.web.serving import application as running
from webapp.store.database import transaction

PATHS = (
    "/permissoes",
    "/permissoes?q=nada",
    "/permissoes/1",
    "/pessoas/1",
    "/veiculos/1",
    "/vencimentos?dias=365",
    "/vencimentos?especie=vistoria",
    "/frota",
    "/frota?em=2025-11-28",
    "/pontos",
    "/pontos?situacao=cheio",
    "/permissoes/outorgar",
    "/permissoes/1/desligar-auxiliar",
    "/permissoes/1/veiculo",
    "/permissoes/1/ponto",
    "/permissoes/1/documento",
    "/pessoas/nova",
    "/pessoas/1/corrigir",
    "/veiculos/1/vistoria",
    "/pontos/novo",
)


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Flask]:
    """Monday 2025-12-01: one permit whose every name is a word of 92 letters."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    world = World(url)
    let_people_in(world)
    stand_still(world)
    with transaction(world.engine) as session:
        fill(Registry(session))
    world.engine.dispose()
    with running(url) as app:
        yield app


def fill(town: Registry) -> None:
    permit = town.held("001", LONG, "52998224725", address=LONG, cnh_until=date(2025, 12, 24))
    vehicle = town.vehicle("RQB4C17", model=LONG, year=2020)
    town.link(permit, "veiculo", vehicle_id=vehicle, act=LONG)
    town.link(permit, "auxiliar", person_id=town.person(LONG))
    town.link(permit, "ponto", stand_id=town.stand(LONG), act=LONG)
    town.fine(town.case(LONG), 1)


@pytest.fixture
def office(page: Page) -> Page:
    """The browser of the secretariat, on the list of permits."""
    page.goto("/entrar?proximo=/permissoes")
    page.locator("#login").fill("secretaria")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == "/permissoes")
    return page


def test_nothing_on_the_registry_s_pages_is_wrong_or_too_wide(
    office: Page, axe: Callable[[], None], viewport: ViewportSize
) -> None:
    for path in PATHS:
        office.goto(path)
        office.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        axe()
        assert not sideways(office), path


@pytest.mark.parametrize("viewport", [PHONE], ids=["phone"])
def test_words_of_92_letters_break_at_320_pixels(office: Page) -> None:
    office.set_viewport_size(NARROW)
    for path in PATHS:
        office.goto(path)
        office.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        assert not sideways(office), path


def test_a_permit_is_found_by_a_name_and_read_as_of_a_day(office: Page) -> None:
    office.get_by_label("Procurar").fill("pneumo")
    office.get_by_role("button", name="Mostrar").click()
    office.get_by_role("link", name="001").click()
    office.get_by_label("Como estava em").fill("2024-02-29")
    office.get_by_role("button", name="Ver", exact=True).click()
    expect(office.get_by_text("ainda não em vigor")).to_be_visible()
