"""What holds for every rule, length, calendar and suspension."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from webapp.domain.calendar import Calendar, DayStatus, Opening, ordinary_week
from webapp.domain.counting import Count, Kind, Rule, count

ROLLING = {
    *(Rule.UTEIS, Rule.CPC_UTEIS, Rule.CPC_DJE, Rule.CORRIDOS_9784, Rule.CORRIDOS_INICIO_UTIL),
    *(Rule.MESES_CC132_ROLA, Rule.ANOS_CC132_ROLA, Rule.MESES_9784_ROLA),
}
IN_DAYS = {
    *(Rule.UTEIS, Rule.CPC_UTEIS, Rule.CPC_DJE, Rule.CORRIDOS_9784, Rule.CORRIDOS_INICIO_UTIL),
    *(Rule.CORRIDOS_SEM_PRORROGA, Rule.PENA_DIAS),
}
IN_WORKING_DAYS = {Rule.UTEIS, Rule.CPC_UTEIS, Rule.CPC_DJE}

DAY = timedelta(days=1)
references = st.dates(date(2024, 1, 1), date(2024, 12, 31))
near = st.dates(date(2024, 1, 1), date(2025, 6, 30))
closings = st.dictionaries(near, st.sampled_from(list(Opening)), max_size=40)
lengths = st.integers(1, 40)
rules = st.sampled_from(list(Rule))
suspensions = st.lists(
    st.tuples(near, st.integers(0, 45)).map(lambda each: (each[0], each[0] + each[1] * DAY)),
    max_size=3,
)


def days(changes: dict[date, Opening]) -> Calendar:
    return Calendar(lambda day: DayStatus(changes[day]) if day in changes else ordinary_week(day))


def is_suspended(day: date, periods: list[tuple[date, date]]) -> bool:
    return any(first <= day <= last for first, last in periods)


def running_days(counted: Count, periods: list[tuple[date, date]]) -> int:
    term = range(counted.start_day.toordinal(), counted.last_day.toordinal() + 1)
    return sum(not is_suspended(date.fromordinal(day), periods) for day in term)


@given(rules, lengths, references, closings, suspensions)
def test_the_ledger_goes_day_by_day_to_the_last(
    rule: Rule,
    length: int,
    reference: date,
    changes: dict[date, Opening],
    periods: list[tuple[date, date]],
) -> None:
    counted = count(rule, length, reference, days(changes), periods)
    shown = [line.day for line in counted.ledger]
    assert shown == sorted(set(shown))
    assert reference <= counted.start_day <= counted.last_day == shown[-1]


@given(st.sampled_from(sorted(ROLLING)), lengths, references, closings, suspensions)
def test_a_rolling_rule_ends_on_a_day_of_full_hours_on_which_the_term_runs(
    rule: Rule,
    length: int,
    reference: date,
    changes: dict[date, Opening],
    periods: list[tuple[date, date]],
) -> None:
    calendar = days(changes)
    last_day = count(rule, length, reference, calendar, periods).last_day
    assert calendar.is_full(last_day)
    assert not is_suspended(last_day, periods)


@given(rules, lengths, references, closings, near)
def test_one_more_day_off_never_shortens_a_term(
    rule: Rule, length: int, reference: date, changes: dict[date, Opening], holiday: date
) -> None:
    with_holiday = days({**changes, holiday: Opening.FECHADO})
    before = count(rule, length, reference, days(changes)).last_day
    assert count(rule, length, reference, with_holiday).last_day >= before


@given(st.sampled_from(sorted(IN_DAYS)), lengths, references, closings, suspensions)
def test_the_counted_lines_are_the_days_of_the_term_and_none_is_suspended(
    rule: Rule,
    length: int,
    reference: date,
    changes: dict[date, Opening],
    periods: list[tuple[date, date]],
) -> None:
    counted = count(rule, length, reference, days(changes), periods)
    lines = [line for line in counted.ledger if line.kind is Kind.COUNTED]
    assert [line.n for line in lines] == list(range(1, length + 1))
    assert not any(is_suspended(line.day, periods) for line in lines)


@given(st.sampled_from(sorted(IN_WORKING_DAYS)), lengths, references, closings, suspensions)
def test_working_days_are_open_days(
    rule: Rule,
    length: int,
    reference: date,
    changes: dict[date, Opening],
    periods: list[tuple[date, date]],
) -> None:
    calendar = days(changes)
    counted = count(rule, length, reference, calendar, periods)
    lines = [line.day for line in counted.ledger if line.kind is Kind.COUNTED]
    assert all(map(calendar.is_open, lines))


@given(st.sampled_from(sorted(set(Rule) - ROLLING)), lengths, references, suspensions)
def test_a_suspension_keeps_the_balance_of_what_does_not_roll(
    rule: Rule, length: int, reference: date, periods: list[tuple[date, date]]
) -> None:
    plain = count(rule, length, reference, Calendar())
    suspended = count(rule, length, reference, Calendar(), periods)
    assert running_days(suspended, periods) == running_days(plain, [])


@given(rules, lengths, references, closings, suspensions)
def test_a_suspension_never_shortens_a_term(
    rule: Rule,
    length: int,
    reference: date,
    changes: dict[date, Opening],
    periods: list[tuple[date, date]],
) -> None:
    calendar = days(changes)
    plain = count(rule, length, reference, calendar).last_day
    assert count(rule, length, reference, calendar, periods).last_day >= plain


@given(rules, lengths, references, closings)
def test_a_longer_term_never_ends_earlier(
    rule: Rule, length: int, reference: date, changes: dict[date, Opening]
) -> None:
    calendar = days(changes)
    shorter = count(rule, length, reference, calendar).last_day
    assert count(rule, length + 1, reference, calendar).last_day >= shorter
