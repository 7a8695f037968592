"""A day entered may be the first of several, and may be revoked by another entry.

Revision: 0011_days_in_a_row   Revises: 0010_entered_values   Created: 2026-12-04

Why: a decree of recess closes days in a row, and a decree may be revoked.
Locks: `calendar_day` takes no writes while its columns change; it has a row per decree.
Back: days after the first are forgotten, and who revoked what: a day revoked stays refused.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011_days_in_a_row"
down_revision = "0010_entered_values"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
DAY = sa.table("calendar_day", *(sa.column(name) for name in ("day", "to_day", "state", "revokes")))
STANDING = "uq_calendar_day_standing"
REVOKED = "uq_calendar_day_revokes"
FOREIGN = "fk_calendar_day_municipality_id_revokes"


def upgrade() -> None:
    op.drop_index(STANDING, "calendar_day")
    with op.batch_alter_table("calendar_day") as table:
        table.add_column(sa.Column("to_day", sa.Date()))
        table.add_column(sa.Column("revokes", ID))
        table.create_foreign_key(
            FOREIGN, "calendar_day", ["municipality_id", "revokes"], ["municipality_id", "id"]
        )
    op.execute(DAY.update().values(to_day=DAY.c.day))
    with op.batch_alter_table("calendar_day") as table:
        table.alter_column("to_day", existing_type=sa.Date(), nullable=False)
    unique(STANDING, "day", "state not in ('refused', 'revoked') and revokes is null")
    unique(REVOKED, "revokes", "state <> 'refused' and revokes is not null")


def downgrade() -> None:
    op.drop_index(REVOKED, "calendar_day")
    op.drop_index(STANDING, "calendar_day")
    gone = sa.or_(DAY.c.state == "revoked", DAY.c.revokes.is_not(None))
    op.execute(DAY.update().where(gone).values(state="refused"))
    with op.batch_alter_table("calendar_day") as table:
        table.drop_constraint(FOREIGN, type_="foreignkey")
        table.drop_column("revokes")
        table.drop_column("to_day")
    unique(STANDING, "day", "state <> 'refused'")


def unique(name: str, column: str, where: str) -> None:
    condition = sa.text(where)
    op.create_index(
        name,
        "calendar_day",
        ["municipality_id", column],
        unique=True,
        sqlite_where=condition,
        postgresql_where=condition,
    )
