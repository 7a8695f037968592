"""The pages that the README shows, opened with the demonstration's cases.

With AUTOS_PICTURES=1 each page is also photographed into docs/pictures.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect
from sqlalchemy import select

from tests.e2e.conftest import PHONE
from tests.tree import ROOT
from tests.web.serving import application as running
from webapp.cli.sample import load
from webapp.store import schema
from webapp.store.database import open_engine, transaction
from webapp.store.people import DEMO_PASSWORD
from webapp.store.tables import case, municipality, piece

PICTURES: Final = ROOT / "docs" / "pictures"
LARGEST: Final = 250_000
SCREEN: Final = ViewportSize(width=1280, height=860)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the demonstration, on Monday 2025-12-01, 9 o'clock."""
    file = tmp_path_factory.mktemp("demo") / "demo.db"
    engine = open_engine(f"sqlite:///{file}")
    schema.upgrade(engine)
    load(engine)
    engine.dispose()
    return file


@pytest.fixture
def url(loaded: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copyfile(loaded, tmp_path / 'demo.db')}"


@pytest.fixture
def application(url: str) -> Iterator[Flask]:
    with running(url) as app:
        yield app


@pytest.fixture
def photograph(page: Page) -> Callable[[str], None]:
    """Checks that the page fits its window, and keeps a picture of it when asked to."""

    def take(name: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if os.environ.get("AUTOS_PICTURES") == "1":
            page.screenshot(path=PICTURES / f"{name}.png", animations="disabled", caret="hide")

    return take


desk = pytest.mark.parametrize("viewport", [SCREEN], ids=["desk"])
phone = pytest.mark.parametrize("viewport", [PHONE], ids=["phone"])


def sign_in(page: Page, login: str) -> None:
    page.goto("/entrar")
    page.get_by_label("Login", exact=True).fill(login)
    page.get_by_label("Senha", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Entrar", exact=True).click()
    page.wait_for_url("**/tarefas")


def open_case(page: Page, number: str) -> None:
    """A whole number in the search opens its case."""
    page.goto(f"/processos?q={number}")
    expect(page.get_by_role("heading", level=1)).to_contain_text(number)


def code_of_the_auto(url: str, number: str) -> str:
    """What the QR code of the first piece of a case of Marilândia says."""
    engine = open_engine(url)
    with transaction(engine) as session:
        query = (
            select(piece.c.code)
            .join(case, case.c.id == piece.c.case_id)
            .join(municipality, municipality.c.id == case.c.municipality_id)
        )
        found = query.where(
            municipality.c.slug == "marilandia",
            case.c.number == number,
            piece.c.kind == "auto_infracao",
        )
        code = str(session.execute(found).scalar_one())
    engine.dispose()
    return code


@desk
def test_the_inbox_of_whoever_has_two_roles(page: Page, photograph: Callable[[str], None]) -> None:
    sign_in(page, "atendimento")
    expect(page.get_by_role("link", name="Certificar decurso da defesa").first).to_be_visible()
    photograph("inbox")


@desk
def test_a_case_with_its_running_term(page: Page, photograph: Callable[[str], None]) -> None:
    sign_in(page, "secretaria")
    open_case(page, "0007/2025")
    expect(page.get_by_role("table", name="Contagem dia a dia")).to_contain_text("03/12")
    photograph("case")


@phone
def test_an_auto_on_a_telephone(page: Page, photograph: Callable[[str], None]) -> None:
    sign_in(page, "fiscal")
    page.goto("/autos/novo")
    page.get_by_label("Placa", exact=True).fill("RBA5F62")
    page.get_by_role("button", name="Buscar placa no cadastro").click()
    expect(page.get_by_label("Nome completo")).to_have_value("Claudemir Gava Antunes")
    page.get_by_text("Condutor (art. 5º)").click()
    page.get_by_label("touca descartável").check()
    expect(page.locator("[data-chosen]")).to_contain_text("art. 5º, II")
    photograph("auto-phone")


@desk
def test_a_decision_ready_to_sign(page: Page, photograph: Callable[[str], None]) -> None:
    sign_in(page, "diretor")
    open_case(page, "0018/2025")
    expect(page.get_by_text("Multa em dobro (art. 16)")).to_be_visible()
    page.get_by_role("heading", name="Próximo passo").scroll_into_view_if_needed()
    photograph("decision")


@desk
def test_what_anybody_sees_of_a_document(
    page: Page, url: str, photograph: Callable[[str], None]
) -> None:
    page.goto("/consulta")
    page.get_by_label("Código de verificação").fill(code_of_the_auto(url, "0007/2025"))
    page.get_by_role("button", name="Consultar").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 de dezembro de 2025")
    photograph("public")


@pytest.mark.parametrize("name", ["inbox", "case", "auto-phone", "decision", "public"])
def test_the_pictures_are_small(name: str) -> None:
    assert (PICTURES / f"{name}.png").stat().st_size < LARGEST
