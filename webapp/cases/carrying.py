"""A change of the clock in force, carried through case by case.

Each case has a transaction of its own, so that the recount can stop anywhere and go on: a case
counted again for the change has an event that says so, and is passed over.
"""

import logging
from collections.abc import Callable
from datetime import date, datetime

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from webapp.cases import certifying, recounting, rowtasks, settling
from webapp.cases.act import Act, Reply
from webapp.cases.second_person import Proposal, find, left
from webapp.domain import counting
from webapp.domain.competence import Actor, Membership
from webapp.laws import law
from webapp.store import counted_terms, hold, proposed, tables
from webapp.store.database import reading, transaction
from webapp.store.dated import holds_on

Now = Callable[[Session], datetime]
log = logging.getLogger(__name__)


def recount_case(
    session: Session, case_id: int, proposal: Proposal, *, now: datetime, actor: Actor
) -> Reply:
    """Count the terms of one case again under a change in force.

    What moved is certified in the file. A case counted again for the change before, or in which
    nothing moves, stays as it is.
    """
    act = Act.lock(session, case_id, now, actor)
    subject = proposal.change.subject
    if counted_terms.was_recounted(session, actor.municipality_id, case_id, subject):
        return Reply(case_id, "Os prazos deste processo já foram recontados.")
    settling.settle(act)
    before, at, applied = act.state_text(), act.moment(now), len(act.applied)
    done = recounting.every_term(act, at)
    if done.said:
        body = {
            proposal.table: proposal.id,
            "pieces": [certifying.recount(act, done.moves, proposal.why)],
            "effects": act.applied[applied:],
            **({"state_of": done.restored} if done.restored is not None else {}),
        }
        act.event("terms_recounted", subject, body, at, before)
        settling.settle(act)
    act.save()
    return Reply(case_id, "Prazos recontados.", moved=tuple(done.said))


def carry_on(engine: Engine, now: Now, limit: int = 20) -> int:
    """Go on with the changes in force that have cases left, up to `limit` cases.

    Returns how many cases were gone through. Nothing moves while the operator holds the terms.
    """
    gone = 0
    with reading(), transaction(engine) as session:
        waiting = [] if hold.held(session) else proposed.unfinished(session)
    for place, subject in waiting:
        if gone < limit:
            gone += _carry(engine, now, place, subject, limit - gone)
    return gone


def _carry(engine: Engine, now: Now, place: int, subject: str, limit: int) -> int:
    with reading(), transaction(engine) as session:
        at = now(session)
        actor = _approver(session, place, subject, at)
        proposal = find(session, subject, actor)
        moved = left(session, proposal, now=at, actor=actor)
        cases = sorted({one.case_id for one in moved})
    for case_id in cases[:limit]:
        _take_effect(engine, now, case_id, proposal, actor)
    if len(cases) <= limit:
        with transaction(engine) as session:
            proposed.done(session, proposal.table, proposal.id, now(session))
    return min(len(cases), limit)


def _take_effect(engine: Engine, now: Now, case_id: int, proposal: Proposal, actor: Actor) -> None:
    try:
        with transaction(engine) as session:
            recount_case(session, case_id, proposal, now=now(session), actor=actor)
    except Exception:
        # One case that cannot be counted again must not stop the others: a person decides on it.
        log.exception("case %s cannot be counted again for %s", case_id, proposal.change.subject)
        with transaction(engine) as session:
            _hand_over(session, case_id, proposal, now(session), actor)


def _hand_over(
    session: Session, case_id: int, proposal: Proposal, now: datetime, actor: Actor
) -> None:
    act = Act.lock(session, case_id, now, actor)
    rowtasks.open_once(act, "decidir_retificacao", "Decidir sobre a retificação", "autoridade")
    body = {proposal.table: proposal.id, "pieces": [], "effects": []}
    act.event("terms_recounted", proposal.change.subject, body, act.moment(now))
    act.save()


def _approver(session: Session, place: int, subject: str, now: datetime) -> Actor:
    """Who put the change in force, with the roles of that day: whose act the recounts are."""
    table, _, row_id = subject.partition(":")
    source, user, town = tables.metadata.tables[table], tables.user_account, tables.municipality
    who = session.execute(
        select(user, town.c.slug)
        .join(source, source.c.approved_by == user.c.id)
        .join(town, town.c.id == user.c.municipality_id)
        .where(source.c.id == int(row_id), source.c.municipality_id == place)
    ).one()
    today = counting.local_day(now, law(who.slug).municipality.zone)
    held = _memberships(session, who.id, today)
    return Actor(who.id, who.name, place, who.slug, held, who.registration, who.cpf)


def _memberships(session: Session, user_id: int, today: date) -> tuple[Membership, ...]:
    held = tables.membership
    rows = session.execute(
        select(held).where(
            held.c.user_id == user_id,
            holds_on(held, today),
        )
    )
    return tuple(
        Membership(m.id, m.role, m.capacity, m.unit_id, m.office, m.appointed_by) for m in rows
    )
