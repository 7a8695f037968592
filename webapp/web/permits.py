"""Permits, `/permissoes`: found by whatever is known of one, filtered, sorted; as CSV as well."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from webapp.domain import identifiers
from webapp.domain.errors import BadRequest
from webapp.domain.numbering import search_key
from webapp.laws import law
from webapp.store import permits as store
from webapp.store.permits import Clue, Number, Order, PermitRow, Stand, State, Wanted
from webapp.store.search import Cnpj, Cpf, Name, Plate
from webapp.web import paging, permit_words, spreadsheet
from webapp.web.database import db
from webapp.web.numbers import read_id
from webapp.web.permit_words import READERS
from webapp.web.policy import Unidentified, actor, policy
from webapp.web.search import LONGEST
from webapp.web.session import visit

permits = Blueprint("permits", __name__)

HOME: Final = "/permissoes"
_CPF_DIGITS: Final = 11
# Longer digits are no number of a permit, shorter ones no CPF: they are looked for as a name.
_NUMBER_DIGITS: Final = 8
STATES: Final = {State.ALL: "Todas", State.IN_FORCE: "Em vigor", State.ENDED: "Terminadas"}
ORDERS: Final = {Order.NUMBER: "Número", Order.HOLDER: "Titular", Order.END: "Fim da vigência"}
HEADER: Final = (
    "Número",
    "Espécie",
    "Situação",
    "Titular",
    "CPF ou CNPJ",
    "Auxiliar",
    "Placa",
    "Veículo",
    "Ponto",
    "Desde",
    "Até",
)


@permits.get(HOME)
@policy(READERS)
def listed() -> ResponseReturnValue:
    """`q` is what was typed, `situacao` and `ponto` filter, `ordem` sorts; `formato=csv` gives all
    of the list as a file. The one permit that has a number or a plate is gone to."""
    wanted, page = _wanted(request.args), paging.page(request.args)
    match request.args.get("formato"):
        case None | "":
            return _page(wanted, page)
        case "csv":
            return _download(wanted)
    raise BadRequest("A lista só existe como página e como «csv». Volte à lista.")


def _page(wanted: Wanted, page: int) -> ResponseReturnValue:
    session, rules = db.session(), law(actor().municipality)
    found = store.page(session, wanted, paging.SIZE, (page - 1) * paging.SIZE)
    if found.total == 1 and found.rows and _is_exact(wanted.clues):
        return redirect(url_for("permit.show", permit_id=found.rows[0].id), 303)
    return render_template(
        "permissoes.html",
        word=permit_words.word(rules),
        typed=_typed(request.args),
        wanted=wanted,
        rows=[(row, *_stands(row, wanted.on)) for row in found.rows],
        total=found.total,
        cap=store.CAP,
        page=page,
        size=paging.SIZE,
        states=STATES,
        orders=ORDERS,
        stands={str(one): name for one, name in store.stands(session, wanted.municipality_id)},
        address=address,
        kind=permit_words.kind,
        number_of=_number_of,
        show_plate=identifiers.show_plate,
    )


def address(**changes: str) -> str:
    """The address of this list with some parts changed; another list begins on its first page."""
    names = ("situacao", "ponto", "ordem")
    parts = {"q": _typed(request.args), **{name: request.args.get(name, "") for name in names}}
    told = {name: text for name, text in (parts | changes).items() if text}
    return f"{HOME}?{urlencode(told)}" if told else HOME


def understood(typed: str) -> tuple[Clue, ...]:
    """What people mean by what they type: CPF, CNPJ, plate, number; else a name or a stand."""
    key = search_key(typed)
    if not typed:
        return ()
    if key.isdecimal() and len(key) == _CPF_DIGITS:
        return (Cpf(key),)
    if identifiers.is_cnpj(typed):
        return (Cnpj(identifiers.cnpj(typed)),)
    if identifiers.is_plate(typed):
        return (Plate(identifiers.plate_key(typed)),)
    words = tuple(key.split())
    if len(words) == 1 and words[0][:1].isdecimal() and len(key) <= _NUMBER_DIGITS:
        return (Number(key),)
    return Name(words), Stand(words), Number(key)


def _is_exact(clues: Sequence[Clue]) -> bool:
    return len(clues) == 1 and isinstance(clues[0], Number | Plate)


def _wanted(args: Mapping[str, str]) -> Wanted:
    """Raises BadRequest for a filter that does not exist."""
    state, order = args.get("situacao", ""), args.get("ordem", "")
    if state not in set(State) or order not in set(Order):
        raise BadRequest(
            f"A lista não se filtra nem se ordena por «{(state or order)[:40]}». "
            "Volte à lista e escolha de novo."
        )
    return Wanted(
        municipality_id=actor().municipality_id,
        on=today(),
        clues=understood(_typed(args)),
        state=State(state),
        stand_id=read_id(args["ponto"]) or 0 if args.get("ponto") else None,
        order=Order(order),
    )


def today() -> date:
    """The local day of the visitor's municipality. Raises Unidentified for nobody."""
    found = visit().today
    if found is None:
        raise Unidentified
    return found


def _typed(args: Mapping[str, str]) -> str:
    return " ".join(args.get("q", "")[:LONGEST].split())


def _stands(row: PermitRow, on: date) -> tuple[str, str]:
    return permit_words.state(row.from_day, row.to_day, row.end_reason, on)


def _number_of(row: PermitRow) -> str:
    return permit_words.cpf_or_cnpj(row.cpf, row.cnpj, whole=permit_words.sees_whole())


# ---- the file


def _download(wanted: Wanted) -> Response:
    whole, name = permit_words.sees_whole(), permit_words.word(law(actor().municipality)).many
    return spreadsheet.download(
        search_key(name).lower(),
        wanted.on,
        HEADER,
        lambda session, most: store.export(session, wanted, most),
        lambda row: _cells(row, wanted.on, whole),
    )


def _cells(row: PermitRow, on: date, whole: bool) -> Sequence[str]:
    return (
        row.number,
        permit_words.kind(row.kind),
        _stands(row, on)[0],
        row.holder or "",
        permit_words.cpf_or_cnpj(row.cpf, row.cnpj, whole=whole),
        row.auxiliary or "",
        identifiers.show_plate(row.plate) if row.plate else "",
        row.model or "",
        row.stand or "",
        f"{row.from_day:%d/%m/%Y}",
        f"{row.to_day:%d/%m/%Y}" if row.to_day else "",
    )
