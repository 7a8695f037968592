"""The same press twice is one act: each form carries a key, and a key has one reply.

The row of the key is written before the act, in its transaction. A second press at the same
moment waits there until the first one commits, and then gives the first one's reply; when the
first one is refused and rolled back, the second tries the act itself.
"""

import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from flask import flash, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp import clock
from webapp.domain.competence import Actor
from webapp.domain.errors import BadRequest, Refused
from webapp.store.tables import request as request_row
from webapp.web.database import db
from webapp.web.errors import refuse
from webapp.web.session import visit

FIELD: Final = "_request"
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")


@dataclass(frozen=True, slots=True)
class WebReply:
    """What a view answers to an act that was committed, in a shape that can be kept.

    With `location`, a path of this site, the person goes there and reads `message` there.
    Without it the message is a page of its own, with `status`: «the term ended first» (409).
    """

    message: str = ""
    location: str | None = None
    status: int = 200


def new_key() -> str:
    """For the form of one act: 128 random bits."""
    return secrets.token_urlsafe(16)


def replay(session: Session, actor: Actor | None, key: str) -> WebReply | None:
    """The reply kept for a key. Raises BadRequest when the key is of another person or page."""
    row = session.execute(select(request_row).where(request_row.c.key == key)).one_or_none()
    if row is None:
        return None
    if (row.user_id, row.path) != (_user_id(actor), _path()):
        raise BadRequest(
            "Este envio já foi usado em outra página, e nada foi gravado. "
            "Abra a página de novo, confira e envie."
        )
    return WebReply(**row.reply)


def claim(session: Session, actor: Actor | None, key: str, now: datetime) -> bool:
    """Take a key for the act about to run. False, and rolled back: somebody else has it."""
    row = insert(request_row).values(
        key=key, user_id=_user_id(actor), path=_path(), at=now, reply={}
    )
    try:
        session.execute(row)
    except IntegrityError:
        session.rollback()
        return False
    return True


def remember(session: Session, key: str, reply: WebReply) -> None:
    """Keep the reply under its key, in the transaction of the act."""
    session.execute(update(request_row).where(request_row.c.key == key).values(reply=asdict(reply)))


def once(
    act: Callable[[Session, datetime], WebReply],
    *,
    refused: Callable[[Refused], str] | None = None,
) -> ResponseReturnValue:
    """Run an act of a form exactly once, and answer. The only place where a view commits.

    `act` gets the session and the legal moment. What it returns is committed, whatever its
    status; what it raises rolls everything back. `refused` renders the form again, with what
    was typed, for a refusal; without it the refusal has a page of its own. A second request
    with the same key runs nothing and gets the reply of the first.
    """
    key, actor, session = _sent_key(), visit().actor, db.session()
    try:
        reply = _once(session, actor, key, act)
    except Refused as refusal:
        session.rollback()
        return show(refusal, refused)
    return answer(reply)


def show(refusal: Refused, refused: Callable[[Refused], str] | None) -> ResponseReturnValue:
    """A refusal as a response: the form again where `refused` renders it, else its own page."""
    if refused is None:
        return refuse(refusal)
    return make_response(refused(refusal), refusal.status)


def answer(reply: WebReply) -> ResponseReturnValue:
    """The reply as a response: a redirect, or a page with the message."""
    if reply.location is None:
        page = render_template("resultado.html", reply=reply)
        return make_response(page, reply.status)
    if reply.message:
        flash(reply.message)
    return redirect(reply.location, 303)


def _once(
    session: Session,
    actor: Actor | None,
    key: str,
    act: Callable[[Session, datetime], WebReply],
) -> WebReply:
    now = visit().stands_at or clock.running(session)
    if not claim(session, actor, key, now):
        kept = replay(session, actor, key)
        if kept is None:
            raise Refused("Outro envio igual estava em curso. Abra a página e confira.", 409)
        return kept
    reply = act(session, now)
    remember(session, key, reply)
    session.commit()
    return reply


def _sent_key() -> str:
    key = request.form.get(FIELD, "")
    if not _KEY.fullmatch(key):
        raise BadRequest(
            "O formulário veio incompleto, e nada foi gravado. "
            "Abra a página de novo, confira e envie."
        )
    return key


def _user_id(actor: Actor | None) -> int | None:
    return actor.user_id if actor else None


def _path() -> str:
    return request.path[:200]
