"""The terms of Santa Teresa: the rule that its law data names, and the dates worked by hand."""

import csv
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from webapp.domain.counting import Rule, count
from webapp.laws import Entry, law

SANTA_TERESA = law("santa_teresa", [])
FILE = Path(__file__).parent.parent / "data" / "deadlines.csv"
WORKED = {row["id"]: row for row in csv.DictReader(FILE.read_text("utf-8").splitlines())}
LAST_OF_CPC_1973 = date(2016, 3, 17)
FIRST_OF_CPC_2015 = date(2016, 3, 18)


def term(name: str, day: date) -> Entry:
    """The term whose facts are all of `day`."""
    return SANTA_TERESA.value(f"prazos.{name}", {"notice": day, "fact": day})


def last_day(reading: Mapping[str, Any], start: date) -> date:
    rule = Rule(reading["rule"])
    return count(rule, reading["length"], start, SANTA_TERESA.calendar(), ()).last_day


def worked(row: str) -> tuple[date, date]:
    start = datetime.fromisoformat(WORKED[row]["trigger_datetime"]).date()
    return start, date.fromisoformat(WORKED[row]["expected_due"])


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("S01", "recurso"),
        ("S03", "recurso"),
        ("S08", "recurso"),
        ("S12", "recurso"),
        ("S13", "recurso"),
        ("S44", "recurso"),
        ("S45", "recurso"),
        ("S14", "recurso_cassacao"),
        ("S19", "pagamento"),
        ("S20", "notificacao"),
        ("S21", "notificacao"),
        ("S22", "notificacao"),
    ],
)
def test_a_term_ends_on_the_day_worked_by_hand(row: str, name: str) -> None:
    start, expected = worked(row)
    assert last_day(term(name, start), start) == expected, WORKED[row]["reason"]


def test_an_appeal_has_thirty_working_days_and_the_older_reading_beside() -> None:
    recurso = term("recurso", date(2026, 3, 2))
    assert (recurso["rule"], recurso["length"]) == ("CPC_UTEIS", 30)
    (older,) = recurso["alternatives"]
    assert (older["rule"], older["length"]) == ("CORRIDOS_INICIO_UTIL", 30)
    start, expected = worked("S02")
    assert last_day(older, start) == expected == date(2026, 4, 1)
    assert recurso.gap


def test_a_notice_until_17_march_2016_counts_by_the_code_of_1973_alone() -> None:
    recurso = term("recurso", LAST_OF_CPC_1973)
    assert (recurso["rule"], recurso["length"]) == ("CORRIDOS_INICIO_UTIL", 30)
    assert "alternatives" not in recurso
    assert last_day(recurso, LAST_OF_CPC_1973) == date(2016, 4, 18)


def test_a_notice_from_18_march_2016_counts_by_the_code_of_2015() -> None:
    recurso = term("recurso", FIRST_OF_CPC_2015)
    assert recurso["rule"] == "CPC_UTEIS"
    assert last_day(recurso, FIRST_OF_CPC_2015) == date(2016, 5, 3)


def test_the_appeal_is_dated_by_the_notice_and_not_by_the_fact() -> None:
    dates = {"fact": LAST_OF_CPC_1973, "notice": FIRST_OF_CPC_2015}
    assert SANTA_TERESA.value("prazos.recurso", dates)["rule"] == "CPC_UTEIS"


def test_the_sixty_days_to_notify_do_not_move_from_a_day_off() -> None:
    start = date(2026, 1, 14)
    notificacao = term("notificacao", start)
    assert (notificacao["rule"], notificacao["length"]) == ("CORRIDOS_SEM_PRORROGA", 60)
    assert notificacao["per"] == "case"
    (moved,) = notificacao["alternatives"]
    sunday, monday = date(2026, 3, 15), date(2026, 3, 16)
    assert (last_day(notificacao, start), last_day(moved, start)) == (sunday, monday)


def test_nothing_is_final_in_a_cassation_before_the_longest_reading_ends() -> None:
    friday = date(2026, 3, 6)
    recurso = term("recurso_cassacao", friday)
    assert (recurso["rule"], recurso["length"]) == ("CORRIDOS_9784", 10)
    assert recurso["fires_on"] == "longest"
    assert last_day(recurso, friday) == date(2026, 3, 16)
    readings = [last_day(reading, friday) for reading in recurso["alternatives"]]
    assert max(readings) == worked("S44")[1] == date(2026, 4, 22)


@pytest.mark.parametrize(
    ("row", "penalty"), [("S34", "suspensao_15"), ("S36", "suspensao_60"), ("S37", "impedimento")]
)
def test_a_penalty_is_served_from_its_first_day_for_the_days_of_the_law(
    row: str, penalty: str
) -> None:
    first, last = worked(row)
    rule = term("cumprimento", first)["rule"]
    days = SANTA_TERESA.value(f"penalidades.{penalty}", {"fact": first})["length"]
    assert rule == "PENA_DIAS"
    assert last_day({"rule": rule, "length": days}, first) == last
