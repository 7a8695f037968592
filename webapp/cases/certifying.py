"""«Certidão de recontagem de prazo»: what moved the terms of a case, and how each counts now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from webapp.cases import issuing, paperwork
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.recounting import Move

DOCUMENT: Final = "certidao_recontagem"


@dataclass(frozen=True, slots=True)
class Why:
    """What moved the terms, by which act, on which days, and who answers for it.

    `approved_by` is empty where one person's act is enough.
    """

    what: str
    act: str
    first: date
    last: date
    entered_by: str
    approved_by: str = ""


def recount(act: Act, moves: Sequence[Move], why: Why) -> int:
    """Issue the certificate as the next piece of the file. Returns the piece's id."""
    extra: dict[str, Any] = {
        "terms": [paperwork.term(act, move.now) for move in moves],
        "recount": {
            "what": why.what,
            "act": why.act,
            "from_on": paperwork.day(why.first),
            "to_on": paperwork.day(why.last),
            "entered_by": why.entered_by,
            "approved_by": why.approved_by,
            "moves": [_move(act, move) for move in moves],
        },
    }
    return issuing.issue(act, Order(DOCUMENT, extra=extra))


def _move(act: Act, move: Move) -> dict[str, str]:
    told = paperwork.term(act, move.now)
    return {
        "party": told["party"],
        "name": told["name"],
        "article": told["article"],
        "before_on": paperwork.day(move.was.last_day),
        "after_on": told["last_day_on"],
    }
