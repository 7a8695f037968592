"""The demonstration's database, loaded once for every test that only looks at it."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from webapp.cli.sample import load
from webapp.store import schema
from webapp.store.database import open_engine


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The demonstration's database, as it is before anybody touches it."""
    engine = open_engine(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.db'}")
    schema.upgrade(engine)
    load(engine)
    yield engine
    engine.dispose()
