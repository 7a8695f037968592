"""The acts that no diagram draws, each as a form: what it says, what it asks, what it does.

A screen is built anew for each request.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256

from sqlalchemy.orm import Session

from webapp.cases import cassation, deaths, dispatching, grounds, holding, linking, opinions
from webapp.cases.act import Act, Reply
from webapp.cases.deaths import Death
from webapp.cases.linking import Link
from webapp.cases.opinions import Question
from webapp.cases.orders import Signer
from webapp.domain.competence import Actor, Membership
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.domain.roles import ROLES
from webapp.forms import PARTIES, Checked, Context, Field, Form, Option
from webapp.laws import Law
from webapp.store import acts_of_case, filings
from webapp.store.acts_of_case import LinkRow, LivingParty
from webapp.store.filings import CaseName
from webapp.web.words import plain_day

Run = Callable[[Session, datetime, Checked, Signer | None], Reply]


@dataclass(frozen=True, slots=True)
class Screen:
    """One act on one case. `signing` is the membership under which it is signed, if it is."""

    case: CaseName
    title: str
    lead: tuple[str, ...]
    fields: tuple[Field, ...]
    context: Context
    verb: str
    run: Run
    stands: tuple[tuple[str, str], ...] = ()
    signing: Membership | None = None

    @property
    def form(self) -> Form:
        return Form(self.title, self.fields, sha256(repr(self.fields).encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a screen, on which case, when."""

    session: Session
    now: datetime
    person: Actor
    act: Act
    case: CaseName

    @classmethod
    def on(cls, session: Session, now: datetime, person: Actor, case_id: int) -> "Asked":
        """Raises NotFound for a case that is missing or of another municipality."""
        case = filings.case_name(session, person.municipality_id, case_id)
        if case is None:
            raise NotFound
        return cls(session, now, person, Act.look(session, case_id, now, person), case)

    @property
    def context(self) -> Context:
        return Context(today=self.act.today)


# No diagram learns the outcome of these forms; it is the answer that each of them must have.
def _reason(label: str, hint: str) -> Field:
    return Field("motivo", "long_text", label, hint, required=True, max=2000, outcome=True)


# ---- Sobrestar, Retomar


def hold(asked: Asked) -> Screen:
    """«Sobrestar»."""

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        on, why = date.fromisoformat(checked.values["rever"]), checked.outcome
        return holding.hold(session, asked.case.id, on, why, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Sobrestar o processo",
        lead=(
            "As tarefas do processo saem das listas até o dia de rever e ficam em «Sobrestadas».",
            "Os prazos da lei não param: correm e terminam como se o processo não estivesse "
            "sobrestado.",
        ),
        stands=_held(asked.act),
        fields=(
            Field(
                "rever",
                "date",
                "Dia de rever",
                "Nesse dia o processo volta às listas, marcado «rever o sobrestamento».",
                required=True,
                limit="future",
            ),
            _reason("Por que se sobresta", "Diga o que se espera e de quem."),
        ),
        context=asked.context,
        verb="Sobrestar",
        run=run,
    )


def resume(asked: Asked) -> Screen:
    """«Retomar». Raises Refused (409) when the case is not put off."""
    if asked.act.case.held_until is None:
        raise Refused("O processo não está sobrestado: não há o que retomar.")

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        why = checked.outcome
        return holding.resume(session, asked.case.id, why, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Retomar o processo",
        lead=("As tarefas do processo voltam às listas.",),
        stands=_held(asked.act),
        fields=(_reason("Por que se retoma", "Diga o que chegou ou mudou."),),
        context=asked.context,
        verb="Retomar",
        run=run,
    )


def _held(act: Act) -> tuple[tuple[str, str], ...]:
    until = act.case.held_until
    return (("Sobrestado até", plain_day(until)),) if until else ()


# ---- Despacho


def dispatch(asked: Asked) -> Screen:
    """«Despacho». Raises NoCompetence for who does not sign as the authority."""
    signing = asked.person.signing("autoridade")
    if signing is None:
        raise NoCompetence(
            "O despacho é ato assinado: só o assina quem exerce hoje o papel Autoridade. "
            "Peça-o a quem o exerce."
        )

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        said = checked.outcome
        actor = asked.person
        return dispatching.dispatch(
            session, asked.case.id, said, now=now, actor=actor, signer=signer
        )

    return Screen(
        case=asked.case,
        title="Despacho",
        lead=("O despacho é juntado aos autos como a próxima peça e não muda a etapa.",),
        fields=(Field("texto", "long_text", "Despacho", required=True, max=20_000, outcome=True),),
        context=asked.context,
        verb="Assinar e juntar aos autos",
        run=run,
        signing=signing,
    )


# ---- Pedir parecer


def opinion(asked: Asked) -> Screen:
    """«Pedir parecer»."""

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        values = checked.values
        question = Question(checked.outcome, values["pergunta"], date.fromisoformat(values["ate"]))
        return opinions.ask(session, asked.case.id, question, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Pedir parecer",
        lead=(
            "Quem for consultado recebe a tarefa «Emitir parecer». O processo não espera por ela; "
            "depois do último dia a tarefa fica vencida, e o parecer ainda pode vir.",
        ),
        fields=(
            Field(
                "papel",
                "choice",
                "A quem se pede",
                required=True,
                outcome=True,
                options=tuple(Option(role, ROLES[role]) for role in opinions.ASKED),
            ),
            Field(
                "pergunta",
                "long_text",
                "O que se pergunta",
                "Escreva a pergunta de modo que se responda sem outra consulta.",
                required=True,
                max=4000,
            ),
            Field("ate", "date", "Último dia para responder", required=True),
        ),
        context=asked.context,
        verb="Pedir parecer",
        run=run,
    )


# ---- Vincular


LINKS: Mapping[str, str] = {
    "apensado": "Apensar este processo ao outro",
    "relacionado": "Relacionar os dois processos",
}


def link(asked: Asked) -> Screen:
    """«Vincular a outro processo»."""

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        values = checked.values
        other = _other(session, asked.person, values["numero"])
        wanted = Link(other, values["vinculo"], checked.outcome)
        return linking.link(session, asked.case.id, wanted, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Vincular a outro processo",
        lead=("O vínculo aparece nos dois processos. Cada um segue o seu curso.",),
        fields=(
            Field("numero", "text", "Número do outro processo", "Como 0001/2025.", required=True),
            Field(
                "vinculo",
                "choice",
                "Vínculo",
                required=True,
                options=tuple(Option(code, label) for code, label in LINKS.items()),
            ),
            _reason("Por que se vinculam", "Diga o que os processos têm em comum."),
        ),
        context=asked.context,
        verb="Vincular",
        run=run,
    )


def _other(session: Session, person: Actor, typed: str) -> int:
    found = filings.case_by_number(session, person.municipality_id, typed)
    if found is None:
        raise Unacceptable(
            {"numero": f"Não há processo com o número «{typed[:60]}». Confira o número e o ano."}
        )
    return found.id


def unlink(asked: Asked, link_id: int) -> Screen:
    """«Desfazer vínculo». Raises NotFound for a link that is not one of the case, or ended."""
    place = asked.person.municipality_id
    known = acts_of_case.links(asked.session, place, asked.case.id)
    row = next((one for one in known if one.id == link_id), None)
    if row is None:
        raise NotFound

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        why = checked.outcome
        return linking.unlink(session, asked.case.id, link_id, why, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Desfazer vínculo",
        lead=("O vínculo deixa de valer nos dois processos; o andamento de cada um o conserva.",),
        stands=((link_words(row), row.number), ("Motivo", row.reason)),
        fields=(_reason("Por que se desfaz", "Diga o erro ou o que mudou."),),
        context=asked.context,
        verb="Desfazer vínculo",
        run=run,
    )


def link_words(row: LinkRow) -> str:
    """«Apensado ao processo», seen from the case whose page shows it."""
    if row.kind == "relacionado":
        return "Relacionado ao processo"
    return "Apensado ao processo" if row.is_joined else "Tem apensado o processo"


# ---- Propor cassação


def propose_cassation(asked: Asked) -> Screen:
    """«Propor cassação». Raises Refused (409) where the law has no such case."""
    law = asked.act.law
    grounds.require_own_case(law)
    living = acts_of_case.living(asked.session, asked.person.municipality_id, asked.case.id)

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        values = checked.values
        told = cassation.Asked(int(values["parte"]), values["fundamentos"], checked.outcome)
        return cassation.ask(session, asked.case.id, told, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Propor cassação",
        lead=(
            "A Secretaria recebe a tarefa «Propor cassação» e, se a propõe, abre-se o processo "
            "próprio. Reincidência, pontos e condução durante a penalidade o sistema aponta "
            "sozinho; os outros fundamentos, só quem os conhece.",
        ),
        fields=_of_a_proposal(law, living),
        context=asked.context,
        verb="Abrir a tarefa",
        run=run,
    )


def _of_a_proposal(law: Law, living: Sequence[LivingParty]) -> tuple[Field, ...]:
    against = tuple(
        Option(str(one.id), one.name, PARTIES.get(one.role, one.role)) for one in living
    )
    known = tuple(grounds.options(law))
    return (
        Field("parte", "choice", "Contra quem", required=True, options=against),
        Field("fundamentos", "several", "Fundamentos", required=True, options=known),
        _reason("Fatos", "O que aconteceu, quando, e em que autos e peças se prova."),
    )


# ---- Registrar óbito


def death(asked: Asked) -> Screen:
    """«Registrar óbito». Raises Refused (409) when the death of every party is on record."""
    place = asked.person.municipality_id
    living = acts_of_case.living(asked.session, place, asked.case.id)
    if not living:
        raise Refused("O óbito de todas as partes já está nos autos.")

    def run(session: Session, now: datetime, checked: Checked, signer: Signer | None) -> Reply:
        on = date.fromisoformat(checked.values["data"])
        certificate = next(iter(checked.uploads), None)
        told = Death(int(checked.outcome), on, certificate)
        return deaths.register(session, asked.case.id, told, now=now, actor=asked.person)

    return Screen(
        case=asked.case,
        title="Registrar óbito de uma parte",
        lead=(
            "Os prazos dessa parte terminam, e nenhum outro corre para ela. A Autoridade recebe a "
            "tarefa «Decidir efeitos do óbito».",
        ),
        fields=(
            Field(
                "parte",
                "choice",
                "Quem faleceu",
                required=True,
                outcome=True,
                options=tuple(
                    Option(str(one.id), one.name, PARTIES.get(one.role, one.role)) for one in living
                ),
            ),
            Field("data", "date", "Dia do óbito", required=True, limit="past"),
            Field("certidao", "file", "Certidão de óbito", required=True),
        ),
        context=asked.context,
        verb="Registrar óbito",
        run=run,
    )
