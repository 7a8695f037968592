"""The values of the law on screen: entered by one person, approved by another."""

import pytest
from flask import Flask

from tests.cases.kit import World
from tests.web.conftest import Browser
from tests.web.visiting import readings, visit, words
from webapp.store import entered_values
from webapp.store.database import transaction

VALUES = "/valores"
# Marilândia on 01/12/2025; the files know the minimum wage until 31/12/2026.
WAGE = {
    "chave": "salario_minimo",
    "valor": "1.700,00",
    "desde": "2027-01-01",
    "ate": "2027-12-31",
    "ato": "Decreto 13.000/2026",
}


def enter(browser: Browser, **typed: str) -> str:
    """Enter a value. Returns the address of its page."""
    reply = browser.send(VALUES, VALUES, **{**WAGE, **typed})
    assert reply.status_code == 303
    return reply.headers["Location"]


def test_the_page_shows_each_value_of_the_municipality_with_its_act(
    app: Flask, world: World
) -> None:
    said = words(visit(app, world, "secretaria").get(VALUES).text)
    assert "qui 01/01/2026 a qui 31/12/2026 1.621,00 Decreto 12.797/2025" in said
    assert "Multa já fixada não muda" in said
    assert "Esperam aprovação" not in said


def test_a_value_waits_for_another_person_and_then_stands_with_its_source(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "secretaria")
    where = enter(browser)
    said = words(browser.get(where).text)
    assert "Salário mínimo: 1.700,00 espera aprovação" in said
    assert "Quem lançou não aprova" in said
    assert 'value="aprovar"' not in browser.get(where).text
    assert "Esperam aprovação" in words(browser.get(VALUES).text)
    browser = visit(app, world, "diretor")
    assert browser.send(where, where, _action="aprovar").status_code == 303
    assert "Aprovado por Dário Diretor" in words(browser.get(where).text)
    said = words(browser.get(VALUES).text)
    assert (
        "sex 01/01/2027 a sex 31/12/2027 1.700,00 valor cadastrado em 01/12/2025, Decreto" in said
    )


def test_who_entered_a_value_cannot_approve_it_by_a_request_of_his_own(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "diretor")
    where = enter(browser)
    reply = browser.send(where, where, _action="aprovar")
    assert reply.status_code == 403
    assert "uma segunda pessoa confere o ato" in words(reply.text)


def test_a_refusal_needs_its_reason(app: Flask, world: World) -> None:
    where = enter(visit(app, world, "secretaria"))
    browser = visit(app, world, "diretor")
    reply = browser.send(where, where, _action="recusar", motivo="")
    assert reply.status_code == 422
    assert "Escreva por que o lançamento é recusado." in words(reply.text)
    assert browser.send(where, where, _action="recusar", motivo="É de 2026.").status_code == 303
    assert "Recusado por Dário Diretor" in words(browser.get(where).text)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"chave": "vrte"}, "Que valor"),
        ({"valor": "1.70"}, "Escreva o número com vírgula"),
        ({"valor": "0,00"}, "Escreva o número com vírgula"),
        ({"valor": "-5"}, "Escreva o número com vírgula"),
        ({"ate": ""}, "Informe até quando vale, como 31/12/2027"),
        ({"ate": "2026-12-31"}, "antes de começar"),
        ({"ato": ""}, "Ato"),
    ],
)
def test_a_value_that_cannot_be_comes_back_with_what_was_typed(
    app: Flask, world: World, typed: dict[str, str], told: str
) -> None:
    reply = visit(app, world, "secretaria").send(VALUES, VALUES, **{**WAGE, **typed})
    assert reply.status_code == 422
    assert told in words(reply.text)
    assert 'value="2027-01-01"' in reply.text
    with transaction(world.engine) as session:
        assert entered_values.listed(session, world.municipality_id) == []


def test_values_are_of_those_who_may_enter_them(app: Flask, world: World) -> None:
    assert visit(app, world, "protocolo").get(VALUES).status_code == 403
    assert visit(app, world, "diretor").get(f"{VALUES}/9").status_code == 404


def test_the_page_reads_a_fixed_number_of_times(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    enter(browser)
    before = readings(app, browser, VALUES)
    enter(browser, desde="2027-05-01")
    assert readings(app, browser, VALUES) == before <= 6
