"""Every date of tests/data/deadlines.csv, counted by hand: the arithmetic of the rule named."""

import csv
from datetime import date, datetime
from pathlib import Path

import pytest

from webapp.domain.calendar import Opening
from webapp.domain.counting import Rule, count
from webapp.laws.calendar import ExtraDay, calendar

FILE = Path(__file__).parent.parent / "data" / "deadlines.csv"
ROWS = list(csv.DictReader(FILE.read_text(encoding="utf-8").splitlines()))


def extra(text: str) -> ExtraDay:
    opening = Opening.ENCERRADO_ANTES if text.endswith("E") else Opening.FECHADO
    return ExtraDay(date.fromisoformat(text.rstrip("E")), opening)


def period(text: str) -> tuple[date, date]:
    first, last = text.split("/")
    return date.fromisoformat(first), date.fromisoformat(last)


def test_the_file_has_its_86_dates() -> None:
    assert len({row["id"] for row in ROWS}) == 86


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ROWS])
def test_a_date_worked_by_hand(row: dict[str, str]) -> None:
    days = calendar(
        row["municipality"][-2:], (), [*map(extra, row["extra_holidays"].replace(";", " ").split())]
    )
    suspensions = [*map(period, row["suspension_periods"].split())]
    start = datetime.fromisoformat(row["trigger_datetime"])
    counted = count(Rule(row["rule"]), int(row["length"]), start, days, suspensions)
    assert counted.last_day == date.fromisoformat(row["expected_due"]), row["reason"]
