"""What the page of a case shows, put together from its rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from webapp import engine
from webapp.cases import bundles, contexts, grounds, paperwork, proposals, revocation, serving
from webapp.cases.act import Act
from webapp.cases.filing import MEANS
from webapp.cases.view import View
from webapp.domain import identifiers, money
from webapp.domain.competence import Actor
from webapp.laws import Law
from webapp.store.case_file import CaseFile
from webapp.web.ledger import Term, terms
from webapp.web.task import paper_label
from webapp.web.timeline import (
    TIMELINESS,
    Entry,
    Vocabulary,
    fine_in_words,
    ground_in_words,
    payment_in_words,
    points_in_words,
    restriction_in_words,
    timeline,
)
from webapp.web.whereabouts import Whereabouts, whereabouts

PARTIES: Final = {"autuado": "Autuado", "titular": "Titular da autorização"}
_NOTICED: Final = {
    True: ("ciência válida", "ok"),
    False: ("sem ciência", "mal"),
    None: ("em curso", "at"),
}
ABOUT: Final = {
    "auto": "auto de infração",
    "penalidade": "penalidade",
    "multa": "multa",
    "decisao": "decisão do recurso",
    "instauracao": "instauração da cassação",
    "cassacao": "cassação",
}


@dataclass(frozen=True, slots=True)
class Penalty:
    """What was imposed, in words, and whether it is final."""

    lines: tuple[str, ...]
    state: str
    tone: str


def page(act: Act, file: CaseFile) -> dict[str, Any]:
    """The variables of case.html but the panel of the step."""
    law, today = act.law, act.today
    return {
        "file": file,
        "kind": kind_of(law, file.head.process),
        "municipality": law.municipality,
        "zone": law.municipality.zone,
        "today": today,
        "auto": next((p.number for p in file.pieces if p.kind == "auto_infracao"), None),
        "fact_day": contexts.fact_day(act),
        "holder": _first(file.parties, "autuado"),
        "parties": [_party(party) for party in file.parties],
        "vehicle": _vehicle(file.head),
        "items": paperwork.items(act),
        "penalty": _penalty(act, file),
        "terms": _terms(act, file, today),
        "where": _where(act, file),
        "pieces": [_piece(piece, file) for piece in file.pieces],
        "filings": [_filing(filing, act.actor) for filing in reversed(file.filings)],
        "notices": [_notice(notice, law) for notice in file.notices],
        "registry": _registry(file),
        "timeline": _timeline(act, file),
    }


def kind_of(law: Law, process: str) -> str:
    """«Infração»: the first word of what the law's data calls the cases of a process."""
    for key in law.keys("processos"):
        entry = law.entries(f"processos.{key}")[-1]
        if entry["process"] == process:
            return str(entry["label"]).partition(" ")[0]
    return "Processo"


def choose(tasks: Sequence[Any], asked: int | None, actor: Actor) -> Any | None:
    """The open step whose card the page shows: the one asked for, else the actor's, else any."""
    steps = [task for task in tasks if task.closed_at is None]
    found = [task for task in steps if task.id == asked]
    mine = [task for task in steps if task.form and _may(task, actor)]
    forms = [task for task in steps if task.form]
    return next(iter((*found, *mine, *forms, *steps)), None)


def _may(task: Any, actor: Actor) -> bool:
    free = task.assignee_id in (None, actor.user_id)
    return free and (not task.role or actor.holds(task.role))


def _first(parties: Sequence[Any], role: str) -> str:
    return next((party.name for party in parties if party.role == role), "")


def _party(party: Any) -> dict[str, str]:
    return {
        "label": PARTIES.get(party.role, party.role.replace("_", " ").capitalize()),
        "name": party.name,
        "cpf": identifiers.mask_cpf(party.cpf) if party.cpf else "",
        "died": _on("faleceu em", party.died_on),
    }


def _vehicle(head: Any) -> dict[str, str] | None:
    if head.plate is None:
        return None
    looks = (head.model, head.colour, str(head.year or ""))
    permit = f"autorização {head.permit}" if head.permit else ""
    return {
        "plate": identifiers.show_plate(head.plate),
        "words": " · ".join(filter(None, (" ".join(filter(None, looks)), permit))),
    }


# ---- penalty


def _penalty(act: Act, file: CaseFile) -> Penalty | None:
    """What the decision that stands imposed; None before there is a decision."""
    final = _registry(file)
    if final:
        lines = (*(line for line, _ in final), *_payments(file))
        return Penalty(lines, "definitiva", "nt")
    view = View(act)
    decisions = proposals.decisions(view)
    if not decisions:
        return None
    if grounds.charged(act):
        return _revoked(view)
    standing = proposals.standing_decision(view)
    if standing is None:
        said = "nenhuma: auto insubsistente ou penalidade cancelada"
        return Penalty(tuple(_payments(file)), said, "ok")
    lines = (*_imposed(view), *_payments(file))
    return Penalty(lines, _not_final_yet(act, file, len(decisions)), "at")


def _payments(file: CaseFile) -> Iterator[str]:
    """What was paid, and how it differs from the fines that stand, once they are final."""
    yield from map(payment_in_words, file.payments)
    is_settled = bool(file.fines or file.head.ended_at) and all(fine.cents for fine in file.fines)
    owed, paid = (sum(one.cents for one in rows) for rows in (file.fines, file.payments))
    if paid and paid != owed and is_settled:
        yield money.balance(owed, paid)


def _not_final_yet(act: Act, file: CaseFile, decided: int) -> str:
    """Imposed and not final; stayed by the appeal that is to be decided, where the law says so."""
    if decided == 1:
        for paper in file.filings:
            stays = act.law.entries(f"papeis.{paper.kind}")[-1].get("stays")
            if stays and paper.withdrawn_by is None and paper.undone_by is None:
                return f"imposta; suspensa até se decidir o recurso ({stays})"
    return "imposta, ainda não definitiva"


def _revoked(view: View) -> Penalty | None:
    """What a case of cassation came to; None before the authority decided on it."""
    stands = revocation.stands(view)
    if stands is None:
        return None
    if not stands:
        return Penalty((), "nenhuma: a autorização não foi cassada", "ok")
    told = tuple(f"{one['penalty']}, {one['article']}" for one in revocation.in_words(view))
    return Penalty(told, "imposta, ainda não definitiva", "at")


def _imposed(view: View) -> tuple[str, ...]:
    """«multa de R$ 759,00, art. 15, § 1º», «cassação da autorização, art. 18»."""
    return tuple(
        f"{said['penalty']}{' de ' + said['amount'] if said['amount'] else ''}, {said['article']}"
        for said in (one.in_words() for one in proposals.imposed(view))
    )


def _registry(file: CaseFile) -> list[tuple[str, tuple[str, ...]]]:
    """What is final: each penalty, and its dates in words."""
    dead = {party.person_id for party in file.parties if party.died_on}
    fines = [(fine_in_words(f), _fine_dates(f, f.payer_id in dead)) for f in file.fines]
    pending = {t.body["effect"] for t in file.open_tasks if t.element == serving.BEGIN}
    others = [
        (restriction_in_words(r), _restriction_dates(r, r.effect_id in pending))
        for r in file.restrictions
    ]
    points = [(points_in_words(p), _points_dates(p)) for p in file.points]
    causes = [(ground_in_words(g), (g.body["why"],)) for g in file.grounds]
    return fines + others + points + causes


def _restriction_dates(one: Any, is_pending: bool) -> tuple[str, ...]:
    return tuple(filter(None, (_on("definitiva em", one.final_on), _served(one, is_pending))))


def _served(one: Any, is_pending: bool) -> str:
    """From when to when a restriction is served; of a cassation, until when there is no other
    authorization."""
    if one.kind == "cassacao":
        return _on("sem nova autorização até", one.to_day)
    if one.from_day is None:
        return "cumprimento por iniciar" if is_pending else ""
    return f"cumprimento de {one.from_day:%d/%m/%Y} a {one.to_day:%d/%m/%Y}"


def _points_dates(entry: Any) -> tuple[str, ...]:
    return _on("do fato de", entry.fact_on), _on("no cadastro desde", entry.final_on)


def _fine_dates(fine: Any, of_estate: bool) -> tuple[str, ...]:
    dates = (
        _on("definitiva em", fine.final_on),
        f"devida por {fine.payer}" if fine.payer_id != fine.person_id else "",
        _on("a pagar até", fine.due_on),
        _on("paga em", fine.paid_on),
        _on("encaminhada à dívida ativa em", fine.sent_on),
        "dívida do espólio" if of_estate and not fine.paid_on else "",
    )
    return tuple(words for words in dates if words)


def _on(words: str, day: date | None) -> str:
    return f"{words} {day:%d/%m/%Y}" if day else ""


# ---- terms, place, timeline


def _terms(act: Act, file: CaseFile, today: date) -> list[Term]:
    zone = act.law.municipality.zone
    return terms(file.terms, file.filings, today=today, calendar=act.calendar, zone=zone)


def _where(act: Act, file: CaseFile) -> Whereabouts:
    drawing = engine.drawing(act.bundle.bundle, file.head.process)
    title = f"Onde está o processo {file.head.number}"
    return whereabouts(drawing, file.tasks, file.acted, title, act.law.municipality.zone)


def _timeline(act: Act, file: CaseFile) -> list[Entry]:
    return timeline(
        file,
        Vocabulary(
            paper=lambda kind: paper_label(act.actor, kind),
            answer=lambda task, code: _answer_label(act, task, code),
        ),
    )


def _answer_label(act: Act, task: Any, code: str) -> str:
    """The label of an answer, from the form pinned with the case, or today's for other steps."""
    form = act.bundle.forms.get(task.form)
    if form is None and task.kind == "row":
        form = bundles.own_form(act.actor.municipality, task.form)
    choices = form.outcome.choices if form else ()
    return next((option.label for option in choices if option.code == code), "")


# ---- the file


def _piece(piece: Any, file: CaseFile) -> dict[str, Any]:
    return {
        "n": piece.n,
        "title": piece.title,
        "basis": piece.basis,
        "by": piece.presenter or piece.author or "Sistema",
        "at": piece.created_at,
        "pages": piece.pages,
        "protocol": piece.protocol,
        "restricted": piece.access != "autos",
        "signed": [s for s in file.signatures if s.piece_id == piece.id],
    }


def _filing(filing: Any, actor: Actor) -> dict[str, Any]:
    undone = filing.undone_by is not None
    words, tone = TIMELINESS[filing.timeliness]
    if undone or filing.withdrawn_by is not None:
        words, tone = ("sem efeito" if undone else "desistência homologada"), "nt"
    return {
        "id": filing.id,
        "stands": not undone,
        "number": filing.number,
        "kind": paper_label(actor, filing.kind),
        "by": filing.presenter,
        "party": filing.party,
        "means": MEANS.get(filing.means, filing.means),
        "on": filing.paper_on,
        "received_at": filing.received_at,
        "timeliness": words,
        "tone": tone,
    }


def _notice(notice: Any, rules: Law) -> dict[str, Any]:
    words, tone = _NOTICED[notice.valid]
    return {
        "party": notice.party,
        "about": ABOUT.get(notice.about, notice.about),
        "attempt": notice.attempt,
        "means": paperwork.MEANS.get(notice.means, notice.means),
        "sent_on": notice.sent_on,
        "result": paperwork.result(rules, notice.result),
        "result_on": notice.result_on,
        "reason": notice.reason,
        "state": words,
        "tone": tone,
    }
