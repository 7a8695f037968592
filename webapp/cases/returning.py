"""«Devolver à etapa»: an act of the authority puts a case back before a step that was completed."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.cases import consequences, contexts, effects, line, restoring, settling
from webapp.cases.act import Act, Reply
from webapp.cases.completing import form_of
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, Refused, Unacceptable
from webapp.forms import blank


def return_to(
    session: Session, case_id: int, element: str, reason: str, *, now: datetime, actor: Actor
) -> Reply:
    """Put the case back before the last time this step was completed.

    Effects since are countered in reverse order, answers and facts since are put aside and
    offered again as first values, papers stay in the file. Raises Refused for a step that was
    never completed on the line that stands, NoCompetence for who is not the authority. The
    reply's `moved` says in words what is undone; run and rolled back, it is the preview.
    """
    act = Act.lock(session, case_id, now, actor)
    authorise(actor)
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o processo volta a esta etapa."})
    settling.settle(act)
    target = next((e for e in reversed(completed(act)) if e.body["element"] == element), None)
    if target is None:
        raise Refused("Essa etapa ainda não foi concluída neste processo: não há a que voltar.")
    before, at = act.state_text(), act.moment(now)
    was, aside = consequences.before(act), consequences.put_aside(act, target.seq)
    earlier = dict(act.answers.get(element, {}))
    effects.counter_since(act, target.seq, at)
    restoring.put_aside(act, target.seq)
    restoring.restore(act, line.kept(act, target.seq), at)
    _offer_again(act, element, earlier)
    body = {
        "to": element,
        "state_of": target.seq,
        **act.keep_reason(reason),
        "effects": act.applied[was.applied :],
    }
    act.event("returned", f"case:{act.case.id}", body, at, before)
    settling.settle(act)
    act.save()
    moved = (*aside, *consequences.since(act, was))
    return Reply(case_id, "O processo voltou à etapa.", moved=moved)


def completed(act: Act) -> list[Any]:
    """Answers of drawn steps on the line that stands: the only targets of a return."""
    return [
        event
        for event in line.standing(act)
        if event.kind == "task_completed" and event.body["drawn"]
    ]


def authorise(actor: Actor) -> None:
    """Raise NoCompetence for who does not exercise the authority that day."""
    if actor.signing("autoridade") is None:
        raise NoCompetence(
            "Só a Autoridade pode praticar este ato. Peça-o a quem exerce hoje esse papel."
        )


def _offer_again(act: Act, element: str, earlier: dict[str, Any]) -> None:
    """What had been answered comes back as the draft of the step."""
    task = next((t for t in act.tasks if t.element == element), None)
    if task is not None and task.form and earlier:
        form = form_of(act, task)
        task.draft = blank(form, contexts.context(act, task, form), earlier)
        task.draft_at, task.draft_by = act.now, act.actor.user_id
