"""Draining: terms that are over take effect, each exactly once, whatever dies meanwhile.

One due row is claimed and committed, so that a crash is counted; then its case is settled in
one transaction guarded by the row's state and attempts. A row that keeps failing ends as a
visible incident and never blocks its neighbours.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Engine, select, update
from sqlalchemy.orm import Session

from webapp.cases import incidents, settling
from webapp.cases.act import Act
from webapp.cases.incidents import Failure
from webapp.domain.competence import clock_actor
from webapp.store import tables
from webapp.store.database import transaction
from webapp.store.hold import NOTHING_HELD

LEASE = timedelta(seconds=30)
BACK_OFF = timedelta(seconds=30)
# Before a term is looked at again that stands behind one which waits for a person.
BEHIND = timedelta(minutes=10)
MAX_ATTEMPTS = 4
log = logging.getLogger(__name__)

Now = Callable[[Session], datetime]


@dataclass(frozen=True, slots=True)
class Claim:
    """One due row, leased to this worker."""

    deadline_id: int
    case_id: int
    municipality_id: int
    municipality: str
    attempt: int


def drain(engine: Engine, now: Now, worker: str = "worker", limit: int = 10_000) -> int:
    """Let every term that is over take effect, unless they are held.

    Returns how many rows were claimed.
    """
    claimed = 0
    while claimed < limit:
        claim = _claim(engine, now, worker)
        if claim is None:
            break
        claimed += 1
        _take_effect(engine, now, claim)
    return claimed


def _claim(engine: Engine, now: Now, worker: str) -> Claim | None:
    """Lease the first due row and commit: a worker that dies now has used up one attempt."""
    deadline, place = tables.deadline, tables.municipality
    with transaction(engine) as session:
        at = now(session)
        first = (
            select(deadline.c.id)
            .where(deadline.c.state == "running", deadline.c.next_at <= at, NOTHING_HELD)
            .order_by(deadline.c.next_at, deadline.c.id)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        row = session.execute(
            update(deadline)
            .where(deadline.c.id.in_(first.scalar_subquery()))
            .values(attempts=deadline.c.attempts + 1, next_at=at + LEASE, lease_by=worker)
            .returning(
                deadline.c.id,
                deadline.c.case_id,
                deadline.c.municipality_id,
                deadline.c.attempts,
            )
        ).one_or_none()
        if row is None:
            return None
        slug = session.execute(
            select(place.c.slug).where(place.c.id == row.municipality_id)
        ).scalar_one()
        return Claim(row.id, row.case_id, row.municipality_id, slug, row.attempts)


def _take_effect(engine: Engine, now: Now, claim: Claim) -> None:
    if claim.attempt > MAX_ATTEMPTS:
        _give_up(engine, now, claim, "o trabalhador morreu a cada tentativa")
        return
    try:
        with transaction(engine) as session:
            _settle(session, now(session), claim)
    except Exception as error:
        # The one place where everything is caught: one bad case must not stop the others.
        log.exception("deadline %s of case %s", claim.deadline_id, claim.case_id)
        _back_off(engine, now, claim, f"erro {type(error).__name__}; veja o registro do worker")


def _settle(session: Session, now: datetime, claim: Claim) -> None:
    """Settle the case, if the row is still this worker's to fire."""
    actor = clock_actor(claim.municipality_id, claim.municipality)
    act = Act.lock(session, claim.case_id, now, actor)
    row = act.deadlines.get(claim.deadline_id)
    if row is None or row.state != "running" or row.attempts != claim.attempt:
        return
    before = act.chain.seq
    settling.settle(act)
    if row.state == "running":  # an earlier term of the case waits for a person, and this behind it
        row.attempts, row.next_at = 0, now + BEHIND
    if act.chain.seq == before:
        act.save_rows()  # nothing happened: no new version of the case without a record
    else:
        act.save()


def _back_off(engine: Engine, now: Now, claim: Claim, what: str) -> None:
    if claim.attempt >= MAX_ATTEMPTS:
        _give_up(engine, now, claim, what)
        return
    with transaction(engine) as session:
        session.execute(
            update(tables.deadline)
            .where(*_still_mine(claim))
            .values(next_at=now(session) + BACK_OFF * 2**claim.attempt)
        )


def _give_up(engine: Engine, now: Now, claim: Claim, what: str) -> None:
    """No further tries: the term still runs, is shown as an incident, and a person retries it."""
    with transaction(engine) as session:
        incidents.lock_case(session, claim.case_id)
        done = session.execute(
            update(tables.deadline).where(*_still_mine(claim)).values(next_at=None)
        )
        if done.rowcount == 1:  # type: ignore[attr-defined]
            failure = Failure(
                claim.municipality_id, claim.case_id, claim.deadline_id, what, claim.attempt
            )
            incidents.open_incident(session, failure, now(session))


def _still_mine(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    deadline = tables.deadline
    return (
        deadline.c.id == claim.deadline_id,
        deadline.c.state == "running",
        deadline.c.attempts == claim.attempt,
    )
