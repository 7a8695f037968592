"""What one press may ask of the database, and what is looked for: what `autos bench` reports."""

from pathlib import Path

from webapp.cli import findings, press
from webapp.cli.bench import GOALS

COUNTED = ("sql_statements", "sql_statements_with_document", "sql_statements_correction", "commits")


def test_a_press_asks_no_more_statements_and_commits_than_the_goals_allow(tmp_path: Path) -> None:
    measured = press.measure(tmp_path / "press.db", 1)
    assert {name: measured[name] for name in COUNTED if measured[name] > GOALS[name]} == {}


def test_a_permit_is_found_by_everything_that_the_bench_looks_for_it_by(
    empty_database_url: str,
) -> None:
    measured = findings.measure(empty_database_url, 60)
    assert set(measured) == {"search_ms", "search_by_ms"}
    assert len(measured["search_by_ms"]) == 8
