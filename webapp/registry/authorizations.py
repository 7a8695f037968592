"""By which authorization a person drives on a day, and how one ends and is given back."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Table, select, update

from webapp.store.database import Database
from webapp.store.dated import holds_on
from webapp.store.tables import permit, permit_link

HELD, SERVED = "permit", "permit_link"
_TABLES: dict[str, Table] = {HELD: permit, SERVED: permit_link}


@dataclass(frozen=True, slots=True)
class Authorization:
    """What a person drives by: the permit that he holds, or his own link to somebody else's.

    `table` is HELD or SERVED, `row_id` the row of it that ends when the authorization does, and
    `to_day` its last day, if it has one.
    """

    permit_id: int
    table: str
    row_id: int
    to_day: date | None

    @property
    def is_held(self) -> bool:
        return self.table == HELD


def of_person(database: Database, person_id: int, on: date) -> Authorization | None:
    """The authorization of a person on a day: as holder before as auxiliary."""
    link = permit_link
    row = database.execute(
        select(
            link.c.permit_id, link.c.role, link.c.id, link.c.to_day, permit.c.to_day.label("end")
        )
        .join(permit, permit.c.id == link.c.permit_id)
        .where(
            link.c.person_id == person_id,
            link.c.role.in_(("titular", "auxiliar")),
            holds_on(link, on),
            holds_on(permit, on),
        )
        .order_by(link.c.role.desc(), link.c.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    if row.role == "titular":
        return Authorization(row.permit_id, HELD, row.permit_id, row.end)
    return Authorization(row.permit_id, SERVED, row.id, row.to_day)


def end(database: Database, told: Mapping[str, Any]) -> None:
    """Let an authorization end. `told`: its `table` and `row`, and the `last_day`."""
    table = _TABLES[told["table"]]
    last_day = date.fromisoformat(told["last_day"])
    database.execute(update(table).where(table.c.id == told["row"]).values(to_day=last_day))


def give_back(database: Database, told: Mapping[str, Any]) -> None:
    """Undo an end: the last day is again what it was `before`, unless somebody changed it since."""
    table = _TABLES[told["table"]]
    last_day = date.fromisoformat(told["last_day"])
    before = date.fromisoformat(told["before"]) if told["before"] else None
    ended = table.c.id == told["row"], table.c.to_day == last_day
    database.execute(update(table).where(*ended).values(to_day=before))
