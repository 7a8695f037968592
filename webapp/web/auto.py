"""The agent's new infraction notice («auto»): drawn up in the street, first of all on a phone."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Final

from flask import (
    Blueprint,
    flash,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as browser
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import desk
from webapp.cases.desk import Desk
from webapp.cases.opening import open_case
from webapp.cases.orders import Signer
from webapp.domain import identifiers
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused
from webapp.domain.numbering import search_key
from webapp.forms import PATTERNS, echo
from webapp.laws import law
from webapp.store import autos, steps
from webapp.store.database import reading
from webapp.store.registry import Known, Registered, by_plate
from webapp.web import posted
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy
from webapp.web.request_keys import WebReply

auto = Blueprint("auto", __name__)

PROCESS: Final = "infracao"
DRAFT: Final = "rascunho_auto"
AGENT: Final = holds("fiscalizacao")
LONGEST_PLATE: Final = 8
Typed = Mapping[str, Sequence[str]]


@auto.before_request
def offered() -> None:
    """Raises NotFound where the municipality's law has no case that an auto opens."""
    if PROCESS not in law(actor().municipality).keys("processos"):
        raise NotFound


@auto.get("/autos/novo")
@policy(AGENT)
def new() -> ResponseReturnValue:
    """An empty form, or the draft that this browser's session keeps. `placa` is looked up where
    no draft would be lost."""
    plate = request.args.get("placa")
    if plate and not browser.get(DRAFT):
        return _look_up({"veiculo.placa": [plate[:LONGEST_PLATE]]})
    return page(browser.get(DRAFT))


@auto.post("/autos/novo")
@policy(AGENT)
def draw_up() -> ResponseReturnValue:
    """`_action`: «concluir» signs and opens the case, «rascunho» keeps, «placa» looks it up."""
    match posted.action("concluir", "rascunho", "placa"):
        case "rascunho":
            return _keep_draft()
        case "placa":
            return _look_up(posted.typed())
    return _open()


@auto.get("/autos/<int:case_id>")
@policy(AGENT)
def drawn_up(case_id: int) -> ResponseReturnValue:
    """The auto was drawn up: both copies to print, the next step, its term."""
    session, place = db.session(), actor().municipality_id
    found = autos.drawn_up(session, place, case_id)
    if found is None:
        raise NotFound
    return render_template(
        "auto_done.html",
        auto=found,
        steps=steps.open_steps(session, place, case_id),
        terms=steps.terms(session, place, case_id),
    )


def _open() -> ResponseReturnValue:
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        done = open_case(
            session,
            PROCESS,
            posted.typed(),
            posted.files(),
            now=now,
            actor=person,
            signer=_signer(person),
        )
        return WebReply(location=url_for("auto.drawn_up", case_id=done.case_id))

    def refused(refusal: Refused) -> str:
        return page(posted.typed(), posted.errors_of(refusal))

    reply = make_response(posted.perform(act, refused))
    if reply.status_code < 400:
        browser.pop(DRAFT, None)
    return reply


def _signer(person: Actor) -> Signer | None:
    membership = person.signing("fiscalizacao") if posted.signed() else None
    return Signer.of(person, membership) if membership else None


def _keep_draft() -> ResponseReturnValue:
    browser[DRAFT] = echo(_desk().form, posted.typed())
    if request.accept_mimetypes.best == "application/json":
        return jsonify(saved=True)
    flash("Rascunho guardado neste acesso. Fotos não ficam no rascunho: escolha-as ao lavrar.")
    return redirect(url_for("auto.new"), 303)


# ---- the plate


def _look_up(typed: Typed) -> ResponseReturnValue:
    """The form again, with what the registry knows where nothing was typed."""
    try:
        plate = PATTERNS["placa"].normal("".join(typed.get("veiculo.placa", ())))
    except ValueError as error:
        return page(typed, {"veiculo.placa": str(error)}), 422
    at = _desk()
    with reading():
        place = actor().municipality_id
        known = by_plate(db.session(), place, plate, _fact_day(typed, at.context.today))
    asked = {field.name for field in at.form.fields}
    return page(filled(typed, known, asked), looked_up=(identifiers.show_plate(plate), known))


def _fact_day(typed: Typed, today: date) -> date:
    try:
        return date.fromisoformat("".join(typed.get("data_fato", ())))
    except ValueError:
        return today


def filled(typed: Typed, known: Registered | None, asked: Collection[str]) -> dict[str, list[str]]:
    """What was typed, and in its gaps what the registry knows: the street wins over it.

    `asked` are the names of the form's fields.
    """
    found = {name: list(texts) for name, texts in typed.items()}
    if known is None:
        return found
    offered = _vehicle(known) | {"numero_autorizacao": known.permit or ""}
    if "".join(typed.get("condutor", ())) == "auxiliar":
        if _names(typed, known.holder):  # filled in before it was said who drove
            found = {name: texts for name, texts in found.items() if _is_other(name)}
        if _names(found, known.auxiliary):
            offered |= _person("autuado", known.auxiliary)
        offered |= _person("titular", known.holder)
    elif _names(typed, known.holder):
        offered |= _person("autuado", known.holder)
    for name, text in offered.items():
        if text and name.partition(".")[0] in asked and not "".join(found.get(name, ())).strip():
            found[name] = [text]
    return found


def _names(typed: Typed, known: Known | None) -> bool:
    """Whether the person of the form is this one, or nobody yet: data of two are not mixed."""
    parts = ("nome", "cpf", "cnh")
    said = ["".join(typed.get(f"autuado.{part}", ())).strip() for part in parts]
    return not any(said) or search_key(said[0]) == search_key(known.name if known else "")


def _vehicle(known: Registered) -> dict[str, str]:
    return {
        "veiculo.marca_modelo": known.model or "",
        "veiculo.cor": known.colour or "",
        "veiculo.ano": str(known.year or ""),
        "veiculo.renavam": known.renavam or "",
    }


def _is_other(name: str) -> bool:
    return not name.startswith("autuado.")


def _person(field: str, known: Known | None) -> dict[str, str]:
    """Somebody of the registry, as the inputs of a person in the form."""
    if known is None:
        return {}
    return {
        f"{field}.nome": known.name,
        f"{field}.cpf": identifiers.show_cpf(known.cpf) if known.cpf else "",
        f"{field}.cnh": known.cnh or "",
        f"{field}.endereco": known.address or "",
        f"{field}.telefone": identifiers.show_phone(known.phone) if known.phone else "",
    }


# ---- the page


def _desk() -> Desk:
    with reading():
        session = db.session()
        return desk.of_opening(session, PROCESS, now=clock.now(session), actor=actor())


def page(
    typed: Typed | None = None,
    errors: Mapping[str, str] | None = None,
    looked_up: tuple[str, Registered | None] | None = None,
) -> str:
    """The form of a new auto; `looked_up` is a plate and what the registry knows of it."""
    at = _desk()
    values = at.typed if typed is None else typed
    return render_template(
        "auto.html",
        desk=at,
        values=values,
        errors=errors or {},
        looked_up=looked_up,
        chosen=chosen(at, values),
    )


def chosen(at: Desk, values: Typed) -> str:
    """The chosen items in the words of the list: «art. 5º, II (multa de 1/2 salário mínimo …)»."""
    codes = set(values.get("itens", ()))
    return "; ".join(
        f"{item.label.partition(':')[0]} ({item.hint})"
        for item in at.context.options["infracoes"]
        if item.code in codes
    )
