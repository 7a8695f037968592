"""Keep the values of the law that an act of the year fixes, entered on screen.

Revision: 0010_entered_values   Revises: 0009_words_of_names   Created: 2026-12-04

Why: a decree fixes the VRTE or a fee of the year while the program runs; one person enters it and
another approves it, and acts ask for it from then on.
Locks: the table is new; no other is touched.
Back: the values are forgotten. Fines keep what they were fixed with.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010_entered_values"
down_revision = "0009_words_of_names"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
IN_FORCE = sa.text("state = 'in_force'")


def upgrade() -> None:
    op.create_table(
        "entered_value",
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("value", sa.String(20), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        sa.Column("act", sa.String(200), nullable=False),
        sa.Column("entered_by", ID, nullable=False),
        sa.Column("entered_at", INSTANT, nullable=False),
        sa.Column("approved_by", ID),
        sa.Column("approved_at", INSTANT),
        sa.Column("state", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("municipality_id", "id"),
        *(
            sa.ForeignKeyConstraint(
                ["municipality_id", name], ["user_account.municipality_id", "user_account.id"]
            )
            for name in ("entered_by", "approved_by")
        ),
    )
    op.create_index(
        "ix_entered_value_in_force",
        "entered_value",
        ["municipality_id", "approved_at"],
        sqlite_where=IN_FORCE,
        postgresql_where=IN_FORCE,
    )


def downgrade() -> None:
    op.drop_table("entered_value")
