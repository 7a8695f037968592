"""What the law says against what we keep of it: by article, and what nobody has accounted for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from webapp.laws.citation import show
from webapp.laws.entry import Entry, UnknownKey
from webapp.laws.inventory import Line, Place
from webapp.laws.reading import Law

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Article:
    """An article, the values that come from it, and the lines of the inventory that cite it."""

    name: str
    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]

    @property
    def kept(self) -> tuple[Place, ...]:
        """Everything that keeps a part of it, each thing once."""
        values = (Place("value", entry.key) for entry in self.entries)
        return tuple(dict.fromkeys([*values, *chain(*(line.kept for line in self.lines))]))


def by_article(law: Law, lines: Iterable[Line]) -> tuple[Article, ...]:
    """Every article of the text, in the law's order. A citation that cannot be read is left out."""
    entries = _in_articles(law, ((entry, entry.article) for entry in values(law)))
    told = _in_articles(law, ((line, line.articles) for line in lines))
    names = dict.fromkeys(show(path[:1]) for path in law.units)
    return tuple(
        Article(name, tuple(entries.get(name, ())), tuple(told.get(name, ()))) for name in names
    )


def values(law: Law) -> Iterator[Entry]:
    """Every wording of the municipality's own values, the text itself left out."""
    for entry in chain.from_iterable(law.own.values()):
        if not entry.key.startswith("texto.") and not entry.revoked:
            yield entry


def unfounded(law: Law) -> list[Entry]:
    """The values whose article is not in the text of the law."""
    return [entry for entry in values(law) if not cited(law, entry.article)]


def unaccounted(law: Law, lines: Iterable[Line]) -> list[str]:
    """The units of the text that neither a value nor a line of the inventory cites."""
    bases = chain((entry.article for entry in values(law)), (line.articles for line in lines))
    known = set(chain.from_iterable(cited(law, basis) for basis in dict.fromkeys(bases)))
    return [unit for unit in map(show, law.units) if unit not in known]


def cited(law: Law, basis: str) -> Sequence[str]:
    """The units that a basis takes in; none when it cannot be read or the law does not have it."""
    try:
        return law.cites(basis) if basis else ()
    except (UnknownKey, ValueError):
        return ()


def _in_articles(law: Law, told: Iterable[tuple[Thing, str]]) -> Mapping[str, list[Thing]]:
    found: dict[str, list[Thing]] = {}
    for thing, basis in told:
        for name in dict.fromkeys(unit.partition(",")[0] for unit in cited(law, basis)):
            found.setdefault(name, []).append(thing)
    return found
