"""What is final against a person: fines, points, and what restricts a person or a vehicle."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, bindparam, insert, literal, or_, select, union_all, update
from sqlalchemy.orm import Session

from webapp.domain.penalties import PastPenalty
from webapp.store.tables import case, fine, points_entry, restriction

KINDS = {
    "warning": "advertencia",
    "suspension": "suspensao",
    "revocation": "cassacao",
    "impediment": "impedimento",
}


@dataclass(frozen=True, slots=True)
class Entered:
    """The effect that enters the registry."""

    municipality_id: int
    case_id: int
    effect_id: int
    kind: str
    person_id: int | None
    cents: int
    body: Mapping[str, Any]


def enter(session: Session, entered: Entered) -> None:
    """Enter what an effect did: a fine, points, a restriction, a payment, a remittance.

    An effect of another kind is told by its own row alone.
    """
    if entered.kind == "fine":
        _enter_fine(session, entered)
    elif entered.kind == "points":
        _enter_points(session, entered)
    elif entered.kind in KINDS:
        _enter_restriction(session, entered)
    elif entered.kind == "payment":
        mark_paid(session, entered.case_id, entered.body["paid_on"])
    elif entered.kind == "remittance":
        _mark_sent(session, entered.case_id, _day(entered.body, "sent_on"))


def _day(body: Mapping[str, Any], name: str) -> date | None:
    return date.fromisoformat(body[name]) if body.get(name) else None


def _enter_fine(session: Session, entered: Entered) -> None:
    names = ("payer_id", "item", "article", "units", "unit", "unit_value", "unit_source")
    row = {
        "municipality_id": entered.municipality_id,
        "case_id": entered.case_id,
        "effect_id": entered.effect_id,
        "person_id": entered.person_id,
        "cents": entered.cents,
        **{name: entered.body[name] for name in names},
        **{n: _day(entered.body, n) for n in ("fact_on", "final_on", "due_on")},
    }
    session.execute(insert(fine), row)


def _enter_restriction(session: Session, entered: Entered) -> None:
    names = ("item", "article", "basis", "days", "permit_id", "vehicle_id")
    row = {
        "municipality_id": entered.municipality_id,
        "case_id": entered.case_id,
        "effect_id": entered.effect_id,
        "person_id": entered.person_id,
        "kind": KINDS[entered.kind],
        **{name: entered.body.get(name) for name in names},
        **{n: _day(entered.body, n) for n in ("fact_on", "final_on")},
    }
    session.execute(insert(restriction), row)


def _enter_points(session: Session, entered: Entered) -> None:
    session.execute(
        insert(points_entry).values(
            municipality_id=entered.municipality_id,
            case_id=entered.case_id,
            effect_id=entered.effect_id,
            person_id=entered.person_id,
            **{name: entered.body[name] for name in ("item", "points", "share")},
            **{n: _day(entered.body, n) for n in ("fact_on", "final_on")},
        )
    )


def mark_paid(session: Session, case_id: int, paid_on: str) -> None:
    """The fines of a case were paid on a day; the earliest proof of payment stands."""
    day = date.fromisoformat(paid_on)
    later = or_(fine.c.paid_on.is_(None), fine.c.paid_on > day)
    session.execute(update(fine).where(*_standing(case_id), later).values(paid_on=day))


def _mark_sent(session: Session, case_id: int, sent_on: date | None) -> None:
    session.execute(update(fine).where(*_standing(case_id)).values(sent_on=sent_on))


def _standing(case_id: int) -> tuple[ColumnElement[bool], ...]:
    return fine.c.case_id == case_id, fine.c.cancelled_by.is_(None)


def cancel(session: Session, entered: Entered, by: int) -> None:
    """A counter-entry `by` takes back what the effect had entered."""
    if entered.kind == "payment":
        own = update(fine).where(*_standing(entered.case_id))
        session.execute(own.values(paid_on=None))
    elif entered.kind == "remittance":
        _mark_sent(session, entered.case_id, None)
    for table in (fine, points_entry, restriction):
        session.execute(
            update(table).where(table.c.effect_id == entered.effect_id).values(cancelled_by=by)
        )


_HISTORY = union_all(
    *(
        select(literal(name).label("name"), table.c.item, table.c.final_on, case.c.number)
        .join(case, case.c.id == table.c.case_id)
        .where(
            table.c.person_id == bindparam("person"),
            table.c.case_id != bindparam("except_case"),
            table.c.cancelled_by.is_(None),
        )
        for table, name in ((restriction, "penalidade"), (fine, "multa"))
    )
)


def history(session: Session, person_id: int, except_case: int) -> tuple[PastPenalty, ...]:
    """Final penalties of a person in other cases, not cancelled, by day of finality.

    However many penalties an item brought in a case, the person was punished for it once.
    """
    rows = session.execute(_HISTORY, {"person": person_id, "except_case": except_case})
    found = {
        (r.number, r.item): PastPenalty(f"{r.name} do processo {r.number}", r.item, r.final_on)
        for r in rows
    }
    return tuple(sorted(found.values(), key=lambda past: (past.final_on is None, past.final_on)))
