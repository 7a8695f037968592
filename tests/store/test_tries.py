"""Tries at a door: counted and put on record by one statement."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from webapp.store import people
from webapp.store.database import open_engine, transaction

NOON = datetime(2025, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url)
    yield engine
    engine.dispose()


def put(engine: Engine, tried: str, minute: int) -> int | None:
    """A try at a door that has two for the same thing in 10 minutes."""
    at = NOON + timedelta(minutes=minute)
    with transaction(engine) as session:
        since = at - timedelta(minutes=10)
        return people.add_try(session, "entrar", tried, at, most=2, since=since)


def test_no_more_tries_than_the_limit_are_put_on_record_in_the_window(engine: Engine) -> None:
    assert put(engine, "login:ana", 0)
    assert put(engine, "login:ana", 1)
    assert put(engine, "login:ana", 2) is None
    assert put(engine, "login:rui", 2)
    assert put(engine, "login:ana", 10)  # the first is 10 minutes old and no longer counts
    assert put(engine, "login:ana", 10) is None


def test_a_try_taken_back_leaves_its_place_to_another(engine: Engine) -> None:
    assert put(engine, "login:ana", 0)
    taken = put(engine, "login:ana", 0)
    assert taken is not None
    with transaction(engine) as session:
        people.forget_tries(session, [taken])
    assert put(engine, "login:ana", 0)
    assert put(engine, "login:ana", 0) is None
