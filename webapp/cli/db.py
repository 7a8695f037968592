"""The operator brings the database to the tables of this version."""

from pathlib import Path

import click
from sqlalchemy import make_url

from webapp.config import settings
from webapp.store import schema


@click.group()
def db() -> None:
    """Banco de dados."""


@db.command("upgrade")
def upgrade() -> None:
    """Traz o banco às tabelas desta versão; cada passo é inteiro ou não é nada."""
    url = settings().database
    make_folder(url)
    engine = schema.open_reachable(url)
    try:
        before = schema.revision(engine)
        schema.upgrade(engine)
        after = schema.revision(engine)
    finally:
        engine.dispose()
    click.echo(f"O banco já estava em {after}." if before == after else f"Banco em {after}.")


def make_folder(url: str) -> None:
    """Make the folder of an SQLite file; a database in a server needs none."""
    place = make_url(url) if url.startswith("sqlite") else None
    if place and place.database:
        Path(place.database).parent.mkdir(parents=True, exist_ok=True)
