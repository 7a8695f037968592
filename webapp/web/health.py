"""`/health`: what the operator looks at. Numbers only, no case and nobody's name."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from flask import Blueprint, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp import clock
from webapp.store import hold
from webapp.store.tables import deadline, incident, outbox, worker_beat
from webapp.web.database import db
from webapp.web.policy import policy, public

health = Blueprint("health", __name__)

BEAT_LATE: Final = timedelta(seconds=60)
END_LATE: Final = timedelta(minutes=5)
MAIL_LATE: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class State:
    """`beat_age` in seconds since a worker was last seen, none if never.

    `overdue`: running terms that ended more than 5 minutes ago and have not taken effect.
    `incidents`: open ones. `mail`: messages that wait; `mail_late`: for more than an hour.
    `held`: since when terms and mail are held (retido), after a restore; none where they run.
    """

    beat_age: int | None
    overdue: int
    incidents: int
    mail: int
    mail_late: int
    held: datetime | None

    @property
    def alarms(self) -> list[str]:
        """What is wrong, in sentences that say what to do. None: all is well."""
        told = []
        if self.beat_age is None or self.beat_age > BEAT_LATE.total_seconds():
            told.append("O processo que vence os prazos parou. Inicie-o com «autos worker».")
        if self.held:
            told.append(
                "Os prazos e as mensagens estão retidos: o banco voltou de uma cópia de segurança. "
                "Confira-o e rode «autos release»."
            )
        if self.overdue and not self.held:
            told.append("Há prazos vencidos sem efeito. Veja os incidentes e o registro do worker.")
        if self.mail_late and not self.held:
            told.append("Há mensagens paradas há mais de uma hora. Confira o servidor de correio.")
        return told


@health.get("/health")
@policy(public)
def state() -> ResponseReturnValue:
    """200 when all is well, 503 when something needs the operator now."""
    session = db.session()
    found = measure(session, legal=clock.now(session), machine=clock.wall())
    status = 503 if found.alarms else 200
    asked = request.accept_mimetypes.best_match(["text/html", "application/json"])
    if asked == "application/json":
        return make_response(jsonify(ok=not found.alarms, **_plain(found)), status)
    return make_response(render_template("health.html", state=found), status)


def _plain(found: State) -> dict[str, Any]:
    return {**asdict(found), "held": found.held.isoformat() if found.held else None}


def measure(session: Session, *, legal: datetime, machine: datetime) -> State:
    """Terms and mail keep the legal clock; beats of workers, the machine's."""
    beat = session.execute(select(func.max(worker_beat.c.at))).scalar_one()
    overdue = select(func.count()).where(
        deadline.c.state == "running", deadline.c.due_at <= legal - END_LATE
    )
    incidents = select(func.count()).where(incident.c.closed_at.is_(None))
    mail = select(func.count()).where(outbox.c.sent_at.is_(None))
    held = hold.held(session)
    return State(
        beat_age=None if beat is None else int((machine - beat).total_seconds()),
        overdue=session.execute(overdue).scalar_one(),
        incidents=session.execute(incidents).scalar_one(),
        mail=session.execute(mail).scalar_one(),
        mail_late=session.execute(
            mail.where(outbox.c.created_at <= legal - MAIL_LATE)
        ).scalar_one(),
        held=held.since if held else None,
    )
