"""Values entered on screen over those of Santa Teresa's files: VRTE of 2024 is 4.5032, of 2025
4.7175 until 31/12/2025, of 2015 unknown, of 2026 not there."""

from datetime import date

import pytest

from webapp.laws import EnteredValue, MissingValue, law, unit_value, with_values

LAW = law("santa_teresa")
VRTE = "valores.vrte"


def entered(
    value: str, since: str, until: str | None = None, act: str = "Decreto 1"
) -> EnteredValue:
    """A value of the VRTE, approved on 05/01/2026."""
    day = date.fromisoformat
    last = day(until) if until else None
    return EnteredValue(VRTE, value, act, day(since), last, day("2026-01-05"))


def worth(on: str, *values: EnteredValue) -> str:
    """What a VRTE is worth on a day; «falta …» where nobody said."""
    try:
        return str(with_values(LAW, values).value(VRTE, {"fact": date.fromisoformat(on)})["value"])
    except MissingValue as missing:
        return f"falta {missing.missing}"


NEXT_YEAR = entered("4.9383", "2026-01-01", "2026-12-31", "Decreto 6.300-R/2025")


def test_a_value_unknown_before_is_known_from_its_day_on_and_no_longer() -> None:
    assert worth("2026-01-01") == "falta o decreto que fixa o VRTE de 2026"
    assert worth("2025-12-31", NEXT_YEAR) == "4.7175"
    assert worth("2026-01-01", NEXT_YEAR) == "4.9383"
    assert worth("2026-12-31", NEXT_YEAR) == "4.9383"
    awaited = "o ato que fixa, a partir de 01/01/2027, o valor de «VRTE»"
    assert worth("2027-01-01", NEXT_YEAR) == f"falta {awaited}"


def test_a_year_that_the_files_have_without_value_gets_one_and_its_neighbours_stay() -> None:
    known = entered("2.6871", "2015-01-01", "2015-12-31")
    assert worth("2015-06-01") == "falta o decreto que fixa o VRTE de 2015"
    assert worth("2014-12-31", known) == "2.5210"
    assert worth("2015-06-01", known) == "2.6871"
    assert worth("2016-01-01", known) == "falta o decreto que fixa o VRTE de 2016"


def test_a_value_without_end_holds_until_the_next_known_one_begins() -> None:
    known = entered("2.6871", "2015-01-01")
    assert worth("2015-12-31", known) == "2.6871"
    assert worth("2017-01-01", known) == "3.1865"


def test_what_held_before_goes_on_after_a_value_within_its_days() -> None:
    within = entered("9.9999", "2024-03-01", "2024-03-31")
    days = ("2024-02-29", "2024-03-01", "2024-03-31", "2024-04-01", "2025-01-01")
    held = [
        "4.5032",
        "9.9999",
        "9.9999",
        "4.5032",
        "4.7175",
    ]
    assert [worth(day, within) for day in days] == held


def test_of_two_values_for_the_same_days_the_one_approved_later_holds() -> None:
    first, second = entered("4.8000", "2026-01-01", "2026-12-31"), NEXT_YEAR
    assert worth("2026-05-01", first, second) == "4.9383"
    assert worth("2026-05-01", second, first) == "4.8000"


def test_a_federal_value_is_laid_over_for_one_municipality_alone() -> None:
    wage = EnteredValue(
        "valores.salario_minimo", "1700.00", "Decreto 99", date(2027, 1, 1), None, date(2027, 1, 2)
    )
    day = {"fact": date(2027, 3, 1)}
    known = with_values(law("marilandia"), (wage,))
    found = known.value("valores.salario_minimo", day)
    assert (found["value"], found.article) == ("1700.00", "Decreto 99")
    with pytest.raises(MissingValue):
        law("marilandia").value("valores.salario_minimo", day)


def test_the_entry_keeps_article_and_label_and_says_where_the_value_came_from() -> None:
    known = with_values(LAW, (NEXT_YEAR,))
    day = {"fact": date(2026, 5, 1)}
    assert known.value(VRTE, day).snapshot() == {
        "key": VRTE,
        "from": "2026-01-01",
        "until": "2026-12-31",
        "article": "art. 50",
        "dated_by": "fact",
        "label": "VRTE",
        "value": "4.9383",
        "act": "valor cadastrado em 05/01/2026, Decreto 6.300-R/2025",
    }
    assert str(unit_value(lambda key: known.value(key, day), "VRTE").cents) == "493.8300"


def test_where_the_law_is_silent_it_stays_so_and_what_was_unread_is_known() -> None:
    day = {"fact": date(2026, 5, 1)}
    people = EnteredValue(
        "valores.populacao", "23100", "Censo 2026", date(2026, 1, 1), None, date(2026, 1, 5)
    )
    found = with_values(LAW, (people,)).value("valores.populacao", day)
    assert "sem dizer se é o do censo ou o da estimativa anual" in (found.gap or "")
    read = with_values(LAW, (entered("2.8000", "2016-01-01", "2016-12-31"),))
    assert LAW.value(VRTE, {"fact": date(2016, 5, 1)}).gap
    assert read.value(VRTE, {"fact": date(2016, 5, 1)}).gap is None


def test_no_other_key_changes() -> None:
    known = with_values(LAW, (NEXT_YEAR,))
    assert known.keys("valores") == LAW.keys("valores")
    assert all(known.own[key] is LAW.own[key] for key in LAW.own if key != VRTE)
