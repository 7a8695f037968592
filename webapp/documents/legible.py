"""Text that the embedded fonts can draw: PDF/A refuses a letter without a glyph."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

# Latin, Greek and Cyrillic, general punctuation, currency, arrows, mathematics, boxes. Measured:
# Libertinus Serif and DejaVu Sans Mono, embedded in typst, draw every assigned one of them.
_DRAWN = (
    (0x0A, 0x0A),
    (0x20, 0x7E),
    (0xA0, 0x377),
    (0x384, 0x4FF),
    (0x1E00, 0x1EFF),
    (0x2010, 0x2027),
    (0x2030, 0x2040),
    (0x2044, 0x2052),
    (0x2070, 0x2071),
    (0x2074, 0x208E),
    (0x20A0, 0x20C0),
    (0x2100, 0x211E),
    (0x2122, 0x2122),
    (0x2153, 0x2184),
    (0x2190, 0x22FF),
    (0x2500, 0x25FF),
)
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_SOFT_HYPHEN = "\u00ad"
_SILENT = {"Cc", "Cf"}
"""Control and format characters (bidirectional overrides among them) say nothing on paper."""


def legible(value: Any) -> Any:
    """The same JSON value with every text, keys included, made drawable.

    A ligature or a full-width letter becomes plain letters; any other character without a glyph
    appears by its number, «[U+1F600]», so that nothing said is lost.
    """
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return {_text(str(key)): legible(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [legible(part) for part in value]
    return value


def drawn(character: str) -> bool:
    """Whether the embedded fonts have a glyph for the character."""
    if unicodedata.category(character) in ("Cn", "Co", "Cs"):
        return False
    return any(first <= ord(character) <= last for first, last in _DRAWN)


def _text(text: str) -> str:
    composed = unicodedata.normalize("NFC", _LINE_ENDS.sub("\n", text).replace("\t", " "))
    return "".join(map(_shown, composed))


def _shown(character: str) -> str:
    if drawn(character) and character != _SOFT_HYPHEN:
        return character
    if unicodedata.category(character) in _SILENT:
        return ""
    plain = unicodedata.normalize("NFKC", character)
    return plain if all(map(drawn, plain)) else f"[U+{ord(character):04X}]"
