"""What acts of the year change for every case: days, values of the law, events of the clock."""

from typing import Any

from sqlalchemy import Column, Date, Index, Integer, String, Text, text

from webapp.store.tables.acts import event
from webapp.store.tables.base import Id, Utc, owned, partial, ref
from webapp.store.tables.cases import deadline

# Days in a row on which the offices keep other hours than the law says, entered by one person and
# approved by another. opening: a value of domain.calendar.Opening. state: proposed | in_force |
# refused | revoked. `recounted_at`: when every case had been counted again. A row with `revokes`
# is no day: it takes the days of another row back.
calendar_day = owned(
    "calendar_day",
    Column("day", Date, nullable=False),
    Column("to_day", Date, nullable=False),
    Column("revokes", Id),
    Column("opening", String(20), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("act", String(200), nullable=False),
    Column("entered_by", Id, nullable=False),
    Column("entered_at", Utc, nullable=False),
    Column("approved_by", Id),
    Column("approved_at", Utc),
    Column("state", String(20), nullable=False),
    Column("recounted_at", Utc),
    ref("revokes", "calendar_day"),
    ref("entered_by", "user_account"),
    ref("approved_by", "user_account"),
    partial(
        "uq_calendar_day_standing",
        "municipality_id",
        "day",
        where="state not in ('refused', 'revoked') and revokes is null",
        unique=True,
    ),
    partial(
        "uq_calendar_day_revokes",
        "municipality_id",
        "revokes",
        where="state <> 'refused' and revokes is not null",
        unique=True,
    ),
)

# A value of the law data (`key`, «valores.vrte») fixed by an act of the year: decimal text, from a
# day on and, where it has an end, until one. Rows are appended; of two for a day the one approved
# later holds. state: as above.
entered_value = owned(
    "entered_value",
    Column("key", String(80), nullable=False),
    Column("value", String(20), nullable=False),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
    Column("entered_by", Id, nullable=False),
    Column("entered_at", Utc, nullable=False),
    Column("approved_by", Id),
    Column("approved_at", Utc),
    Column("state", String(20), nullable=False),
    ref("entered_by", "user_account"),
    ref("approved_by", "user_account"),
    partial(
        "ix_entered_value_in_force", "municipality_id", "approved_at", where="state = 'in_force'"
    ),
)

# kind: suspension | interruption | extension | outage, of one case or (no case) of all.
# An extension has `days` and the term (`deadline_id`) or the step (`task_id`) that it extends.
# state as above; what the authority enters in one case is in force at once.
clock_event = owned(
    "clock_event",
    Column("case_id", Id, index=True),
    Column("deadline_id", Id),
    Column("task_id", Id),
    Column("kind", String(20), nullable=False),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date, nullable=False),
    Column("days", Integer),
    Column("cause", Text, nullable=False),
    Column("act", String(200), nullable=False),
    Column("piece_id", Id),
    Column("entered_by", Id, nullable=False),
    Column("entered_at", Utc, nullable=False),
    Column("approved_by", Id),
    Column("approved_at", Utc),
    Column("state", String(20), nullable=False),
    Column("recounted_at", Utc),
    ref("case_id", "case"),
    ref("deadline_id", "deadline"),
    ref("task_id", "task"),
    ref("piece_id", "piece"),
    ref("entered_by", "user_account"),
    ref("approved_by", "user_account"),
    partial("ix_clock_event_for_all", "municipality_id", "from_day", where="case_id is null"),
)

# Which terms a day may move: those that had not ended before it.
Index("ix_deadline_municipality_id_last_day", deadline.c.municipality_id, deadline.c.last_day)
# Which cases were counted again for a day or an event of the clock.
_RECOUNTED: Any = text("kind = 'terms_recounted'")
Index(
    "ix_event_recounted",
    event.c.municipality_id,
    event.c.subject,
    sqlite_where=_RECOUNTED,
    postgresql_where=_RECOUNTED,
)
