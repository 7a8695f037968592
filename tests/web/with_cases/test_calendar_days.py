"""The calendar on screen: a day entered by one person, previewed, and approved by another."""

from datetime import date

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from tests.web.visiting import readings, visit, words
from webapp.cli.calendar import calendar as commands
from webapp.store import tables
from webapp.store.database import transaction

CALENDAR = "/calendario"
MOURNING = {
    "dia": "2025-12-05",
    "expediente": "fechado",
    "motivo": "luto oficial",
    "ato": "Decreto 471/2025",
}


@pytest.fixture
def world(world: World) -> World:
    """Marilândia on Monday 2025-12-01, with a case whose defence runs until 08/12."""
    cases.opened(world)
    return world


def enter(browser: Browser, **typed: str) -> str:
    """Enter a day. Returns the address of its page."""
    reply = browser.send(CALENDAR, CALENDAR, **{**MOURNING, **typed})
    assert reply.status_code == 303
    return reply.headers["Location"]


def last_days(world: World) -> list[date]:
    return [row.last_day for row in world.deadlines("defesa")]


def test_the_year_shows_its_days_off_with_the_act_that_makes_each(app: Flask, world: World) -> None:
    page = visit(app, world, "secretaria").get(f"{CALENDAR}?ano=2026")
    said = words(page.text)
    assert "Calendário de 2026" in said
    assert "qui 04/06/2026 Sem expediente Corpus Christi Lei municipal 7/1983" in said
    assert "sex 15/05/2026" in said
    assert "sáb 06/06/2026" not in said, "a weekend speaks for itself"


def test_a_day_is_entered_by_one_person_and_shows_what_it_would_move(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "secretaria")
    said = words(browser.get(enter(browser)).text)
    assert "Sem expediente: luto oficial espera aprovação" in said
    assert "Prazos que mudam: 1 " in said
    assert "0001/2025 Defesa, art. 23 seg 08/12/2025 ter 09/12/2025 Fulano da Silva corre" in said
    assert "1 certidão de recontagem entra nos autos" in said
    assert "5 espera aprovação" in said, "the day is marked in the year beside"
    assert "Quem lançou não aprova" in said
    assert 'value="aprovar"' not in browser.get("/calendario/dias/1").text
    assert "Esperam aprovação" in words(browser.get(CALENDAR).text)
    assert last_days(world) == [date(2025, 12, 8)]


def test_the_command_line_tells_what_the_page_tells(
    app: Flask, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = visit(app, world, "secretaria")
    where = enter(browser)
    monkeypatch.setenv("AUTOS_DATABASE", world.engine.url.render_as_string(hide_password=False))
    told = CliRunner().invoke(commands, ["preview", "marilandia", "--add", "2025-12-05"]).output
    page = words(browser.get(where).text)
    for part in ("0001/2025", "Defesa", "Fulano da Silva", "08/12/2025", "09/12/2025", "corre"):
        assert part in told
        assert part in page
    assert "Prazos que mudam: 1" in told
    assert "Prazos que mudam: 1" in page


def test_another_person_approves_it_and_the_cases_are_counted_again(
    app: Flask, world: World
) -> None:
    where = enter(visit(app, world, "secretaria"))
    browser = visit(app, world, "diretor")
    reply = browser.send(where, where, _action="aprovar")
    assert reply.status_code == 303
    said = words(browser.get(where).text)
    assert "em vigor" in said
    assert "Aprovado por Dário Diretor" in said
    assert "Todos os prazos que mudavam foram recontados" in said
    assert last_days(world) == [date(2025, 12, 8), date(2025, 12, 9)]
    case = words(browser.get(f"/processos/{world.case_id}").text)
    assert "Prazos recontados por dia lançado no calendário" in case
    assert "Certidão de recontagem de prazo" in case
    assert "termina ter 09/12/2025" in case
    assert "luto oficial (Decreto 471/2025)" in case
    year = words(browser.get(CALENDAR).text)
    assert "sex 05/12/2025 Sem expediente luto oficial Decreto 471/2025 lançado aqui" in year


def test_who_entered_a_day_cannot_approve_it_by_a_request_of_his_own(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "diretor")
    where = enter(browser)
    reply = browser.send(where, where, _action="aprovar")
    assert reply.status_code == 403
    assert "uma segunda pessoa confere o ato" in words(reply.text)
    assert last_days(world) == [date(2025, 12, 8)]


def test_a_refusal_needs_its_reason_and_moves_nothing(app: Flask, world: World) -> None:
    where = enter(visit(app, world, "secretaria"))
    browser = visit(app, world, "diretor")
    reply = browser.send(where, where, _action="recusar", motivo="")
    assert reply.status_code == 422
    assert "Escreva por que o lançamento é recusado." in words(reply.text)
    assert browser.send(where, where, _action="recusar", motivo="É de 2024.").status_code == 303
    said = words(browser.get(where).text)
    assert "Recusado por Dário Diretor" in said
    assert last_days(world) == [date(2025, 12, 8)]
    assert "Recusados e revogados" in words(browser.get(CALENDAR).text)


def test_the_same_press_twice_approves_once(app: Flask, world: World) -> None:
    where = enter(visit(app, world, "secretaria"))
    browser = visit(app, world, "diretor")
    sent = {**browser.hidden(where), "_action": "aprovar"}
    first, second = (browser.client.post(where, data=sent) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert len(world.rows(tables.piece, tables.piece.c.kind == "certidao_recontagem")) == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"dia": ""}, "Dia"),
        ({"ato": ""}, "Ato"),
        ({"expediente": "meio"}, "Como foi ou será o expediente"),
        ({"dia": "2025-12-25"}, "25/12/2025 já tem"),
        ({"dia": "2025-12-06"}, "06/12/2025 já tem sábado"),
        ({"dia": "1925-12-05"}, "Confira o ano"),
        ({"dia": "5 de dezembro"}, "Dia"),
    ],
)
def test_a_day_that_cannot_be_comes_back_with_what_was_typed(
    app: Flask, world: World, typed: dict[str, str], told: str
) -> None:
    browser = visit(app, world, "secretaria")
    reply = browser.send(CALENDAR, CALENDAR, **{**MOURNING, **typed})
    assert reply.status_code == 422
    assert told in words(reply.text)
    assert 'value="luto oficial"' in reply.text
    with transaction(world.engine) as session:
        assert session.execute(select(tables.calendar_day)).all() == []


def test_a_field_that_the_form_has_not_is_refused(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    reply = browser.send(CALENDAR, CALENDAR, **MOURNING, approved_by="1")
    assert reply.status_code == 400


@pytest.mark.parametrize("year", ["1999", "2200", "abc", "20255"])
def test_a_year_that_no_calendar_has_is_refused(app: Flask, world: World, year: str) -> None:
    reply = visit(app, world, "secretaria").get(f"{CALENDAR}?ano={year}")
    assert reply.status_code == 400
    assert "Volte ao calendário" in words(reply.text)


def test_the_calendar_is_of_those_who_may_enter_days(app: Flask, world: World) -> None:
    assert visit(app, world, "protocolo").get(CALENDAR).status_code == 403
    assert "Calendário" not in words(visit(app, world, "protocolo").get("/tarefas").text)
    assert 'href="/calendario"' in visit(app, world, "diretor").get("/tarefas").text
    assert visit(app, world, "diretor").get(f"{CALENDAR}/dias/9").status_code == 404


def test_the_pages_read_a_fixed_number_of_times(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    where = enter(browser)
    before = [readings(app, browser, path) for path in (CALENDAR, where)]
    world.open("outro")
    enter(browser, dia="2025-12-04")
    assert [readings(app, browser, path) for path in (CALENDAR, where)] == before
    assert max(before) <= 8


def test_a_day_in_force_is_revoked_on_its_page_by_two_persons(app: Flask, world: World) -> None:
    where = enter(visit(app, world, "secretaria"))
    browser = visit(app, world, "diretor")
    assert "Revogar" not in words(browser.get(where).text)
    browser.send(where, where, _action="aprovar")
    refused = browser.send(where, where, _action="revogar", motivo="decreto anulado", ato="")
    assert refused.status_code == 422
    assert "Informe o ato que revoga o dia" in words(refused.text)
    reply = browser.send(
        where, where, _action="revogar", motivo="decreto anulado", ato="Decreto 490/2025"
    )
    counter = reply.headers["Location"]
    said = words(browser.get(counter).text)
    assert "Revogação de «sem expediente»: decreto anulado espera aprovação" in said
    assert "Prazo que já ganhou o dia não encurta" in said
    other = visit(app, world, "secretaria")
    assert other.send(counter, counter, _action="aprovar").status_code == 303
    assert "Revogado: Decreto 490/2025, lançado por Dário Diretor" in words(other.get(where).text)
    year = words(other.get(CALENDAR).text)
    assert "sex 05/12/2025 Sem expediente" not in year
    assert "Recusados e revogados" in year
    assert last_days(world)[-1] == date(2025, 12, 9)


def test_a_recess_is_entered_as_days_in_a_row(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    said = words(browser.get(enter(browser, dia="2025-12-04", ate="2025-12-09")).text)
    assert "qui 04/12/2025 a ter 09/12/2025" in said
    assert "seg 08/12/2025 sex 12/12/2025" in said
