"""Serve the pages from this process, for one machine with an SQLite file."""

import click
import waitress  # type: ignore[import-untyped]
from sqlalchemy import make_url

from webapp.app import create_app
from webapp.config import Settings, settings
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
    app = create_app(chosen)
    try:
        server = waitress.create_server(
            app,
            host=chosen.host,
            port=chosen.port,
            threads=THREADS,
            max_request_body_size=LARGEST_BODY,
            ident=None,
        )
    except (OSError, ValueError) as error:  # waitress says by a ValueError that it knows no host
        raise taken(chosen, str(error)) from error
    click.echo(f"Autos em {chosen.base_url}")
    server.run()


def taken(chosen: Settings, why: str) -> click.ClickException:
    """What is said where nobody can listen."""
    return click.ClickException(
        f"a porta {chosen.port} de {chosen.host} está ocupada ou não pode ser usada ({why}). "
        "Encerre quem a usa, ou escolha outra: AUTOS_PORT=8001; o endereço é o de AUTOS_HOST."
    )
