"""Who may drive and with what: each answer with why, and what would be allowed."""

from datetime import date

import pytest

from webapp.domain.counting import Rule
from webapp.domain.eligibility import (
    EXERCICIO,
    INGRESSO,
    Licence,
    PersonFacts,
    Requirement,
    Tie,
    eligibility,
)
from webapp.domain.finding import Finding, State
from webapp.domain.fitness import (
    INCLUSAO,
    OPERACAO,
    SUBSTITUICAO,
    Inspection,
    VehicleFacts,
    VehicleRule,
    fitness,
)
from webapp.domain.validity import Document, Validity
from webapp.domain.waits import Past, Wait

TODAY = date(2026, 12, 1)
CERTIFICATE = Validity("certidao", "Certidão", "art. 7º, V", "pessoa", present_within=90)


def requirement(check: str, **values: object) -> Requirement:
    return Requirement("requisitos.x", "X", "art. 7º", ("titular",), check, **values)  # type: ignore[arg-type]


def asked(
    rule: Requirement, person: PersonFacts, on: date = TODAY, moment: str = INGRESSO
) -> Finding:
    (found,) = eligibility(person, "titular", moment, on, [rule])
    return found


def of_vehicle(
    rule: VehicleRule, vehicle: VehicleFacts, purpose: str = OPERACAO, on: date = TODAY
) -> Finding:
    (found,) = fitness(vehicle, purpose, on, [rule])
    return found


# ---- people


@pytest.mark.parametrize(
    ("on", "state"), [(date(2026, 3, 9), "nao_atende"), (date(2026, 3, 10), "atende")]
)
def test_who_completes_the_age_may_from_that_very_day(on: date, state: str) -> None:
    found = asked(requirement("idade", years=21), PersonFacts(birth_on=date(2005, 3, 10)), on)
    assert found.state == state
    if state == "nao_atende":
        assert found.allowed == "A partir de 10/03/2026."


def test_born_on_29_february_completes_the_age_on_1_march() -> None:
    born = PersonFacts(birth_on=date(2004, 2, 29))
    rule = requirement("idade", years=21)
    assert asked(rule, born, date(2025, 2, 28)).state is State.NAO_ATENDE
    assert asked(rule, born, date(2025, 3, 1)).state is State.ATENDE


def test_what_the_registry_does_not_know_a_person_looks_up() -> None:
    checks = (
        requirement("idade", years=21),
        requirement("habilitacao", categories=("A",), years=2),
        requirement("documento", document=CERTIFICATE),
        requirement("residencia", city="Marilândia"),
        requirement("conferir"),
    )
    found = eligibility(PersonFacts(), "titular", INGRESSO, TODAY, checks)
    assert {one.state for one in found} == {State.CONFERIR}


@pytest.mark.parametrize(
    ("licence", "state", "says"),
    [
        (Licence("B", date(2020, 1, 1), date(2030, 1, 1)), "nao_atende", "a lei pede A"),
        (Licence("AB", date(2024, 12, 2), date(2030, 1, 1)), "nao_atende", "02/12/2026"),
        (Licence("AB", date(2024, 12, 1), date(2030, 1, 1)), "atende", "válida até 01/01/2030"),
        (Licence("AB", date(2020, 1, 1), date(2026, 11, 30)), "nao_atende", "venceu"),
        (Licence("AB", date(2020, 1, 1), date(2026, 12, 1)), "atende", "válida até 01/12/2026"),
        (Licence("AB", date(2020, 1, 1), None), "conferir", "até quando vale"),
        (Licence("AB", None, date(2030, 1, 1)), "conferir", "desde quando"),
    ],
)
def test_a_licence_has_the_letter_for_long_enough_and_is_good(
    licence: Licence, state: str, says: str
) -> None:
    rule = requirement("habilitacao", categories=("A",), years=2)
    found = asked(rule, PersonFacts(licence=licence))
    assert found.state == state
    assert says in found.why


@pytest.mark.parametrize(
    ("issued", "expires", "presented", "state", "says"),
    [
        ("2026-06-01", "2026-11-30", "2026-06-02", "nao_atende", "venceu em 30/11/2026"),
        ("2026-06-01", "2026-12-01", "2026-06-02", "atende", "vale até 01/12/2026"),
        ("2026-06-01", None, "2026-08-30", "atende", "sem vencimento"),
        ("2026-06-01", None, "2026-08-31", "nao_atende", "91 dias depois"),
        ("2026-12-02", None, "2026-12-02", "conferir", "não tem"),
    ],
)
def test_a_document_was_shown_in_time_and_is_good(
    issued: str, expires: str | None, presented: str, state: str, says: str
) -> None:
    until = date.fromisoformat(expires) if expires else None
    document = Document(
        "certidao", date.fromisoformat(issued), until, date.fromisoformat(presented)
    )
    rule = requirement("documento", document=CERTIFICATE)
    found = asked(rule, PersonFacts(documents=(document,)))
    assert found.state == state
    assert says in found.why


def test_of_one_kind_the_document_shown_last_counts() -> None:
    wrong = Document("certidao", date(2026, 6, 1), date(2062, 6, 1), date(2026, 6, 2))
    right = Document("certidao", date(2026, 6, 1), date(2026, 6, 30), date(2026, 6, 2))
    rule = requirement("documento", document=CERTIFICATE)
    assert asked(rule, PersonFacts(documents=(wrong, right))).state is State.NAO_ATENDE
    assert asked(rule, PersonFacts(documents=(right, wrong))).state is State.ATENDE


def test_who_holds_a_permit_gets_no_other_and_keeps_the_one_there_is() -> None:
    rule = requirement("limite", limit=1)
    holder = PersonFacts(ties=(Tie("titular", "012", date(2024, 1, 1)),))
    found = asked(rule, holder)
    assert (found.state, "012" in found.why) == (State.NAO_ATENDE, True)
    assert asked(rule, holder, moment=EXERCICIO).state is State.ATENDE
    assert asked(rule, holder, on=date(2023, 12, 31)).state is State.ATENDE


@pytest.mark.parametrize(("city", "state"), [("MARILANDIA", "atende"), ("Colatina", "nao_atende")])
def test_the_city_is_compared_without_accents(city: str, state: str) -> None:
    rule = requirement("residencia", city="Marilândia")
    assert asked(rule, PersonFacts(city=city)).state == state


def test_after_a_cancellation_two_years_pass_and_the_day_after_is_free() -> None:
    wait = Wait(
        "esperas.cancelamento", "Espera", "art. 19, p.ú.", "cancelamento", ("titular",),
        length=2, rule=Rule.ANOS_CC132_SEM_ROLAR,
    )  # fmt: skip
    rule = requirement("espera", wait=wait)
    left = PersonFacts(past=(Past("cancelamento", date(2024, 2, 29), "autorização 012"),))
    barred = asked(rule, left, date(2026, 3, 1))
    assert (barred.state, barred.allowed) == (State.NAO_ATENDE, "A partir de 02/03/2026.")
    assert "Cancelamento a pedido em 29/02/2024 (autorização 012)" in barred.why
    assert asked(rule, left, date(2026, 3, 2)).state is State.ATENDE


# ---- vehicles

FIVE = VehicleRule("veiculo.idade", "Idade", "art. 6º, § 1º", (INCLUSAO, OPERACAO), "idade", 5)


@pytest.mark.parametrize(
    ("on", "state"), [(date(2026, 12, 31), "atende"), (date(2027, 1, 1), "nao_atende")]
)
def test_a_vehicle_of_exactly_five_years_stays_until_31_december(on: date, state: str) -> None:
    found = of_vehicle(FIVE, VehicleFacts(year=2021), on=on)
    assert found.state == state
    if state == "atende":
        assert "tem 5 anos, e o máximo são 5. Pode ficar até 31/12/2026." in found.why
    else:
        assert found.allowed == "Com veículo fabricado em 2022 ou depois."


A = VehicleRule(
    "veiculo.a", "a", "art. 12, § 1º, II, a", (SUBSTITUICAO,), "idade", 5, newer_by=3, old_from=5
)
B = VehicleRule("veiculo.b", "b", "art. 12, § 1º, II, b", (SUBSTITUICAO,), "idade", 3, old_until=5)


@pytest.mark.parametrize(
    ("old", "new", "by", "state"),
    [
        (2020, 2023, "veiculo.a", "atende"),
        (2020, 2022, "veiculo.a", "nao_atende"),  # two years newer only
        (2017, 2021, "veiculo.a", "atende"),
        (2017, 2020, "veiculo.a", "nao_atende"),  # six years old
        (2022, 2023, "veiculo.b", "atende"),
        (2022, 2022, "veiculo.b", "nao_atende"),  # four years old
        (2021, 2023, "veiculo.b", "atende"),  # exactly five: only (b) is met
        (2021, 2024, "veiculo.a", "atende"),  # exactly five: both are
    ],
)
def test_the_substitute_of_an_old_taxi_is_newer_and_of_a_young_one_is_young(
    old: int, new: int, by: str, state: str
) -> None:
    on = date(2026, 12, 1)
    (found,) = fitness(VehicleFacts(year=new), SUBSTITUICAO, on, [A, B], VehicleFacts(year=old))
    assert (found.requirement, found.state) == (by, state)


def test_for_a_taxi_of_exactly_five_years_what_meets_neither_letter_is_told_by_both() -> None:
    found = fitness(VehicleFacts(year=2022), SUBSTITUICAO, TODAY, [A, B], VehicleFacts(year=2021))
    assert [one.state for one in found] == [State.NAO_ATENDE, State.NAO_ATENDE]
    assert found[0].allowed == "Com veículo fabricado em 2024 ou depois."
    assert found[1].allowed == "Com veículo fabricado em 2023 ou depois."


@pytest.mark.parametrize(
    ("vehicle", "state"),
    [
        (VehicleFacts(plate_city="Colatina"), "nao_atende"),
        (VehicleFacts(plate_city="marilândia"), "atende"),
        (VehicleFacts(), "conferir"),
    ],
)
def test_a_plate_of_another_city_does_not_serve(vehicle: VehicleFacts, state: str) -> None:
    rule = VehicleRule("v", "V", "art. 6º, VI", (OPERACAO,), "placa", city="Marilândia")
    assert of_vehicle(rule, vehicle).state == state


@pytest.mark.parametrize(
    ("cc", "state"), [(99, "nao_atende"), (100, "atende"), (250, "atende"), (251, "nao_atende")]
)
def test_the_engine_is_within_the_limits(cc: int, state: str) -> None:
    rule = VehicleRule("v", "V", "art. 6º, II", (OPERACAO,), "cilindrada", cc=(100, 250))
    assert of_vehicle(rule, VehicleFacts(engine_cc=cc)).state == state


@pytest.mark.parametrize(
    ("last", "state"),
    [
        (Inspection("vistoria", date(2026, 6, 1), True, date(2026, 12, 1)), "atende"),
        (Inspection("vistoria", date(2026, 5, 30), True, date(2026, 11, 30)), "nao_atende"),
        (Inspection("vistoria", date(2026, 6, 1), False), "nao_atende"),
        (Inspection("outra", date(2026, 6, 1), True), "conferir"),
    ],
)
def test_the_last_inspection_approved_and_is_good(last: Inspection, state: str) -> None:
    kind = Validity("vistoria", "Vistoria", "art. 6º, § 3º", "veiculo")
    rule = VehicleRule("v", "V", "art. 6º, § 3º", (OPERACAO,), "vistoria", document=kind)
    earlier = Inspection("vistoria", date(2020, 1, 1), True, date(2030, 1, 1))
    found = of_vehicle(
        rule, VehicleFacts(inspections=(last, earlier)[: 1 + (last.kind != "outra")])
    )
    assert found.state == state
