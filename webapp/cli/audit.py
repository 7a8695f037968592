"""The operator checks that no record of an act was changed, taken out or cut off."""

import click

from webapp.config import settings
from webapp.store import schema
from webapp.store.database import reading, transaction
from webapp.store.events import Fault, verify


@click.group()
def audit() -> None:
    """Registros encadeados dos atos."""


@audit.command("verify")
@click.option("--chain", metavar="CADEIA", help="Só esta cadeia, como case:12.")
@click.pass_context
def check(ctx: click.Context, chain: str | None) -> None:
    """Confere as cadeias de registros; sai com 1 se alguma foi alterada."""
    found = _verify(chain)
    faults = [one for one in found if isinstance(one, Fault)]
    for fault in faults:
        click.echo(f"{fault.chain}, registro {fault.seq}: {fault.what}")
    click.echo(f"{len(found) - len(faults)}/{len(found)} cadeias íntegras")
    ctx.exit(1 if faults else 0)


def _verify(chain: str | None) -> list[Fault | str]:
    engine = schema.open_with_tables(settings().database)
    try:
        with reading(), transaction(engine) as session:
            found = list(verify(session, chain))
    finally:
        engine.dispose()
    return found or ([Fault(chain, 0, "a cadeia não existe")] if chain else [])
