"""What is final against a person: fines, points, and what restricts a person or a vehicle."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import Session

from webapp.domain.penalties import PastPenalty
from webapp.domain.points import PointsEntry
from webapp.registry import authorizations
from webapp.store.database import Database
from webapp.store.dated import holds_on
from webapp.store.tables import case, fine, points_entry, restriction

# Built once: acts execute them.
_NEW_FINE, _NEW_RESTRICTION = insert(fine), insert(restriction)
_PAID = (
    update(fine)
    .where(
        fine.c.case_id == bindparam("of_case"),
        fine.c.cancelled_by.is_(None),
        or_(fine.c.paid_on.is_(None), fine.c.paid_on > bindparam("day")),
    )
    .values(paid_on=bindparam("day"))
)

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


def enter(session: Database, entered: Entered) -> None:
    """Enter what an effect did: a fine, points, a restriction, a payment, a remittance.

    An effect of another kind is told by its own row alone.
    """
    if entered.kind == "fine":
        _enter_fine(session, entered)
    elif entered.kind == "points":
        _enter_points(session, entered)
    elif entered.kind in KINDS:
        _enter_restriction(session, entered)
        if entered.body.get("ends"):
            authorizations.end(session, entered.body["ends"])
    elif entered.kind == "payment":
        mark_paid(session, entered.case_id, entered.body["paid_on"])
    elif entered.kind == "remittance":
        _mark_sent(session, entered.case_id, _day(entered.body, "sent_on"))


def _day(body: Mapping[str, Any], name: str) -> date | None:
    return date.fromisoformat(body[name]) if body.get(name) else None


def _enter_fine(session: Database, entered: Entered) -> None:
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
    session.execute(_NEW_FINE, row)


def _enter_restriction(session: Database, entered: Entered) -> None:
    names = ("item", "article", "basis", "days", "permit_id", "vehicle_id")
    row = {
        "municipality_id": entered.municipality_id,
        "case_id": entered.case_id,
        "effect_id": entered.effect_id,
        "person_id": entered.person_id,
        "kind": KINDS[entered.kind],
        **{name: entered.body.get(name) for name in names},
        **{n: _day(entered.body, n) for n in ("fact_on", "final_on", "from_day", "to_day")},
    }
    session.execute(_NEW_RESTRICTION, row)


def _enter_points(session: Database, entered: Entered) -> None:
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


def mark_paid(session: Database, case_id: int, paid_on: str) -> None:
    """The fines of a case were paid on a day; the earliest proof of payment stands."""
    session.execute(_PAID, {"of_case": case_id, "day": date.fromisoformat(paid_on)})


def _mark_sent(session: Database, case_id: int, sent_on: date | None) -> None:
    session.execute(update(fine).where(*_standing(case_id)).values(sent_on=sent_on))


def _standing(case_id: int) -> tuple[ColumnElement[bool], ...]:
    return fine.c.case_id == case_id, fine.c.cancelled_by.is_(None)


def cancel(session: Database, entered: Entered, by: int) -> None:
    """A counter-entry `by` takes back what the effect had entered."""
    if entered.kind == "payment":
        own = update(fine).where(*_standing(entered.case_id))
        session.execute(own.values(paid_on=None))
    elif entered.kind == "remittance":
        _mark_sent(session, entered.case_id, None)
    elif entered.body.get("ends"):
        authorizations.give_back(session, entered.body["ends"])
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


def history(session: Database, person_id: int, except_case: int) -> tuple[PastPenalty, ...]:
    """Final penalties of a person in other cases, not cancelled, by day of finality.

    However many penalties an item brought in a case, the person was punished for it once: it is
    told as the fine, where there was one.
    """
    rows = session.execute(_HISTORY, {"person": person_id, "except_case": except_case})
    found = {
        (r.number, r.item): PastPenalty(f"{r.name} do processo {r.number}", r.item, r.final_on)
        for r in sorted(rows, key=lambda r: r.name == "multa")
    }
    return tuple(sorted(found.values(), key=lambda past: (past.final_on is None, past.final_on)))


def points(
    session: Session, person_ids: Sequence[int], except_case: int, article: Callable[[str], str]
) -> dict[int, tuple[PointsEntry, ...]]:
    """Final points of each person in other cases, not cancelled, by the day of the fact.

    `article` gives the article of an item by its code: two items of one auto are told apart.
    """
    entry = points_entry
    rows = session.execute(
        select(entry.c.person_id, entry.c.item, entry.c.fact_on, entry.c.points, case.c.number)
        .join(case, case.c.id == entry.c.case_id)
        .where(
            entry.c.person_id.in_(person_ids),
            entry.c.case_id != except_case,
            entry.c.cancelled_by.is_(None),
        )
        .order_by(entry.c.fact_on, entry.c.id)
    ).all()
    return {
        person_id: tuple(
            PointsEntry(
                f"processo {row.number}, {article(row.item)}", row.fact_on, Decimal(row.points)
            )
            for row in rows
            if row.person_id == person_id
        )
        for person_id in person_ids
    }


@dataclass(frozen=True, slots=True)
class Served:
    """A suspension or an impediment while it is served; `record` names its case."""

    kind: str
    record: str
    from_day: date
    to_day: date | None


def served(
    session: Session, person_id: int, vehicle_id: int | None, on: date, except_case: int
) -> tuple[Served, ...]:
    """What other cases had a person, or a vehicle, serve on a day: suspensions and impediments."""
    own = restriction
    falls = or_(
        and_(own.c.kind == KINDS["suspension"], own.c.person_id == person_id),
        and_(own.c.kind == KINDS["impediment"], own.c.vehicle_id == vehicle_id),
    )
    rows = session.execute(
        select(own.c.kind, own.c.from_day, own.c.to_day, case.c.number)
        .join(case, case.c.id == own.c.case_id)
        .where(
            falls,
            own.c.case_id != except_case,
            own.c.cancelled_by.is_(None),
            holds_on(own, on),
        )
        .order_by(own.c.from_day, own.c.id)
    )
    return tuple(Served(r.kind, f"processo {r.number}", r.from_day, r.to_day) for r in rows)
