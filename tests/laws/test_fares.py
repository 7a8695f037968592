"""Marilândia's tariff: every fare worked by hand, by date, with the readings that differ."""

import csv
import re
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from webapp.domain.fares import Charge, Fare, Ride, charge, fare
from webapp.laws import (
    EnteredValue,
    LawError,
    MissingValue,
    NotInForce,
    law,
    tariff,
    tariff_entries,
    with_values,
)

FILE = Path(__file__).parent.parent / "data" / "tariffs.csv"
ROWS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))
MARILANDIA = law("marilandia", [])
TODAY = date(2026, 3, 2)

MUNICIPIO = """
[municipio]
name = "Vila Nova"
uf = "ES"
ibge = "3200000"
zone = "America/Sao_Paulo"
prefeitura = "Prefeitura Municipal de Vila Nova"
law = "Lei 1/2020"
law_title = "Lei nº 1, de 2 de janeiro de 2020"
[municipio.numbers]
"""
PRICE = """
[[tarifas.{0}]]
from = 2020-01-02
label = "{0}"
amount = "{0}"
{1}
article = "art. 2º"
"""
VALUE = """
[[valores.{0}]]
from = {2}
label = "{0}"
value = "{1}"
article = "art. 2º"
{3}
"""
PER = {"saida": 'per = "viagem"', "km": 'per = "km"\nflag = 1', "hora": 'per = "hora"'}
WORTH = {"saida": "4.00", "km": "2.50", "hora": "10.00"}


def town(tmp_path: Path, *names: str, decree: str = "", calendario: str = "") -> Path:
    """A municipality whose tariff has the named prices, one of them adjusted by a decree."""
    tarifas = "".join(PRICE.format(name, PER[name]) for name in names)
    valores = "".join(VALUE.format(name, WORTH[name], "2020-01-02", "") for name in names)
    folder = tmp_path / "laws" / "vila_nova"
    folder.mkdir(parents=True)
    (folder / "municipio.toml").write_text(MUNICIPIO, encoding="utf-8")
    (folder / "tarifas.toml").write_text(tarifas, encoding="utf-8")
    (folder / "valores.toml").write_text(valores + decree, encoding="utf-8")
    if calendario:
        (folder / "calendario.toml").write_text(calendario, encoding="utf-8")
    return tmp_path


def in_cents(reais: str) -> int:
    return int(Decimal(reais) * 100)


def costs(start: str, km: str = "4", wait: str = "0", end: str = "") -> Fare:
    at = datetime.fromisoformat(start)
    ride = Ride(at, Decimal(km), int(wait), datetime.fromisoformat(end) if end else None)
    return fare(ride, *tariff(MARILANDIA, at.date()), MARILANDIA.holiday)


def test_the_file_has_its_15_fares() -> None:
    assert len({row["id"] for row in ROWS}) == 15


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_a_fare_worked_by_hand(row: dict[str, str]) -> None:
    if row["expected_brl"] == "sem tarifa legal":
        with pytest.raises(LawError, match="Falta o decreto"):
            costs(row["start"], row["km"], row["wait_min"])
        return
    found = costs(row["start"], row["km"], row["wait_min"])
    other = re.findall(r"^[0-9.]+", row["alternative"])
    assert (found.flag.number, found.cents) == (
        int(row["bandeira"]),
        in_cents(row["expected_brl"]),
    ), row["reason"]
    assert [one.cents for one in found.alternatives] == [in_cents(text) for text in other]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2009, 10, 13), "o decreto do Prefeito que fixou a tarifa"),
        (date(2018, 12, 3), "o decreto do Prefeito que fixou a tarifa"),
        (date(2018, 12, 4), "o decreto do Prefeito com a tarifa, se existir"),
        (date(2020, 11, 24), "o decreto do Prefeito com a tarifa, se existir"),
    ],
)
def test_before_the_law_had_figures_the_decree_is_missing(day: date, said: str) -> None:
    with pytest.raises(MissingValue, match=said):
        tariff(MARILANDIA, day)


def test_before_the_law_there_is_no_tariff() -> None:
    with pytest.raises(NotInForce, match=r"12/10/2009 a lei de Marilândia ainda não tratava"):
        tariff(MARILANDIA, date(2009, 10, 12))


def test_the_figures_count_from_the_day_of_their_law() -> None:
    found, _ = tariff(MARILANDIA, date(2020, 11, 25))
    prices = (found.start, found.km[1], found.km[2], found.hour)
    assert [int(price.cents) for price in prices] == [200, 50, 75, 300]
    assert found.hour.article == "art. 9º, p.ú., d"


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 4, 13), "Nossa Senhora da Penha"),
        (date(2026, 6, 4), "Corpus Christi"),
        (date(2026, 5, 15), "emancipação"),
        (date(2026, 11, 20), "Consciência Negra"),
        (date(2026, 4, 3), "Sexta-feira da Paixão"),
    ],
)
def test_national_state_and_municipal_holidays_are_of_flag_2(day: date, name: str) -> None:
    found = costs(f"{day}T12:00")
    assert found.flag.number == 2
    assert name in found.flag.why


@pytest.mark.parametrize("day", ["2026-02-17", "2026-02-18", "2026-10-28", "2023-11-20"])
def test_a_day_that_is_no_holiday_by_law_is_of_flag_1(day: str) -> None:
    assert costs(f"{day}T12:00").flag.number == 1


def test_a_decree_that_closes_the_offices_makes_no_holiday(tmp_path: Path) -> None:
    day = '[[calendario.{}]]\nfrom = 2020-01-02\ndate = {}\nreason = "{}"\narticle = "art. 1º"\n'
    carnival = day.format("carnaval", "2026-02-17", "Carnaval") + "optional = true\n"
    feast = day.format("festa", "2026-02-18", "Padroeiro")
    read = law("vila_nova", [town(tmp_path, "saida", calendario=carnival + feast)])
    assert not read.calendar().is_open(date(2026, 2, 17))
    assert read.holiday(date(2026, 2, 17)) is None
    found = read.holiday(date(2026, 2, 18))
    assert found is not None
    assert found.words == "Padroeiro (art. 1º)"


def test_monday_before_dawn_is_flag_1_and_between_the_readings_there_is_no_overcharge() -> None:
    found = costs("2026-03-09T02:00", "5")
    assert (found.flag.number, found.cents, found.highest) == (1, 450, 575)
    (other,) = found.alternatives
    assert other.because == (
        "A noite que começa no domingo também vai até as 6h do dia seguinte (art. 9º, p.ú., b).",
    )
    assert other.flag.why.startswith("de domingo a sexta-feira")
    assert [charge(found, cents) for cents in (450, 500, 575, 576)] == [
        *(Charge.TARIFA, Charge.ENTRE),
        *(Charge.ENTRE, Charge.ACIMA),
    ]


def test_two_doubts_at_once_give_each_reading_and_both_together() -> None:
    found = costs("2026-03-09T02:00", "5", "45")
    assert found.cents == 675
    assert sorted(one.cents for one in found.alternatives) == [750, 800, 875]
    assert [len(one.because) for one in found.alternatives] == [1, 1, 2]


def test_a_ride_into_the_night_may_be_charged_by_stretches() -> None:
    found = costs("2026-03-03T21:50", end="2026-03-03T22:10")
    assert [(one.cents, one.bound) for one in found.alternatives] == [(500, True)]


def test_every_silence_of_the_law_says_what_is_used_and_why() -> None:
    silent = [entry for entry in tariff_entries(MARILANDIA, TODAY) if entry.gap]
    assert len(silent) == 9
    assert all(entry.default_because for entry in silent)


def test_santa_teresa_has_no_fares_of_its_own() -> None:
    assert tariff_entries(law("santa_teresa", []), TODAY) == ()


def test_an_adjustment_is_a_new_value_with_its_decree(tmp_path: Path) -> None:
    decree = VALUE.format("km", "2.75", "2025-07-01", 'act = "Decreto 9/2025"')
    read = law("vila_nova", [town(tmp_path, *PER, decree=decree)])
    before, _ = tariff(read, date(2025, 6, 30))
    after, others = tariff(read, date(2025, 7, 1))
    assert [int(one.km[1].cents) for one in (before, after)] == [250, 275]
    assert after.km[1].article == "art. 2º (Decreto 9/2025)"
    assert others == ()


def test_a_tariff_without_one_of_its_prices_is_told(tmp_path: Path) -> None:
    read = law("vila_nova", [town(tmp_path, "saida", "km")])
    with pytest.raises(NotInForce, match="Em 02/03/2026 a lei não tinha o preço por hora"):
        tariff(read, TODAY)


def test_a_decree_entered_on_screen_is_the_price_from_its_day_on() -> None:
    first = date(2027, 1, 1)
    entered = EnteredValue(
        "valores.tarifa_km_bandeira_1", "0.53", "Decreto 9/2026", first, None, date(2026, 12, 28)
    )
    adjusted = with_values(MARILANDIA, (entered,))
    before, after = (tariff(adjusted, day)[0] for day in (date(2026, 12, 31), first))
    assert [int(one.km[1].cents) for one in (before, after)] == [50, 53]
    assert after.km[1].article == ("art. 9º, II (valor cadastrado em 28/12/2026, Decreto 9/2026)")


def test_a_decree_of_the_time_before_the_figures_gives_no_whole_tariff() -> None:
    old = EnteredValue(
        *("valores.tarifa_bandeirada", "3.00", "Decreto 1/2019"),
        *(date(2019, 1, 1), date(2020, 11, 24), date(2026, 3, 2)),
    )
    with pytest.raises(NotInForce, match="a lei não tinha o preço por km"):
        tariff(with_values(MARILANDIA, (old,)), date(2019, 5, 2))
