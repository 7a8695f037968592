"""What acts leave behind: effects, events in chains, kept states, replies, mail, incidents."""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from webapp.store.tables.base import Id, Json, Utc, key, metadata, owned, partial, ref

# What a registered action did. A counter-entry points at what it reverses.
effect = owned(
    "effect",
    Column("case_id", Id, nullable=False, index=True),
    Column("kind", String(40), nullable=False),
    Column("about", String(60), nullable=False),
    Column("person_id", Id),
    Column("cents", Integer, nullable=False),
    Column("body", Json, nullable=False),
    Column("action", String(60)),
    Column("element", String(80)),
    Column("inputs", Json),
    Column("effective_at", Utc, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("reverses", Id),
    Column("reversed_by", Id),
    ref("case_id", "case"),
    ref("person_id", "person"),
)

event = Table(
    "event",
    metadata,
    key(),
    Column("municipality_id", Id, ForeignKey("municipality.id"), nullable=False),
    Column("chain", String(60), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("act", String(36), nullable=False),
    Column("at", Utc, nullable=False),
    Column("effective_at", Utc, nullable=False),
    Column("actor", String(60), nullable=False),
    Column("on_behalf_of", String(60)),
    Column("kind", String(40), nullable=False),
    Column("kind_version", Integer, nullable=False),
    Column("subject", String(60), nullable=False),
    Column("body", Json, nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("chain", "seq"),
)

chain_head = Table(
    "chain_head",
    metadata,
    Column("chain", String(60), primary_key=True),
    Column("municipality_id", Id, ForeignKey("municipality.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

# Free text and personal values that events refer to by a salted hash.
private_text = owned(
    "private_text",
    Column("salt", String(32), nullable=False),
    Column("text", Text),
)

# The settled state just before the event `seq`, compressed.
kept_state = Table(
    "kept_state",
    metadata,
    Column("case_id", Id, ForeignKey("case.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("bundle_sha256", String(64), nullable=False),
    Column("format", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("case_id", "seq"),
)

# The reply to a request key: the same press again gets the same reply.
request = Table(
    "request",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("user_id", Id, ForeignKey("user_account.id")),
    Column("path", String(200), nullable=False),
    Column("at", Utc, nullable=False),
    Column("reply", Json, nullable=False),
)

outbox = owned(
    "outbox",
    Column("to", String(200), nullable=False),
    Column("subject", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("message_id", String(120), nullable=False, unique=True),
    Column("created_at", Utc, nullable=False),
    Column("next_at", Utc, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("sent_at", Utc),
    partial("ix_outbox_next", "next_at", "id", where="sent_at is null"),
)

# closed_how: retried | skipped, by whom; nothing where the machine closed it itself.
incident = owned(
    "incident",
    Column("case_id", Id, index=True),
    Column("deadline_id", Id),
    Column("kind", String(40), nullable=False),
    Column("what", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("opened_at", Utc, nullable=False),
    Column("closed_at", Utc),
    Column("closed_by", Id),
    Column("closed_how", String(20)),
    ref("case_id", "case"),
    ref("deadline_id", "deadline"),
    ref("closed_by", "user_account"),
)

# The last number given in a series and year. The row is locked last, so no number is lost.
counter = Table(
    "counter",
    metadata,
    Column("municipality_id", Id, ForeignKey("municipality.id"), nullable=False),
    Column("series", String(40), nullable=False),
    Column("year", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    PrimaryKeyConstraint("municipality_id", "series", "year"),
)

worker_beat = Table(
    "worker_beat",
    metadata,
    Column("worker", String(80), primary_key=True),
    Column("at", Utc, nullable=False),
    Index("ix_worker_beat_at", "at"),
)
