"""The draft of a step's document, to be printed before the act that signs it: nothing is kept."""

import dataclasses
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp import documents
from webapp.cases import completing, composing, contexts, headings, paperwork
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.records import Task
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.forms import Form

NUMBER = "minuta"
NO_VALUE = "MINUTA – sem valor antes da assinatura"


def draft(session: Session, case_id: int, task_id: int, *, now: datetime, actor: Actor) -> bytes:
    """The document of an open step as PDF, from what is known and from the draft of its answer
    where that is complete; for each party, where each gets one of its own.

    Raises NotFound for a step that is closed, gives birth to no document, or is of another case.
    """
    act = Act.look(session, case_id, now, actor)
    task = act.tasks.get(task_id)
    if task is None or not task.document:
        raise NotFound
    return documents.stack([_render(act, order) for order in _orders(act, task, task.document)])


def _orders(act: Act, task: Task, document: str) -> list[Order]:
    form = completing.form_of(act, task)
    values = _answer(act, task, form)
    told = paperwork.told_apart(act, document, values)
    labels = contexts.answer_in_words(act, task, form, told) if values else ()
    order = Order(document, task.about, task.id, values, labels)
    if act.law.entries(f"documentos.{document}")[-1].get("per") != "party":
        return [order]
    waiting = paperwork.unnotified(act, task.about)
    return [dataclasses.replace(order, party_id=party.id) for party in waiting] or [order]


def _answer(act: Act, task: Task, form: Form) -> dict[str, Any]:
    """The answer as it was drafted, told to this look at the case alone; empty until complete."""
    try:
        checked = completing.read_answer(act, task, form, task.draft or {}, {})
    except (Unacceptable, Refused):
        return {}
    act.answers[task.element] = {**checked.values, "outcome": checked.outcome}
    return dict(checked.values)


def _render(act: Act, order: Order) -> bytes:
    """By the templates of today, which mark a draft as such whatever the case is pinned to."""
    facts = composing.facts(act, order, headings.heading(act, order), NUMBER)
    facts["document"]["draft"] = NO_VALUE
    return documents.render(order.document, {**facts, "issued_by": None})
