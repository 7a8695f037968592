"""The file of a case: papers received, notices, numbered pieces, signatures."""

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from webapp.store.tables.base import Id, Json, Utc, metadata, owned, partial, ref

blob = Table(
    "blob",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("media_type", String(60), nullable=False),
    Column("size", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("created_at", Utc, nullable=False),
)

# A paper received. `paper_on` is the date it was handed in; `received_at` when it was typed.
# `withdraws` is the paper that this one gives up; `withdrawn_by`, the event that homologated it.
filing = owned(
    "filing",
    Column("case_id", Id, nullable=False, index=True),
    Column("number", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("party_id", Id),
    Column("presenter", String(200), nullable=False),
    Column("means", String(20), nullable=False),
    Column("paper_on", Date, nullable=False),
    Column("paper_time", String(5)),
    Column("received_at", Utc, nullable=False),
    Column("received_by", Id, nullable=False),
    Column("timeliness", String(20), nullable=False),
    Column("task_id", Id),
    Column("delivered_at", Utc),
    Column("delivered_seq", Integer),
    Column("note", Text),
    Column("seq", Integer, nullable=False),
    Column("undone_by", Integer),
    Column("withdraws", Id),
    Column("withdrawn_by", Integer),
    ref("case_id", "case"),
    ref("party_id", "case_party"),
    ref("task_id", "task"),
    ref("received_by", "user_account"),
    ref("withdraws", "filing"),
    UniqueConstraint("municipality_id", "number"),
)

# One attempt to notify one party of one act.
notice = owned(
    "notice",
    Column("case_id", Id, nullable=False, index=True),
    Column("about", String(60), nullable=False),
    Column("party_id", Id, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("means", String(20), nullable=False),
    Column("address", String(300)),
    Column("sent_on", Date, nullable=False),
    Column("result", String(40)),
    Column("result_on", Date),
    Column("valid", Boolean),
    Column("reason", Text),
    Column("seq", Integer, nullable=False),
    Column("undone_by", Integer),
    ref("case_id", "case"),
    ref("party_id", "case_party"),
    partial(
        "uq_notice_attempt",
        "case_id",
        "about",
        "party_id",
        "attempt",
        where="undone_by is null",
        unique=True,
    ),
)

# kind: a document template's name, or `papel` for what was filed. access: autos | restrita.
piece = owned(
    "piece",
    Column("case_id", Id, nullable=False),
    Column("n", Integer, nullable=False),
    Column("kind", String(60), nullable=False),
    Column("title", String(200), nullable=False),
    Column("number", String(40)),
    Column("number_key", String(40), index=True),
    Column("basis", String(120)),
    Column("blob_sha256", String(64), ForeignKey("blob.sha256"), nullable=False),
    Column("pages", Integer, nullable=False),
    Column("access", String(20), nullable=False),
    Column("facts", Json),
    Column("content_sha256", String(64), nullable=False),
    Column("code", String(10), unique=True),
    Column("filing_id", Id),
    Column("task_id", Id),
    Column("created_at", Utc, nullable=False),
    Column("created_by", Id),
    Column("seq", Integer, nullable=False),
    Column("replaces", Id),
    ref("case_id", "case"),
    ref("filing_id", "filing"),
    ref("task_id", "task"),
    ref("created_by", "user_account"),
    UniqueConstraint("case_id", "n"),
)

signature = owned(
    "signature",
    Column("piece_id", Id, nullable=False, index=True),
    Column("user_id", Id, nullable=False),
    Column("name", String(200), nullable=False),
    Column("registration", String(40)),
    Column("office", String(160), nullable=False),
    Column("capacity", String(20), nullable=False),
    Column("appointed_by", String(200)),
    Column("at", Utc, nullable=False),
    Column("content_sha256", String(64), nullable=False),
    ref("piece_id", "piece"),
    ref("user_id", "user_account"),
)
