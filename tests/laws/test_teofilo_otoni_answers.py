"""What the clerk of Teófilo Otoni is answered: may this person, this vehicle, on this day?"""

from dataclasses import replace
from datetime import date

import pytest

from webapp.domain.calendar import Calendar
from webapp.domain.eligibility import (
    EXERCICIO,
    INGRESSO,
    Licence,
    PersonFacts,
    Tie,
    eligibility,
)
from webapp.domain.finding import Finding, State, refusals
from webapp.domain.fitness import INCLUSAO, OPERACAO, SUBSTITUICAO, VehicleFacts, fitness
from webapp.domain.vacancy import InForce, vacancy
from webapp.domain.validity import Document, last_good_day
from webapp.laws import law
from webapp.laws.requirements import (
    population,
    requirements,
    vacancy_rules,
    validities,
    vehicle_rules,
)

TEOFILO_OTONI = law("teofilo_otoni", [])
DAY = date(2026, 3, 2)
RIDER = PersonFacts(
    birth_on=date(2000, 1, 15),
    licence=Licence("A", date(2020, 5, 4), date(2030, 5, 4)),
    city="Teófilo Otoni",
)
BIKE = VehicleFacts(year=2023, engine_cc=160, plate_city="Teófilo Otoni")


def asked(
    person: PersonFacts, role: str = "titular", on: date = DAY, moment: str = INGRESSO
) -> dict[str, Finding]:
    found = eligibility(person, role, moment, on, requirements(TEOFILO_OTONI, on))
    return {one.requirement.partition(".")[2]: one for one in found}


def refused(person: PersonFacts, role: str = "titular", on: date = DAY) -> list[str]:
    return [name for name, one in asked(person, role, on).items() if one in refusals([one])]


def unfit(vehicle: VehicleFacts, purpose: str, on: date = DAY) -> list[str]:
    found = fitness(vehicle, purpose, on, vehicle_rules(TEOFILO_OTONI, on))
    return [one.requirement.partition(".")[2] for one in refusals(found)]


@pytest.mark.parametrize("role", ["titular", "auxiliar", "empregado", "substituto"])
def test_who_meets_what_is_known_is_refused_nothing(role: str) -> None:
    assert refused(RIDER, role) == []


@pytest.mark.parametrize("role", ["titular", "auxiliar", "empregado", "substituto"])
def test_who_rides_is_21_on_the_day_and_not_the_day_before(role: str) -> None:
    turning = replace(RIDER, birth_on=date(2005, 3, 2))
    assert refused(turning, role, date(2026, 3, 1)) == ["idade_minima"]
    assert refused(turning, role, date(2026, 3, 2)) == []


def test_a_licence_of_less_than_two_years_is_refused_with_the_day_it_will_do() -> None:
    fresh = replace(RIDER, licence=Licence("A", date(2024, 3, 3), date(2034, 3, 3)))
    (reason,) = refused(fresh)
    assert reason == "habilitacao"
    assert asked(fresh)["habilitacao"].allowed == "A partir de 03/03/2026."
    assert refused(fresh, "empregado") == ["habilitacao_do_empregado"]


def test_who_lives_elsewhere_is_refused_and_an_unknown_city_is_looked_at() -> None:
    assert refused(replace(RIDER, city="Governador Valadares")) == ["residencia"]
    assert asked(replace(RIDER, city=None))["residencia"].state is State.CONFERIR


def test_a_second_permit_is_refused_to_a_person_and_not_to_a_company() -> None:
    held = replace(RIDER, ties=(Tie("titular", "014", date(2023, 5, 2)),))
    assert refused(held) == ["uma_permissao"]
    assert refused(held, "empresa") == []


def test_a_company_may_not_come_to_an_eleventh_permit() -> None:
    ties = tuple(Tie("titular", f"{n:03}", date(2023, 5, 2)) for n in range(10))
    assert refused(replace(RIDER, ties=ties[:9]), "empresa") == []
    assert refused(replace(RIDER, ties=ties), "empresa") == ["permissoes_da_empresa"]


def test_a_medical_certificate_is_shown_within_ninety_days_of_its_issue() -> None:
    for presented, reason in ((date(2026, 3, 2), []), (date(2026, 3, 3), ["atestado_medico"])):
        paper = Document("atestado_medico", date(2025, 12, 2), date(2029, 12, 3), presented)
        assert refused(replace(RIDER, documents=(paper,)), on=presented) == reason


def test_a_medical_certificate_is_good_for_four_years_and_for_one_after_65() -> None:
    medical = validities(TEOFILO_OTONI, DAY)["atestado_medico"]
    days = Calendar()
    assert last_good_day(medical, DAY, days, date(1980, 1, 1)) == date(2030, 3, 4)  # a Monday
    assert last_good_day(medical, DAY, days, date(1960, 1, 1)) == date(2027, 3, 2)


def test_papers_of_the_register_are_renewed_after_four_years() -> None:
    old = Document("cadastro", date(2022, 3, 1), date(2026, 3, 1), date(2022, 3, 1))
    found = asked(replace(RIDER, documents=(old,)), moment=EXERCICIO)
    assert found["cadastro_em_dia"].state is State.NAO_ATENDE


@pytest.mark.parametrize(
    ("purpose", "made", "reason"),
    [
        (INCLUSAO, 2022, []),
        (INCLUSAO, 2021, ["idade_de_inclusao"]),
        (SUBSTITUICAO, 2022, []),
        (SUBSTITUICAO, 2021, ["idade_do_substituto"]),
        (OPERACAO, 2016, []),
        (OPERACAO, 2015, ["idade_em_operacao"]),
    ],
)
def test_a_motorcycle_comes_in_until_four_years_and_runs_until_ten(
    purpose: str, made: int, reason: list[str]
) -> None:
    assert unfit(replace(BIKE, year=made), purpose) == reason


def test_one_of_2016_runs_until_the_last_day_of_2026() -> None:
    old = replace(BIKE, year=2016)
    assert unfit(old, OPERACAO, date(2026, 12, 31)) == []
    assert unfit(old, OPERACAO, date(2027, 1, 1)) == ["idade_em_operacao"]


def test_the_engine_has_125_cc_or_more_without_a_limit_above() -> None:
    assert unfit(replace(BIKE, engine_cc=124), INCLUSAO) == ["cilindrada"]
    assert unfit(replace(BIKE, engine_cc=125), INCLUSAO) == []
    assert unfit(replace(BIKE, engine_cc=1000), INCLUSAO) == []


def test_the_plate_of_another_city_is_refused() -> None:
    assert unfit(replace(BIKE, plate_city="Poté"), INCLUSAO) == ["placa"]


def test_the_census_gives_412_permits_and_those_that_exist_stay_above_it() -> None:
    people, rules = population(TEOFILO_OTONI, DAY), vacancy_rules(TEOFILO_OTONI, DAY)
    assert people == 137418
    found = vacancy(people, InForce(general=411), rules)
    assert (found.cap, found.free, found.excess) == (412, 1, 0)
    above = vacancy(people, InForce(general=430), rules)
    assert (above.free, above.excess) == (0, 18)


def test_without_a_population_the_cap_is_not_known() -> None:
    on = date(2023, 6, 27)
    found = vacancy(population(TEOFILO_OTONI, on), InForce(), vacancy_rules(TEOFILO_OTONI, on))
    assert found.cap is None
