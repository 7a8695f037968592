"""The page of a list that an address asks for."""

import re
from collections.abc import Mapping
from typing import Final

from webapp.domain.errors import BadRequest

SIZE: Final = 50
LAST: Final = 200
_PAGE: Final = re.compile(r"[1-9][0-9]{0,2}")


def page(args: Mapping[str, str]) -> int:
    """The number in `pagina`, from 1 to LAST. Raises BadRequest."""
    asked = args.get("pagina") or "1"
    if not _PAGE.fullmatch(asked) or int(asked) > LAST:
        raise BadRequest(
            f"A página «{asked[:20]}» não existe: elas vão de 1 a {LAST}. "
            "Volte à lista e procure de outro modo."
        )
    return int(asked)
