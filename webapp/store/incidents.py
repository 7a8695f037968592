"""Incidents as the operator's pages show them: what failed, where, and since when."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session

from webapp.store.tables import case, deadline, incident, task, user_account


@dataclass(frozen=True, slots=True)
class IncidentRow:
    """One incident; without case where the machine itself failed.

    `term_state` and `waits` say how the term stands now: `waits` while nobody tries it.
    """

    id: int
    kind: str
    what: str
    attempts: int
    opened_at: datetime
    closed_at: datetime | None
    closed_how: str | None
    closed_by: str | None
    case_id: int | None
    number: str | None
    step: str | None
    term_id: int | None
    term: str
    article: str | None
    last_day: date | None
    term_state: str | None
    effective_at: datetime | None
    waits: bool


def opened(session: Session, municipality_id: int, limit: int) -> list[IncidentRow]:
    """The open ones, the oldest first."""
    statement = _rows(municipality_id).where(incident.c.closed_at.is_(None))
    return _read(session, statement.order_by(incident.c.opened_at, incident.c.id).limit(limit))


def closed(session: Session, municipality_id: int, limit: int, offset: int) -> list[IncidentRow]:
    """A page of the closed ones, the last closed first."""
    statement = _rows(municipality_id).where(incident.c.closed_at.is_not(None))
    newest = statement.order_by(incident.c.closed_at.desc(), incident.c.id.desc())
    return _read(session, newest.limit(limit).offset(offset))


def count_closed(session: Session, municipality_id: int) -> int:
    statement = select(func.count()).where(
        incident.c.municipality_id == municipality_id, incident.c.closed_at.is_not(None)
    )
    return int(session.execute(statement).scalar_one())


def one(session: Session, municipality_id: int, incident_id: int) -> IncidentRow | None:
    """An incident of the municipality; None when it is missing or another's."""
    found = _read(session, _rows(municipality_id).where(incident.c.id == incident_id))
    return found[0] if found else None


def _rows(municipality_id: int) -> Select[Any]:
    def own(table: Any, column: Any) -> Any:
        return and_(table.c.id == column, table.c.municipality_id == municipality_id)

    source = (
        incident.outerjoin(case, own(case, incident.c.case_id))
        .outerjoin(deadline, own(deadline, incident.c.deadline_id))
        .outerjoin(task, own(task, deadline.c.task_id))
        .outerjoin(user_account, own(user_account, incident.c.closed_by))
    )
    return (
        select(
            incident,
            case.c.number,
            task.c.name.label("step"),
            deadline.c.key,
            deadline.c.rule_snapshot,
            deadline.c.article,
            deadline.c.last_day,
            deadline.c.state,
            deadline.c.next_at,
            deadline.c.effective_at,
            user_account.c.name.label("closer"),
        )
        .select_from(source)
        .where(incident.c.municipality_id == municipality_id)
    )


def _read(session: Session, statement: Select[Any]) -> list[IncidentRow]:
    return [
        IncidentRow(
            id=row.id,
            kind=row.kind,
            what=row.what,
            attempts=row.attempts,
            opened_at=row.opened_at,
            closed_at=row.closed_at,
            closed_how=row.closed_how,
            closed_by=row.closer,
            case_id=row.case_id,
            number=row.number,
            step=row.step,
            term_id=row.deadline_id,
            term=str((row.rule_snapshot or {}).get("label", row.key or "")),
            article=row.article,
            last_day=row.last_day,
            term_state=row.state,
            effective_at=row.effective_at,
            waits=row.state == "running" and row.next_at is None,
        )
        for row in session.execute(statement)
    ]
