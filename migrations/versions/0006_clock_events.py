"""Keep what moves the counting of terms: days entered in the calendar, and events of the clock.

Revision: 0006_clock_events   Revises: 0005_undrawn_acts   Created: 2026-11-30

Why: a decree that closes the offices, a suspension or an outage moves terms that already run.
Locks: both tables are new; while the indexes on `deadline` and `event` are built, these tables
take no writes.
Back: terms keep the last days they have; how they came by them is told by their ledgers only.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0006_clock_events"
down_revision = "0005_undrawn_acts"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
LAST_DAYS = "ix_deadline_municipality_id_last_day"
RECOUNTED = "kind = 'terms_recounted'"
STANDING = "state <> 'refused'"


def upgrade() -> None:
    create_calendar_day()
    create_clock_event()
    op.create_index(LAST_DAYS, "deadline", ["municipality_id", "last_day"])
    partial("ix_event_recounted", "event", ["municipality_id", "subject"], RECOUNTED)


def downgrade() -> None:
    op.drop_index("ix_event_recounted", "event")
    op.drop_index(LAST_DAYS, "deadline")
    op.drop_table("clock_event")
    op.drop_table("calendar_day")


def create_calendar_day() -> None:
    owned(
        "calendar_day",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("opening", sa.String(20), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("act", sa.String(200), nullable=False),
        *decided(),
    )
    partial(
        "uq_calendar_day_standing",
        "calendar_day",
        ["municipality_id", "day"],
        STANDING,
        unique=True,
    )


def create_clock_event() -> None:
    owned(
        "clock_event",
        sa.Column("case_id", ID),
        sa.Column("deadline_id", ID),
        sa.Column("task_id", ID),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date(), nullable=False),
        sa.Column("days", sa.Integer()),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("act", sa.String(200), nullable=False),
        sa.Column("piece_id", ID),
        *decided(),
        ref("case_id", "case"),
        ref("deadline_id", "deadline"),
        ref("task_id", "task"),
        ref("piece_id", "piece"),
    )
    op.create_index("ix_clock_event_case_id", "clock_event", ["case_id"])
    for_all = ["municipality_id", "from_day"]
    partial("ix_clock_event_for_all", "clock_event", for_all, "case_id is null")


def decided() -> tuple[SchemaItem, ...]:
    """Who entered a row, who approved it, and whether every case was counted again."""
    return (
        sa.Column("entered_by", ID, nullable=False),
        sa.Column("entered_at", INSTANT, nullable=False),
        sa.Column("approved_by", ID),
        sa.Column("approved_at", INSTANT),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("recounted_at", INSTANT),
        ref("entered_by", "user_account"),
        ref("approved_by", "user_account"),
    )


def owned(name: str, *items: SchemaItem) -> None:
    """A table whose rows belong to a municipality and can be pointed at only from within it."""
    op.create_table(
        name,
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("municipality_id", ID, nullable=False),
        *items,
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("municipality_id", "id"),
    )


def ref(column: str, table: str) -> sa.ForeignKeyConstraint:
    """A composite key: the row pointed at is of the same municipality."""
    return sa.ForeignKeyConstraint(
        ["municipality_id", column], [f"{table}.municipality_id", f"{table}.id"]
    )


def partial(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    """An index over the rows that `where` selects, the same on both databases."""
    some: Any = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=some, postgresql_where=some)
