"""The law data on the command line: what it says, what changed, what keeps it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import click

from webapp.cli.deadline import DAY, MUNICIPALITY
from webapp.cli.lawcheck import check
from webapp.cli.places import WORDS
from webapp.config import municipalities
from webapp.laws import Entry, Law
from webapp.laws import law as law_of
from webapp.laws.coverage import by_article
from webapp.laws.inventory import Place, inventory

_TOLD = (
    *(("amended_by", "redação de"), ("until", "até"), ("awaits", "à espera de")),
    *(("dated_by", "escolhida pela data"), ("note", "nota")),
    *(("gap", "lacuna"), ("default_because", "usa-se, porque")),
)


@click.group()
def law() -> None:
    """Mostra a lei como dados e confere se nada dela se perdeu."""


@law.command("show")
@click.argument("slug", metavar="MUNICÍPIO", type=MUNICIPALITY)
@click.argument("key", metavar="[REGRA]", default="")
@click.option("--on", type=DAY, help="Só a redação em vigor neste dia.")
def show(slug: str, key: str, on: date | None) -> None:
    """Mostra uma regra («prazos.defesa»), um assunto («prazos») ou todas, com artigo e datas."""
    read = law_of(slug)
    keys = [name for name in _keys(read) if not key or name == key or name.startswith(f"{key}.")]
    if not keys:
        raise click.UsageError(f"a lei de {read.municipality.name} não tem a regra «{key}».")
    for name in keys:
        click.echo("\n".join(_shown(read, name, on)))


@law.command("diff")
@click.argument("slug", metavar="MUNICÍPIO", type=MUNICIPALITY)
@click.argument("before", metavar="DIA", type=DAY)
@click.argument("after", metavar="DIA", type=DAY)
def diff(slug: str, before: date, after: date) -> None:
    """Mostra o que a lei dizia num dia e diz de outro modo no segundo."""
    read = law_of(slug)
    changed = 0
    for key in _keys(read):
        old, new = read.wording(key, before), read.wording(key, after)
        if old is not new:
            changed += 1
            click.echo("\n".join(_changed(key, old, new)))
    click.echo(f"{changed} regras diferentes entre {before:%d/%m/%Y} e {after:%d/%m/%Y}")


@law.command("check")
@click.pass_context
def check_all(ctx: click.Context) -> None:
    """Confere a lei de todos os municípios; sai com 1 se algo não tem artigo, conta ou lugar."""
    wrong = total = 0
    for slug in municipalities():
        found = check(slug)
        wrong, total = wrong + len(found.wrong), total + found.total
        for sentence in found.wrong:
            click.echo(sentence)
    click.echo(f"{total - wrong}/{total} values, articles, lines and places accounted for")
    ctx.exit(1 if wrong or not total else 0)


@law.command("coverage")
@click.argument("slug", metavar="MUNICÍPIO", type=MUNICIPALITY)
def coverage(slug: str) -> None:
    """Mostra, por artigo e por linha do inventário, onde o sistema guarda o que a lei diz."""
    read, lines = law_of(slug), inventory(slug)
    click.echo(f"{read.municipality.law}, por artigo")
    for article in by_article(read, lines):
        click.echo(article.name)
        click.echo("\n".join(_places(article.kept)))
    click.echo("\nPor linha do inventário")
    for line in lines:
        click.echo(f"{line.code}: {line.says} ({line.articles or line.source})")
        click.echo("\n".join(_places(line.kept)))


def _keys(read: Law) -> list[str]:
    return list(dict.fromkeys([*read.own, *read.federal]))


def _shown(read: Law, key: str, on: date | None) -> Iterator[str]:
    yield key
    found = read.entries(key) if on is None else filter(None, [read.wording(key, on)])
    for entry in found:
        yield f"  desde {entry.since}, {entry.article}{', revogada' if entry.revoked else ''}"
        yield from (f"    {line}" for line in _lines(entry))


def _lines(entry: Entry) -> Iterator[str]:
    for name, value in entry.fields.items():
        yield f"{name} = {_plain(value)}"
    for name, decree in entry.missing.items():
        yield f"{name}: falta {decree}"
    for name, words in _TOLD:
        if (told := getattr(entry, name)) and told != "fact":
            yield f"{words}: {told}"
    if entry.corrected:
        told = entry.corrected
        yield f"corrigida em {told['on']}: era {_plain(told['was'])}; {told['why']}"


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name}: {_plain(inner)}" for name, inner in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    return str(value)


def _changed(key: str, old: Entry | None, new: Entry | None) -> Iterator[str]:
    by = new.amended_by if new and new.amended_by else ""
    yield f"{key}{f' ({by})' if by else ''}"
    before, after = list(_told(old)), list(_told(new))
    yield from (f"  - {line}" for line in before if line not in after)
    yield from (f"  + {line}" for line in after if line not in before)


def _told(entry: Entry | None) -> Iterator[str]:
    if entry is None:
        yield "não estava em vigor"
    else:
        yield f"{entry.article}, desde {entry.since}"
        yield from _lines(entry)


def _places(kept: Sequence[Place]) -> Iterator[str]:
    for kind, word in WORDS.items():
        named = [place.named for place in kept if place.kind == kind]
        if named:
            yield f"  {word}: {'; '.join(named)}"
