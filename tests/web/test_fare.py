"""The page of fares: for everybody, by the law of the day of the ride, doubts and charges told."""

from datetime import date, datetime
from urllib.parse import urlencode

import pytest
from sqlalchemy import Engine

from tests.web.conftest import MONDAY, Browser, People, add_clerk
from tests.web.visiting import words
from webapp.store import people, proposed
from webapp.store.database import transaction

PAGE = "/tarifa/marilandia"
TUESDAY_NIGHT = {"dia": "2026-03-03", "hora": "22:00", "km": "4"}
MONDAY_BEFORE_DAWN = {"dia": "2026-03-09", "hora": "02:00", "km": "5"}


def asked(browser: Browser, **typed: str) -> str:
    reply = browser.get(f"{PAGE}?{urlencode(typed)}")
    assert reply.status_code == 200
    return words(reply.text)


def test_anybody_reads_the_prices_of_today_with_their_articles(
    browser: Browser, standing_clock: datetime
) -> None:
    reply = browser.get(PAGE)
    assert reply.status_code == 200
    page = words(reply.text)
    assert "em vigor em seg 01/12/2025" in page
    assert "Bandeira inicial R$ 2,00 R$ 2,00 art. 9º, I" in page
    assert "Quilômetro rodado R$ 0,50 R$ 0,75 art. 9º, II" in page
    assert "Hora parada, à disposição do usuário R$ 3,00 R$ 3,00 art. 9º, p.ú., d" in page
    assert "de segunda a sexta-feira, das 22h às 6h do dia seguinte art. 9º, p.ú., b" in page
    assert "10 km R$ 7,00 R$ 9,50" in page
    assert 'value="2025-12-01"' in reply.text


def test_every_article_is_a_link_to_its_text_as_it_read_that_day(
    browser: Browser, standing_clock: datetime
) -> None:
    page = browser.get(PAGE).text
    assert "/lei/marilandia?base=art.+9%C2%BA%2C+p.%C3%BA.%2C+a&amp;em=2025-12-01" in page
    assert "/lei/marilandia?base=art.+10&amp;em=2025-12-01" in page


def test_a_fare_is_told_step_by_step_with_its_flag_and_why(browser: Browser) -> None:
    page = asked(browser, **TUESDAY_NIGHT, espera="45")
    assert "R$ 7,25, na bandeira 2" in page
    assert "ter 03/03/2026, 22:00: de segunda a sexta-feira, das 22h às 6h" in page
    assert "4 km × R$ 0,75 art. 9º, II R$ 3,00" in page
    assert "45 min a R$ 3,00 por hora art. 9º, p.ú., d R$ 2,25" in page


def test_before_dawn_it_is_told_on_which_day_the_night_began(browser: Browser) -> None:
    page = asked(browser, dia="2026-03-07", hora="02:00", km="5")
    assert "em horário que começou em sex 06/03/2026" in page


def test_a_holiday_is_named_with_its_act(browser: Browser) -> None:
    page = asked(browser, dia="2026-06-04", hora="12:00", km="2")
    assert "aos feriados, o dia todo: Corpus Christi (Lei municipal 7/1983, art. 1º, b" in page


def test_a_doubt_of_the_law_is_told_with_both_amounts_and_no_overcharge(browser: Browser) -> None:
    page = asked(browser, **MONDAY_BEFORE_DAWN)
    assert "R$ 4,50, na bandeira 1" in page
    assert "Nesta viagem a lei tem mais de uma leitura." in page
    assert "R$ 5,75, na bandeira 2: A noite que começa no domingo também vai até as 6h" in page
    assert "entre duas leituras não há auto: multa pede regra sem dúvida. art. 21" in page
    assert "Nesta viagem a lei tem" not in asked(browser, **TUESDAY_NIGHT)


@pytest.mark.parametrize(
    ("charged", "said"),
    [
        ("4,50", "Foi cobrada a tarifa."),
        ("5,00", "Não há cobrança a mais: a lei tem mais de uma leitura."),
        ("5,75", "Não há cobrança a mais: a lei tem mais de uma leitura."),
        ("5,76", "Foi cobrado a mais. Cobrado R$ 5,76; a tarifa é R$ 4,50"),
        ("4,49", "Foi cobrado a menos. Cobrado R$ 4,49"),
        ("0", "Foi cobrado a menos. Cobrado R$ 0,00"),
    ],
)
def test_what_was_charged_is_measured_by_the_highest_reading(
    browser: Browser, charged: str, said: str
) -> None:
    assert said in asked(browser, **MONDAY_BEFORE_DAWN, cobrado=charged)


def test_a_ride_into_the_night_is_told_as_a_span(browser: Browser) -> None:
    page = asked(browser, dia="2026-03-03", hora="21:50", km="4", chegada="22:10")
    assert "R$ 4,00, na bandeira 1" in page
    assert "De R$ 4,00 a R$ 5,00, conforme os quilômetros em cada bandeira" in page


def test_a_ride_that_arrives_earlier_than_it_left_arrives_on_the_next_day(
    browser: Browser,
) -> None:
    page = asked(browser, dia="2026-03-06", hora="23:50", km="4", chegada="06:10")
    assert "De R$ 4,00 a R$ 5,00" in page


def test_before_the_law_had_figures_the_decree_that_is_missing_is_named(browser: Browser) -> None:
    page = asked(browser, dia="2020-11-24", hora="10:00", km="4")
    assert "Sem tarifa cadastrada para 24/11/2020. Falta o decreto do Prefeito" in page
    assert "Tabela de preços" not in page
    assert "ainda não tratava de tarifa" in asked(browser, dia="2009-10-12", hora="10:00", km="4")


def test_what_cannot_be_read_is_said_and_kept(browser: Browser) -> None:
    page = browser.get(f"{PAGE}?dia=2026-02-30&hora=25:00&km=perto&espera=-1&cobrado=x")
    assert page.status_code == 422
    said = words(page.text)
    assert "Corrija 5 respostas" in said
    assert "Dia: Este dia não existe no calendário." in said
    assert "A distância é como 4,5: até 999 km, vírgula e até duas casas." in said
    assert 'value="perto"' in page.text
    assert "na bandeira" not in said


def test_what_is_not_told_is_asked_for(browser: Browser) -> None:
    reply = browser.get(f"{PAGE}?km=&dia=&hora=")
    assert reply.status_code == 422
    assert "Informe o dia." in reply.text
    assert "Preencha «Quilômetros»." in reply.text


def test_what_the_page_does_not_ask_is_left_alone_and_twice_is_refused(browser: Browser) -> None:
    assert "na bandeira 2" in asked(browser, **TUESDAY_NIGHT, de="mensagem")
    assert browser.get(f"{PAGE}?km=1&km=2").status_code == 400


@pytest.mark.parametrize("slug", ["santa_teresa", "brasil", "lugar_nenhum"])
def test_where_the_law_has_no_fares_there_is_no_page(browser: Browser, slug: str) -> None:
    assert browser.get(f"/tarifa/{slug}").status_code == 404


def test_a_clerk_finds_the_page_of_the_own_municipality_in_the_menu(browser: Browser) -> None:
    browser.sign_in("ana")
    assert 'href="/tarifa"' in browser.get("/conta").text
    reply = browser.get("/tarifa")
    assert (reply.status_code, reply.location) == (303, PAGE)
    assert 'href="/tarifa" aria-current="page"' in browser.get(PAGE).text


def test_the_menu_has_no_fares_where_the_law_has_none(
    database: Engine, clerks: People, browser: Browser
) -> None:
    with transaction(database) as session:
        town = people.municipality_id(session, slug="santa_teresa", name="Santa Teresa", uf="ES")
        add_clerk(session, town, "clara", "Clara Dias")
    browser.sign_in("clara")
    assert 'href="/tarifa"' not in browser.get("/conta").text
    assert browser.get(browser.get("/tarifa").location).status_code == 404


def test_nobody_is_sent_to_sign_in_by_the_address_without_municipality(browser: Browser) -> None:
    assert browser.get("/tarifa").location == "/entrar?proximo=/tarifa"


def test_the_table_is_that_of_the_day_of_the_ride(browser: Browser) -> None:
    first = date(2020, 11, 25)
    page = asked(browser, dia=first.isoformat(), hora="10:00", km="4")
    assert "em vigor em qua 25/11/2020" in page
    assert "R$ 4,00, na bandeira 1" in page


def test_an_adjustment_entered_on_screen_is_in_the_table_from_its_day_on(
    database: Engine, clerks: People, browser: Browser
) -> None:
    with transaction(database) as session:
        proposed.add(
            session,
            "entered_value",
            municipality_id=clerks.town,
            key="valores.tarifa_km_bandeira_1",
            value="0.53",
            from_day=date(2026, 1, 1),
            act="Decreto 9/2025",
            entered_by=clerks.ana,
            entered_at=MONDAY,
            approved_by=clerks.bento,
            approved_at=MONDAY,
            state="in_force",
        )
    assert "R$ 2,50, na bandeira 1" in asked(browser, dia="2025-12-31", hora="10:00", km="1")
    after = asked(browser, dia="2026-01-02", hora="10:00", km="1")
    assert "R$ 2,53, na bandeira 1" in after
    assert "Quilômetro rodado R$ 0,53 R$ 0,75" in after
    assert "(valor cadastrado em 01/12/2025, Decreto 9/2025)" in after
