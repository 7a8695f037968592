"""Opening a case: the answer to its first form opens it, so that no empty case has a number."""

from datetime import datetime

from sqlalchemy.orm import Session

from webapp.cases import beginning, completing, settling
from webapp.cases.act import Reply
from webapp.cases.completing import Files, Posted
from webapp.cases.orders import Signer
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence
from webapp.laws import law


def open_case(
    session: Session,
    process: str,
    posted: Posted,
    files: Files,
    *,
    now: datetime,
    actor: Actor,
    signer: Signer | None = None,
) -> Reply:
    """Open a case of a process of the municipality («infracao») by answering its first step.

    Raises Refused and its kinds; nothing is opened then, and no number is used.
    """
    entry = law(actor.municipality).entries(f"processos.{process}")[-1]
    if not any(actor.holds(role) for role in entry["start"]):
        raise NoCompetence(f"Você não exerce hoje um papel que pode abrir: {entry['label']}.")
    act = beginning.begin(session, entry["process"], now, actor)
    task = next(t for t in act.tasks if t.kind == "person")
    form = completing.answerable(act, task)
    checked = completing.read_answer(act, task, form, posted, files)
    completing.answer(act, task, form, checked, signer)
    settling.settle(act)
    act.save()
    return Reply(act.case.id, f"Processo {act.case.number} aberto.", task.id)
