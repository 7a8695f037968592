"""An answer kept as a row: what a person typed in a step, and the code that the diagram learned."""

from typing import Any

from sqlalchemy import insert

from webapp.cases.act import Act
from webapp.cases.records import Task
from webapp.forms import Form
from webapp.store import tables

_NEW = insert(tables.answer).returning(tables.answer.c.id)


def keep(act: Act, task: Task, form: Form, values: dict[str, Any]) -> int:
    """Keep an answer of this act; from now on it is the last of its element. Returns its id."""
    outcome = values[form.outcome.name]
    row = {
        "municipality_id": act.case.municipality_id,
        "case_id": act.case.id,
        "task_id": task.id,
        "element": task.element,
        "form_sha256": form.sha256,
        "outcome": outcome,
        "values": values,
        "by": act.actor.user_id,
        "at": act.now,
        "seq": act.chain.seq + 1,
    }
    act.know_answer(task.element, values, outcome)
    return int(act.connection.execute(_NEW, row).scalar_one())
