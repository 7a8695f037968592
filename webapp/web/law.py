"""The text behind a legal basis, as it read on a day: `/lei/<municipality>?base=art.+24`."""

from datetime import date

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp import clock
from webapp.config import municipalities
from webapp.domain.counting import local_day
from webapp.domain.errors import BadRequest, NotFound, Refused
from webapp.laws import Law, NotInForce, Passage, UnknownKey, law
from webapp.web.policy import policy, public
from webapp.web.session import visit

pages = Blueprint("law", __name__, url_prefix="/lei")


@pages.get("/<municipality>")
@policy(public)
def passages(municipality: str) -> ResponseReturnValue:
    """`base` cites the law; `em` (AAAA-MM-DD) is the day, today where it is not given."""
    if municipality not in municipalities():
        raise NotFound
    read = law(municipality)
    basis = request.args.get("base", "")[:120].strip()
    on = _day(read)
    found = _passages(read, basis, on) if basis else []
    return render_template(
        "lei.html", municipality=read.municipality, basis=basis, on=on, passages=found
    )


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
            f"Não foi possível ler a citação «{basis}». Escreva como em «art. 8º, p.ú.»."
        ) from error


def _day(read: Law) -> date:
    asked = request.args.get("em")
    if asked is None:
        return local_day(visit().stands_at or clock.wall(), read.municipality.zone)
    try:
        return date.fromisoformat(asked)
    except ValueError as error:
        raise BadRequest(f"«{asked[:20]}» não é uma data. Escreva AAAA-MM-DD.") from error
