"""Tell all stories at once, in the order of time, so that numbers and records follow the days."""

import heapq
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from sqlalchemy import Engine, insert

from webapp.cases import draining
from webapp.cli.sample import marilandia, santa_teresa, teofilo_otoni
from webapp.cli.sample.case import Case, Story, moment
from webapp.cli.sample.registering import register, shown_again
from webapp.cli.sample.town import found
from webapp.store.database import transaction
from webapp.store.passwords import hash_password
from webapp.store.people import DEMO_PASSWORD
from webapp.store.tables import clock_setting

MONDAY: Final = moment("2025-12-01", "09:00")
BEGINNING: Final = moment("2025-01-02", "08:00")
TOWNS: Final = (
    (marilandia.CAST, marilandia.STORIES),
    (santa_teresa.CAST, santa_teresa.STORIES),
    (teofilo_otoni.CAST, ()),
)


def load(engine: Engine) -> None:
    """Fill an empty database with the demonstration, and stop its clock on Monday, 9 o'clock."""
    _tell(engine, list(_stories(engine)))
    _drain(engine, MONDAY)
    with transaction(engine) as session:
        session.execute(insert(clock_setting).values(stands_at=MONDAY, why="demonstração"))


def _stories(engine: Engine) -> Iterator[Story]:
    """The stories of every municipality, which is entered with its people first."""
    password = hash_password(DEMO_PASSWORD)
    for cast, stories in TOWNS:
        with transaction(engine) as session:
            town = found(session, cast, password, BEGINNING)
            entered = register(session, town, cast, BEGINNING)
        yield from shown_again(engine, town, entered)
        yield from (story(Case(engine, town, permit)) for permit, story in stories)


def _tell(engine: Engine, stories: list[Story]) -> None:
    waiting = [(next(told), n, told) for n, told in enumerate(stories)]
    heapq.heapify(waiting)
    while waiting:
        at, n, told = heapq.heappop(waiting)
        _drain(engine, at)
        if (later := next(told, None)) is not None:
            heapq.heappush(waiting, (later, n, told))


def _drain(engine: Engine, at: datetime) -> None:
    """Let the terms that are over by then take effect, as the worker does."""
    draining.drain(engine, lambda _: at, "demonstração")
