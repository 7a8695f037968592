"""`/incidentes`: what failed and waits for somebody, for the operator and the administrator."""

from datetime import datetime
from typing import Final

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.cases import incidents as acts
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.store import incidents as store
from webapp.store.incidents import IncidentRow
from webapp.web import paging
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy
from webapp.web.request_keys import WebReply, once

incidents = Blueprint("incidents", __name__, url_prefix="/incidentes")

MOST_OPEN: Final = 200
HOME: Final = "/incidentes"
KINDS: Final = {
    acts.TERM: "Prazo sem efeito",
    acts.MAIL: "Mensagens que não saem",
    "relogio": "Relógio da máquina",
}
CLOSED: Final = {
    acts.RETRIED: "tentado de novo",
    acts.SKIPPED: "entregue à Autoridade",
    None: "encerrado pelo sistema",
}


@incidents.get("")
@policy(holds(*acts.WHO))
def every() -> str:
    """Those that are open, all of them, and a page of those that are closed."""
    session, town, page = db.session(), actor().municipality_id, paging.page(request.args)
    return render_template(
        "incidents.html",
        opened=store.opened(session, town, MOST_OPEN),
        closed=store.closed(session, town, paging.SIZE, (page - 1) * paging.SIZE),
        total=store.count_closed(session, town),
        page=page,
        size=paging.SIZE,
        kinds=KINDS,
        how=CLOSED,
    )


@incidents.get("/<int:incident_id>")
@policy(holds(*acts.WHO))
def one(incident_id: int) -> str:
    """One incident, with what may be done about it while it is open."""
    return _page(_found(incident_id))


@incidents.post("/<int:incident_id>/tentar")
@policy(holds(*acts.WHO))
def retry(incident_id: int) -> ResponseReturnValue:
    """«Tentar de novo»."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        if _found(incident_id).kind == acts.MAIL:
            many = acts.send_again(session, incident_id, now=now, actor=person)
            return WebReply(f"Mensagens que serão tentadas de novo em instantes: {many}.", HOME)
        done = acts.retry(session, incident_id, now=now, actor=person)
        return WebReply(done.message, HOME)

    return once(act, refused=lambda refusal: _page(_found(incident_id), refusal))


@incidents.post("/<int:incident_id>/pular")
@policy(holds(*acts.WHO))
def skip(incident_id: int) -> ResponseReturnValue:
    """«Pular», with a reason (`motivo`)."""
    person, reason = actor(), request.form.get("motivo", "")

    def act(session: Session, now: datetime) -> WebReply:
        done = acts.skip(session, incident_id, reason, now=now, actor=person)
        return WebReply(done.message, HOME)

    return once(act, refused=lambda refusal: _page(_found(incident_id), refusal))


def _found(incident_id: int) -> IncidentRow:
    row = store.one(db.session(), actor().municipality_id, incident_id)
    if row is None:
        raise NotFound
    return row


def _page(row: IncidentRow, refusal: Refused | None = None) -> str:
    errors = refusal.errors if isinstance(refusal, Unacceptable) else {}
    return render_template(
        "incidents_one.html",
        row=row,
        errors=errors,
        told=refusal.message if refusal and not errors else "",
        typed=request.form.get("motivo", ""),
        longest=acts.LONGEST_REASON,
        can_retry=row.kind in (acts.TERM, acts.MAIL) and row.closed_at is None,
        is_mail=row.kind == acts.MAIL,
        kinds=KINDS,
        how=CLOSED,
    )
