"""What each amendment of Marilândia's law changed, on the day before and on the day."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from webapp.laws import MissingValue, NotInForce, law

MARILANDIA = law("marilandia", [])
LAW = date(2009, 10, 13)
EVE_OF_FIVE_YEARS, FIVE_YEARS = date(2011, 10, 12), date(2011, 10, 13)
EVE_OF_1428, LAW_1428 = date(2018, 12, 3), date(2018, 12, 4)
EVE_OF_1536, LAW_1536 = date(2020, 11, 24), date(2020, 11, 25)
TODAY = date(2026, 3, 2)
SUBJECTS = ("requisitos", "veiculo", "vagas", "esperas", "validades", "servico")


def on(key: str, day: date) -> Mapping[str, Any]:
    return MARILANDIA.on(key, day)


def gone(key: str, day: date) -> bool:
    try:
        MARILANDIA.on(key, day)
    except NotInForce:
        return True
    return False


@pytest.mark.parametrize(
    ("day", "years"), [(LAW, 10), (EVE_OF_FIVE_YEARS, 10), (FIVE_YEARS, 5), (TODAY, 5)]
)
def test_a_motorcycle_may_be_ten_years_old_and_five_from_13_10_2011(day: date, years: int) -> None:
    assert on("veiculo.idade", day)["years"] == years


def test_neither_later_law_moved_the_five_years() -> None:
    ages = MARILANDIA.entries("veiculo.idade")
    assert [entry.since for entry in ages] == [LAW, FIVE_YEARS]
    assert [entry.amended_by for entry in ages] == [None, None]


@pytest.mark.parametrize("day", [LAW, FIVE_YEARS, LAW_1428, LAW_1536])
def test_a_substitute_has_three_years_in_every_wording(day: date) -> None:
    assert on("veiculo.idade_da_substituta", day)["years"] == 3


@pytest.mark.parametrize(
    ("day", "cc"), [(LAW, (100, 150)), (EVE_OF_1536, (100, 150)), (LAW_1536, (100, 250))]
)
def test_the_engine_grew_to_250_on_25_11_2020(day: date, cc: tuple[int, int]) -> None:
    assert on("veiculo.cilindrada", day)["cc"] == cc


def test_the_tank_may_have_any_colour_from_25_11_2020() -> None:
    assert "tanque" in on("veiculo.pintura", EVE_OF_1536)["label"]
    assert "qualquer cor" in on("veiculo.pintura", LAW_1536)["label"]


@pytest.mark.parametrize(("day", "months"), [(LAW, 3), (EVE_OF_1428, 3), (LAW_1428, 6), (TODAY, 6)])
def test_an_inspection_lasts_three_months_and_six_from_04_12_2018(day: date, months: int) -> None:
    assert on("validades.vistoria", day)["length"] == months


def test_a_contracted_workshop_inspects_from_04_12_2018() -> None:
    assert "órgão gestor" in on("veiculo.vistoria", EVE_OF_1428)["label"]
    assert "oficina contratada" in on("veiculo.vistoria", LAW_1428)["label"]


def test_the_course_is_asked_from_04_12_2018() -> None:
    for key in ("requisitos.curso", "validades.curso"):
        assert gone(key, EVE_OF_1428)
        assert not gone(key, LAW_1428)


def test_a_stand_had_an_elected_head_until_03_12_2018() -> None:
    assert not gone("servico.representante_do_ponto", EVE_OF_1428)
    assert gone("servico.representante_do_ponto", LAW_1428)


def test_stands_kept_a_distance_that_no_act_gave_until_24_11_2020() -> None:
    with pytest.raises(MissingValue, match="distância mínima"):
        on("servico.distancia_entre_pontos", EVE_OF_1536)["value"]
    assert gone("servico.distancia_entre_pontos", LAW_1536)


def test_the_four_stands_are_those_of_the_law_from_25_11_2020() -> None:
    for day in (EVE_OF_1428, EVE_OF_1536):
        with pytest.raises(MissingValue):
            on("servico.pontos", day)["items"]
    stands = on("servico.pontos", LAW_1536)["items"]
    assert stands == ("Marilândia (centro)", "Monte Sinai", "Patrão-Mór", "Liberdade")


def test_how_many_fit_in_a_stand_waits_for_a_decree_in_every_wording() -> None:
    for day in (LAW, LAW_1428, LAW_1536):
        with pytest.raises(MissingValue, match="número máximo"):
            on("vagas.por_ponto", day)["limit"]


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        ("vagas.frota", "per", 1000),
        ("vagas.frota", "rounding", "teto"),
        ("vagas.auxiliares", "limit", 1),
        ("requisitos.idade_minima", "years", 21),
        ("requisitos.habilitacao", "years", 2),
        ("esperas.troca_de_auxiliar", "length", 6),
        ("validades.certidao_criminal", "length", 1),
        ("prazos.adequacao", "length", 15),
        ("prazos.adequacao", "extension", 15),
        ("prazos.regulamentar", "length", 30),
        ("servico.passageiros", "value", "1"),
        ("servico.velocidade_vias_publicas", "value", "40"),
        ("servico.velocidade_demais", "value", "70"),
        ("servico.vias_do_auto", "value", "2"),
    ],
)
def test_what_no_amendment_touched_is_the_same_in_all(key: str, name: str, value: Any) -> None:
    for day in (LAW, FIVE_YEARS, LAW_1428, LAW_1536, TODAY):
        assert on(key, day)[name] == value


def test_the_population_waits_for_the_certificate() -> None:
    with pytest.raises(MissingValue, match="certidão do IBGE"):
        on("valores.populacao", TODAY)["value"]


def test_a_wording_says_which_law_made_it() -> None:
    laws = {"Lei 1.428/2018": LAW_1428, "Lei 1.536/2020": LAW_1536}
    later = [
        entry
        for subject in SUBJECTS
        for key in MARILANDIA.keys(subject)
        for entry in MARILANDIA.entries(f"{subject}.{key}")
        if entry.since not in (LAW, FIVE_YEARS)
    ]
    assert len(later) >= 10
    assert all(laws[f"{entry.amended_by}"] == entry.since for entry in later)
