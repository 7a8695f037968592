"""How many there may be, how often something is changed, and what is about to expire."""

from datetime import date

import pytest

from webapp.domain.calendar import Calendar
from webapp.domain.counting import Rule
from webapp.domain.expiry import Expiring, expiring
from webapp.domain.finding import State
from webapp.domain.swaps import SUBSTITUICAO_VEICULO, TROCA_AUXILIAR, swap
from webapp.domain.vacancy import (
    DISTRITO,
    PCD,
    FleetRule,
    InForce,
    ReserveRule,
    VacancyRules,
    vacancy,
)
from webapp.domain.validity import Validity, last_good_day
from webapp.domain.waits import Past, Wait

TODAY = date(2026, 12, 1)

# ---- vacancies


def fleet(each: int, per: int, rounds_up: bool) -> FleetRule:
    return FleetRule("vagas.frota", "Frota", "art. 18, § 2º", each, per, rounds_up)


@pytest.mark.parametrize(
    ("rule", "population", "cap"),
    [
        (fleet(1, 500, rounds_up=False), 22_808, 45),
        (fleet(1, 500, rounds_up=False), 22_500, 45),
        (fleet(1, 500, rounds_up=False), 22_499, 44),
        (fleet(1, 1000, rounds_up=True), 12_387, 13),
        (fleet(1, 1000, rounds_up=True), 12_000, 12),
        (fleet(1, 1000, rounds_up=True), 12_001, 13),
        (fleet(3, 1000, rounds_up=False), 137_418, 412),
        (fleet(3, 1000, rounds_up=False), 333, 0),
    ],
)
def test_the_cap_follows_from_the_population(rule: FleetRule, population: int, cap: int) -> None:
    assert vacancy(population, InForce(), VacancyRules(rule)).cap == cap


def test_a_fleet_above_its_cap_has_no_vacancy_and_says_by_how_much() -> None:
    found = vacancy(22_808, InForce(general=47), VacancyRules(fleet(1, 500, rounds_up=False)))
    assert (found.cap, found.free, found.excess) == (45, 0, 2)
    one_more = found.finding("geral")
    assert one_more is not None
    assert one_more.state is State.NAO_ATENDE
    assert "22.808 habitantes × 1 ÷ 500 = 45" in one_more.why
    assert "São 2 acima do limite." in one_more.why
    assert one_more.allowed == "Depois de terminarem 3 das que estão em vigor."


def test_without_a_population_the_cap_is_not_known_and_the_missing_act_is_named() -> None:
    rules = VacancyRules(fleet(1, 500, rounds_up=False), missing="a certidão do IBGE")
    found = vacancy(None, InForce(general=3), rules)
    one_more = found.finding("geral")
    assert (found.cap, found.free) == (None, 0)
    assert one_more is not None
    assert one_more.state is State.CONFERIR
    assert "a certidão do IBGE" in one_more.why


RESERVE = ReserveRule("vagas.reserva", "Reserva", "art. 12-B", 10, True, 10)


@pytest.mark.parametrize(
    ("in_force", "reserved", "state"),
    [(35, 1, "atende"), (34, 2, "atende"), (36, 0, "conferir"), (45, 0, "nao_atende")],
)
def test_of_ten_vacancies_a_tenth_is_reserved_and_of_fewer_the_authority_decides(
    in_force: int, reserved: int, state: str
) -> None:
    rules = VacancyRules(fleet(1, 500, rounds_up=False), RESERVE)
    found = vacancy(22_808, InForce(general=in_force), rules)
    one_more = found.finding("geral")
    assert one_more is not None
    assert (found.reserved, one_more.state) == (reserved, state)
    of_the_reserve = found.finding(PCD)
    assert of_the_reserve is not None
    assert of_the_reserve.state is (State.NAO_ATENDE if in_force == 45 else State.ATENDE)


def test_permits_of_villages_stand_outside_of_the_cap_where_the_law_says_so() -> None:
    rule = fleet(1, 500, rounds_up=False)
    outside = vacancy(22_808, InForce(45, 0, 6), VacancyRules(rule, village="art. 18, § 6º"))
    inside = vacancy(22_808, InForce(45, 0, 6), VacancyRules(rule))
    assert (outside.occupied, outside.excess) == (45, 0)
    assert (inside.occupied, inside.excess) == (51, 6)
    one_more = outside.finding(DISTRITO)
    assert one_more is not None
    assert one_more.state is State.CONFERIR


# ---- swaps

SIX_MONTHS = Wait(
    "esperas.troca_de_auxiliar", "Seis meses", "art. 8º, p.ú.", "cadastro_auxiliar",
    (TROCA_AUXILIAR,), length=6, rule=Rule.MESES_CC132_SEM_ROLAR,
)  # fmt: skip
TWO_A_YEAR = Wait(
    "esperas.troca", "Duas por ano", "art. 23, § 2º", TROCA_AUXILIAR, (TROCA_AUXILIAR,),
    limit=2, window="ano_civil", exception="demissão",
)  # fmt: skip
TWO_IN_TWO_YEARS = Wait(
    "esperas.substituicao", "Duas em dois anos", "art. 12, § 2º", SUBSTITUICAO_VEICULO,
    (SUBSTITUICAO_VEICULO,), limit=2, window="anos", years=2,
)  # fmt: skip


def test_an_auxiliary_is_not_changed_before_six_months() -> None:
    history = [Past("cadastro_auxiliar", date(2025, 8, 31))]
    early = swap(TROCA_AUXILIAR, history, date(2026, 3, 1), [SIX_MONTHS, TWO_IN_TWO_YEARS])
    assert (early.allowed, early.from_day) == (False, date(2026, 3, 2))
    assert early.findings[0].article == "art. 8º, p.ú."
    assert swap(TROCA_AUXILIAR, history, date(2026, 3, 2), [SIX_MONTHS]).allowed


def test_two_changes_a_year_and_the_third_waits_for_january() -> None:
    history = [Past(TROCA_AUXILIAR, date(2026, month, 10)) for month in (2, 7)]
    third = swap(TROCA_AUXILIAR, history, TODAY, [TWO_A_YEAR])
    assert (third.allowed, third.from_day) == (False, date(2027, 1, 1))
    assert "10/02/2026 e em 10/07/2026, de 2 que a lei admite" in third.findings[0].why
    assert "Exceção da lei: demissão" in third.findings[0].allowed
    assert swap(TROCA_AUXILIAR, history[:1], TODAY, [TWO_A_YEAR]).allowed


def test_two_substitutions_in_two_years_and_the_third_waits_for_the_first_to_leave() -> None:
    history = [Past(SUBSTITUICAO_VEICULO, date(2025, 3, 10)), Past(SUBSTITUICAO_VEICULO, TODAY)]
    third = swap(SUBSTITUICAO_VEICULO, history, TODAY, [TWO_IN_TWO_YEARS])
    assert (third.allowed, third.from_day) == (False, date(2027, 3, 10))
    assert swap(SUBSTITUICAO_VEICULO, history, date(2027, 3, 10), [TWO_IN_TWO_YEARS]).allowed


# ---- what expires


def test_what_expired_and_what_is_about_to_come_by_last_day() -> None:
    days = (date(2026, 12, 31), date(2026, 11, 30), date(2027, 1, 1), TODAY)
    items = [Expiring("cnh", "CNH", "art. 7º", day, "pessoa", 1) for day in days]
    found = expiring(items, TODAY, 30)
    assert [(one.last_day, one.days_left(TODAY)) for one in found] == [
        (date(2026, 11, 30), -1),
        (TODAY, 0),
        (date(2026, 12, 31), 30),
    ]


def test_over_65_a_medical_certificate_is_good_for_a_year() -> None:
    medical = Validity(
        "medico", "Atestado", "art. 20, § 2º", "pessoa", 4, Rule.ANOS_CC132_SEM_ROLAR,
        over_age=65, length_over_age=1,
    )  # fmt: skip
    issued = date(2026, 3, 10)
    born = {date(1960, 1, 1): date(2027, 3, 10), date(1961, 3, 10): date(2030, 3, 10)}
    for birth_on, last in born.items():
        assert last_good_day(medical, issued, Calendar(), birth_on) == last
    assert last_good_day(medical, issued, Calendar()) == date(2027, 3, 10)
