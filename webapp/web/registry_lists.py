"""What the registry is asked as a whole: the fleet and its cap, the stands; as CSV as well."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.cases import second_person
from webapp.domain.errors import BadRequest
from webapp.domain.roles import ROLES
from webapp.domain.vacancy import DISTRITO, GERAL, PCD, Vacancy
from webapp.laws import requirements
from webapp.registry import facts
from webapp.registry.asking import Registry
from webapp.registry.entering import STANDS
from webapp.store import standing
from webapp.web import permit_words, spreadsheet
from webapp.web.permit_page import chosen_day, registry_on
from webapp.web.permit_words import READERS
from webapp.web.permits import today
from webapp.web.policy import actor, policy

fleet = Blueprint("fleet", __name__)
stands = Blueprint("stands", __name__)

HOME: Final = "/pontos"
QUOTAS: Final = {GERAL: "Gerais", PCD: "De condutor com deficiência", DISTRITO: "De distrito"}
HEADER: Final = ("Ponto", "Espécie", "Vagas", "Ocupadas", "Situação", "Quem está", "Ato")


@fleet.get("/frota")
@policy(READERS)
def cap() -> ResponseReturnValue:
    """How many permits the law admits, how that is computed, and what is free of it on a day."""
    asked = registry_on(chosen_day())
    vacancy, place = asked.fleet(), (asked.session, asked.municipality_id, asked.on)
    one_more, counted = vacancy.finding(GERAL), facts.in_force_by_kind(*place)
    return render_template(
        "frota.html",
        word=permit_words.word(asked.law),
        municipality=asked.law.municipality,
        on=asked.on,
        is_today=asked.on == today(),
        vacancy=vacancy,
        allowed=one_more.allowed if one_more else "",
        population=requirements.population_said(asked.law, asked.on),
        enters_values=any(actor().holds(role) for role in second_person.WHO),
        who_enters=[ROLES[role] for role in second_person.WHO],
        quotas=_quotas(vacancy, counted),
        counted=_by_kind(counted),
    )


def _quotas(vacancy: Vacancy, counted: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """The quotas that the page tells: that of villages where the law or the registry has it."""
    villages = vacancy.rules.village or any(quota == DISTRITO for _, quota in counted)
    return {code: label for code, label in QUOTAS.items() if code != DISTRITO or villages}


def _by_kind(counted: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    """How many of each quota, by what people call the kind."""
    kinds = sorted({kind for kind, _ in counted})
    return {
        permit_words.kind(one): {quota: counted.get((one, quota), 0) for quota in QUOTAS}
        for one in kinds
    }


# ---- stands


class Room(StrEnum):
    """Whether a stand has room for one more."""

    FREE = "livre"
    FULL = "cheio"
    UNSAID = "sem_numero"


ROOM: Final = {
    Room.FREE: "Com vaga livre",
    Room.FULL: "Cheios",
    Room.UNSAID: "Sem número de vagas fixado",
}


@dataclass(frozen=True, slots=True)
class StandLine:
    """A stand, who is there, and what that leaves of it."""

    row: Any
    there: Sequence[Any]

    @property
    def room(self) -> Room:
        if self.row.capacity is None:
            return Room.UNSAID
        return Room.FREE if self.row.taken < self.row.capacity else Room.FULL

    @property
    def free(self) -> int:
        """How many more there may be, never below zero."""
        return int(max(0, (self.row.capacity or 0) - self.row.taken))

    @property
    def above(self) -> int:
        """How many more there are than the act admits."""
        if self.row.capacity is None:
            return 0
        return int(max(0, self.row.taken - self.row.capacity))

    @property
    def in_words(self) -> str:
        if self.room == Room.UNSAID:
            return "sem número fixado"
        if self.above:
            return f"{self.above} acima"
        return (
            "cheio" if not self.free else f"{self.free} {'livre' if self.free == 1 else 'livres'}"
        )


@stands.get(HOME)
@policy(READERS)
def listed() -> ResponseReturnValue:
    """The stands on a day: kind, how many places, who has them; `situacao` leaves those with room,
    full, or whose places nobody has fixed, and `formato=csv` gives the list as a file."""
    asked, wanted = registry_on(chosen_day()), _room(request.args)
    place = asked.session, asked.municipality_id, asked.on
    at = standing.at_stands(*place)
    every = [StandLine(row, at.get(row.id, ())) for row in standing.stands(*place)]
    found = [line for line in every if wanted in ("", line.room)]
    match request.args.get("formato"):
        case None | "":
            return _page(asked, wanted, every, found)
        case "csv":
            return _download(asked, found)
    raise BadRequest("A lista só existe como página e como «csv». Volte aos pontos.")


def _page(
    asked: Registry, wanted: str, every: Sequence[StandLine], found: Sequence[StandLine]
) -> str:
    rooms = [line.room for line in every]
    return render_template(
        "pontos.html",
        word=permit_words.word(asked.law),
        municipality=asked.law.municipality,
        on=asked.on,
        is_today=asked.on == today(),
        said=requirements.limit(asked.law, "por_ponto", asked.on),
        wanted=wanted,
        rooms=ROOM,
        total=len(every),
        free=sum(line.free for line in every),
        counted={room.value: rooms.count(room) for room in Room},
        found=found,
        address=address,
    )


def address(**changes: str) -> str:
    """The address of this list with some parts changed."""
    parts = {name: request.args.get(name, "") for name in ("em", "situacao")} | changes
    told = {name: text for name, text in parts.items() if text}
    return f"{HOME}?{urlencode(told)}" if told else HOME


def _room(args: Mapping[str, str]) -> str:
    """Raises BadRequest for what the page does not offer."""
    asked = args.get("situacao", "")
    if asked and asked not in set(Room):
        raise BadRequest(
            f"Os pontos não se filtram por «{asked[:40]}». Volte aos pontos e escolha de novo."
        )
    return asked


def _download(asked: Registry, found: Sequence[StandLine]) -> Response:
    def export(_: Session, most: int) -> Generator[StandLine, None, None]:
        yield from islice(found, most)

    return spreadsheet.download("pontos", asked.on, HEADER, export, _cells)


def _cells(line: StandLine) -> Sequence[str]:
    row = line.row
    return (
        row.name,
        STANDS[row.kind],
        "" if row.capacity is None else str(row.capacity),
        str(row.taken),
        line.in_words,
        "; ".join(" ".join(filter(None, (who.number, who.holder))) for who in line.there),
        row.act,
    )
