"""The events of a case as sentences: what happened, who did it, when, and with which pieces."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from webapp.cases import consequences, proposals
from webapp.domain import money
from webapp.domain.roles import ROLES
from webapp.store.case_file import CaseFile
from webapp.web.fact_words import fact_label

CLOCK: Final = "relogio"
CLOCK_EVENTS: Final = {
    "suspension": "Prazos suspensos",
    "interruption": "Prazos interrompidos",
    "outage": "Sistema fora do ar",
}
TIMELINESS: Final = {
    "tempestivo": ("tempestivo", "ok"),
    "intempestivo": ("intempestivo", "mal"),
    "controvertido": ("tempestividade controvertida", "at"),
    "sem_termo": ("sem prazo em curso", "nt"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the timeline. `effective_at` only where it is another moment than `at`."""

    sentence: str
    tone: str
    who: str
    at: datetime
    effective_at: datetime | None
    notes: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that are not in the events: of papers, and of the answers of a form."""

    paper: Callable[[str], str]
    """Kind of a paper -> its name."""
    answer: Callable[[Any, str], str]
    """Task, code of its answer -> the answer in words; empty when the form is not known."""


def timeline(file: CaseFile, words: Vocabulary) -> list[Entry]:
    """The events of the file as sentences, newest first."""
    names = _Names(file, words)
    return [_entry(event, names) for event in file.events]


def tells(kind: str) -> bool:
    """Whether events of this kind have a sentence; those of users are in no case."""
    return kind in _TOLD


def _entry(event: Any, names: "_Names") -> Entry:
    tell, tone = _TOLD[event.kind]
    return Entry(
        sentence=tell(event.body, names),
        tone=tone,
        who=names.who(event.actor),
        at=event.at,
        effective_at=event.effective_at if event.effective_at != event.at else None,
        notes=tuple(names.notes(event.body)),
        reason=names.reason(event.body),
    )


class _Names:
    """What the ids in an event stand for, from the rows that the page has read anyway."""

    def __init__(self, file: CaseFile, words: Vocabulary) -> None:
        self.words, self._users, self._reasons = words, file.users, file.reasons
        self._parties = {party.id: party.name for party in file.parties}
        self.tasks = {task.id: task for task in file.tasks}
        self.terms = {term.id: term for term in file.terms}
        self.filings = {filing.id: filing for filing in file.filings}
        self._pieces = {piece.id: piece.n for piece in file.pieces}
        self._effects = {fine.effect_id: fine_in_words(fine) for fine in file.fines}
        self._effects |= {one.effect_id: restriction_in_words(one) for one in file.restrictions}
        self._effects |= {one.effect_id: points_in_words(one) for one in file.points}
        self._effects |= {one.effect_id: ground_in_words(one) for one in file.grounds}
        self._effects |= {
            one.effect_id: payment_in_words(one) for one in file.payments if one.cents
        }

    def who(self, actor: str) -> str:
        return "Relógio" if actor == CLOCK else self._users.get(actor, "pessoa não identificada")

    def task(self, body: Mapping[str, Any]) -> str:
        task = self.tasks.get(body["task"])
        return f"«{task.name}»" if task else "uma etapa"

    def step(self, element: str) -> str:
        return next((f"«{t.name}»" for t in self.tasks.values() if t.element == element), element)

    def term(self, deadline_id: int) -> str:
        """«Defesa, de Fulano da Silva»; empty where a recount has replaced the row."""
        term = self.terms.get(deadline_id)
        if term is None:
            return ""
        whose = f", de {term.party}" if term.party else ""
        return f"{term.rule_snapshot.get('label', term.key)}{whose}"

    def paper(self, filing_id: int) -> str:
        filing = self.filings.get(filing_id)
        if filing is None:
            return "Papel"
        return f"{self.words.paper(filing.kind)} (protocolo {filing.number})"

    def fact(self, body: Mapping[str, Any]) -> str:
        return fact_label(body["name"], body["about"], self._parties.get(body["party"], ""))

    def party(self, party_id: int) -> str:
        return str(self._parties.get(party_id, "parte"))

    def reason(self, body: Mapping[str, Any]) -> str:
        """Why it was done, where somebody said it and it is still kept."""
        return self._reasons.get(body.get("reason_ref", 0), "")

    def notes(self, body: Mapping[str, Any]) -> Iterable[str]:
        pieces = [str(self._pieces[p]) for p in body.get("pieces", ()) if p in self._pieces]
        if pieces:
            yield f"{'peça' if len(pieces) == 1 else 'peças'} {' e '.join(pieces)}"
        for effect in body.get("effects", ()):
            if effect in self._effects:
                yield self._effects[effect]


def fine_in_words(fine: Any) -> str:
    """«multa de R$ 759,00, art. 15», «multa de 80 VRTE, art. 53, I»."""
    return f"multa de {money.owed(fine.cents, fine.units, fine.unit)}, {fine.article}"


def restriction_in_words(one: Any) -> str:
    """«suspensão da autorização por 30 dias, art. 17», «impedimento do veículo por até 90 dias»."""
    return f"{proposals.lasting(one.kind, one.days)}, {one.article}"


def points_in_words(entry: Any) -> str:
    """«5 pontos de Fulano da Silva», «2,5 pontos (metade) de Beltrano Titular»."""
    half = " (metade)" if entry.share == "metade" else ""
    return f"{consequences.points_in_words(entry.points)}{half} de {entry.person}"


def ground_in_words(ground: Any) -> str:
    """«fundamento para propor a cassação de Fulano da Silva, art. 55, V, d»."""
    return f"fundamento para propor a cassação de {ground.person}, {ground.body['article']}"


def payment_in_words(payment: Any) -> str:
    """«pagamento de R$ 759,00, em 13/03/2026»; without amount where nobody told it."""
    of = f" de {money.reais(payment.cents)}" if payment.cents else ""
    return f"pagamento{of}, em {_day(payment.body['paid_on'])}"


Body = Mapping[str, Any]


def _opened(body: Body, names: _Names) -> str:
    return f"Processo {body['number']} aberto"


def _completed(body: Body, names: _Names) -> str:
    task = names.tasks.get(body["task"])
    said = names.words.answer(task, body["outcome"]) if task else ""
    return f"{names.task(body)} concluída" + (f": {said}" if said else "")


def _ended(body: Body, names: _Names) -> str:
    on = f" em {_day(body['last_day'])}" if body["last_day"] else ""
    return f"Prazo terminado{on}: {names.term(body['deadline']) or body['key']}"


def _filed(body: Body, names: _Names) -> str:
    filing = names.filings.get(body["filing"])
    given = f", apresentado por {filing.presenter} em {_day(body['paper_on'])}" if filing else ""
    flag = TIMELINESS[body["timeliness"]][0]
    return f"Papel recebido: {names.paper(body['filing'])}{given}; {flag}"


def _delivered(body: Body, names: _Names) -> str:
    return f"{names.paper(body['filing'])} juntado à etapa {names.task(body)}, que já o esperava"


def _claimed(body: Body, names: _Names) -> str:
    return f"{names.task(body)} assumida"


def _released(body: Body, names: _Names) -> str:
    return f"{names.task(body)} devolvida à fila"


def _reassigned(body: Body, names: _Names) -> str:
    return f"{names.task(body)} repassada"


def _taken_over(body: Body, names: _Names) -> str:
    return f"{names.task(body)} assumida no lugar de outra pessoa"


def _returned(body: Body, names: _Names) -> str:
    return f"Processo devolvido à etapa {names.step(body['to'])}"


def _corrected(body: Body, names: _Names) -> str:
    label = names.fact(body)
    return f"Dado retificado: {label[:1].lower()}{label[1:]}"


def _reopened(body: Body, names: _Names) -> str:
    term = names.term(body["deadline"])
    return f"Prazo reaberto, contado de {_day(body['reference'])}" + (f": {term}" if term else "")


def _undone(body: Body, names: _Names) -> str:
    return f"{names.paper(body['filing'])} tornado sem efeito"


def _held(body: Body, names: _Names) -> str:
    return f"Processo sobrestado até {_day(body['review_on'])}"


def _resumed(body: Body, names: _Names) -> str:
    return "Processo retomado"


def _left(body: Body, names: _Names) -> str:
    return f"{names.task(body)} seguiu: ninguém mais tem prazo nela"


def _dispatched(body: Body, names: _Names) -> str:
    return "Despacho assinado"


def _asked(body: Body, names: _Names) -> str:
    return f"Parecer pedido à {ROLES[body['role']]}, até {_day(body['last_day'])}"


def _linked(body: Body, names: _Names) -> str:
    if body["kind"] == "relacionado":
        return f"Relacionado ao processo {body['number']}"
    if body["joined"] == body["other"]:
        return f"Processo {body['number']} apensado a este"
    return f"Apensado ao processo {body['number']}"


def _cassation_asked(body: Body, names: _Names) -> str:
    return f"Cassação de {names.party(body['party'])} a propor pela Secretaria"


def _unlinked(body: Body, names: _Names) -> str:
    return f"Vínculo com o processo {body['number']} desfeito"


def _died(body: Body, names: _Names) -> str:
    return f"Óbito de {names.party(body['party'])} registrado, ocorrido em {_day(body['died_on'])}"


def _clock_moved(body: Body, names: _Names) -> str:
    first, last = _day(body["from"]), _day(body["to"])
    if body["kind"] == "extension":
        return f"Prazo prorrogado por {body['days']} dias"
    days = f"em {first}" if first == last else f"de {first} a {last}"
    return f"{CLOCK_EVENTS[body['kind']]} {days}"


def _recounted(body: Body, names: _Names) -> str:
    if "calendar_day" in body:
        return "Prazos recontados por dia lançado no calendário"
    return "Prazos recontados por suspensão, interrupção ou falha do sistema em todos os processos"


def _failed(body: Body, names: _Names) -> str:
    return "O fim de um prazo não pôde ser registrado; o operador foi avisado"


def _retried(body: Body, names: _Names) -> str:
    return "O fim do prazo que falhou será tentado de novo"


def _skipped(body: Body, names: _Names) -> str:
    return "O prazo que falhou foi entregue à decisão da Autoridade"


def _day(iso: str) -> str:
    return f"{date.fromisoformat(iso):%d/%m/%Y}"


# Every kind of the chain of a case (domain.events.KINDS) -> its sentence and tone.
_TOLD: Final[Mapping[str, tuple[Callable[[Body, _Names], str], str]]] = {
    "case_opened": (_opened, "ok"),
    "task_completed": (_completed, "ok"),
    "deadline_ended": (_ended, "at"),
    "paper_filed": (_filed, "ok"),
    "paper_delivered": (_delivered, "ok"),
    "task_claimed": (_claimed, "nt"),
    "task_released": (_released, "nt"),
    "task_reassigned": (_reassigned, "nt"),
    "task_taken_over": (_taken_over, "nt"),
    "returned": (_returned, "at"),
    "fact_corrected": (_corrected, "at"),
    "deadline_reopened": (_reopened, "at"),
    "filing_undone": (_undone, "at"),
    "case_held": (_held, "at"),
    "case_resumed": (_resumed, "ok"),
    "wait_left": (_left, "at"),
    "dispatched": (_dispatched, "ok"),
    "opinion_asked": (_asked, "ok"),
    "cassation_asked": (_cassation_asked, "at"),
    "cases_linked": (_linked, "ok"),
    "link_ended": (_unlinked, "at"),
    "death_registered": (_died, "at"),
    "clock_event_entered": (_clock_moved, "at"),
    "terms_recounted": (_recounted, "at"),
    "incident_opened": (_failed, "mal"),
    "incident_retried": (_retried, "at"),
    "incident_skipped": (_skipped, "mal"),
}
