"""The calendar of the municipality: its days without full office hours, and days entered."""

import re
from datetime import date, datetime
from hashlib import sha256
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import lateday, second_person
from webapp.cases.lateday import NewDay
from webapp.cases.second_person import DAY, OPENINGS
from webapp.domain.calendar import Opening
from webapp.domain.errors import BadRequest, Refused
from webapp.forms import Context, Field, Form, Option, blank
from webapp.store import calendar_days, clockevents
from webapp.store.calendar_days import EnteredDay
from webapp.store.database import reading
from webapp.store.proposed import IN_FORCE, PROPOSED, REFUSED, REVOKED
from webapp.web import posted
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy
from webapp.web.proposals import checked, decide_on, one_proposal, rows_of, today_of
from webapp.web.request_keys import WebReply, once
from webapp.web.year import year_of

calendar = Blueprint("calendar", __name__, url_prefix="/calendario")

FIRST: Final = 2009
AHEAD: Final = 2
_YEAR: Final = re.compile(r"20[0-9]{2}")

_FIELDS: Final = (
    Field("dia", "date", "Dia", required=True),
    Field("ate", "date", "Até", "Só para dias seguidos, como um recesso: o último deles."),
    Field(
        "expediente",
        "choice",
        "Como foi ou será o expediente",
        required=True,
        outcome=True,
        options=tuple(
            Option(str(opening), f"{words[:1].upper()}{words[1:]}")
            for opening, words in OPENINGS.items()
        ),
    ),
    Field("motivo", "text", "Motivo", "Como o ato diz: «Carnaval».", required=True, max=200),
    Field("ato", "text", "Ato", "Decreto ou portaria, com número e ano.", required=True, max=200),
)
FORM: Final = Form("Lançar dia", _FIELDS, sha256(repr(_FIELDS).encode()).hexdigest())


@calendar.get("")
@policy(holds(*second_person.WHO))
def year() -> ResponseReturnValue:
    """The year in `ano`, this one by default, what waits for approval, and the form of a day."""
    return _page()


@calendar.post("")
@policy(holds(*second_person.WHO))
def enter() -> ResponseReturnValue:
    """Propose a day; it moves nothing before another person approves it."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        values = checked(FORM, now).values
        last = date.fromisoformat(values["ate"]) if values.get("ate") else None
        new = NewDay(
            date.fromisoformat(values["dia"]),
            Opening(values["expediente"]),
            values["motivo"],
            values["ato"],
            last,
        )
        day_id = lateday.enter_day(session, new, now=now, actor=person)
        where = url_for("calendar.one", day_id=day_id)
        return WebReply("Dia lançado. Espera a aprovação de outra pessoa.", location=where)

    return once(act, refused=_page)


@calendar.get("/dias/<int:day_id>")
@policy(holds(*second_person.WHO))
def one(day_id: int) -> ResponseReturnValue:
    """One day entered: who answers for it, and which terms it moves."""
    return one_proposal(f"{DAY}:{day_id}")


@calendar.post("/dias/<int:day_id>")
@policy(holds(*second_person.WHO))
def decide(day_id: int) -> ResponseReturnValue:
    """`_action`: «aprovar», «recusar» with a reason, «continuar» a recount that stopped; or
    «revogar» days in force, which another person approves."""
    if request.form.get("_action") == "revogar":
        return _revoke(day_id)
    return decide_on(f"{DAY}:{day_id}")


def _revoke(day_id: int) -> ResponseReturnValue:
    person, subject = actor(), f"{DAY}:{day_id}"
    reason, by_act = (request.form.get(name, "") for name in ("motivo", "ato"))

    def act(session: Session, now: datetime) -> WebReply:
        new = lateday.revoke_day(session, day_id, reason, by_act, now=now, actor=person)
        where = url_for("calendar.one", day_id=new)
        return WebReply("Revogação lançada. Espera a aprovação de outra pessoa.", location=where)

    return once(act, refused=lambda refusal: one_proposal(subject, refusal))


# ---- the page


def _page(refusal: Refused | None = None) -> str:
    with reading():
        session, person = db.session(), actor()
        place, today = person.municipality_id, today_of(person, clock.now(session))
        asked = _asked_year(today)
        days = calendar_days.listed(session, place)
        events = clockevents.for_all(session, place)
        shown = year_of(session, person, asked, today)
    context = Context(today=today)
    return render_template(
        "calendar.html",
        year=shown,
        before=asked - 1 if asked > FIRST else None,
        after=asked + 1 if asked < today.year + AHEAD else None,
        waiting=rows_of([d for d in days if d.state == PROPOSED])
        + rows_of([event for event in events if event.state == PROPOSED]),
        gone=rows_of([d for d in days if _is_gone(d) and d.day.year == asked]),
        form=FORM,
        context=context,
        values=posted.typed() if request.method == "POST" else blank(FORM, context, {}),
        errors=posted.errors_of(refusal) if refusal else {},
    )


def _is_gone(entered: EnteredDay) -> bool:
    """Whether an entry is no day of the calendar, and waits for nobody: refused, revoked, or the
    one that revoked it."""
    return entered.state in (REFUSED, REVOKED) or (
        entered.state == IN_FORCE and entered.revokes is not None
    )


def _asked_year(today: date) -> int:
    typed = request.args.get("ano") or str(today.year)
    if not _YEAR.fullmatch(typed) or not FIRST <= int(typed) <= today.year + AHEAD:
        raise BadRequest(
            f"O ano «{typed[:20]}» não está no calendário: ele vai de {FIRST} a "
            f"{today.year + AHEAD}. Volte ao calendário e escolha outro."
        )
    return int(typed)
