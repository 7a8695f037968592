"""Municipalities, accounts, units, memberships, sessions, the demo's clock."""

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, String, Table, Text
from sqlalchemy import text as sql

from webapp.store.tables.base import Id, Json, Utc, key, metadata, owned, ref

municipality = Table(
    "municipality",
    metadata,
    key(),
    Column("slug", String(60), nullable=False, unique=True),
    Column("name", String(120), nullable=False),
    Column("uf", String(2), nullable=False),
)

user_account = owned(
    "user_account",
    Column("login", String(60), nullable=False, unique=True),
    Column("name", String(200), nullable=False),
    Column("registration", String(40)),
    Column("cpf", String(11)),
    Column("password_hash", String(200), nullable=False),
    Column("active", Boolean, nullable=False, server_default=sql("true")),
    Column("theme", String(20)),
)

unit = owned(
    "unit",
    Column("name", String(120), nullable=False),
    Column("email", String(200)),
)

# capacity: titular | substituto sign; apoio drafts for who signs.
membership = owned(
    "membership",
    Column("user_id", Id, nullable=False, index=True),
    Column("role", String(40), nullable=False),
    Column("unit_id", Id),
    Column("office", String(160)),
    Column("capacity", String(20), nullable=False),
    Column("appointed_by", String(200)),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    ref("user_id", "user_account"),
    ref("unit_id", "unit"),
)

# The cookie holds a 256-bit token; only its SHA-256 is kept.
web_session = Table(
    "web_session",
    metadata,
    Column("token_sha256", String(64), primary_key=True),
    Column("user_id", Id, ForeignKey("user_account.id"), index=True),
    Column("data", Json, nullable=False),
    Column("created_at", Utc, nullable=False),
    Column("seen_at", Utc, nullable=False, index=True),
)

# Tries at doors that limit them (login, public look-up), by what is tried and from where.
attempt = Table(
    "attempt",
    metadata,
    key(),
    Column("door", String(40), nullable=False),
    Column("tried", String(200), nullable=False),
    Column("at", Utc, nullable=False),
    Index("ix_attempt_door_tried_at", "door", "tried", "at"),
)

# One row where the clock stands still (the demo); no row where time runs.
clock_setting = Table(
    "clock_setting",
    metadata,
    key(),
    Column("stands_at", Utc, nullable=False),
    Column("why", Text, nullable=False),
)

# One row while nothing may leave by itself: no term ends, no mail is sent. No row: all runs.
hold = Table(
    "hold",
    metadata,
    key(),
    Column("since", Utc, nullable=False),
    Column("why", Text, nullable=False),
)
