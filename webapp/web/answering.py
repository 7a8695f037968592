"""Answering a step: the draft that is kept, the answer that moves the case on."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import Blueprint, flash, jsonify, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import assigning, completing, desk
from webapp.cases.act import Act
from webapp.cases.orders import Signer
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused
from webapp.forms import echo
from webapp.store import filings, steps
from webapp.store.database import reading
from webapp.web import posted
from webapp.web.database import db
from webapp.web.policy import actor, policy, signed_in
from webapp.web.request_keys import WebReply, once
from webapp.web.task import panel

task = Blueprint("task", __name__)


@task.get("/processos/<int:case_id>/tarefas/<int:task_id>")
@policy(signed_in)
def show(case_id: int, task_id: int) -> ResponseReturnValue:
    """The case with this step's card; who asks for a closed one is told who or what took it."""
    session, person = db.session(), actor()
    if _is_closed(session, case_id, task_id, person):
        flash(_taken(session, case_id, task_id, person))
        return redirect(case_path(case_id), 303)
    return redirect(f"{case_path(case_id)}?tarefa={task_id}", 303)


@task.post("/processos/<int:case_id>/tarefas/<int:task_id>")
@policy(signed_in)
def answer(case_id: int, task_id: int) -> ResponseReturnValue:
    """`_action`: «concluir» the step, signed where its form says so, or keep a «rascunho».

    A script that keeps drafts as people type asks for JSON and gets {"saved": true or false}.
    """
    person = actor()
    if posted.action("concluir", "rascunho") == "concluir":
        return _or_taken(_complete(case_id, task_id, person), case_id, task_id, person)
    reply = make_response(_keep_draft(case_id, task_id, person))
    if _by_script():
        return jsonify(saved=reply.status_code < 400)
    return _or_taken(reply, case_id, task_id, person)


def _complete(case_id: int, task_id: int, person: Actor) -> ResponseReturnValue:
    def act(session: Session, now: datetime) -> WebReply:
        done = completing.complete(
            session,
            case_id,
            task_id,
            posted.typed(),
            posted.files(),
            now=now,
            actor=person,
            signer=_signer(session, case_id, task_id, person),
        )
        if done.status == 200:
            return WebReply(done.message, location=case_path(case_id))
        return WebReply(done.message, status=done.status)

    def refused(refusal: Refused) -> str:
        return page(case_id, task_id, posted.typed(), posted.errors_of(refusal))

    return posted.perform(act, refused)


def _signer(session: Session, case_id: int, task_id: int, person: Actor) -> Signer | None:
    """Who signs, where the password was typed again just now."""
    step = steps.step(session, person.municipality_id, case_id, task_id)
    membership = person.signing(step.role or "") if step and posted.signed() else None
    return Signer.of(person, membership) if membership else None


def _keep_draft(case_id: int, task_id: int, person: Actor) -> ResponseReturnValue:
    def act(session: Session, now: datetime) -> WebReply:
        if _is_closed(session, case_id, task_id, person):
            return WebReply("A etapa já foi encerrada.", status=409)
        at = desk.of_task(session, case_id, task_id, now=now, actor=person)
        typed = echo(at.form, posted.typed())
        kept = assigning.save_draft(session, case_id, task_id, typed, now=now, actor=person)
        message = kept.message + (" Os arquivos não: escolha-os ao concluir." if _files() else "")
        return WebReply("" if _by_script() else message, location=case_path(case_id))

    return once(act)


def _files() -> bool:
    return any(upload.name for uploads in posted.files().values() for upload in uploads)


def _by_script() -> bool:
    return request.accept_mimetypes.best == "application/json"


# ---- pages


def case_path(case_id: int) -> str:
    """Where the case is seen."""
    return f"/processos/{case_id}"


def page(
    case_id: int,
    task_id: int,
    typed: Mapping[str, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
) -> str:
    """The page of one step, with what was typed and the errors of an answer not accepted."""
    with reading():
        session = db.session()
        shown = panel(session, case_id, task_id, actor(), clock.now(session), typed, errors)
        return render_template("task_page.html", panel=shown)


def _or_taken(
    reply: ResponseReturnValue, case_id: int, task_id: int, person: Actor
) -> ResponseReturnValue:
    """The reply; where the step was taken first, the page that says so and shows what was typed."""
    if make_response(reply).status_code != 409:
        return reply
    with reading():
        session = db.session()
        if not _is_closed(session, case_id, task_id, person):
            return reply
        said = _taken(session, case_id, task_id, person)
        case = filings.case_name(session, person.municipality_id, case_id)
    told = render_template("task_taken.html", said=said, case=case, typed=posted.shown())
    return make_response(told, 409)


def _is_closed(session: Session, case_id: int, task_id: int, person: Actor) -> bool:
    step = steps.step(session, person.municipality_id, case_id, task_id)
    if step is None:
        raise NotFound
    return step.closed_at is not None


def _taken(session: Session, case_id: int, task_id: int, person: Actor) -> str:
    act = Act.look(session, case_id, clock.now(session), person)
    return completing.taken(act, task_id)
