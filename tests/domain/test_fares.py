"""What a ride costs, by a tariff and a holiday of the tests' own."""

from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.domain.calendar import DayStatus, Opening
from webapp.domain.fares import (
    WEEK,
    Charge,
    Crossing,
    Fare,
    Flag,
    FlagHours,
    Price,
    Reading,
    Ride,
    Tariff,
    Waiting,
    charge,
    fare,
    flag_at,
)

THURSDAY = date(2026, 6, 4)
HOLIDAYS = {THURSDAY: DayStatus(Opening.FECHADO, "Corpus Christi", "Lei 7")}
SUNDAYS = FlagHours(2, frozenset({"domingo"}), time(0), time(0), "aos domingos", "a")
FEASTS = replace(SUNDAYS, days=frozenset({"feriado"}), label="aos feriados")
NIGHTS = FlagHours(2, frozenset(WEEK[:5]), time(22), time(6), "à noite", "b")
SATURDAYS = FlagHours(2, frozenset({"sabado"}), time(15), time(0), "aos sábados", "c")
TARIFF = Tariff(
    start=Price("Bandeira inicial", Decimal(200), "I"),
    km={1: Price("km", Decimal(50), "II"), 2: Price("km", Decimal(75), "II")},
    hour=Price("Hora parada", Decimal(300), "d"),
    hours=(SUNDAYS, FEASTS, NIGHTS, SATURDAYS),
)
BEGUN = Reading(replace(TARIFF, waiting=Waiting.HORA_INICIADA), ("hora iniciada",))
EACH = Reading(replace(TARIFF, crossing=Crossing.TRECHO), ("cada trecho",))


def ride(start: str, km: str = "4", wait: int = 0, end: str = "") -> Ride:
    until = datetime.fromisoformat(end) if end else None
    return Ride(datetime.fromisoformat(start), Decimal(km), wait, until)


def costs(asked: Ride, *readings: Reading, tariff: Tariff = TARIFF) -> Fare:
    return fare(asked, tariff, readings, HOLIDAYS.get)


def under(at: str) -> Flag:
    return flag_at(datetime.fromisoformat(at), TARIFF, HOLIDAYS.get)


@pytest.mark.parametrize(
    ("at", "number"),
    [
        pytest.param("2026-03-03T21:59:59", 1, id="Tuesday, a second before the night"),
        pytest.param("2026-03-03T22:00", 2, id="Tuesday, the night begins"),
        pytest.param("2026-03-04T05:59", 2, id="Wednesday, the night of Tuesday"),
        pytest.param("2026-03-04T06:00", 1, id="Wednesday, the night is over"),
        pytest.param("2026-03-07T05:59", 2, id="Saturday, the night of Friday"),
        pytest.param("2026-03-07T06:00", 1, id="Saturday, morning"),
        pytest.param("2026-03-07T14:59", 1, id="Saturday, before the afternoon"),
        pytest.param("2026-03-07T15:00", 2, id="Saturday, the afternoon begins"),
        pytest.param("2026-03-08T00:00", 2, id="Sunday, its first minute"),
        pytest.param("2026-03-08T23:59", 2, id="Sunday, its last minute"),
        pytest.param("2026-03-09T00:00", 1, id="Monday: no night began on Sunday"),
        pytest.param("2026-03-09T22:00", 2, id="Monday, the night begins"),
        pytest.param("2026-06-03T23:30", 2, id="the night before a holiday"),
        pytest.param("2026-06-04T06:00", 2, id="a holiday on a Thursday"),
        pytest.param("2026-06-05T01:00", 2, id="after the holiday, the night of Thursday"),
        pytest.param("2026-06-05T06:00", 1, id="the day after the holiday"),
    ],
)
def test_hours_begin_inside_and_end_outside(at: str, number: int) -> None:
    assert under(at).number == number


def test_a_flag_says_why_and_whose_hours_they_are() -> None:
    night = under("2026-03-07T02:00")
    assert (night.why, night.article, night.day) == ("à noite", "b", date(2026, 3, 6))
    assert under("2026-06-04T12:00").why == "aos feriados: Corpus Christi (Lei 7)"
    plain = under("2026-03-02T12:00")
    assert (plain.number, plain.article) == (1, "II")


def test_the_sum_is_told_step_by_step() -> None:
    found = costs(ride("2026-03-02T10:00", "12.3", 80))
    assert [(s.label, s.how, int(s.cents), s.article) for s in found.steps] == [
        ("Bandeira inicial", "", 200, "I"),
        ("km", "12,3 km × R$ 0,50", 615, "II"),
        ("Hora parada", "80 min a R$ 3,00 por hora", 400, "d"),
    ]
    assert (found.cents, found.flag.number) == (1215, 1)


def test_without_waiting_there_is_no_step_for_it() -> None:
    assert [step.label for step in costs(ride("2026-03-02T10:00")).steps] == [
        "Bandeira inicial",
        "km",
    ]


@pytest.mark.parametrize(
    ("km", "cents"),
    [("0", 200), ("0.009", 200), ("0.01", 201), ("0.029", 201), ("0.03", 202), ("999.99", 50200)],
)
def test_half_a_cent_goes_up_and_only_the_sum_is_rounded(km: str, cents: int) -> None:
    assert costs(ride("2026-03-02T10:00", km)).cents == cents


def test_an_hour_that_does_not_divide_by_sixty_is_rounded_in_the_sum_alone() -> None:
    dearer = replace(TARIFF, hour=Price("Hora parada", Decimal(313), "d"))
    assert costs(ride("2026-03-02T10:00", "0.01", 7), tariff=dearer).cents == 237  # 237,0166…


@pytest.mark.parametrize(("wait", "other"), [(1, 700), (45, 700), (60, None), (61, 1000)])
def test_a_begun_hour_is_another_reading_unless_the_hour_is_whole(
    wait: int, other: int | None
) -> None:
    found = costs(ride("2026-03-02T10:00", "4", wait), BEGUN)
    assert [one.cents for one in found.alternatives] == ([other] if other else [])
    assert (found.lowest, found.highest) == (found.cents, other or found.cents)


def test_a_ride_from_one_flag_to_the_other_lies_between_two_amounts() -> None:
    into_the_night = costs(ride("2026-03-03T21:50", end="2026-03-03T22:10"), EACH)
    assert into_the_night.cents == 400
    assert [(one.cents, one.bound) for one in into_the_night.alternatives] == [(500, True)]
    out_of_it = costs(ride("2026-03-04T05:50", end="2026-03-04T06:10"), EACH)
    assert (out_of_it.cents, out_of_it.lowest, out_of_it.highest) == (500, 400, 500)


@pytest.mark.parametrize("end", ["", "2026-03-03T21:59", "2026-03-03T22:00"])
def test_a_ride_that_ends_before_the_change_has_one_flag(end: str) -> None:
    assert costs(ride("2026-03-03T21:50", end=end), EACH).alternatives == ()


def test_an_amount_that_two_readings_come_to_is_told_once_with_the_nearer_one() -> None:
    farther = Reading(BEGUN.tariff, ("hora iniciada", "e outra"))
    found = costs(ride("2026-03-02T10:00", "4", 45), BEGUN, farther)
    assert [one.because for one in found.alternatives] == [("hora iniciada",)]


@pytest.mark.parametrize(
    ("cents", "stands"),
    [
        (700, Charge.ENTRE),
        (701, Charge.ACIMA),
        (650, Charge.ENTRE),
        (625, Charge.TARIFA),
        (624, Charge.ABAIXO),
    ],
)
def test_between_two_readings_nobody_charged_too_much(cents: int, stands: Charge) -> None:
    asked = costs(ride("2026-03-02T10:00", "4", 45), BEGUN)
    assert (asked.cents, asked.highest) == (625, 700)
    assert charge(asked, cents) is stands


@pytest.mark.parametrize(
    "wrong", [{"km": "-0.1"}, {"wait": -1}, {"end": "2026-03-02T09:59"}], ids=["km", "wait", "end"]
)
def test_no_ride_is_shorter_than_nothing(wrong: dict[str, str | int]) -> None:
    with pytest.raises(ValueError, match="shorter than nothing"):
        ride("2026-03-02T10:00", **wrong)  # type: ignore[arg-type]


@given(
    at=st.datetimes(datetime.fromisoformat("2021-01-01"), datetime.fromisoformat("2030-01-01")),
    km=st.decimals(0, 1000, places=2),
    more=st.decimals(0, 10, places=2),
    wait=st.integers(0, 600),
)
def test_a_longer_ride_never_costs_less_and_readings_enclose_the_fare(
    at: datetime, km: Decimal, more: Decimal, wait: int
) -> None:
    short, long = (costs(Ride(at, length, wait), BEGUN) for length in (km, km + more))
    assert short.cents <= long.cents
    assert short.lowest <= short.cents <= short.highest
    assert charge(short, short.cents) is Charge.TARIFA
