"""The search, `/processos`: by number of a case or document, name, CPF, plate; else the newest."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from zoneinfo import ZoneInfo

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.counting import local_day
from webapp.domain.errors import BadRequest
from webapp.domain.numbering import search_key
from webapp.laws import Law, law
from webapp.store import search as store
from webapp.store.search import (
    AnyOf,
    CaseNumber,
    CaseRow,
    Clue,
    Cnpj,
    Cpf,
    DocumentNumber,
    Name,
    Plate,
    Receipt,
)
from webapp.web import paging, spreadsheet
from webapp.web.database import db
from webapp.web.policy import Unidentified, actor, policy, signed_in
from webapp.web.session import visit

search = Blueprint("search", __name__)

LONGEST: Final = 100
_CPF_DIGITS: Final = 11
# «AI 0001/2025», «nº 412/2025», «04122025», «0035», in normal form and without blanks.
_NUMBERED: Final = re.compile(r"(?P<series>[A-Z]*?)(NO?)?(?P<n>\d{1,8}?)(?P<year>(19|20)\d\d)?")
# How people call a series, where it is not the beginning of its name.
_CALLED: Final = {"AI": "auto", "PROC": "processo", "PROT": "protocolo"}


HEADER: Final = (
    "Processo",
    "Assunto",
    "Interessado",
    "Outros interessados",
    "CPF",
    "Placa",
    "Situação",
    "Resultado",
    "Aberto em",
    "Encerrado em",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was understood: how to look, and how the page says it.

    `clues` are tried in order until one leads to something; `is_number`: one case is gone to.
    """

    words: str
    clues: tuple[Clue, ...]
    is_number: bool = False


@search.get("/processos")
@policy(signed_in)
def cases() -> ResponseReturnValue:
    """`q` is what was typed; the one case that has a number is shown at once.

    `formato=csv` gives all of the list as a file.
    """
    typed = " ".join(request.args.get("q", "")[:LONGEST].split())
    page = paging.page(request.args)
    rules = law(actor().municipality)
    match request.args.get("formato"):
        case None | "":
            return _page(typed, rules, page)
        case "csv":
            return _download(typed, rules)
    raise BadRequest("A lista só existe como página e como «csv». Volte à lista de processos.")


def _page(typed: str, rules: Law, page: int) -> ResponseReturnValue:
    me, session, asked = actor(), db.session(), understood(typed, rules)
    clue, total = _first_hit(session, me.municipality_id, asked)
    rows = store.find(session, me.municipality_id, clue, paging.SIZE, (page - 1) * paging.SIZE)
    if asked.is_number and total == 1 and rows:
        return redirect(f"/processos/{rows[0].id}", 303)
    zone = rules.municipality.zone
    return render_template(
        "processos.html",
        typed=typed,
        asked=asked,
        rows=[(row, local_day(row.opened_at, zone), outcome_in_words(row)) for row in rows],
        total=total,
        begins=bool(rules.keys("processos")),
        page=page,
        size=paging.SIZE,
        mask_cpf=identifiers.mask_cpf,
        show_plate=identifiers.show_plate,
    )


def outcome_in_words(row: CaseRow) -> str:
    """«aplicada», «extinto pelo óbito»; empty while the case goes on."""
    if row.outcome == "extinto_obito":
        return "extinto pelo óbito"
    return (row.outcome or "").replace("_", " ")


def _download(typed: str, rules: Law) -> Response:
    me, session, today = actor(), db.session(), visit().today
    if today is None:
        raise Unidentified
    clue, _ = _first_hit(session, me.municipality_id, understood(typed, rules))
    zone = rules.municipality.zone
    return spreadsheet.download(
        "processos",
        today,
        HEADER,
        lambda store_session, most: store.export(store_session, me.municipality_id, clue, most),
        lambda row: _cells(row, zone),
    )


def _cells(row: CaseRow, zone: ZoneInfo) -> tuple[str, ...]:
    return (
        row.number,
        row.subject,
        row.party or "",
        str(max(row.others, 0)),
        identifiers.mask_cpf(row.cpf) if row.cpf else "",
        identifiers.show_plate(row.plate) if row.plate else "",
        "Encerrado" if row.ended_at else row.step or "sem etapa aberta",
        outcome_in_words(row),
        f"{local_day(row.opened_at, zone):%d/%m/%Y}",
        f"{local_day(row.ended_at, zone):%d/%m/%Y}" if row.ended_at else "",
    )


def understood(typed: str, rules: Law) -> Asked:
    """What people mean by what they type in the search: CPF, plate, number, else a name."""
    if not typed:
        return Asked("Processos mais novos", (store.Everything(),))
    key = search_key(typed)
    if key.isdecimal() and len(key) == _CPF_DIGITS:
        return Asked("Processos em que o CPF é de uma parte", (Cpf(key),))
    if identifiers.is_cnpj(typed):
        return Asked("Processos em que o CNPJ é de uma parte", (Cnpj(identifiers.cnpj(typed)),))
    if identifiers.is_plate(typed):
        plate = identifiers.show_plate(typed)
        return Asked(f"Processos da placa {plate}", (Plate(identifiers.plate_key(typed)),))
    return _numbered(key, rules) or Asked(f"Processos de «{typed}»", (Name(tuple(key.split())),))


def _numbered(key: str, rules: Law) -> Asked | None:
    """A number, of the series that was named; without series a case's, else a document's.

    Without a year it is the number of any year.
    """
    found = _NUMBERED.fullmatch(key.replace(" ", ""))
    if found is None:
        return None
    n, year = int(found["n"]), found["year"] or store.ANY_YEAR
    clues = {
        series: _clue(rules, series, mask.format(n=n, year=year))
        for series, mask in rules.municipality.numbers.items()
    }
    shown = f"{n}/{year}" if found["year"] else f"{n}, de qualquer ano"
    if not found["series"]:
        of_case = clues.pop("processo")
        said = f"Processos e documentos de número {shown}"
        return Asked(said, (of_case, AnyOf(tuple(clues.values()))), is_number=True)
    meant = _series(found["series"], clues)
    if meant is None:
        return None
    return Asked(f"Processos pelo número {shown}", (clues[meant],), is_number=True)


def _series(word: str, known: Iterable[str]) -> str | None:
    """The series that a word stands for: «AI», «CERT», «AUTO DE INFRACAO»."""
    if word in _CALLED:
        return _CALLED[word]
    names = {name.upper(): name for name in known}
    near = [n for n in names if len(word) > 2 and (n.startswith(word) or word.startswith(n))]
    return names[near[0]] if near else None


def _clue(rules: Law, series: str, text: str) -> Clue:
    if series == "processo":
        return CaseNumber(_key(text))
    if series == "protocolo":
        return Receipt(text)
    kinds = {
        kind
        for kind in rules.keys("documentos")
        if any(entry["series"] == series for entry in rules.entries(f"documentos.{kind}"))
    }
    return DocumentNumber(_key(text), frozenset(kinds))


def _key(text: str) -> str:
    """The normal form of a number, in which any year stays any year."""
    return store.ANY_YEAR.join(map(search_key, text.split(store.ANY_YEAR)))


def _first_hit(session: Session, municipality_id: int, asked: Asked) -> tuple[Clue, int]:
    """The first clue that leads to something, and to how many cases; else the last one."""
    for clue in asked.clues:
        total = store.count(session, municipality_id, clue)
        if total:
            return clue, total
    return asked.clues[-1], 0
