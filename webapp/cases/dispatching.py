"""«Despacho»: the authority says something in the file and signs it."""

from datetime import datetime

from sqlalchemy.orm import Session

from webapp.cases import completing, issuing, settling
from webapp.cases.act import Act, Reply
from webapp.cases.orders import Order, Signer
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, Unacceptable

WHO = ("autoridade",)
GROUNDS = ("lavrou", "parte")


def dispatch(
    session: Session,
    case_id: int,
    text: str,
    *,
    now: datetime,
    actor: Actor,
    signer: Signer | None,
) -> Reply:
    """Write and sign a despacho: it is the next piece of the file, and moves nothing.

    `signer` is given when the person has just signed (typed the password again). Raises
    NoCompetence without one, Unacceptable without a text, Refused for who is barred.
    """
    act = Act.lock(session, case_id, now, actor)
    _may_sign(actor, signer)
    completing.refuse_barred(act, GROUNDS)
    if not text.strip():
        raise Unacceptable({"texto": "Escreva o despacho."})
    settling.settle(act)
    at, issued = act.moment(now), len(act.issued)
    labels = (("Despacho", text.strip()),)
    piece_id = issuing.issue(act, Order("despacho", labels=labels, signer=signer))
    act.event("dispatched", f"piece:{piece_id}", {"pieces": act.issued[issued:]}, at)
    act.save()
    return Reply(case_id, "Despacho assinado e juntado aos autos.", piece_id=piece_id)


def _may_sign(actor: Actor, signer: Signer | None) -> None:
    own = signer is not None and signer.user_id == actor.user_id
    if not (own and actor.signing("autoridade")):
        raise NoCompetence(
            "O despacho é ato assinado: só o assina quem exerce hoje o papel Autoridade, "
            "digitando a senha de novo."
        )
