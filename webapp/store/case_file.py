"""What the pages of a case read: rows of one case, in a fixed number of statements.

Every query is walled by the municipality; a case of another one has no rows here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Row, Select, Table, and_, func, select
from sqlalchemy.orm import Session

from webapp.store import tables

Rows = Sequence[Row[*tuple[Any, ...]]]
LATEST = 100
"""How many events a page shows before it is asked for all."""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Everything that stands in the file of one case. Oldest first, but pieces and events.

    `events` are the latest 100 unless all were asked for; `event_count` says how many there are.
    `points` and `grounds` (of cassation) are those of final penalties, as `fines` and
    `restrictions` are. `terms` leave out what a recount replaced. `users` names whoever acted in
    the events, `reasons` are the reasons they gave, by the id that the event holds.
    `acted`: elements of the diagram whose automatic action had an effect.
    """

    head: Row[*tuple[Any, ...]]
    parties: Rows
    tasks: Rows
    terms: Rows
    pieces: Rows
    signatures: Rows
    filings: Rows
    notices: Rows
    fines: Rows
    restrictions: Rows
    points: Rows
    grounds: Rows
    payments: Rows
    acted: frozenset[str]
    events: Rows
    event_count: int
    users: dict[str, str]
    reasons: dict[int, str]

    @property
    def open_tasks(self) -> list[Row[*tuple[Any, ...]]]:
        return [task for task in self.tasks if task.closed_at is None]


@dataclass(frozen=True, slots=True)
class Place:
    """One case of one municipality: what every query here is walled by."""

    municipality_id: int
    case_id: int

    def of(self, table: Table) -> ColumnElement[bool]:
        return and_(
            table.c.municipality_id == self.municipality_id, table.c.case_id == self.case_id
        )


def read(
    session: Session, municipality_id: int, case_id: int, *, every_event: bool = False
) -> CaseFile | None:
    """The file of a case; None when the municipality has no such case."""
    place = Place(municipality_id, case_id)
    head = session.execute(_head(place)).one_or_none()
    if head is None:
        return None
    events = _rows(session, _events(place, every_event))
    return CaseFile(
        head=head,
        parties=_rows(session, _parties(place)),
        tasks=_rows(session, _tasks(place)),
        terms=_rows(session, _terms(place)),
        pieces=_rows(session, _pieces(place)),
        signatures=_rows(session, _signatures(place)),
        filings=_rows(session, _filings(place)),
        notices=_rows(session, _notices(place)),
        fines=_rows(session, _fines(place)),
        restrictions=_rows(session, _penalties(place, tables.restriction)),
        points=_rows(session, _penalties(place, tables.points_entry)),
        grounds=_rows(session, _standing(place, "ground")),
        payments=_rows(session, _standing(place, "payment")),
        acted=frozenset(session.execute(_acted(place)).scalars()),
        events=events,
        event_count=session.execute(_event_count(place)).scalar_one(),
        users=_users(session, place, {event.actor for event in events}),
        reasons=_reasons(session, place, [event.body.get("reason_ref") for event in events]),
    )


def _rows(session: Session, statement: Select[Any]) -> Rows:
    return session.execute(statement).all()


def same(left: Table, column: str, right: FromClause) -> ColumnElement[bool]:
    """The row of `right` that `left` points at, of the same municipality."""
    return and_(right.c.id == left.c[column], right.c.municipality_id == left.c.municipality_id)


def _head(place: Place) -> Select[Any]:
    case, vehicle, permit, version = (
        tables.case,
        tables.vehicle,
        tables.permit,
        tables.process_version,
    )
    pinned = and_(
        version.c.bundle_sha256 == case.c.bundle_sha256,
        version.c.municipality_id == case.c.municipality_id,
    )
    names = ("id", "number", "process", "opened_at", "ended_at", "outcome", "held_until")
    columns = [case.c[n] for n in names]
    return (
        select(
            *columns,
            version.c.n.label("version"),
            vehicle.c.plate,
            vehicle.c.model,
            vehicle.c.colour,
            vehicle.c.year,
            permit.c.number.label("permit"),
        )
        .outerjoin(version, pinned)
        .outerjoin(vehicle, same(case, "vehicle_id", vehicle))
        .outerjoin(permit, same(case, "permit_id", permit))
        .where(case.c.id == place.case_id, case.c.municipality_id == place.municipality_id)
    )


def _parties(place: Place) -> Select[Any]:
    party, person = tables.case_party, tables.person
    return (
        select(
            *(party.c[n] for n in ("id", "person_id", "role", "to_day", "died_on")),
            person.c.name,
            person.c.cpf,
        )
        .join(person, same(party, "person_id", person))
        .where(place.of(party))
        .order_by(party.c.id)
    )


def _tasks(place: Place) -> Select[Any]:
    task, assignee = tables.task, tables.user_account
    return (
        select(task, assignee.c.name.label("assignee"))
        .outerjoin(assignee, same(task, "assignee_id", assignee))
        .where(place.of(task))
        .order_by(task.c.id)
    )


def _terms(place: Place) -> Select[Any]:
    deadline = tables.deadline
    return (
        _with_party(deadline)
        .where(place.of(deadline), deadline.c.state != "superseded")
        .order_by(deadline.c.id)
    )


def _with_party(table: Table) -> Select[Any]:
    """The rows of a table with the name of the party that each is about, if any."""
    party, person = tables.case_party, tables.person
    return (
        select(table, person.c.name.label("party"))
        .outerjoin(party, same(table, "party_id", party))
        .outerjoin(person, same(party, "person_id", person))
    )


def _pieces(place: Place) -> Select[Any]:
    piece, author, filing = tables.piece, tables.user_account, tables.filing
    names = ("id", "n", "kind", "title", "number", "basis", "pages", "access", "code")
    return (
        select(
            *(piece.c[name] for name in (*names, "filing_id", "created_at")),
            author.c.name.label("author"),
            filing.c.presenter,
            filing.c.number.label("protocol"),
        )
        .outerjoin(author, same(piece, "created_by", author))
        .outerjoin(filing, same(piece, "filing_id", filing))
        .where(place.of(piece))
        .order_by(piece.c.n.desc())
    )


def _signatures(place: Place) -> Select[Any]:
    signature, piece = tables.signature, tables.piece
    columns = [signature.c[n] for n in ("piece_id", "name", "office", "capacity", "at")]
    return (
        select(*columns)
        .join(piece, same(signature, "piece_id", piece))
        .where(place.of(piece))
        .order_by(signature.c.id)
    )


def _filings(place: Place) -> Select[Any]:
    return _with_party(tables.filing).where(place.of(tables.filing)).order_by(tables.filing.c.id)


def _notices(place: Place) -> Select[Any]:
    notice = tables.notice
    return (
        _with_party(notice)
        .where(place.of(notice), notice.c.undone_by.is_(None))
        .order_by(notice.c.id)
    )


def _penalties(place: Place, table: Table) -> Select[Any]:
    """Final fines, restrictions or points that were not taken back."""
    person = tables.person
    return (
        select(table, person.c.name.label("person"))
        .join(person, same(table, "person_id", person))
        .where(place.of(table), table.c.cancelled_by.is_(None))
        .order_by(table.c.id)
    )


def _fines(place: Place) -> Select[Any]:
    """Final fines with the name of who owes each."""
    payer = tables.person.alias("payer")
    return (
        _penalties(place, tables.fine)
        .add_columns(payer.c.name.label("payer"))
        .join(payer, same(tables.fine, "payer_id", payer))
    )


def _standing(place: Place, kind: str) -> Select[Any]:
    """The effects of a kind that stand; a payment is of nobody, and of 0 where nobody told how
    much."""
    effect, person = tables.effect, tables.person
    columns = effect.c.id.label("effect_id"), effect.c.cents, effect.c.body
    return (
        select(*columns, person.c.name.label("person"))
        .outerjoin(person, same(effect, "person_id", person))
        .where(
            place.of(effect),
            effect.c.kind == kind,
            effect.c.reverses.is_(None),
            effect.c.reversed_by.is_(None),
        )
        .order_by(effect.c.id)
    )


def _acted(place: Place) -> Select[Any]:
    effect = tables.effect
    return (
        select(effect.c.element)
        .distinct()
        .where(place.of(effect), effect.c.element.is_not(None), effect.c.reversed_by.is_(None))
    )


def _of_chain(place: Place) -> ColumnElement[bool]:
    event = tables.event
    return and_(
        event.c.chain == f"case:{place.case_id}",
        event.c.municipality_id == place.municipality_id,
    )


def _events(place: Place, every_event: bool) -> Select[Any]:
    event = tables.event
    names = ("seq", "at", "effective_at", "actor", "kind", "subject", "body")
    found = (
        select(*(event.c[n] for n in names)).where(_of_chain(place)).order_by(event.c.seq.desc())
    )
    return found if every_event else found.limit(LATEST)


def _event_count(place: Place) -> Select[Any]:
    return select(func.count()).select_from(tables.event).where(_of_chain(place))


def _users(session: Session, place: Place, actors: Iterable[str]) -> dict[str, str]:
    """Who acted, as events refer to them («user:7») -> name."""
    ids = [int(actor.removeprefix("user:")) for actor in actors if actor.startswith("user:")]
    user = tables.user_account
    found = session.execute(
        select(user.c.id, user.c.name).where(
            user.c.municipality_id == place.municipality_id, user.c.id.in_(ids)
        )
    )
    return {f"user:{row.id}": row.name for row in found}


def _reasons(session: Session, place: Place, ids: Iterable[Any]) -> dict[int, str]:
    """Free texts kept beside the events; one that was erased is left out."""
    kept = tables.private_text
    found = session.execute(
        select(kept.c.id, kept.c.text).where(
            kept.c.municipality_id == place.municipality_id,
            kept.c.id.in_([one for one in ids if one is not None]),
            kept.c.text.is_not(None),
        )
    )
    return {row.id: row.text for row in found}


# ---- the bytes of pieces


def content(
    session: Session, municipality_id: int, case_id: int, n: int
) -> Row[*tuple[Any, ...]] | None:
    """One piece with its bytes: number, title, media_type, data. None when there is none."""
    one = _contents(Place(municipality_id, case_id)).where(tables.piece.c.n == n)
    return session.execute(one).one_or_none()


def contents(session: Session, municipality_id: int, case_id: int) -> Rows:
    """Every piece of a case with its bytes, in the order of the file."""
    return _rows(session, _contents(Place(municipality_id, case_id)))


def _contents(place: Place) -> Select[Any]:
    piece, blob, case = tables.piece, tables.blob, tables.case
    return (
        select(piece.c.n, piece.c.title, case.c.number, blob.c.media_type, blob.c.data)
        .join(blob, blob.c.sha256 == piece.c.blob_sha256)
        .join(case, same(piece, "case_id", case))
        .where(place.of(piece))
        .order_by(piece.c.n)
    )
