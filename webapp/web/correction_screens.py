"""The acts that turn back, each as a form and as what it would change.

A screen is built anew for each request. Its act runs the same way to be shown, and is rolled
back then, as it runs to be done.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from sqlalchemy.orm import Session

from webapp.cases import contexts, correcting, returning, undoing
from webapp.cases.act import Act, Reply
from webapp.cases.correcting import Correction
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused
from webapp.forms import Checked, Context, Field, Form, Option, Section
from webapp.registry import people
from webapp.store import corrections
from webapp.store.corrections import DoneStep, KnownFact, KnownPaper, KnownTerm
from webapp.store.filings import CaseName
from webapp.web import words
from webapp.web.fact_words import (
    fact_words,
    items_words,
    label_of,
    person_words,
    value_words,
)
from webapp.web.task import paper_label


@dataclass(frozen=True, slots=True)
class Change:
    """Something of the case before and after an act, in words."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Done:
    """An act that ran. `note` is what the person should know before confirming it."""

    reply: Reply
    changes: tuple[Change, ...] = ()
    note: str = ""


Run = Callable[[Session, datetime, Checked], Done]


@dataclass(frozen=True, slots=True)
class Screen:
    """One act on one case: what stands now, what is asked, and the act itself.

    `proof` is asked only on the page that confirms: a browser keeps no chosen file for the next.
    """

    case: CaseName
    title: str
    lead: str
    stands: tuple[tuple[str, str], ...]
    fields: tuple[Field, ...]
    context: Context
    verb: str
    run: Run
    proof: tuple[Field, ...] = ()
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def form(self) -> Form:
        """What the first page asks."""
        return _form(self.title, self.fields)

    @property
    def whole(self) -> Form:
        """What both pages ask together."""
        return _form(self.title, (*self.fields, *self.proof))

    @property
    def proof_sections(self) -> list[Section]:
        """How `proof` stands on the page that confirms."""
        return _form(self.title, self.proof).sections(self.context) if self.proof else []


def _form(title: str, fields: tuple[Field, ...]) -> Form:
    return Form(title, fields, sha256(repr(fields).encode()).hexdigest())


# No diagram learns the outcome of these forms; it is the reason, which each of them asks.
def _reason(label: str, hint: str) -> Field:
    return Field("motivo", "long_text", label, hint, required=True, max=2000, outcome=True)


def case_of(session: Session, now: datetime, person: Actor, case_id: int) -> tuple[CaseName, Act]:
    """The case, when it is of the person's municipality, and its name. Raises NotFound."""
    act = Act.look(session, case_id, now, person)
    case = act.case
    return CaseName(case.id, case.number, case.subject, case.ended_at), act


# ---- Retificar


PROOF: Final = Field("peca", "file", "Peça que prova", "O documento em que se lê o dado certo.")


def facts_in_words(act: Act) -> list[tuple[KnownFact, str, str]]:
    """The facts of a case that are in force, each with its label and what it says."""
    place = act.actor.municipality_id
    known = corrections.facts(act.session, place, act.case.id)
    named = [int(fact.value) for fact in known if fact.name == "pessoa"]
    who = corrections.persons(act.session, place, named)
    items = _items(act)
    return [
        (fact, label_of(fact), fact_words(fact, items, who, _asked(act, fact))) for fact in known
    ]


def _asked(act: Act, fact: KnownFact) -> Field | None:
    return contexts.asked_for(act, fact.name, fact.about)


def _items(act: Act) -> Sequence[Option]:
    return contexts.infractions(act.valued(), contexts.fact_day(act) or act.today)


def correct_fact(
    session: Session, now: datetime, person: Actor, case_id: int, fact_id: int
) -> Screen:
    """«Retificar» one fact. Raises NotFound, and Refused (409) when it is no longer in force."""
    case, act = case_of(session, now, person, case_id)
    fact = _fact_in_force(act, fact_id)
    stands = next(said for known, _, said in facts_in_words(act) if known.id == fact_id)
    items, asked = _items(act), _asked(act, fact)

    def run(session: Session, now: datetime, checked: Checked) -> Done:
        value, said, note = _new_value(session, person, fact, items, asked, checked.values["valor"])
        piece = next(iter(checked.uploads), None)
        correction = Correction(fact.id, value, checked.outcome, piece)
        reply = correcting.correct(session, case_id, correction, now=now, actor=person)
        return Done(reply, (Change(label_of(fact), stands, said),), note)

    return Screen(
        case=case,
        title=f"Retificar: {label_of(fact)}",
        lead="O dado errado continua nos autos, marcado; o certo passa a valer desde o começo.",
        stands=((f"{label_of(fact)}, como consta", stands),),
        fields=(
            _value_field(fact, items, asked),
            _reason("Por que se retifica", "Diga o erro e em que prova se apoia."),
        ),
        context=Context(today=act.today),
        verb="Confirmar retificação",
        run=run,
        proof=(PROOF,),
        first={"valor": json.loads(fact.value)} if fact.name == "itens" else {},
    )


def _fact_in_force(act: Act, fact_id: int) -> KnownFact:
    fact = corrections.fact(act.session, act.actor.municipality_id, act.case.id, fact_id)
    if fact is None:
        raise NotFound
    if not fact.in_force:
        raise Refused(
            f"«{label_of(fact)}» já não vale nesta versão: outro ato do processo o mudou. "
            "Volte ao processo, abra «Retificar um dado» e confira o que consta agora."
        )
    return fact


def _value_field(fact: KnownFact, items: Sequence[Option], asked: Field | None) -> Field:
    if fact.name == "itens":
        return Field("valor", "several", "Os itens certos", required=True, options=tuple(items))
    if fact.name == "pessoa":
        hint = "Com o CPF, a pessoa é buscada no cadastro; sem ele, entra como nova."
        return Field("valor", "person", "A pessoa certa", hint, required=True)
    if asked is not None and asked.choices:
        return Field("valor", "choice", asked.label, required=True, options=asked.choices)
    if asked is not None and asked.type == "text":
        return Field("valor", "text", asked.label, required=True, pattern=asked.pattern)
    past = None if fact.name == "dia_pagamento" else "past"
    return Field("valor", "date", "O dia certo", required=True, limit=past)


def _new_value(
    session: Session,
    person: Actor,
    fact: KnownFact,
    items: Sequence[Option],
    asked: Field | None,
    given: Any,
) -> tuple[str, str, str]:
    """The value as the act takes it, in words, and what to know before confirming it."""
    if fact.name == "itens":
        return json.dumps(given), items_words(given, items), ""
    if fact.name == "pessoa":
        return _person(session, person.municipality_id, given)
    return given, value_words(given, asked), ""


def _person(session: Session, place: int, given: Mapping[str, str]) -> tuple[str, str, str]:
    person_id = people.person_of(session, place, given)
    found = corrections.persons(session, place, [person_id])[person_id]
    note = ""
    if not corrections.same_name(found.name, given["nome"]):
        note = (
            f"No cadastro, o CPF digitado é de {found.name}, e não de {given['nome']}. "
            "Vale o cadastro: confira o número antes de confirmar."
        )
    return str(person_id), person_words(found), note


# ---- Devolver à etapa


def return_case(session: Session, now: datetime, person: Actor, case_id: int) -> Screen:
    """«Devolver à etapa». Raises NotFound, NoCompetence for who is not the authority."""
    case, act = case_of(session, now, person, case_id)
    returning.authorise(person)

    def run(session: Session, now: datetime, checked: Checked) -> Done:
        element = checked.values["etapa"]
        reply = returning.return_to(
            session, case_id, element, checked.outcome, now=now, actor=person
        )
        return Done(reply)

    return Screen(
        case=case,
        title="Devolver à etapa",
        lead="O processo volta para antes da etapa escolhida. O que se fez desde então fica nos "
        "autos, sem efeito; o que foi respondido volta como rascunho.",
        stands=(),
        fields=_return_fields(act),
        context=Context(today=act.today),
        verb="Confirmar devolução",
        run=run,
    )


def _return_fields(act: Act) -> tuple[Field, ...]:
    return (
        Field(
            "etapa",
            "choice",
            "A que etapa o processo volta",
            "As etapas concluídas que valem, a última primeiro.",
            required=True,
            options=tuple(_targets(act)),
        ),
        _reason("Por que se devolve", "Diga o vício ou a falta que a etapa repetida corrige."),
    )


def _targets(act: Act) -> list[Option]:
    """The last completion of each step on the line that stands, the newest first."""
    last = {event.body["element"]: event.body["task"] for event in returning.completed(act)}
    place = act.actor.municipality_id
    done = corrections.done_steps(act.session, place, act.case.id, list(last.values()))
    known = [(element, done[task]) for element, task in last.items()]
    newest = sorted(known, key=lambda one: (one[1].at, one[1].task_id), reverse=True)
    return [Option(element, step.name, _done(act, step)) for element, step in newest]


def _done(act: Act, step: DoneStep) -> str:
    return f"concluída por {step.by} em {words.moment(step.at, act.law.municipality.zone)}"


# ---- Reabrir prazo


def reopen_term(
    session: Session, now: datetime, person: Actor, case_id: int, term_id: int
) -> Screen:
    """«Reabrir prazo». Raises NotFound, NoCompetence, and Refused (409) for a round replaced."""
    case, act = case_of(session, now, person, case_id)
    returning.authorise(person)
    term = _term_in_force(act, term_id)

    def run(session: Session, now: datetime, checked: Checked) -> Done:
        day = date.fromisoformat(checked.values["data"])
        reply = correcting.reopen(
            session, case_id, term.id, day, checked.outcome, now=now, actor=person
        )
        return Done(reply, (Change(_from_what(term), _day(term.counts_from), _day(day)),))

    return Screen(
        case=case,
        title=f"Reabrir prazo: {term.label}",
        lead="O prazo é contado de novo, inteiro, pelo dia que você disser.",
        stands=_term_now(term),
        fields=_term_fields(term),
        context=Context(today=act.today),
        verb="Confirmar reabertura",
        run=run,
    )


def _term_in_force(act: Act, term_id: int) -> KnownTerm:
    term = corrections.term(act.session, act.actor.municipality_id, act.case.id, term_id)
    if term is None:
        raise NotFound
    if term.state == "superseded":
        raise Refused(
            f"O prazo de {term.label.lower()} foi contado de novo por outro ato. "
            "Volte ao processo e abra o prazo que consta agora."
        )
    return term


def _term_fields(term: KnownTerm) -> tuple[Field, ...]:
    return (
        Field(
            "data",
            "date",
            f"Novo {_from_what(term).lower()}",
            "" if term.is_asked else "O dia da ciência ou do fato; ele mesmo não conta.",
            required=True,
            limit=None if term.is_asked else "past",
        ),
        _reason("Por que se reabre", "Diga a justa causa e a prova dela."),
    )


def _from_what(term: KnownTerm) -> str:
    """What is said anew: the day a term counts from, or the day somebody decided on as its last."""
    return "Último dia do prazo" if term.is_asked else "Começo do prazo"


def _day(day: date | None) -> str:
    return f"{day:%d/%m/%Y}" if day else "sem data"


def _term_now(term: KnownTerm) -> tuple[tuple[str, str], ...]:
    said = (
        ("Prazo", f"{term.label} ({term.article})"),
        ("De quem", term.party),
        ("Começo", _day(term.reference) if term.reference else ""),
        ("Último dia", _day(term.last_day)),
    )
    return tuple((label, text) for label, text in said if text)


# ---- Tornar sem efeito


def undo_paper(
    session: Session, now: datetime, person: Actor, case_id: int, paper_id: int
) -> Screen:
    """«Tornar sem efeito» a paper. Raises NotFound, and Refused (409) when it is already so."""
    case, act = case_of(session, now, person, case_id)
    paper = _standing_paper(act, paper_id)

    def run(session: Session, now: datetime, checked: Checked) -> Done:
        reply = undoing.undo_filing(
            session, case_id, paper.id, checked.outcome, now=now, actor=person
        )
        return Done(reply, (Change(f"Protocolo {paper.number}", "vale", "sem efeito"),))

    return Screen(
        case=case,
        title=f"Tornar sem efeito: protocolo {paper.number}",
        lead="Para o papel registrado no processo errado ou com a data errada, enquanto ninguém "
        "praticou ato depois dele. O papel fica nos autos, marcado.",
        stands=(
            ("Papel", paper_label(person, paper.kind)),
            ("Apresentado por", paper.presenter),
            ("Data do papel", f"{paper.paper_on:%d/%m/%Y}"),
        ),
        fields=(
            _reason("Por que fica sem efeito", "Diga o erro, e onde o papel fica registrado."),
        ),
        context=Context(today=act.today),
        verb="Confirmar",
        run=run,
    )


def _standing_paper(act: Act, paper_id: int) -> KnownPaper:
    paper = corrections.paper(act.session, act.actor.municipality_id, act.case.id, paper_id)
    if paper is None:
        raise NotFound
    if not paper.stands:
        raise Refused(
            f"O protocolo {paper.number} já está sem efeito: não há o que desfazer. "
            "Volte ao processo e confira o andamento."
        )
    return paper
