"""A person or a vehicle of the registry on one page: `/pessoas/<id>`, `/veiculos/<id>`."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.domain import identifiers
from webapp.domain.eligibility import INGRESSO
from webapp.domain.errors import NotFound
from webapp.domain.finding import Finding
from webapp.domain.fitness import INCLUSAO, OPERACAO
from webapp.laws import requirements as rules
from webapp.registry.asking import Registry
from webapp.store import search, standing
from webapp.store.standing import About
from webapp.web import permit_words
from webapp.web.permit_page import MOST_CASES, chosen_day, registry_on, windows
from webapp.web.permit_words import READERS
from webapp.web.permits import today
from webapp.web.policy import policy
from webapp.web.timeline import restriction_in_words

people = Blueprint("people", __name__, url_prefix="/pessoas")
vehicles = Blueprint("vehicles", __name__, url_prefix="/veiculos")

ROLES: Final = {
    "titular": "Pode ser titular?",
    "auxiliar": "Pode ser auxiliar?",
    "empresa": "A empresa pode ser titular?",
    "empregado": "Pode ser empregado de empresa titular?",
    "substituto": "Pode ser substituto?",
}
PURPOSES: Final = {INCLUSAO: "Pode entrar no serviço?", OPERACAO: "Pode continuar no serviço?"}


@people.get("/<int:person_id>")
@policy(READERS)
def show(person_id: int) -> ResponseReturnValue:
    """What the registry has of somebody, and what the law answers about them on a day."""
    asked = registry_on(chosen_day())
    place = asked.session, asked.municipality_id
    known = standing.one_person(*place, person_id)
    if known is None:
        raise NotFound
    against = standing.against(*place, [person_id], asked.on)
    return render_template(
        "pessoa.html",
        known=known,
        whole=permit_words.sees_whole(),
        number=permit_words.cpf_or_cnpj(known.cpf, known.cnpj, whole=permit_words.sees_whole()),
        show_phone=identifiers.show_phone,
        findings_of=list(_of_person(asked, person_id, known.kind)),
        ties=standing.ties(*place, "person_id", person_id, asked.on),
        documents=standing.documents(*place, "person_id", person_id, asked.on),
        against=against,
        windows=windows(asked.law, against, person_id, asked.on),
        in_words=restriction_in_words,
        cases_of=search.find(*place, About((person_id,)), MOST_CASES),
        **_every(asked),
    )


@vehicles.get("/<int:vehicle_id>")
@policy(READERS)
def show_vehicle(vehicle_id: int) -> ResponseReturnValue:
    """What the registry has of a vehicle, and what the law answers about it on a day."""
    asked = registry_on(chosen_day())
    place = asked.session, asked.municipality_id
    known = standing.one_vehicle(*place, vehicle_id)
    if known is None:
        raise NotFound
    return render_template(
        "veiculo.html",
        known=known,
        plate=identifiers.show_plate(known.plate),
        findings_of=[(label, asked.fits(vehicle_id, code)) for code, label in PURPOSES.items()],
        ties=standing.ties(*place, "vehicle_id", vehicle_id, asked.on),
        documents=standing.documents(*place, "vehicle_id", vehicle_id, asked.on),
        inspections=standing.inspections(*place, vehicle_id, asked.on),
        cases_of=search.find(*place, About((), vehicle_id), MOST_CASES),
        **_every(asked),
    )


def _every(asked: Registry) -> dict[str, Any]:
    """What both pages need."""
    return {
        "word": permit_words.word(asked.law),
        "municipality": asked.law.municipality,
        "on": asked.on,
        "is_today": asked.on == today(),
        "kinds": asked.kinds(),
    }


def _of_person(
    asked: Registry, person_id: int, kind: str
) -> Iterator[tuple[str, Sequence[Finding]]]:
    """What becomes of the law's requirements for each role that a person, or a company, may have
    by it."""
    required = rules.requirements(asked.law, asked.on)
    known = {role for one in required for role in one.roles}
    for role, label in ROLES.items():
        if role in known and (role == "empresa") == (kind == "juridica"):
            yield label, asked.may_be(person_id, role, INGRESSO)
