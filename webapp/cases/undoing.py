"""«Tornar sem efeito» a paper: filed in the wrong case or under the wrong date."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from webapp.cases import consequences, effects, line, projecting, restoring, settling
from webapp.cases.act import Act, Reply
from webapp.cases.records import Filing
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable

WHO = ("protocolo", "secretaria", "autoridade")
DELIVERIES = frozenset({"paper_filed", "paper_delivered"})


def undo_filing(
    session: Session, case_id: int, filing_id: int, reason: str, *, now: datetime, actor: Actor
) -> Reply:
    """Take a paper out of the case's course, while nobody has acted on it.

    It stays in the file, marked. The step that it had met waits again, its term recounted. The
    reply's `moved` says in words what moves; run and rolled back, it is the preview.
    """
    act = Act.lock(session, case_id, now, actor)
    if not any(actor.holds(role) for role in WHO):
        raise NoCompetence("Só o Protocolo, a Secretaria ou a Autoridade desfaz um protocolo.")
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o papel fica sem efeito."})
    settling.settle(act)
    filing = act.filings.get(filing_id)
    if filing is None:
        raise NotFound
    delivery = _delivery(act, filing)
    before, at = act.state_text(), act.moment(now)
    was = consequences.before(act)
    _take_back(act, filing, at)
    if delivery is not None:
        _wait_again(act, filing, delivery, at)
    body = {
        "filing": filing.id,
        **act.keep_reason(reason),
        "effects": act.applied[was.applied :],
        **({"state_of": delivery} if delivery is not None else {}),
    }
    act.event("filing_undone", f"filing:{filing.id}", body, at, before)
    act.filings.drop([filing])
    settling.settle(act)
    act.save()
    said = f"O protocolo {filing.number} ficou sem efeito."
    return Reply(case_id, said, filing_id=filing.id, moved=consequences.since(act, was))


def _delivery(act: Act, filing: Filing) -> int | None:
    """The event that gave the paper to its step; Refused when somebody has acted since."""
    stands = line.standing(act)
    event: Any = next(
        (e for e in reversed(stands) if e.kind in DELIVERIES and e.body["filing"] == filing.id),
        None,
    )
    if event is None:
        raise Refused(
            f"O protocolo {filing.number} já não está nesta linha do processo: "
            "não há o que desfazer."
        )
    if filing.task_id is not None and line.acted_since(stands, event.seq):
        raise Refused(
            f"Já houve ato depois do protocolo {filing.number}: devolva o processo à etapa."
        )
    given_up = act.filings.get(filing.withdraws)
    if given_up is not None and given_up.withdrawn_by is not None:
        raise Refused(
            f"A desistência do protocolo {given_up.number} já foi homologada: devolva o processo "
            "a uma etapa anterior a isso."
        )
    return int(event.seq) if filing.task_id is not None else None


def _take_back(act: Act, filing: Filing, at: datetime) -> None:
    filing.undone_by = act.chain.seq + 1
    for task in [t for t in act.tasks if (t.body or {}).get("filing") == filing.id]:
        projecting.close(act, task, at, "cancelled")
        act.tasks.drop([task])
    for row in [e for e in act.effects if e.stands and e.kind == "payment"]:
        if row.body.get("item") == f"filing:{filing.id}":
            effects.counter(act, row, at)


def _wait_again(act: Act, filing: Filing, delivery: int, at: datetime) -> None:
    """The row that the paper had met is counted again; the state before the delivery returns."""
    for row in act.deadlines:
        mine = row.task_id == filing.task_id and row.party_id in (filing.party_id, None)
        if mine and row.state == "met":
            row.supersede()
    filing.task_id = filing.delivered_at = filing.delivered_seq = None
    restoring.restore(act, line.kept(act, delivery), at)
