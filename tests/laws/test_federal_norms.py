"""Federal norms that bear on municipal laws: by date, and on articles that exist."""

from datetime import date

import pytest

from webapp.config import municipalities
from webapp.laws import Entry, NotInForce, law
from webapp.laws.files import SHAPES

SANTA_TERESA, MARILANDIA = law("santa_teresa", []), law("marilandia", [])
NORMS = tuple(SANTA_TERESA.keys("normas"))


def norm(name: str, day: date) -> Entry:
    return SANTA_TERESA.on(f"normas.{name}", day)


def transfer(day: date) -> Entry:
    """The regime of the transfer of a taxi permit asked for on this day."""
    return SANTA_TERESA.value("normas.transferencia_de_taxi", {"request": day})


@pytest.mark.parametrize("day", [date(2013, 10, 10), date(2021, 3, 1), date(2025, 4, 10)])
def test_until_april_2025_a_taxi_permit_may_be_transferred(day: date) -> None:
    assert transfer(day)["says"].startswith("A outorga pode ser transferida")


@pytest.mark.parametrize("day", [date(2025, 4, 11), date(2025, 11, 26)])
def test_then_no_federal_norm_allows_it_and_the_day_is_told_as_uncertain(day: date) -> None:
    assert transfer(day)["says"].startswith("Não há norma federal")
    assert "não foi lido na ata" in (transfer(day).gap or "")


@pytest.mark.parametrize("day", [date(2025, 11, 27), date(2026, 3, 2)])
def test_from_27_11_2025_it_may_be_ceded_and_heirs_have_a_year(day: date) -> None:
    assert "um ano" in transfer(day)["says"]
    assert transfer(day).amended_by == "Lei 15.271/2025"
    assert "não foi lido" in (transfer(day).gap or "")


def test_before_2013_no_federal_norm_spoke_of_it() -> None:
    with pytest.raises(NotInForce):
        transfer(date(2013, 10, 9))


def test_an_idle_permit_is_known_only_from_27_11_2025() -> None:
    with pytest.raises(NotInForce):
        norm("outorga_ociosa", date(2025, 11, 26))
    assert "Dois anos" in norm("outorga_ociosa", date(2025, 11, 27))["says"]


@pytest.mark.parametrize(
    ("day", "age"), [(date(2021, 4, 11), "menor de 7 anos"), (date(2021, 4, 12), "menor de 10")]
)
def test_a_child_on_a_motorcycle(day: date, age: str) -> None:
    assert age in norm("crianca_em_motocicleta", day)["says"]


def test_the_municipal_law_lets_refuse_under_seven_and_the_norm_stands_beside_it() -> None:
    refused = MARILANDIA.on("servico.recusa", date(2026, 3, 2))
    assert "crianças menores de 7 anos" in refused["items"]
    beside = norm("crianca_em_motocicleta", date(2026, 3, 2))["bears_on"]
    assert beside["marilandia"] == ("art. 5º, VIII, a",)


def test_places_for_persons_with_disabilities_from_03_01_2016() -> None:
    with pytest.raises(NotInForce):
        norm("reserva_pcd", date(2016, 1, 2))
    reserve = SANTA_TERESA.on("vagas.reserva_pcd", date(2016, 1, 3))
    assert (reserve["percent"], reserve["rounding"], reserve["from_vacancies"]) == (10, "teto", 10)
    assert "a Autoridade decide" in (reserve.default_because or "")


def test_the_reserve_is_of_taxis() -> None:
    assert "reserva_pcd" not in MARILANDIA.keys("vagas")
    assert set(norm("reserva_pcd", date(2026, 3, 2))["bears_on"]) == {"santa_teresa"}


def test_a_half_yearly_inspection_of_motorcycles_by_one_resolution_and_then_another() -> None:
    assert norm("vistoria_de_mototaxi", date(2022, 3, 31)).article.endswith("356/2010")
    assert norm("vistoria_de_mototaxi", date(2022, 4, 1)).article.endswith("943/2022")


def test_a_seized_vehicle_is_not_kept_for_fines() -> None:
    with pytest.raises(NotInForce):
        norm("veiculo_apreendido", date(2014, 3, 30))
    assert "não depende de pagar" in norm("veiculo_apreendido", date(2014, 3, 31))["says"]


@pytest.mark.parametrize("name", NORMS)
def test_every_norm_says_how_sure_it_is_and_bears_on_articles_that_exist(name: str) -> None:
    for entry in SANTA_TERESA.entries(f"normas.{name}"):
        assert entry.gap
        for slug in set(entry["bears_on"]) & set(municipalities([])):
            for article in entry["bears_on"][slug]:
                assert law(slug, []).passages(article, date(2026, 3, 2))


def test_norms_are_of_the_federal_files_alone() -> None:
    assert "normas" in SHAPES
    for slug in municipalities([]):
        assert not [key for key in law(slug, []).own if key.startswith("normas.")]
        assert law(slug, []).keys("normas") == NORMS
