"""Settling: the terms that are over take effect, one by one, in legal order."""

from datetime import datetime

from webapp.cases import moving, papers, projecting
from webapp.cases.act import Act
from webapp.cases.records import Deadline, Task
from webapp.domain.errors import Refused
from webapp.store import hold

LIMIT = 200
DEATH = "decidir_obito"


class EndlessSettling(RuntimeError):
    """More than 200 terms ended in one act: a fault of the diagram or of the law data."""


def settle(act: Act) -> int:
    """Let every term that is over by `act.now` take effect. Returns how many ended.

    Papers already in the file are offered to each step that begins to wait before any term is
    looked at, and a step whose parties have all met, missed or died goes on. Terms go by
    (due_at, id); each moves the run alone, because terms given to the engine together swallow
    or double one another. A term that was given up (an incident) stops the clock of its case:
    those behind it wait until a person has decided.
    Raises Refused when a term is over while the operator holds the terms.
    """
    ended = 0
    while True:
        if papers.offer_waiting(act) or _leave_empty(act):
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


def _leave_empty(act: Act) -> bool:
    """Let one step that waits for nobody any more go on by its clock. True when one did.

    After a death it waits for the authority's decision on it.
    """
    task = next((t for t in act.tasks if t.clock_id and _waits_for_nobody(act, t)), None)
    if task is None or any(t.element == DEATH for t in act.tasks):
        return False
    before, at = act.state_text(), act.moment(task.opened_at)
    applied = len(act.applied)
    _lapse(act, task, at)
    body = {"task": task.id, "effects": act.applied[applied:]}
    act.event("wait_left", f"task:{task.id}", body, at, before, by_clock=True)
    return True


def _waits_for_nobody(act: Act, task: Task) -> bool:
    rows = act.term_rows(task)
    if any(row.is_open for row in rows):
        return False
    dead = {party.id for party in act.parties if party.died_on is not None}
    return all(row.state in ("met", "fired") or row.party_id in dead for row in rows)


def _next_over(act: Act) -> Deadline | None:
    over = [d for d in act.deadlines if d.state == "running" and d.due_at and d.due_at <= act.now]
    first = min(over, key=lambda d: (d.due_at, d.id), default=None)
    return first if first is not None and first.next_at is not None else None


def _refuse_held(act: Act, row: Deadline) -> None:
    if hold.held(act.connection) is not None:
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
