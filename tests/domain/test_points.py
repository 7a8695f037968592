"""Points in windows of 12 and 36 months: Santa Teresa's art. 55, V, d and e."""

from datetime import date
from decimal import Decimal

import pytest

from webapp.domain.points import (
    PointsEntry,
    PointsLimit,
    PointsWindow,
    part,
    pontos_acumulados,
)

LIMITS = (
    PointsLimit(12, Decimal(20), "art. 55, V, d", ("A lei não diz quando a janela termina.",)),
    PointsLimit(36, Decimal(50), "art. 55, V, e"),
)
LAST_FACT = date(2026, 3, 9)
TODAY = date(2026, 8, 3)


def entry(points: str, fact_on: date = LAST_FACT, record: str = "auto 0007/2026") -> PointsEntry:
    return PointsEntry(record, fact_on, Decimal(points))


def windows(*entries: PointsEntry, today: date = TODAY) -> tuple[PointsWindow, ...]:
    return pontos_acumulados(entries, LAST_FACT, LIMITS, today)


@pytest.mark.parametrize(
    ("points", "total", "passed"),
    [
        pytest.param(("10", "10"), "20", False, id="exactly 20"),
        pytest.param(("10", "10", "0.5"), "20.5", True, id="half a point above"),
        pytest.param(("10", "5", "2.5", "1.5", "1"), "20", False, id="20 made of halves"),
        pytest.param(("10", "10", "1"), "21", True, id="one point above"),
        pytest.param((), "0", False, id="nothing on record"),
    ],
)
def test_twelve_months_are_passed_only_above_20(
    points: tuple[str, ...], total: str, passed: bool
) -> None:
    year = windows(*map(entry, points))[0]
    assert (year.total, year.passed) == (Decimal(total), passed)


@pytest.mark.parametrize(
    ("last", "total", "passed"), [("10", "50", False), ("11", "51", True), ("10.5", "50.5", True)]
)
def test_thirty_six_months_are_passed_only_above_50(last: str, total: str, passed: bool) -> None:
    old = [entry("10", day) for day in (date(2023, 3, 10), date(2024, 2, 1), date(2024, 9, 1))]
    year, three_years = windows(*old, entry("10", date(2025, 2, 3)), entry(last))
    assert (year.total, year.passed) == (Decimal(last), False)
    assert (three_years.total, three_years.passed) == (Decimal(total), passed)


@pytest.mark.parametrize(
    ("fact_on", "in_12", "in_36"),
    [
        pytest.param(date(2026, 3, 9), True, True, id="the day itself"),
        pytest.param(date(2025, 3, 10), True, True, id="first day of the 12 months"),
        pytest.param(date(2025, 3, 9), False, True, id="the day before"),
        pytest.param(date(2023, 3, 10), False, True, id="first day of the 36 months"),
        pytest.param(date(2023, 3, 9), False, False, id="the day before those"),
        pytest.param(date(2026, 3, 10), False, False, id="after the last infraction"),
    ],
)
def test_a_fact_counts_from_its_day_to_the_eve_of_its_anniversary(
    fact_on: date, in_12: bool, in_36: bool
) -> None:
    assert [bool(window.entries) for window in windows(entry("5", fact_on))] == [in_12, in_36]


def test_the_sentences_show_the_window_and_what_counts_in_it() -> None:
    year = windows(
        entry("10.5", date(2025, 6, 2), "processo 0003/2025"),
        entry("10", LAST_FACT, "processo 0009/2026"),
        entry("10", date(2024, 6, 3), "processo 0001/2024"),
    )[0]
    assert year.why == (
        "Últimos 12 meses até 09/03/2026, dia do fato da última infração: 20,5 pontos, acima de 20 "
        "(art. 55, V, d).",
        "processo 0003/2025, fato de 02/06/2025: 10,5 pontos.",
        "processo 0009/2026, fato de 09/03/2026: 10 pontos.",
    )
    assert [entry.record for entry in year.entries] == ["processo 0003/2025", "processo 0009/2026"]
    assert year.notes == ("A lei não diz quando a janela termina.",)


def test_one_point_and_a_half_is_singular() -> None:
    year = windows(entry("1"), entry("1.5", record="auto 0008/2026"))[0]
    assert year.why == (
        "Últimos 12 meses até 09/03/2026, dia do fato da última infração: 2,5 pontos, não acima de "
        "20 (art. 55, V, d).",
        "auto 0007/2026, fato de 09/03/2026: 1 ponto.",
        "auto 0008/2026, fato de 09/03/2026: 1,5 ponto.",
    )


def test_the_other_reading_ends_the_window_today_and_changes_nothing() -> None:
    history = (entry("15", date(2025, 6, 2)), entry("6"))
    year = windows(*history)[0]
    assert year.passed
    assert year.alternative == (
        "Outra leitura, que não se adota: nos 12 meses até 03/08/2026, seriam 6 pontos, não "
        "acima de 20."
    )
    assert windows(*history, today=LAST_FACT)[0].alternative.endswith("21 pontos, acima de 20.")


@pytest.mark.parametrize(("points", "half"), [("2", "1"), ("3", "1.5"), ("5", "2.5"), ("10", "5")])
def test_half_the_points_keep_their_decimals_and_no_more(points: str, half: str) -> None:
    assert str(part(Decimal(points), Decimal("0.5"))) == half
