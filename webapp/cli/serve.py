"""Serve the pages from this process, for one machine with an SQLite file."""

import click
import waitress  # type: ignore[import-untyped]
from sqlalchemy import make_url

from webapp.app import create_app
from webapp.config import settings
from webapp.store import schema
from webapp.web.errors import LARGEST

THREADS = 8
# Up to here a page of ours says that it is too much; beyond, waitress does.
LARGEST_BODY = LARGEST + 1024 * 1024


@click.command()
def serve() -> None:
    """Atende as páginas, até Ctrl-C."""
    chosen = settings()
    if make_url(chosen.database).get_backend_name() != "sqlite":
        raise click.ClickException(
            "com PostgreSQL, sirva as páginas em vários processos: "
            "gunicorn --workers 2 --threads 4 'webapp.app:create_app()'"
        )
    schema.open_current(chosen.database).dispose()
    click.echo(f"Autos em {chosen.base_url}")
    waitress.serve(
        create_app(chosen),
        host=chosen.host,
        port=chosen.port,
        threads=THREADS,
        max_request_body_size=LARGEST_BODY,
        ident=None,
    )
