"""What anybody may see of a case by the check code of one of its documents."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from webapp.store import tables
from webapp.store.case_file import Place, Rows, same


@dataclass(frozen=True, slots=True)
class Published:
    """The public facts behind a check code: nothing in it is about a party."""

    piece: Row[*tuple[Any, ...]]
    signatures: Rows
    tasks: Rows
    terms: Rows


def find(session: Session, code: str) -> Published | None:
    """What a check code, in its normal form, stands for; None when no document bears it."""
    piece = session.execute(_published_piece(code)).one_or_none()
    if piece is None:
        return None
    place = Place(piece.municipality_id, piece.case_id)
    return Published(
        piece=piece,
        signatures=session.execute(_public_signatures(place, piece.id)).all(),
        tasks=session.execute(_public_tasks(place)).all(),
        terms=session.execute(_public_terms(place)).all(),
    )


def _published_piece(code: str) -> Select[Any]:
    piece, case, municipality = tables.piece, tables.case, tables.municipality
    return (
        select(
            *(piece.c[n] for n in ("id", "municipality_id", "case_id", "kind", "title")),
            piece.c.created_at,
            piece.c.content_sha256,
            case.c.number.label("case_number"),
            case.c.ended_at,
            municipality.c.slug,
        )
        .join(case, same(piece, "case_id", case))
        .join(municipality, municipality.c.id == piece.c.municipality_id)
        .where(piece.c.code == code)
    )


def _public_signatures(place: Place, piece_id: int) -> Select[Any]:
    signature = tables.signature
    return (
        select(signature.c.office, signature.c.capacity, signature.c.at)
        .where(
            signature.c.municipality_id == place.municipality_id, signature.c.piece_id == piece_id
        )
        .order_by(signature.c.id)
    )


def _public_tasks(place: Place) -> Select[Any]:
    task = tables.task
    return (
        select(task.c.name, task.c.role, task.c.basis)
        .where(place.of(task), task.c.closed_at.is_(None))
        .order_by(task.c.id)
    )


def _public_terms(place: Place) -> Select[Any]:
    """The terms that run, without saying whose: those of several parties may end together."""
    deadline = tables.deadline
    names = ("key", "article", "last_day", "due_at", "rule_snapshot")
    return (
        select(*(deadline.c[n] for n in names))
        .where(place.of(deadline), deadline.c.state == "running")
        .order_by(deadline.c.last_day, deadline.c.id)
    )
