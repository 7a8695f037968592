"""The terms of a whole municipality that a change of the clock may move, and what rests on them."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Table, and_, select
from sqlalchemy.orm import Session

from webapp.store.tables import case, case_party, deadline, event, filing, person, task

Rows = Sequence[Row[*tuple[Any, ...]]]

COUNTED: Final = ("waiting_start", "running", "suspended", "announced", "met", "fired")
# The ends by other readings of the law may be so much later than the last day.
OTHER_READINGS: Final = timedelta(days=31)
_COLUMNS: Final = (
    *("id", "case_id", "task_id", "key", "about", "party_id", "state", "reference_date"),
    *("last_day", "due_at", "alternatives", "rule_snapshot", "carried_from"),
)


def within_reach(session: Session, municipality_id: int, first: date, last: date) -> Rows:
    """The rows in force that had begun by `last` and had not ended well before `first`.

    With the number of the case, the name of the party and the paper that the step waits for.
    Of ended terms too: what their end rests on may have moved.
    """
    return session.execute(
        select(
            *(deadline.c[name] for name in _COLUMNS),
            case.c.number,
            person.c.name.label("party"),
            task.c.message,
        )
        .join(case, _same(deadline, "case_id", case))
        .outerjoin(task, _same(deadline, "task_id", task))
        .outerjoin(case_party, _same(deadline, "party_id", case_party))
        .outerjoin(person, _same(case_party, "person_id", person))
        .where(
            deadline.c.municipality_id == municipality_id,
            deadline.c.last_day >= first - OTHER_READINGS,
            deadline.c.reference_date <= last,
            deadline.c.state.in_(COUNTED),
            deadline.c.kind.in_(("engine", "fact")),
            case_party.c.died_on.is_(None),
        )
        .order_by(deadline.c.last_day, case.c.number, deadline.c.id)
    ).all()


def _same(left: Table, column: str, right: Table) -> ColumnElement[bool]:
    """The row of `right` that `left` points at, of the same municipality."""
    return and_(right.c.id == left.c[column], right.c.municipality_id == left.c.municipality_id)


def histories(session: Session, municipality_id: int, cases: Iterable[int]) -> dict[int, Rows]:
    """The events of these cases, oldest first."""
    chains = {f"case:{case_id}": case_id for case_id in cases}
    rows = session.execute(
        select(event.c.chain, event.c.seq, event.c.kind, event.c.body, event.c.at)
        .where(event.c.municipality_id == municipality_id, event.c.chain.in_(chains))
        .order_by(event.c.chain, event.c.seq)
    ).all()
    return {chains[name]: list(found) for name, found in groupby(rows, lambda row: row.chain)}


def papers(session: Session, municipality_id: int, cases: Iterable[int]) -> dict[int, Rows]:
    """The papers of these cases that stand."""
    rows = session.execute(
        select(filing)
        .where(
            filing.c.municipality_id == municipality_id,
            filing.c.case_id.in_(list(cases)),
            filing.c.undone_by.is_(None),
        )
        .order_by(filing.c.case_id, filing.c.id)
    ).all()
    return {case_id: list(found) for case_id, found in groupby(rows, lambda row: row.case_id)}


def recounted(session: Session, municipality_id: int, subject: str) -> frozenset[int]:
    """The cases already counted again for what the subject of their events names."""
    names = session.execute(
        select(event.c.chain).where(
            event.c.municipality_id == municipality_id,
            event.c.kind == "terms_recounted",
            event.c.subject == subject,
        )
    ).scalars()
    return frozenset(int(name.removeprefix("case:")) for name in names)


def was_recounted(session: Session, municipality_id: int, case_id: int, subject: str) -> bool:
    """Whether a case was counted again for what the subject of its event names."""
    found = session.execute(
        select(event.c.id).where(
            event.c.municipality_id == municipality_id,
            event.c.chain == f"case:{case_id}",
            event.c.kind == "terms_recounted",
            event.c.subject == subject,
        )
    )
    return found.first() is not None
