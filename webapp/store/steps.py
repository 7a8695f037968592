"""One step of a case as its page shows it: whose it is, the terms that run, who the parties are."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import Session

from webapp.store.tables import case, case_party, deadline, person, task, user_account


@dataclass(frozen=True, slots=True)
class Step:
    """An opening of a step, open or closed.

    `filing_ids` are the papers that it is about, `question` what it is asked, if anything.
    """

    id: int
    case_id: int
    case_number: str
    subject: str
    kind: str
    name: str
    role: str | None
    basis: str | None
    form: str | None
    document: str | None
    message: str | None
    about: str
    certifies: str | None
    from_day: date | None
    closed_at: datetime | None
    assignee_id: int | None
    assignee: str | None
    assigned_at: datetime | None
    draft_at: datetime | None
    drafted_by: str | None
    filing_ids: tuple[int, ...] = ()
    question: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """The term of one step for one party, or for the case (`party` is empty then). `paper` is the
    kind of paper that meets it."""

    task_id: int
    step: str
    key: str
    paper: str
    label: str
    party_id: int | None
    party: str
    state: str
    last_day: date | None
    other_days: tuple[date, ...]
    article: str


@dataclass(frozen=True, slots=True)
class Wait:
    """An open step that waits for a paper of the kind `message`."""

    id: int
    name: str
    message: str
    about: str


@dataclass(frozen=True, slots=True)
class PartyRow:
    """A party of a case."""

    id: int
    name: str
    role: str


def step(session: Session, municipality_id: int, case_id: int, task_id: int) -> Step | None:
    """The step, when it is one of that case and municipality."""
    holder, drafter = user_account.alias("holder"), user_account.alias("drafter")
    own = [task.c[name] for name in _OWN]
    row = session.execute(
        select(
            *own,
            case.c.number.label("case_number"),
            case.c.subject,
            holder.c.name.label("assignee"),
            drafter.c.name.label("drafted_by"),
            task.c.body,
        )
        .join(case, case.c.id == task.c.case_id)
        .outerjoin(holder, holder.c.id == task.c.assignee_id)
        .outerjoin(drafter, drafter.c.id == task.c.draft_by)
        .where(
            task.c.id == task_id,
            task.c.case_id == case_id,
            task.c.municipality_id == municipality_id,
        )
    ).one_or_none()
    if row is None:
        return None
    known = dict(row._mapping)
    about = known.pop("body") or {}
    papers = tuple(about[name] for name in ("filing", "withdraws") if about.get(name))
    return Step(**known, filing_ids=papers, question=about.get("question", ""))


_OWN = (
    "id", "case_id", "kind", "name", "role", "basis", "form", "document", "message", "about",
    "certifies", "from_day", "closed_at", "assignee_id", "assigned_at", "draft_at",
)  # fmt: skip


def terms(session: Session, municipality_id: int, case_id: int) -> list[Term]:
    """The terms of a case that are in force: of each step and party the last round."""
    rows = session.execute(_terms(municipality_id, case_id))
    last: dict[tuple[int, int | None], Term] = {}
    for row in rows:
        last[row.task_id, row.party_id] = _term(row)
    return list(last.values())


def _terms(municipality_id: int, case_id: int) -> Select[Any]:
    return (
        select(
            deadline.c.task_id,
            task.c.name.label("step"),
            deadline.c.key,
            deadline.c.rule_snapshot,
            deadline.c.party_id,
            person.c.name.label("party"),
            deadline.c.state,
            deadline.c.last_day,
            deadline.c.alternatives,
            deadline.c.article,
        )
        .join(task, task.c.id == deadline.c.task_id)
        .outerjoin(case_party, case_party.c.id == deadline.c.party_id)
        .outerjoin(person, person.c.id == case_party.c.person_id)
        .where(
            deadline.c.case_id == case_id,
            deadline.c.municipality_id == municipality_id,
            deadline.c.state.not_in(("superseded", "cancelled")),
        )
        .order_by(deadline.c.id)
    )


def _term(row: Row[Any]) -> Term:
    return Term(
        task_id=row.task_id,
        step=row.step,
        key=row.key,
        paper=row.rule_snapshot.get("paper", row.key),
        label=row.rule_snapshot.get("label", row.key),
        party_id=row.party_id,
        party=row.party or "",
        state=row.state,
        last_day=row.last_day,
        other_days=tuple(date.fromisoformat(o["last_day"]) for o in row.alternatives or ()),
        article=row.article or "",
    )


def waits(session: Session, municipality_id: int, case_id: int) -> list[Wait]:
    """The open steps of a case that wait for a paper."""
    rows = session.execute(
        select(task.c.id, task.c.name, task.c.message, task.c.about)
        .where(
            task.c.case_id == case_id,
            task.c.municipality_id == municipality_id,
            task.c.kind == "wait",
            task.c.message.is_not(None),
            task.c.closed_at.is_(None),
        )
        .order_by(task.c.id)
    )
    return [Wait(*row) for row in rows]


def parties(session: Session, municipality_id: int, case_id: int) -> list[PartyRow]:
    """Everybody who is or was a party of the case, in order of entry."""
    rows = session.execute(
        select(case_party.c.id, person.c.name, case_party.c.role)
        .join(person, person.c.id == case_party.c.person_id)
        .where(case_party.c.case_id == case_id, case_party.c.municipality_id == municipality_id)
        .order_by(case_party.c.id)
    )
    return [PartyRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class OpenStep:
    """A step that is open now: `due_day` is the goal or the last day of its term."""

    id: int
    name: str
    kind: str
    role: str | None
    due_day: date | None


def open_steps(session: Session, municipality_id: int, case_id: int) -> list[OpenStep]:
    """What the case does next: persons' tasks and waits."""
    rows = session.execute(
        select(task.c.id, task.c.name, task.c.kind, task.c.role, task.c.due_day)
        .where(
            task.c.case_id == case_id,
            task.c.municipality_id == municipality_id,
            task.c.kind.in_(("person", "wait", "row")),
            task.c.closed_at.is_(None),
        )
        .order_by(task.c.id)
    )
    return [OpenStep(*row) for row in rows]
