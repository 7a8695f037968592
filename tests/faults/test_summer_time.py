"""A term over at a midnight of São Paulo that did not exist, or after an hour that came twice (F9).

Until 2019 summer time began and ended at midnight: on 2018-11-04 the clock went from 23:59 to
01:00, on 2019-02-16 the hour from 23:00 on came twice.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tests.cases.kit import ZONE, World
from webapp.cases import draining
from webapp.domain.counting import due_at
from webapp.store.database import transaction
from webapp.store.tables import deadline

NIGHTS = [
    pytest.param("2018-10-24", date(2018, 11, 3), datetime(2018, 11, 4, 3, tzinfo=UTC), id="gap"),
    pytest.param("2018-10-24", date(2018, 11, 4), datetime(2018, 11, 5, 2, tzinfo=UTC), id="short"),
    pytest.param("2019-02-06", date(2019, 2, 16), datetime(2019, 2, 17, 3, tzinfo=UTC), id="twice"),
]


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    models()
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.mark.parametrize(("opened", "last_day", "over"), NIGHTS)
def test_a_term_ends_once_with_its_last_day_and_not_a_second_before(
    world: World, opened: str, last_day: date, over: datetime
) -> None:
    """Seen to fail with «last day + 24 h» in `due_at`: in the short night an hour late, after the
    hour that came twice an hour early.
    """
    world.go(opened).begin("tarefa_com_prazo")
    ends = due_at(last_day, ZONE)
    with transaction(world.engine) as session:  # days of the weekend, to which no rule rolls
        session.execute(update(deadline).values(last_day=last_day, due_at=ends, next_at=ends))
    for before in (timedelta(hours=1), timedelta(seconds=1)):
        assert draining.drain(world.engine, lambda _, b=before: over - b) == 0  # type: ignore[misc]
    assert draining.drain(world.engine, lambda _: over) == 1
    assert draining.drain(world.engine, lambda _: over + timedelta(hours=1)) == 0
    with transaction(world.engine) as session:
        row = session.execute(select(deadline)).one()
    assert (row.state, row.effective_at) == ("fired", over)
