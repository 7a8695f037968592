"""«Sobrestar» and «Retomar»: a case is put off until a day on which somebody looks at it again.

It only leaves the ordinary lists: terms of the law run on, and end, as if nothing had been said.
"""

from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.cases import settling
from webapp.cases.act import Act, Reply
from webapp.domain.competence import Actor, require
from webapp.domain.errors import Refused, Unacceptable

WHO = ("secretaria", "autoridade")


def hold(
    session: Session, case_id: int, review_on: date, reason: str, *, now: datetime, actor: Actor
) -> Reply:
    """Put a case off; a case that is put off already gets another day.

    Raises Unacceptable without a reason or for a day that is not to come, Refused for a case
    that is over, NoCompetence for who is neither Secretaria nor Autoridade.
    """
    act = Act.lock(session, case_id, now, actor)
    require(actor, WHO, "sobrestar o processo")
    _check(act, review_on, reason)
    settling.settle(act)
    if act.case.ended_at is not None:
        raise Refused("O processo já se encerrou: não há o que sobrestar.")
    act.case.held_until = review_on
    body = {"review_on": review_on.isoformat(), **act.keep_reason(reason)}
    return _recorded(act, "case_held", body, f"Processo sobrestado até {review_on:%d/%m/%Y}.")


def resume(session: Session, case_id: int, reason: str, *, now: datetime, actor: Actor) -> Reply:
    """Bring a case that was put off back to the ordinary lists.

    Raises Unacceptable without a reason, Refused when the case is not put off.
    """
    act = Act.lock(session, case_id, now, actor)
    require(actor, WHO, "retomar o processo")
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o processo é retomado."})
    settling.settle(act)
    if act.case.held_until is None:
        raise Refused("O processo não está sobrestado: não há o que retomar.")
    act.case.held_until = None
    return _recorded(act, "case_resumed", act.keep_reason(reason), "Processo retomado.")


def _check(act: Act, review_on: date, reason: str) -> None:
    errors = {}
    if not reason.strip():
        errors["motivo"] = "Escreva por que o processo é sobrestado e o que se espera."
    if review_on <= act.today:
        errors["rever"] = "O dia de rever tem de ser futuro: o processo volta às listas nesse dia."
    if errors:
        raise Unacceptable(errors)


def _recorded(act: Act, kind: str, body: dict[str, Any], said: str) -> Reply:
    act.event(kind, f"case:{act.case.id}", body, act.moment(act.now))
    act.save()
    return Reply(act.case.id, said)
