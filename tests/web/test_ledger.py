"""Terms in words, and ledgers as weeks of a calendar."""

from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from webapp.domain import counting
from webapp.laws import law
from webapp.web.ledger import Term, length_in_words, reasons, terms, weeks

CALENDAR = law("marilandia").calendar()
ZONE = ZoneInfo("America/Sao_Paulo")
MONDAY = date(2025, 12, 1)


def counted(length: int, reference: date) -> counting.Count:
    return counting.count(counting.Rule.UTEIS, length, reference, CALENDAR)


def row(**changes: Any) -> SimpleNamespace:
    """The five working days to defend oneself, from Monday 2025-12-01."""
    count = counted(5, MONDAY)
    given = {
        "id": 1,
        "task_id": 7,
        "kind": "engine",
        "key": "defesa",
        "about": "auto",
        "party_id": 3,
        "party": "Fulano",
        "state": "running",
        "last_day": count.last_day,
        "reference_date": MONDAY,
        "effective_at": None,
        "article": "art. 23",
        "alternatives": [],
        "ledger": [line.snapshot() for line in count.ledger],
        "rule_snapshot": {"label": "Defesa", "rule": "UTEIS", "length": 5, "starts": "ciencia"},
    }
    return SimpleNamespace(**given | changes)


def shown(*rows: Any, today: date = MONDAY, filings: Any = ()) -> list[Term]:
    return terms(rows, filings, today=today, calendar=CALENDAR, zone=ZONE)


def test_a_week_begins_on_monday_and_has_a_place_for_every_day() -> None:
    found = weeks(row().ledger, date(2025, 12, 8), MONDAY)
    assert [len(week) for week in found] == [7, 7]
    texts = [[cell.text if cell else "" for cell in week] for week in found]
    assert texts == [["0", "1", "2", "3", "4", "–", "–"], ["5", "", "", "", "", "", ""]]


def test_today_and_the_last_day_are_said_to_who_does_not_see_them() -> None:
    first, last = (week[0] for week in weeks(row().ledger, date(2025, 12, 8), MONDAY))
    assert first is not None
    assert last is not None
    assert (first.style, first.said) == ("x h", "hoje")
    assert (last.style, last.said) == ("u", "último dia")


def test_a_holiday_is_not_counted_and_its_reason_is_listed() -> None:
    """Monday 2025-12-22 and five working days: Christmas lies between."""
    ledger = [line.snapshot() for line in counted(5, date(2025, 12, 22)).ledger]
    cells = {cell.day: cell for week in weeks(ledger, None, MONDAY) for cell in week if cell}
    assert (cells[date(2025, 12, 25)].text, cells[date(2025, 12, 25)].style) == ("não", "f")
    assert any(day == date(2025, 12, 25) and "Natal" in why for day, why in reasons(ledger))


WORDS = [
    (date(2025, 12, 1), "faltam 5 dias úteis", "inf"),
    (date(2025, 12, 4), "faltam 2 dias úteis", "at"),
    (date(2025, 12, 8), "vence hoje", "at"),
    (date(2025, 12, 9), "venceu há 1 dia útil", "mal"),
]


@pytest.mark.parametrize(("today", "words", "tone"), WORDS)
def test_a_running_term_says_how_far_its_end_is(today: date, words: str, tone: str) -> None:
    (term,) = shown(row(), today=today)
    assert (term.words, term.tone) == (words, tone)


STATES = [
    ({"state": "running"}, "corre"),
    ({"state": "suspended"}, "suspenso"),
    ({"state": "waiting_start", "last_day": None}, "à espera da ciência"),
    ({"state": "fired"}, "decorrido em 08/12/2025"),
    ({"state": "cancelled"}, "cancelado"),
    (
        {"state": "met", "effective_at": datetime(2025, 12, 5, 2, 0, tzinfo=UTC)},
        "cumprido em 04/12/2025",
    ),
]


@pytest.mark.parametrize(("changes", "words"), STATES)
def test_a_state_is_said_in_words(changes: dict[str, Any], words: str) -> None:
    (term,) = shown(row(**changes))
    assert term.state == words


def test_a_term_is_met_on_the_date_of_the_paper_and_not_of_the_click() -> None:
    paper = SimpleNamespace(task_id=7, party_id=3, paper_on=date(2025, 12, 3), undone_by=None)
    met = row(state="met", effective_at=datetime(2025, 12, 5, 12, 0, tzinfo=UTC))
    assert shown(met, filings=[paper])[0].state == "cumprido em 03/12/2025"


def test_a_term_of_nobody_yet_says_that_the_party_is_missing() -> None:
    rule = {"label": "Defesa", "per": "party"}
    waiting = row(state="waiting_start", party_id=None, last_day=None, rule_snapshot=rule)
    assert shown(waiting)[0].state == "falta a parte"


def test_only_the_last_round_of_a_party_is_shown_and_the_nearest_end_is_unfolded() -> None:
    old, new = row(id=1, state="fired"), row(id=2, task_id=9, last_day=date(2025, 12, 15))
    later = row(id=3, key="pagamento", party_id=None, last_day=date(2026, 3, 2))
    found = shown(old, later, new)
    assert [term.last_day for term in found] == [date(2025, 12, 15), date(2026, 3, 2)]
    assert [term.unfolded for term in found] == [True, False]


def test_another_reading_that_ends_on_the_same_day_is_not_told() -> None:
    others = [
        {"last_day": "2025-12-08", "because": "igual"},
        {"last_day": "2025-12-09", "because": "um dia depois"},
    ]
    (term,) = shown(row(alternatives=others))
    assert term.others == ((date(2025, 12, 9), "um dia depois"),)


LENGTHS = [
    ("UTEIS", 1, "1 dia útil"),
    ("CPC_DJE", 5, "5 dias úteis"),
    ("CORRIDOS_SEM_PRORROGA", 20, "20 dias corridos"),
    ("PENA_DIAS", 30, "30 dias"),
    ("MESES_CC132_ROLA", 3, "3 meses"),
    ("FIM_DE_ANO", 1, "1 ano"),
]


@pytest.mark.parametrize(("rule", "length", "words"), LENGTHS)
def test_the_length_of_a_term_is_said_in_the_unit_of_its_rule(
    rule: str, length: int, words: str
) -> None:
    assert length_in_words({"rule": rule, "length": length}) == words


def test_every_rule_has_a_unit() -> None:
    assert all(length_in_words({"rule": rule, "length": 2}) for rule in counting.Rule)


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({"state": "running"}, True),
        ({"state": "fired"}, True),
        ({"state": "met"}, False),
        ({"state": "waiting_start"}, False),
        ({"kind": "fact", "state": "announced"}, False),
        ({"rule_snapshot": {"label": "Meta", "starts": "entry"}}, False),
    ],
)
def test_a_term_that_runs_or_lapsed_from_a_fact_may_be_reopened(
    changes: dict[str, Any], may: bool
) -> None:
    filing = SimpleNamespace(task_id=7, party_id=3, undone_by=None, paper_on=MONDAY)
    (term,) = shown(row(**changes), filings=[filing])
    assert term.may_reopen is may
