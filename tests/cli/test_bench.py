"""What one press may ask of the database: the goals that `autos bench` reports."""

from pathlib import Path

from webapp.cli import press
from webapp.cli.bench import GOALS

COUNTED = ("sql_statements", "sql_statements_with_document", "sql_statements_correction", "commits")


def test_a_press_asks_no_more_statements_and_commits_than_the_goals_allow(tmp_path: Path) -> None:
    measured = press.measure(tmp_path / "press.db", 1)
    assert {name: measured[name] for name in COUNTED if measured[name] > GOALS[name]} == {}
