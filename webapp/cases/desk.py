"""What the page of a task shows: the form, what is known already, what the law gives, who may."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp import documents, engine
from webapp.cases import causes, completing, contexts, grounds, points, proposals, returns, serving
from webapp.cases.act import Act
from webapp.cases.checks import papers_of
from webapp.cases.points import Tally
from webapp.cases.projecting import certified_rows
from webapp.cases.proposals import Imposed
from webapp.cases.records import Deadline, Filing, Task
from webapp.cases.view import View
from webapp.domain import counting
from webapp.domain.competence import Actor, Membership
from webapp.domain.errors import NotFound, Refused
from webapp.domain.penalties import Proposal
from webapp.forms import Context, Form, blank
from webapp.laws import law
from webapp.store import entered_values, tables

Told = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """A task on somebody's desk. `refusal` says why the actor may not answer it; empty if so.
    `barred`: why he may never, of an impedimento.

    `typed` is what the inputs begin with: the draft, else what is known. `given` is what the law's
    table gives for the items, `imposed` what the decision in question imposed, `points` what those
    concerned had before it. `signing` is the membership under which the actor would sign; None
    when the form is not signed or not his. `auto` is what the agent answered when drawing it up;
    `earlier` what others answered in the forms that this one shows, each with its title, in words;
    `rests_on` what the step rests on, in sentences.
    """

    name: str
    form: Form
    context: Context
    typed: Mapping[str, Sequence[str]]
    refusal: str = ""
    barred: str = ""
    fact_day: date | None = None
    auto: Mapping[str, Any] = field(default_factory=dict)
    signing: Membership | None = None
    given: tuple[Proposal, ...] = ()
    imposed: tuple[Imposed, ...] = ()
    points: tuple[Tally, ...] = ()
    terms: tuple[Deadline, ...] = ()
    papers: tuple[Filing, ...] = ()
    earlier: tuple[tuple[str, Told], ...] = ()
    rests_on: tuple[str, ...] = ()


def of_task(session: Session, case_id: int, task_id: int, *, now: datetime, actor: Actor) -> Desk:
    """The desk of an open task. Raises NotFound."""
    act = Act.look(session, case_id, now, actor)
    task = act.tasks.get(task_id)
    if task is None or task.form is None:
        raise NotFound
    form = completing.form_of(act, task)
    context = contexts.context(act, task, form)
    view = View(act)
    barred = _told(lambda: completing.refuse_barred(act, form.impedimento))
    return Desk(
        name=task.name,
        form=form,
        context=context,
        typed=task.draft or blank(form, context, _known(act, task, form)),
        refusal=_told(lambda: completing.authorise(act.actor, task)) or barred,
        barred=barred,
        fact_day=contexts.fact_day(act),
        auto=view.answer("lavrar_auto") or {},
        signing=actor.signing(task.role or "") if form.signed else None,
        given=proposals.table(view) if form.panel == "penalidade_cabivel" else (),
        imposed=tuple(proposals.imposed(view)) if form.panel == "penalidade_imposta" else (),
        points=points.before(view) if form.panel else (),
        terms=tuple(certified_rows(act, task)) if task.certifies else (),
        papers=tuple(_looked_up(act, task, form)),
        earlier=tuple(_earlier(act, task, form)),
        rests_on=_rests_on(act, task, form),
    )


def _earlier(act: Act, task: Task, form: Form) -> Iterator[tuple[str, Told]]:
    """What was answered in each form that this one shows; the element bears the form's name."""
    for name in form.shows:
        answer, shown = act.answers.get(name), act.bundle.forms.get(name)
        if answer and shown:
            values = {key: value for key, value in answer.items() if key != "outcome"}
            yield shown.title, contexts.answer_in_words(act, task, shown, values)


# What an agent draws up, and hands over, is mostly of the same day.
_TODAY = ("data_fato", "data_lavratura", "data_entrega")


def of_opening(session: Session, process: str, *, now: datetime, actor: Actor) -> Desk:
    """The desk of the form that opens a case of a process of the municipality («infracao»)."""
    rules = entered_values.valued(session, law(actor.municipality), actor.municipality_id)
    entry = rules.entries(f"processos.{process}")[-1]
    bundle = engine.collect(entry["process"], actor.municipality, documents.source_of)
    text = next(t for kind, name, t in bundle.items if (kind, name) == ("form", entry["form"]))
    form = Form.read(text)
    today = counting.local_day(now, rules.municipality.zone)
    context = contexts.opening_context(rules, today)
    held = next((role for role in entry["start"] if actor.holds(role)), None)
    return Desk(
        name=entry["label"],
        form=form,
        context=context,
        typed=blank(form, context, dict.fromkeys(_TODAY, today.isoformat())),
        refusal="" if held else f"Você não exerce hoje um papel que pode abrir: {entry['label']}.",
        signing=actor.signing(held) if held and form.signed else None,
    )


def _looked_up(act: Act, task: Task, form: Form) -> list[Filing]:
    """The papers that the answer is about: of the term that it certifies, or the AR of letters."""
    if task.certifies:
        return papers_of(act, task)
    if not any(field.per == "carta" for field in form.fields):
        return []
    return returns.papers_of_letters(act, task.about, contexts.form_parties(act, task))


def _rests_on(act: Act, task: Task, form: Form) -> tuple[str, ...]:
    """What a step rests on: the grounds of a cassation, proposed or to be; what is to be served."""
    if form.panel == "proposta_cassacao":
        return grounds.proposed(act)
    if task.element == grounds.PROPOSE:
        return (*grounds.reasons(act, task), *causes.gone(View(act)))
    return serving.told(act, task)


def _told(check: Callable[[], None]) -> str:
    """Why the act is refused; empty where it is not."""
    try:
        check()
    except Refused as refused:
        return refused.message
    return ""


def _known(act: Act, task: Task, form: Form) -> dict[str, Any]:
    """First values of the form: what the law's table gives, and what the registry knows."""
    names = {field.name for field in form.fields}
    known: dict[str, Any] = {}
    if form.panel == "penalidade_cabivel":
        known |= _from_table(act)
    if "endereco" in names:
        known["endereco"] = _addresses(act, task)
    if "data_ciencia" in names:
        known |= _from_notices(act, task)
    if "fundamentos" in names:
        known |= grounds.first_values(act, task)
    return known


def _from_table(act: Act) -> dict[str, Any]:
    """What the law gives, as the form's own answers; what is blocked waits for a person."""
    known: dict[str, dict[str, Any]] = {"item_penalidade": {}, "item_multa": {}}
    for proposal in proposals.table(View(act)):
        code = proposal.code
        imposable = proposal.kind in proposals.PENALTIES and not proposal.blocked
        named = proposal.kind if imposable else "nenhuma"
        known["item_penalidade"].setdefault(code, named)
        if proposal.cents is not None:
            known["item_multa"].setdefault(code, proposal.cents)
        if imposable and proposal.kind in proposals.LENGTHS and proposal.days:
            known.setdefault(proposals.LENGTHS[proposal.kind], {})[code] = proposal.days
    return known


def _addresses(act: Act, task: Task) -> dict[str, str]:
    parties = contexts.form_parties(act, task)
    table = tables.person
    rows = act.session.execute(
        select(table.c.id, table.c.address).where(table.c.id.in_([p.person_id for p in parties]))
    )
    known = {row.id: row.address or "" for row in rows}
    return {str(p.id): known[p.person_id] for p in parties}


def _from_notices(act: Act, task: Task) -> dict[str, Any]:
    """A delivery by hand or a publication already says its day; a letter whose AR is not in the
    file has not come back, until somebody says otherwise."""
    last = returns.last_tries(act, task.about)
    lost = returns.never_back(act, last.values())
    proved = {p: "sim" for p, n in last.items() if n.result in ("entregue", "publicado")}
    return {
        "data_ciencia": {
            str(party): n.result_on.isoformat() for party, n in last.items() if n.result_on
        },
        "ciencia_valida": {
            str(p): told for p, told in (proved | dict.fromkeys(lost, "nao")).items()
        },
        "retorno": {str(party): code for party, code in lost.items()},
    }
