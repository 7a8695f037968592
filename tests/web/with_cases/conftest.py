"""Marilândia with cases of its own, and the application on the same database."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.cases.conftest import taxi
from tests.cases.kit import World
from tests.web.serving import application

__all__ = ["taxi"]


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
