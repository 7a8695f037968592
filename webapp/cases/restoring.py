"""Putting a case back to a state that was kept: rows follow, nothing is deleted."""

from datetime import datetime

from sqlalchemy import select, update

from webapp import engine
from webapp.cases import moving, projecting, terms, withdrawing
from webapp.cases.act import Act
from webapp.cases.line import Kept
from webapp.cases.records import Deadline, Task
from webapp.store import tables


def restore(act: Act, state: Kept, at: datetime) -> None:
    """Put the run back to a kept, settled state.

    Every step of the diagram that is open closes; those that wait in that state open anew, with
    the terms that were met or lapsed carried over and the others counted again from the day
    they had begun. Terms of steps that do not wait there are superseded.
    """
    before = _still_concerned(act, state.seq)
    act.state = state.text
    act.case.state_format = state.format
    act.case.ended_at = act.case.outcome = None
    act.run = engine.Run.resume(act.bundle.bundle, state.text, moving.CaseHost(act))
    former = _former(act, {step.engine_id for step in act.run.steps()})
    _close_drawn(act, at)
    projecting.project(act, at, former=former)
    for row in before:
        row.supersede()
    terms.announce_again(act)


def _former(act: Act, engine_ids: set[str]) -> dict[str, Task]:
    """The last opening of each step that waits again."""
    table = tables.task
    names = list(Task.__dataclass_fields__)
    rows = act.session.execute(
        select(*(table.c[name] for name in names))
        .where(table.c.case_id == act.case.id, table.c.engine_id.in_(engine_ids))
        .order_by(table.c.id)
    )
    return {row.engine_id: Task(**row._mapping) for row in rows}


def _close_drawn(act: Act, at: datetime) -> None:
    drawn = [task for task in act.tasks if task.engine_id is not None]
    for task in drawn:
        task.closed_at, task.closed_how, task.draft = at, "restored", None
        task.closed_seq = act.chain.seq + 1
    act.tasks.drop(drawn)


def _still_concerned(act: Act, seq: int) -> list[Deadline]:
    """Terms of steps that had not ended before the event `seq`: what ended earlier is history."""
    table = tables.task
    ended = set(
        act.session.execute(
            select(table.c.id).where(table.c.case_id == act.case.id, table.c.closed_seq < seq)
        ).scalars()
    )
    return [row for row in act.deadlines if row.kind == "engine" and row.task_id not in ended]


def put_aside(act: Act, since: int) -> None:
    """Answers, facts, notices, deliveries and withdrawals entered from the event `since` on no
    longer stand.

    A correction of a fact known before stays: it is knowledge of what came earlier.
    """
    withdrawing.take_back(act, since)
    act.save_rows()
    seq = act.chain.seq + 1
    mine = {"case_id": act.case.id}
    for table in (tables.answer, tables.notice):
        act.session.execute(
            update(table)
            .where(
                table.c.case_id == mine["case_id"],
                table.c.seq >= since,
                table.c.undone_by.is_(None),
            )
            .values(undone_by=seq)
        )
    _undo_facts(act, since, seq)
    for filing in act.filings:
        if filing.delivered_seq is not None and filing.delivered_seq >= since:
            filing.task_id = filing.delivered_at = filing.delivered_seq = None
    act.read_again("answer_rows", "answers", "notices", "facts")


def _undo_facts(act: Act, since: int, seq: int) -> None:
    table = tables.case_fact
    rows = act.session.execute(
        select(table).where(table.c.case_id == act.case.id, table.c.undone_by.is_(None))
    ).all()
    first: dict[tuple[str, str, int | None], int] = {}
    for row in rows:
        key = (row.name, row.about, row.party_id)
        first[key] = min(first.get(key, row.seq), row.seq)
    undone = [
        row.id
        for row in rows
        if row.seq >= since
        and (row.reason_ref is None or first[row.name, row.about, row.party_id] >= since)
    ]
    if not undone:
        return
    act.session.execute(update(table).where(table.c.id.in_(undone)).values(undone_by=seq))
    if any(row.superseded_by in undone for row in rows):
        act.session.execute(
            update(table).where(table.c.superseded_by.in_(undone)).values(superseded_by=None)
        )
