"""Waits, validity and terms of the registry, by the rule that the law data names, on the dates
worked by hand; where the data follow the other reading, both dates stand here."""

import csv
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from webapp.domain.counting import Rule, count
from webapp.laws import law

FILE = Path(__file__).parent.parent / "data" / "deadlines.csv"
WORKED = {row["id"]: row for row in csv.DictReader(FILE.read_text("utf-8").splitlines())}
MARILANDIA, SANTA_TERESA = law("marilandia", []), law("santa_teresa", [])


def worked(row: str) -> tuple[date, date]:
    start = datetime.fromisoformat(WORKED[row]["trigger_datetime"]).date()
    return start, date.fromisoformat(WORKED[row]["expected_due"])


def last_day(slug: str, reading: Mapping[str, Any], start: date, twice: bool = False) -> date:
    length = reading["length"] + (reading["extension"] if twice else 0)
    days = law(slug, []).calendar()
    return count(Rule(reading["rule"]), length, start, days, ()).last_day


@pytest.mark.parametrize(
    ("row", "slug", "key"),
    [
        ("M27", "marilandia", "prazos.adequacao"),
        ("M32", "marilandia", "esperas.troca_de_auxiliar"),
        ("M33", "marilandia", "validades.vistoria"),
        ("M34", "marilandia", "validades.vistoria"),
        ("M35", "marilandia", "prazos.regulamentar"),
        ("M37", "marilandia", "validades.certidao_criminal"),
        ("S23", "santa_teresa", "prazos.objeto_esquecido"),
        ("S28", "santa_teresa", "esperas.cancelamento"),
        ("S29", "santa_teresa", "esperas.transferencia"),
        ("S31", "santa_teresa", "esperas.revogacao_do_auxiliar"),
        ("S32", "santa_teresa", "validades.autorizacao"),
        ("S38", "santa_teresa", "prazos.apreensao_sem_autorizacao"),
        ("S47", "santa_teresa", "prazos.comunicar_apreensao"),
    ],
)
def test_it_ends_on_the_day_worked_by_hand(row: str, slug: str, key: str) -> None:
    start, expected = worked(row)
    assert last_day(slug, law(slug, []).on(key, start), start) == expected


@pytest.mark.parametrize("row", ["M28", "M29"])
def test_fifteen_days_and_fifteen_more_run_as_one(row: str) -> None:
    start, expected = worked(row)
    adequacao = MARILANDIA.on("prazos.adequacao", start)
    assert last_day("marilandia", adequacao, start, twice=True) == expected


@pytest.mark.parametrize(("row", "twice"), [("S25", False), ("S26", True)])
def test_a_suspension_asked_for_is_a_state_and_its_first_day_counts(row: str, twice: bool) -> None:
    """The file leaves the first day out; the data do not: the last day is the one before."""
    start, left_out = worked(row)
    suspension = SANTA_TERESA.on("prazos.suspensao_a_pedido", start)
    last = last_day("santa_teresa", suspension, start, twice)
    assert (left_out - last).days == 1
    assert (twice, last) in {(False, date(2026, 5, 9)), (True, date(2026, 9, 6))}


def test_six_months_that_aggravate_are_counted_short_and_the_longer_reading_is_beside() -> None:
    start, longer = worked("S39")
    window = SANTA_TERESA.on("prazos.reincidencia_sem_autorizacao", start)
    (other,) = window["alternatives"]
    assert last_day("santa_teresa", window, start) == date(2026, 2, 28)
    assert last_day("santa_teresa", other, start) == longer == date(2026, 3, 1)


def test_the_age_of_motorcycles_changed_two_years_after_the_law() -> None:
    published, changed = worked("M36")
    ages = MARILANDIA.entries("veiculo.idade")
    assert [entry.since for entry in ages] == [published, changed]
