"""Counting rules one by one, with the days on the page."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from webapp.domain.calendar import Calendar, DayStatus, Opening, ordinary_week
from webapp.domain.counting import Count, Kind, LedgerLine, Rule, count

WEEK = Calendar()
HALF = DayStatus(Opening.ENCERRADO_ANTES)
CLOSED = DayStatus(Opening.FECHADO, "Corpus Christi", "Lei 7/1983")
MONDAY = date(2026, 3, 2)
FRIDAY = date(2026, 3, 6)
SATURDAY = date(2026, 3, 7)


def days(changes: Mapping[date, DayStatus]) -> Calendar:
    return Calendar(lambda day: changes.get(day) or ordinary_week(day))


def line(counted: Count, day: date) -> LedgerLine:
    return next(line for line in counted.ledger if line.day == day)


def test_working_days_leave_out_the_day_of_the_fact_and_the_weekend() -> None:
    counted = count(Rule.UTEIS, 5, MONDAY, WEEK)
    assert (counted.start_day, counted.last_day) == (date(2026, 3, 3), date(2026, 3, 9))
    assert [(line.day.day, str(line.kind), line.n) for line in counted.ledger] == [
        (2, "excluded", None),
        (3, "counted", 1),
        (4, "counted", 2),
        (5, "counted", 3),
        (6, "counted", 4),
        (7, "weekend", None),
        (8, "weekend", None),
        (9, "counted", 5),
    ]


def test_the_ledger_shows_a_closed_day_with_its_act_and_the_hours_of_the_last() -> None:
    counted = count(Rule.UTEIS, 2, MONDAY, days({date(2026, 3, 3): CLOSED}))
    assert line(counted, date(2026, 3, 3)) == LedgerLine(
        date(2026, 3, 3), Kind.CLOSED, None, "Corpus Christi (Lei 7/1983)"
    )
    assert counted.ledger[-1].reason == (
        "no balcão até o fim do expediente, por meio eletrônico até as 24h"
    )


def test_the_hour_of_the_fact_does_not_matter() -> None:
    midnight = datetime(2026, 3, 2, 23, 59)  # noqa: DTZ001
    assert count(Rule.UTEIS, 5, midnight, WEEK) == count(Rule.UTEIS, 5, MONDAY, WEEK)


def test_an_instant_in_utc_names_no_local_day() -> None:
    with pytest.raises(ValueError, match="local_day"):
        count(Rule.UTEIS, 5, datetime(2026, 3, 3, 1, tzinfo=UTC), WEEK)
    brasilia = timezone(timedelta(hours=-3))
    local = datetime(2026, 3, 2, 22, tzinfo=brasilia)
    assert count(Rule.UTEIS, 5, local, WEEK).reference == MONDAY


@pytest.mark.parametrize("length", [0, -1, 40_000])
def test_a_length_outside_of_a_century_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=str(length)):
        count(Rule.UTEIS, length, MONDAY, WEEK)


def test_a_suspension_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(ValueError, match="2026-03-03"):
        count(Rule.UTEIS, 5, MONDAY, WEEK, [(date(2026, 3, 4), date(2026, 3, 3))])


def test_a_term_that_never_ends_is_refused() -> None:
    with pytest.raises(ValueError, match="century"):
        count(Rule.UTEIS, 5, MONDAY, WEEK, [(MONDAY, date(2200, 1, 1))])


# Half days.


def test_a_half_day_in_the_middle_counts() -> None:
    counted = count(Rule.UTEIS, 2, MONDAY, days({date(2026, 3, 3): HALF}))
    assert counted.last_day == date(2026, 3, 4)
    assert line(counted, date(2026, 3, 3)).n == 1


@pytest.mark.parametrize("rule", [Rule.UTEIS, Rule.CPC_UTEIS, Rule.CORRIDOS_9784])
def test_a_half_day_is_not_the_last(rule: Rule) -> None:
    counted = count(rule, 4, MONDAY, days({FRIDAY: HALF}))
    assert counted.last_day == date(2026, 3, 9)
    assert line(counted, FRIDAY).n == 4
    assert counted.ledger[-1].kind is Kind.ROLLED
    assert "prorrogado de 06/03/2026" in counted.ledger[-1].reason


def test_a_half_day_moves_the_excluded_day_of_the_cpc() -> None:
    counted = count(Rule.CPC_UTEIS, 1, MONDAY, days({MONDAY: HALF}))
    assert [(line.day.day, line.kind) for line in counted.ledger] == [
        (2, Kind.HALF_DAY),
        (3, Kind.EXCLUDED),
        (4, Kind.COUNTED),
    ]


def test_a_half_day_is_not_the_first_of_the_cpc() -> None:
    half_tuesday = days({date(2026, 3, 3): HALF})
    counted = count(Rule.CPC_UTEIS, 5, MONDAY, half_tuesday)
    assert (counted.start_day, counted.last_day) == (date(2026, 3, 4), date(2026, 3, 10))
    assert line(counted, date(2026, 3, 3)).kind is Kind.HALF_DAY
    assert count(Rule.UTEIS, 5, MONDAY, half_tuesday).start_day == date(2026, 3, 3)


def test_a_suspended_day_does_not_lend_its_full_hours_to_a_half_day_after_it() -> None:
    tuesday, half_wednesday = date(2026, 3, 3), days({date(2026, 3, 4): HALF})
    counted = count(Rule.CPC_UTEIS, 1, MONDAY, half_wednesday, [(tuesday, tuesday)])
    assert counted.start_day == date(2026, 3, 5)


# Begins.


def test_notice_on_saturday_counts_from_monday_by_plain_words_and_from_tuesday_by_the_cpc() -> None:
    assert count(Rule.UTEIS, 5, SATURDAY, WEEK).start_day == date(2026, 3, 9)
    assert count(Rule.CPC_UTEIS, 5, SATURDAY, WEEK).start_day == date(2026, 3, 10)


def test_the_gazette_of_friday_is_published_on_monday_and_counts_from_tuesday() -> None:
    counted = count(Rule.CPC_DJE, 5, FRIDAY, WEEK)
    assert (counted.start_day, counted.last_day) == (date(2026, 3, 10), date(2026, 3, 16))
    excluded = [line.day for line in counted.ledger if line.kind is Kind.EXCLUDED]
    assert excluded == [FRIDAY, date(2026, 3, 9)]


def test_the_old_cpc_starts_on_a_working_day_and_then_counts_all() -> None:
    counted = count(Rule.CORRIDOS_INICIO_UTIL, 5, FRIDAY, WEEK)
    assert (counted.start_day, counted.last_day) == (date(2026, 3, 9), date(2026, 3, 13))
    assert count(Rule.CORRIDOS_9784, 5, FRIDAY, WEEK).last_day == date(2026, 3, 11)


# States and sanctions.


def test_voluntary_suspension_of_120_days_is_a_state_and_its_first_day_counts() -> None:
    """Santa Teresa, art. 20: from 10/01/2026 to 09/05/2026; a term would end on 10/05."""
    state = count(Rule.PENA_DIAS, 120, date(2026, 1, 10), WEEK)
    term = count(Rule.CORRIDOS_SEM_PRORROGA, 120, date(2026, 1, 10), WEEK)
    assert (state.start_day, state.last_day) == (date(2026, 1, 10), date(2026, 5, 9))
    assert (term.start_day, term.last_day) == (date(2026, 1, 11), date(2026, 5, 10))


def test_a_sanction_ends_on_a_sunday_if_it_must() -> None:
    assert count(Rule.PENA_DIAS, 7, MONDAY, WEEK).last_day == date(2026, 3, 8)


def test_a_window_of_months_ends_a_day_before_the_day_of_equal_number() -> None:
    """Santa Teresa, art. 58, § 1º, read as a window: one day less than the term of the code."""
    fact = date(2025, 8, 31)
    assert count(Rule.JANELA_MESES, 6, fact, WEEK).last_day == date(2026, 2, 28)
    assert count(Rule.MESES_CC132_SEM_ROLAR, 6, fact, WEEK).last_day == date(2026, 3, 1)
    assert count(Rule.JANELA_MESES, 12, date(2025, 3, 10), WEEK).start_day == date(2025, 3, 10)


def test_the_end_of_the_year_in_which_the_vehicle_is_five() -> None:
    counted = count(Rule.FIM_DE_ANO, 5, date(2021, 3, 10), WEEK)
    assert counted.last_day == date(2026, 12, 31)
    assert count(Rule.FIM_DE_ANO, 1, date(2025, 12, 31), WEEK).last_day == date(2026, 12, 31)


# Months and years.


@pytest.mark.parametrize(
    ("rule", "length", "reference", "expected"),
    [
        pytest.param(
            Rule.MESES_CC132_SEM_ROLAR, 1, date(2026, 1, 31), date(2026, 3, 1), id="31/02"
        ),
        pytest.param(
            Rule.MESES_CC132_SEM_ROLAR, 1, date(2028, 1, 30), date(2028, 3, 1), id="30/02, leap"
        ),
        pytest.param(
            Rule.MESES_CC132_SEM_ROLAR, 1, date(2028, 1, 29), date(2028, 2, 29), id="29/02, leap"
        ),
        pytest.param(
            Rule.MESES_CC132_SEM_ROLAR, 2, date(2025, 12, 31), date(2026, 3, 1), id="over New Year"
        ),
        pytest.param(
            Rule.MESES_CC132_SEM_ROLAR, 12, date(2025, 12, 31), date(2026, 12, 31), id="in December"
        ),
        pytest.param(Rule.MESES_9784_ROLA, 1, date(2026, 3, 31), date(2026, 4, 30), id="30/04"),
        pytest.param(
            Rule.MESES_9784_ROLA, 1, date(2026, 1, 31), date(2026, 3, 2), id="28/02 is a Saturday"
        ),
        pytest.param(
            Rule.ANOS_CC132_SEM_ROLAR, 1, date(2024, 2, 29), date(2025, 3, 1), id="29/02 + 1 year"
        ),
        pytest.param(
            Rule.ANOS_CC132_SEM_ROLAR, 4, date(2024, 2, 29), date(2028, 2, 29), id="29/02 + 4 years"
        ),
        pytest.param(
            Rule.ANOS_CC132_ROLA, 1, date(2025, 3, 1), date(2026, 3, 2), id="rolls from Sunday"
        ),
    ],
)
def test_months_and_years_from_date_to_date(
    rule: Rule, length: int, reference: date, expected: date
) -> None:
    assert count(rule, length, reference, WEEK).last_day == expected


def test_the_ledger_of_months_shows_each_end_and_why_a_number_is_missing() -> None:
    counted = count(Rule.MESES_CC132_SEM_ROLAR, 3, date(2025, 11, 30), WEEK)
    ends = [(line.day, line.n) for line in counted.ledger if line.kind is Kind.COUNTED]
    assert ends == [(date(2025, 12, 30), 1), (date(2026, 1, 30), 2), (date(2026, 3, 1), 3)]
    assert counted.ledger[-1].reason == (
        "não existe o dia 30/02 (Código Civil, art. 132, § 3º); domingo"
    )


# Suspensions.


def test_after_a_suspension_the_balance_runs() -> None:
    recess = (date(2026, 3, 4), date(2026, 3, 15))
    counted = count(Rule.UTEIS, 5, MONDAY, WEEK, [recess])
    assert counted.last_day == date(2026, 3, 19)
    assert line(counted, date(2026, 3, 16)).n == 2
    assert line(counted, date(2026, 3, 4)) == LedgerLine(
        date(2026, 3, 4), Kind.SUSPENDED, None, "prazo suspenso de 04/03/2026 a 15/03/2026"
    )


def test_a_term_whose_notice_falls_in_a_suspension_starts_after_it() -> None:
    recess = (date(2026, 3, 2), date(2026, 3, 4))
    assert count(Rule.CORRIDOS_9784, 1, MONDAY, WEEK, [recess]).start_day == date(2026, 3, 5)


def test_an_end_does_not_roll_into_a_suspension() -> None:
    recess = (date(2026, 3, 9), date(2026, 3, 10))
    counted = count(Rule.CORRIDOS_9784, 5, MONDAY, WEEK, [recess])
    assert counted.last_day == date(2026, 3, 11)
    assert [str(line.kind) for line in counted.ledger[-4:]] == [
        "weekend",
        "suspended",
        "suspended",
        "rolled",
    ]


def test_a_suspension_moves_the_end_of_months_by_its_days() -> None:
    ten_days = (date(2026, 4, 1), date(2026, 4, 10))
    counted = count(Rule.MESES_CC132_SEM_ROLAR, 6, date(2026, 1, 15), WEEK, [ten_days])
    assert counted.last_day == date(2026, 7, 25)


def test_a_count_and_its_lines_are_plain_json_when_asked() -> None:
    plain = count(Rule.UTEIS, 1, MONDAY, WEEK).snapshot()
    assert plain["last_day"] == "2026-03-03"
    assert plain["ledger"] == [
        {
            "day": "2026-03-02",
            "kind": "excluded",
            "n": None,
            "reason": "dia do começo, não se conta",
        },
        {
            "day": "2026-03-03",
            "kind": "counted",
            "n": 1,
            "reason": "no balcão até o fim do expediente, por meio eletrônico até as 24h",
        },
    ]
