"""Cassation proposed: the answer that proposes it, in another case, begins its own case.

Both cases are written in one transaction: where anything is refused, no case and no number is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from webapp.cases import (
    answers,
    beginning,
    contexts,
    grounds,
    issuing,
    linking,
    parties,
    projecting,
    rowtasks,
    settling,
)
from webapp.cases.act import Act, Reply
from webapp.cases.linking import Link
from webapp.cases.orders import Order
from webapp.cases.records import Task
from webapp.domain.competence import Actor, require
from webapp.domain.errors import Errors, NotFound, Refused, Unacceptable
from webapp.domain.numbering import search_key
from webapp.forms import Form
from webapp.registry import people
from webapp.store import cassations

WHO: Final = ("secretaria", "autoridade")
PROPOSED: Final = "propor"
PAPER: Final = "proposta_cassacao"


# ---- by hand: what no machine can find out


@dataclass(frozen=True, slots=True)
class Asked:
    """Against which party, on which grounds of the law's data, and why."""

    party_id: int
    grounds: Sequence[str]
    reason: str


def ask(session: Session, case_id: int, asked: Asked, *, now: datetime, actor: Actor) -> Reply:
    """«Propor cassação»: open the step in which the Secretaria proposes it.

    Raises NotFound for a party of another case, Unacceptable without ground or reason; Refused
    where the law has no such case, and where the step is open already against the person.
    """
    act = Act.lock(session, case_id, now, actor)
    require(actor, WHO, "propor a cassação")
    party = act.parties.get(asked.party_id)
    if party is None:
        raise NotFound
    _check(act, asked)
    settling.settle(act)
    _refuse_twice(act, party.person_id)
    kept = act.keep_reason(asked.reason)
    why = {"grounds": list(asked.grounds), "reason": asked.reason.strip()}
    basis = grounds.articles(act.law, asked.grounds)
    task = grounds.open_step(act, party.person_id, why, basis)
    body = {"task": task.id, "party": party.id, "grounds": list(asked.grounds), **kept}
    act.event("cassation_asked", f"task:{task.id}", body, act.moment(now))
    act.save()
    return Reply(case_id, "«Propor cassação» foi aberta para a Secretaria.", task.id)


def _check(act: Act, asked: Asked) -> None:
    grounds.require_own_case(act.law)
    errors = {}
    party = act.parties.get(asked.party_id)
    if party is not None and party.died_on is not None:
        errors["parte"] = "Esta pessoa faleceu: a cassação é pessoal e não passa aos herdeiros."
    if not asked.grounds or not set(asked.grounds) <= dict(grounds.entries(act.law)).keys():
        errors["fundamentos"] = "Marque ao menos um fundamento da lei."
    if not asked.reason.strip():
        errors["motivo"] = "Escreva os fatos em que a proposta se apoia."
    if errors:
        raise Unacceptable(errors)


def _refuse_twice(act: Act, person_id: int) -> None:
    if grounds.is_open(act, person_id):
        raise Refused(
            "«Propor cassação» já está aberta contra esta pessoa neste processo: responda-a, e "
            "acrescente nela o novo fundamento."
        )


# ---- the answer


def no_other_runs(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Two cases do not take the same authorization: what is new joins the one that runs."""
    if values[form.outcome.name] != PROPOSED:
        return {}
    place, process = act.case.municipality_id, grounds.own_process(act.law)
    number = cassations.running(act.connection, place, process, task.body["person"])
    if number is None:
        return {}
    return {
        form.outcome.name: f"Já corre contra esta pessoa o processo de cassação {number}. Responda "
        "que não se propõe outro, e junte a ele o fato novo."
    }


def decide(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The Secretaria's answer: «propor» begins the case of cassation, linked to this one."""
    if values[form.outcome.name] != PROPOSED:
        return
    begun = beginning.begin(act.session, grounds.own_process(act.law), act.now, act.actor)
    begun.signer = act.signer
    _enter(act, begun, task.body["person"], values)
    _keep_proposal(begun, task, form, values)
    settling.settle(begun)
    linking.tie(act, begun, Link(begun.case.id, "relacionado", _why(act, begun)))
    begun.save()


def _why(act: Act, begun: Act) -> str:
    """Read from both cases: it names each by its number."""
    return (
        f"No processo {act.case.number} se propôs a cassação que corre no processo "
        f"{begun.case.number}."
    )


def _enter(act: Act, begun: Act, person_id: int, values: dict[str, Any]) -> None:
    """Who is party, and what is at stake: the authorization and the vehicle of the first case."""
    case, permit_id = begun.case, act.case.permit_id
    case.permit_id, case.vehicle_id = permit_id, act.case.vehicle_id
    holder = people.holder_of(act.session, permit_id, act.today) if permit_id else None
    parties.set_all(
        begun, {"autuado": person_id, "titular": holder if holder != person_id else None}
    )
    begun.enter_fact("fato", "auto", None, values["data_fato"])
    case.subject = f"Cassação: {grounds.articles(act.law, values['fundamentos'])}"[:200]
    case.subject_key = search_key(case.subject)[:200]


def _keep_proposal(begun: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The proposal is the first step of the new case, with its paper as the first piece."""
    step = rowtasks.open_row_task(
        begun, grounds.PROPOSE, "Propor cassação", "secretaria", basis=task.basis, document=PAPER
    )
    answer_id = answers.keep(begun, step, form, values)
    labels = contexts.answer_in_words(begun, step, form, values)
    order = Order(PAPER, task_id=step.id, values=values, labels=labels, signer=begun.signer)
    issued = issuing.issue(begun, order)
    step.closed_by = begun.actor.user_id
    projecting.close(begun, step, begun.moment(begun.now), "completed")
    begun.tasks.drop([step])
    body = {
        "task": step.id,
        "element": step.element,
        "drawn": False,
        "outcome": values[form.outcome.name],
        "answer": answer_id,
        "pieces": [issued],
        "effects": [],
    }
    begun.event("task_completed", f"task:{step.id}", body, begun.case.effective_at)
