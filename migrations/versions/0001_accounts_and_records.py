"""Hold municipalities, accounts and sessions, and the records that acts leave.

Revision: 0001_accounts_and_records   Revises: nothing   Created: 2026-11-30

Why: nobody can sign in, nor an act be recorded, without these.
Locks: none, every table is new.
Back: drops the tables with all their rows.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0001_accounts_and_records"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
JSON = sa.JSON()
TABLES = (
    "municipality",
    "user_account",
    "unit",
    "membership",
    "web_session",
    "attempt",
    "clock_setting",
    "request",
    "worker_beat",
    "counter",
    "outbox",
    "chain_head",
    "event",
    "private_text",
)


def upgrade() -> None:
    create_municipality()
    create_user_account()
    create_unit()
    create_membership()
    create_web_session()
    create_attempt()
    create_clock_setting()
    create_request()
    create_worker_beat()
    create_counter()
    create_outbox()
    create_chain_head()
    create_event()
    create_private_text()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def create_municipality() -> None:
    op.create_table(
        "municipality",
        sa.Column("id", ID, nullable=False),
        sa.Column("slug", sa.String(60), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("uf", sa.String(2), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("slug"),
    )


def create_user_account() -> None:
    owned(
        "user_account",
        sa.Column("login", sa.String(60), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("registration", sa.String(40)),
        sa.Column("cpf", sa.String(11)),
        sa.Column("password_hash", sa.String(200), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False, server_default=sa.text("true")),
        sa.Column("theme", sa.String(20)),
        sa.UniqueConstraint("login"),
    )


def create_unit() -> None:
    owned(
        "unit",
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("email", sa.String(200)),
    )


def create_membership() -> None:
    owned(
        "membership",
        sa.Column("user_id", ID, nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("unit_id", ID),
        sa.Column("office", sa.String(160)),
        sa.Column("capacity", sa.String(20), nullable=False),
        sa.Column("appointed_by", sa.String(200)),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        ref("user_id", "user_account"),
        ref("unit_id", "unit"),
    )
    op.create_index("ix_membership_user_id", "membership", ["user_id"])


def create_web_session() -> None:
    op.create_table(
        "web_session",
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("user_id", ID),
        sa.Column("data", JSON, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("token_sha256"),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"]),
    )
    op.create_index("ix_web_session_seen_at", "web_session", ["seen_at"])
    op.create_index("ix_web_session_user_id", "web_session", ["user_id"])


def create_attempt() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", ID, nullable=False),
        sa.Column("door", sa.String(40), nullable=False),
        sa.Column("tried", sa.String(200), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_attempt_door_tried_at", "attempt", ["door", "tried", "at"])


def create_clock_setting() -> None:
    op.create_table(
        "clock_setting",
        sa.Column("id", ID, nullable=False),
        sa.Column("stands_at", INSTANT, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def create_request() -> None:
    op.create_table(
        "request",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("user_id", ID),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("reply", JSON, nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"]),
    )


def create_worker_beat() -> None:
    op.create_table(
        "worker_beat",
        sa.Column("worker", sa.String(80), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("worker"),
    )
    op.create_index("ix_worker_beat_at", "worker_beat", ["at"])


def create_counter() -> None:
    op.create_table(
        "counter",
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("series", sa.String(40), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("municipality_id", "series", "year"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
    )


def create_outbox() -> None:
    owned(
        "outbox",
        sa.Column("to", sa.String(200), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("message_id", sa.String(120), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("next_at", INSTANT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("sent_at", INSTANT),
        sa.UniqueConstraint("message_id"),
    )
    partial("ix_outbox_next", "outbox", ["next_at", "id"], where="sent_at is null")


def create_chain_head() -> None:
    op.create_table(
        "chain_head",
        sa.Column("chain", sa.String(60), nullable=False),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("chain"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
    )


def create_event() -> None:
    op.create_table(
        "event",
        sa.Column("id", ID, nullable=False),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("chain", sa.String(60), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(36), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("effective_at", INSTANT, nullable=False),
        sa.Column("actor", sa.String(60), nullable=False),
        sa.Column("on_behalf_of", sa.String(60)),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("kind_version", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("chain", "seq"),
    )


def create_private_text() -> None:
    owned(
        "private_text",
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("text", sa.Text()),
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
