"""Bring into the system a registry that was kept elsewhere."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from sqlalchemy import Engine

from webapp import clock
from webapp.cli.user import OPERATOR, PLACE
from webapp.config import settings
from webapp.domain.counting import local_day
from webapp.laws import Municipality
from webapp.registry import asking, importing
from webapp.registry.importing import Problem
from webapp.store import people, schema
from webapp.store.database import transaction

_SHOWN = 200


@click.group()
def registry() -> None:
    """Cadastro: pessoas, veículos, autorizações e documentos."""


@registry.command("import")
@click.argument("place", metavar="MUNICÍPIO", type=PLACE)
@click.argument(
    "files",
    metavar="ARQUIVO.csv…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--dry-run", is_flag=True, help="Só confere; não grava nada.")
@click.pass_context
def import_files(
    ctx: click.Context, place: Municipality, files: Sequence[Path], *, dry_run: bool
) -> None:
    """Traz um cadastro de arquivos CSV, conferidos juntos: ou tudo, ou nada.

    Cada arquivo é conhecido pelas suas colunas: pessoas, veículos, pontos, permissões, vínculos,
    documentos, vistorias. Uma linha errada, em qualquer arquivo, e nada se grava.
    """
    contents = {str(path): path.read_bytes() for path in files}
    engine = schema.open_with_tables(settings().database)
    try:
        clean = _import(engine, place, contents, dry_run=dry_run)
    finally:
        engine.dispose()
    ctx.exit(0 if clean else 1)


def _import(
    engine: Engine, place: Municipality, contents: Mapping[str, bytes], *, dry_run: bool
) -> bool:
    with transaction(engine) as session:
        town = people.municipality_id(session, slug=place.slug, name=place.name, uf=place.uf)
        now = clock.now(session)
        asked = asking.registry(session, town, place.slug, local_day(now, place.zone))
        found = importing.plan(session, asked, contents)
        _tell(found.problems)
        if found.problems or dry_run:
            session.rollback()
            click.echo(_nothing(found))
            return not found.problems
        importing.enter(session, found, asked, now=now, actor=OPERATOR, progress=_progress)
    click.echo(f"Gravado em {place.name}: {_counted(found)}.")
    return True


def _tell(problems: Sequence[Problem]) -> None:
    for one in problems[:_SHOWN]:
        line = f", linha {one.line}" if one.line else ""
        column = f", coluna {one.column}" if one.column else ""
        click.echo(f"{one.file}{line}{column}: {one.why}")
    if len(problems) > _SHOWN:
        click.echo(f"e mais {len(problems) - _SHOWN}.")


def _nothing(found: importing.Plan) -> str:
    if found.problems:
        return f"Nada foi gravado. A corrigir: {len(found.problems)}."
    return f"Nada foi gravado (ensaio). Tudo certo: {_counted(found)}."


def _counted(found: importing.Plan) -> str:
    return "; ".join(f"{title}, {n}" for title, n in found.counts.items()) or "nenhuma linha"


def _progress(title: str, done: int, total: int) -> None:
    click.echo(f"{title}: {done} de {total}", err=True)
