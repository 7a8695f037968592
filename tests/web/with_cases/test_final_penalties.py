"""What the pages of a case say of points, several penalties, and who owes a fine."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.cases.taxi import Taxi, item
from tests.web.serving import application
from tests.web.visiting import visit, words

UNFIT = item("54-XIII", "multa", "707,63", suspended=30, impeded=60)


@pytest.fixture
def taxi_app(taxi: Taxi, database_url: str) -> Iterator[Flask]:
    with application(database_url) as app:
        yield app


def said(app: Flask, taxi: Taxi, login: str = "secretaria") -> str:
    return words(visit(app, taxi, login).get(f"/processos/{taxi.case_id}").text)


def test_the_page_tells_everything_that_is_final_and_whose_it_is(
    taxi_app: Flask, taxi: Taxi
) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **UNFIT)
    page = said(taxi_app, taxi)
    for line in (
        "Multa de R$ 707,63, art. 53, III definitiva em 22/03/2025; devida por Beltrano Zanotti",
        "Suspensão da autorização por 30 dias, art. 55, III, b (primeira) definitiva em 22/03/2025",
        "Impedimento do veículo por até 60 dias, art. 55, IV, a definitiva em 22/03/2025",
        "5 pontos de Sicrano Luz do fato de 03/02/2025; no cadastro desde 22/03/2025",
        "2,5 pontos (metade) de Beltrano Zanotti do fato de 03/02/2025",
    ):
        assert line in page


def test_a_restriction_tells_the_days_on_which_it_is_served(taxi_app: Flask, taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **item("54-XVI", "multa", "707,63", suspended=30))
    assert "cumprimento por iniciar" in said(taxi_app, taxi)
    taxi.serve("2025-05-01")
    assert "cumprimento de 01/05/2025 a 30/05/2025" in said(taxi_app, taxi)


def test_a_ground_of_cassation_tells_why(taxi_app: Flask, taxi: Taxi) -> None:
    """Twenty points in one auto, two more in the next."""
    armed = item("54-XXIII", "multa", "943,50", suspended=60)
    drunk = item("54-XXIV", "multa", "943,50", suspended=60)
    taxi.final("2025-02-03", "2025-04-10", **armed, **drunk)
    taxi.final("2025-05-05", "2025-07-10", **item("54-I", "advertencia"))
    page = said(taxi_app, taxi)
    assert "Fundamento para propor a cassação de Beltrano Zanotti, art. 55, V, d" in page
    assert "22 pontos, acima de 20 (art. 55, V, d)." in page


def test_whoever_fixes_the_penalty_sees_the_points_of_before(taxi_app: Flask, taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", "auxiliar", **UNFIT)
    taxi.draw("2025-05-05", "auxiliar", itens=["54-XIII"])
    taxi.check()
    page = said(taxi_app, taxi, "diretor")
    assert "Pontos no cadastro antes deste auto Sicrano Luz Últimos 12 meses até 05/05/2025" in page
    assert "5 pontos, não acima de 20 (art. 55, V, d)." in page
    assert "2,5 pontos, não acima de 20 (art. 55, V, d)." in page
    assert "Suspensão da autorização por 30 dias (art. 55, III, b (primeira))" in page
    assert "Cassação da autorização (art. 55, V, a) bloqueada Só um processo próprio" in page


def test_whoever_judges_an_appeal_sees_who_is_punished_and_who_pays(
    taxi_app: Flask, taxi: Taxi
) -> None:
    taxi.draw("2025-02-03", "auxiliar", itens=["54-XIII"])
    taxi.check()
    taxi.fix(**UNFIT)
    taxi.tell("2025-02-07")
    taxi.instruct("2025-02-14", "2025-04-10")
    page = said(taxi_app, taxi, "prefeito")
    assert "Multa: R$ 707,63 a Beltrano Zanotti (art. 53, III)" in page
    assert "Suspensão da autorização por 30 dias a Sicrano Luz (art. 55, III, b" in page


def test_a_fine_whose_unit_has_no_value_yet_is_told_in_units(taxi_app: Flask, taxi: Taxi) -> None:
    taxi.draw("2026-02-02")
    taxi.check()
    taxi.fix(**item("54-XVI", "multa", suspended=30))
    page = said(taxi_app, taxi)
    assert "multa de 150 VRTE, art. 53, III" in page.replace("Multa", "multa")
    assert "R$ 0,00" not in page
