"""Tell all stories at once, in the order of time, so that numbers and records follow the days."""

import heapq
from datetime import datetime

from sqlalchemy import Engine, insert

from webapp.cases import draining
from webapp.cli.sample.case import Case, moment
from webapp.cli.sample.stories import STORIES, Story
from webapp.cli.sample.town import Town, found
from webapp.store.database import transaction
from webapp.store.passwords import hash_password
from webapp.store.people import DEMO_PASSWORD
from webapp.store.tables import clock_setting

MONDAY = moment("2025-12-01", "09:00")
BEGINNING = moment("2025-01-02", "08:00")


def load(engine: Engine) -> None:
    """Fill an empty database with the demonstration, and stop its clock on Monday, 9 o'clock."""
    with transaction(engine) as session:
        town = found(session, hash_password(DEMO_PASSWORD), BEGINNING)
    _tell(engine, town)
    _drain(engine, MONDAY)
    with transaction(engine) as session:
        session.execute(insert(clock_setting).values(stands_at=MONDAY, why="demonstração"))


def _tell(engine: Engine, town: Town) -> None:
    waiting: list[tuple[datetime, int, Story]] = []
    for n, (permit, story) in enumerate(STORIES):
        told = story(Case(engine, town, permit))
        heapq.heappush(waiting, (next(told), n, told))
    while waiting:
        at, n, told = heapq.heappop(waiting)
        _drain(engine, at)
        if (later := next(told, None)) is not None:
            heapq.heappush(waiting, (later, n, told))


def _drain(engine: Engine, at: datetime) -> None:
    """Let the terms that are over by then take effect, as the worker does."""
    draining.drain(engine, lambda _: at, "demonstração")
