"""Papers: received at any hour, delivered to the one step that waits for them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from webapp.cases import moving
from webapp.cases.act import Act
from webapp.cases.records import Deadline, Filing, Task
from webapp.domain.timeliness import Timeliness, timeliness


def judge(filing: Filing, row: Deadline | None) -> str:
    """Whether a paper is in time for a party's term; shown to who judges, never enforced."""
    if row is None or row.last_day is None:
        return str(Timeliness.SEM_TERMO)
    return judge_by(filing, row.last_day, row.alternatives)


def judge_by(
    filing: Filing, last_day: date | None, alternatives: Sequence[Mapping[str, str]] | None
) -> str:
    """Whether a paper is in time for a last day and its other readings."""
    others = [date.fromisoformat(o["last_day"]) for o in alternatives or ()]
    return str(timeliness(filing.paper_on, last_day, others))


def waits_for(act: Act, filing: Filing) -> list[Task]:
    """The open steps that wait for a paper of this kind from this party."""
    return [
        t
        for t in act.tasks
        if t.kind == "wait" and t.message == filing.kind and _has_place(act, t, filing)
    ]


def _has_place(act: Act, task: Task, filing: Filing) -> bool:
    rows = act.term_rows(task)
    return not rows or _own_row(rows, filing) is not None


def _own_row(rows: list[Deadline], filing: Filing) -> Deadline | None:
    """The open row that this paper meets: its party's, or the one that runs for the case."""
    return next((d for d in rows if d.is_open and d.party_id in (filing.party_id, None)), None)


def deliver(act: Act, task: Task, filing: Filing, at: datetime) -> None:
    """Give a paper to a waiting step: it meets its party's row; the last row moves the run."""
    row = _own_row(act.term_rows(task), filing)
    if row is not None:
        filing.timeliness = judge(filing, row)
        row.state, row.effective_at, row.next_at = "met", at, None
    filing.task_id, filing.delivered_at = task.id, at
    filing.delivered_seq = act.chain.seq + 1
    rows = act.term_rows(task)
    if any(d.is_open for d in rows):
        return
    if any(d.state == "fired" for d in rows):
        _certify(act, task, at)
    else:
        _hand_over(act, task, at)


def _certify(act: Act, task: Task, at: datetime) -> None:
    """Another party's term lapsed: the step ends by its clock, and the lapse is certified."""
    if task.engine_id is None or task.clock_id is None:
        raise RuntimeError(f"task {task.id} has rows but no clock")
    moving.move(act, at, task.engine_id, "lapsed", ended=frozenset({task.clock_id}))


def _hand_over(act: Act, task: Task, at: datetime) -> None:
    engine_id, message = task.engine_id, task.message
    if engine_id is None or message is None:
        raise RuntimeError(f"task {task.id} waits for no paper")
    moving.move(act, at, engine_id, "delivered", lambda run: run.deliver(engine_id, message))


def offer_waiting(act: Act) -> bool:
    """Deliver a paper handed in before its step began to wait. True when one was delivered."""
    while act.fresh:
        task = act.fresh[0]
        filing = _next_for(act, task)
        if filing is None:
            act.fresh.pop(0)
            continue
        before, at = act.state_text(), act.moment(task.opened_at)
        applied = len(act.applied)
        deliver(act, task, filing, at)
        body = {"filing": filing.id, "task": task.id, "effects": act.applied[applied:]}
        act.event("paper_delivered", f"task:{task.id}", body, at, before, by_clock=True)
        return True
    return False


def _next_for(act: Act, task: Task) -> Filing | None:
    if task.kind != "wait" or task.closed_at is not None:
        return None
    return next(
        (
            f
            for f in act.filings
            if f.kind == task.message
            and f.task_id is None
            and f.withdrawn_by is None
            and _has_place(act, task, f)
        ),
        None,
    )
