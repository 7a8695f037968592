"""The card «Próximo passo» of a case: what the step needs to say, its form, who has it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from webapp.cases import contexts, desk, proposals
from webapp.cases.desk import Desk
from webapp.cases.proposals import Imposed
from webapp.domain import money
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound
from webapp.domain.penalties import Proposal
from webapp.laws import law
from webapp.store import filings, steps
from webapp.store.steps import Step, Term

# Of a term's state: the badge's tone and its words.
STATES: Final = {
    "running": ("inf", "em curso"),
    "waiting_start": ("at", "falta a ciência"),
    "suspended": ("nt", "suspenso"),
    "met": ("ok", "papel recebido"),
    "fired": ("at", "prazo encerrado"),
}
# Whether a paper came in time, the same way.
TIMELINESS: Final = {
    "tempestivo": ("ok", "em tempo"),
    "intempestivo": ("mal", "fora do prazo"),
    "controvertido": ("at", "tempestividade controvertida"),
    "sem_termo": ("nt", "sem prazo em curso"),
}


def panel(
    session: Session,
    case_id: int,
    task_id: int,
    actor: Actor,
    now: datetime,
    typed: Mapping[str, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the partial task.html needs, as its variable `panel`, for an open step.

    `typed` and `errors` are those of an answer that was not accepted. Raises NotFound for a
    step that is closed, missing or of another case or municipality.
    """
    step = steps.step(session, actor.municipality_id, case_id, task_id)
    if step is None or step.closed_at is not None:
        raise NotFound
    terms = steps.terms(session, actor.municipality_id, case_id)
    if not step.form:
        return {"step": step, **_waiting(step, actor, terms)}
    at = desk.of_task(session, case_id, task_id, now=now, actor=actor)
    return {
        "step": step,
        "holds": (not step.role or actor.holds(step.role)) and not at.barred,
        "desk": at,
        "typed": at.typed if typed is None else typed,
        "errors": errors or {},
        "mine": step.assignee_id is not None and step.assignee_id == actor.user_id,
        "terms": _certified(at, terms),
        "papers": _papers(session, step, at, actor),
        "early": at.context.today < step.from_day if step.from_day else False,
        "given": given(at),
        "seen": _seen(at),
        "imposed": [_imposed(one) for one in at.imposed],
        "points": at.points,
        "files": any(field.type in ("file", "files") for field in at.form.fields),
        "states": STATES,
        "timeliness": TIMELINESS,
    }


def _waiting(step: Step, actor: Actor, terms: Iterable[Term]) -> dict[str, Any]:
    """A wait: what is awaited, and until when."""
    return {
        "desk": None,
        "awaited": paper_label(actor, step.message or ""),
        "terms": [term for term in terms if term.task_id == step.id],
        "states": STATES,
    }


def paper_label(actor: Actor, kind: str) -> str:
    """«Pedido de reconsideração»: a kind of paper as the municipality calls it."""
    rules = law(actor.municipality)
    if kind not in rules.keys("papeis"):
        return kind
    return str(rules.entries(f"papeis.{kind}")[-1]["label"])


def _seen(at: Desk) -> dict[str, str] | None:
    """What the agent wrote, when and where, for whoever decides on it."""
    if not at.form.panel or "relato" not in at.auto:
        return None
    day = f"{at.fact_day:%d/%m/%Y}" if at.fact_day else ""
    when = ", ".join(filter(None, (day, at.auto.get("hora_fato"), at.auto.get("lugar"))))
    return {"told": at.auto["relato"], "when": when}


def _certified(at: Desk, terms: Iterable[Term]) -> list[Term]:
    ended = {row.task_id for row in at.terms}
    return [term for term in terms if term.task_id in ended]


def _papers(session: Session, step: Step, at: Desk, actor: Actor) -> list[dict[str, Any]]:
    """The papers the step is about: of the certified term, the petition, or what is judged."""
    certified = {paper.id for paper in at.papers}
    return [
        {
            "id": paper.id,
            "number": paper.number,
            "kind": paper_label(actor, paper.kind),
            "by": paper.party or paper.presenter,
            "on": paper.paper_on,
            "timeliness": TIMELINESS[paper.timeliness],
        }
        for paper in filings.received(session, actor.municipality_id, step.case_id)
        if paper.id in certified
        or paper.id in step.filing_ids
        or (at.form.panel and paper.timeliness != "sem_termo")
    ]


# ---- what the law gives


def given(at: Desk) -> list[dict[str, Any]]:
    """What the law's table gives, item by item, in the order of the auto."""
    labels = {item.code: item.label for item in at.context.items}
    by_item: dict[str, list[dict[str, Any]]] = {}
    for proposal in at.given:
        by_item.setdefault(proposal.code, []).append(_proposal(proposal))
    return [
        {"label": labels.get(code, code), "proposals": proposals_, "notes": _notes(at, code)}
        for code, proposals_ in by_item.items()
    ]


def _notes(at: Desk, code: str) -> list[str]:
    """The notes of an item's proposals, each once: gaps of the law and what to bear in mind."""
    found = (note for proposal in at.given if proposal.code == code for note in proposal.notes)
    return list(dict.fromkeys(found))


def _proposal(proposal: Proposal) -> dict[str, Any]:
    is_penalty = proposal.kind in proposals.PENALTIES
    words = (
        proposals.lasting(proposal.kind, proposal.days)
        if is_penalty
        else contexts.SANCTIONS[proposal.kind]
    )
    return {
        "penalty": words[:1].upper() + words[1:],
        "article": proposal.article,
        "amount": money.reais(proposal.cents) if proposal.cents is not None else "",
        "units": money.units_text(proposal.units) if proposal.units is not None else "",
        "unit": proposal.unit,
        "why": proposal.why,
        "blocked": proposal.blocked,
        "is_penalty": is_penalty,
    }


def _imposed(one: Imposed) -> dict[str, str]:
    return {**one.in_words(), "whom": one.whom}
