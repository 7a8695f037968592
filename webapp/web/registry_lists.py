"""What the registry is asked as a whole: what expires, the fleet and its cap, the stands."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from webapp.cases import second_person
from webapp.domain.errors import BadRequest
from webapp.domain.vacancy import DISTRITO, GERAL, PCD
from webapp.registry import facts
from webapp.store import standing
from webapp.web import permit_words, spreadsheet
from webapp.web.permit_page import chosen_day, registry_on
from webapp.web.permit_words import READERS
from webapp.web.permits import today
from webapp.web.policy import actor, policy

expirations = Blueprint("expirations", __name__)
fleet = Blueprint("fleet", __name__)
stands = Blueprint("stands", __name__)

DAYS: Final = (30, 60, 90, 180, 365)
SHOWN: Final = 500
HEADER: Final = ("O que", "Vence em", "Dias", "Artigo", "Número")


@expirations.get("/vencimentos")
@policy(READERS)
def due() -> ResponseReturnValue:
    """What has expired, and what will in the next `dias` days; `formato=csv` gives it as a file."""
    days = _days(request.args)
    asked = registry_on(today())
    found = asked.expiring(days)
    numbers = standing.numbers(asked.session, asked.municipality_id, {n for _, n in found})
    if request.args.get("formato") == "csv":
        rows = [
            (
                one.label,
                f"{one.last_day:%d/%m/%Y}",
                str(one.days_left(asked.on)),
                one.article,
                numbers[permit_id],
            )
            for one, permit_id in found
        ]
        return _file(rows, asked.on)
    return render_template(
        "vencimentos.html",
        word=permit_words.word(asked.law),
        municipality=asked.law.municipality,
        on=asked.on,
        days=days,
        choices=DAYS,
        found=found[:SHOWN],
        left=max(len(found) - SHOWN, 0),
        numbers=numbers,
    )


def _days(args: Mapping[str, str]) -> int:
    asked = args.get("dias") or str(DAYS[0])
    if asked not in {str(n) for n in DAYS}:
        raise BadRequest(
            f"A lista vai de {DAYS[0]} a {DAYS[-1]} dias, e não de «{asked[:20]}». "
            "Escolha um dos prazos da página."
        )
    return int(asked)


def _file(rows: Sequence[Sequence[str]], on: date) -> Response:
    return Response(
        "".join(spreadsheet.text(HEADER, rows)),
        mimetype="text/csv",
        headers={"Content-Disposition": f'attachment; filename="vencimentos-{on.isoformat()}.csv"'},
    )


@fleet.get("/frota")
@policy(READERS)
def cap() -> ResponseReturnValue:
    """How many permits the law admits, how that is computed, and what is free of it on a day."""
    asked = registry_on(chosen_day())
    counted = facts.in_force(asked.session, asked.municipality_id, asked.on)
    return render_template(
        "frota.html",
        word=permit_words.word(asked.law),
        municipality=asked.law.municipality,
        on=asked.on,
        is_today=asked.on == today(),
        vacancy=asked.fleet(),
        enters_values=any(actor().holds(role) for role in second_person.WHO),
        counted={GERAL: counted.general, PCD: counted.pcd, DISTRITO: counted.village},
    )


@stands.get("/pontos")
@policy(READERS)
def listed() -> ResponseReturnValue:
    """The stands on a day: kind, how many places, who has them."""
    asked = registry_on(chosen_day())
    place = asked.session, asked.municipality_id, asked.on
    return render_template(
        "pontos.html",
        word=permit_words.word(asked.law),
        on=asked.on,
        is_today=asked.on == today(),
        stands=standing.stands(*place),
        at=standing.at_stands(*place),
    )
