"""Hold people, permits and vehicles, the diagrams in force, and cases with their steps and terms.

Revision: 0002_registry_and_cases   Revises: 0001_accounts_and_records   Created: 2026-11-30

Why: a case runs on a bundle, about people and vehicles, step by step, by its deadlines.
Locks: none, every table is new.
Back: drops the tables with all their rows.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision = "0002_registry_and_cases"
down_revision = "0001_accounts_and_records"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
JSON = sa.JSON()
TABLES = (
    "person",
    "vehicle",
    "permit",
    "permit_link",
    "content",
    "process_version",
    "bundle_item",
    "case",
    "case_party",
    "case_fact",
    "kept_state",
    "task",
    "answer",
    "deadline",
)


def upgrade() -> None:
    create_person()
    create_vehicle()
    create_permit()
    create_permit_link()
    create_content()
    create_process_version()
    create_bundle_item()
    create_case()
    create_case_party()
    create_case_fact()
    create_kept_state()
    create_task()
    create_answer()
    create_deadline()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)


def create_person() -> None:
    owned(
        "person",
        sa.Column("cpf", sa.String(14)),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("name_key", sa.String(200), nullable=False),
        sa.Column("cnh", sa.String(11)),
        sa.Column("address", sa.String(300)),
        sa.Column("phone", sa.String(20)),
    )
    op.create_index("ix_person_name_key", "person", ["name_key"])
    partial(
        "uq_person_cpf", "person", ["municipality_id", "cpf"], where="cpf is not null", unique=True
    )


def create_vehicle() -> None:
    owned(
        "vehicle",
        sa.Column("plate", sa.String(7), nullable=False),
        sa.Column("plate_key", sa.String(7), nullable=False),
        sa.Column("model", sa.String(120)),
        sa.Column("colour", sa.String(40)),
        sa.Column("year", sa.Integer()),
        sa.Column("renavam", sa.String(11)),
    )
    op.create_index("ix_vehicle_plate_key", "vehicle", ["plate_key"])
    partial(
        "uq_vehicle_plate", "vehicle", ["municipality_id", "plate_key"], where="id > 0", unique=True
    )


def create_permit() -> None:
    owned(
        "permit",
        sa.Column("number", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        sa.Column("act", sa.String(200), nullable=False),
    )


def create_permit_link() -> None:
    owned(
        "permit_link",
        sa.Column("permit_id", ID, nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("person_id", ID),
        sa.Column("vehicle_id", ID),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        sa.Column("act", sa.String(200), nullable=False),
        ref("permit_id", "permit"),
        ref("person_id", "person"),
        ref("vehicle_id", "vehicle"),
    )
    op.create_index("ix_permit_link_permit_id", "permit_link", ["permit_id"])
    op.create_index("ix_permit_link_person_id", "permit_link", ["person_id"])
    op.create_index("ix_permit_link_vehicle_id", "permit_link", ["vehicle_id"])


def create_content() -> None:
    op.create_table(
        "content",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256"),
    )


def create_process_version() -> None:
    op.create_table(
        "process_version",
        sa.Column("id", ID, nullable=False),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("process", sa.String(80), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("bundle_sha256", sa.String(64), nullable=False),
        sa.Column("published_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("municipality_id", "bundle_sha256"),
        sa.UniqueConstraint("municipality_id", "process", "n"),
    )


def create_bundle_item() -> None:
    op.create_table(
        "bundle_item",
        sa.Column("bundle_sha256", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("bundle_sha256", "kind", "name"),
        sa.ForeignKeyConstraint(["sha256"], ["content.sha256"]),
    )


def create_case() -> None:
    owned(
        "case",
        sa.Column("number", sa.String(40), nullable=False),
        sa.Column("number_key", sa.String(40), nullable=False),
        sa.Column("process", sa.String(80), nullable=False),
        sa.Column("bundle_sha256", sa.String(64), nullable=False),
        sa.Column("state", sa.Text()),
        sa.Column("state_format", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("effective_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT),
        sa.Column("outcome", sa.String(40)),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("subject_key", sa.String(200), nullable=False),
        sa.Column("vehicle_id", ID),
        sa.Column("permit_id", ID),
        sa.Column("held_until", sa.Date()),
        ref("vehicle_id", "vehicle"),
        ref("permit_id", "permit"),
        sa.UniqueConstraint("municipality_id", "number_key"),
    )


def create_case_party() -> None:
    owned(
        "case_party",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("role", sa.String(40), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        sa.Column("attorney_of", ID),
        ref("case_id", "case"),
        ref("person_id", "person"),
    )
    op.create_index("ix_case_party_case_id", "case_party", ["case_id"])
    op.create_index("ix_case_party_person_id", "case_party", ["person_id"])


def create_case_fact() -> None:
    owned(
        "case_fact",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("party_id", ID),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("corrected_by", ID),
        sa.Column("reason_ref", ID),
        sa.Column("superseded_by", ID),
        sa.Column("undone_by", sa.Integer()),
        ref("case_id", "case"),
        ref("party_id", "case_party"),
    )
    op.create_index("ix_case_fact_case_id", "case_fact", ["case_id"])


def create_kept_state() -> None:
    op.create_table(
        "kept_state",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("bundle_sha256", sa.String(64), nullable=False),
        sa.Column("format", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("case_id", "seq"),
        sa.ForeignKeyConstraint(["case_id"], ["case.id"]),
    )


def create_task() -> None:
    owned(
        "task",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("engine_id", sa.String(40)),
        sa.Column("clock_id", sa.String(40)),
        sa.Column("process", sa.String(80)),
        sa.Column("element", sa.String(80), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("role", sa.String(40)),
        sa.Column("form", sa.String(80)),
        sa.Column("basis", sa.String(120)),
        sa.Column("document", sa.String(80)),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("message", sa.String(60)),
        sa.Column("key", sa.String(60)),
        sa.Column("certifies", sa.String(80)),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("opened_seq", sa.Integer(), nullable=False),
        sa.Column("closed_at", INSTANT),
        sa.Column("closed_seq", sa.Integer()),
        sa.Column("closed_by", ID),
        sa.Column("closed_how", sa.String(20)),
        sa.Column("due_day", sa.Date()),
        sa.Column("due_kind", sa.String(20)),
        sa.Column("from_day", sa.Date()),
        sa.Column("assignee_id", ID),
        sa.Column("assigned_at", INSTANT),
        sa.Column("draft", JSON),
        sa.Column("draft_at", INSTANT),
        sa.Column("draft_by", ID),
        sa.Column("body", JSON),
        ref("case_id", "case"),
        ref("closed_by", "user_account"),
        ref("assignee_id", "user_account"),
        ref("draft_by", "user_account"),
    )
    op.create_index("ix_task_case_id", "task", ["case_id"])
    partial("ix_task_mine", "task", ["assignee_id", "due_day", "id"], where="closed_at is null")
    partial(
        "ix_task_open",
        "task",
        ["municipality_id", "role", "due_day", "id"],
        where="closed_at is null",
    )


def create_answer() -> None:
    owned(
        "answer",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("task_id", ID, nullable=False),
        sa.Column("element", sa.String(80), nullable=False),
        sa.Column("form_sha256", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(40), nullable=False),
        sa.Column("values", JSON, nullable=False),
        sa.Column("by", ID, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("undone_by", sa.Integer()),
        ref("case_id", "case"),
        ref("task_id", "task"),
        ref("by", "user_account"),
    )
    op.create_index("ix_answer_case_element", "answer", ["case_id", "element", "id"])


def create_deadline() -> None:
    owned(
        "deadline",
        sa.Column("case_id", ID, nullable=False),
        sa.Column("task_id", ID),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(60), nullable=False),
        sa.Column("about", sa.String(60), nullable=False),
        sa.Column("party_id", ID),
        sa.Column("article", sa.String(120)),
        sa.Column("reference_date", sa.Date()),
        sa.Column("start_day", sa.Date()),
        sa.Column("last_day", sa.Date()),
        sa.Column("alternatives", JSON),
        sa.Column("fires_on", sa.String(20), nullable=False),
        sa.Column("due_at", INSTANT),
        sa.Column("effective_at", INSTANT),
        sa.Column("next_at", INSTANT),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease_by", sa.String(80)),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("carried_from", ID),
        sa.Column("rule_snapshot", JSON, nullable=False),
        sa.Column("ledger", JSON),
        ref("case_id", "case"),
        ref("task_id", "task"),
        ref("party_id", "case_party"),
    )
    op.create_index("ix_deadline_case_id", "deadline", ["case_id"])
    partial("ix_deadline_next", "deadline", ["next_at", "id"], where="state = 'running'")
    partial(
        "uq_deadline_case", "deadline", ["task_id", "round"], where="party_id is null", unique=True
    )
    partial(
        "uq_deadline_party",
        "deadline",
        ["task_id", "party_id", "round"],
        where="party_id is not null",
        unique=True,
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
