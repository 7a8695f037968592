"""Hold what would leave by itself after a restore; say how an incident was closed.

Revision: 0004_holding_and_incidents   Revises: 0003_file_and_effects   Created: 2026-11-30

Why: a restored copy must not end terms or send mail before the operator has looked at it; and an
incident that a person closed was either tried again or handed to the Autoridade.
Locks: none for `hold`; a new column without a default in `incident`, which is small.
Back: terms that were held run; how incidents were closed is forgotten (their events say it).
"""

import sqlalchemy as sa
from alembic import op

revision = "0004_holding_and_incidents"
down_revision = "0003_file_and_effects"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "hold",
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.add_column("incident", sa.Column("closed_how", sa.String(20)))


def downgrade() -> None:
    with op.batch_alter_table("incident") as incident:
        incident.drop_column("closed_how")
    op.drop_table("hold")
