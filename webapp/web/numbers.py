"""Numbers of rows as requests write them: none is larger than its column holds."""

import re
from typing import Any, Final

from werkzeug.routing import IntegerConverter, Map

# An id is a bigint, on both databases; the number of a piece is an integer.
LARGEST_ID: Final = 2**63 - 1
LARGEST_INTEGER: Final = 2**31 - 1
_DIGITS: Final = re.compile(r"[0-9]{1,19}")


class Number(IntegerConverter):
    """`<int:…>` in an address: what is larger than `max` leads nowhere, as a missing row does."""

    regex = _DIGITS.pattern

    def __init__(self, map: Map, max: int = LARGEST_ID, **options: Any) -> None:
        super().__init__(map, max=max, **options)


def read_id(text: str) -> int | None:
    """The id that a parameter or a field writes; None for what is no id of any row."""
    if not _DIGITS.fullmatch(text) or int(text) > LARGEST_ID:
        return None
    return int(text)
