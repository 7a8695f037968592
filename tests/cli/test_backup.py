"""The operator keeps a copy, brings it back elsewhere, looks, and lets it run."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Engine

from tests.cases.conftest import models
from tests.cases.kit import World
from tests.conftest import new_database
from tests.worker.conftest import stand
from webapp import clock
from webapp.cli.main import main
from webapp.store import schema
from webapp.store.database import open_engine, transaction
from webapp.web.health import measure
from webapp.worker import Worker

__all__ = ["models"]

Autos = Callable[..., Result]


@pytest.fixture
def world(empty_database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, with a term of ten days."""
    models()
    engine = open_engine(empty_database_url)
    schema.upgrade(engine)
    engine.dispose()
    world = World(empty_database_url)
    world.begin("tarefa_com_prazo")
    yield world
    world.engine.dispose()


@pytest.fixture
def new_place(system: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if system == "sqlite":
        yield f"sqlite:///{tmp_path / 'novo.db'}"
        return
    yield from new_database(request.getfixturevalue("postgresql"), "template1")


@pytest.fixture
def autos(monkeypatch: pytest.MonkeyPatch) -> Autos:
    """Run the command on a database."""

    def run(url: str, *words: str) -> Result:
        monkeypatch.setenv("AUTOS_DATABASE", url)
        return CliRunner().invoke(main, words)

    return run


@pytest.fixture
def restored(new_place: str) -> Iterator[Engine]:
    engine = open_engine(new_place)
    yield engine
    engine.dispose()


def beat(engine: Engine) -> tuple[int, bool]:
    """One beat of a worker. Returns how many terms are then overdue, and whether all is held."""
    Worker(engine).tick()
    with transaction(engine) as session:
        found = measure(session, legal=clock.now(session), machine=clock.wall())
    return found.overdue, found.held is not None


def test_a_copy_is_made_brought_back_looked_at_and_released(
    autos: Autos,
    world: World,
    empty_database_url: str,
    new_place: str,
    tmp_path: Path,
    restored: Engine,
) -> None:
    stand(world, world.go("2025-12-12").now)
    file = str(tmp_path / "copia")
    made = autos(empty_database_url, "backup", file)
    assert made.output == f"Cópia em {file}: estrutura íntegra, 1 cadeia íntegra.\n"
    assert made.exit_code == 0
    back = autos(new_place, "restore", file)
    assert back.exit_code == 0
    assert "rode «autos release»" in back.output
    assert beat(restored) == (1, True)
    assert autos(new_place, "release").output.startswith("Prazos e mensagens liberados")
    assert beat(restored) == (0, False)
    assert autos(new_place, "release").output == "Nada estava retido.\n"


def test_what_cannot_be_done_is_said_with_what_to_do(
    autos: Autos, world: World, empty_database_url: str, tmp_path: Path
) -> None:
    file = str(tmp_path / "copia")
    autos(empty_database_url, "backup", file)
    again = autos(empty_database_url, "backup", file)
    assert (again.exit_code, "escolha outro nome" in again.output) == (1, True)
    over = autos(empty_database_url, "restore", file)
    assert (over.exit_code, "não foi tocado" in over.output) == (1, True)
    nowhere = autos(empty_database_url, "restore", str(tmp_path / "outra"))
    assert (nowhere.exit_code, "não existe" in nowhere.output) == (1, True)


def test_there_is_nothing_to_copy_where_there_is_no_database(autos: Autos, tmp_path: Path) -> None:
    told = autos(f"sqlite:///{tmp_path / 'nada.db'}", "backup", str(tmp_path / "copia"))
    assert (told.exit_code, "confira AUTOS_DATABASE" in told.output) == (2, True)
    assert list(tmp_path.iterdir()) == []
