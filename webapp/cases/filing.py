"""Filing a paper: received with number and receipt, delivered to the step that waits for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from webapp.cases import effects, papers, rowtasks, settling, withdrawing
from webapp.cases.act import Act, Reply
from webapp.cases.contexts import fact_day
from webapp.cases.issuing import add_piece
from webapp.cases.recording import payment
from webapp.cases.records import Deadline, Filing
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.domain.numbering import number
from webapp.forms import Attachment
from webapp.store import counters

MEANS = {"balcao": "no balcão", "correio": "pelo correio", "eletronico": "por meio eletrônico"}


@dataclass(frozen=True, slots=True)
class Paper:
    """What came to the counter. `paper_on` is the date it was handed in, on its stamp.

    `withdraws` is the paper that it gives up; only of a «desistencia». `paid_cents` is the amount
    on a proof of payment, where it was told.
    """

    kind: str
    presenter: str
    means: str
    paper_on: date
    paper_time: str | None = None
    party_id: int | None = None
    note: str | None = None
    task_id: int | None = None
    attachments: Sequence[Attachment] = ()
    withdraws: int | None = None
    paid_cents: int = 0


def file_paper(
    session: Session, case_id: int, paper: Paper, *, now: datetime, actor: Actor
) -> Reply:
    """Receive a paper in a case, at any hour. Nothing is refused for its contents or date.

    Raises Unacceptable for a date in the future or an unknown kind, means or party; Refused
    (409) when several steps wait for the same kind and none was named.
    """
    act = Act.lock(session, case_id, now, actor)
    _check(act, paper)
    settling.settle(act)
    before = act.state_text()
    at = act.moment(act.now)
    applied, issued = len(act.applied), len(act.issued)
    filing = _enter(act, paper)
    _keep_pieces(act, filing, paper)
    if paper.kind == "pagamento":
        _pay(act, filing, paper.paid_cents, at)
    _place(act, filing, paper, at)
    body = {
        "filing": filing.id,
        "kind": filing.kind,
        "party": filing.party_id,
        "paper_on": filing.paper_on.isoformat(),
        "timeliness": filing.timeliness,
        "delivered": filing.task_id,
        "pieces": act.issued[issued:],
        "effects": act.applied[applied:],
    }
    act.event("paper_filed", f"filing:{filing.id}", body, at, before)
    settling.settle(act)
    act.save()
    return Reply(case_id, _said(act, filing), filing.task_id, filing.id)


def _said(act: Act, filing: Filing) -> str:
    """A date before the fact is received, as every date is, and pointed out: it looks mistyped."""
    if not _is_before_fact(act, filing.paper_on):
        return f"Protocolo {filing.number}."
    return (
        f"Protocolo {filing.number}. Atenção: a data do papel, {filing.paper_on:%d/%m/%Y}, é "
        f"anterior ao fato, de {fact_day(act):%d/%m/%Y}. Se foi engano, torne o papel sem efeito "
        "e registre-o de novo."
    )


def _is_before_fact(act: Act, day: date) -> bool:
    fact = fact_day(act)
    return fact is not None and day < fact


def _check(act: Act, paper: Paper) -> None:
    errors = {}
    if paper.kind not in act.law.keys("papeis"):
        errors["especie"] = "Escolha a espécie do papel."
    if paper.means not in MEANS:
        errors["meio"] = "Escolha por onde o papel chegou."
    if paper.paper_on > act.today:
        errors["data"] = "A data do papel não pode ser futura. Use a data do carimbo."
    if paper.party_id is not None and act.parties.get(paper.party_id) is None:
        raise NotFound
    if not paper.presenter.strip():
        errors["apresentante"] = "Informe quem apresentou o papel."
    if paper.kind == "pagamento" and _is_before_fact(act, paper.paper_on):
        errors["data"] = (
            f"O pagamento não pode ser anterior ao fato, de {fact_day(act):%d/%m/%Y}. "
            "Use a data da autenticação do comprovante."
        )
    if errors:
        raise Unacceptable(errors)
    _check_withdrawal(act, paper)


def _check_withdrawal(act: Act, paper: Paper) -> None:
    if (paper.kind == withdrawing.KIND) != (paper.withdraws is not None):
        raise Unacceptable({"papel_desistido": "Diga de que papel se desiste."})
    if paper.withdraws is not None and act.filings.get(paper.withdraws) is None:
        raise NotFound


def _enter(act: Act, paper: Paper) -> Filing:
    year = act.today.year
    n = counters.next_number(act.connection, act.case.municipality_id, "protocolo", year)
    return act.filings.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        number=number(act.law.municipality.numbers["protocolo"], n, year),
        kind=paper.kind,
        party_id=paper.party_id,
        presenter=paper.presenter.strip()[:200],
        means=paper.means,
        paper_on=paper.paper_on,
        paper_time=paper.paper_time,
        received_at=act.now,
        received_by=act.actor.user_id,
        timeliness="sem_termo",
        note=paper.note,
        withdraws=paper.withdraws,
        seq=act.chain.seq + 1,
    )


def _keep_pieces(act: Act, filing: Filing, paper: Paper) -> None:
    label = act.law.entries(f"papeis.{filing.kind}")[-1]["label"]
    for attachment in paper.attachments:
        add_piece(
            act,
            kind="papel",
            title=f"{label}: {attachment.name}",
            data=attachment.content,
            media_type=attachment.media_type,
            filing_id=filing.id,
        )


def _place(act: Act, filing: Filing, paper: Paper, at: datetime) -> None:
    """Deliver the paper to the one step that waits for it, else join it to the file."""
    if filing.withdraws is not None:
        withdrawing.ask(act, filing)
        return
    waiting = papers.waits_for(act, filing)
    if paper.task_id is not None:
        waiting = [t for t in waiting if t.id == paper.task_id]
    if len(waiting) > 1:
        listed = "; ".join(f"{t.name} ({t.about or 'processo'})" for t in waiting)
        raise Refused(f"Mais de uma etapa espera este papel: {listed}. Diga a qual se destina.")
    if waiting:
        papers.deliver(act, waiting[0], filing, at)
        return
    filing.timeliness = papers.judge(filing, _last_row(act, filing))
    if not _certificate_shows(act, filing) and _asks_for_decision(act, filing):
        rowtasks.open_row_task(
            act,
            "apreciar_peticao",
            "Apreciar petição",
            "autoridade",
            basis=act.law.entries(f"papeis.{filing.kind}")[-1].article,
            body={"filing": filing.id},
        )


def _last_row(act: Act, filing: Filing) -> Deadline | None:
    rows = [
        d
        for d in act.deadlines
        if d.paper == filing.kind and d.party_id in (filing.party_id, None) and d.last_day
    ]
    return rows[-1] if rows else None


def _certificate_shows(act: Act, filing: Filing) -> bool:
    """An open certificate of this paper's term shows it to whoever certifies."""
    return any(t.certifies and (t.body or {}).get("message") == filing.kind for t in act.tasks)


def _asks_for_decision(act: Act, filing: Filing) -> bool:
    """A paper that waits for its step will be offered to it; one whose step is over is judged."""
    if filing.kind in ("documento", "procuracao", "pagamento", "retorno_ar"):
        return False
    if filing.kind == "peticao" or act.case.ended_at is not None:
        return True
    return _last_row(act, filing) is not None or _step_is_over(act, filing)


def _step_is_over(act: Act, filing: Filing) -> bool:
    """The step of this kind of paper was open and is not, for this party or, of a stranger's
    paper, for anybody: it is judged too, as that of the heirs of who died is."""
    rows = [d for d in act.deadlines if d.paper == filing.kind]
    own = [d for d in rows if d.party_id == filing.party_id] or rows
    return bool(own) and not any(d.is_open for d in own)


def _pay(act: Act, filing: Filing, cents: int, at: datetime) -> None:
    draft = payment(filing.paper_on.isoformat(), f"filing:{filing.id}", cents)
    act.drafts.extend(effects.new_only(act, [draft]))
    effects.apply(act, at)
