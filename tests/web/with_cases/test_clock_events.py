"""The screens of suspension, interruption, extension and outage: of one case, and of all."""

from datetime import date

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from tests.web.visiting import readings, visit, words
from webapp.store import tables

FOR_ALL = "/calendario/suspensoes"
FLOOD = {
    "especie": "suspension",
    "inicio": "2025-12-03",
    "fim": "2025-12-05",
    "causa": "Enchente que fechou as estradas.",
    "ato": "Decreto 470/2025",
}


@pytest.fixture
def world(world: World) -> World:
    """Marilândia on Monday 2025-12-01, with a case whose defence runs until 08/12."""
    cases.opened(world)
    return world


def path(world: World) -> str:
    return f"/processos/{world.case_id}/relogio"


def press(browser: Browser, where: str, button: str, **typed: str) -> TestResponse:
    return browser.send(where, where, _action=button, **{**FLOOD, **typed})


def last_days(world: World) -> list[date]:
    return [row.last_day for row in world.deadlines("defesa")]


# ---- one case


def test_the_authority_reaches_it_from_the_terms_of_the_case(app: Flask, world: World) -> None:
    case = f"/processos/{world.case_id}"
    assert path(world) in visit(app, world, "diretor").get(case).text
    assert path(world) not in visit(app, world, "secretaria").get(case).text


def test_what_would_move_is_shown_before_it_is_done(app: Flask, world: World) -> None:
    browser = visit(app, world, "diretor")
    shown = press(browser, path(world), "ver")
    assert shown.status_code == 200
    said = words(shown.text)
    assert "Suspensão dos prazos não havia de 03/12/2025 a 05/12/2025: Enchente" in said
    assert "Defesa: de 08/12/2025 para 11/12/2025" in said
    assert last_days(world) == [date(2025, 12, 8)]


def test_confirmed_the_terms_are_counted_again_and_the_case_tells_it(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "diretor")
    done = press(browser, path(world), "confirmar")
    assert done.status_code == 303
    assert last_days(world) == [date(2025, 12, 8), date(2025, 12, 11)]
    said = words(browser.get(f"/processos/{world.case_id}").text)
    assert "Prazos suspensos de 03/12/2025 a 05/12/2025" in said
    assert said.count("prazo suspenso de 03/12/2025 a 05/12/2025") == 1
    assert "Certidão de recontagem de prazo" in said
    assert "de 03/12/2025 a 05/12/2025 (Decreto 470/2025)" in words(browser.get(path(world)).text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"fim": "2025-12-02"}, "antes de começar"),
        ({"causa": ""}, "Causa"),
        ({"ato": ""}, "Ato"),
        ({"inicio": ""}, "Primeiro dia"),
        ({"especie": "extension"}, "O que houve"),
    ],
)
def test_what_cannot_be_comes_back_with_what_was_typed(
    app: Flask, world: World, typed: dict[str, str], told: str
) -> None:
    reply = press(visit(app, world, "diretor"), path(world), "ver", **typed)
    assert reply.status_code == 422
    assert told in words(reply.text)
    assert "Decreto 470/2025" in reply.text or "ato" in typed
    assert world.rows(tables.clock_event) == []


def test_it_is_for_who_exercises_the_authority(app: Flask, world: World) -> None:
    assert visit(app, world, "secretaria").get(path(world)).status_code == 403
    support = press(visit(app, world, "apoio"), path(world), "confirmar")
    assert support.status_code == 403
    assert last_days(world) == [date(2025, 12, 8)]


# ---- all cases


def test_a_recess_is_proposed_by_one_and_approved_by_another(app: Flask, world: World) -> None:
    clerk = visit(app, world, "secretaria")
    sent = clerk.send(FOR_ALL, FOR_ALL, **FLOOD)
    assert sent.status_code == 303
    where = sent.headers["Location"]
    said = words(clerk.get(where).text)
    assert "Prazos que mudam: 1 " in said
    assert "seg 08/12/2025 qui 11/12/2025" in said
    browser = visit(app, world, "diretor")
    assert browser.send(where, where, _action="aprovar").status_code == 303
    assert last_days(world) == [date(2025, 12, 8), date(2025, 12, 11)]
    assert "em vigor" in words(browser.get(FOR_ALL).text)


def test_what_cannot_be_for_all_comes_back_with_what_was_typed(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    reply = browser.send(FOR_ALL, FOR_ALL, **{**FLOOD, "fim": "2025-12-01"})
    assert reply.status_code == 422
    assert "antes de começar" in words(reply.text)
    assert "Enchente que fechou as estradas." in reply.text


def test_a_recount_that_stopped_is_shown_and_may_be_hurried(app: Flask, world: World) -> None:
    for n in range(12):
        world.open(f"outro {n}")
    clerk = visit(app, world, "secretaria")
    where = clerk.send(FOR_ALL, FOR_ALL, **FLOOD).headers["Location"]
    browser = visit(app, world, "diretor")
    browser.send(where, where, _action="aprovar")
    said = words(browser.get(where).text)
    assert "A recontagem não terminou" in said
    assert "Prazos ainda por recontar: 3 " in said
    assert browser.send(where, where, _action="continuar").status_code == 303
    assert "Todos os prazos que mudavam foram recontados" in words(browser.get(where).text)


def test_the_pages_read_a_fixed_number_of_times(app: Flask, world: World) -> None:
    browser = visit(app, world, "diretor")
    before = [readings(app, browser, where) for where in (FOR_ALL, path(world))]
    browser.send(FOR_ALL, FOR_ALL, **FLOOD)
    press(browser, path(world), "confirmar")
    assert [readings(app, browser, where) for where in (FOR_ALL, path(world))] == before
    assert max(before) <= 12
