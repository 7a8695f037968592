"""What anybody may check with the code of a document: that it is ours, and where the case is.

Nothing here is about a party. A code that stands for nothing, however wrong, gets one answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases.lateday import calendar_of
from webapp.domain.counting import in_words, local_day
from webapp.domain.numbering import read_code
from webapp.laws import Law, law
from webapp.store import published
from webapp.store.database import begin_reading, begin_writing
from webapp.store.published import Published
from webapp.web import limits
from webapp.web.database import db
from webapp.web.policy import policy, public
from webapp.web.words import long_day, plain_day

lookup = Blueprint("public", __name__)

TRIES: Final = 10
WINDOW: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Running:
    """A term that runs: «Prazo de defesa», how far its end is, its last day and article."""

    label: str
    words: str
    last_day: date
    article: str
    of_party: bool


@lookup.get("/consulta")
@policy(public)
def consult() -> ResponseReturnValue:
    """The form; with `codigo`, the answer."""
    typed = request.args.get("codigo")
    return render_template("public.html") if typed is None else _answer(typed)


@lookup.get("/v/<path:code>")
@policy(public)
def verify(code: str) -> ResponseReturnValue:
    """What the QR code of a document opens."""
    return _answer(code)


def _answer(typed: str) -> ResponseReturnValue:
    tries = _count_try()
    session = db.session()
    found = published.find(session, read_code(typed))
    if found is None:
        return make_response(render_template("public.html", missed=True), 404)
    page = render_template("public_document.html", **_facts(session, found))
    _forget(tries)
    return page


def _count_try() -> list[int]:
    """Count the look-up. Raises TooManyTries, whether or not there is such a document."""
    begin_writing()
    tries = limits.admit("consulta", {f"de:{request.remote_addr}": TRIES}, WINDOW)
    begin_reading()
    return tries


def _forget(tries: Sequence[int]) -> None:
    begin_writing()
    limits.take_back(tries)


def _facts(session: Session, found: Published) -> dict[str, Any]:
    rules, now = law(found.piece.slug), clock.now(session)
    zone = rules.municipality.zone
    today = local_day(now, zone)
    running = _running(session, found, rules, now, today)
    return {
        "municipality": rules.municipality,
        "zone": zone,
        "today": today,
        "piece": found.piece,
        "issued_on": local_day(found.piece.created_at, zone),
        "signatures": [(one, local_day(one.at, zone)) for one in found.signatures],
        "steps": [(task, _holder(rules, task.role)) for task in found.tasks],
        "running": running,
        "answer": _headline(found, running, rules),
        "nearest": next((term for term in running if term.of_party), None),
    }


def _holder(rules: Law, role: str | None) -> str:
    return str(rules.role(role)["holder"]) if role else ""


def _running(
    session: Session, found: Published, rules: Law, now: datetime, today: date
) -> list[Running]:
    """The terms that run and have not ended, each end once however many parties it is for."""
    calendar = calendar_of(session, rules, found.piece.municipality_id)
    rows = [term for term in found.terms if term.last_day and term.due_at > now]
    return list(
        dict.fromkeys(
            Running(
                label=f"Prazo de {_lower(term.rule_snapshot.get('label', term.key))}",
                words=in_words(today, term.last_day, calendar),
                last_day=term.last_day,
                article=term.article or "",
                of_party=_is_of_party(term.rule_snapshot),
            )
            for term in rows
        )
    )


def _is_of_party(rule: Mapping[str, Any]) -> bool:
    """A term in which a party may act or must pay, not one of the office."""
    return bool(rule.get("per") == "party" or rule.get("starts") == "asked")


def _lower(label: str) -> str:
    return label[:1].lower() + label[1:]


def _headline(found: Published, running: Sequence[Running], rules: Law) -> str:
    """The answer to «where is it?», as the title of the page."""
    if found.piece.ended_at is not None:
        ended = local_day(found.piece.ended_at, rules.municipality.zone)
        return f"Processo encerrado em {plain_day(ended)}"
    for term in running:
        if term.of_party:
            return f"{term.label} até {long_day(term.last_day)}"
    return f"Processo em andamento: {_lower(found.tasks[0].name)}"
