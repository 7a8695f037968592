"""Our own inventory of a law: each thing it says, in our words, and where the product keeps it.

`laws/<municipality>/inventario.toml` holds one table per line, `[inventario.<code>]`: `says`,
`articles` (a citation of the municipality's law, or `source` for what another law says) and
`kept`, a list of places. A place is a table of one name:

    value     a key of the law data: "prazos.defesa"
    check     a function of ours: "webapp.domain.points:pontos_acumulados"
    diagram   a diagram, or an element of it: "marilandia/infracao.bpmn#julgar_auto"
    form      a form, or a field of it: "marilandia/auto_infracao.json#itens"
    document  a document of the law data that has a template: "guia_multa"
    screen    an address of the pages: "/calendario"
    planned   nothing yet; what is to come
    out       nothing, and why it is no matter for the product
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from webapp.config import extra_roots, law_folders
from webapp.laws.files import table

FILE: Final = "inventario"
PLACES: Final = ("value", "check", "diagram", "form", "document", "screen")
SETTLED: Final = ("planned", "out")
_LINE: Final = frozenset({"says", "articles", "source", "kept"})


@dataclass(frozen=True, slots=True)
class Place:
    """What keeps a line: its kind and the name of the thing, or the words of `planned` or `out`."""

    kind: str
    named: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing the law says. `articles` cites the municipality's law, else `source` another."""

    code: str
    says: str
    articles: str
    source: str
    kept: tuple[Place, ...]


def inventory(municipality: str, roots: Sequence[Path] | None = None) -> tuple[Line, ...]:
    """The lines of a municipality, in the order of its file; none where it has no file.

    A line in an extra root replaces the one of the same code. Raises ValueError, naming file and
    line, for what is not of the shape; a line that names no place is for its reader to find.
    """
    folders = law_folders(municipality, extra_roots() if roots is None else roots)
    found: dict[str, Line] = {}
    for path in (folder / f"{FILE}.toml" for folder in folders):
        if path.is_file():
            found.update(_lines(path))
    return tuple(found.values())


def _lines(path: Path) -> dict[str, Line]:
    found = {}
    for code, told in table(path, FILE).items():
        try:
            found[code] = _line(code, told)
        except ValueError as wrong:
            raise ValueError(f"{path}: {FILE}.{code}: {wrong}") from None
    return found


def _line(code: str, told: Mapping[str, Any]) -> Line:
    if unknown := set(told) - _LINE:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    articles, source = told.get("articles", ""), told.get("source", "")
    if not told.get("says") or bool(articles) == bool(source):
        raise ValueError("needs `says`, and either `articles` or `source`")
    return Line(code, told["says"], articles, source, tuple(map(_place, told.get("kept", ()))))


def _place(told: Mapping[str, str]) -> Place:
    kinds = list(told)
    if len(kinds) != 1 or kinds[0] not in (*PLACES, *SETTLED) or not told[kinds[0]]:
        raise ValueError(f"a place is one of {', '.join((*PLACES, *SETTLED))}, with its name")
    return Place(kinds[0], told[kinds[0]])
