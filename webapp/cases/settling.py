"""Settling: the terms that are over take effect, one by one, in legal order."""

from datetime import datetime

from webapp.cases import moving, papers, projecting
from webapp.cases.act import Act
from webapp.cases.records import Deadline, Task
from webapp.domain.errors import Refused
from webapp.store import hold

LIMIT = 200


class EndlessSettling(RuntimeError):
    """More than 200 terms ended in one act: a fault of the diagram or of the law data."""


def settle(act: Act) -> int:
    """Let every term that is over by `act.now` take effect. Returns how many ended.

    Papers already in the file are offered to each step that begins to wait before any term is
    looked at. Terms go by (due_at, id); each moves the run alone, because terms given to the
    engine together swallow or double one another. A term that was given up (an incident) stops
    the clock of its case: those behind it wait until a person has decided.
    Raises Refused when a term is over while the operator holds the terms.
    """
    ended = 0
    while True:
        if papers.offer_waiting(act):
            continue
        row = _next_over(act)
        if row is None:
            projecting.refresh_goals(act)
            return ended
        _refuse_held(act, row)
        ended += 1
        if ended > LIMIT:
            raise EndlessSettling(f"case {act.case.id}")
        _end(act, row)


def _next_over(act: Act) -> Deadline | None:
    over = [d for d in act.deadlines if d.state == "running" and d.due_at and d.due_at <= act.now]
    first = min(over, key=lambda d: (d.due_at, d.id), default=None)
    return first if first is not None and first.next_at is not None else None


def _refuse_held(act: Act, row: Deadline) -> None:
    if hold.held(act.session) is not None:
        raise Refused(
            f"O prazo de «{row.rule_snapshot.get('label', row.key)}» já terminou e ainda não "
            "produziu efeito: o sistema voltou de uma cópia de segurança e os prazos estão "
            "retidos. Nada foi gravado. Peça ao operador que os libere e repita."
        )


def _end(act: Act, row: Deadline) -> None:
    task = next(t for t in act.tasks if t.id == row.task_id)
    before = act.state_text()
    at = act.moment(_legal_end(row, task))
    row.state, row.effective_at, row.next_at = "fired", at, None
    applied = len(act.applied)
    if row.kind == "engine" and not any(d.is_open for d in act.term_rows(task)):
        _lapse(act, task, at)
    body = {
        "deadline": row.id,
        "key": row.key,
        "party": row.party_id,
        "last_day": row.last_day.isoformat() if row.last_day else None,
        "effects": act.applied[applied:],
    }
    act.event("deadline_ended", f"task:{task.id}", body, at, before, by_clock=True)


def _legal_end(row: Deadline, task: Task) -> datetime:
    """The moment of an end: a term over before its step began ends when the step begins."""
    if row.due_at is None:
        raise RuntimeError(f"deadline {row.id} runs without an end")
    return max(row.due_at, task.opened_at)


def _lapse(act: Act, task: Task, at: datetime) -> None:
    if task.engine_id is None or task.clock_id is None:
        raise RuntimeError(f"task {task.id} has a term but no clock")
    moving.move(act, at, task.engine_id, "lapsed", ended=frozenset({task.clock_id}))
