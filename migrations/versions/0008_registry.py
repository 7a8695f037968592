"""Keep who may drive, with what, from where and until when.

Revision: 0008_registry   Revises: 0007_points_and_payers   Created: 2026-12-01

Why: the law asks for age, licence, residence, documents, inspections, stands and vacancies.
Locks: `person`, `vehicle`, `permit` and `permit_link` take no writes while their columns change;
the key of each permit's number is written in one pass. The other tables are new.
Back: stands, documents and inspections are forgotten, and why a permit ended; companies stay, as
people without CPF.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

from webapp.domain.numbering import search_key

revision = "0008_registry"
down_revision = "0007_points_and_payers"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
STAND = "fk_permit_link_municipality_id_stand_id"
PERSON = {
    "cnpj": sa.String(14),
    "birth_on": sa.Date(),
    "cnh_category": sa.String(5),
    "cnh_category_on": sa.Date(),
    "cnh_until": sa.Date(),
    "city": sa.String(120),
}
VEHICLE = {"engine_cc": sa.Integer(), "plate_city": sa.String(120)}
WITH_CNPJ = sa.text("cnpj is not null")


def upgrade() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("kind", sa.String(10), nullable=False, server_default="fisica"))
        add(person, PERSON)
    op.create_index(
        "uq_person_cnpj",
        "person",
        ["municipality_id", "cnpj"],
        unique=True,
        sqlite_where=WITH_CNPJ,
        postgresql_where=WITH_CNPJ,
    )
    op.create_index("ix_person_cnh_until", "person", ["municipality_id", "cnh_until"])
    with op.batch_alter_table("vehicle") as vehicle:
        add(vehicle, VEHICLE)
    alter_permit()
    create_tables()
    with op.batch_alter_table("permit_link") as link:
        add(link, {"stand_id": ID, "end_reason": sa.String(20)})
        link.create_foreign_key(
            STAND, "stand", ["municipality_id", "stand_id"], ["municipality_id", "id"]
        )
    op.create_index("ix_permit_link_stand_id", "permit_link", ["stand_id"])


def downgrade() -> None:
    op.execute("delete from permit_link where stand_id is not null")
    op.drop_index("ix_permit_link_stand_id", "permit_link")
    with op.batch_alter_table("permit_link") as link:
        link.drop_constraint(STAND, type_="foreignkey")
        drop(link, ("stand_id", "end_reason"))
    for table in ("inspection", "certificate", "stand"):
        op.drop_table(table)
    op.drop_index("ix_permit_number_key", "permit")
    op.drop_index("ix_permit_to_day", "permit")
    with op.batch_alter_table("permit") as permit:
        drop(permit, ("number_key", "quota", "end_reason"))
    with op.batch_alter_table("vehicle") as vehicle:
        drop(vehicle, VEHICLE)
    op.drop_index("uq_person_cnpj", "person")
    op.drop_index("ix_person_cnh_until", "person")
    with op.batch_alter_table("person") as person:
        drop(person, ("kind", *PERSON))


def add(table: Any, columns: dict[str, Any]) -> None:
    for name, kind in columns.items():
        table.add_column(sa.Column(name, kind))


def drop(table: Any, columns: Any) -> None:
    for name in columns:
        table.drop_column(name)


def alter_permit() -> None:
    with op.batch_alter_table("permit") as permit:
        add(permit, {"number_key": sa.String(40), "end_reason": sa.String(20)})
        permit.add_column(sa.Column("quota", sa.String(20), nullable=False, server_default="geral"))
    permit = sa.table("permit", *(sa.column(name) for name in ("id", "number", "number_key")))
    connection = op.get_bind()
    for row in connection.execute(sa.select(permit.c.id, permit.c.number)).all():
        mine = sa.update(permit).where(permit.c.id == row.id)
        connection.execute(mine.values(number_key=search_key(row.number)))
    with op.batch_alter_table("permit") as permit:
        permit.alter_column("number_key", existing_type=sa.String(40), nullable=False)
    op.create_index("ix_permit_number_key", "permit", ["municipality_id", "number_key"])
    op.create_index("ix_permit_to_day", "permit", ["municipality_id", "to_day"])


def create_tables() -> None:
    owned(
        "stand",
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("capacity", sa.Integer()),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date()),
        sa.Column("act", sa.String(200), nullable=False),
    )
    create_certificate()
    create_inspection()


def create_certificate() -> None:
    whose = ("person_id", "vehicle_id", "permit_id")
    owned(
        "certificate",
        *(sa.Column(name, ID) for name in whose),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("number", sa.String(60)),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("expires_on", sa.Date()),
        sa.Column("presented_on", sa.Date(), nullable=False),
        sa.Column("act", sa.String(200)),
        *(ref(name) for name in whose),
    )
    for name in whose:
        op.create_index(f"ix_certificate_{name}", "certificate", [name])
    op.create_index("ix_certificate_expires_on", "certificate", ["municipality_id", "expires_on"])


def create_inspection() -> None:
    owned(
        "inspection",
        sa.Column("vehicle_id", ID, nullable=False),
        sa.Column("on_day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("result", sa.String(20), nullable=False),
        sa.Column("inspector", sa.String(200), nullable=False),
        sa.Column("valid_until", sa.Date()),
        ref("vehicle_id"),
    )
    op.create_index("ix_inspection_vehicle_id", "inspection", ["vehicle_id"])
    op.create_index("ix_inspection_valid_until", "inspection", ["municipality_id", "valid_until"])


def ref(column: str) -> sa.ForeignKeyConstraint:
    table = column.removesuffix("_id")
    return sa.ForeignKeyConstraint(
        ["municipality_id", column], [f"{table}.municipality_id", f"{table}.id"]
    )


def owned(table: str, *items: SchemaItem) -> None:
    op.create_table(
        table,
        sa.Column("id", ID, nullable=False, autoincrement=True),
        sa.Column("municipality_id", ID, nullable=False),
        *items,
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        sa.UniqueConstraint("municipality_id", "id"),
    )
