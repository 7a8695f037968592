"""The inventory of Teófilo Otoni's law: no line of it and no unit of the text is left out."""

from webapp.laws import law
from webapp.laws.coverage import cited, unaccounted, unfounded
from webapp.laws.inventory import inventory

TEOFILO_OTONI = law("teofilo_otoni", [])
LINES = inventory("teofilo_otoni", [])
CODES = [line.code for line in LINES]


def test_every_numbered_series_is_whole() -> None:
    series = {"B": 10, "C": 5, "V": 17, "D": 16, "F": 7, "P": 31, "Z": 35}
    for letter, last in series.items():
        width = 2 if letter in "DPZ" else 1
        expected = [f"{letter}{n:0{width}}" for n in range(1, last + 1)]
        assert [code for code in CODES if code in expected] == expected


def test_every_code_of_an_infraction_is_a_line() -> None:
    assert set(CODES) >= {"91101", "91102", "91103", "91104", "5a", "91105", "91106", "38"}


def test_every_unit_of_the_text_is_accounted_for() -> None:
    assert unaccounted(TEOFILO_OTONI, LINES) == []
    assert unfounded(TEOFILO_OTONI) == []


def test_every_line_cites_the_law_and_is_kept_planned_or_out() -> None:
    for line in LINES:
        assert line.source or cited(TEOFILO_OTONI, line.articles), line.code
        assert line.kept, line.code


def test_every_value_that_a_line_names_is_in_the_law() -> None:
    named = {p.named for line in LINES for p in line.kept if p.kind == "value"}
    assert named <= set(TEOFILO_OTONI.own)
