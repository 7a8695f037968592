"""An auto just drawn up, for the page that offers its copies."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.store.tables import case, piece


@dataclass(frozen=True, slots=True)
class DrawnUp:
    """The auto of a case and the piece it is."""

    case_id: int
    case_number: str
    subject: str
    number: str
    piece_id: int
    piece_n: int


def drawn_up(session: Session, municipality_id: int, case_id: int) -> DrawnUp | None:
    """The auto that opened a case of the municipality."""
    row = session.execute(
        select(
            case.c.id,
            case.c.number,
            case.c.subject,
            piece.c.number.label("auto_number"),
            piece.c.id.label("piece_id"),
            piece.c.n,
        )
        .join(piece, piece.c.case_id == case.c.id)
        .where(
            case.c.id == case_id,
            case.c.municipality_id == municipality_id,
            piece.c.kind == "auto_infracao",
        )
        .order_by(piece.c.n)
        .limit(1)
    ).one_or_none()
    return DrawnUp(*row) if row else None
