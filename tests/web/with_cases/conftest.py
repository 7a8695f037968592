"""Marilândia with cases of its own, and the application on the same database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from tests.cases.conftest import taxi
from tests.cases.kit import World
from tests.web.serving import application

__all__ = ["taxi"]

HERE: Final = Path(__file__).parent
ON_BOTH: Final = frozenset(
    {"test_acts", "test_corrections", "test_filing", "test_public", "test_search", "test_task"}
)
"""Files whose pages are asked on both databases. What the pages of the others ask of a database is
asked on both in tests/cases, tests/store and tests/web; they say how it is shown."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the second round of pages that the first one has shown."""
    second = [item for item in items if _is_second_round(item)]
    config.hook.pytest_deselected(items=second)
    left_out = frozenset(second)
    items[:] = [item for item in items if item not in left_out]


def _is_second_round(item: pytest.Item) -> bool:
    mine = item.path.parent == HERE and item.path.stem not in ON_BOTH
    return mine and item.get_closest_marker("postgresql") is not None


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, nothing open; a file opens what its tests need."""
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.fixture
def app(world: World, database_url: str) -> Iterator[Flask]:
    with application(database_url) as app:
        yield app
