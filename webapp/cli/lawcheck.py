"""Whether the law of a municipality is whole: nothing without article, account or place."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webapp.cli.places import WORDS, exists
from webapp.laws import Law, law
from webapp.laws.coverage import cited, unaccounted, unfounded, values
from webapp.laws.inventory import Line, inventory


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found wrong, each in a sentence, and how many things were looked at."""

    wrong: tuple[str, ...]
    total: int


def check(slug: str) -> Checked:
    """Look at every value, every unit of the text, every line of the inventory and every place.

    Files that cannot be read are one thing that is wrong each; nothing else is looked at then.
    """
    try:
        read, lines = law(slug), inventory(slug)
    except ValueError as unreadable:
        told = tuple(f"{slug}: {line}" for line in str(unreadable).splitlines())
        return Checked(told, len(told))
    named = sum(len(line.kept) for line in lines)
    total = len(list(values(read))) + len(read.units) + len(lines) + named
    return Checked(tuple(f"{slug}: {wrong}" for wrong in _wrong(read, lines)), total)


def _wrong(read: Law, lines: Iterable[Line]) -> Iterator[str]:
    for entry in unfounded(read):
        yield f"valor sem artigo na lei: {entry.key} (de {entry.since}) cita «{entry.article}»"
    for unit in unaccounted(read, lines):
        yield f"dispositivo sem conta: {unit}"
    for line in lines:
        yield from _of_line(read, line)


def _of_line(read: Law, line: Line) -> Iterator[str]:
    if not line.kept:
        yield f"linha sem lugar: {line.code}"
    elif line.articles and not cited(read, line.articles):
        yield f"linha sem artigo na lei: {line.code} cita «{line.articles}»"
    for place in line.kept:
        if not exists(read, place):
            yield f"lugar que não existe: {line.code} nomeia {WORDS[place.kind]} «{place.named}»"
