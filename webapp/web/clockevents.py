"""Suspension, interruption, extension and outage, in one case and in all."""

from datetime import date, datetime
from functools import partial
from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import clockevents, second_person
from webapp.cases.clockevents import EXTENSION, FOR_ALL, Asked, Extendable
from webapp.cases.second_person import EVENT, KINDS
from webapp.domain.competence import Actor
from webapp.domain.errors import Refused
from webapp.forms import Checked, Context, Field, Form, Option, ShowIf, blank
from webapp.store import clockevents as stored
from webapp.store.database import reading
from webapp.web import posted
from webapp.web.correction_screens import Change, Done, Screen, case_of
from webapp.web.corrections import BOTH, two_pages
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy
from webapp.web.proposals import checked, decide_on, one_proposal, rows_of, today_of
from webapp.web.request_keys import WebReply, once

clock_events = Blueprint("clock_events", __name__)

DATED: Final = tuple(kind for kind in KINDS if kind != EXTENSION)
PROOF: Final = Field("peca", "file", "Peça que prova", "O decreto, a decisão ou a prova da causa.")


# ---- one case


@clock_events.route("/processos/<int:case_id>/relogio", methods=BOTH)
@policy(holds("autoridade"))
def in_case(case_id: int) -> ResponseReturnValue:
    """What stops, restarts or lengthens the terms of a case: for who signs as the authority."""
    return two_pages(partial(_screen, case_id=case_id))


def _screen(session: Session, now: datetime, person: Actor, case_id: int) -> Screen:
    case, act = case_of(session, now, person, case_id)
    longer = clockevents.extendable(act)

    def run(session: Session, now: datetime, checked: Checked) -> Done:
        asked = _asked(checked)
        reply = clockevents.enter_clock_event(session, case_id, asked, now=now, actor=person)
        label = KINDS[asked.kind]
        change = Change(f"{label[:1].upper()}{label[1:]}", "não havia", _said(asked))
        return Done(reply, (change,))

    return Screen(
        case=case,
        title="Suspender, interromper ou prorrogar prazos",
        lead="Os prazos do processo são contados de novo e a recontagem é certificada nos autos.",
        stands=tuple(_entered(session, person, case_id)),
        fields=_questions(tuple(KINDS) if longer else DATED, longer),
        context=Context(today=act.today),
        verb="Registrar e recontar os prazos",
        run=run,
        proof=(PROOF,),
    )


def _entered(session: Session, person: Actor, case_id: int) -> list[tuple[str, str]]:
    """The events of the case that are in force, in words."""
    rows = stored.of_case(session, person.municipality_id, case_id)
    return [(KINDS[row.kind].capitalize(), _days(row)) for row in rows]


def _days(row: Any) -> str:
    on = f"{row.from_day:%d/%m/%Y}"
    if row.kind == EXTENSION:
        return f"mais {row.days} dias, em {on} ({row.act})"
    days = on if row.from_day == row.to_day else f"de {on} a {row.to_day:%d/%m/%Y}"
    return f"{days} ({row.act})"


def _said(asked: Asked) -> str:
    if asked.kind == EXTENSION:
        return f"mais {asked.days} dias: {asked.cause} ({asked.act})"
    first, last = asked.from_day, asked.to_day
    return f"de {first:%d/%m/%Y} a {last:%d/%m/%Y}: {asked.cause} ({asked.act})"


def _asked(checked: Checked) -> Asked:
    values = checked.values
    return Asked(
        kind=values["especie"],
        cause=values.get("causa", ""),
        act=values.get("ato", ""),
        from_day=_date(values.get("inicio")),
        to_day=_date(values.get("fim")),
        days=values.get("dias"),
        extends=values.get("prazo", ""),
        piece=next(iter(checked.uploads), None),
    )


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


# ---- what is asked


_HINTS: Final = {
    "suspension": "O prazo para e depois continua com os dias que restavam.",
    "interruption": "O prazo recomeça por inteiro depois do último dia.",
    "extension": "Só onde a lei permite, e até quanto ela permite.",
    "outage": "O prazo que começaria ou terminaria no dia passa ao seguinte.",
}


def _questions(kinds: tuple[str, ...], longer: list[Extendable]) -> tuple[Field, ...]:
    options = tuple(
        Option(kind, f"{KINDS[kind][:1].upper()}{KINDS[kind][1:]}", _HINTS[kind]) for kind in kinds
    )
    dated = ShowIf("especie", tuple(kind for kind in kinds if kind != EXTENSION))
    what = Field("especie", "choice", "O que houve", required=True, options=options, outcome=True)
    days = (
        Field("inicio", "date", "Primeiro dia", required=True, show_if=dated),
        Field(
            "fim", "date", "Último dia", "Ele também fica de fora.", required=True, show_if=dated
        ),
    )
    return (what, *days, *_extension(longer), *_why())


def _extension(longer: list[Extendable]) -> tuple[Field, ...]:
    if not longer:
        return ()
    only = ShowIf("especie", (EXTENSION,))
    terms = tuple(Option(one.code, one.label, f"restam {one.left} dias") for one in longer)
    return (
        Field("prazo", "choice", "Prazo", required=True, options=terms, show_if=only),
        Field("dias", "integer", "Por mais quantos dias", required=True, min=1, show_if=only),
    )


def _why() -> tuple[Field, ...]:
    return (
        Field("causa", "long_text", "Causa", "O que aconteceu.", required=True, max=1000),
        Field(
            "ato", "text", "Ato", "Decreto, portaria ou decisão, com número e data.",
            required=True, max=200,
        ),
    )  # fmt: skip


FORM_FIELDS: Final = _questions(FOR_ALL, [])
FORM: Final = Form("Lançar para todos", FORM_FIELDS, sha256(repr(FORM_FIELDS).encode()).hexdigest())


# ---- all cases


@clock_events.get("/calendario/suspensoes")
@policy(holds(*second_person.WHO))
def for_all() -> ResponseReturnValue:
    """The events of all cases, and the form to propose one."""
    return _page()


@clock_events.post("/calendario/suspensoes")
@policy(holds(*second_person.WHO))
def propose() -> ResponseReturnValue:
    """Propose an event; it moves nothing before another person approves it."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        asked = _asked(checked(FORM, now))
        event_id = clockevents.propose_clock_event(session, asked, now=now, actor=person)
        where = url_for("clock_events.one", event_id=event_id)
        return WebReply("Lançado. Espera a aprovação de outra pessoa.", location=where)

    return once(act, refused=_page)


@clock_events.get("/calendario/suspensoes/<int:event_id>")
@policy(holds(*second_person.WHO))
def one(event_id: int) -> ResponseReturnValue:
    """One event: who answers for it, and what it moves."""
    return one_proposal(f"{EVENT}:{event_id}")


@clock_events.post("/calendario/suspensoes/<int:event_id>")
@policy(holds(*second_person.WHO))
def decide(event_id: int) -> ResponseReturnValue:
    """`_action`: «aprovar», «recusar» with a reason, or «continuar» a recount that stopped."""
    return decide_on(f"{EVENT}:{event_id}")


def _page(refusal: Refused | None = None) -> str:
    with reading():
        session, person = db.session(), actor()
        context = Context(today=today_of(person, clock.now(session)))
        rows = rows_of(stored.for_all(session, person.municipality_id))
    first = {"especie": FOR_ALL[0]}
    return render_template(
        "clock_events.html",
        rows=rows,
        form=FORM,
        context=context,
        values=posted.typed() if request.method == "POST" else blank(FORM, context, first),
        errors=posted.errors_of(refusal) if refusal else {},
    )
