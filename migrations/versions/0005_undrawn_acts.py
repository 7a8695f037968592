"""Keep what acts that no diagram draws leave behind.

Revision: 0005_undrawn_acts   Revises: 0004_holding_and_incidents   Created: 2026-11-30

Why: cases are linked to one another, parties die, papers are withdrawn.
Locks: `case_link` is new; columns without a default in `case_party` and `filing`, and a key on
`filing` that PostgreSQL checks while it holds the table.
Back: links are forgotten, and so is who died and which papers were withdrawn (their events say it).
"""

import sqlalchemy as sa
from alembic import op

revision = "0005_undrawn_acts"
down_revision = "0004_holding_and_incidents"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
WITHDRAWS = "fk_filing_municipality_id_withdraws"
POINTS_AT = (
    ("case_id", "case"),
    ("other_case_id", "case"),
    ("reason_ref", "private_text"),
    ("linked_by", "user_account"),
    ("ended_by", "user_account"),
)


def upgrade() -> None:
    create_case_link()
    op.add_column("case_party", sa.Column("died_on", sa.Date()))
    with op.batch_alter_table("filing") as filing:
        filing.add_column(sa.Column("withdraws", ID))
        filing.add_column(sa.Column("withdrawn_by", sa.Integer()))
        filing.create_foreign_key(
            WITHDRAWS, "filing", ["municipality_id", "withdraws"], ["municipality_id", "id"]
        )


def downgrade() -> None:
    with op.batch_alter_table("filing") as filing:
        filing.drop_constraint(WITHDRAWS, type_="foreignkey")
        filing.drop_column("withdrawn_by")
        filing.drop_column("withdraws")
    with op.batch_alter_table("case_party") as party:
        party.drop_column("died_on")
    op.drop_table("case_link")


def create_case_link() -> None:
    op.create_table(
        "case_link",
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("case_id", ID, nullable=False),
        sa.Column("other_case_id", ID, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("reason_ref", ID, nullable=False),
        sa.Column("linked_at", INSTANT, nullable=False),
        sa.Column("linked_by", ID, nullable=False),
        sa.Column("ended_at", INSTANT),
        sa.Column("ended_by", ID),
        sa.PrimaryKeyConstraint("id", name="pk_case_link"),
        sa.UniqueConstraint("municipality_id", "id", name="uq_case_link_municipality_id_id"),
        sa.ForeignKeyConstraint(
            ["municipality_id"], ["municipality.id"], name="fk_case_link_municipality_id"
        ),
        *(
            sa.ForeignKeyConstraint(
                ["municipality_id", column],
                [f"{table}.municipality_id", f"{table}.id"],
                name=f"fk_case_link_municipality_id_{column}",
            )
            for column, table in POINTS_AT
        ),
    )
    op.create_index("ix_case_link_case_id", "case_link", ["case_id"])
    op.create_index("ix_case_link_other_case_id", "case_link", ["other_case_id"])
    op.create_index(
        "uq_case_link_open",
        "case_link",
        ["case_id", "other_case_id"],
        unique=True,
        sqlite_where=sa.text("ended_at is null"),
        postgresql_where=sa.text("ended_at is null"),
    )
