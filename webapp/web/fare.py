"""The fare of a ride and the table of prices, `/tarifa/<municipality>`: for everybody to read."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp import clock
from webapp.config import municipalities
from webapp.domain import fares, money
from webapp.domain.calendar import ONE_DAY
from webapp.domain.counting import local_day
from webapp.domain.errors import NotFound
from webapp.domain.fares import Charge, FlagHours, Price, Ride, Tariff
from webapp.forms import Context, Field, Form, Invalid, blank, check
from webapp.laws import Law, LawError, law, tariff, tariff_entries
from webapp.store import entered_values, people
from webapp.store.database import reading
from webapp.web.citing import cited
from webapp.web.database import db
from webapp.web.policy import actor, policy, public, signed_in
from webapp.web.session import visit

fare = Blueprint("fare", __name__, url_prefix="/tarifa")

DAY_MINUTES: Final = 24 * 60
LATE: Final = "Só importa se a viagem passou de uma bandeira à outra."
_FIELDS: Final = (
    # Every form ends on one of its fields; this one decides nothing.
    Field("dia", "date", "Dia", required=True, outcome=True),
    Field("hora", "time", "Hora da saída", required=True),
    Field("km", "text", "Quilômetros", "Como 4,5.", required=True, pattern="quilometros"),
    Field("espera", "integer", "Minutos de espera", min=0, max=DAY_MINUTES),
    Field("chegada", "time", "Hora da chegada", LATE),
    Field("cobrado", "money", "Valor cobrado", "Para conferir com a tarifa."),
)
FORM: Final = Form("Calcular", _FIELDS, sha256(repr(_FIELDS).encode()).hexdigest())
# Rides of the table: kilometres and minutes of waiting.
EXAMPLES: Final = ((1, 0), (2, 0), (3, 0), (5, 0), (10, 0), (5, 10))
STANDS: Final = {
    Charge.ACIMA: ("mal", "Foi cobrado a mais."),
    Charge.ENTRE: ("at", "Não há cobrança a mais: a lei tem mais de uma leitura."),
    Charge.TARIFA: ("ok", "Foi cobrada a tarifa."),
    Charge.ABAIXO: ("inf", "Foi cobrado a menos."),
}


class Line(NamedTuple):
    """A line of the table: an amount for each flag, in words, and the article behind it."""

    label: str
    amounts: tuple[str, ...]
    article: str = ""


class Table(NamedTuple):
    """What is in force on a day: prices and examples under each flag, and when it is allowed."""

    flags: tuple[int, ...]
    prices: tuple[Line, ...]
    examples: tuple[Line, ...]
    hours: tuple[FlagHours, ...]


@fare.get("")
@policy(signed_in)
def own() -> ResponseReturnValue:
    """The page of the person's municipality."""
    return redirect(url_for("fare.shown", municipality=actor().municipality), 303)


@fare.get("/<municipality>")
@policy(public)
def shown(municipality: str) -> ResponseReturnValue:
    """The table of today; with the fields of FORM, what a ride costs and the table of its day."""
    if municipality not in municipalities() or not law(municipality).keys("tarifas"):
        raise NotFound
    rules, typed = _valued(law(municipality)), _typed()
    context = Context(today=local_day(visit().stands_at or clock.wall(), rules.municipality.zone))
    if not typed:
        first = blank(FORM, context, {"dia": context.today.isoformat()})
        return _page(rules, context.today, {}, values=first, context=context, errors={})
    try:
        asked = check(FORM, typed, {}, context).values
    except Invalid as wrong:
        told = {"values": typed, "context": context, "errors": wrong.errors}
        return _page(rules, context.today, {}, **told), 422
    day = date.fromisoformat(asked["dia"])
    return _page(rules, day, asked, values=typed, context=context, errors={})


def _valued(own: Law) -> Law:
    """The law with the adjustments that its municipality has entered on screen."""
    with reading():
        session = db.session()
        place = people.known_municipality(session, own.municipality.slug)
        return own if place is None else entered_values.valued(session, own, place)


def _typed() -> dict[str, list[str]]:
    """The fields that the address has; its other parts are not ours."""
    names = {field.name for field in FORM.fields}
    return {name: texts for name, texts in request.args.lists() if name in names}


def _page(rules: Law, on: date, asked: Mapping[str, Any], **form: Any) -> str:
    """The page with the law of a day, and the answer to what was `asked`."""
    entries = tariff_entries(rules, on)
    return render_template(
        "tarifa.html",
        **form,
        **_told(rules, on, asked),
        form=FORM,
        municipality=rules.municipality,
        on=on,
        silences=[entry for entry in entries if entry.default_because],
        charges={entry["charge"]: entry for entry in entries if "charge" in entry},
        stands=STANDS,
        cite=partial(cited, municipality=rules.municipality.slug, on=on),
        reais=money.reais,
        exact=_exact,
    )


def _told(rules: Law, on: date, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The table and the answer; where no act has fixed the prices, the sentence that says so."""
    try:
        found, readings = tariff(rules, on)
    except LawError as wrong:
        return {"missing": wrong.message}
    if not asked:
        return {"table": _table(found)}
    ride = _ride(asked)
    answer = fares.fare(ride, found, readings, rules.holiday)
    charged = asked.get("cobrado")
    stands = None if charged is None else fares.charge(answer, charged)
    told = {"ride": ride, "fare": answer, "charged": charged, "stands": stands}
    return {"table": _table(found), "answer": told}


def _ride(asked: Mapping[str, Any]) -> Ride:
    """The ride that was typed; one that arrives earlier than it left arrives on the next day."""
    day = date.fromisoformat(asked["dia"])
    start = datetime.combine(day, time.fromisoformat(asked["hora"]))
    end = None
    if "chegada" in asked:
        end = datetime.combine(day, time.fromisoformat(asked["chegada"]))
        end = end if end >= start else end + ONE_DAY
    return Ride(start, Decimal(asked["km"]), asked.get("espera", 0), end)


def _exact(cents: Decimal) -> str:
    """A part of the sum, to the hundredth of a cent."""
    return money.price(round(cents, 2))


def _table(found: Tariff) -> Table:
    flags = tuple(sorted(found.km))
    prices = (
        _line(found.start.label, [found.start] * len(flags)),
        _line("Quilômetro rodado", [found.km[flag] for flag in flags]),
        _line(found.hour.label, [found.hour] * len(flags)),
    )
    examples = tuple(
        Line(
            f"{km} km e {wait} min de espera" if wait else f"{km} km",
            tuple(money.reais(fares.total(found, flag, Decimal(km), wait)) for flag in flags),
        )
        for km, wait in EXAMPLES
    )
    return Table(flags, prices, examples, found.hours)


def _line(label: str, prices: Sequence[Price]) -> Line:
    articles = dict.fromkeys(price.article for price in prices)
    return Line(label, tuple(money.price(one.cents) for one in prices), "; ".join(articles))
