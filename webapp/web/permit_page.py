"""One permit on one page, as of today or of a chosen day: `/permissoes/<id>?em=AAAA-MM-DD`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.domain import identifiers
from webapp.domain.eligibility import EXERCICIO
from webapp.domain.errors import BadRequest
from webapp.domain.finding import Finding
from webapp.domain.fitness import OPERACAO
from webapp.domain.points import PointsEntry, PointsWindow, pontos_acumulados
from webapp.domain.roles import to_role
from webapp.domain.swaps import SUBSTITUICAO_VEICULO, TROCA_AUXILIAR, Swap, swap
from webapp.laws import Law, NotInForce, points_limits
from webapp.laws import requirements as rules
from webapp.registry import asking
from webapp.registry.asking import Registry
from webapp.registry.facts import AUXILIAR, PONTO, TITULAR, VEICULO, Bound, PermitOn
from webapp.store import search, standing
from webapp.store.standing import About, Against
from webapp.web import permit_words
from webapp.web.database import db
from webapp.web.permit_words import READERS
from webapp.web.permits import today
from webapp.web.policy import actor, policy
from webapp.web.registry_screens import acts_of
from webapp.web.timeline import restriction_in_words

permit = Blueprint("permit", __name__)

FIRST: Final = date(1990, 1, 1)
# How far ahead the page of a permit tells what expires.
AHEAD: Final = 365
MOST_CASES: Final = 20


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of the history: what began or ended on a day, and by which act."""

    on: date
    words: str
    act: str
    tone: str


@permit.get("/permissoes/<int:permit_id>")
@policy(READERS)
def show(permit_id: int) -> ResponseReturnValue:
    """As of the day in `em`, today where it is not given."""
    asked = registry_on(chosen_day())
    own = asked.permit(permit_id)
    return render_template("permissao.html", **_page(asked, own))


def chosen_day() -> date:
    """The day in `em`, today where it is not given. Raises BadRequest."""
    typed = request.args.get("em")
    if not typed:
        return today()
    try:
        day = date.fromisoformat(typed)
    except ValueError as error:
        raise BadRequest(f"«{typed[:20]}» não é uma data. Escreva AAAA-MM-DD.") from error
    if not FIRST <= day <= today():
        raise BadRequest(
            f"O cadastro se vê de {FIRST:%d/%m/%Y} até hoje, {today():%d/%m/%Y}. Escolha outro dia."
        )
    return day


def registry_on(on: date) -> Registry:
    """The registry of the visitor's municipality as of a day."""
    me = actor()
    return asking.registry(db.session(), me.municipality_id, me.municipality, on)


def _page(asked: Registry, own: PermitOn) -> dict[str, Any]:
    holder, auxiliary = own.bound(TITULAR), own.bound(AUXILIAR)
    vehicle, stand = own.bound(VEICULO), own.bound(PONTO)
    people = [one for one in (holder, auxiliary) if one is not None]
    against = standing.against(
        asked.session, asked.municipality_id, [one.id for one in people], asked.on
    )
    place = asked.session, asked.municipality_id
    return {
        "word": permit_words.word(asked.law),
        "municipality": asked.law.municipality,
        "own": own,
        "on": asked.on,
        "is_today": asked.on == today(),
        "kind": permit_words.kind(own.kind),
        "state": permit_words.state(own.from_day, own.to_day, own.end_reason, asked.on),
        "holder": holder,
        "auxiliary": auxiliary,
        "vehicle": standing.one_vehicle(*place, vehicle.id) if vehicle else None,
        "vehicle_link": vehicle,
        "stand": standing.one_stand(*place, stand.id, asked.on) if stand else None,
        "stand_link": stand,
        "document_of": document_of,
        "show_plate": identifiers.show_plate,
        "findings_of": list(_findings(asked, own)),
        "expiring": [one for one, _ in asked.expiring(AHEAD, own.id)],
        "tallies": [(one, windows(asked.law, against, one.id, asked.on)) for one in people],
        "against": against,
        "names": {one.id: one.name for one in people},
        "in_words": restriction_in_words,
        "cases_of": _cases(asked, people, vehicle),
        "history": history(own, against),
        "starts": list(_starts(asked.law, own)),
        "swaps": list(_swaps(asked, own)),
        "acts": acts_of(asked, own) if asked.on == today() else [],
    }


def document_of(bound: Bound) -> str:
    """The CPF or CNPJ of somebody bound to a permit, as the visitor may see it."""
    number = bound.document or ""
    cnpj = number if len(number) == 14 else None
    return permit_words.cpf_or_cnpj(number, cnpj, whole=permit_words.sees_whole())


def _findings(asked: Registry, own: PermitOn) -> Iterator[tuple[str, Sequence[Finding]]]:
    """What the law asks of those who drive and of the vehicle, to go on."""
    for role, label in ((TITULAR, "Titular"), (AUXILIAR, "Auxiliar")):
        bound = own.bound(role)
        if bound is not None:
            yield f"{label}: {bound.name}", asked.may_be(bound.id, role, EXERCICIO)
    vehicle = own.bound(VEICULO)
    if vehicle is not None:
        plate = identifiers.show_plate(vehicle.name)
        yield f"Veículo: {plate}", asked.fits(vehicle.id, OPERACAO)


def windows(law: Law, against: Against, person_id: int, on: date) -> tuple[PointsWindow, ...]:
    """What the points of a person come to on a day, in each of the law's windows."""
    try:
        limits = points_limits(lambda key: law.on(key, on))
    except NotInForce:
        return ()
    entries = [
        PointsEntry(row.number, row.fact_on, Decimal(row.points))
        for row in against.points
        if row.person_id == person_id
    ]
    return pontos_acumulados(entries, on, limits, on)


def _cases(asked: Registry, people: Sequence[Bound], vehicle: Bound | None) -> list[Any]:
    about = About(tuple(one.id for one in people), vehicle.id if vehicle else None)
    return search.find(asked.session, asked.municipality_id, about, MOST_CASES)


def _swaps(asked: Registry, own: PermitOn) -> Iterator[tuple[str, Swap]]:
    """Whether the auxiliary and the vehicle may be changed, or from when."""
    waits = rules.waits(asked.law, asked.on)
    for role, kind, label in (
        (AUXILIAR, TROCA_AUXILIAR, "Trocar o auxiliar"),
        (VEICULO, SUBSTITUICAO_VEICULO, "Substituir o veículo"),
    ):
        if own.bound(role) is not None:
            yield label, swap(kind, own.past(), asked.on, waits)


_ROLES: Final = {TITULAR: "Titular", AUXILIAR: "Auxiliar", VEICULO: "Veículo", PONTO: "Ponto"}
_WHY: Final = {
    "troca": "troca",
    "renuncia": "a pedido",
    "obito": "óbito",
    "revogacao": "revogação",
    "excecao": "caso que a lei não conta como troca",
    "transferencia": "transferência",
    "cassacao": "cassação",
}


def history(own: PermitOn, against: Against) -> list[Happening]:
    """What happened to a permit up to the day, the last first."""
    found = [*_of_permit(own), *_of_links(own), *_of_penalties(against)]
    return sorted(found, key=lambda one: one.on)[::-1]


def _of_permit(own: PermitOn) -> Iterator[Happening]:
    yield Happening(own.from_day, "Outorga", own.act, "ok")
    if own.to_day is not None and own.to_day < own.on:
        stands, _ = permit_words.state(own.from_day, own.to_day, own.end_reason, own.on)
        yield Happening(own.to_day, stands[:1].upper() + stands[1:], "", "nt")


def _of_links(own: PermitOn) -> Iterator[Happening]:
    for one in own.history:
        role = _ROLES.get(one.role, one.role)
        name = identifiers.show_plate(one.name) if one.role == VEICULO else one.name
        if one.from_day != own.from_day or one.role != TITULAR:
            yield Happening(one.from_day, f"{role}: entra {name}", one.act, "inf")
        if one.to_day is not None and one.to_day < own.on:
            why = _WHY.get(one.end_reason or "", "")
            yield Happening(one.to_day, f"{role}: sai {name}", why, "nt")


def _of_penalties(against: Against) -> Iterator[Happening]:
    for row in against.restrictions:
        words = restriction_in_words(row)
        yield Happening(row.final_on, words[:1].upper() + words[1:], f"processo {row.number}", "at")
    for row in against.fines:
        yield Happening(
            row.final_on, f"Multa definitiva, {row.article}", f"processo {row.number}", "at"
        )


def _starts(law: Law, own: PermitOn) -> Iterator[tuple[str, str, str, str]]:
    """Each process that the law data has: tone, label, address or none, and why not."""
    for name in law.keys("processos"):
        entry = law.entries(f"processos.{name}")[-1]
        if not entry["start"]:
            yield "nt", entry["label"], "", entry.note or ""
        elif not own.in_force:
            why = f"A {permit_words.word(law).one} não está em vigor neste dia."
            yield "mal", entry["label"], "", why
        elif not any(actor().holds(role) for role in entry["start"]):
            yield "mal", entry["label"], "", f"Cabe {to_role(entry['start'][0])}."
        else:
            vehicle = own.bound(VEICULO)
            yield "ok", entry["label"], url_for("auto.new", placa=vehicle and vehicle.name), ""
