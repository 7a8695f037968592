"""Hold the file of a case, and what acts did to whom.

Revision: 0003_file_and_effects   Revises: 0002_registry_and_cases   Created: 2026-11-30

Why: papers, notices, pieces and signatures are the file; fines and restrictions last after it.
Locks: none, every table is new.
Back: drops the tables with all their rows.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0003_file_and_effects"
down_revision = "0002_registry_and_cases"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
JSON = sa.JSON()
TABLES = (
    "blob",
    "filing",
    "notice",
    "piece",
    "signature",
    "effect",
    "fine",
    "restriction",
    "incident",
)


def upgrade() -> None:
    create_blob()
    create_filing()
    create_notice()
    create_piece()
    create_signature()
    create_effect()
    create_fine()
    create_restriction()
    create_incident()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def create_blob() -> None:
    op.create_table(
        "blob",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("media_type", sa.String(60), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )


def create_filing() -> None:
    owned(
        "filing",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("number", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("party_id", ID),
        sa.Column("presenter", sa.String(200), nullable=False),
        sa.Column("means", sa.String(20), nullable=False),
        sa.Column("paper_on", sa.Date(), nullable=False),
        sa.Column("paper_time", sa.String(5)),
        sa.Column("received_at", INSTANT, nullable=False),
        sa.Column("received_by", ID, nullable=False),
        sa.Column("timeliness", sa.String(20), nullable=False),
        sa.Column("task_id", ID),
        sa.Column("delivered_at", INSTANT),
        sa.Column("delivered_seq", sa.Integer()),
        sa.Column("note", sa.Text()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("undone_by", sa.Integer()),
        ref("case_id", "case"),
        ref("party_id", "case_party"),
        ref("received_by", "user_account"),
        ref("task_id", "task"),
        sa.UniqueConstraint("municipality_id", "number"),
    )
    op.create_index("ix_filing_case_id", "filing", ["case_id"])


def create_notice() -> None:
    owned(
        "notice",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("party_id", ID, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("means", sa.String(20), nullable=False),
        sa.Column("address", sa.String(300)),
        sa.Column("sent_on", sa.Date(), nullable=False),
        sa.Column("result", sa.String(40)),
        sa.Column("result_on", sa.Date()),
        sa.Column("valid", sa.Boolean()),
        sa.Column("reason", sa.Text()),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("undone_by", sa.Integer()),
        ref("case_id", "case"),
        ref("party_id", "case_party"),
    )
    op.create_index("ix_notice_case_id", "notice", ["case_id"])
    partial(
        "uq_notice_attempt",
        "notice",
        ["case_id", "about", "party_id", "attempt"],
        where="undone_by is null",
        unique=True,
    )


def create_piece() -> None:
    owned(
        "piece",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("number", sa.String(40)),
        sa.Column("number_key", sa.String(40)),
        sa.Column("basis", sa.String(120)),
        sa.Column("blob_sha256", sa.String(64), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("access", sa.String(20), nullable=False),
        sa.Column("facts", JSON),
        sa.Column("content_sha256", sa.String(64), nullable=False),
        sa.Column("code", sa.String(10)),
        sa.Column("filing_id", ID),
        sa.Column("task_id", ID),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("created_by", ID),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("replaces", ID),
        ref("case_id", "case"),
        ref("filing_id", "filing"),
        ref("task_id", "task"),
        ref("created_by", "user_account"),
        sa.ForeignKeyConstraint(["blob_sha256"], ["blob.sha256"]),
        sa.UniqueConstraint("case_id", "n"),
        sa.UniqueConstraint("code"),
    )
    op.create_index("ix_piece_number_key", "piece", ["number_key"])


def create_signature() -> None:
    owned(
        "signature",
        sa.Column("piece_id", ID, nullable=False),
        sa.Column("user_id", ID, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("registration", sa.String(40)),
        sa.Column("office", sa.String(160), nullable=False),
        sa.Column("capacity", sa.String(20), nullable=False),
        sa.Column("appointed_by", sa.String(200)),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("content_sha256", sa.String(64), nullable=False),
        ref("piece_id", "piece"),
        ref("user_id", "user_account"),
    )
    op.create_index("ix_signature_piece_id", "signature", ["piece_id"])


def create_effect() -> None:
    owned(
        "effect",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("person_id", ID),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.Column("action", sa.String(60)),
        sa.Column("element", sa.String(80)),
        sa.Column("inputs", JSON),
        sa.Column("effective_at", INSTANT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("reverses", ID),
        sa.Column("reversed_by", ID),
        ref("case_id", "case"),
        ref("person_id", "person"),
    )
    op.create_index("ix_effect_case_id", "effect", ["case_id"])


def create_fine() -> None:
    owned(
        "fine",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("effect_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("item", sa.String(20), nullable=False),
        sa.Column("article", sa.String(80), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("units", sa.String(20), nullable=False),
        sa.Column("unit", sa.String(20), nullable=False),
        sa.Column("unit_cents", sa.Integer(), nullable=False),
        sa.Column("unit_source", sa.Text(), nullable=False),
        sa.Column("fact_on", sa.Date(), nullable=False),
        sa.Column("final_on", sa.Date(), nullable=False),
        sa.Column("due_on", sa.Date()),
        sa.Column("paid_on", sa.Date()),
        sa.Column("sent_on", sa.Date()),
        sa.Column("cancelled_by", ID),
        ref("case_id", "case"),
        ref("effect_id", "effect"),
        ref("person_id", "person"),
    )
    op.create_index("ix_fine_case_id", "fine", ["case_id"])
    op.create_index("ix_fine_person_id", "fine", ["person_id"])


def create_restriction() -> None:
    owned(
        "restriction",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("effect_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("permit_id", ID),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("item", sa.String(20), nullable=False),
        sa.Column("article", sa.String(80), nullable=False),
        sa.Column("basis", sa.Text()),
        sa.Column("days", sa.Integer()),
        sa.Column("fact_on", sa.Date(), nullable=False),
        sa.Column("final_on", sa.Date(), nullable=False),
        sa.Column("from_day", sa.Date()),
        sa.Column("to_day", sa.Date()),
        sa.Column("cancelled_by", ID),
        ref("case_id", "case"),
        ref("effect_id", "effect"),
        ref("person_id", "person"),
        ref("permit_id", "permit"),
    )
    op.create_index("ix_restriction_case_id", "restriction", ["case_id"])
    op.create_index("ix_restriction_person_id", "restriction", ["person_id"])


def create_incident() -> None:
    owned(
        "incident",
        sa.Column("case_id", ID),
        sa.Column("deadline_id", ID),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("closed_at", INSTANT),
        sa.Column("closed_by", ID),
        ref("case_id", "case"),
        ref("deadline_id", "deadline"),
        ref("closed_by", "user_account"),
    )
    op.create_index("ix_incident_case_id", "incident", ["case_id"])


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
