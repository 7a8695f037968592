"""A change of the clock for all cases: one person proposes it, another approves it.

It takes effect case by case, each in a transaction of its own, so that it can stop anywhere and
go on: a case counted again for the change has an event that says so, and is passed over.
"""

import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Engine, or_, select
from sqlalchemy.orm import Session

from webapp.cases import certifying, previewing, recounting, rowtasks, settling
from webapp.cases.act import Act, Reply
from webapp.cases.certifying import Why
from webapp.cases.previewing import Change, Moved
from webapp.domain import counting
from webapp.domain.calendar import Opening
from webapp.domain.competence import Actor, Membership
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.laws import law
from webapp.store import calendar_days, clockevents, counted_terms, hold, tables
from webapp.store.calendar_days import EnteredDay
from webapp.store.clockevents import IN_FORCE, PROPOSED, REFUSED, Entered
from webapp.store.database import reading, transaction
from webapp.store.events import Happening, keep_text, record

WHO: Final = ("secretaria", "autoridade", "administrador")
DAY, EVENT = "calendar_day", "clock_event"
KINDS: Final = {
    "suspension": "suspensão dos prazos",
    "interruption": "interrupção dos prazos",
    "extension": "prorrogação de prazo",
    "outage": "sistema fora do ar",
}
OPENINGS: Final = {
    Opening.FECHADO: "sem expediente",
    Opening.ENCERRADO_ANTES: "expediente encerrado antes da hora",
    Opening.ABERTO_DEPOIS: "expediente iniciado depois da hora",
    Opening.ABERTO: "expediente normal",
}
Now = Callable[[Session], datetime]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change for all cases, and who answers for it. `finished`: every case was counted again."""

    change: Change
    state: str
    entered_by: int
    approved_by: int | None
    finished: bool
    why: Why

    @property
    def table(self) -> str:
        """Of which table it is a row: calendar_day | clock_event."""
        return self.change.subject.partition(":")[0]

    @property
    def id(self) -> int:
        return int(self.change.subject.partition(":")[2])


def authorise(actor: Actor) -> None:
    """Raise NoCompetence for who may neither propose nor approve."""
    if not any(actor.holds(role) for role in WHO):
        raise NoCompetence(
            "Só a Secretaria, a Autoridade ou o administrador lança e aprova o que muda os prazos "
            "de todos os processos. Peça o lançamento a quem exerce uma dessas funções."
        )


def find(session: Session, subject: str, actor: Actor, *, lock: bool = False) -> Proposal:
    """The proposal that a subject names. Raises NotFound, also for another municipality's."""
    table, _, row_id = subject.partition(":")
    place = actor.municipality_id
    if table == DAY:
        day = calendar_days.one(session, place, int(row_id), lock=lock)
        found = _of_day(day) if day else None
    else:
        event = clockevents.one_for_all(session, place, int(row_id), lock=lock)
        found = _of_event(event) if event else None
    if found is None:
        raise NotFound
    return found


def _of_day(row: EnteredDay) -> Proposal:
    change = Change(f"{DAY}:{row.id}", row.day, row.day, days=(row.extra,))
    what = f"{OPENINGS[row.opening]}: {row.reason}"
    why = Why(what, row.act, row.day, row.day, row.by, row.decided_by)
    finished = row.recounted_at is not None
    return Proposal(change, row.state, row.entered_by, row.approved_by, finished, why)


def _of_event(row: Entered) -> Proposal:
    event = row.event
    change = Change(f"{EVENT}:{event.id}", event.from_day, event.to_day, events=(event,))
    what = f"{KINDS[event.kind]}: {event.cause}"
    why = Why(what, event.act, event.from_day, event.to_day, row.by, row.decided_by)
    finished = row.recounted_at is not None
    return Proposal(change, row.state, row.entered_by, row.approved_by, finished, why)


def note(
    session: Session, kind: str, subject: str, body: dict[str, Any], now: datetime, actor: Actor
) -> None:
    """Record in the chain of the municipality's calendar."""
    chain = f"calendar:{actor.municipality_id}"
    happening = Happening(str(uuid.uuid4()), now, now, actor.reference, kind, subject, body)
    record(session, chain, actor.municipality_id, happening)


# ---- the second person


def preview(session: Session, subject: str, *, now: datetime, actor: Actor) -> list[Moved]:
    """Which terms the change moves, before anything is decided; or still has to move."""
    place, proposal = actor.municipality_id, find(session, subject, actor)
    return previewing.moved(session, law(actor.municipality), place, proposal.change, now)


def left(session: Session, proposal: Proposal, *, now: datetime, actor: Actor) -> list[Moved]:
    """Which terms the change moves in cases that were not counted again for it yet."""
    place, subject = actor.municipality_id, proposal.change.subject
    done = counted_terms.recounted(session, place, subject)
    moved = previewing.moved(session, law(actor.municipality), place, proposal.change, now)
    return [one for one in moved if one.case_id not in done]


def approve(session: Session, subject: str, *, now: datetime, actor: Actor) -> Proposal:
    """Put a proposal in force. The cases are counted again after it, by `carry_on`.

    Raises Refused for who entered it, and where it was decided on already.
    """
    proposal = _undecided(session, subject, actor)
    if proposal.entered_by == actor.user_id:
        raise Refused(
            "Quem lançou não aprova: uma segunda pessoa confere o ato antes que os prazos mudem. "
            "Peça a aprovação a outra pessoa da Secretaria, à Autoridade ou ao administrador.",
            403,
        )
    _decide(session, proposal, IN_FORCE, {"approved": True}, now, actor)
    return proposal


def refuse(session: Session, subject: str, reason: str, *, now: datetime, actor: Actor) -> Proposal:
    """Refuse a proposal, with a reason; who entered it may withdraw it so. Nothing moves."""
    proposal = _undecided(session, subject, actor)
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o lançamento é recusado."})
    ref, digest = keep_text(session, actor.municipality_id, reason.strip())
    body = {"approved": False, "reason_ref": ref, "reason_hash": digest}
    _decide(session, proposal, REFUSED, body, now, actor)
    return proposal


def _undecided(session: Session, subject: str, actor: Actor) -> Proposal:
    authorise(actor)
    proposal = find(session, subject, actor, lock=True)
    if proposal.state != PROPOSED:
        done = "aprovado" if proposal.state == IN_FORCE else "recusado"
        raise Refused(
            f"Este lançamento já foi {done} por {proposal.why.approved_by}. "
            "Volte ao calendário para ver como ficou."
        )
    return proposal


def _decide(
    session: Session,
    proposal: Proposal,
    state: str,
    body: dict[str, Any],
    now: datetime,
    actor: Actor,
) -> None:
    store = calendar_days if proposal.table == DAY else clockevents
    store.decide(session, proposal.id, state, actor.user_id, now)
    told = {proposal.table: proposal.id, **body}
    note(session, f"{proposal.table}_decided", proposal.change.subject, told, now, actor)


# ---- case by case


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
        waiting = [] if hold.held(session) else _unfinished(session)
    for place, subject in waiting:
        if gone < limit:
            gone += _carry(engine, now, place, subject, limit - gone)
    return gone


def _unfinished(session: Session) -> list[tuple[int, str]]:
    days = [(place, f"{DAY}:{found}") for place, found in calendar_days.unfinished(session)]
    events = [(place, f"{EVENT}:{found}") for place, found in clockevents.unfinished(session)]
    return days + events


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
            store = calendar_days if proposal.table == DAY else clockevents
            store.done(session, proposal.id, now(session))
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
            held.c.from_day <= today,
            or_(held.c.to_day.is_(None), held.c.to_day >= today),
        )
    )
    return tuple(
        Membership(m.id, m.role, m.capacity, m.unit_id, m.office, m.appointed_by) for m in rows
    )
