"""Check from the command line that hostile conditions are refused, and fast."""

import json
from collections.abc import Sequence
from pathlib import Path
from time import thread_time

import click

from webapp.cli.usage import Value
from webapp.engine import expression as conditions

_SLOW = 0.05
_NAMES = {"nome": "x", "valor": 10, "dados": {"valor": 1, "aprovado": False}, "lista": [1]}
_MAY_GIVE_ONE = "E073"  # only brackets around a 1


def _payloads(path: str) -> list[tuple[str, str, str]]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
    found = [(number, kind, json.loads(source)) for number, kind, source in rows]
    if not found or not all(isinstance(source, str) for *_, source in found):
        raise ValueError(path)
    return found


PAYLOADS = Value(
    "ARQUIVO",
    _payloads,
    "«{}» não é um arquivo que se possa ler com linhas «id TAB classe TAB texto em JSON».",
)


@click.group()
def expression() -> None:
    """Confere as condições dos diagramas."""


@expression.command("check")
@click.argument("payloads", metavar="ARQUIVO", type=PAYLOADS)
@click.pass_context
def check_file(ctx: click.Context, payloads: Sequence[tuple[str, str, str]]) -> None:
    """Confere que cada texto do arquivo é recusado como condição, em até 50 ms."""
    faults = [
        f"{number} ({kind}): {fault}"
        for number, kind, source in payloads
        if (fault := _fault(number, source))
    ]
    for fault in faults:
        click.echo(fault)
    click.echo(f"{len(payloads) - len(faults)}/{len(payloads)} payloads refused")
    ctx.exit(1 if faults else 0)


def _fault(number: str, source: str) -> str | None:
    """What is wrong with how a hostile text was taken, None if it was refused in time."""
    begun = thread_time()
    try:
        value = conditions.evaluate(source, _NAMES, lambda _: "x")
    except conditions.Denied:
        accepted = None
    else:
        harmless = number == _MAY_GIVE_ONE and value == 1
        accepted = None if harmless else f"aceito, deu {value!r}"
    taken = thread_time() - begun
    return accepted or (f"demorou {taken * 1000:.0f} ms" if taken > _SLOW else None)
