"""Hold points, impediments of vehicles, who pays a fine, and units worth parts of a cent.

Revision: 0007_points_and_payers   Revises: 0006_clock_events   Created: 2026-12-01

Why: a law may punish with points and keep a vehicle off the street; the holder of a permit may owe
the fine of another person; and a unit may be worth four decimals of a real.
Locks: `points_entry` is new. `fine` and `restriction` take no writes while their columns change;
the effects of fines are rewritten one by one.
Back: points are forgotten, and which vehicle was impeded; a fine is of who was fined, whoever paid;
the value of a unit is rounded to the cent.
"""

from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007_points_and_payers"
down_revision = "0006_clock_events"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
PAYER = "fk_fine_municipality_id_payer_id"
VEHICLE = "fk_restriction_municipality_id_vehicle_id"
COLUMNS = ("payer_id", "unit_value", "unit_cents")
EFFECT = sa.table(
    "effect",
    *(sa.column(name) for name in ("id", "kind", "person_id", "reverses")),
    sa.column("body", sa.JSON()),
)

Columns = dict[str, Any]


def upgrade() -> None:
    create_points_entry()
    with op.batch_alter_table("restriction") as restriction:
        restriction.add_column(sa.Column("vehicle_id", ID))
        restriction.create_foreign_key(
            VEHICLE, "vehicle", ["municipality_id", "vehicle_id"], ["municipality_id", "id"]
        )
    with op.batch_alter_table("fine") as fine:
        fine.add_column(sa.Column("payer_id", ID))
        fine.add_column(sa.Column("unit_value", sa.String(20)))
    rewrite_fines(with_payer)
    with op.batch_alter_table("fine") as fine:
        fine.drop_column("unit_cents")
        fine.alter_column("payer_id", existing_type=ID, nullable=False)
        fine.alter_column("unit_value", existing_type=sa.String(20), nullable=False)
        fine.create_foreign_key(
            PAYER, "person", ["municipality_id", "payer_id"], ["municipality_id", "id"]
        )


def downgrade() -> None:
    with op.batch_alter_table("fine") as fine:
        fine.add_column(sa.Column("unit_cents", sa.Integer()))
    rewrite_fines(with_cents)
    with op.batch_alter_table("fine") as fine:
        fine.drop_constraint(PAYER, type_="foreignkey")
        fine.drop_column("unit_value")
        fine.drop_column("payer_id")
        fine.alter_column("unit_cents", existing_type=sa.Integer(), nullable=False)
    with op.batch_alter_table("restriction") as restriction:
        restriction.drop_constraint(VEHICLE, type_="foreignkey")
        restriction.drop_column("vehicle_id")
    op.drop_table("points_entry")


def create_points_entry() -> None:
    op.create_table(
        "points_entry",
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("case_id", ID, nullable=False),
        sa.Column("effect_id", ID, nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.Column("item", sa.String(20), nullable=False),
        sa.Column("points", sa.String(20), nullable=False),
        sa.Column("share", sa.String(20), nullable=False),
        sa.Column("fact_on", sa.Date(), nullable=False),
        sa.Column("final_on", sa.Date(), nullable=False),
        sa.Column("cancelled_by", ID),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("municipality_id", "id"),
        *(
            sa.ForeignKeyConstraint(
                ["municipality_id", f"{name}_id"], [f"{name}.municipality_id", f"{name}.id"]
            )
            for name in ("case", "effect", "person")
        ),
    )
    op.create_index("ix_points_entry_case_id", "points_entry", ["case_id"])
    op.create_index("ix_points_entry_person_id", "points_entry", ["person_id", "fact_on"])


def with_payer(person_id: int, told: Mapping[str, Any]) -> Columns:
    """Until now who was fined paid."""
    cents = told["unit_cents"]
    return {"payer_id": person_id, "unit_value": f"{Decimal(cents) / 100:.2f}" if cents else ""}


def with_cents(person_id: int, told: Mapping[str, Any]) -> Columns:
    cents = Decimal(told["unit_value"] or 0) * 100
    return {"unit_cents": int(cents.quantize(Decimal(1), ROUND_HALF_UP))}


def rewrite_fines(change: Callable[[int, Mapping[str, Any]], Columns]) -> None:
    """Give each fine, and the body of its effect, what follows from what they say; a
    counter-entry says only its item."""
    connection = op.get_bind()
    fine = sa.Table("fine", sa.MetaData(), autoload_with=connection)
    for row in connection.execute(sa.select(fine)).all():
        new = change(row.person_id, row._mapping)
        connection.execute(fine.update().where(fine.c.id == row.id).values(new))
    fines = sa.select(EFFECT).where(EFFECT.c.kind == "fine", EFFECT.c.reverses.is_(None))
    for row in connection.execute(fines).all():
        kept = {name: value for name, value in row.body.items() if name not in COLUMNS}
        body = kept | change(row.person_id, row.body)
        connection.execute(EFFECT.update().where(EFFECT.c.id == row.id).values(body=body))
