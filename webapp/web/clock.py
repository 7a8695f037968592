"""The demonstration's clock: it stands until somebody moves it forward, never back."""

from datetime import datetime, timedelta
from typing import Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import draining
from webapp.domain.errors import BadRequest, Refused
from webapp.store.tables import clock_setting, deadline
from webapp.web.database import db
from webapp.web.policy import demo, policy
from webapp.web.request_keys import WebReply, once
from webapp.web.security import safe_path

clock_bar = Blueprint("clock", __name__, url_prefix="/relogio")

ONE_DAY: Final = timedelta(days=1)


@clock_bar.post("")
@policy(demo)
def move() -> ResponseReturnValue:
    """`ate`: «dia», a day from where the clock stands, or «prazo», when the next term ends.

    The terms that are over by then have taken effect when the answer leaves.
    """

    def act(session: Session, now: datetime) -> WebReply:
        set_clock(session, now, _target(session, now))
        return WebReply(location=safe_path(request.form.get("volta")) or "/")

    reply = once(act)
    db.session.remove()
    draining.drain(db.engine, clock.now, worker="relogio da demonstracao")
    return reply


def set_clock(session: Session, now: datetime, to: datetime) -> None:
    """Move the clock that stands at `now`. Raises Refused when `to` is not after it."""
    moved = (
        update(clock_setting)
        .where(clock_setting.c.stands_at == now, clock_setting.c.stands_at < to)
        .values(stands_at=to)
        .returning(clock_setting.c.id)
    )
    if session.execute(moved).scalar_one_or_none() is None:
        raise Refused(
            "O relógio da demonstração só anda para a frente, e outra pessoa o moveu agora. "
            "Volte, veja onde ele está e repita."
        )


def _target(session: Session, now: datetime) -> datetime:
    match request.form.get("ate"):
        case "dia":
            return now + ONE_DAY
        case "prazo":
            return _next_end(session, now)
    raise BadRequest("O relógio anda «dia» a dia ou até o próximo «prazo». Use os botões dele.")


def _next_end(session: Session, now: datetime) -> datetime:
    ends = select(func.min(deadline.c.due_at)).where(
        deadline.c.state == "running", deadline.c.due_at > now
    )
    found: datetime | None = session.execute(ends).scalar_one()
    if found is None:
        raise Refused(
            "Nenhum prazo está correndo, e o relógio ficou onde estava. "
            "Conclua uma tarefa que abra um prazo, ou ande um dia."
        )
    return found
