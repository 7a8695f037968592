"""What each law requires of people and vehicles on a day, how many it admits, and what follows."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.config import municipalities
from webapp.domain.eligibility import EXERCICIO, INGRESSO, PersonFacts, eligibility
from webapp.domain.finding import State, refusals
from webapp.domain.fitness import INCLUSAO, OPERACAO, SUBSTITUICAO, VehicleFacts, fitness
from webapp.domain.vacancy import InForce, vacancy
from webapp.laws import law
from webapp.laws import requirements as rules

DAYS = st.dates(date(2009, 10, 13), date(2035, 12, 31))
ROLES = ("titular", "auxiliar", "empresa", "empregado", "substituto")


@given(slug=st.sampled_from(municipalities()), on=DAYS)
def test_of_whom_and_of_what_nothing_is_known_no_law_refuses_anything(slug: str, on: date) -> None:
    own = law(slug)
    for role in ROLES:
        for moment in (INGRESSO, EXERCICIO):
            found = eligibility(PersonFacts(), role, moment, on, rules.requirements(own, on))
            assert refusals(found) == ()
            assert all(one.article and one.why for one in found)
    for purpose in (INCLUSAO, SUBSTITUICAO, OPERACAO):
        fits = fitness(VehicleFacts(), purpose, on, rules.vehicle_rules(own, on), VehicleFacts())
        assert {one.state for one in fits} <= {State.CONFERIR}


@pytest.mark.parametrize(
    ("on", "cc", "made", "states"),
    [
        (date(2010, 3, 1), 150, 2000, ("atende", "atende")),
        (date(2011, 10, 12), 150, 2001, ("atende", "atende")),
        (date(2011, 10, 13), 150, 2001, ("nao_atende", "atende")),
        (date(2020, 11, 24), 160, 2018, ("atende", "nao_atende")),
        (date(2020, 11, 25), 160, 2018, ("atende", "atende")),
    ],
)
def test_marilandia_answers_by_the_wording_of_the_day(
    on: date, cc: int, made: int, states: tuple[str, ...]
) -> None:
    found = fitness(
        VehicleFacts(year=made, engine_cc=cc),
        OPERACAO,
        on,
        rules.vehicle_rules(law("marilandia"), on),
    )
    by_key = {one.requirement: one.state for one in found}
    assert (by_key["veiculo.idade"], by_key["veiculo.cilindrada"]) == states


@pytest.mark.parametrize(
    ("slug", "free"), [("santa_teresa", 45), ("teofilo_otoni", 412), ("marilandia", None)]
)
def test_the_cap_of_each_law_follows_from_its_population(slug: str, free: int | None) -> None:
    on, own = date(2026, 12, 1), law(slug)
    found = vacancy(rules.population(own, on), InForce(), rules.vacancy_rules(own, on))
    assert found.cap == free
    if free is None:
        assert found.why[0] == "Falta a certidão do IBGE com a população de Marilândia."
