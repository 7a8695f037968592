"""A change for all cases, of the clock or of a value: one person proposes it, another approves it.

What it moves is told before, and moves only after: `carrying` goes through the cases. A value
moves nothing by itself.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from webapp.cases import previewing
from webapp.cases.certifying import Why
from webapp.cases.previewing import Change, Moved
from webapp.domain.calendar import Opening
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.laws import law
from webapp.store import calendar_days, clockevents, counted_terms, entered_values, proposed
from webapp.store.calendar_days import EnteredDay
from webapp.store.clockevents import Entered
from webapp.store.entered_values import ProposedValue
from webapp.store.events import keep_text, record
from webapp.store.proposed import IN_FORCE, PROPOSED, REFUSED

WHO: Final = ("secretaria", "autoridade", "administrador")
DAY, EVENT, VALUE = "calendar_day", "clock_event", "entered_value"
# What names the kinds of event of each, and in whose chain they stand.
_EVENTS: Final = {
    DAY: ("calendar_day", "calendar"),
    EVENT: ("clock_event", "calendar"),
    VALUE: ("value", "law"),
}
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


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change for all cases, and who answers for it. `finished`: every case was counted again;
    `revokes`: the id of the days that it takes back."""

    change: Change
    state: str
    entered_by: int
    entered_at: datetime
    approved_by: int | None
    finished: bool
    why: Why
    revokes: int | None = None

    @property
    def table(self) -> str:
        """Of which table it is a row: calendar_day | clock_event | entered_value."""
        return self.change.subject.partition(":")[0]

    @property
    def id(self) -> int:
        return int(self.change.subject.partition(":")[2])


def authorise(actor: Actor) -> None:
    """Raise NoCompetence for who may neither propose nor approve."""
    if not any(actor.holds(role) for role in WHO):
        raise NoCompetence(
            "Só a Secretaria, a Autoridade ou o administrador lança e aprova o que vale para todos "
            "os processos. Peça o lançamento a quem exerce uma dessas funções."
        )


def find(session: Session, subject: str, actor: Actor, *, lock: bool = False) -> Proposal:
    """The proposal that a subject names. Raises NotFound, also for another municipality's."""
    table, _, row_id = subject.partition(":")
    place = actor.municipality_id
    if table == DAY:
        day = calendar_days.one(session, place, int(row_id), lock=lock)
        found = _of_day(day) if day else None
    elif table == VALUE:
        value = entered_values.one(session, place, int(row_id), lock=lock)
        found = _of_value(value) if value else None
    else:
        event = clockevents.one_for_all(session, place, int(row_id), lock=lock)
        found = _of_event(event) if event else None
    if found is None:
        raise NotFound
    return found


def _of_day(row: EnteredDay) -> Proposal:
    subject, taken_back = f"{DAY}:{row.id}", row.revokes is not None
    change = Change(
        subject,
        row.day,
        row.to_day,
        days=() if taken_back else row.extras,
        taken_back=taken_back,
    )
    why = Why(words_of(row), row.act, row.day, row.to_day, row.by, row.decided_by)
    finished = row.recounted_at is not None
    return Proposal(
        change, row.state, row.entered_by, row.entered_at, row.approved_by, finished, why,
        row.revokes,
    )  # fmt: skip


def words_of(row: EnteredDay) -> str:
    """«sem expediente: luto oficial», «revogação de «sem expediente»: foi anulado»."""
    what = OPENINGS[row.opening]
    return f"{what if row.revokes is None else f'revogação de «{what}»'}: {row.reason}"


def _of_event(row: Entered) -> Proposal:
    event = row.event
    change = Change(f"{EVENT}:{event.id}", event.from_day, event.to_day, events=(event,))
    what = f"{KINDS[event.kind]}: {event.cause}"
    why = Why(what, event.act, event.from_day, event.to_day, row.by, row.decided_by)
    finished = row.recounted_at is not None
    return Proposal(
        change, row.state, row.entered_by, row.entered_at, row.approved_by, finished, why
    )


def _of_value(row: ProposedValue) -> Proposal:
    first, last = row.from_day, row.to_day or row.from_day
    change = Change(f"{VALUE}:{row.id}", first, last)
    why = Why(f"{row.key}: {row.value}", row.act, first, last, row.by, row.decided_by)
    return Proposal(
        change, row.state, row.entered_by, row.entered_at, row.approved_by, finished=True, why=why
    )


def note(
    session: Session, done: str, subject: str, body: dict[str, Any], now: datetime, actor: Actor
) -> None:
    """Record that a change was `entered` or `decided`: in the chain of the municipality's calendar,
    or of its law."""
    place, who = actor.municipality_id, actor.reference
    kind, chain = _EVENTS[subject.partition(":")[0]]
    record(session, f"{chain}:{place}", place, f"{kind}_{done}", subject, body, actor=who, now=now)


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
            "Quem lançou não aprova: uma segunda pessoa confere o ato antes que ele valha. "
            "Peça a aprovação a outra pessoa da Secretaria, à Autoridade ou ao administrador.",
            403,
        )
    _decide(session, proposal, IN_FORCE, {"approved": True}, now, actor)
    if proposal.revokes is not None:
        proposed.revoked(session, proposal.table, proposal.revokes)
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
            "Volte à lista para ver como ficou."
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
    proposed.decide(session, proposal.table, proposal.id, state, actor.user_id, now)
    told = {proposal.table: proposal.id, **body}
    note(session, "decided", proposal.change.subject, told, now, actor)
