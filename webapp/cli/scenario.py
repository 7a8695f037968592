"""Play legal situations on the real engine, each on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import click

from webapp.diagrams import BadScenario, read, run


@click.group()
def scenario() -> None:
    """Encena situações legais no motor de verdade."""


@scenario.command("run")
@click.argument(
    "paths", metavar="CAMINHO...", nargs=-1, required=True, type=click.Path(exists=True)
)
def run_paths(paths: tuple[str, ...]) -> None:
    """Encena os arquivos, ou todos os de uma pasta; sai com 1 se algum difere do esperado."""
    total = right = 0
    for path in _files(paths):
        differs = _play(path)
        total, right = total + 1, right + (not differs)
        click.echo(f"{path}: {'ok' if not differs else ''}")
        for line in differs:
            click.echo(f"  {line}")
    click.echo(f"{right}/{total} scenarios as expected")
    if right != total or not total:
        raise SystemExit(1)


def _play(path: Path) -> list[str]:
    try:
        return run(read(path))
    except BadScenario as error:
        return [str(error)]


def _files(paths: tuple[str, ...]) -> Iterator[Path]:
    """Files as given; of a folder every `*.toml` below it but the bases."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*.toml") if p.stem != "base")
        else:
            yield path
