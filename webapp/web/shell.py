"""What surrounds every page: navigation, the visitor's name and appearance, words for dates."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final
from zoneinfo import ZoneInfo

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from webapp.domain import money
from webapp.domain.competence import CAPACITIES
from webapp.domain.roles import LANE_ROLES, ROLES, to_role
from webapp.laws import law
from webapp.registry.entering import STANDS
from webapp.web import citing, permit_words, words
from webapp.web.policy import policy, signed_in
from webapp.web.request_keys import new_key
from webapp.web.session import READS, Visit, visit

shell = Blueprint("shell", __name__)


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the navigation, for everybody or for whoever holds one of the roles; `process`
    and `subject`: only where the municipality's law has such a case, or says something of it."""

    label: str
    path: str
    roles: frozenset[str] = frozenset()
    process: str = ""
    subject: str = ""


# What the law calls permits names their place.
PERMITS: Final = "/permissoes"
PLACES: Final = (
    Place("Tarefas", "/tarefas"),
    Place("Processos", "/processos"),
    Place("", PERMITS, frozenset(LANE_ROLES)),
    Place("Multas", "/multas", frozenset({"arrecadacao", "secretaria", "autoridade"}), "infracao"),
    Place("Novo auto", "/autos/novo", frozenset({"fiscalizacao"}), "infracao"),
    Place("Calendário", "/calendario", frozenset({"secretaria", "autoridade", "administrador"})),
    Place("Tarifa", "/tarifa", subject="tarifas"),
    Place("Lei", "/lei"),
    Place("Incidentes", "/incidentes", frozenset({"operador", "administrador"})),
)
SEARCH: Final = "/processos"


@shell.get("/")
@policy(signed_in)
def home() -> ResponseReturnValue:
    """The first page of the navigation; the account where there is none yet."""
    places = navigation(visit())
    return redirect(places[0].path if places else url_for("auth.account"), 303)


def navigation(visitor: Visit) -> list[Place]:
    """The places that exist and that the visitor may open."""
    if visitor.actor is None:
        return []
    roles = visitor.actor.roles
    rules = law(visitor.actor.municipality)
    processes = ("", *rules.keys("processos"))
    return [
        replace(place, label=permit_words.word(rules).titles) if place.path == PERMITS else place
        for place in PLACES
        if place.path in _paths()
        and (not place.roles or place.roles & roles)
        and place.process in processes
        and (not place.subject or rules.keys(place.subject))
    ]


def surround(app: Flask) -> None:
    """Give templates what base.html and macros.html need."""
    app.jinja_env.globals.update(request_key=new_key)
    app.jinja_env.filters.update(
        role_label=ROLES.__getitem__,
        to_role=to_role,
        cited=_cited,
        capacity_label=CAPACITIES.__getitem__,
        short_day=words.short_day,
        long_day=words.long_day,
        plain_day=words.plain_day,
        clock_words=words.clock_words,
        moment=words.moment,
        how_many=words.how_many,
        units=money.units_text,
        stand_kind=STANDS.__getitem__,
    )
    app.context_processor(_surroundings)


def _cited(text: str, on: date | None = None) -> Markup:
    """The text, with the articles of the visitor's municipality as links."""
    person = visit().actor
    return citing.cited(text, person.municipality, on) if person else escape(text)


def _surroundings() -> dict[str, Any]:
    visitor = visit()
    return {
        "visitor": visitor,
        "places": navigation(visitor),
        "here": request.path,
        # A page that answers a form may have an address that only forms are sent to.
        "return_to": request.full_path.rstrip("?") if request.method in READS else "/",
        "search": SEARCH if SEARCH in _paths() else None,
        "zone": law(visitor.actor.municipality).municipality.zone
        if visitor.actor
        else words.BRASILIA,
    }


def _zone(visitor: Visit) -> ZoneInfo:
    if visitor.actor is None:
        return words.BRASILIA
    return law(visitor.actor.municipality).municipality.zone


def _paths() -> frozenset[str]:
    return frozenset(rule.rule for rule in current_app.url_map.iter_rules())
