"""Bring a database to the tables that this version of the program expects."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from webapp.config import NotReady
from webapp.store.database import open_engine, reading
from webapp.store.tables import event

MIGRATIONS: Final = Path(__file__).resolve().parents[2] / "migrations"


def open_reachable(url: str) -> Engine:
    """An engine for a database that answers, with tables or without; an SQLite file is made.

    Raises NotReady.
    """
    try:
        engine = open_engine(url)
    except (ArgumentError, ImportError) as error:
        raise NotReady(
            f"AUTOS_DATABASE traz «{_shown(url)}», de um programa de banco que não está aqui; "
            "escreva sqlite:////pasta/autos.db ou postgresql+psycopg://usuario:senha@servidor/banco."
        ) from error
    try:
        with reading(), engine.connect() as connection:
            inspect(connection).get_table_names()
    except DatabaseError as error:
        engine.dispose()
        raise NotReady(
            f"o banco «{_shown(url)}» não respondeu, ou não é um banco do Autos "
            f"({str(error.orig).strip().partition(chr(10))[0]}). Confira AUTOS_DATABASE."
        ) from error
    return engine


def open_with_tables(url: str) -> Engine:
    """An engine for a database that has tables of the Autos; nothing is made. Raises NotReady."""
    _refuse_missing_file(url)
    engine = open_reachable(url)
    with reading(), engine.connect() as connection:
        if inspect(connection).has_table(event.name):
            return engine
    engine.dispose()
    raise NotReady(
        f"o banco «{_shown(url)}» não tem tabelas. Rode «autos db upgrade» para criá-las, "
        "ou confira AUTOS_DATABASE."
    )


def open_current(url: str) -> Engine:
    """An engine for a database that has the tables of this version. Raises NotReady."""
    engine = open_with_tables(url)
    if revision(engine) == head():
        return engine
    engine.dispose()
    raise NotReady(
        f"o banco «{_shown(url)}» não tem as tabelas desta versão. Rode «autos db upgrade»."
    )


def _refuse_missing_file(url: str) -> None:
    """Connecting would make an empty file."""
    file = url.startswith("sqlite") and make_url(url).database
    if file and not Path(file).is_file():
        raise NotReady(
            f"não há banco em «{file}». Rode «autos db upgrade» para criá-lo, "
            "ou confira AUTOS_DATABASE."
        )


def _shown(url: str) -> str:
    """The address without its password."""
    return make_url(url).render_as_string(hide_password=True)


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
