"""The whole law of a municipality as one reads it on a day, with what the product takes from it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from webapp.domain.calendar import ONE_DAY
from webapp.laws import Entry, Law
from webapp.laws.citation import Level, show
from webapp.laws.coverage import cited
from webapp.web import law_words

_NUMBER: Final = re.compile(r"(\d+º?(?:-[A-Z])?)(?: \((\w+)\))?")


@dataclass(frozen=True, slots=True)
class Wording:
    """How a unit reads from `since` to the day `until`. No text: it is revoked then."""

    text: str
    since: date
    until: date | None
    amended_by: str
    note: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the text: its wording of the day, if it has one, and every other one."""

    citation: str
    current: Wording | None
    others: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """What the product takes from an article, in words, and where the law is silent."""

    subject: str
    title: str
    told: list[str]
    readings: list[str]
    entry: Entry


@dataclass(frozen=True, slots=True)
class Article:
    """An article with its units, the values taken from it, and federal norms that bear on it."""

    anchor: str
    name: str
    units: tuple[Unit, ...]
    values: tuple[Value, ...]
    norms: tuple[Entry, ...]


def articles(law: Law, on: date) -> tuple[Article, ...]:
    """Every article of the text, in its order, with all that was in force on a day."""
    values = _by_article(law, _values(law, on))
    norms = _by_article(law, _norms(law, on))
    return tuple(
        Article(anchor(name), name, tuple(units), _told(law, values, name), norms.get(name, ()))
        for name, units in _units(law, on).items()
    )


def anchor(citation: str) -> str:
    """«art-5», «art-20-A», «art-45-segundo»: where the article of a citation stands on the page."""
    number, twin = _NUMBER.findall(citation.partition(",")[0])[0]
    return "-".join(filter(None, ("art", number.replace("º", ""), twin)))


def example(law: Law) -> str:
    """How one cites this law: its first paragraph that stands today, else its last unit."""
    standing = [path for path, key in law.units.items() if not law.own[key][-1].revoked]
    paragraphs = (path for path in standing if path[-1].level is Level.PARAGRAPH)
    return show(next(paragraphs, standing[-1]))


def _units(law: Law, on: date) -> Mapping[str, list[Unit]]:
    found: dict[str, list[Unit]] = {}
    for path, key in law.units.items():
        wordings = tuple(_wordings(law.own[key]))
        current = next((one for one in reversed(wordings) if one.since <= on), None)
        others = tuple(one for one in wordings if one is not current)
        unit = Unit(show(path), current if current and current.text else None, others)
        found.setdefault(show(path[:1]), []).append(unit)
    return found


def _wordings(entries: Iterable[Entry]) -> Iterator[Wording]:
    for entry, after in pairwise([*entries, None]):
        if entry is None:
            continue
        text = "" if entry.revoked else entry["text"]
        until = after.since - ONE_DAY if after else None
        yield Wording(text, entry.since, until, entry.amended_by or "", entry.note or "")


def _values(law: Law, on: date) -> Iterator[tuple[Entry, str]]:
    for key in law.own:
        entry = law.wording(key, on) if key.partition(".")[0] in law_words.SUBJECTS else None
        if entry:
            yield entry, entry.article


def _norms(law: Law, on: date) -> Iterator[tuple[Entry, str]]:
    found = (law.wording(f"normas.{name}", on) for name in law.keys("normas"))
    for norm in filter(None, found):
        for basis in norm["bears_on"].get(law.municipality.slug, ()):
            yield norm, basis


def _by_article(law: Law, told: Iterable[tuple[Entry, str]]) -> Mapping[str, tuple[Entry, ...]]:
    found: dict[str, tuple[Entry, ...]] = {}
    for entry, basis in told:
        for name in dict.fromkeys(unit.partition(",")[0] for unit in cited(law, basis)):
            if entry not in found.get(name, ()):
                found[name] = (*found.get(name, ()), entry)
    return found


def _told(law: Law, values: Mapping[str, tuple[Entry, ...]], name: str) -> tuple[Value, ...]:
    return tuple(
        Value(
            law_words.SUBJECTS[entry.key.partition(".")[0]],
            law_words.title(entry),
            law_words.told(law, entry),
            law_words.readings(entry),
            entry,
        )
        for entry in values.get(name, ())
    )
