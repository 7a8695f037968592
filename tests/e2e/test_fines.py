"""The fines in a real browser: both widths, keys, the file of the rows marked."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from tests.cases.kit import World
from tests.conftest import create_tables
from tests.e2e.conftest import DESK
from tests.store.town import AT, Town
from tests.web.cases import let_people_in, stand_still
from tests.web.conftest import PASSWORD
from tests.web.serving import application as running
from webapp.store.database import transaction

ONLY_DESK = pytest.mark.parametrize("viewport", [DESK], ids=["desk"])
NARROW = ViewportSize(width=320, height=640)
NOVEMBER, DECEMBER = date(2025, 11, 28), date(2025, 12, 10)
LONG = "Maria Aparecida dos Santos Pneumoultramicroscopicossilicovulcanoconiótico"
TABS = (
    "abertas",
    "vencidas",
    "remetidas",
    "pagas",
    "a_menor",
    "em_discussao",
    "a_restituir",
    "xpto",
)


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Flask]:
    """Monday 2025-12-01: fines and payments of every kind."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    world = World(url)
    let_people_in(world)
    stand_still(world)
    with transaction(world.engine) as session:
        fill(Town(session))
    world.engine.dispose()
    with running(url) as app:
        yield app


def fill(town: Town) -> None:
    debtor = town.person(LONG, "52998224725")
    each: tuple[dict[str, Any], ...] = (
        {"due_on": DECEMBER},
        {"due_on": DECEMBER},
        {"due_on": NOVEMBER},
        {"due_on": NOVEMBER, "sent_on": NOVEMBER},
        {"due_on": NOVEMBER, "sent_on": NOVEMBER, "paid_on": NOVEMBER},
    )
    for values in each:
        town.fine(town.case(LONG), debtor, **values)
    for final, ended in ((75900, AT), (30000, AT), (None, AT), (None, None)):
        case_id = town.case(LONG, ended_at=ended)
        town.payment(case_id, NOVEMBER, 50000)
        if final:
            town.fine(case_id, debtor, final, paid_on=NOVEMBER)


@pytest.fixture
def office(page: Page) -> Page:
    """The browser of the collection, on the fines to be paid."""
    page.goto("/entrar?proximo=/multas")
    page.locator("#login").fill("arrecadacao")
    page.locator("#_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == "/multas")
    return page


def test_lists_have_no_fault_and_fit(office: Page, axe: Callable[[], None]) -> None:
    size = office.viewport_size
    assert size
    for tab in (*TABS, "pagas&q=ninguem"):
        office.goto(f"/multas?lista={tab}")
        axe()
        for width in (size, NARROW):
            office.set_viewport_size(width)
            wide = office.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not wide, f"{tab} at {width['width']}"
        office.set_viewport_size(size)


@ONLY_DESK
def test_rows_are_marked_and_taken_to_a_file_by_keys(office: Page) -> None:
    office.keyboard.press("j")
    office.keyboard.press("x")
    office.keyboard.press("j")
    expect(office.get_by_label("Marcar 0001/2025, art. 5º, II")).to_be_checked()
    with office.expect_download() as download:
        office.get_by_role("button", name="Baixar (CSV)").press("Enter")
    text = Path(download.value.path()).read_text("utf-8-sig")
    assert [line.split(";")[0] for line in text.splitlines()] == ["Processo", "0001/2025"]


@ONLY_DESK
def test_the_key_f_on_a_row_registers_its_payment(office: Page) -> None:
    office.keyboard.press("j")
    office.keyboard.press("f")
    office.wait_for_url("**/processos/1/papel?especie=pagamento")
    expect(office.get_by_label("Comprovante de pagamento")).to_be_checked()
    expect(office.get_by_label("Valor pago")).to_be_visible()
    office.get_by_label("Defesa", exact=True).check()
    expect(office.get_by_label("Valor pago")).to_be_hidden()
