"""The search over HTTP: what people type, and which cases they find."""

import csv
import io

import pytest
from flask import Flask
from sqlalchemy import event

from tests.cases.kit import World
from tests.store.town import Town
from tests.web.cases import final, let_people_in, paid, stand_still
from tests.web.conftest import Browser
from tests.web.serving import application
from webapp.laws import law
from webapp.store.database import transaction
from webapp.store.search import (
    AnyOf,
    CaseNumber,
    Cnpj,
    Cpf,
    DocumentNumber,
    Everything,
    Name,
    Plate,
)
from webapp.store.search import Receipt as Received
from webapp.web import spreadsheet
from webapp.web.database import db
from webapp.web.search import understood

MARILANDIA = law("marilandia")


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("", Everything()),
        ("0412/2025", CaseNumber("04122025")),
        ("412/2025", CaseNumber("04122025")),
        ("04122025", CaseNumber("04122025")),
        ("0035", CaseNumber("0035____")),
        ("35", CaseNumber("0035____")),
        ("nº 0035", CaseNumber("0035____")),
        ("protocolo 17", Received("00017/____")),
        ("AI 0107", DocumentNumber("0107____", frozenset({"auto_infracao"}))),
        ("nº 412 / 2025", CaseNumber("04122025")),
        ("processo 0412/2025", CaseNumber("04122025")),
        ("protocolo 00017/2025", Received("00017/2025")),
        ("prot. 17/2025", Received("00017/2025")),
        ("AI 0107/2025", DocumentNumber("01072025", frozenset({"auto_infracao"}))),
        ("auto de infração nº 107/2025", DocumentNumber("01072025", frozenset({"auto_infracao"}))),
        ("529.982.247-25", Cpf("52998224725")),
        ("52998224725", Cpf("52998224725")),
        ("11.222.333/0001-81", Cnpj("11222333000181")),
        ("12abc34501de35", Cnpj("12ABC34501DE35")),
        ("mqx-4e21", Plate("MQX4E21")),
        ("MQX4421", Plate("MQX4E21")),
        ("José da Silva", Name(("JOSE", "DA", "SILVA"))),
        ("rua 15 de 2025", Name(("RUA", "15", "DE", "2025"))),
    ],
)
def test_what_is_typed_is_understood(typed: str, clue: object) -> None:
    assert understood(typed, MARILANDIA).clues[0] == clue


def test_a_bare_number_is_a_cases_before_it_is_a_documents() -> None:
    first, second = understood("0107/2025", MARILANDIA).clues
    assert first == CaseNumber("01072025")
    assert isinstance(second, AnyOf)
    assert Received("00107/2025") in second.clues


@pytest.fixture
def world(world: World) -> World:
    """Monday 2026-01-05: a fine that is final, and a second case whose auto is of 01/12/2025."""
    final(world)
    world.open("segundo", **{"autuado.nome": "Maria Aparecida", "autuado.cpf": "11144477735"})
    let_people_in(world)
    stand_still(world)
    return world


@pytest.fixture
def browser(app: Flask) -> Browser:
    browser = Browser(app.test_client())
    browser.sign_in("protocolo")
    return browser


def test_nobody_searches_without_signing_in(app: Flask) -> None:
    stranger = Browser(app.test_client())
    assert stranger.get("/processos").headers["Location"] == "/entrar?proximo=/processos"


@pytest.mark.parametrize(
    "typed",
    [
        "0001/2025",
        "1/2025",
        "00012025",
        "guia+1",
        "prot+00001",
        "AI+0001/2025",
        "decisão+1/2025",
        "guia+0001/2026",
    ],
)
def test_the_one_case_of_a_number_is_shown_at_once(browser: Browser, typed: str) -> None:
    reply = browser.get(f"/processos?q={typed}")
    assert reply.headers.get("Location") == "/processos/1", reply.text


@pytest.mark.parametrize("typed", ["1", "0001", "00001", "processo 1"])
def test_a_number_without_a_year_is_that_of_every_year(browser: Browser, typed: str) -> None:
    """0001/2025 and 0001/2026."""
    page = browser.client.get("/processos", query_string={"q": typed}).text
    assert 'href="/processos/1"' in page
    assert 'href="/processos/2"' in page
    assert "número 1, de qualquer ano" in page


def test_a_receipt_leads_to_its_case(world: World, browser: Browser) -> None:
    """The defence of 05/12/2025 was the first paper of the year."""
    assert browser.get("/processos?q=protocolo+1/2025").headers["Location"] == "/processos/1"


@pytest.mark.parametrize("typed", ["maria", "APARECIDA+maria", "111.444.777-35"])
def test_a_name_or_cpf_lists_the_cases_of_a_party(browser: Browser, typed: str) -> None:
    page = browser.get(f"/processos?q={typed}").text
    assert 'href="/processos/2"' in page
    assert "Maria Aparecida" in page


@pytest.mark.parametrize("typed", ["MQX4E21", "mqx-4421"])
def test_a_plate_is_found_in_both_spellings(browser: Browser, typed: str) -> None:
    page = browser.get(f"/processos?q={typed}").text
    assert "Processos da placa" in page
    assert 'href="/processos/1"' in page
    assert 'href="/processos/2"' in page


def test_the_newest_cases_are_listed_without_a_question(browser: Browser) -> None:
    page = browser.get("/processos").text
    assert page.index('href="/processos/2"') < page.index('href="/processos/1"')
    for shown in ("Aguardar pagamento", "Certificar decurso da defesa", "MQX4E21", "art. 5º, II"):
        assert shown in page
    assert "seg 01/12/2025" in page


def test_a_list_masks_the_cpf(browser: Browser) -> None:
    page = browser.get("/processos?q=maria").text
    assert "***.444.777-**" in page
    assert "111.444" not in page
    assert "11144477735" not in page


def test_a_case_that_is_over_says_how(database_url: str) -> None:
    world = World(database_url)
    paid(world)
    let_people_in(world)
    stand_still(world)
    world.engine.dispose()
    with application(database_url) as app:
        browser = Browser(app.test_client())
        browser.sign_in("protocolo")
        page = browser.get("/processos").text
    assert "Encerrado" in page
    assert "resultado: aplicada" in page


@pytest.mark.parametrize("typed", ["ninguém", "9999/2025", "000.000.001-91", "AAA0A00", "%", "///"])
def test_what_is_not_found_is_said_with_what_can_be_typed(browser: Browser, typed: str) -> None:
    page = browser.client.get("/processos", query_string={"q": typed})
    assert page.status_code == 200
    assert "Nenhum processo encontrado" in page.text
    assert "AI 0107/2025" in page.text


def test_what_was_typed_is_text_on_the_page(browser: Browser) -> None:
    page = browser.client.get("/processos", query_string={"q": "<script>alert(1)</script>"})
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


def test_another_municipality_is_not_searched(world: World, browser: Browser) -> None:
    with transaction(world.engine) as session:
        Town(session, "santa_teresa", last=800).case("Zulmira Totola")
    for typed in ("zulmira", "0801/2025"):
        assert "Nenhum processo encontrado" in browser.get(f"/processos?q={typed}").text


def test_the_number_of_statements_does_not_grow_with_the_list(
    world: World, app: Flask, browser: Browser
) -> None:
    def statements() -> int:
        seen: list[str] = []
        with app.app_context():
            engine = db.engine

        def note(_c: object, _u: object, sql: str, *_: object) -> None:
            seen.append(sql)

        event.listen(engine, "before_cursor_execute", note)
        browser.get("/processos?q=a")
        event.remove(engine, "before_cursor_execute", note)
        return sum(sql.lstrip().startswith("SELECT") for sql in seen)

    few = statements()
    with transaction(world.engine) as session:
        town = Town(session, last=800)
        for _ in range(40):
            town.task(town.case("Ana", "Paula"))
    assert statements() == few
    assert few <= 3


def test_a_long_list_has_pages(world: World, browser: Browser) -> None:
    with transaction(world.engine) as session:
        town = Town(session, last=800)
        for _ in range(60):
            town.case("Zulmira Totola")
    page = browser.get("/processos?q=zulmira").text
    assert "1 a 50 de 60" in page
    assert 'href="/processos?q=zulmira&amp;pagina=2"' in page
    assert "51 a 60 de 60" in browser.get("/processos?q=zulmira&pagina=2").text
    assert browser.get("/processos?pagina=x").status_code == 400


# ---- the list as a file


def rows_of(browser: Browser, path: str) -> list[list[str]]:
    text = browser.get(path).text.removeprefix("\ufeff")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


def test_a_list_as_csv_holds_what_the_page_shows(browser: Browser) -> None:
    reply = browser.get("/processos?formato=csv")
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="processos-2026-01-05.csv"' in reply.headers["Content-Disposition"]
    header, second, first = rows_of(browser, "/processos?formato=csv")
    assert header[:3] == ["Processo", "Assunto", "Interessado"]
    assert (first[0], first[6], first[8]) == ("0001/2025", "Aguardar pagamento", "01/12/2025")
    assert second[2] == "Maria Aparecida"
    assert second[4] == "***.444.777-**"
    assert 'href="/processos?formato=csv"' in browser.get("/processos").text


def test_a_list_as_csv_has_the_same_filter_and_every_page(world: World, browser: Browser) -> None:
    with transaction(world.engine) as session:
        town = Town(session, last=800)
        for _ in range(60):
            town.case("Zulmira Totola")
    assert len(rows_of(browser, "/processos?q=zulmira&formato=csv")) == 61
    assert [row[2] for row in rows_of(browser, "/processos?q=maria&formato=csv")[1:]] == [
        "Maria Aparecida"
    ]
    assert [row[0] for row in rows_of(browser, "/processos?q=1/2025&formato=csv")[1:]] == [
        "0001/2025"
    ]
    assert browser.get("/processos?formato=xls").status_code == 400


def test_a_list_as_csv_is_safe_for_a_spreadsheet_and_says_that_it_was_cut(
    world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with transaction(world.engine) as session:
        Town(session, last=800).case('=HYPERLINK("x")')
    assert '\'=HYPERLINK("x")' in {row[2] for row in rows_of(browser, "/processos?formato=csv")}
    monkeypatch.setattr(spreadsheet, "LIMIT", 2)
    _, *rows = rows_of(browser, "/processos?formato=csv")
    assert len(rows) == 3
    assert rows[-1] == ["Lista cortada em 2 linhas. Use os filtros para ver o resto."]


def test_a_list_as_csv_is_of_one_s_own_municipality(world: World, browser: Browser) -> None:
    with transaction(world.engine) as session:
        Town(session, "santa_teresa", last=800).case("Zulmira Totola")
    assert "Zulmira" not in browser.get("/processos?formato=csv").text
    assert len(rows_of(browser, "/processos?q=zulmira&formato=csv")) == 1
