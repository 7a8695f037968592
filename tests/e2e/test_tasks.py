"""Drawing up an auto in the street, receiving a paper, judging at a desk: in a real browser."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.cases.kit import World
from tests.e2e.conftest import DESK, PHONE, watch
from tests.web.cases import to_judge
from tests.web.conftest import PASSWORD

HEADER_ON_A_TELEPHONE = 72
ONLY_DESK = pytest.mark.parametrize("viewport", [DESK], ids=["desk"])
NARROW = ViewportSize(width=320, height=640)


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-08: a defence waits for the Diretor's judgement."""
    to_judge(world)
    return world


@pytest.fixture
def phone(browser: Browser, server: str) -> Iterator[Page]:
    """A telephone with a touch screen."""
    context = browser.new_context(
        base_url=server, locale="pt-BR", viewport=PHONE, has_touch=True, is_mobile=True
    )
    wrong = watch(context, server)
    yield context.new_page()
    context.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def plain(browser: Browser, server: str) -> Iterator[Page]:
    """A browser without script."""
    context = browser.new_context(base_url=server, viewport=DESK, java_script_enabled=False)
    yield context.new_page()
    context.close()


def sign_in(page: Page, login: str, then: str) -> None:
    page.goto(f"/entrar?proximo={then}")
    page.get_by_label("Login", exact=True).fill(login)
    page.get_by_label("Senha", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == then)


def assert_fits(page: Page) -> None:
    """Nothing scrolls sideways, down to 320 pixels; the header leaves a telephone its height."""
    high = page.locator("header").bounding_box()
    assert high is not None
    assert high["height"] <= HEADER_ON_A_TELEPHONE
    before = page.viewport_size
    assert before is not None
    for size in (before, NARROW):
        page.set_viewport_size(size)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), size
    page.set_viewport_size(before)


def test_an_agent_draws_up_an_auto_on_a_telephone(phone: Page) -> None:
    sign_in(phone, "agente", "/autos/novo")
    phone.get_by_label("Placa", exact=True).tap()
    phone.keyboard.type("abc1d23")
    phone.get_by_role("button", name="Buscar placa no cadastro").tap()
    expect(phone.get_by_text("A placa ABC1D23 não está no cadastro.")).to_be_visible()
    phone.get_by_label("Nome completo").tap()
    phone.keyboard.type("Joana Passos")
    bar = phone.locator("[data-chosen]")
    expect(bar).to_have_text("Nenhum item marcado")
    expect(phone.get_by_label("touca descartável")).to_be_hidden()
    phone.get_by_text("Condutor (art. 5º) (14)").tap()
    phone.get_by_label("touca descartável").tap()
    expect(bar).to_have_text("art. 5º, II (multa de 1/2 salário mínimo, R$ 759,00 (art. 15, § 1º))")
    phone.get_by_label("Hora do fato").fill("08:10")
    phone.get_by_label("Lugar", exact=True).tap()
    phone.keyboard.type("Rodoviária")
    phone.get_by_label("O que você viu").tap()
    phone.keyboard.type("Levava passageira sem touca.")
    phone.get_by_role("radiogroup", name="Foi dada uma ordem").get_by_label("Não", exact=True).tap()
    phone.get_by_role("radiogroup", name="O veículo foi apreendido").get_by_label(
        "Não", exact=True
    ).tap()
    phone.get_by_label("Entregue ao autuado, que assinou").tap()
    phone.get_by_label("Dia da entrega").fill("2025-12-08")
    phone.get_by_label("Sua senha").tap()
    phone.keyboard.type(PASSWORD)
    expect(phone.get_by_role("button", name="Lavrar auto")).to_be_in_viewport()
    phone.get_by_role("button", name="Lavrar auto").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Auto de infração 0002/2025 lavrado")
    expect(phone.get_by_text("Defesa de Joana Passos: até")).to_be_visible()
    assert_fits(phone)


@ONLY_DESK
def test_the_director_judges_by_keyboard_and_signs(
    page: Page, world: World, axe: Callable[[], None]
) -> None:
    case = f"/processos/{world.case_id}"
    sign_in(page, "diretor", case)
    form = page.locator("form[data-autosave]")
    form.get_by_role("radiogroup", name="defeito de forma").get_by_label("Não", exact=True).focus()
    page.keyboard.press("Space")
    form.get_by_label("Sim, a infração está provada").focus()
    page.keyboard.press("Space")
    expect(form.get_by_label("Valor da multa")).to_have_value("759,00")
    form.get_by_label("Auto subsistente").focus()
    page.keyboard.press("Space")
    form.get_by_label("Razões da decisão").focus()
    page.keyboard.type("A falta da touca está descrita e não foi negada.")
    form.get_by_label("Pagar a multa até").fill("2026-03-02")
    form.get_by_label("Norma que dá o prazo").fill("Decreto 10/2010, art. 5º")
    form.get_by_label("Sua senha").fill("errada")
    page.keyboard.press("Enter")
    expect(page.locator(".resumo")).to_be_focused()
    expect(page.locator(".resumo")).to_contain_text("A senha não confere.")
    axe()
    page.get_by_label("Sua senha").fill(PASSWORD)
    page.get_by_role("button", name="Assinar e concluir").press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == case)
    expect(page.get_by_text("«Julgar auto e defesa» concluída.")).to_be_visible()


@pytest.mark.parametrize(
    ("login", "path", "button"),
    [
        ("agente", "/autos/novo", "Lavrar auto"),
        ("protocolo", "/processos/1/papel?especie=defesa", "Registrar e emitir recibo"),
        ("diretor", "/processos/1?tarefa=3", "Assinar e concluir"),
    ],
)
def test_forms_are_accessible_and_fit_with_data_and_after_errors(
    page: Page, axe: Callable[[], None], login: str, path: str, button: str
) -> None:
    sign_in(page, login, path.partition("?")[0])
    page.goto(path)
    axe()
    assert_fits(page)
    page.get_by_role("button", name=button).click()
    expect(page.locator(".resumo")).to_be_focused()
    axe()
    assert_fits(page)


def test_a_paper_is_received_and_its_receipt_fits(page: Page, axe: Callable[[], None]) -> None:
    sign_in(page, "protocolo", "/papel")
    axe()
    page.get_by_label("Número do processo").fill("0999/2025")
    page.keyboard.press("Enter")
    expect(page.locator(".resumo")).to_contain_text("Não há processo com o número «0999/2025».")
    axe()
    assert_fits(page)
    page.get_by_label("Número do processo").fill("00012025")
    page.keyboard.press("Enter")
    receive(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Protocolo 00002/2025")
    axe()
    assert_fits(page)


def receive(page: Page) -> None:
    page.get_by_label("Documento", exact=True).check()
    page.get_by_label("Fulano da Silva").check()
    page.get_by_label("Quem apresentou").fill("Fulano da Silva")
    page.get_by_role("button", name="Registrar e emitir recibo").click()


def test_a_paper_is_received_without_script(plain: Page, world: World) -> None:
    sign_in(plain, "protocolo", f"/processos/{world.case_id}/papel")
    receive(plain)
    expect(plain.get_by_role("heading", level=1)).to_have_text("Protocolo 00002/2025")


@ONLY_DESK
def test_what_is_typed_is_kept_while_the_page_is_open(page: Page, world: World) -> None:
    case = f"/processos/{world.case_id}"
    sign_in(page, "diretor", case)
    page.get_by_label("Razões da decisão").fill("Em estudo.")
    expect(page.locator("[data-autosaved]")).to_have_text("Rascunho guardado.", timeout=9000)
    page.goto(case)
    expect(page.get_by_label("Razões da decisão")).to_have_value("Em estudo.")
    expect(page.locator("[data-autosaved]")).to_contain_text("por Dário Diretor")
