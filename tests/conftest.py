"""What every test may ask for: a database, empty or with tables, on each system we support.

`AUTOS_REQUIRE=postgresql,browser` (as in CI) makes tests fail that would be skipped for want of it.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings
from sqlalchemy import Engine

from tests.postgresql import OLDEST, Cluster, find_programs, temporary_cluster
from webapp.store.database import open_engine
from webapp.store.tables import metadata

_numbers = count(1)

# No deadline: an example is as slow as the machine is busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def unavailable() -> Callable[[str, str], NoReturn]:
    """Skip for want of something, saying how to get it; fail where it is required."""

    def give_up(what: str, advice: str) -> NoReturn:
        if what in os.environ.get("AUTOS_REQUIRE", "").split(","):
            pytest.fail(f"AUTOS_REQUIRE names {what}: {advice}", pytrace=False)
        pytest.skip(advice)

    return give_up


@pytest.fixture(scope="session")
def postgresql(unavailable: Callable[[str, str], NoReturn]) -> Iterator[Cluster]:
    """A running PostgreSQL server of this test session."""
    programs = find_programs()
    if programs is None:
        unavailable("postgresql", f"no PostgreSQL {OLDEST}+ here: apt-get install postgresql")
    with temporary_cluster(programs) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgresql_with_tables(postgresql: Cluster) -> str:
    """The name of a PostgreSQL database that holds every table and no row."""
    create_tables(postgresql.create("with_tables"))
    return "with_tables"


@pytest.fixture(scope="session")
def sqlite_with_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file that holds every table and no row."""
    file = tmp_path_factory.mktemp("sqlite") / "with_tables.db"
    create_tables(f"sqlite:///{file}")
    return file


def create_tables(url: str) -> None:
    engine = open_engine(url)
    metadata.create_all(engine)
    engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def system(request: pytest.FixtureRequest) -> str:
    """The database system; every test that asks for a database runs once on each."""
    return str(request.param)


@pytest.fixture
def empty_database_url(
    system: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[str]:
    """The SQLAlchemy URL of a new database of this test's own, without any table."""
    if system == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    yield from new_database(request.getfixturevalue("postgresql"), "template1")


@pytest.fixture
def database_url(system: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The SQLAlchemy URL of a new database of this test's own, with every table and no row."""
    if system == "sqlite":
        file = tmp_path / "autos.db"
        shutil.copyfile(request.getfixturevalue("sqlite_with_tables"), file)
        yield f"sqlite:///{file}"
        return
    template = request.getfixturevalue("postgresql_with_tables")
    yield from new_database(request.getfixturevalue("postgresql"), template)


def new_database(cluster: Cluster, template: str) -> Iterator[str]:
    name = f"test_{next(_numbers)}"
    yield cluster.create(name, template)
    cluster.drop(name)


@pytest.fixture
def database(database_url: str) -> Iterator[Engine]:
    """An engine, set up as the product sets up its own, on `database_url`."""
    engine = open_engine(database_url)
    yield engine
    engine.dispose()
