"""When a suspension or an impediment that is final is served: from which day to which."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, and_, select, update

from webapp.store.database import Database
from webapp.store.tables import effect, restriction


def of_effect(database: Database, effect_id: int) -> Row[Any]:
    """The restriction that an effect entered."""
    return database.execute(select(restriction).where(restriction.c.effect_id == effect_id)).one()


def set_days(database: Database, effect_id: int, from_day: date, to_day: date) -> None:
    """Write from which day to which a restriction is served."""
    mine = restriction.c.effect_id == effect_id
    database.execute(update(restriction).where(mine).values(from_day=from_day, to_day=to_day))


def begun_before(database: Database, again: Row[Any]) -> list[tuple[date, date, datetime]]:
    """What was being served of a restriction that was taken back and is imposed again: the first
    and the last day of each time, and the moment at which it was taken back."""
    rows = database.execute(
        select(restriction.c.from_day, restriction.c.to_day, effect.c.effective_at)
        .join(effect, effect.c.id == restriction.c.cancelled_by)
        .where(
            *(restriction.c[name] == again._mapping[name] for name in _SAME),
            restriction.c.from_day.is_not(None),
        )
        .order_by(restriction.c.id)
    )
    return [(row.from_day, row.to_day, row.effective_at) for row in rows]


_SAME = ("municipality_id", "case_id", "person_id", "kind", "item")


def served_between(database: Database, mine: Row[Any], first: date, last: date) -> date | None:
    """The last day of another restriction of the kind that the same person, or the same vehicle,
    serves on any day of a period; None where there is none."""
    whose = "vehicle_id" if mine.vehicle_id else "person_id"
    return database.execute(
        select(restriction.c.to_day)
        .where(
            restriction.c.municipality_id == mine.municipality_id,
            restriction.c[whose] == mine._mapping[whose],
            restriction.c.kind == mine.kind,
            restriction.c.id != mine.id,
            restriction.c.cancelled_by.is_(None),
            and_(restriction.c.from_day <= last, restriction.c.to_day >= first),
        )
        .order_by(restriction.c.to_day.desc())
        .limit(1)
    ).scalar_one_or_none()
