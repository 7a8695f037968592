"""Doors that count tries: signing in, signing an act, looking up a case from outside."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from webapp import clock
from webapp.domain.errors import Refused
from webapp.store import people
from webapp.store.database import transaction
from webapp.web.database import db

WINDOW: Final = people.TRIES_KEPT


class TooManyTries(Refused):
    def __init__(self, window: timedelta) -> None:
        minutes = int(window.total_seconds() // 60)
        super().__init__(
            f"Houve muitas tentativas seguidas. Espere {minutes} "
            f"{'minuto' if minutes == 1 else 'minutos'} e tente de novo.",
            429,
        )


def admit(door: str, limits: Mapping[str, int], window: timedelta = WINDOW) -> list[int]:
    """Count one try at a door; the ids of what was written, for `take_back`.

    `limits`: how many tries each thing tried («login:ana», «de:10.0.0.7») has in the window,
    at most 10 minutes. Committed at once, so that a try counts whatever follows; what the
    request's own session has read is let go, and nothing may have been written in it yet.
    Raises TooManyTries (429).
    """
    db.session.rollback()
    with transaction(db.engine) as store:
        at = clock.wall()
        counted = []
        for tried, most in limits.items():
            new = people.add_try(store, door, tried, at, most=most, since=at - window)
            if new is None:
                raise TooManyTries(window)
            counted.append(new)
        return counted


def take_back(ids: Iterable[int]) -> None:
    """The try was a success: it does not count."""
    with transaction(db.engine) as store:
        people.forget_tries(store, ids)
