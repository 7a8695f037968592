"""«Outros atos»: what may be done in every case and no diagram draws."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import cassation, deaths, dispatching, grounds, holding, linking, opinions
from webapp.cases.orders import Signer
from webapp.domain.competence import Actor
from webapp.domain.errors import Refused, Unacceptable
from webapp.forms import Checked, Invalid, check
from webapp.laws import law
from webapp.store.case_file import CaseFile
from webapp.store.database import reading
from webapp.web import act_screens as screens
from webapp.web import posted
from webapp.web.act_screens import Asked, Screen
from webapp.web.answering import case_path
from webapp.web.database import db
from webapp.web.filing import COUNTER
from webapp.web.policy import actor, holds, policy
from webapp.web.request_keys import WebReply

acts = Blueprint("acts", __name__, url_prefix="/processos/<int:case_id>")

Build = Callable[[Asked], Screen]
BOTH: Final = ["GET", "POST"]
_HOLD: Final = {False: "Sobrestar", True: "Mudar o dia de rever"}


@acts.route("/sobrestar", methods=BOTH)
@policy(holds(*holding.WHO))
def hold(case_id: int) -> ResponseReturnValue:
    """«Sobrestar»."""
    return _answer(case_id, screens.hold)


@acts.route("/retomar", methods=BOTH)
@policy(holds(*holding.WHO))
def resume(case_id: int) -> ResponseReturnValue:
    """«Retomar»."""
    return _answer(case_id, screens.resume)


@acts.route("/despacho", methods=BOTH)
@policy(holds(*dispatching.WHO))
def dispatch(case_id: int) -> ResponseReturnValue:
    """«Despacho»: for who signs as the authority."""
    return _answer(case_id, screens.dispatch)


@acts.route("/parecer", methods=BOTH)
@policy(holds(*opinions.WHO))
def opinion(case_id: int) -> ResponseReturnValue:
    """«Pedir parecer»."""
    return _answer(case_id, screens.opinion)


@acts.route("/vincular", methods=BOTH)
@policy(holds(*linking.WHO))
def link(case_id: int) -> ResponseReturnValue:
    """«Vincular a outro processo»."""
    return _answer(case_id, screens.link)


@acts.route("/vinculos/<int:link_id>/desfazer", methods=BOTH)
@policy(holds(*linking.WHO))
def unlink(case_id: int, link_id: int) -> ResponseReturnValue:
    """«Desfazer vínculo»."""
    return _answer(case_id, partial(screens.unlink, link_id=link_id))


@acts.route("/obito", methods=BOTH)
@policy(holds(*deaths.WHO))
def death(case_id: int) -> ResponseReturnValue:
    """«Registrar óbito»."""
    return _answer(case_id, screens.death)


@acts.route("/propor-cassacao", methods=BOTH)
@policy(holds(*cassation.WHO))
def propose_cassation(case_id: int) -> ResponseReturnValue:
    """«Propor cassação»."""
    return _answer(case_id, screens.propose_cassation)


def offered(person: Actor, file: CaseFile) -> list[tuple[str, str]]:
    """«Outros atos» of a case for somebody that day: label and path. The acts check it again."""
    ended, held = file.head.ended_at is not None, file.head.held_until is not None
    office, clerk = _holds(person, holding.WHO), _holds(person, linking.WHO)
    counter = _holds(person, COUNTER.roles)
    shown = (
        (office and not ended, _HOLD[held], "acts.hold", ""),
        (office and held, "Retomar", "acts.resume", ""),
        (person.signing("autoridade") is not None, "Despacho", "acts.dispatch", ""),
        (office, "Pedir parecer", "acts.opinion", ""),
        (clerk, "Vincular a outro processo", "acts.link", ""),
        (clerk, "Registrar óbito", "acts.death", ""),
        (_may_propose(person, file), "Propor cassação", "acts.propose_cassation", ""),
        (counter, "Registrar pagamento", "filing.form", "pagamento"),
        (counter, "Registrar desistência", "filing.form", "desistencia"),
    )
    return [
        (label, url_for(view, case_id=file.head.id, especie=kind or None))
        for is_shown, label, view, kind in shown
        if is_shown
    ]


def _may_propose(person: Actor, file: CaseFile) -> bool:
    """Where cassation is a case of its own, and this is another one."""
    rules = law(person.municipality)
    apart = grounds.has_own_case(rules) and file.head.process != grounds.own_process(rules)
    return apart and _holds(person, cassation.WHO)


def _holds(person: Actor, roles: Iterable[str]) -> bool:
    return any(person.holds(role) for role in roles)


# ---- the page of an act


def _answer(case_id: int, build: Build) -> ResponseReturnValue:
    return _do(case_id, build) if request.method == "POST" else _page(case_id, build)


def _do(case_id: int, build: Build) -> ResponseReturnValue:
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        screen = build(Asked.on(session, now, person, case_id))
        done = screen.run(session, now, _checked(screen), _signer(screen, person))
        return WebReply(done.message, location=case_path(case_id))

    return posted.perform(act, partial(_refused, case_id, build))


def _checked(screen: Screen) -> Checked:
    try:
        return check(screen.form, posted.typed(), posted.files(), screen.context)
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def _signer(screen: Screen, person: Actor) -> Signer | None:
    """Who signs, where the password was typed again just now."""
    return Signer.of(person, screen.signing) if screen.signing and posted.signed() else None


def _refused(case_id: int, build: Build, refusal: Refused) -> str:
    """The form again with what was typed; what no form can mend is raised."""
    if refusal.status in (400, 404):
        raise refusal
    return _page(case_id, build, posted.typed(), refusal)


def _page(
    case_id: int,
    build: Build,
    typed: Mapping[str, Sequence[str]] | None = None,
    refusal: Refused | None = None,
) -> str:
    with reading():
        session = db.session()
        screen = build(Asked.on(session, clock.now(session), actor(), case_id))
    errors = refusal.errors if isinstance(refusal, Unacceptable) else {}
    return render_template(
        "acts.html",
        screen=screen,
        values=typed or {},
        errors=errors,
        told=refusal.message if refusal and not errors else "",
    )
