"""How a law is cited: «art. 24, p.ú.», «art. 13 a 21, 23 e 24», «art. 6º, III a V, e § 3º».

A path names a unit of a law, outermost first: article, paragraph («§ 1º», «p.ú.»), item
(«VIII», «VIII-A»), letter. «caput» at the end means the head of the unit alone; without it a
citation takes in everything below the unit.

A label that the law prints twice is told apart by «(primeiro)» and «(segundo)», «(primeira)» and
«(segunda)» for a letter: «art. 55, III, b (segunda)». Without that word a citation takes in both.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum
from itertools import groupby
from typing import Final, Self


class Level(IntEnum):
    """How deep a part stands. Items stand below paragraphs, or right below the article."""

    ARTICLE = 0
    PARAGRAPH = 1
    CAPUT = 2
    ITEM = 3
    LETTER = 4


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """One step of a path; `n` counts from 1 (0 for «p.ú.» and «caput»), `suffix` is «A».

    `twin` is 1 or 2 where the law prints the label twice, else 0.
    """

    level: Level
    n: int
    suffix: str = ""
    twin: int = 0

    def is_between(self, low: Self, high: Self) -> bool:
        """Whether the part is from `low` to `high`, of which one without `twin` means both."""
        plain = replace(self, twin=0)
        return (self if low.twin else plain) >= low and (self if high.twin else plain) <= high


Path = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """From one unit to another of the same parent; a single unit begins and ends in itself."""

    first: Path
    last: Path

    def covers(self, unit: Path) -> bool:
        """Whether the text of `unit` belongs to what is cited."""
        *parent, low = self.first
        if low.level is Level.CAPUT:
            return unit == tuple(parent)
        depth = len(parent)
        return (
            len(unit) > depth
            and unit[:depth] == tuple(parent)
            and unit[depth].level is low.level
            and unit[depth].is_between(low, self.last[-1])
        )


@dataclass(frozen=True, slots=True)
class Passage:
    """A unit of the law as it read on a date; `note` tells of a reading error put right."""

    citation: str
    text: str
    since: date
    amended_by: str | None
    note: str | None


_TOKEN: Final = re.compile(
    r"""\s*(?:
      (?P<label>arts?\.|§§?)
    | (?P<sole>p\.\s?ú\.|parágrafo\ único)
    | (?P<caput>caput)
    | (?:
          (?P<number>[0-9]+)[ºo°]?(?:-(?P<of_number>[A-Z]))?(?![\w/])
        | (?P<item>[IVXLC]+)(?:-(?P<of_item>[A-Z]))?(?!\w)
        | (?P<letter>(?:(?<=,\s)|(?<=[«"“])|(?<=(?:\s[a-z]|a\))\s[ea]\s))[a-z])
          (?=["”»]?(?:[,;]|$|\s[ea]\s|\s\())
      )(?:\ \((?P<twin>primeir|segund)[oa]\))?
    | (?P<to>a)(?!\w)
    | (?P<sign>[,;«»"“”]|e(?!\w))
    )""",
    re.VERBOSE,
)
_TWINS: Final[Mapping[str | None, int]] = {None: 0, "primeir": 1, "segund": 2}
_ROMAN: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def read(text: str) -> tuple[Citation, ...]:
    """What a basis cites. Raises ValueError, quoting the text, when it cannot be read."""
    try:
        found = tuple(_citations(list(_steps(text))))
    except ValueError as wrong:
        raise ValueError(f"«{text}»: {wrong}") from None
    if not found:
        raise ValueError(f"«{text}»: nenhum artigo citado")
    return found


def unit(text: str) -> Path:
    """The path of the single unit that `text` cites, as in the keys of `texto.toml`."""
    first, *others = read(text)
    if others or first.first != first.last:
        raise ValueError(f"«{text}»: mais de uma unidade citada")
    return first.first


def show(path: Path) -> str:
    """The citation of a unit: «art. 5º, VIII, a»."""
    return ", ".join(_SHOWN[part.level](part) for part in path)


def _steps(text: str) -> Iterator[Part | None]:
    """The parts in order; None stands for «a», from one to another.

    Numbers are of articles again after one «§»; after «§§» they are of paragraphs.
    """
    position, label = 0, ""
    while position < len(text.rstrip()):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"não se entende «{text[position:].strip()}»")
        position = match.end()
        if match["label"]:
            label = match["label"]
        elif match["to"]:
            yield None
        elif not match["sign"]:
            yield _part(match, label)
            label = "art." if match["number"] and label == "§" else label


def _part(match: re.Match[str], label: str) -> Part:
    twin = _TWINS[match["twin"]]
    if match["number"]:
        if not label:
            raise ValueError(f"«{match['number']}» sem «art.» ou «§»")
        level = Level.PARAGRAPH if label.startswith("§") else Level.ARTICLE
        return Part(level, int(match["number"]), match["of_number"] or "", twin)
    if match["item"]:
        return Part(Level.ITEM, _roman(match["item"]), match["of_item"] or "", twin)
    if match["letter"]:
        return Part(Level.LETTER, ord(match["letter"]) - ord("a") + 1, twin=twin)
    return Part(Level.CAPUT if match["caput"] else Level.PARAGRAPH, 0)


def _citations(steps: list[Part | None]) -> Iterator[Citation]:
    paths = list(_paths(steps))
    for index, (path, is_end) in enumerate(paths):
        following = paths[index + 1] if index + 1 < len(paths) else None
        if is_end:
            continue
        if following and following[1]:
            yield _span(path, following[0])
        elif not (following and following[0][: len(path)] == path):
            yield Citation(path, path)


def _paths(steps: list[Part | None]) -> Iterator[tuple[Path, bool]]:
    """Each part with those it stands below, and whether «a» came before it."""
    path: Path = ()
    for is_end, group in _ends(steps):
        path = (*(part for part in path if part.level < group.level), group)
        if path[0].level is not Level.ARTICLE:
            raise ValueError("falta o artigo")
        yield path, is_end


def _ends(steps: list[Part | None]) -> Iterator[tuple[bool, Part]]:
    is_end = False
    for is_mark, group in groupby(steps, lambda step: step is None):
        parts = [step for step in group if step is not None]
        for part in parts:
            yield is_end, part
            is_end = False
        is_end = is_mark
    if is_end:
        raise ValueError("falta o fim depois de «a»")


def _span(first: Path, last: Path) -> Citation:
    if len(first) != len(last) or first[:-1] != last[:-1] or first[-1] >= last[-1]:
        raise ValueError(f"não vai de «{show(first)}» a «{show(last)}»")
    return Citation(first, last)


def _roman(text: str) -> int:
    values = [_ROMAN[sign] for sign in text]
    total = sum(
        -value if value < after else value
        for value, after in zip(values, [*values[1:], 0], strict=True)
    )
    if _in_roman(total) != text:
        raise ValueError(f"«{text}» não é um número romano")
    return total


def _in_roman(n: int) -> str:
    text = ""
    for value, sign in _SIGNS:
        count, n = divmod(n, value)
        text += sign * count
    return text


_SIGNS: Final = (
    *((100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def _told_apart(text: str, part: Part) -> str:
    suffixed = f"{text}-{part.suffix}" if part.suffix else text
    end = "a" if part.level is Level.LETTER else "o"
    return suffixed + ("", f" (primeir{end})", f" (segund{end})")[part.twin]


def _ordinal(n: int) -> str:
    # Lei Complementar 95/1998, art. 10, I: ordinals to the ninth, cardinals from ten on.
    return f"{n}º" if n < 10 else str(n)


_SHOWN: Final[Mapping[Level, Callable[[Part], str]]] = {
    Level.ARTICLE: lambda part: _told_apart(f"art. {_ordinal(part.n)}", part),
    Level.PARAGRAPH: lambda part: _told_apart(f"§ {_ordinal(part.n)}", part) if part.n else "p.ú.",
    Level.CAPUT: lambda _: "caput",
    Level.ITEM: lambda part: _told_apart(_in_roman(part.n), part),
    Level.LETTER: lambda part: _told_apart(chr(ord("a") + part.n - 1), part),
}
