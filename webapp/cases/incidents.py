"""Incidents: the end of a term that could not take effect, and what people do about it; and mail
that does not leave.

The operator tries again, or hands the term to the Autoridade; a term of the law is never passed
over in silence, so the term itself waits until she has decided.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, insert, select, update
from sqlalchemy.orm import Session

from webapp.cases import rowtasks
from webapp.cases.act import Act, Reply
from webapp.cases.records import Deadline, Task
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.forms import Form
from webapp.store import outbox, tables
from webapp.store.dated import holds_on
from webapp.store.events import record

WHO: Final = ("operador", "administrador")
TERM: Final = "prazo"
MAIL: Final = "mensagem"
LONGEST_REASON: Final = 1000
RETRIED, SKIPPED = "retried", "skipped"
AGAIN, DONE_OUTSIDE = "refazer", "cumprido_fora"


@dataclass(frozen=True, slots=True)
class Failure:
    """A term that was tried so many times and did not take effect; `what` is for the operator."""

    municipality_id: int
    case_id: int
    deadline_id: int
    what: str
    attempts: int


def lock_case(session: Session, case_id: int) -> None:
    """Hold the case, as an act does, but read nothing of it: reading it may be what fails."""
    case = tables.case
    session.execute(select(case.c.id).where(case.c.id == case_id).with_for_update())


def open_incident(session: Session, failure: Failure, now: datetime) -> int:
    """Show the failure, record it in the chain of its case, which is locked, and tell by mail."""
    table = tables.incident
    new: int = session.execute(
        insert(table)
        .values(
            municipality_id=failure.municipality_id,
            case_id=failure.case_id,
            deadline_id=failure.deadline_id,
            kind=TERM,
            what=failure.what,
            attempts=failure.attempts,
            opened_at=now,
        )
        .returning(table.c.id)
    ).scalar_one()
    body = {"incident": new, "deadline": failure.deadline_id}
    _record(session, failure, new, "incident_opened", "relogio", body, now)
    subject, text = _letter(session, failure)
    tell_operators(session, failure.municipality_id, new, subject, text, now)
    return new


def retry(session: Session, incident_id: int, *, now: datetime, actor: Actor) -> Reply:
    """«Tentar de novo»: the term is claimed again, as if for the first time.

    A term that has ended or stopped running meanwhile needs nothing: its incident closes.
    """
    found = _locked_term(session, incident_id, actor)
    again = _put_back(session, found.deadline_id)
    _close(session, found, RETRIED, now, actor)
    body = {"incident": found.id, "deadline": found.deadline_id}
    _record(session, found, found.id, "incident_retried", actor.reference, body, now)
    if again:
        return Reply(found.case_id, "O prazo será tentado de novo em instantes.")
    return Reply(found.case_id, "O prazo já não estava parado; o incidente foi encerrado.")


def show_mail_given_up(session: Session, now: datetime, machine: datetime) -> None:
    """Show each municipality whose messages no longer leave by themselves, once while it is so.

    `machine`: the machine's time, by which mail is tried.
    """
    for place, count in outbox.given_up(session, machine).items():
        _lock_place(session, place)
        if not _is_open(session, place, MAIL):
            _open_of_mail(session, place, count, now)


def send_again(session: Session, incident_id: int, *, now: datetime, actor: Actor) -> int:
    """«Tentar de novo» of mail: all that was given up is tried again. Returns how many."""
    found = _found(session, incident_id, actor, MAIL)
    _lock_place(session, found.municipality_id)
    found = _found(session, incident_id, actor, MAIL)
    count = outbox.put_back(session, found.municipality_id, now)
    _close(session, found, RETRIED, now, actor)
    _note(session, found.municipality_id, found.id, "incident_retried", actor.reference, now)
    return count


def _open_of_mail(session: Session, place: int, count: int, now: datetime) -> None:
    """No letter tells of it: it would not leave either."""
    many = "1 mensagem não saiu" if count == 1 else f"{count} mensagens não saíram"
    values = {
        "municipality_id": place,
        "kind": MAIL,
        "what": f"{many} em {outbox.MOST_TRIES} tentativas; nenhuma se perdeu. Confira o servidor "
        "de correio (AUTOS_MAIL), os endereços das unidades e o registro do worker.",
        "attempts": outbox.MOST_TRIES,
        "opened_at": now,
    }
    table = tables.incident
    new = session.execute(insert(table).values(values).returning(table.c.id)).scalar_one()
    _note(session, place, new, "incident_opened", "relogio", now)


def _lock_place(session: Session, place: int) -> None:
    """One worker or person at a time; without a case there is no case to lock."""
    table = tables.municipality
    session.execute(select(table.c.id).where(table.c.id == place).with_for_update())


def _is_open(session: Session, place: int, kind: str) -> bool:
    table = tables.incident
    mine = (table.c.municipality_id == place, table.c.kind == kind, table.c.closed_at.is_(None))
    return session.execute(select(table.c.id).where(*mine).limit(1)).first() is not None


def _note(
    session: Session, place: int, incident_id: int, kind: str, actor: str, now: datetime
) -> None:
    chain, subject = f"operation:{place}", f"incident:{incident_id}"
    record(session, chain, place, kind, subject, {"incident": incident_id}, actor=actor, now=now)


def skip(session: Session, incident_id: int, reason: str, *, now: datetime, actor: Actor) -> Reply:
    """«Pular»: the operator gives up, with a reason, and the Autoridade decides about the term.

    Until she has answered, the term neither ends nor lets the later ones of its case end.
    """
    found = _locked_term(session, incident_id, actor)
    _check(reason)
    act = Act.lock(session, found.case_id, now, actor)
    row = act.deadlines.get(found.deadline_id)
    if row is None or row.state != "running":
        raise Refused(
            "Este prazo já terminou ou deixou de correr: não há o que a Autoridade decida. "
            "Use «Tentar de novo», que encerra o incidente."
        )
    task = rowtasks.open_row_task(
        act,
        "tratar_prazo",
        f"Tratar prazo com falha: {_label(row.rule_snapshot, row.key)}"[:200],
        "autoridade",
        basis=row.article,
        body={"deadline": row.id, "incident": found.id},
        due=act.today,
    )
    _close(session, found, SKIPPED, now, actor)
    body = {"incident": found.id, "deadline": row.id, "task": task.id, **act.keep_reason(reason)}
    # It moves nothing: the legal moment of the case stays where it is.
    act.event("incident_skipped", f"incident:{found.id}", body, now)
    act.save()
    return Reply(found.case_id, f"A Autoridade recebeu a tarefa «{task.name}».", task.id)


def decide(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The Autoridade's answer to «Tratar prazo com falha»."""
    row: Deadline | None = act.deadlines.get(task.body["deadline"])
    if row is None or row.state != "running":
        return  # met by a paper or recounted meanwhile: the term has its effect already
    if values[form.outcome.name] == DONE_OUTSIDE:
        row.state, row.effective_at = "cancelled", act.moment(act.now)
    else:
        # Not on the shelf: in this act it would end at once, and a new failure would take her
        # answer with it. The worker finds it after the commit.
        _put_back(act.session, row.id)


def tell_operators(
    session: Session,
    municipality_id: int,
    incident_id: int,
    subject: str,
    text: str,
    now: datetime,
) -> None:
    """Leave a message for each unit that has an address and where somebody holds «operador»."""
    for unit in _units_of_operators(session, municipality_id, now):
        outbox.put(
            session,
            municipality_id,
            unit.email,
            f"Autos, incidente {incident_id}: {subject}",
            f"{text}\n\nAbra «Incidentes» no sistema, no endereço /incidentes/{incident_id}.\n",
            f"<incidente-{incident_id}-unidade-{unit.id}@autos.{municipality_id}>",
            now,
        )


def _units_of_operators(session: Session, municipality_id: int, now: datetime) -> list[Row[Any]]:
    unit, member = tables.unit, tables.membership
    today = now.date()  # by UTC: a few hours do not matter here, and the law may not be readable
    held = select(member.c.unit_id).where(
        member.c.municipality_id == municipality_id,
        member.c.role == "operador",
        holds_on(member, today),
    )
    return list(
        session.execute(
            select(unit.c.id, unit.c.email)
            .where(
                unit.c.municipality_id == municipality_id,
                unit.c.email.is_not(None),
                unit.c.id.in_(held),
            )
            .order_by(unit.c.id)
        )
    )


def _letter(session: Session, failure: Failure) -> tuple[str, str]:
    """Subject and text of the message: the case by its number, and nobody's name."""
    case, deadline = tables.case, tables.deadline
    row = session.execute(
        select(case.c.number, deadline.c.key, deadline.c.rule_snapshot, deadline.c.last_day)
        .join(deadline, deadline.c.case_id == case.c.id)
        .where(deadline.c.id == failure.deadline_id)
    ).one()
    label = _label(row.rule_snapshot, row.key)
    ended = f", terminado em {row.last_day:%d/%m/%Y}," if row.last_day else ""
    return (
        f"prazo do processo {row.number}",
        f"O prazo de «{label}» do processo {row.number}{ended} não pôde produzir efeito "
        f"depois de {failure.attempts} tentativas: {failure.what}.",
    )


def _label(snapshot: Any, key: str) -> str:
    return str((snapshot or {}).get("label", key))


def _locked_term(session: Session, incident_id: int, actor: Actor) -> Row[Any]:
    """The open incident of a term, its case locked. Raises Refused and its kinds."""
    row = _found(session, incident_id, actor, TERM)
    lock_case(session, row.case_id)
    return _found(session, incident_id, actor, TERM)


def _found(session: Session, incident_id: int, actor: Actor, kind: str) -> Row[Any]:
    """The open incident. Raises Refused and its kinds."""
    if not any(actor.holds(role) for role in WHO):
        raise NoCompetence(
            "Só quem exerce hoje a função de Operador ou de Administrador trata incidentes."
        )
    table = tables.incident
    mine = select(table).where(
        table.c.id == incident_id, table.c.municipality_id == actor.municipality_id
    )
    row = session.execute(mine).one_or_none()
    if row is None or (row.kind != kind and row.kind in (TERM, MAIL)):
        raise NotFound
    if row.kind != kind:
        raise Refused(
            "Este incidente é da máquina e se encerra sozinho quando a hora dela está certa. "
            "Acerte o relógio; se ele está certo, reinicie «autos worker»."
        )
    if row.closed_at is not None:
        raise Refused("Este incidente já foi encerrado. Volte à lista e confira.")
    return row


def _check(reason: str) -> None:
    if not reason.strip():
        raise Unacceptable({"motivo": "Escreva por que o prazo não será tentado de novo."})
    if len(reason) > LONGEST_REASON:
        raise Unacceptable({"motivo": f"Escreva o motivo em até {LONGEST_REASON} caracteres."})


def _put_back(session: Session, deadline_id: int) -> bool:
    """Let the worker claim the term again. False: it does not stand still any more."""
    table = tables.deadline
    done = session.execute(
        update(table)
        .where(table.c.id == deadline_id, table.c.state == "running", table.c.next_at.is_(None))
        .values(next_at=table.c.due_at, attempts=0, lease_by=None)
    )
    return bool(done.rowcount)  # type: ignore[attr-defined]


def _close(session: Session, found: Row[Any], how: str, now: datetime, actor: Actor) -> None:
    table = tables.incident
    session.execute(
        update(table)
        .where(table.c.id == found.id)
        .values(closed_at=now, closed_by=actor.user_id, closed_how=how)
    )


def _record(
    session: Session,
    of: Failure | Row[Any],
    incident_id: int,
    kind: str,
    actor: str,
    body: dict[str, Any],
    now: datetime,
) -> None:
    """Append to the chain of the case."""
    chain, subject = f"case:{of.case_id}", f"incident:{incident_id}"
    record(session, chain, of.municipality_id, kind, subject, body, actor=actor, now=now)
