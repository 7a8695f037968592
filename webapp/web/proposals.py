"""The page of a change of the clock for all cases: what it moves, and who approves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import carrying, previewing, second_person
from webapp.cases.previewing import Moved
from webapp.cases.second_person import DAY, EVENT, KINDS, Proposal
from webapp.domain import counting
from webapp.domain.calendar import span
from webapp.domain.competence import Actor
from webapp.domain.errors import Refused, Unacceptable
from webapp.forms import Checked, Context, Form, Invalid, check
from webapp.laws import law
from webapp.store import calendar_days
from webapp.store.calendar_days import EnteredDay
from webapp.store.clockevents import Entered
from webapp.store.database import reading
from webapp.store.proposed import IN_FORCE, PROPOSED
from webapp.web import posted
from webapp.web.database import db
from webapp.web.policy import actor
from webapp.web.request_keys import WebReply, once
from webapp.web.year import Year, year_of

# Cases counted again while the person waits; the worker goes on with the others.
AT_ONCE: Final = 10
SHOWN: Final = 200
STATES: Final = {
    "proposed": ("espera aprovação", "at"),
    "in_force": ("em vigor", "ok"),
    "refused": ("recusado", "nt"),
    "revoked": ("revogado", "nt"),
}
TONES: Final = {
    previewing.ACTED: "mal",
    previewing.REOPENS: "mal",
    previewing.DATE_ONLY: "nt",
    previewing.PAPERS: "nt",
    previewing.RUNS: "inf",
}
HOW: Final = {how: (words, TONES[how]) for how, words in previewing.IN_WORDS.items()}


@dataclass(frozen=True, slots=True)
class Row:
    """A change in a list: what it is, its days, its act, and where it stands."""

    path: str
    what: str
    first: date
    last: date
    act: str
    state: str
    tone: str
    by: str
    decided_by: str


def rows_of(entered: Sequence[EnteredDay | Entered]) -> list[Row]:
    """Changes entered, as lists show them."""
    return [_row(one) for one in entered]


def _row(one: EnteredDay | Entered) -> Row:
    state, tone = STATES[one.state]
    told = {"state": state, "tone": tone, "by": one.by, "decided_by": one.decided_by}
    if isinstance(one, EnteredDay):
        path = url_for("calendar.one", day_id=one.id)
        return Row(path, second_person.words_of(one), one.day, one.to_day, one.act, **told)
    event = one.event
    path = url_for("clock_events.one", event_id=event.id)
    what = f"{KINDS[event.kind]}: {event.cause}"
    return Row(path, what, event.from_day, event.to_day, event.act, **told)


def checked(form: Form, now: datetime) -> Checked:
    """What was typed, as the form reads it. Raises Unacceptable."""
    try:
        return check(form, posted.typed(), posted.files(), Context(today=today_of(actor(), now)))
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def today_of(person: Actor, now: datetime) -> date:
    """The local day of the person's municipality."""
    return counting.local_day(now, law(person.municipality).municipality.zone)


# ---- one proposal


def one_proposal(subject: str, refusal: Refused | None = None) -> str:
    """The page of a change: the terms that it moves, or has still to move, and the buttons."""
    person = actor()
    with reading():
        session = db.session()
        proposal = second_person.find(session, subject, person)
        moved = _moved(session, proposal, person)
        today = today_of(person, clock.now(session))
        year = _year(session, proposal, person, today)
        revocation = _revocation(session, proposal, person)
    state, tone = STATES[proposal.state]
    return render_template(
        "proposal.html",
        proposal=proposal,
        back=_back(proposal),
        state=state,
        tone=tone,
        waits=proposal.state == PROPOSED,
        going=proposal.state == IN_FORCE and not proposal.finished,
        mine=proposal.entered_by == person.user_id,
        moved=moved[:SHOWN],
        left=max(len(moved) - SHOWN, 0),
        counts=_counts(moved),
        cases=len({one.case_id for one in moved}),
        late=proposal.change.first <= today,
        year=year,
        how=HOW,
        revocation=revocation,
        typed=request.form.get("motivo", ""),
        typed_act=request.form.get("ato", ""),
        errors=posted.errors_of(refusal) if refusal else {},
    )


def _moved(session: Session, proposal: Proposal, person: Actor) -> list[Moved]:
    """What the change moves; once it is in force, only in cases not yet counted again."""
    if proposal.finished or proposal.state not in (PROPOSED, IN_FORCE):
        return []
    return second_person.left(session, proposal, now=clock.now(session), actor=person)


def _revocation(session: Session, proposal: Proposal, person: Actor) -> Row | None:
    """What revokes, or would revoke, days that were entered."""
    if proposal.table != DAY:
        return None
    found = calendar_days.revocation(session, person.municipality_id, proposal.id)
    return _row(found) if found else None


def _year(session: Session, proposal: Proposal, person: Actor, today: date) -> Year:
    """The year in which the change begins; its days are marked while they wait."""
    first, last = proposal.change.first, proposal.change.last
    asked = span(first, last) if proposal.state == PROPOSED else ()
    return year_of(session, person, first.year, today, asked)


def _counts(moved: Sequence[Moved]) -> list[tuple[str, int, str]]:
    """How many terms there are of each kind, in words, with its tone."""
    found = [(how, sum(one.how == how for one in moved)) for how in previewing.ORDER]
    return [(HOW[how][0], n, HOW[how][1]) for how, n in found if n]


def _back(proposal: Proposal) -> tuple[str, str]:
    """The list that the change stands in: its address and name."""
    if proposal.table == EVENT:
        return url_for("clock_events.for_all"), "Suspensões"
    return url_for("calendar.year", ano=proposal.change.first.year), "Calendário"


def decide_on(subject: str) -> ResponseReturnValue:
    """Approve, refuse, or go on counting; then count again as many cases as one can wait for."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        second_person.find(session, subject, person)
        return WebReply(_decided(session, subject, now, person), location=request.path)

    reply = once(act, refused=lambda refusal: one_proposal(subject, refusal))
    carrying.carry_on(db.engine, clock.now, AT_ONCE)
    return reply


def _decided(session: Session, subject: str, now: datetime, person: Actor) -> str:
    pressed = posted.action("aprovar", "recusar", "continuar")
    if pressed == "aprovar":
        second_person.approve(session, subject, now=now, actor=person)
        return "Aprovado. Os prazos que mudam são recontados e certificados, processo a processo."
    if pressed == "recusar":
        reason = request.form.get("motivo", "")
        second_person.refuse(session, subject, reason, now=now, actor=person)
        return "Recusado. Nenhum prazo mudou."
    return "A recontagem continua."
