"""The parts that every table is made of."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id = BigInteger().with_variant(Integer, "sqlite")
Json = JSON(none_as_null=True)


class Utc(TypeDecorator[datetime]):
    """An instant. Naive values are refused: SQLite would drop the zone in silence."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a zone")
        at = value.astimezone(UTC)
        return at.replace(tzinfo=None) if dialect.name == "sqlite" else at

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def key() -> Column[int]:
    return Column("id", Id, primary_key=True, autoincrement=True)


def owned(name: str, *items: SchemaItem) -> Table:
    """A table whose rows belong to a municipality and can be pointed at only from within it."""
    return Table(
        name,
        metadata,
        key(),
        Column("municipality_id", Id, nullable=False),
        *items,
        ForeignKeyConstraint(["municipality_id"], ["municipality.id"]),
        UniqueConstraint("municipality_id", "id"),
    )


def ref(column: str, table: str) -> ForeignKeyConstraint:
    """A composite key: the row pointed at is of the same municipality."""
    return ForeignKeyConstraint(
        ["municipality_id", column], [f"{table}.municipality_id", f"{table}.id"]
    )


def partial(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows that `where` selects, the same on both databases."""
    condition: Any = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
