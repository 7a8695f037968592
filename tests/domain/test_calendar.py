"""The days of a calendar, whatever it is built from."""

from datetime import date

import pytest

from webapp.domain.calendar import Calendar, DayStatus, Opening, ordinary_week

WEDNESDAY = date(2026, 3, 4)
FRIDAY = date(2026, 3, 6)
SATURDAY = date(2026, 3, 7)
MONDAY = date(2026, 3, 9)
TUESDAY = date(2026, 3, 10)


def with_a_half_monday(day: date) -> DayStatus:
    if day == MONDAY:
        return DayStatus(Opening.ABERTO_DEPOIS, "falta de energia", "Decreto 7/2026")
    return ordinary_week(day)


def test_an_ordinary_week_is_closed_on_saturday_and_sunday() -> None:
    week = Calendar()
    assert [week.is_open(date(2026, 3, day)) for day in range(2, 9)] == [True] * 5 + [False] * 2
    assert week.status(SATURDAY).words == "sábado"


def test_the_next_and_previous_open_days_may_be_the_day_itself() -> None:
    week = Calendar()
    assert week.next_open(FRIDAY) == FRIDAY
    assert week.next_open(SATURDAY) == MONDAY
    assert week.previous_open(SATURDAY) == FRIDAY
    assert week.previous_open(FRIDAY) == FRIDAY


def test_a_half_day_is_open_but_not_full() -> None:
    half = Calendar(with_a_half_monday)
    assert half.is_open(MONDAY)
    assert not half.is_full(MONDAY)
    assert half.next_open(SATURDAY) == MONDAY
    assert half.next_full(SATURDAY) == TUESDAY


def test_a_reader_is_told_the_hours_the_reason_and_the_act() -> None:
    half = Calendar(with_a_half_monday)
    assert half.status(MONDAY).words == (
        "expediente iniciado depois da hora: falta de energia (Decreto 7/2026)"
    )
    assert DayStatus(Opening.FECHADO).words == "sem expediente"
    assert half.status(WEDNESDAY).words == "expediente normal"


def test_a_calendar_that_never_opens_is_a_mistake_and_not_an_endless_search() -> None:
    never = Calendar(lambda _day: DayStatus(Opening.FECHADO))
    with pytest.raises(ValueError, match="century"):
        never.next_open(MONDAY)
    with pytest.raises(ValueError, match="century"):
        never.previous_open(MONDAY)
