"""«Pedir parecer»: a question to another office, with a last day that moves nothing but itself."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from webapp.cases import rowtasks, settling
from webapp.cases.act import Act, Reply
from webapp.cases.records import Task
from webapp.domain import counting
from webapp.domain.competence import Actor, require
from webapp.domain.errors import Unacceptable
from webapp.domain.roles import ROLES

WHO = ("secretaria", "autoridade")
ASKED = ("procuradoria", "vistoria", "arrecadacao", "fiscalizacao", "secretaria")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a role (one of ASKED), and the last day to answer it in time."""

    role: str
    text: str
    last_day: date


def ask(
    session: Session, case_id: int, question: Question, *, now: datetime, actor: Actor
) -> Reply:
    """Open «Emitir parecer» for a role. Its term only makes it overdue: an answer may come late.

    Raises Unacceptable for a role that gives no opinions, without a question, or for a last day
    that is over.
    """
    act = Act.lock(session, case_id, now, actor)
    require(actor, WHO, "pedir parecer")
    _check(act, question)
    settling.settle(act)
    task = rowtasks.open_row_task(
        act,
        "parecer",
        "Emitir parecer",
        question.role,
        document="parecer",
        body={"question": question.text.strip()},
        due=question.last_day,
    )
    _open_term(act, task, question)
    kept = act.keep_reason(question.text)
    body = {
        "task": task.id,
        "role": question.role,
        "last_day": question.last_day.isoformat(),
        "question_ref": kept["reason_ref"],
        "question_hash": kept["reason_hash"],
    }
    act.event("opinion_asked", f"task:{task.id}", body, act.moment(now))
    act.save()
    said = f"Parecer pedido à {ROLES[question.role]}, até {question.last_day:%d/%m/%Y}."
    return Reply(case_id, said, task.id)


def _check(act: Act, question: Question) -> None:
    errors = {}
    if question.role not in ASKED:
        errors["papel"] = "Escolha a quem se pede o parecer."
    if not question.text.strip():
        errors["pergunta"] = "Escreva o que se pergunta."
    if question.last_day < act.today:
        errors["ate"] = "O último dia já passou: dê um dia a partir de hoje."
    if errors:
        raise Unacceptable(errors)


def _open_term(act: Act, task: Task, question: Question) -> None:
    due = counting.due_at(question.last_day, act.law.municipality.zone)
    act.deadlines.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        task_id=task.id,
        kind="row_task",
        round=1,
        key="parecer",
        about=f"tarefa {task.id}",  # each question has a term of its own on the page
        party_id=None,
        state="running",
        rule_snapshot={"label": f"Parecer: {ROLES[question.role]}"},
        reference_date=act.today,
        last_day=question.last_day,
        due_at=due,
        next_at=due,
    )
