"""Whose task it is: claim, release, reassign, take over; and the draft that belongs to the task."""

from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.cases.act import Act, Reply
from webapp.cases.completing import barring, form_of, refuse_barred
from webapp.cases.records import Task
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.domain.impedimento import GROUNDS, Person
from webapp.domain.roles import ROLES, to_role
from webapp.store import tables
from webapp.store.dated import holds_on


def claim(session: Session, case_id: int, task_id: int, *, now: datetime, actor: Actor) -> Reply:
    """Take a task that nobody has.

    Raises Refused when somebody has it, and with the record (403) when one bars the actor.
    """
    act, task = _open_task(session, case_id, task_id, now, actor)
    if task.assignee_id == actor.user_id:
        return Reply(case_id, f"«{task.name}» já está com você.", task_id)
    _refuse_barred(act, task)
    if task.assignee_id is not None:
        raise Refused(
            f"«{task.name}» está com {_name(session, task.assignee_id)}. "
            "Se for preciso, use «Assumir mesmo assim»: fica registrado."
        )
    return _assign(act, task, actor.user_id, "task_claimed", {"task": task.id}, "é sua agora")


def take_over(
    session: Session, case_id: int, task_id: int, *, now: datetime, actor: Actor
) -> Reply:
    """«Assumir mesmo assim»: take a task that somebody else has; the record says from whom.

    Raises Refused with the record (403) when one bars the actor.
    """
    act, task = _open_task(session, case_id, task_id, now, actor)
    _refuse_barred(act, task)
    body = {"task": task.id, "from": task.assignee_id}
    return _assign(act, task, actor.user_id, "task_taken_over", body, "é sua agora")


def release(session: Session, case_id: int, task_id: int, *, now: datetime, actor: Actor) -> Reply:
    """Give a task back to the unit."""
    act, task = _open_task(session, case_id, task_id, now, actor)
    if task.assignee_id != actor.user_id:
        raise Refused(f"«{task.name}» não está com você, e por isso não pode ser devolvida.")
    return _assign(act, task, None, "task_released", {"task": task.id}, "voltou à unidade")


def reassign(
    session: Session,
    case_id: int,
    task_id: int,
    to_user: int,
    reason: str,
    *,
    now: datetime,
    actor: Actor,
) -> Reply:
    """Hand a task to somebody who holds its role, with a reason."""
    act, task = _open_task(session, case_id, task_id, now, actor)
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que a tarefa é repassada."})
    if to_user not in holders(session, actor.municipality_id, task.role or "", act.today):
        raise Unacceptable({"para": f"Escolha quem exerce hoje a função {ROLES[task.role or '']}."})
    _refuse_barred_receiver(act, task, to_user)
    body = {"task": task.id, "to": to_user, **act.keep_reason(reason)}
    return _assign(act, task, to_user, "task_reassigned", body, "foi repassada")


def save_draft(
    session: Session,
    case_id: int,
    task_id: int,
    typed: dict[str, Any],
    *,
    now: datetime,
    actor: Actor,
) -> Reply:
    """Keep what was typed so far. A draft is no act: it leaves no event and moves nothing."""
    table = tables.task
    row = session.execute(
        select(table.c.id, table.c.role, table.c.name).where(
            table.c.id == task_id,
            table.c.case_id == case_id,
            table.c.municipality_id == actor.municipality_id,
            table.c.closed_at.is_(None),
        )
    ).one_or_none()
    if row is None:
        raise NotFound
    if row.role and not actor.holds(row.role):
        raise NoCompetence(f"O rascunho de «{row.name}» cabe {to_role(row.role)}.")
    session.execute(
        update(table)
        .where(table.c.id == task_id)
        .values(draft=typed, draft_at=now, draft_by=actor.user_id)
    )
    return Reply(case_id, "Rascunho guardado.", task_id)


def holders(session: Session, municipality_id: int, role: str, on: Any) -> dict[int, str]:
    """Who holds a role on a day: names by account."""
    member, user = tables.membership, tables.user_account
    rows = session.execute(
        select(user.c.id, user.c.name)
        .join(member, member.c.user_id == user.c.id)
        .where(
            member.c.municipality_id == municipality_id,
            member.c.role == role,
            holds_on(member, on),
            user.c.active,
        )
        .order_by(user.c.name)
    )
    return {row.id: row.name for row in rows}


def _open_task(
    session: Session, case_id: int, task_id: int, now: datetime, actor: Actor
) -> tuple[Act, Task]:
    act = Act.lock(session, case_id, now, actor)
    task = act.tasks.get(task_id)
    if task is None:
        raise NotFound
    if task.role and not actor.holds(task.role):
        raise NoCompetence(
            f"«{task.name}» cabe a quem exerce o papel {ROLES[task.role]}. Você não o exerce hoje."
        )
    return act, task


def _refuse_barred(act: Act, task: Task) -> None:
    """Who could not do the act does not keep it from others."""
    if task.form is not None:
        refuse_barred(act, form_of(act, task).impedimento)


def _refuse_barred_receiver(act: Act, task: Task, to_user: int) -> None:
    """Nobody is handed what a record of the case keeps them from doing."""
    user = tables.user_account
    row = act.session.execute(select(user.c.name, user.c.cpf).where(user.c.id == to_user)).one()
    grounds = form_of(act, task).impedimento if task.form is not None else ()
    record = barring(act, Person(to_user, row.cpf), grounds)
    if record is not None:
        raise Unacceptable(
            {
                "para": f"{row.name} não pode praticar este ato: {GROUNDS[record.ground]} "
                f"({record.record}). Impedimento, Lei 9.784/1999, art. 18. Escolha outra pessoa."
            }
        )


def _assign(
    act: Act, task: Task, user_id: int | None, kind: str, body: dict[str, Any], said: str
) -> Reply:
    task.assignee_id, task.assigned_at = user_id, act.now if user_id else None
    act.event(kind, f"task:{task.id}", body, act.moment(act.now))
    act.save()
    return Reply(act.case.id, f"«{task.name}» {said}.", task.id)


def _name(session: Session, user_id: int) -> str:
    user = tables.user_account
    return str(session.execute(select(user.c.name).where(user.c.id == user_id)).scalar_one())
