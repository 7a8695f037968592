"""Cassation as pages: who may propose it, what the proposal begins with, and where it leads."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.cases.kit import World
from tests.cases.revoking import GROUND, OWN, ask, propose, revoked
from tests.cases.taxi import HOLDER, Taxi
from tests.web import cases
from tests.web.serving import application
from tests.web.visiting import visit, words
from tests.web.with_cases.test_acts import press


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Santa Teresa on Monday 2025-02-03, with an infraction drawn up."""
    taxi = Taxi(database_url)
    taxi.draw("2025-02-03")
    yield taxi
    taxi.engine.dispose()


@pytest.fixture
def taxi(world: World) -> Taxi:
    assert isinstance(world, Taxi)
    return world


def path(taxi: Taxi, act: str = "") -> str:
    return f"/processos/{taxi.case_id}{act}"


def test_the_secretaria_asks_for_it_and_finds_the_task_with_the_reason(
    app: Flask, taxi: Taxi
) -> None:
    browser = visit(app, taxi, "secretaria")
    assert path(taxi, "/propor-cassacao") in browser.get(path(taxi)).text
    typed = {
        "parte": taxi.party(),
        "fundamentos": [GROUND],
        "motivo": "Não atendeu a três intimações.",
    }
    reply = press(browser, path(taxi, "/propor-cassacao"), **typed)
    assert reply.status_code == 303, words(reply.text)
    task = taxi.task("propor_cassacao")
    page = words(browser.get(f"{path(taxi)}?tarefa={task.id}").text)
    assert f"Contra {HOLDER}. Não atendeu a três intimações." in page
    assert f"Cassação de {HOLDER} a propor pela Secretaria" in page


def test_who_is_at_the_counter_is_not_offered_it(app: Flask, taxi: Taxi) -> None:
    browser = visit(app, taxi, "protocolo")
    assert path(taxi, "/propor-cassacao") not in browser.get(path(taxi)).text
    assert browser.get(path(taxi, "/propor-cassacao")).status_code == 403


def test_a_case_of_cassation_proposes_no_other(app: Flask, taxi: Taxi) -> None:
    ask(taxi)
    propose(taxi)
    taxi.stage.begun(OWN)
    taxi.name = OWN
    page = visit(app, taxi, "diretor").get(path(taxi)).text
    assert path(taxi, "/propor-cassacao") not in page
    assert "art. 55, V, b" in words(page)
    assert "Relacionado ao processo 0001/2025" in words(page)


def test_a_law_without_such_a_case_offers_none(database_url: str) -> None:
    world = World(database_url)
    cases.opened(world)
    with application(database_url) as app:
        browser = visit(app, world, "secretaria")
        page = f"/processos/{world.case_id}/propor-cassacao"
        assert page not in browser.get(f"/processos/{world.case_id}").text
        reply = browser.get(page)
    world.engine.dispose()
    assert reply.status_code == 409
    assert "não prevê processo próprio de cassação" in words(reply.text)


def test_the_page_of_the_case_says_what_was_revoked_and_until_when(app: Flask, taxi: Taxi) -> None:
    revoked(taxi)
    page = words(visit(app, taxi, "secretaria").get(path(taxi)).text)
    assert "Cassação da autorização, art. 55, V, b" in page
    assert "sem nova autorização até 26/04/2030" in page
