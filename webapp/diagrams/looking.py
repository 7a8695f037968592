"""What a scenario may expect to see after an act."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from webapp.diagrams.stage import Stage
from webapp.domain import money
from webapp.domain.penalties import Proposal
from webapp.store import tables

Look = Callable[[Stage, str], Any]


def differences(stage: Stage, case: str, expect: Mapping[str, Any], said: str) -> Iterator[str]:
    """Each thing expected that is not so, in a sentence."""
    for name, wanted in expect.items():
        if name == "says":
            if wanted not in said:
                yield f"says: esperado «{wanted}», veio «{said}»"
            continue
        if name not in LOOKS:
            yield f"{name}: não se sabe ver isto"
            continue
        seen = LOOKS[name](stage, case)
        if isinstance(wanted, Mapping):
            seen = {key: seen.get(key) for key in wanted}
        if seen != wanted:
            yield f"{name}: esperado {wanted}, veio {seen}"


def open_now(stage: Stage, case: str) -> list[str]:
    """The open steps, by element."""
    return sorted(t.element for t in stage.open_tasks(case))


def parties(stage: Stage, case: str) -> dict[str, int]:
    """The parties by role; a second one of a role is «autuado2»."""
    found: dict[str, int] = {}
    for row in stage.rows(case, tables.case_party):
        n = sum(key.rstrip("0123456789") == row.role for key in found)
        found[row.role if n == 0 else f"{row.role}{n + 1}"] = row.id
    return found


def papers(stage: Stage, case: str) -> dict[str, int]:
    """The last paper of each kind."""
    return {paper.kind: paper.id for paper in stage.rows(case, tables.filing)}


def fact_id(stage: Stage, case: str, name: str) -> int:
    """The version in force of a fact: «fato», or «pessoa/autuado» where several bear a name.

    Raises KeyError for a fact that the case does not have.
    """
    facts = tables.case_fact
    rows = stage.rows(case, facts, facts.c.superseded_by.is_(None), facts.c.undone_by.is_(None))
    told = {key: row.id for row in rows for key in (row.name, f"{row.name}/{row.about}")}
    return int(told[name])


def fact_value(stage: Stage, told: Mapping[str, Any]) -> str:
    """A value as a fact keeps it: a day, a code, a list of items, or the person of a CPF."""
    if "person" in told:
        return str(stage.person(told["person"]))
    value = told["value"]
    if isinstance(value, list):
        return json.dumps(value)
    return value.isoformat() if isinstance(value, date) else str(value)


def _withdrawn(stage: Stage, case: str) -> list[str]:
    filing = tables.filing
    return [p.kind for p in stage.rows(case, filing, filing.c.withdrawn_by.is_not(None))]


def _last_days(stage: Stage, case: str) -> dict[str, Any]:
    return {d.key: d.last_day for d in stage.rows(case, tables.deadline)}


def _states(stage: Stage, case: str) -> dict[str, str]:
    return {d.key: d.state for d in stage.rows(case, tables.deadline)}


def _other_readings(stage: Stage, case: str) -> dict[str, list[str]]:
    rows = stage.rows(case, tables.deadline)
    return {d.key: [o["last_day"] for o in d.alternatives or ()] for d in rows}


def _fines(stage: Stage, case: str) -> list[str]:
    rows = stage.rows(case, tables.fine, tables.fine.c.cancelled_by.is_(None))
    return [money.reais(r.cents) for r in rows]


def _final_on(stage: Stage, case: str) -> list[Any]:
    return [
        row.final_on
        for table in (tables.fine, tables.restriction)
        for row in stage.rows(case, table)
    ]


def _restrictions(stage: Stage, case: str) -> list[str]:
    return [r.kind for r in stage.rows(case, tables.restriction)]


def _points(stage: Stage, case: str) -> dict[str, str]:
    """The points that each party has from the case: {"autuado": "5", "titular": "2.5"}."""
    parties = reversed(stage.rows(case, tables.case_party))
    roles = {row.person_id: row.role for row in parties}
    table, found = tables.points_entry, dict[str, Decimal]()
    for row in stage.rows(case, table, table.c.cancelled_by.is_(None)):
        role = roles[row.person_id]
        found[role] = found.get(role, Decimal()) + Decimal(row.points)
    return {role: str(points) for role, points in found.items()}


def _days(stage: Stage, case: str) -> dict[str, int | None]:
    """How many days each restriction lasts, by kind."""
    table = tables.restriction
    return {r.kind: r.days for r in stage.rows(case, table, table.c.cancelled_by.is_(None))}


def _grounds(stage: Stage, case: str) -> list[str]:
    """The articles of the grounds of cassation that stand in the case."""
    table = tables.effect
    rows = stage.rows(
        case,
        table,
        table.c.kind == "ground",
        table.c.reverses.is_(None),
        table.c.reversed_by.is_(None),
    )
    return [row.body["article"] for row in rows]


def _served(stage: Stage, case: str) -> list[str]:
    """«suspensao: 2026-03-02 a 2026-03-16» for each restriction that stands and has begun."""
    table = tables.restriction
    rows = stage.rows(case, table, table.c.cancelled_by.is_(None), table.c.from_day.is_not(None))
    return [f"{r.kind}: {r.from_day} a {r.to_day}" for r in rows]


def _pieces(stage: Stage, case: str) -> list[str]:
    return [p.kind for p in stage.rows(case, tables.piece)]


def _timeliness(stage: Stage, case: str) -> str | None:
    rows = stage.rows(case, tables.filing)
    return rows[-1].timeliness if rows else None


def _facts(stage: Stage, case: str) -> dict[str, str]:
    facts = tables.case_fact
    return {f.name: f.value for f in stage.rows(case, facts, facts.c.superseded_by.is_(None))}


def _notices(stage: Stage, case: str) -> list[str]:
    """«carta: devolvida» for each attempt; what is proved is «válida», what is not «não vale»."""
    words = {True: ", válida", False: ", não vale", None: ""}
    return [
        f"{n.means}: {n.result or 'sem resultado'}{words[n.valid]}"
        for n in stage.rows(case, tables.notice)
    ]


def _proposed(stage: Stage, case: str) -> list[str]:
    """«5-II: multa R$ 810,50»: what the law's table gives now for each item."""
    return [_in_words(proposal) for proposal in stage.proposals(case)]


def _in_words(proposal: Proposal) -> str:
    amount = f" {money.reais(proposal.cents)}" if proposal.cents else ""
    measure = f" e {proposal.measure}" if proposal.measure else ""
    blocked = " (bloqueada)" if proposal.blocked else ""
    return f"{proposal.code}: {proposal.kind}{amount}{measure}{blocked}"


def _roles(stage: Stage, case: str) -> dict[str, str | None]:
    return {t.element: t.role for t in stage.open_tasks(case)}


def _due(stage: Stage, case: str) -> dict[str, Any]:
    """Until when each open step is to be done."""
    return {t.element: t.due_day for t in stage.open_tasks(case)}


def _parties(stage: Stage, case: str) -> list[str]:
    return [row.role for row in stage.rows(case, tables.case_party)]


LOOKS: Mapping[str, Look] = {
    "open": open_now,
    "last_day": _last_days,
    "term": _states,
    "other_readings": _other_readings,
    "fines": _fines,
    "final_on": _final_on,
    "restrictions": _restrictions,
    "points": _points,
    "days": _days,
    "grounds": _grounds,
    "served": _served,
    "authorizations": lambda stage, case: stage.authorizations(case),
    "pieces": _pieces,
    "timeliness": _timeliness,
    "parties": _parties,
    "facts": _facts,
    "notices": _notices,
    "proposed": _proposed,
    "role": _roles,
    "due": _due,
    "payers": lambda stage, case: stage.payers(case),
    "withdrawn": _withdrawn,
    "held_until": lambda stage, case: stage.case(case).held_until or "",
    "outcome": lambda stage, case: stage.case(case).outcome,
    "paid": lambda stage, case: [r.paid_on or "" for r in stage.rows(case, tables.fine)],
    "refund": lambda stage, case: [money.reais(cents) for cents in stage.refunds(case)],
    "sent": lambda stage, case: [r.sent_on or "" for r in stage.rows(case, tables.fine)],
}
