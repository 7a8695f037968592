"""The values that acts of the year fix (VRTE, minimum wage, fees): known, entered, approved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import lawvalue, second_person
from webapp.cases.lawvalue import NewValue
from webapp.cases.second_person import VALUE
from webapp.domain.errors import NotFound, Refused
from webapp.forms import Context, Field, Form, Option, blank
from webapp.forms.patterns import PATTERNS
from webapp.laws import Entry, Law, law
from webapp.store import entered_values
from webapp.store.database import reading
from webapp.store.entered_values import ProposedValue
from webapp.store.proposed import PROPOSED
from webapp.web import posted
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy
from webapp.web.proposals import STATES, checked, today_of
from webapp.web.request_keys import WebReply, once

law_values = Blueprint("law_values", __name__, url_prefix="/valores")


@law_values.get("")
@policy(holds(*second_person.WHO))
def all() -> ResponseReturnValue:
    """Every value of the law with its acts, what waits for approval, and the form to enter one."""
    return _page()


@law_values.post("")
@policy(holds(*second_person.WHO))
def enter() -> ResponseReturnValue:
    """Propose a value; it holds for nothing before another person approves it."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        values = checked(_form(law(person.municipality)), now).values
        new = NewValue(
            values["chave"],
            values["valor"],
            values["ato"],
            date.fromisoformat(values["desde"]),
            date.fromisoformat(values["ate"]) if values.get("ate") else None,
        )
        value_id = lawvalue.enter_value(session, new, now=now, actor=person)
        where = url_for("law_values.one", value_id=value_id)
        return WebReply("Valor lançado. Espera a aprovação de outra pessoa.", location=where)

    return once(act, refused=_page)


@law_values.get("/<int:value_id>")
@policy(holds(*second_person.WHO))
def one(value_id: int) -> ResponseReturnValue:
    """One value entered, who answers for it, and what it stands beside."""
    return _one(value_id)


@law_values.post("/<int:value_id>")
@policy(holds(*second_person.WHO))
def decide(value_id: int) -> ResponseReturnValue:
    """`_action`: «aprovar», or «recusar» with a reason."""
    person, subject = actor(), f"{VALUE}:{value_id}"

    def act(session: Session, now: datetime) -> WebReply:
        if posted.action("aprovar", "recusar") == "aprovar":
            second_person.approve(session, subject, now=now, actor=person)
            return WebReply("Aprovado. O valor já se usa.", location=request.path)
        reason = request.form.get("motivo", "")
        second_person.refuse(session, subject, reason, now=now, actor=person)
        return WebReply("Recusado. Nenhum valor mudou.", location=request.path)

    return once(act, refused=lambda refusal: _one(value_id, refusal))


# ---- what is asked


def _form(rules: Law) -> Form:
    """The questions: the key is one of the municipality's own list."""
    fields = (
        Field("chave", "choice", "Que valor", required=True, outcome=True, options=_options(rules)),
        Field(
            "valor", "text", "Quanto vale", "Como o ato diz: 4,7175 ou 1.621,00.",
            required=True, pattern="numero",
        ),
        Field("desde", "date", "Vale desde", "O primeiro dia.", required=True),
        Field("ate", "date", "Vale até", "O último dia; em branco só onde o ato não o diz."),
        Field("ato", "text", "Ato", "Decreto ou lei, com número e ano.", required=True, max=200),
    )  # fmt: skip
    return Form("Lançar valor", fields, sha256(repr(fields).encode()).hexdigest())


def _options(rules: Law) -> tuple[Option, ...]:
    return tuple(Option(key, _label(entries[0])) for key, entries in lawvalue.history(rules))


def _label(entry: Entry) -> str:
    label = str(entry["label"])
    return f"{label[:1].upper()}{label[1:]}"


# ---- the pages


@dataclass(frozen=True, slots=True)
class Known:
    """One value in a list: what it is worth («4,7175»; what is missing, where nobody said), from
    which day on, until which, and by what."""

    worth: str
    missing: str
    since: date
    until: date | None
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Entered:
    """A value entered on screen, as lists and its own page show it."""

    path: str
    label: str
    worth: str
    row: ProposedValue
    state: str
    tone: str


SHOWN: Final = 3


def _page(refusal: Refused | None = None) -> str:
    person = actor()
    with reading():
        session = db.session()
        today = today_of(person, clock.now(session))
        own = law(person.municipality)
        rules = entered_values.valued(session, own, person.municipality_id)
        rows = [
            _entered(own, row) for row in entered_values.listed(session, person.municipality_id)
        ]
    form, context = _form(own), Context(today=today)
    known = [(_label(es[0]), _known(es)) for _, es in lawvalue.history(rules)]
    return render_template(
        "law_values.html",
        basis=own.municipality.law,
        known=known,
        shown=SHOWN,
        waiting=[one for one in rows if one.row.state == PROPOSED],
        decided=[one for one in rows if one.row.state != PROPOSED],
        form=form,
        context=context,
        values=posted.typed() if request.method == "POST" else blank(form, context, {}),
        errors=posted.errors_of(refusal) if refusal else {},
    )


def _known(entries: Sequence[Entry]) -> list[Known]:
    return [_as_known(entry) for entry in entries if not entry.revoked]


def _as_known(entry: Entry) -> Known:
    missing = entry.missing.get("value", "")
    return Known(
        worth="" if missing else PATTERNS["numero"].show(entry["value"]),
        missing=missing,
        since=entry.since,
        until=entry.until,
        source=_source(entry),
        note=" ".join(filter(None, (entry.gap, entry.note))),
    )


def _source(entry: Entry) -> str:
    act = str(entry.get("act", ""))
    if entry.article in act:
        return act
    return f"{act} ({entry.article})" if act else entry.article


def _entered(own: Law, row: ProposedValue) -> Entered:
    """A key that the law has lost since is shown by its name."""
    name = row.key.partition(".")[2]
    known = name in own.keys("valores")
    state, tone = STATES[row.state]
    return Entered(
        path=url_for("law_values.one", value_id=row.id),
        label=_label(own.entries(row.key)[-1]) if known else name,
        worth=PATTERNS["numero"].show(row.value),
        row=row,
        state=state,
        tone=tone,
    )


def _one(value_id: int, refusal: Refused | None = None) -> str:
    person = actor()
    with reading():
        session = db.session()
        own = law(person.municipality)
        row = entered_values.one(session, person.municipality_id, value_id)
        if row is None:
            raise NotFound
        rules = entered_values.valued(session, own, person.municipality_id)
    entries = dict(lawvalue.history(rules)).get(row.key.partition(".")[2], ())
    return render_template(
        "law_value.html",
        value=_entered(own, row),
        known=_known(entries),
        waits=row.state == PROPOSED,
        mine=row.entered_by == person.user_id,
        typed=request.form.get("motivo", ""),
        errors=posted.errors_of(refusal) if refusal else {},
    )
