"""What expires, `/vencimentos`: documents, inspections, ages, permits; as CSV as well."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.domain.errors import BadRequest
from webapp.domain.expiry import Expiring
from webapp.registry.asking import Registry, Served
from webapp.registry.expirations import AGE
from webapp.web import paging, permit_words, spreadsheet
from webapp.web.permit_page import registry_on
from webapp.web.permit_words import READERS
from webapp.web.permits import today
from webapp.web.policy import policy

expirations = Blueprint("expirations", __name__)

HOME: Final = "/vencimentos"
DAYS: Final = (30, 60, 90, 180, 365)
HEADER: Final = (
    "O que",
    "Vence em",
    "Situação",
    "Dias",
    "Artigo",
    "Efeito",
    "Número",
)

Due = tuple[Expiring, tuple[Served, ...]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the address asks for: in how many days, and of which kind (a key of `validades`, AGE,
    or «» for all)."""

    days: int
    kind: str


@expirations.get(HOME)
@policy(READERS)
def due() -> ResponseReturnValue:
    """What has expired, and what will in the next `dias` days; `especie` leaves one kind, and
    `formato=csv` gives all of the list as a file."""
    asked, page = registry_on(today()), paging.page(request.args)
    kinds = {key: kind.label for key, kind in asked.kinds().items()} | {AGE: "Idade do veículo"}
    wanted = _wanted(request.args, kinds)
    every = asked.expiring(wanted.days)
    found = [line for line in every if wanted.kind in ("", line[0].kind)]
    match request.args.get("formato"):
        case None | "":
            present = {one.kind for one, _ in every} | {wanted.kind}
            offered = {key: label for key, label in kinds.items() if key in present}
            return _page(asked, wanted, offered, found, page)
        case "csv":
            return _download(asked, found)
    raise BadRequest("A lista só existe como página e como «csv». Volte aos vencimentos.")


def _page(
    asked: Registry, wanted: Wanted, kinds: Mapping[str, str], found: Sequence[Due], page: int
) -> str:
    start = (page - 1) * paging.SIZE
    return render_template(
        "vencimentos.html",
        word=permit_words.word(asked.law),
        municipality=asked.law.municipality,
        on=asked.on,
        wanted=wanted,
        days={str(n): f"{n} dias" for n in DAYS[1:]},
        fewest=f"{DAYS[0]} dias",
        kinds=kinds,
        found=found[start : start + paging.SIZE],
        total=len(found),
        over=sum(one.days_left(asked.on) < 0 for one, _ in found),
        page=page,
        size=paging.SIZE,
        address=address,
    )


def address(**changes: str) -> str:
    """The address of this list with some parts changed; another list begins on its first page."""
    parts = {name: request.args.get(name, "") for name in ("dias", "especie")} | changes
    told = {name: text for name, text in parts.items() if text}
    return f"{HOME}?{urlencode(told)}" if told else HOME


def _wanted(args: Mapping[str, str], kinds: Mapping[str, str]) -> Wanted:
    """Raises BadRequest for days or a kind that the page does not offer."""
    days, kind = args.get("dias") or str(DAYS[0]), args.get("especie", "")
    if days not in {str(n) for n in DAYS}:
        raise BadRequest(
            f"A lista vai de {DAYS[0]} a {DAYS[-1]} dias, e não de «{days[:20]}». "
            "Escolha um dos prazos da página."
        )
    if kind and kind not in kinds:
        raise BadRequest(
            f"A lei do município não conhece «{kind[:40]}» entre o que vence. "
            "Volte aos vencimentos e escolha de novo."
        )
    return Wanted(int(days), kind)


# ---- the file


def _download(asked: Registry, found: Sequence[Due]) -> Response:
    def export(_: Session, most: int) -> Generator[Due, None, None]:
        yield from islice(found, most)

    return spreadsheet.download(
        "vencimentos", asked.on, HEADER, export, lambda line: _cells(line, asked)
    )


def _cells(line: Due, asked: Registry) -> Sequence[str]:
    """The row, as HEADER says; days are never below zero, which a spreadsheet would compute."""
    one, permits = line
    left = one.days_left(asked.on)
    return (
        one.label,
        f"{one.last_day:%d/%m/%Y}",
        "vencido" if left < 0 else "a vencer",
        str(abs(left)),
        one.article,
        one.effect,
        ", ".join(permit.number for permit in permits),
    )
