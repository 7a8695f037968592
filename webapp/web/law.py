"""The law of a municipality, as it read on a day: whole, or the text behind a legal basis."""

from datetime import date
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp import clock
from webapp.config import municipalities
from webapp.domain.counting import local_day
from webapp.domain.errors import BadRequest, NotFound, Refused
from webapp.laws import Law, NotInForce, Passage, UnknownKey, law
from webapp.store import entered_values
from webapp.web import law_page
from webapp.web.database import db
from webapp.web.policy import actor, policy, public, signed_in
from webapp.web.session import visit

pages = Blueprint("law", __name__, url_prefix="/lei")


@pages.get("")
@policy(signed_in)
def own() -> ResponseReturnValue:
    """The law of the visitor's municipality."""
    return redirect(url_for("law.passages", municipality=actor().municipality), 303)


@pages.get("/<municipality>")
@policy(public)
def passages(municipality: str) -> ResponseReturnValue:
    """The whole law; with `base`, only what it cites. `em` (AAAA-MM-DD) is the day, else today."""
    if municipality not in municipalities():
        raise NotFound
    read = _law(municipality)
    basis = request.args.get("base", "")[:120].strip()
    on = _day(read)
    about: dict[str, Any] = {"municipality": read.municipality, "basis": basis, "on": on}
    if basis:
        found = _passages(read, basis, on)
        where = law_page.anchor(found[0].citation)
        return render_template("lei.html", passages=found, anchor=where, **about)
    about |= {"articles": law_page.articles(read, on), "example": law_page.example(read)}
    return render_template("lei_inteira.html", **about)


def _law(slug: str) -> Law:
    """The law of the files; for its own people, with the values that they entered on screen."""
    person = visit().actor
    if person is None or person.municipality != slug:
        return law(slug)
    return entered_values.valued(db.session(), law(slug), person.municipality_id)


def _passages(read: Law, basis: str, on: date) -> list[Passage]:
    try:
        return read.passages(basis, on)
    except UnknownKey as error:
        raise Refused(
            f"A {read.municipality.law} não tem tudo o que se cita em «{basis}». Confira o número "
            "do artigo, do parágrafo e do inciso, e escreva de novo.",
            404,
        ) from error
    except NotInForce as error:
        raise Refused(
            f"«{basis}» da {read.municipality.law} não estava em vigor em {on:%d/%m/%Y}. "
            "Escolha outro dia.",
            404,
        ) from error
    except ValueError as error:
        raise BadRequest(
            f"Não foi possível ler a citação «{basis}». Escreva como em «art. 9º, p.ú.»."
        ) from error


def _day(read: Law) -> date:
    asked = request.args.get("em")
    if asked is None:
        return local_day(visit().stands_at or clock.wall(), read.municipality.zone)
    try:
        return date.fromisoformat(asked)
    except ValueError as error:
        raise BadRequest(f"«{asked[:20]}» não é uma data. Escreva AAAA-MM-DD.") from error
