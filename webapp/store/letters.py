"""Letters with AR that wait for the post: each is a document of the case, made out to one party."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.store.tables import case, notice, piece, task

AR: Final = "retorno_ar"
"""The paper that a letter brings back, and for which its step waits."""
LETTER: Final = "carta"
_DOCUMENT: Final = "carta_ar"


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it is made out; `title` and `number` are those of the document."""

    task_id: int
    case_number: str
    title: str
    number: str
    addressee: str
    address: str


def of_waits(session: Session, municipality_id: int, ids: Iterable[int]) -> list[Letter]:
    """The letters of the open waits among `ids`, in the order of their cases and numbers."""
    rows = session.execute(
        select(task.c.id, case.c.number, piece.c.facts)
        .join(case, case.c.id == task.c.case_id)
        .join(piece, piece.c.case_id == task.c.case_id)
        .where(
            task.c.municipality_id == municipality_id,
            task.c.id.in_(tuple(ids)),
            task.c.closed_at.is_(None),
            task.c.message == AR,
            piece.c.kind == _DOCUMENT,
            piece.c.seq == _sent(),
        )
        .order_by(task.c.case_id, piece.c.n)
    )
    return [_letter(*row) for row in rows]


def _sent() -> Any:
    """The act that sent the last letters of what the wait is about."""
    return (
        select(func.max(notice.c.seq))
        .where(
            notice.c.case_id == task.c.case_id,
            notice.c.about == task.c.about,
            notice.c.means == LETTER,
            notice.c.undone_by.is_(None),
        )
        .correlate(task)
        .scalar_subquery()
    )


def _letter(task_id: int, case_number: str, facts: dict[str, Any]) -> Letter:
    document, told = facts["document"], facts["notice"]
    return Letter(
        task_id,
        case_number,
        document["title"],
        document["number"],
        told["addressee"],
        told["address"],
    )
