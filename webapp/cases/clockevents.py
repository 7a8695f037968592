"""Events of the clock: suspension, interruption, extension and outage.

In one case the authority enters them and they take effect at once; for all cases one person
proposes and another approves. An extension is of one term, and only where its law allows one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from webapp.cases import (
    certifying,
    issuing,
    recounting,
    returning,
    second_person,
    settling,
    terms,
)
from webapp.cases.act import Act, Reply
from webapp.cases.certifying import Why
from webapp.cases.consequences import label, show
from webapp.cases.records import Deadline, Task
from webapp.cases.second_person import EVENT, KINDS
from webapp.domain import counting
from webapp.domain.competence import Actor
from webapp.domain.errors import Unacceptable
from webapp.forms import Attachment
from webapp.laws import Entry, law
from webapp.store import clockevents, proposed
from webapp.store.proposed import IN_FORCE, PROPOSED

EXTENSION: Final = "extension"
FOR_ALL: Final = ("suspension", "interruption", "outage")
PAST, AHEAD = timedelta(days=5 * 366), timedelta(days=2 * 366)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event as somebody enters it: its days, both included; why; by which decree or decision.

    An extension has `days`, in units of its term, and what it extends: «prazo-12» is a term's
    row, «tarefa-7» a step whose goal the law sets. Its own days are the day of the act.
    """

    kind: str
    cause: str
    act: str
    from_day: date | None = None
    to_day: date | None = None
    days: int | None = None
    extends: str = ""
    piece: Attachment | None = None


@dataclass(frozen=True, slots=True)
class Extendable:
    """A running term, or a step's goal, that the law allows to extend by `left` units more."""

    code: str
    label: str
    entry: Entry
    left: int
    row: Deadline | None = None
    task: Task | None = None


def enter_clock_event(
    session: Session, case_id: int, asked: Asked, *, now: datetime, actor: Actor
) -> Reply:
    """Enter an event in one case, as the authority: its terms are counted again at once.

    The reply's `moved` says in words what moves; run and rolled back, it is the preview. Raises
    Unacceptable with the rule that forbids the event, NoCompetence, NotFound.
    """
    act = Act.lock(session, case_id, now, actor)
    returning.authorise(actor)
    settling.settle(act)
    first, last = _days(asked, act.today)
    target = _check_case(act, asked, first, last)
    before, at, applied = act.state_text(), act.moment(now), len(act.applied)
    pieces = _keep_piece(act, asked)
    event_id = proposed.add(
        session,
        EVENT,
        case_id=case_id,
        piece_id=next(iter(pieces), None),
        approved_at=now,
        recounted_at=now,
        **_aim(asked, target),
        **_values(asked, first, last, IN_FORCE, now, actor),
    )
    act.read_again("clock")
    done = recounting.every_term(act, at)
    pieces += _certify(act, done.moves, asked, first, last)
    said = [*done.said, *_extend_goal(act, target, asked)]
    body = {
        **_told(event_id, asked, first, last),
        "pieces": pieces,
        "effects": act.applied[applied:],
        **({"state_of": done.restored} if done.restored is not None else {}),
    }
    act.event("clock_event_entered", f"{EVENT}:{event_id}", body, at, before)
    settling.settle(act)
    act.save()
    return Reply(case_id, _registered(asked), moved=tuple(said))


def propose_clock_event(session: Session, asked: Asked, *, now: datetime, actor: Actor) -> int:
    """Propose an event for all cases. Returns its id; nothing moves before it is approved."""
    second_person.authorise(actor)
    today = counting.local_day(now, law(actor.municipality).municipality.zone)
    first, last = _days(asked, today)
    errors = dict(_wrong(asked, first, last, today))
    if asked.kind not in FOR_ALL:
        errors["especie"] = "A prorrogação é de um prazo de um processo: abra o processo."
    if asked.kind == "suspension" and "fim" not in errors:
        errors |= _overlap(session, actor.municipality_id, None, first, last)
    if errors:
        raise Unacceptable(errors)
    values = _values(asked, first, last, PROPOSED, now, actor)
    event_id = proposed.add(session, EVENT, **values)
    told = _told(event_id, asked, first, last)
    second_person.note(session, "entered", f"{EVENT}:{event_id}", told, now, actor)
    return event_id


# ---- what may be entered


def _days(asked: Asked, today: date) -> tuple[date, date]:
    """The days of the event; those of an extension are the day on which it is granted."""
    if asked.kind == EXTENSION:
        return today, today
    first = asked.from_day or today
    return first, asked.to_day or first


def _check_case(act: Act, asked: Asked, first: date, last: date) -> Extendable | None:
    errors = dict(_wrong(asked, first, last, act.today))
    target = None
    if asked.kind == EXTENSION:
        target = next((one for one in extendable(act) if one.code == asked.extends), None)
        errors |= _wrong_extension(asked, target)
    elif asked.kind == "suspension" and "fim" not in errors:
        errors |= _overlap(act.session, act.case.municipality_id, act.case.id, first, last)
    if errors:
        raise Unacceptable(errors)
    return target


def _wrong(asked: Asked, first: date, last: date, today: date) -> Iterator[tuple[str, str]]:
    if not asked.cause.strip():
        yield "causa", "Escreva a causa: os prazos só se movem por motivo provado."
    if not asked.act.strip():
        yield "ato", "Informe o ato: decreto, portaria ou decisão, com número e data."
    if asked.kind not in KINDS:
        yield "especie", "Escolha o que houve com os prazos."
    if last < first:
        yield (
            "fim",
            f"Termina em {last:%d/%m/%Y}, antes de começar, em {first:%d/%m/%Y}. "
            "Confira os dois dias.",
        )
    elif first < today - PAST or last > today + AHEAD:
        yield "inicio", "Estes dias estão longe demais de hoje. Confira o ano."


def _overlap(
    session: Session, municipality_id: int, case_id: int | None, first: date, last: date
) -> dict[str, str]:
    known = clockevents.overlapping(session, municipality_id, case_id, first, last)
    if known is None:
        return {}
    whose = "de todos os processos" if case_id is None else "neste processo"
    return {
        "inicio": f"Já há suspensão {whose} de {known.from_day:%d/%m/%Y} a "
        f"{known.to_day:%d/%m/%Y} ({known.act}): um dia não se suspende duas vezes. "
        "Informe só os dias que faltam."
    }


def _wrong_extension(asked: Asked, target: Extendable | None) -> dict[str, str]:
    if target is None:
        return {"prazo": "Escolha um prazo em curso que a lei permita prorrogar."}
    if not asked.days or asked.days < 1:
        return {"dias": "Informe por quantos dias se prorroga."}
    if asked.days > target.left:
        most = target.entry["extension"]
        used = most - target.left
        spent = f", e {used} já foram usados" if used else ""
        return {
            "dias": f"A lei permite prorrogar «{target.entry['label']}» por até {most} dias "
            f"({target.entry.article}){spent}: restam {target.left}. Peça no máximo isso."
        }
    return {}


# ---- extensions


def extendable(act: Act) -> list[Extendable]:
    """The running terms and the goals of open steps that the law allows to extend."""
    return [*_rows(act), *_goals(act)]


def _rows(act: Act) -> Iterator[Extendable]:
    for row in act.deadlines:
        if not row.is_open or row.reference_date is None or row.kind != "engine":
            continue
        entry = terms.ruling_on(act, row.key, row.reference_date)
        if entry.get("extension"):
            used = act.clock.extension(terms.owner(row), row.reference_date)
            left = entry["extension"] - used
            said = f"{label(row)}, até {show(row.last_day)}"
            yield Extendable(f"prazo-{row.id}", said, entry, left, row=row)


def _goals(act: Act) -> Iterator[Extendable]:
    for task in act.tasks:
        key = (task.body or {}).get("goal")
        if not key or task.key:  # a step with a term of its own is due when that ends
            continue
        entry = terms.ruling_on(act, key, act.local_day(task.opened_at))
        if entry.get("extension"):
            left = entry["extension"] - _granted(act, task)
            said = f"{entry['label']}, em «{task.name}», até {show(task.due_day)}"
            yield Extendable(f"tarefa-{task.id}", said, entry, left, task=task)


def _granted(act: Act, task: Task) -> int:
    return sum(e.days or 0 for e in act.clock.of(EXTENSION) if e.task_id == task.id)


def _extend_goal(act: Act, target: Extendable | None, asked: Asked) -> Iterator[str]:
    """Move the goal of the step that is extended, if one is, and say so."""
    task = target.task if target else None
    if target is None or task is None:
        return
    was, opened = task.due_day, act.local_day(task.opened_at)
    # The event is in force already: what was granted has these days too.
    task.due_day = terms.due_by(act, task.body["goal"], opened, _granted(act, task))
    yield (
        f"{target.entry['label']}, em «{task.name}»: de {show(was)} para {show(task.due_day)}, "
        f"mais {asked.days} dias"
    )


# ---- rows and words


def _values(
    asked: Asked, first: date, last: date, state: str, now: datetime, actor: Actor
) -> dict[str, Any]:
    return {
        "municipality_id": actor.municipality_id,
        "kind": asked.kind,
        "from_day": first,
        "to_day": last,
        "cause": asked.cause.strip(),
        "act": asked.act.strip(),
        "entered_by": actor.user_id,
        "entered_at": now,
        "state": state,
    }


def _told(event_id: int, asked: Asked, first: date, last: date) -> dict[str, Any]:
    days = {"days": asked.days} if asked.kind == EXTENSION else {}
    return {
        EVENT: event_id,
        "kind": asked.kind,
        "from": first.isoformat(),
        "to": last.isoformat(),
        **days,
    }


def _aim(asked: Asked, target: Extendable | None) -> dict[str, Any]:
    """What an extension lengthens, and by how much."""
    if target is None:
        return {}
    return {
        "days": asked.days,
        "deadline_id": target.row.id if target.row else None,
        "task_id": target.task.id if target.task else None,
    }


def _certify(
    act: Act, moves: Sequence[recounting.Move], asked: Asked, first: date, last: date
) -> list[int]:
    """The certificate of what moved, where something did."""
    if not moves:
        return []
    what = f"{KINDS[asked.kind]}: {asked.cause}"
    why = Why(what, asked.act, first, last, act.actor.name)
    return [certifying.recount(act, moves, why)]


def _keep_piece(act: Act, asked: Asked) -> list[int]:
    if asked.piece is None:
        return []
    piece = issuing.add_piece(
        act,
        kind="anexo",
        title=f"Prova de {KINDS[asked.kind]}: {asked.piece.name}",
        data=asked.piece.content,
        media_type=asked.piece.media_type,
    )
    return [piece]


def _registered(asked: Asked) -> str:
    words = KINDS[asked.kind]
    return f"{words[:1].upper()}{words[1:]}: registro feito."
