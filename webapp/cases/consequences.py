"""What an act that turns back changes, in words: the terms, papers, effects and answers it moves.

An act run and rolled back tells its consequences before anybody decides on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select

from webapp.cases.act import Act
from webapp.cases.records import Deadline, Effect
from webapp.domain import money
from webapp.registry import people
from webapp.store import tables

Whose = tuple[str, str, int | None]

# Kinds of effects, as what enters or leaves the registry.
EFFECTS = {
    "warning": "a advertência",
    "suspension": "a suspensão da autorização",
    "impediment": "o impedimento do veículo",
    "revocation": "a cassação da autorização",
    "ground": "o fundamento para propor a cassação",
    "payment": "o registro do pagamento",
    "remittance": "o encaminhamento à dívida ativa",
}


@dataclass(frozen=True, slots=True)
class Before:
    """What stood before an act: the terms by subject and party, and the papers delivered."""

    terms: dict[Whose, tuple[str, date | None, str]]
    delivered: frozenset[int]
    applied: int


def before(act: Act) -> Before:
    """Note what stands, once the act is settled and before it moves anything."""
    return Before(
        terms={of: (row.state, row.last_day, _named(act, row)) for of, row in _terms(act).items()},
        delivered=frozenset(paper.id for paper in act.filings if paper.task_id is not None),
        applied=len(act.applied),
    )


def since(act: Act, was: Before) -> tuple[str, ...]:
    """What moved since, one sentence each, without full stop."""
    return (*entered(act, was.applied), *_terms_moved(act, was), *_papers(act, was))


def put_aside(act: Act, seq: int) -> tuple[str, ...]:
    """The steps whose answers an act that goes back before the event `seq` puts aside."""
    task = tables.task
    names = act.session.execute(
        select(task.c.name)
        .where(
            task.c.case_id == act.case.id,
            task.c.municipality_id == act.case.municipality_id,
            task.c.closed_seq >= seq,
            task.c.closed_how == "completed",
            task.c.kind == "person",
        )
        .order_by(task.c.id)
    ).scalars()
    return tuple(f"«{name}»: a resposta fica sem efeito" for name in dict.fromkeys(names))


def label(row: Deadline) -> str:
    """«Defesa»: a term as the law's data calls it."""
    return str(row.rule_snapshot.get("label", row.key))


def show(day: date | None) -> str:
    """«09/12/2025»."""
    return day.strftime("%d/%m/%Y") if day else "sem data"


def _terms(act: Act) -> dict[Whose, Deadline]:
    """The terms that are open or ended by themselves, the last round of each."""
    gone = ("superseded", "cancelled")
    return {
        (row.key, row.about, row.party_id): row for row in act.deadlines if row.state not in gone
    }


def _named(act: Act, row: Deadline) -> str:
    party = act.parties.get(row.party_id)
    if party is None:
        return label(row)
    return f"{label(row)}, de {act.people[party.person_id].name}"


def _terms_moved(act: Act, was: Before) -> Iterator[str]:
    now = _terms(act)
    for of, row in now.items():
        old = was.terms.get(of, ("", None, ""))
        if row.is_open and old[:2] != (row.state, row.last_day):
            yield f"{_named(act, row)}: {_runs(row)}"
    for of, (_, _, name) in was.terms.items():
        if of not in now:
            yield f"{name}: o prazo fica sem efeito"


def _runs(row: Deadline) -> str:
    if row.state == "waiting_start":
        return "o prazo volta a esperar o seu começo"
    return f"o prazo corre até {show(row.last_day)}"


def _papers(act: Act, was: Before) -> Iterator[str]:
    for paper in act.filings:
        if paper.id in was.delivered and paper.task_id is None:
            yield f"protocolo {paper.number}: fica nos autos, à espera da etapa que o recebe"


def entered(act: Act, since: int) -> tuple[str, ...]:
    """What entered and left the registry after so many effects of the act, one sentence each."""
    new = frozenset(act.applied[since:])
    return tuple(
        f"{'sai' if row.reverses else 'entra'} {_effect(act, row)}"
        for row in act.effects
        if row.id in new
    )


def _effect(act: Act, row: Effect) -> str:
    """«a multa de R$ 759,00 (art. 15)», «5 pontos de Fulano da Silva (art. 54, XIII)»."""
    told = act.effects.get(row.reverses) or row
    if told.kind not in ("fine", "points"):
        return EFFECTS[told.kind]
    article = act.law.entries(f"infracoes.{told.body['item']}")[-1].article
    return f"{_fine(told) if told.kind == 'fine' else _points(act, told)} ({article})"


def _fine(row: Effect) -> str:
    return f"a multa de {money.owed(row.cents, row.body['units'], row.body['unit'])}"


def _points(act: Act, row: Effect) -> str:
    name = people.known(act.session, row.person_id).name if row.person_id else ""
    return f"{points_in_words(row.body['points'])} de {name}"


def points_in_words(points: str) -> str:
    """«5 pontos», «1,5 ponto»."""
    return f"{money.units_text(Decimal(points))} {'pontos' if Decimal(points) >= 2 else 'ponto'}"
