"""«Retificar», «Devolver à etapa», «Reabrir prazo», «Tornar sem efeito».

Each act has two pages: the form, and what the act would change, to be confirmed. The second is
the act itself, run and rolled back: nothing is written before it is confirmed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import correcting, undoing
from webapp.domain.competence import Actor
from webapp.domain.errors import Refused, Unacceptable
from webapp.forms import Checked, Invalid, check
from webapp.store import steps
from webapp.store.database import reading
from webapp.web import correction_screens as screens
from webapp.web import posted, request_keys
from webapp.web.answering import case_path
from webapp.web.correction_screens import Change, Done, Screen
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy, signed_in
from webapp.web.request_keys import WebReply, once

corrections = Blueprint("corrections", __name__, url_prefix="/processos/<int:case_id>")

Build = Callable[[Session, datetime, Actor], Screen]
BOTH: Final = ["GET", "POST"]


@corrections.get("/retificar")
@policy(holds(*correcting.WHO))
def facts(case_id: int) -> ResponseReturnValue:
    """The facts of the case that are in force, each with its «Retificar»."""
    session, person = db.session(), actor()
    case, act = screens.case_of(session, clock.now(session), person, case_id)
    return render_template("corrections.html", case=case, facts=screens.facts_in_words(act))


@corrections.route("/retificar/<int:fact_id>", methods=BOTH)
@policy(holds(*correcting.WHO))
def correct(case_id: int, fact_id: int) -> ResponseReturnValue:
    """«Retificar» one fact."""
    return two_pages(partial(screens.correct_fact, case_id=case_id, fact_id=fact_id))


@corrections.route("/devolver", methods=BOTH)
@policy(signed_in)
def give_back(case_id: int) -> ResponseReturnValue:
    """«Devolver à etapa»: for who signs as the authority."""
    return two_pages(partial(screens.return_case, case_id=case_id))


@corrections.route("/prazos/<int:term_id>/reabrir", methods=BOTH)
@policy(signed_in)
def reopen(case_id: int, term_id: int) -> ResponseReturnValue:
    """«Reabrir prazo»: for who signs as the authority."""
    return two_pages(partial(screens.reopen_term, case_id=case_id, term_id=term_id))


@corrections.route("/protocolos/<int:paper_id>/sem-efeito", methods=BOTH)
@policy(holds(*undoing.WHO))
def undo(case_id: int, paper_id: int) -> ResponseReturnValue:
    """«Tornar sem efeito» a paper."""
    return two_pages(partial(screens.undo_paper, case_id=case_id, paper_id=paper_id))


@dataclass(frozen=True, slots=True)
class Offered:
    """Which of these acts the page of a case offers to somebody."""

    correct: bool
    decide: bool
    undo: bool


def offered(person: Actor) -> Offered:
    """What the person may do that day; the acts check it again."""
    return Offered(
        correct=any(person.holds(role) for role in correcting.WHO),
        decide=person.signing("autoridade") is not None,
        undo=any(person.holds(role) for role in undoing.WHO),
    )


# ---- the two pages of an act


def two_pages(build: Build) -> ResponseReturnValue:
    """An act asked on one page and confirmed on the next, which shows what it changes.

    `_action`: «ver» what would change, «mudar» what was typed, «confirmar».
    """
    if request.method != "POST":
        return _form(build)
    pressed = request.form.get("_action")
    if pressed == "mudar":
        return _form(build, posted.typed())
    return _confirm(build) if pressed == "confirmar" else _preview(build)


def _confirm(build: Build) -> ResponseReturnValue:
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        reply = _run(session, now, build(session, now, person)).reply
        told = "; ".join(reply.moved)
        message = f"{reply.message} {told[:1].upper()}{told[1:]}." if told else reply.message
        return WebReply(message, location=case_path(reply.case_id))

    return once(act, refused=partial(_refused, build))


def _preview(build: Build) -> ResponseReturnValue:
    """Run the act, roll it back, and show what it did."""
    session, person = db.session(), actor()
    now = clock.now(session)
    try:
        screen = build(session, now, person)
        posted.action("ver")  # only now: of another municipality's case nothing is told
        done = _tried(session, now, person, screen)
    except Refused as refusal:
        session.rollback()
        return request_keys.show(refusal, partial(_refused, build))
    session.rollback()
    return render_template(
        "corrections_confirm.html", screen=screen, done=done, typed=posted.typed()
    )


def _tried(session: Session, now: datetime, person: Actor, screen: Screen) -> Done:
    """What the act does, with the open steps before and after it."""
    before = _open_steps(session, person, screen.case.id)
    done = _run(session, now, screen)
    after = _open_steps(session, person, screen.case.id)
    if before == after:
        return done
    steps_moved = Change("Etapas abertas", before, after)
    return Done(done.reply, (*done.changes, steps_moved), done.note)


def _open_steps(session: Session, person: Actor, case_id: int) -> str:
    found = steps.open_steps(session, person.municipality_id, case_id)
    return "; ".join(step.name for step in found) or "nenhuma"


def _run(session: Session, now: datetime, screen: Screen) -> Done:
    return screen.run(session, now, _checked(screen))


def _checked(screen: Screen) -> Checked:
    try:
        return check(screen.whole, posted.typed(), posted.files(), screen.context)
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def _refused(build: Build, refusal: Refused) -> str:
    """The form again with what was typed; what no form can mend is raised."""
    if refusal.status in (400, 404):
        raise refusal
    return _form(build, posted.typed(), refusal)


def _form(
    build: Build,
    typed: Mapping[str, Sequence[str]] | None = None,
    refusal: Refused | None = None,
) -> str:
    with reading():
        session = db.session()
        screen = build(session, clock.now(session), actor())
    errors = refusal.errors if isinstance(refusal, Unacceptable) else {}
    return render_template(
        "corrections_form.html",
        screen=screen,
        values=screen.first if typed is None else typed,
        errors=errors,
        told=refusal.message if refusal and not errors else "",
    )
