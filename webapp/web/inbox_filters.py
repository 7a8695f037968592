"""What the address of the inbox asks for: `quem`, `lista`, `processo`, `etapa`, `papel`, `pagina`.

Every value that a page offers is checked against the law and the diagrams, never against the open
cases, so that an address that somebody kept goes on meaning the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeVar

from webapp import documents, engine
from webapp.domain.calendar import ONE_DAY, Calendar
from webapp.domain.competence import Actor
from webapp.domain.errors import BadRequest
from webapp.domain.roles import LANE_ROLES
from webapp.laws import Law, law
from webapp.store.inbox import Days, Tab, Wanted, Who

# Steps that stand in no diagram: any case may have them.
_OWN_STEPS: Final = {
    "apreciar_peticao": "Apreciar petição",
    "decidir_retificacao": "Decidir sobre a retificação",
}
_ANSWERING: Final = frozenset({"person", "wait"})

Code = TypeVar("Code", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the filters offer: labels by code."""

    processes: Mapping[str, str]
    steps: Mapping[str, str]
    roles: Mapping[str, str]


def choices(rules: Law) -> Choices:
    """The processes of the municipality's law, their steps, and the roles somebody holds there."""
    processes = {name: _process(rules, name)[1] for name in rules.keys("processos")}
    held = set(rules.keys("orgaos"))
    return Choices(
        processes=processes,
        steps=_steps(rules.municipality.slug),
        roles={role: label for role, label in LANE_ROLES.items() if role in held},
    )


def wanted(args: Mapping[str, str], me: Actor, user_id: int, days: Days) -> Wanted:
    """Raises BadRequest for a value that no page offers; an empty one filters nothing."""
    rules = law(me.municipality)
    offered = choices(rules)
    process = _one_of(args, "processo", offered.processes)
    return Wanted(
        municipality_id=me.municipality_id,
        user_id=user_id,
        roles=me.roles,
        days=days,
        who=_code(args, "quem", Who.UNIT),
        tab=_code(args, "lista", Tab.TO_DO),
        process=_process(rules, process)[0] if process else None,
        element=_one_of(args, "etapa", offered.steps),
        role=_one_of(args, "papel", offered.roles),
    )


def days(today: date, calendar: Calendar) -> Days:
    """What ends before the office opens again is due today: nobody can do it later."""
    eve = calendar.next_open(today + ONE_DAY) - ONE_DAY
    return Days(today, eve, today + timedelta(days=6 - today.weekday()))


def next_closed(today: date, calendar: Calendar) -> date | None:
    """The next weekday without office hours, within a year."""
    ahead = (today + timedelta(days=n) for n in range(1, 367))
    return next((day for day in ahead if day.weekday() < 5 and not calendar.is_open(day)), None)


def _process(rules: Law, name: str) -> tuple[str, str]:
    """The id of the diagram and the label of a process of the law, in its newest wording."""
    entry = rules.entries(f"processos.{name}")[-1]
    return entry["process"], entry["label"]


@lru_cache
def _steps(municipality: str) -> Mapping[str, str]:
    """The steps that a person answers or that wait for a paper, in the diagrams' reading order."""
    rules = law(municipality)
    found: dict[str, str] = {}
    for name in rules.keys("processos"):
        bundle = engine.collect(_process(rules, name)[0], municipality, documents.source_of)
        drawn = [n for kind, n, _ in bundle.items if kind == "bpmn"]
        for process in sorted(drawn, key=lambda n: n != bundle.process):
            shapes = engine.drawing(bundle, process).shapes
            found |= {shape.id: shape.name for shape in shapes if shape.kind in _ANSWERING}
    return found and found | _OWN_STEPS


def _code(args: Mapping[str, str], name: str, default: Code) -> Code:
    known = {code.value: code for code in type(default)}
    asked = _one_of(args, name, known)
    return known[asked] if asked else default


def _one_of(args: Mapping[str, str], name: str, known: Mapping[str, object]) -> str | None:
    asked = args.get(name) or None
    if asked is not None and asked not in known:
        raise BadRequest(
            f"O filtro «{name}» não tem a opção «{asked[:40]}». "
            "Volte à lista de tarefas e escolha uma das opções."
        )
    return asked
