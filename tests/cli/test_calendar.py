"""What days off would move, from the command line: the list of the calendar's page."""

from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner, Result

from tests.cases.kit import World
from tests.cases.late import closed_late
from tests.web import cases
from webapp.cli.calendar import calendar
from webapp.cli.main import main
from webapp.store import tables
from webapp.store.database import transaction

Preview = Callable[..., Result]


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, where the clock stands: a defence runs until 08/12."""
    world = World(database_url)
    world.open()
    cases.stand_still(world)
    yield world
    world.engine.dispose()


@pytest.fixture
def preview(monkeypatch: pytest.MonkeyPatch, database_url: str) -> Preview:
    monkeypatch.setenv("AUTOS_DATABASE", database_url)
    return lambda *given: CliRunner().invoke(calendar, ["preview", *given])


def test_each_term_that_moves_is_told_with_its_days_and_nothing_is_kept(
    world: World, preview: Preview
) -> None:
    told = preview("marilandia", "--add", "2025-12-05")
    assert told.output.splitlines() == [
        "0001/2025  Defesa, Fulano da Silva (art. 23): de 08/12/2025 para 09/12/2025; corre",
        "Prazos que mudam: 1",
    ]
    assert told.exit_code == 0
    with transaction(world.engine) as session:
        assert session.execute(tables.calendar_day.select()).all() == []


def test_several_days_are_told_together(world: World, preview: Preview) -> None:
    both = ["2025-12-04", "2025-12-05"]
    assert "de 08/12/2025 para 10/12/2025" in preview("marilandia", "--add", *both).output
    again = preview("marilandia", "--add", both[0], "--add", both[1])
    assert again.output == preview("marilandia", "--add", *both).output


def test_a_day_already_in_force_moves_nothing_more(world: World, preview: Preview) -> None:
    closed_late(world)
    assert preview("marilandia", "--add", "2025-12-05").output == "Prazos que mudam: 0\n"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["vizinha", "--add", "2025-12-05"], "não há lei cadastrada para «vizinha»"),
        (["marilandia", "--add", "05/12/2025"], "não é uma data"),
        (["marilandia"], "falta --add"),
        (["santa_teresa", "--add", "2025-12-05"], "o banco ainda não tem nada de Santa Teresa"),
    ],
)
def test_what_cannot_be_previewed_is_said(
    world: World, monkeypatch: pytest.MonkeyPatch, database_url: str, given: list[str], told: str
) -> None:
    monkeypatch.setenv("AUTOS_DATABASE", database_url)
    reply = CliRunner().invoke(main, ["calendar", "preview", *given])
    assert reply.exit_code == 2
    assert told in reply.output
