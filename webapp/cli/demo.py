"""The demonstration: three municipalities at work, on a day of its own, on this machine."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Final

import click
import waitress  # type: ignore[import-untyped]

from webapp.app import create_app
from webapp.cli.sample import ZONE, load
from webapp.cli.serve import LARGEST_BODY, THREADS, taken
from webapp.clock import standing
from webapp.config import Settings, settings
from webapp.domain.roles import ROLES
from webapp.store import people, schema
from webapp.store.database import open_engine, reading, transaction
from webapp.store.people import DEMO_PASSWORD

FILE: Final = Path("var") / "demo.db"
STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# In a process of its own, as in an installation.
WORKER: Final = (sys.executable, "-c", "from webapp.cli.main import main; main()", "worker")


@click.command()
@click.option("--keep", is_flag=True, help="Continua de onde a demonstração parou.")
def demo(*, keep: bool) -> None:
    """Inicia a demonstração, num banco novo e num dia só dela, até Ctrl-C."""
    for number in STOPS:
        signal.signal(number, _stop)
    file = FILE.absolute()
    chosen = replace(settings(), database=f"sqlite:///{file}")
    with _listen(chosen) as door:
        _prepare(file, chosen.database, keep=keep)
        server = waitress.create_server(
            create_app(chosen),
            sockets=[door],
            threads=THREADS,
            max_request_body_size=LARGEST_BODY,
            ident=None,
        )
        click.echo("\n".join(_greeting(chosen)))
        with _worker(chosen.database) as worker:
            server.run()  # returns when a signal asks for the end
            code = worker.poll()
    if code is not None:
        raise click.ClickException(f"o processo que vence os prazos parou (código {code}).")


def _stop(*_: object) -> None:
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    sys.exit(0)


def _listen(chosen: Settings) -> socket.socket:
    """Take the port before anything is done: an earlier demonstration may still be there."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((chosen.host, chosen.port))
    except OSError as error:
        raise taken(chosen, error.strerror or str(error)) from error
    return door


def _prepare(file: Path, url: str, *, keep: bool) -> None:
    """A new database with its cases; the one that is there, with `keep`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    is_new = not (keep and file.exists())
    if is_new:
        for end in ("", "-wal", "-shm"):
            file.with_name(file.name + end).unlink(missing_ok=True)
        click.echo("Preparando os processos da demonstração…")
    engine = open_engine(url)
    schema.upgrade(engine)
    if is_new:
        load(engine)
    engine.dispose()


@contextmanager
def _worker(url: str) -> Iterator[subprocess.Popen[bytes]]:
    """The worker, beside us: it ends with us, and we with it, for without it no term ends."""
    worker = subprocess.Popen(  # noqa: S603  (our own command)
        (*WORKER, "--parent", str(os.getpid())),
        env={**os.environ, "AUTOS_DATABASE": url},
        start_new_session=True,
    )
    threading.Thread(target=_end_with, args=[worker], daemon=True).start()
    try:
        yield worker
    finally:
        worker.terminate()
        worker.wait()


def _end_with(worker: subprocess.Popen[bytes]) -> None:
    worker.wait()
    os.kill(os.getpid(), signal.SIGTERM)


def _greeting(chosen: Settings) -> Iterator[str]:
    engine = open_engine(chosen.database)
    with reading(), transaction(engine) as session:
        at = standing(session)
        if at is None:
            raise click.ClickException("o relógio deste banco anda; comece sem --keep.")
        local = at.astimezone(ZONE)
        shown = people.accounts_shown(session, local.date())
    engine.dispose()
    yield f"\nAutos, demonstração: {chosen.base_url}"
    yield f"O relógio está parado em {local:%d/%m/%Y, %H:%M} e só anda pelos botões dele.\n"
    for place, accounts in groupby(shown, key=lambda one: one.municipality):
        yield f"{place}\n  {'Usuário':13}{'Nome':28}Função"
        for one in accounts:
            yield f"  {one.login:13}{one.name:28}{', '.join(ROLES[role] for role in one.roles)}"
        yield ""
    yield f"A senha de todos é {DEMO_PASSWORD}. Para terminar, Ctrl-C."
