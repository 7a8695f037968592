"""Public references: numbers with a mask, check codes, and what people type in a search."""

import re
import secrets
import unicodedata
from typing import Final

# Crockford's alphabet: no I, L, O, U, so that a code survives being read aloud and typed.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH: Final = 10
_MISREAD: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


def number(mask: str, n: int, year: int) -> str:
    """The text of the n-th number of a series in a year; `mask` uses {n} and {year}."""
    return mask.format(n=n, year=year)


def new_code() -> str:
    """A check code of 10 signs in base 32 (50 bits), not derivable from the number."""
    drawn = secrets.randbits(5 * CODE_LENGTH)
    return "".join(_ALPHABET[drawn >> 5 * n & 31] for n in range(CODE_LENGTH))


def read_code(typed: str) -> str:
    """The normal form of a check code as people type it."""
    return re.sub(r"[\s-]", "", typed.upper()).translate(_MISREAD)


def show_code(code: str) -> str:
    """«ABCDE-FGHJK», easier to copy from paper."""
    return f"{code[:5]}-{code[5:]}"


def search_key(text: str) -> str:
    """Upper case without accents or punctuation: «0412/2025» and «04122025» are the same."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Z0-9 ]", "", plain.upper()).strip()
