"""Rows say what the run says: steps that opened, steps that closed, and their terms."""

import dataclasses
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from types import MappingProxyType

from sqlalchemy import bindparam, select

from webapp import engine
from webapp.cases import terms
from webapp.cases.act import Act
from webapp.cases.records import Deadline, Task
from webapp.domain.roles import role_of_lane
from webapp.store import tables

# `due_kind` of a step whose case has a term of the office about to end.
WARNED = "decadencia"
NO_TASKS: Mapping[str, Task] = MappingProxyType({})

_TASK = tables.task.c
_LAST_OPENING = (
    select(_TASK.id, _TASK.key, _TASK.message)
    .where(
        _TASK.case_id == bindparam("of_case"),
        _TASK.element == bindparam("certified"),
        _TASK.about == bindparam("subject"),
    )
    .order_by(_TASK.id.desc())
    .limit(1)
)


def project(
    act: Act,
    at: datetime,
    left: str | None = None,
    how: str = "cancelled",
    former: Mapping[str, Task] = NO_TASKS,
) -> None:
    """Write the steps of the run as rows; `left` is the step that moved, and `how` it ended.

    `former` has, after a restore, the last opening of each step that waits again.
    """
    run = _run(act)
    steps = {step.engine_id: step for step in run.steps()}
    _close_gone(act, at, steps, left, how)
    known = {task.engine_id for task in act.tasks}
    for engine_id, step in steps.items():
        if engine_id not in known:
            _open(act, at, step, former.get(engine_id))
    if run.finished and act.case.ended_at is None:
        finish(act, at, run.outcome)


def finish(act: Act, at: datetime, outcome: str | None) -> None:
    """End the case: what was put off is put off no longer, and nothing is left to warn of."""
    act.case.ended_at, act.case.outcome, act.case.held_until = at, outcome, None
    for row in act.deadlines:
        if row.state == "announced" and row.rule_snapshot.get("alert"):
            row.state, row.effective_at = "cancelled", at


def _run(act: Act) -> engine.Run:
    if act.run is None:
        raise RuntimeError("nothing runs in this act")
    return act.run


def _close_gone(
    act: Act, at: datetime, steps: dict[str, engine.Step], left: str | None, how: str
) -> None:
    gone = [t for t in act.tasks if t.engine_id is not None and t.engine_id not in steps]
    for task in gone:
        by_itself = "completed" if task.kind == "call" else "cancelled"
        close(act, task, at, how if task.engine_id == left else by_itself)
    act.tasks.drop(gone)


def close(act: Act, task: Task, at: datetime, how: str) -> None:
    """Close a step's row and end the terms that still ran on it.

    The term of a step outside the diagram is met by its answer, that of a called stage by its
    end; any other is cancelled.
    """
    task.closed_at, task.closed_seq, task.closed_how = at, act.chain.seq + 1, how
    task.draft = None
    for row in act.term_rows(task):
        if row.is_open:
            met = how == "completed" and (row.kind == "row_task" or task.kind == "call")
            row.state = "met" if met else "cancelled"
            row.effective_at, row.next_at = at, None


def _open(act: Act, at: datetime, step: engine.Step, former: Task | None) -> None:
    task = act.tasks.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        kind=step.kind,
        engine_id=step.engine_id,
        clock_id=step.clock_id,
        process=step.process,
        element=step.element,
        name=step.name,
        role=role_of_lane(step.lane) if step.lane else None,
        form=step.form or None,
        basis=step.basis or None,
        document=step.document or None,
        about=step.about,
        message=step.message or None,
        key=step.key,
        certifies=_certifies(act, step),
        opened_at=at,
        opened_seq=act.chain.seq + 1,
    )
    act.fresh.append(task)
    if task.clock_id:
        entered = act.local_day(former.opened_at if former else at)
        if former is not None:
            _carry(act, task, former)
        _open_terms(act, task, entered)
    _set_goal(act, task, step)


def _certifies(act: Act, step: engine.Step) -> str | None:
    """The step whose lapse this one certifies: a clock leads here, and the form names a lapse.

    A clock may also lead to an ordinary task (the proof of a notice is checked whatever came).
    """
    form = act.bundle.forms.get(step.form) if step.form else None
    return step.certifies if form is not None and form.lapsed else None


def _open_terms(act: Act, task: Task, entered: date) -> None:
    have = {row.party_id for row in act.term_rows(task)}
    for owner in terms.owners(act, task.key or ""):
        if owner not in have:
            terms.open_row(act, task, owner, entered)


def _carry(act: Act, task: Task, former: Task) -> None:
    """A step that opens again takes over the terms that were met or had lapsed on it; a stage in
    time for its own term is not through it any more, and has it to run again."""
    for row in act.term_rows(former):
        if row.state == "fired" or (row.state == "met" and task.kind != "call"):
            values = {f.name: getattr(row, f.name) for f in dataclasses.fields(row)}
            values |= {"task_id": task.id, "round": 1, "carried_from": row.id}
            del values["id"]
            act.deadlines.add(**values)


def _set_goal(act: Act, task: Task, step: engine.Step) -> None:
    opened = act.local_day(task.opened_at)
    if task.certifies:
        task.body = _certified(act, task)
        ended = max((d.last_day for d in certified_rows(act, task) if d.last_day), default=opened)
        task.from_day = terms.certify_from(act, ended)
        task.due_day, task.due_kind = task.from_day, "certidao"
    elif step.target:
        task.due_day, task.due_kind = terms.due_by(act, step.target, opened), "meta"
        if not step.target.isdecimal():
            task.body = {"goal": step.target}


def _certified(act: Act, certificate: Task) -> dict[str, object]:
    """The last opening of the step whose clock leads to this certificate."""
    which = {
        "of_case": act.case.id,
        "certified": certificate.certifies,
        "subject": certificate.about,
    }
    row = act.connection.execute(_LAST_OPENING, which).one()
    return {"task": row.id, "key": row.key, "message": row.message}


def certified_rows(act: Act, certificate: Task) -> list[Deadline]:
    """The row of each party on the step whose lapse an open certificate certifies."""
    wait = (certificate.body or {}).get("task")
    last: dict[int | None, Deadline] = {}
    for row in act.deadlines:
        if row.task_id == wait:
            last[row.party_id] = row
    return list(last.values())


def refresh_goals(act: Act) -> None:
    """The day by which each wait ends for the party who has longest, for lists to sort by; or
    an earlier day on which the office is to be warned of a term of its own."""
    alert = _alert_day(act)
    for task in act.tasks:
        if task.key:
            days = [d.last_day for d in act.term_rows(task) if d.is_open and d.last_day]
            task.due_day = max(days, default=None)
            task.due_kind = "prazo" if days else "falta"
        if task.engine_id is not None:
            _warn(task, alert)


def _warn(task: Task, alert: date | None) -> None:
    if task.due_kind == WARNED:
        task.due_day = task.due_kind = None
    if alert is not None and not task.certifies and (task.due_day is None or alert < task.due_day):
        task.due_day, task.due_kind = alert, WARNED


def _alert_day(act: Act) -> date | None:
    """The last working day before the end of a term of the Administration that does not roll."""
    ends = [
        row.last_day
        for row in act.deadlines
        if row.last_day
        and (row.is_open or row.state == "announced")
        and row.rule_snapshot.get("alert")
    ]
    return act.calendar.previous_open(min(ends) - timedelta(1)) if ends else None
