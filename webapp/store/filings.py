"""Papers received, as their receipts and the steps that judge them show them."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ScalarSelect, func, select
from sqlalchemy.orm import Session

from webapp.domain.numbering import search_key
from webapp.store.tables import case, case_party, effect, filing, person, piece, user_account


@dataclass(frozen=True, slots=True)
class FiledPiece:
    """A piece of the file that came with a paper; `sha256` is of its bytes."""

    n: int
    title: str
    pages: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Filed:
    """A paper with its receipt's data. `party` is empty when it is of nobody in the case.

    `paid_cents` is the amount of a proof of payment, 0 where it was not told.
    """

    id: int
    number: str
    kind: str
    presenter: str
    means: str
    paper_on: date
    paper_time: str | None
    received_at: datetime
    timeliness: str
    note: str | None
    case_id: int
    case_number: str
    process: str
    party: str
    received_by: str
    paid_cents: int
    pieces: tuple[FiledPiece, ...]


def filed(session: Session, municipality_id: int, filing_id: int) -> Filed | None:
    """A paper of the municipality by its id."""
    row = session.execute(
        select(
            *(filing.c[name] for name in _OWN),
            case.c.number.label("case_number"),
            case.c.process,
            person.c.name.label("party"),
            user_account.c.name.label("received_by"),
            _paid(filing_id).label("paid_cents"),
        )
        .join(case, case.c.id == filing.c.case_id)
        .join(user_account, user_account.c.id == filing.c.received_by)
        .outerjoin(case_party, case_party.c.id == filing.c.party_id)
        .outerjoin(person, person.c.id == case_party.c.person_id)
        .where(filing.c.id == filing_id, filing.c.municipality_id == municipality_id)
    ).one_or_none()
    if row is None:
        return None
    known = {**row._mapping, "party": row.party or ""}
    return Filed(**known, pieces=_pieces(session, municipality_id, filing_id))


def _paid(filing_id: int) -> ScalarSelect[int]:
    """The amount that a paper proved."""
    proved = effect.c.body["item"].as_string() == f"filing:{filing_id}"
    return (
        select(func.coalesce(func.max(effect.c.cents), 0))
        .where(effect.c.case_id == filing.c.case_id, effect.c.kind == "payment", proved)
        .correlate(filing)
        .scalar_subquery()
    )


_OWN = (
    "id", "number", "kind", "presenter", "means", "paper_on", "paper_time", "received_at",
    "timeliness", "note", "case_id",
)  # fmt: skip


def _pieces(session: Session, municipality_id: int, filing_id: int) -> tuple[FiledPiece, ...]:
    rows = session.execute(
        select(piece.c.n, piece.c.title, piece.c.pages, piece.c.blob_sha256)
        .where(piece.c.filing_id == filing_id, piece.c.municipality_id == municipality_id)
        .order_by(piece.c.n)
    )
    return tuple(FiledPiece(*row) for row in rows)


@dataclass(frozen=True, slots=True)
class Received:
    """A paper of a case, in one line. `party` is empty when it is of nobody in the case."""

    id: int
    number: str
    kind: str
    presenter: str
    party: str | None
    paper_on: date
    timeliness: str


def received(session: Session, municipality_id: int, case_id: int) -> list[Received]:
    """The papers of a case that stand and were not withdrawn, in order of registration."""
    rows = session.execute(
        select(
            filing.c.id,
            filing.c.number,
            filing.c.kind,
            filing.c.presenter,
            person.c.name.label("party"),
            filing.c.paper_on,
            filing.c.timeliness,
        )
        .outerjoin(case_party, case_party.c.id == filing.c.party_id)
        .outerjoin(person, person.c.id == case_party.c.person_id)
        .where(
            filing.c.case_id == case_id,
            filing.c.municipality_id == municipality_id,
            filing.c.undone_by.is_(None),
            filing.c.withdrawn_by.is_(None),
        )
        .order_by(filing.c.id)
    )
    return [Received(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class CaseName:
    """What the head of a page about a case says."""

    id: int
    number: str
    subject: str
    ended_at: datetime | None


_case_name = select(case.c.id, case.c.number, case.c.subject, case.c.ended_at)


def case_name(session: Session, municipality_id: int, case_id: int) -> CaseName | None:
    """A case of the municipality by its id."""
    row = session.execute(
        _case_name.where(case.c.id == case_id, case.c.municipality_id == municipality_id)
    ).one_or_none()
    return CaseName(*row) if row else None


def case_by_number(session: Session, municipality_id: int, typed: str) -> CaseName | None:
    """A case of the municipality by its number; punctuation does not count."""
    row = session.execute(
        _case_name.where(
            case.c.number_key == search_key(typed), case.c.municipality_id == municipality_id
        )
    ).one_or_none()
    return CaseName(*row) if row else None
