"""Runs the migrations: each in a transaction of its own, on either database."""

from alembic import context
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine

from webapp.config import settings
from webapp.store.database import open_engine
from webapp.store.tables import metadata


def run(engine: Engine) -> None:
    with engine.connect() as connection:
        on_sqlite = engine.dialect.name == "sqlite"
        if on_sqlite:
            # Altering a table there means copying and dropping it, whoever points at it.
            set_foreign_keys(connection, "OFF")
        try:
            migrate(connection, batch=on_sqlite)
        finally:
            if on_sqlite:
                set_foreign_keys(connection, "ON")


def migrate(connection: Connection, *, batch: bool) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        transaction_per_migration=True,
        transactional_ddl=True,
        render_as_batch=batch,
        on_version_apply=refuse_orphans,
    )
    with context.begin_transaction():
        context.run_migrations()


def set_foreign_keys(connection: Connection, state: str) -> None:
    """SQLite takes this only outside of a transaction."""
    connection.rollback()
    connection.connection.cursor().execute(f"PRAGMA foreign_keys={state}")


def refuse_orphans(*, ctx: MigrationContext, **_: object) -> None:
    """Before a step is kept: no row may point at nothing (PostgreSQL sees to it by itself)."""
    if ctx.connection.dialect.name == "sqlite":
        orphans = ctx.connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if orphans:
            raise RuntimeError(f"the step left rows that point at nothing: {orphans[:5]}")


run(context.config.attributes.get("engine") or open_engine(settings().database))
