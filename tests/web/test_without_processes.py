"""Teófilo Otoni has a law, officials and a calendar, and no case that a page opens."""

from datetime import date, datetime

import pytest
from sqlalchemy import Engine

from tests.web.conftest import HASH, Browser
from webapp.domain.roles import LANE_ROLES
from webapp.laws import law
from webapp.store import people
from webapp.store.database import transaction

NO_CASE_OF_ITS_OWN = ("Novo auto", "Multas", "Lavrar um auto", "auto de infração")


@pytest.fixture
def signed_in(database: Engine, standing_clock: datetime, browser: Browser) -> Browser:
    """Somebody who holds every role of a lane, on Monday 2025-12-01."""
    with transaction(database) as session:
        town = people.municipality_id(session, slug="teofilo_otoni", name="Teófilo Otoni", uf="MG")
        clerk = people.add_account(
            session, municipality_id=town, login="rosa", name="Rosa Prates", password_hash=HASH
        )
        for role in LANE_ROLES:
            people.add_membership(
                session,
                municipality_id=town,
                user_id=clerk,
                role=role,
                capacity="titular",
                from_day=date(2025, 1, 2),
            )
    assert browser.sign_in("rosa").status_code == 303
    return browser


def test_its_law_has_no_process() -> None:
    assert law("teofilo_otoni", []).keys("processos") == ()


def test_the_first_page_is_an_inbox_with_nothing_to_do(signed_in: Browser) -> None:
    assert signed_in.get("/").headers["Location"] == "/tarefas"
    page = signed_in.get("/tarefas")
    assert page.status_code == 200
    assert "Nada a fazer" in page.text
    assert "Apreciar petição" not in page.text


@pytest.mark.parametrize(
    "path", ["/tarefas", "/processos", "/processos?q=souza", "/calendario", "/conta"]
)
def test_no_page_offers_or_promises_a_case(signed_in: Browser, path: str) -> None:
    page = signed_in.get(path)
    assert page.status_code == 200
    assert not [words for words in NO_CASE_OF_ITS_OWN if words in page.text]


def test_a_search_finds_nothing_and_says_so(signed_in: Browser) -> None:
    assert "Ainda não há processos" in signed_in.get("/processos").text
    assert "Nenhum processo encontrado para «0001/2025»" in (
        signed_in.get("/processos?q=0001/2025").text
    )


def test_the_lists_come_as_files_with_their_heads_alone(signed_in: Browser) -> None:
    for path in ("/tarefas?formato=csv", "/processos?formato=csv"):
        reply = signed_in.get(path)
        assert reply.status_code == 200
        assert len(reply.text.splitlines()) == 1


def test_there_is_no_auto_to_draw_up(signed_in: Browser) -> None:
    assert signed_in.get("/autos/novo").status_code == 404
    sent = signed_in.send("/autos/novo", "/conta", _action="concluir", data_fato="2025-12-01")
    assert sent.status_code == 404


def test_its_calendar_has_the_days_of_its_law(signed_in: Browser) -> None:
    page = signed_in.get("/calendario").text
    assert "Imaculada Conceição" in page
    assert "Nossa Senhora da Penha" not in page


def test_its_law_is_read_article_by_article(signed_in: Browser) -> None:
    page = signed_in.get("/lei/teofilo_otoni?base=art.+42,+c&em=2025-12-01")
    assert page.status_code == 200
    assert "Cobrar tarifa diferenciada da estabelecida na tabela em vigor." in page.text
    assert "Lei 7.366/2019" in page.text
