"""Instants, local days, and the words that say how far an end is."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from webapp.domain.calendar import Calendar, DayStatus, Opening, ordinary_week
from webapp.domain.counting import due_at, in_words, local_day, office_days

SAO_PAULO = ZoneInfo("America/Sao_Paulo")
WEEK = Calendar()
CHRISTMAS = date(2026, 12, 25)


def with_christmas(day: date) -> DayStatus:
    return DayStatus(Opening.FECHADO, "Natal") if day == CHRISTMAS else ordinary_week(day)


@pytest.mark.parametrize(
    ("last_day", "expected"),
    [
        pytest.param(date(2026, 3, 9), "2026-03-10T03:00:00+00:00", id="no summer time"),
        pytest.param(date(2018, 12, 10), "2018-12-11T02:00:00+00:00", id="in summer time"),
        pytest.param(date(2018, 11, 3), "2018-11-04T03:00:00+00:00", id="midnight was skipped"),
        pytest.param(date(2018, 11, 4), "2018-11-05T02:00:00+00:00", id="a day of 23 hours"),
        pytest.param(date(2018, 2, 16), "2018-02-17T02:00:00+00:00", id="last summer midnight"),
        pytest.param(date(2018, 2, 17), "2018-02-18T03:00:00+00:00", id="a day of 25 hours"),
    ],
)
def test_a_term_is_over_at_the_local_midnight_after_its_last_day(
    last_day: date, expected: str
) -> None:
    at = due_at(last_day, SAO_PAULO)
    assert at.isoformat() == expected
    assert at.tzinfo is UTC


@pytest.mark.parametrize(
    "last_day", [date(2018, 11, 3), date(2018, 11, 4), date(2018, 2, 17), date(2026, 3, 9)]
)
def test_the_instant_of_the_end_already_belongs_to_the_next_day(last_day: date) -> None:
    at = due_at(last_day, SAO_PAULO)
    assert local_day(at, SAO_PAULO).toordinal() == last_day.toordinal() + 1
    assert local_day(at - datetime.resolution, SAO_PAULO) == last_day


def test_a_late_evening_is_still_the_local_day_though_not_in_utc() -> None:
    assert local_day(datetime(2026, 3, 3, 2, 59, tzinfo=UTC), SAO_PAULO) == date(2026, 3, 2)


def test_a_datetime_without_zone_names_no_instant() -> None:
    with pytest.raises(ValueError, match="zone"):
        local_day(datetime(2026, 3, 2, 23, 0), SAO_PAULO)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("today", "day", "expected"),
    [
        pytest.param(date(2026, 3, 6), date(2026, 3, 9), 1, id="Friday to Monday"),
        pytest.param(date(2026, 3, 9), date(2026, 3, 6), -1, id="Monday back to Friday"),
        pytest.param(date(2026, 3, 6), date(2026, 3, 8), 0, id="Friday to Sunday"),
        pytest.param(date(2026, 3, 6), date(2026, 3, 6), 0, id="the same day"),
        pytest.param(date(2026, 12, 24), date(2026, 12, 28), 1, id="over Christmas"),
    ],
)
def test_office_days_between(today: date, day: date, expected: int) -> None:
    assert office_days(today, day, Calendar(with_christmas)) == expected


@pytest.mark.parametrize(
    ("today", "last_day", "expected"),
    [
        pytest.param(date(2025, 11, 28), date(2025, 12, 2), "2 dias úteis", id="Friday, Tuesday"),
        pytest.param(date(2025, 11, 28), date(2025, 12, 1), "1 dia útil", id="Friday, Monday"),
        pytest.param(date(2025, 11, 30), date(2025, 12, 1), "1 dia útil", id="Sunday, Monday"),
        pytest.param(date(2026, 3, 9), date(2026, 3, 9), "vence hoje", id="today"),
        pytest.param(date(2026, 3, 8), date(2026, 3, 8), "vence hoje", id="today, a Sunday"),
        pytest.param(date(2026, 3, 6), date(2026, 3, 7), "vence amanhã", id="Friday, Saturday"),
        pytest.param(date(2026, 3, 6), date(2026, 3, 8), "vence em 08/03/2026", id="till Sunday"),
        pytest.param(date(2026, 3, 4), date(2026, 3, 8), "2 dias úteis", id="Wednesday, Sunday"),
        pytest.param(date(2026, 3, 10), date(2026, 3, 9), "venceu há 1 dia útil", id="next day"),
        pytest.param(date(2026, 3, 9), date(2026, 3, 6), "venceu há 1 dia útil", id="on Monday"),
        pytest.param(date(2026, 3, 11), date(2026, 3, 6), "venceu há 3 dias úteis", id="3 days"),
        pytest.param(date(2026, 3, 7), date(2026, 3, 6), "venceu ontem", id="on Saturday"),
        pytest.param(date(2026, 3, 8), date(2026, 3, 6), "venceu em 06/03/2026", id="on Sunday"),
    ],
)
def test_the_words_for_an_end(today: date, last_day: date, expected: str) -> None:
    assert in_words(today, last_day, WEEK) == expected


def test_a_holiday_is_no_day_to_act_on() -> None:
    days = Calendar(with_christmas)
    assert in_words(date(2026, 12, 23), date(2026, 12, 28), days) == "2 dias úteis"
    assert in_words(date(2026, 12, 25), date(2026, 12, 24), days) == "venceu ontem"
