"""The operator keeps copies, brings one back, and lets it run after having looked."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from webapp import clock
from webapp.config import settings
from webapp.store import backup as store
from webapp.store import hold, schema
from webapp.store.backup import BackupFailed
from webapp.store.database import transaction

FILE = click.Path(path_type=Path)


@click.command("backup")
@click.argument("file", metavar="ARQUIVO", type=FILE)
def backup(file: Path) -> None:
    """Copia o banco inteiro para ARQUIVO, sem parar ninguém, e confere a cópia."""
    url = settings().database
    schema.open_with_tables(url).dispose()
    with _told():
        chains = store.backup(url, file)
    click.echo(f"Cópia em {file}: estrutura íntegra, {_whole(chains)}.")


@click.command("restore")
@click.argument("file", metavar="ARQUIVO", type=FILE)
def restore(file: Path) -> None:
    """Traz ARQUIVO de volta num banco novo (AUTOS_DATABASE), com os prazos retidos."""
    with _told():
        chains = store.restore(file, settings().database, clock.wall)
    click.echo(
        f"Banco restaurado: {_whole(chains)}. Os prazos e as mensagens "
        "estão retidos. Confira as páginas e depois rode «autos release»."
    )


@click.command("release")
def release() -> None:
    """Libera os prazos e as mensagens de um banco restaurado."""
    engine = schema.open_current(settings().database)
    try:
        with transaction(engine) as session:
            done = hold.release(session, clock.now(session))
    finally:
        engine.dispose()
    click.echo(
        "Prazos e mensagens liberados: o que venceu tem efeito agora, na data em que venceu."
        if done
        else "Nada estava retido."
    )


def _whole(chains: int) -> str:
    return "1 cadeia íntegra" if chains == 1 else f"{chains} cadeias íntegras"


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BackupFailed as failed:
        raise click.ClickException(str(failed)) from failed
