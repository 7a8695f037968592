"""Articles that a text cites become links to their words, as they read on a day."""

import re
from datetime import date
from functools import lru_cache
from typing import Final
from urllib.parse import urlencode

from markupsafe import Markup, escape

from webapp.laws import LawError, law

_PIECE: Final = (
    r"(?:arts?\.|§§?|p\.\s?ú\.|parágrafo único|caput|[0-9]+[ºo°]?(?:-[A-Z])?(?![\w/])"
    r"|[IVXLC]+(?:-[A-Z])?(?!\w)|[«“\"]?[a-z][»”\"]?(?!\w)|e(?=\s)|a(?=\s)"
    r"|\((?:primeir|segund)[oa]\))"
)
_CITED: Final = re.compile(rf"\barts?\.(?:,?\s+{_PIECE})+")
_LOOSE_END: Final = re.compile(r"(?:[ ,]+[ea])*[ ,]*$")
# What cites another law than the municipality's own.
_LAW: Final = r"(?:Lei|Decreto|Código|Constituição|CTB|CPC|LINDB|Resolução)"
_OF_ANOTHER_BEFORE: Final = re.compile(rf"{_LAW}\b(?:[^.;()«»]|\.(?=\d))*,\s*$")
_OF_ANOTHER_AFTER: Final = re.compile(rf",?\s+d[oa]\s+{_LAW}\b")


def cited(text: str, municipality: str, on: date | None = None) -> Markup:
    """The text with each article of the municipality's law as a link, in a tab of its own.

    What was typed on the page is not lost by reading the law. What cannot be read as a
    citation, or was not in force, stays text.
    """
    parts, end = [], 0
    for match in _CITED.finditer(text):
        basis = _basis(text, match, municipality, on)
        if basis:
            parts += [escape(text[end : match.start()]), _link(basis, municipality, on)]
            end = match.start() + len(basis)
    return Markup("").join([*parts, escape(text[end:])])


def _basis(text: str, match: re.Match[str], municipality: str, on: date | None) -> str:
    """The longest beginning of what looks like a citation that the law has; empty if none."""
    rules = law(municipality)
    before = text[: match.start()].removesuffix(f"{rules.municipality.law}, ")
    if _OF_ANOTHER_BEFORE.search(before):
        return ""
    # Where the sentence ends on it, a last «a» is a letter: «(art. 9º, p.ú., a)».
    ends = text[match.end() : match.end() + 1] in ("", ")")
    words = match[0] if ends else _LOOSE_END.sub("", match[0])
    while words and not _found(municipality, words, on):
        words = _LOOSE_END.sub("", words.rpartition(" ")[0])
    after = text[match.start() + len(words) :].removeprefix(f" da {rules.municipality.law}")
    return "" if _OF_ANOTHER_AFTER.match(after) else words


@lru_cache(maxsize=4096)
def _found(municipality: str, basis: str, on: date | None) -> bool:
    try:
        return bool(law(municipality).passages(basis, on or date.max))
    except (LawError, ValueError):
        return False


def _link(basis: str, municipality: str, on: date | None) -> Markup:
    asked = {"base": basis} | ({"em": on.isoformat()} if on else {})
    path = f"/lei/{municipality}?{urlencode(asked)}"
    return Markup('<a href="{}" target="_blank" rel="noopener">{}</a>').format(path, basis)
