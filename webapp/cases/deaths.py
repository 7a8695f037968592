"""Death of a party: no term runs for the dead, and the authority decides what becomes of the case.

Personal sanctions are extinct with the person (Constituição, art. 5º, XLV); a fine that is final
is the estate's debt; the other parties go on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.cases import contexts, issuing, projecting, rowtasks, settling
from webapp.cases.act import Act, Reply
from webapp.cases.records import Notice, Party, Task
from webapp.domain.competence import Actor, require
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.forms import Attachment, Form
from webapp.store import tables

WHO = ("protocolo", "secretaria", "autoridade")
EXTINCT, EXTINCT_OUTCOME = "extinguir", "extinto_obito"


@dataclass(frozen=True, slots=True)
class Death:
    """Who died, when, and the certificate of it."""

    party_id: int
    died_on: date
    certificate: Attachment | None


def register(session: Session, case_id: int, death: Death, *, now: datetime, actor: Actor) -> Reply:
    """«Registrar óbito»: the party's open terms end, and the authority is asked to decide.

    Raises NotFound for a party of another case, Unacceptable for a day to come or before the
    fact, or without the certificate; Refused for a death that is in the file already.
    """
    act = Act.lock(session, case_id, now, actor)
    require(actor, WHO, "registrar o óbito de uma parte")
    party = act.parties.get(death.party_id)
    if party is None:
        raise NotFound
    name = contexts.person_names(act, [party])[party.person_id]
    if party.died_on is not None:
        raise Refused(f"O óbito de {name}, em {party.died_on:%d/%m/%Y}, já está nos autos.")
    certificate = _checked(act, party, death)
    settling.settle(act)
    before, at, issued = act.state_text(), act.moment(now), len(act.issued)
    party.died_on = death.died_on
    _end_terms(act, party, at)
    _keep(act, name, certificate)
    task = rowtasks.open_row_task(
        act,
        settling.DEATH,
        "Decidir efeitos do óbito",
        "autoridade",
        body={"party": party.id},
    )
    body = {
        "party": party.id,
        "died_on": death.died_on.isoformat(),
        "task": task.id,
        "pieces": act.issued[issued:],
    }
    act.event("death_registered", f"party:{party.id}", body, at, before)
    act.save()
    return Reply(case_id, f"Óbito de {name} registrado; a Autoridade decide os efeitos.", task.id)


def _checked(act: Act, party: Party, death: Death) -> Attachment:
    errors = {}
    fact = contexts.fact_day(act)
    if death.died_on > act.today:
        errors["data"] = "O óbito não pode ser futuro. Confira o dia na certidão."
    elif party.role == "autuado" and fact and death.died_on < fact:
        errors["data"] = (
            f"O óbito seria anterior ao fato, de {fact:%d/%m/%Y}. Confira o dia na certidão; se "
            "está certo, quem conduzia era outra pessoa: retifique-a."
        )
    if death.certificate is None:
        errors["certidao"] = "Junte a certidão de óbito."
    if errors or death.certificate is None:
        raise Unacceptable(errors)
    return death.certificate


def _end_terms(act: Act, party: Party, at: datetime) -> None:
    for row in act.deadlines:
        if row.party_id == party.id and row.is_open:
            row.state, row.effective_at, row.next_at = "cancelled", at, None


def _keep(act: Act, name: str, certificate: Attachment) -> None:
    issuing.add_piece(
        act,
        kind="anexo",
        title=f"Certidão de óbito de {name}",
        data=certificate.content,
        media_type=certificate.media_type,
    )


def decide(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The authority's answer. «Prosseguir» needs nothing: settling lets go on what waits for
    nobody. «Extinguir» ends the case outside its diagram; what is final already stays."""
    if values[form.outcome.name] != EXTINCT:
        return
    at = act.moment(act.now)
    drawn = [each for each in act.tasks if each.engine_id is not None]
    for each in drawn:
        projecting.close(act, each, at, "extinct")
    act.tasks.drop(drawn)
    if act.case.ended_at is None:
        projecting.finish(act, at, EXTINCT_OUTCOME)


def refuse_the_dead(act: Act, task: Task, posted: Iterable[str]) -> None:
    """Raise Refused (422) for an answer that speaks of a party who has died since, where the step
    goes on with those who live: a page that was open already asks about the dead."""
    dead = {str(party.id): party for party in act.parties if party.died_on is not None}
    if not dead:
        return
    for asked in contexts.form_parties(act, task):
        dead.pop(str(asked.id), None)
    for name in posted:
        if party := dead.get(name.partition(".")[2]):
            raise Refused(_not_notified(act, party), 422)


def _not_notified(act: Act, party: Party) -> str:
    name = contexts.person_names(act, [party])[party.person_id]
    return (
        f"{name} morreu em {party.died_on:%d/%m/%Y}: quem morreu não se notifica (Código Civil, "
        "art. 6º). O processo segue com as partes que vivem; o espólio só se notifica quando não "
        "vive nenhuma (CPC, art. 110). Abra a etapa de novo: ela já não pergunta por essa parte."
    )


def was_registered_before(act: Act, party: Party, notice: Notice) -> bool:
    """Whether the party's death was in the file when the notice went out: to the estate, then."""
    table = tables.event
    seq = act.session.execute(
        select(func.min(table.c.seq)).where(
            table.c.chain == act.chain.name,
            table.c.kind == "death_registered",
            table.c.subject == f"party:{party.id}",
        )
    ).scalar_one()
    return seq is not None and seq < notice.seq


def living(act: Act, role: str) -> list[Party]:
    """The parties of a role who live."""
    return [party for party in act.parties_in([role], act.today) if party.died_on is None]
