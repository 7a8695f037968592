"""Links between cases: one is joined to another («apensado»), or the two belong together."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, or_, select, update
from sqlalchemy.orm import Session

from webapp.cases import settling
from webapp.cases.act import Act, Reply
from webapp.domain.competence import Actor, require
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.store import tables

WHO = ("protocolo", "secretaria", "autoridade")
KINDS = {"apensado": "apensado", "relacionado": "relacionado"}


@dataclass(frozen=True, slots=True)
class Link:
    """To which case, how (one of KINDS), and why. «Apensado»: this case is joined to the other."""

    other_id: int
    kind: str
    reason: str


def link(session: Session, case_id: int, wanted: Link, *, now: datetime, actor: Actor) -> Reply:
    """Tie two cases of the municipality together; both chains tell it.

    Raises NotFound for a case of another municipality, Unacceptable for a case and itself or
    without a reason, Refused when the two are tied already.
    """
    require(actor, WHO, "vincular processos")
    _check(case_id, wanted)
    act, other = _lock_both(session, case_id, wanted.other_id, now, actor)
    if _between(session, act, other):
        raise Refused(
            f"Os processos {act.case.number} e {other.case.number} já têm vínculo. "
            "Para mudá-lo, desfaça antes o que existe."
        )
    tie(act, other, wanted)
    _save(act, other)
    return Reply(case_id, f"Processo vinculado ao {other.case.number}.")


def tie(act: Act, other: Act, wanted: Link) -> None:
    """Tie two cases that the caller holds, and saves; both chains tell it."""
    kept = act.keep_reason(wanted.reason)
    row_id = _insert(act, wanted, kept["reason_ref"])
    told = {"link": row_id, "joined": act.case.id, "kind": wanted.kind, **kept}
    _tell_both(act, other, "cases_linked", told)


def unlink(
    session: Session, case_id: int, link_id: int, reason: str, *, now: datetime, actor: Actor
) -> Reply:
    """«Desfazer vínculo»: the link ends; its row and its events stay.

    Raises NotFound for a link that is not one of the case, Refused for one that has ended.
    """
    require(actor, WHO, "desfazer o vínculo entre processos")
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o vínculo é desfeito."})
    row = _link_of(session, case_id, link_id, actor)
    other_id = row.other_case_id if row.case_id == case_id else row.case_id
    act, other = _lock_both(session, case_id, other_id, now, actor)
    if _link_of(session, case_id, link_id, actor).ended_at is not None:
        raise Refused("Este vínculo já foi desfeito.")
    table = tables.case_link
    ended = {"ended_at": now, "ended_by": actor.user_id}
    session.execute(update(table).where(table.c.id == link_id).values(**ended))
    _tell_both(act, other, "link_ended", {"link": link_id, **act.keep_reason(reason)})
    _save(act, other)
    return Reply(case_id, f"Vínculo com o processo {other.case.number} desfeito.")


def _check(case_id: int, wanted: Link) -> None:
    errors = {}
    if wanted.other_id == case_id:
        errors["numero"] = "O processo não se vincula a si mesmo. Informe outro número."
    if wanted.kind not in KINDS:
        errors["vinculo"] = "Escolha o vínculo entre os processos."
    if not wanted.reason.strip():
        errors["motivo"] = "Escreva por que os processos se vinculam."
    if errors:
        raise Unacceptable(errors)


def _lock_both(
    session: Session, case_id: int, other_id: int, now: datetime, actor: Actor
) -> tuple[Act, Act]:
    """Both cases, locked in the order of their ids and settled. Raises NotFound."""
    acts = {each: Act.lock(session, each, now, actor) for each in sorted((case_id, other_id))}
    for act in acts.values():
        settling.settle(act)
    return acts[case_id], acts[other_id]


def _between(session: Session, act: Act, other: Act) -> bool:
    table = tables.case_link
    pair = (act.case.id, other.case.id)
    found = session.execute(
        select(table.c.id).where(
            table.c.case_id.in_(pair), table.c.other_case_id.in_(pair), table.c.ended_at.is_(None)
        )
    )
    return found.first() is not None


def _insert(act: Act, wanted: Link, reason_ref: int) -> int:
    table = tables.case_link
    statement = insert(table).values(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        other_case_id=wanted.other_id,
        kind=wanted.kind,
        reason_ref=reason_ref,
        linked_at=act.now,
        linked_by=act.actor.user_id,
    )
    return int(act.session.execute(statement.returning(table.c.id)).scalar_one())


def _link_of(session: Session, case_id: int, link_id: int, actor: Actor) -> Row[Any]:
    table = tables.case_link
    row = session.execute(
        select(table).where(
            table.c.id == link_id,
            table.c.municipality_id == actor.municipality_id,
            or_(table.c.case_id == case_id, table.c.other_case_id == case_id),
        )
    ).one_or_none()
    if row is None:
        raise NotFound
    return row


def _tell_both(act: Act, other: Act, kind: str, body: dict[str, Any]) -> None:
    """One event in the chain of each case, in the order of their ids, told from its own side."""
    for one, far in sorted(((act, other), (other, act)), key=lambda pair: pair[0].case.id):
        told = {**body, "other": far.case.id, "number": far.case.number}
        one.event(kind, f"link:{body['link']}", told, one.moment(one.now))


def _save(act: Act, other: Act) -> None:
    for one in sorted((act, other), key=lambda each: each.case.id):
        one.save()
