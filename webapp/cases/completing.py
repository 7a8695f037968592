"""Completing a step: a person with competence answers its form."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.cases import (
    answers,
    bundles,
    checks,
    contexts,
    deaths,
    involvement,
    issuing,
    moving,
    paperwork,
    projecting,
    recording,
    settling,
    terms,
)
from webapp.cases.act import Act, Reply
from webapp.cases.orders import Order, Signer
from webapp.cases.records import Task
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.domain.impedimento import GROUNDS, Involvement, Person, impedimento
from webapp.domain.roles import ROLES
from webapp.forms import Attachment, Checked, FactEntry, Form, Invalid, Upload, check
from webapp.store import tables

Posted = Mapping[str, Sequence[str]]
Files = Mapping[str, Sequence[Upload]]


def complete(
    session: Session,
    case_id: int,
    task_id: int,
    posted: Posted,
    files: Files,
    *,
    now: datetime,
    actor: Actor,
    signer: Signer | None = None,
) -> Reply:
    """Answer the form of an open step and run on.

    `signer` is given when the person has just signed (typed the password again).
    Raises Unacceptable (sentences by input), Refused and its other kinds. A Reply with status
    409 says who or which term took the step first; what settled meanwhile is to be kept.
    """
    act = Act.lock(session, case_id, now, actor)
    before = act.chain.seq
    settling.settle(act)
    task = act.tasks.get(task_id)
    if task is None:
        if act.chain.seq > before:  # else nothing happened, and nothing is written
            act.save()
        return Reply(case_id, taken(act, task_id), task_id, status=409)
    form = answerable(act, task)
    answer(act, task, form, read_answer(act, task, form, posted, files), signer)
    settling.settle(act)
    act.save()
    return Reply(case_id, f"«{task.name}» concluída.", task_id)


def read_answer(act: Act, task: Task, form: Form, posted: Posted, files: Files) -> Checked:
    """The answer as the form reads it. Raises Unacceptable with a sentence for each input, and
    Refused where it speaks of who has died since."""
    deaths.refuse_the_dead(act, task, posted)
    try:
        return check(form, posted, files, contexts.context(act, task, form))
    except Invalid as invalid:
        raise Unacceptable(invalid.errors) from invalid


def answerable(act: Act, task: Task) -> Form:
    """The form of a step that the actor may answer. Raises Refused with the reason."""
    if task.form is None:
        raise Refused(f"«{task.name}» espera um papel: registre-o no protocolo.")
    authorise(act.actor, task)
    return form_of(act, task)


def form_of(act: Act, task: Task) -> Form:
    """The form of a step. Raises NotFound where it has none."""
    if task.form is None:
        raise NotFound
    return bundles.form_of(act.bundle, act.actor.municipality, task.kind, task.form)


def authorise(actor: Actor, task: Task) -> None:
    """Raise NoCompetence unless the actor holds the step's role that day and it is free."""
    if task.role and not actor.holds(task.role):
        raise NoCompetence(
            f"«{task.name}» cabe a quem exerce o papel {ROLES[task.role]} ({task.basis or 'lei'}). "
            "Você não o exerce hoje: peça a quem o exerce."
        )
    if task.assignee_id not in (None, actor.user_id):
        raise Refused(
            f"«{task.name}» está com outra pessoa. Para concluí-la, assuma a tarefa antes."
        )


def answer(act: Act, task: Task, form: Form, checked: Checked, signer: Signer | None) -> None:
    """Everything that an accepted answer does, but the settling after it."""
    _may_sign(act, task, form, signer)
    errors = checks.run(act, task, form, checked.values)
    if errors:
        raise Unacceptable(errors)
    act.signer = signer if form.signed else None
    before = act.state_text()
    at = act.moment(act.now)
    applied, issued = len(act.applied), len(act.issued)
    recording.record(act, task, form, checked.values)
    _enter_facts(act, task, checked)
    answer_id = answers.keep(act, task, form, checked.values)
    task.closed_by, task.draft = act.actor.user_id, None
    _issue_document(act, task, form, checked, signer)
    _keep_attachments(act, task, checked.uploads)
    _move_on(act, task, checked.outcome, at)
    body = {
        "task": task.id,
        "element": task.element,
        "drawn": task.engine_id is not None,
        "outcome": checked.outcome,
        "answer": answer_id,
        "pieces": act.issued[issued:],
        "effects": act.applied[applied:],
    }
    act.event("task_completed", f"task:{task.id}", body, at, before)


def _move_on(act: Act, task: Task, outcome: str, at: datetime) -> None:
    engine_id = task.engine_id
    if engine_id is None:  # a step that is not drawn ends by itself
        projecting.close(act, task, at, "completed")
        act.tasks.drop([task])
        return
    moving.move(act, at, engine_id, "completed", lambda run: run.complete(engine_id, outcome))


def _may_sign(act: Act, task: Task, form: Form, signer: Signer | None) -> None:
    own = signer is not None and signer.user_id == act.actor.user_id
    if form.signed and not (own and act.actor.signing(task.role or "")):
        raise NoCompetence(
            f"«{task.name}» é ato assinado: só o assina quem exerce hoje o papel "
            f"{ROLES[task.role or '']}, digitando a senha de novo. O rascunho ficou guardado."
        )
    refuse_barred(act, form.impedimento)


def refuse_barred(act: Act, grounds: Sequence[str]) -> None:
    """Raise Refused, with the record that says so, when one of the grounds bars the actor."""
    if act.actor.user_id is None:
        return
    record = barring(act, Person(act.actor.user_id, act.actor.cpf), grounds)
    if record is not None:
        raise Refused(
            f"Você não pode praticar este ato: {GROUNDS[record.ground]} ({record.record}). "
            "Impedimento, Lei 9.784/1999, art. 18. Peça o ato a quem substitui você.",
            403,
        )


def barring(act: Act, person: Person, grounds: Sequence[str]) -> Involvement | None:
    """The record of the case that bars a person on one of the grounds; None when none does."""
    return impedimento(person, involvement.records(act), grounds) if grounds else None


def _enter_facts(act: Act, task: Task, checked: Checked) -> None:
    for fact in checked.facts:
        about = fact.about or task.about or _certified_act(act, task)
        for party_id in _owners(act, fact):
            act.enter_fact(fact.name, about, party_id, fact.value)
            terms.announce(act, fact.name, about, party_id)


def _certified_act(act: Act, task: Task) -> str:
    """The act whose notice began the term that a certificate certifies."""
    rows = projecting.certified_rows(act, task) if task.certifies else []
    return rows[0].about if rows else ""


def _owners(act: Act, fact: FactEntry) -> list[int | None]:
    """Whose fact it is. A notice is always somebody's: in the street, of who was there."""
    if fact.party_id:
        return [int(fact.party_id)]
    if fact.name == "ciencia":
        return [party.id for party in act.parties_in(["autuado"], act.today)]
    return [None]


def _issue_document(
    act: Act, task: Task, form: Form, checked: Checked, signer: Signer | None
) -> None:
    if task.document:
        order = Order(
            document=task.document,
            about=task.about,
            task_id=task.id,
            values=checked.values,
            labels=contexts.answer_in_words(
                act, task, form, paperwork.told_apart(act, task.document, checked.values)
            ),
            signer=act.signer,
        )
        issuing.issue_for_parties(act, order)


def _keep_attachments(act: Act, task: Task, uploads: Sequence[Attachment]) -> None:
    for upload in uploads:
        issuing.add_piece(
            act,
            kind="anexo",
            title=f"{task.name}: {upload.name}",
            data=upload.content,
            media_type=upload.media_type,
            task_id=task.id,
        )


def taken(act: Act, task_id: int) -> str:
    """Who, or which term, took a step that is no longer open. Raises NotFound."""
    table, user = tables.task, tables.user_account
    row = act.session.execute(
        select(table, user.c.name.label("by_name"))
        .join(user, user.c.id == table.c.closed_by, isouter=True)
        .where(table.c.id == task_id, table.c.case_id == act.case.id)
    ).one_or_none()
    if row is None:
        raise NotFound
    when = row.closed_at.astimezone(act.law.municipality.zone).strftime("%d/%m/%Y às %H:%M")
    fired = [d for d in act.deadlines if d.task_id == task_id and d.state == "fired"]
    if row.closed_how == "lapsed" and fired:
        ended = max(fired, key=lambda d: d.id)
        return (
            f"O prazo de «{row.name}» terminou em {ended.last_day:%d/%m/%Y} ({ended.article}). "
            "A etapa foi encerrada e o processo seguiu para a certidão do decurso."
        )
    if row.closed_how == "completed" and row.by_name:
        return (
            f"«{row.name}» já foi concluída por {row.by_name} em {when}. "
            "Abra o processo para ver o próximo passo."
        )
    return (
        f"«{row.name}» foi encerrada em {when} por outro ato do processo. "
        "Abra o processo para ver o próximo passo."
    )
