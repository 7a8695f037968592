"""What people write is not lost by an error of ours, and not left behind by who signs out."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cases.kit import World
from tests.e2e.conftest import DESK
from tests.web.cases import to_judge
from tests.web.conftest import PASSWORD
from webapp.cases import completing

TEXT = "A falta da touca está descrita."
OURS = "Algo deu errado"


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-08: a defence waits for the Diretor's judgement."""
    to_judge(world)
    return world


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A tab in which pages of the server may fail."""
    context = browser.new_context(base_url=server, locale="pt-BR", viewport=DESK)
    yield context.new_page()
    context.close()


def sign_in(page: Page, login: str, then: str) -> None:
    page.goto(f"/entrar?proximo={then}")
    page.get_by_label("Login", exact=True).fill(login)
    page.get_by_label("Senha", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == then)


def broken(*_: object, **__: object) -> None:
    raise RuntimeError("an error of ours")


def test_after_an_error_of_ours_back_shows_what_was_written(
    page: Page, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(page, "diretor", f"/processos/{world.case_id}")
    form = page.locator("form[data-autosave]")
    form.get_by_label("Sim, a infração está provada").check()
    form.get_by_label("Valor da multa").fill("1.518,00")
    form.get_by_label("Razões da decisão").fill(TEXT)
    monkeypatch.setattr(completing, "complete", broken)
    page.get_by_role("button", name="Assinar e concluir").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(OURS)
    expect(page.get_by_text(TEXT)).to_be_visible()
    page.get_by_role("link", name="Voltar ao formulário").click()
    expect(form.get_by_label("Razões da decisão")).to_have_value(TEXT)
    expect(form.get_by_label("Valor da multa")).to_have_value("1.518,00")
    expect(form.get_by_label("Valor da multa")).to_be_enabled()


def test_after_an_error_of_ours_the_agent_s_form_comes_back_as_it_was(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(page, "agente", "/autos/novo")
    page.get_by_text("Condutor (art. 5º)").click()
    page.get_by_label("touca descartável").check()
    page.get_by_label("O que você viu").fill(TEXT)
    page.get_by_label("Entregue ao autuado, que assinou").check()
    page.get_by_label("Dia da entrega").fill("2025-12-05")
    monkeypatch.setattr("webapp.web.auto.open_case", broken)
    page.get_by_role("button", name="Lavrar auto").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(OURS)
    page.go_back()
    expect(page.get_by_label("O que você viu")).to_have_value(TEXT)
    expect(page.get_by_label("Dia da entrega")).to_have_value("2025-12-05")
    expect(page.get_by_label("Dia da entrega")).to_be_visible()
    expect(page.locator("[data-chosen]")).to_contain_text("art. 5º, II")
    expect(page.get_by_label("touca descartável")).to_be_checked()


def test_a_question_that_is_asked_says_no_more_when_it_is_to_be_answered(page: Page) -> None:
    sign_in(page, "agente", "/autos/novo")
    expect(page.get_by_label("Dia da entrega")).to_be_hidden()
    page.get_by_label("Entregue ao autuado, que assinou").check()
    expect(page.get_by_label("Dia da entrega")).to_have_value("2025-12-08")
    expect(page.get_by_text("Preencha só se")).to_have_count(0)


def test_after_signing_out_back_shows_nothing_of_the_case(page: Page, world: World) -> None:
    sign_in(page, "diretor", f"/processos/{world.case_id}")
    page.get_by_label("Razões da decisão").fill(TEXT)
    page.get_by_role("button", name="Guardar rascunho").click()
    page.wait_for_url(lambda url: urlsplit(url).path == f"/processos/{world.case_id}")
    page.goto("/conta")
    page.get_by_role("button", name="Sair").click()
    page.wait_for_url("**/entrar")
    assert page.evaluate("sessionStorage.length") == 0
    page.go_back()
    page.go_back()
    page.wait_for_load_state()
    expect(page.get_by_text("Fulano da Silva")).to_have_count(0)
