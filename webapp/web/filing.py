"""Receiving a paper at the counter, and the receipt for whoever handed it in."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp import clock, documents
from webapp.cases import withdrawing
from webapp.cases.filing import MEANS, Paper, file_paper
from webapp.domain import counting, money
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.domain.timeliness import timeliness
from webapp.forms import Checked, Context, Field, Form, Invalid, Option, ShowIf, blank, check
from webapp.laws import Law, law
from webapp.store import filings, steps
from webapp.store.database import reading
from webapp.store.filings import CaseName, Filed, FiledPiece, Received
from webapp.store.steps import PartyRow, Term, Wait
from webapp.web import posted, words
from webapp.web.database import db
from webapp.web.policy import actor, holds, policy, signed_in
from webapp.web.request_keys import WebReply, once
from webapp.web.task import STATES, TIMELINESS, paper_label

filing = Blueprint("filing", __name__)

COUNTER: Final = holds("protocolo", "secretaria", "autoridade", "arrecadacao", "fiscalizacao")
SOMEBODY_ELSE: Final = "outra"


@filing.get("/papel")
@policy(COUNTER)
def find_case() -> ResponseReturnValue:
    """Which case a paper is for: `processo` is its number as people type it."""
    typed = request.args.get("processo", "").strip()[:60]
    if not typed and "processo" in request.args:
        sentence = "Escreva o número do processo, como 0001/2025."
        page = render_template("filing_find.html", typed="", errors={"processo": sentence})
        return make_response(page, 422)
    if not typed:
        return render_template("filing_find.html", typed="", errors={})
    found = filings.case_by_number(db.session(), actor().municipality_id, typed)
    if found:
        return redirect(url_for("filing.form", case_id=found.id), 303)
    sentence = f"Não há processo com o número «{typed}». Confira o número e o ano: 0001/2025."
    page = render_template("filing_find.html", typed=typed, errors={"processo": sentence})
    return make_response(page, 404)


@filing.get("/processos/<int:case_id>/papel")
@policy(COUNTER)
def form(case_id: int) -> ResponseReturnValue:
    """The form of a paper; `especie` may say its kind beforehand."""
    return page(case_id)


@filing.post("/processos/<int:case_id>/papel")
@policy(COUNTER)
def receive(case_id: int) -> ResponseReturnValue:
    """Receive the paper and go to its receipt. Nothing is refused for its contents or date."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        asked = questions(session, case_id, now, person)
        checked = _checked(asked)
        paper = _paper(asked, checked)
        done = file_paper(session, case_id, paper, now=now, actor=person)
        return WebReply(location=url_for("filing.receipt", filing_id=done.filing_id))

    def refused(refusal: Refused) -> str:
        if refusal.status == 409:  # several steps wait for it: the page asks which
            return page(case_id, posted.typed(), told=refusal.message)
        return page(case_id, posted.typed(), posted.errors_of(refusal))

    return once(act, refused=refused)


@filing.get("/protocolos/<int:filing_id>")
@policy(signed_in)
def receipt(filing_id: int) -> ResponseReturnValue:
    """The receipt of a paper, on screen."""
    found = _filed(filing_id)
    return render_template("filing_receipt.html", filed=found, **_in_words(actor(), found))


@filing.get("/protocolos/<int:filing_id>/recibo.pdf")
@policy(signed_in)
def printed(filing_id: int) -> ResponseReturnValue:
    """The receipt of a paper, on paper."""
    found = _filed(filing_id)
    pdf = documents.render("recibo_protocolo", facts(actor(), found))
    name = f"recibo-{found.number.replace('/', '-')}.pdf"
    disposition = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(pdf, mimetype="application/pdf", headers=disposition)


# ---- the form


class Questions:
    """What the counter asks about a paper of one case, as a form like any other."""

    def __init__(
        self,
        case: CaseName,
        today: date,
        rules: Law,
        parties: Sequence[PartyRow],
        waits: Sequence[Wait],
        papers: Sequence[Received] = (),
    ) -> None:
        self.case = case
        self.papers = _given_up(rules, papers)
        self.parties = {str(party.id): party for party in parties}
        self.waits = _ambiguous(waits)
        self.context = Context(today=today)
        what = (_what(rules, self.papers), *self._which_paper(), *self._which_step())
        fields = (*what, self._whose(), *_how(), _paid(), *_enclosed())
        text = repr(fields).encode()
        self.form = Form("Papel recebido", fields, sha256(text).hexdigest())

    def _which_paper(self) -> tuple[Field, ...]:
        """Asked only of who gives a paper up."""
        if not self.papers:
            return ()
        return (
            Field(
                "papel_desistido",
                "choice",
                "De que papel se desiste",
                "A Autoridade homologa ou não a desistência.",
                required=True,
                options=self.papers,
                show_if=ShowIf("especie", (withdrawing.KIND,)),
            ),
        )

    def _which_step(self) -> tuple[Field, ...]:
        """Asked only where several steps wait for the kind that was chosen."""
        if not self.waits:
            return ()
        options = tuple(
            Option(str(wait.id), wait.name, wait.about and f"sobre: {wait.about}")
            for wait in self.waits
        )
        kinds = tuple(dict.fromkeys(wait.message for wait in self.waits))
        return (
            Field(
                "tarefa",
                "choice",
                "A que etapa se destina",
                "Mais de uma etapa espera este papel.",
                required=True,
                options=options,
                show_if=ShowIf("especie", kinds),
            ),
        )

    def _whose(self) -> Field:
        options = [Option(code, party.name, party.role) for code, party in self.parties.items()]
        options.append(Option(SOMEBODY_ELSE, "Outra pessoa ou órgão", "que não é parte"))
        hint = "O prazo é de cada parte: o papel cumpre o prazo de quem o apresenta."
        return Field("de_quem", "choice", "De quem é", hint, required=True, options=tuple(options))


def _ambiguous(waits: Sequence[Wait]) -> list[Wait]:
    kinds = [wait.message for wait in waits]
    return [wait for wait in waits if kinds.count(wait.message) > 1]


def _given_up(rules: Law, papers: Sequence[Received]) -> tuple[Option, ...]:
    """The papers that somebody may give up: what a party handed in to ask for something."""
    entries = {kind: rules.entries(f"papeis.{kind}")[-1] for kind in rules.keys("papeis")}
    return tuple(
        Option(str(paper.id), f"{entries[paper.kind]['label']}, protocolo {paper.number}")
        for paper in papers
        if entries[paper.kind]["of_party"] and paper.kind not in (withdrawing.KIND, "procuracao")
    )


def _what(rules: Law, given_up: Sequence[Option]) -> Field:
    kinds = tuple(
        Option(kind, rules.entries(f"papeis.{kind}")[-1]["label"])
        for kind in rules.keys("papeis")
        if kind != withdrawing.KIND or given_up
    )
    return Field("especie", "choice", "Espécie", required=True, options=kinds, outcome=True)


def _how() -> tuple[Field, ...]:
    means = tuple(Option(code, label[:1].upper() + label[1:]) for code, label in MEANS.items())
    return (
        Field("apresentante", "text", "Quem apresentou", "Nome de quem entregou.", required=True),
        Field("meio", "choice", "Por onde chegou", required=True, options=means),
        Field(
            "data",
            "date",
            "Data do papel",
            "O dia da entrega: o do carimbo ou o da postagem.",
            required=True,
            limit="past",
        ),
        Field("hora", "time", "Hora"),
    )


def _paid() -> Field:
    """Asked only of a proof of payment; what differs from what is owed is received all the same."""
    hint = "O que o comprovante diz, mesmo que não seja o que se deve."
    is_payment = ShowIf("especie", ("pagamento",))
    return Field(
        "valor_pago", "money", "Valor pago", hint, required=True, min=1, show_if=is_payment
    )


def _enclosed() -> tuple[Field, ...]:
    return (
        Field("pecas", "files", "Peças", "O papel digitalizado e o que veio com ele."),
        Field("observacao", "long_text", "Observação", "O que quem decide precisa saber."),
    )


def questions(session: Session, case_id: int, now: datetime, person: Actor) -> Questions:
    """The form of the case on the day. Raises NotFound."""
    place = person.municipality_id
    case = filings.case_name(session, place, case_id)
    if case is None:
        raise NotFound
    rules = law(person.municipality)
    today = counting.local_day(now, rules.municipality.zone)
    parties = steps.parties(session, place, case_id)
    papers = filings.received(session, place, case_id)
    return Questions(case, today, rules, parties, steps.waits(session, place, case_id), papers)


def _checked(asked: Questions) -> Checked:
    try:
        return check(asked.form, posted.typed(), posted.files(), asked.context)
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def _paper(asked: Questions, checked: Checked) -> Paper:
    values = checked.values
    party = asked.parties.get(values["de_quem"])
    return Paper(
        kind=values["especie"],
        presenter=values["apresentante"],
        means=values["meio"],
        paper_on=date.fromisoformat(values["data"]),
        paper_time=values.get("hora"),
        party_id=party.id if party else None,
        note=values.get("observacao"),
        task_id=int(values["tarefa"]) if "tarefa" in values else None,
        attachments=checked.uploads,
        withdraws=int(values["papel_desistido"]) if "papel_desistido" in values else None,
        paid_cents=int(values.get("valor_pago", 0)),
    )


# ---- pages


def page(
    case_id: int,
    typed: Mapping[str, Sequence[str]] | None = None,
    errors: Mapping[str, str] | None = None,
    told: str = "",
) -> str:
    """The form of a paper beside the terms of the case. Raises NotFound."""
    person = actor()
    with reading():
        session = db.session()
        now = clock.now(session)
        asked = questions(session, case_id, now, person)
        terms = steps.terms(session, person.municipality_id, case_id)
    return render_template(
        "filing.html",
        case=asked.case,
        asked=asked,
        values=_first_values(asked) if typed is None else typed,
        errors=errors or {},
        told=told,
        terms=awaited(person, terms, asked.context.today),
        states=STATES,
    )


def _first_values(asked: Questions) -> dict[str, list[str]]:
    known = {
        "especie": request.args.get("especie", ""),
        "data": asked.context.today.isoformat(),
        "meio": "balcao",
    }
    return blank(asked.form, asked.context, known)


def awaited(person: Actor, terms: Sequence[Term], today: date) -> list[dict[str, Any]]:
    """The terms that papers meet, each with what a paper of today would be."""
    kinds = law(person.municipality).keys("papeis")
    return [
        {
            "term": term,
            "paper": paper_label(person, term.paper),
            "today": TIMELINESS[timeliness(today, term.last_day, term.other_days)],
            "days": sorted({term.last_day, *term.other_days}) if term.last_day else [],
        }
        for term in terms
        if term.paper in kinds
    ]


def _filed(filing_id: int) -> Filed:
    found = filings.filed(db.session(), actor().municipality_id, filing_id)
    if found is None:
        raise NotFound
    return found


def _in_words(person: Actor, filed: Filed) -> dict[str, Any]:
    return {
        "kind": paper_label(person, filed.kind),
        "means": MEANS[filed.means],
        "timeliness": TIMELINESS[filed.timeliness],
        "paid": money.reais(filed.paid_cents) if filed.paid_cents else "",
    }


def facts(person: Actor, filed: Filed) -> dict[str, Any]:
    """The facts of the document «recibo_protocolo»."""
    rules = law(person.municipality)
    municipality = rules.municipality
    entry = rules.entries("documentos.recibo_protocolo")[-1]
    paper = rules.entries(f"papeis.{filed.kind}")[-1]
    at = filed.received_at.astimezone(municipality.zone)
    said = _in_words(person, filed)
    return {
        "municipality": {
            "name": municipality.name,
            "uf": municipality.uf,
            "prefeitura": municipality.prefeitura,
        },
        "document": {
            "kind": "recibo_protocolo",
            "title": entry["title"],
            "number": filed.number,
            "basis": f"{municipality.law}, {paper.article}",
            "issued_at": filed.received_at.isoformat(),
            "issued_on": words.plain_day(at.date()),
        },
        "case": {"number": filed.case_number},
        "filing": {
            "number": filed.number,
            "day": words.plain_day(filed.paper_on),
            "hour": _hour(filed, at),
            "kind": said["kind"],
            "presenter": presenter(filed),
            "means": said["means"],
            "paid": said["paid"],
            "timeliness": filed.timeliness,
            "pieces": [_piece(one) for one in filed.pieces],
        },
    }


def _piece(one: FiledPiece) -> dict[str, str]:
    return {"n": str(one.n), "title": one.title, "pages": str(one.pages), "sha256": one.sha256}


def presenter(filed: Filed) -> str:
    """Who handed the paper in, and for whom: «Maria Souza, por Fulano da Silva»."""
    if filed.party in ("", filed.presenter):
        return filed.presenter
    return f"{filed.presenter}, por {filed.party}"


def _hour(filed: Filed, at: datetime) -> str:
    """The hour on the paper, else that of its entry when it was entered the day it came."""
    return filed.paper_time or (f"{at:%H:%M}" if at.date() == filed.paper_on else "")
