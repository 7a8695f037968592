"""Bring a database to the tables that this version of the program expects."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from webapp.store.database import reading

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Run the migrations that the database lacks, up to `revision`.

    Each is one transaction: a step that fails leaves nothing, and those before it stay.
    """
    command.upgrade(configuration(engine), revision)


def downgrade(engine: Engine, revision: str = "base") -> None:
    """Take back the migrations after `revision`; what their tables held is lost."""
    command.downgrade(configuration(engine), revision)


def revision(engine: Engine) -> str | None:
    """The migration that the database is at; None before the first."""
    with reading(), engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def head() -> str | None:
    """The migration that this version of the program expects."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def configuration(engine: Engine) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["engine"] = engine
    return config
