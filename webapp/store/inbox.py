"""The tasks that wait for somebody: lists, counts, and what their pages need."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, func, literal, or_, select, true
from sqlalchemy.orm import Session

from webapp.store import interested
from webapp.store.letters import AR
from webapp.store.tables import case, case_party, deadline, person, task, user_account

CAP: Final = 1000
_TO_DO: Final = ("person", "row")
_WAITS: Final = ("wait", "call")
_OPEN_TERMS: Final = ("waiting_start", "running", "suspended")


class Who(StrEnum):
    """Whose tasks: assigned to me, of the roles I hold, of the municipality."""

    MINE = "minhas"
    UNIT = "unidade"
    ALL = "todas"


class Tab(StrEnum):
    """Which tasks. To do, waiting and held share no task; the others are parts of «to do».

    What was put off is held until the day of its review; from that day on it is in the others.
    """

    TO_DO = "fazer"
    OVERDUE = "vencidas"
    TODAY = "hoje"
    WEEK = "semana"
    UNASSIGNED = "sem_responsavel"
    WAITING = "esperando"
    HELD = "sobrestadas"


@dataclass(frozen=True, slots=True)
class Days:
    """Today; the eve of the next office day, with which «due today» ends; this week's Sunday."""

    today: date
    eve: date
    sunday: date


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list shows. `process` is a diagram's id, `element` a step's, `role` a lane's."""

    municipality_id: int
    user_id: int
    roles: frozenset[str]
    days: Days
    who: Who = Who.UNIT
    tab: Tab = Tab.TO_DO
    process: str | None = None
    element: str | None = None
    role: str | None = None


@dataclass(frozen=True, slots=True)
class TaskRow:
    """An open task with its case, first party and assignee."""

    id: int
    case_id: int
    number: str
    subject: str
    held_until: date | None
    kind: str
    name: str
    role: str | None
    basis: str | None
    key: str | None
    message: str | None
    due_day: date | None
    due_kind: str | None
    assignee_id: int | None
    assignee: str | None
    party: str | None
    others: int

    @property
    def is_to_do(self) -> bool:
        return self.kind in _TO_DO

    @property
    def is_letter(self) -> bool:
        """Whether a letter with AR went out, or is to be posted, and its return is awaited."""
        return self.kind == "wait" and self.message == AR

    def is_for(self, roles: frozenset[str]) -> bool:
        """Whether whoever holds the roles may claim it."""
        return self.is_to_do and self.role in roles


@dataclass(frozen=True, slots=True)
class Term:
    """A term that runs, or waits for its first day, on a step. `party` is none for the case's."""

    key: str
    party: str | None
    last_day: date | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tasks each tab has for the same people, and each kind of people on the same tab.

    No number goes beyond CAP + 1, which stands for «more than CAP».
    """

    tabs: Mapping[Tab, int]
    who: Mapping[Who, int]


def rows(session: Session, wanted: Wanted, limit: int, offset: int = 0) -> list[TaskRow]:
    """A page of the list, the first to end on top; what has no day comes last."""
    statement = _listed(wanted).limit(limit).offset(offset)
    return [TaskRow(**row._mapping) for row in session.execute(statement)]


def export(session: Session, wanted: Wanted, limit: int) -> Generator[TaskRow, None, None]:
    """The list from its top, read as it is consumed. Close it when not all of it is read."""
    in_parts = _listed(wanted).limit(limit).execution_options(yield_per=500)
    with session.execute(in_parts) as found:
        for row in found:
            yield TaskRow(**row._mapping)


def upcoming(session: Session, wanted: Wanted) -> TaskRow | None:
    """The next task to do that has a day, from today on."""
    statement = _listed(replace(wanted, tab=Tab.TO_DO)).where(task.c.due_day >= wanted.days.today)
    row = session.execute(statement.limit(1)).one_or_none()
    return TaskRow(**row._mapping) if row else None


def count(session: Session, wanted: Wanted) -> Counts:
    """The numbers on the tabs, in one statement."""
    tabs = {tab: replace(wanted, tab=tab) for tab in Tab}
    people = {who: replace(wanted, who=who) for who in Who}
    asked = [*tabs.values(), *people.values()]
    found = session.execute(select(*[_how_many(one) for one in asked])).one()
    numbers = iter(found)
    return Counts(
        tabs={tab: next(numbers) for tab in tabs}, who={who: next(numbers) for who in people}
    )


def named(session: Session, municipality_id: int, ids: Iterable[int]) -> list[TaskRow]:
    """The open tasks among `ids`, in the order in which their cases are to be locked."""
    statement = (
        _tasks(municipality_id).where(task.c.id.in_(tuple(ids))).order_by(task.c.case_id, task.c.id)
    )
    return [TaskRow(**row._mapping) for row in session.execute(statement)]


def are_known(session: Session, municipality_id: int, ids: Iterable[int]) -> bool:
    """Whether every one of `ids` is a task of the municipality, open or not."""
    wanted = set(ids)
    mine = (task.c.municipality_id == municipality_id) & task.c.id.in_(tuple(wanted))
    return session.execute(select(func.count()).where(mine)).scalar_one() == len(wanted)


def terms(session: Session, municipality_id: int, ids: Iterable[int]) -> dict[int, list[Term]]:
    """The open terms of each of the tasks, by task, in the order of their parties."""
    statement = (
        select(deadline.c.task_id, deadline.c.key, person.c.name, deadline.c.last_day)
        .outerjoin(case_party, case_party.c.id == deadline.c.party_id)
        .outerjoin(person, person.c.id == case_party.c.person_id)
        .where(
            deadline.c.municipality_id == municipality_id,
            deadline.c.task_id.in_(tuple(ids)),
            deadline.c.state.in_(_OPEN_TERMS),
        )
        .order_by(deadline.c.party_id, deadline.c.id)
    )
    found: dict[int, list[Term]] = {}
    for task_id, *term in session.execute(statement):
        found.setdefault(task_id, []).append(Term(*term))
    return found


def workload(session: Session, municipality_id: int, people: Iterable[int]) -> dict[int, int]:
    """How many open tasks each of the people has; who has none is left out."""
    statement = (
        select(task.c.assignee_id, func.count().label("n"))
        .where(
            task.c.municipality_id == municipality_id,
            task.c.closed_at.is_(None),
            task.c.assignee_id.in_(tuple(people)),
        )
        .group_by(task.c.assignee_id)
    )
    return {row.assignee_id: row.n for row in session.execute(statement)}


def _listed(wanted: Wanted) -> Select[Any]:
    in_order = (task.c.due_day.asc().nulls_last(), task.c.id)
    return _tasks(wanted.municipality_id).where(*_conditions(wanted)).order_by(*in_order)


def _tasks(municipality_id: int) -> Select[Any]:
    source = interested.with_first_party(
        task.join(case, case.c.id == task.c.case_id).outerjoin(
            user_account, user_account.c.id == task.c.assignee_id
        )
    )
    party, _, others = interested.columns()
    return (
        select(
            task.c.id,
            task.c.case_id,
            case.c.number,
            case.c.subject,
            case.c.held_until,
            task.c.kind,
            task.c.name,
            task.c.role,
            task.c.basis,
            task.c.key,
            task.c.message,
            task.c.due_day,
            task.c.due_kind,
            task.c.assignee_id,
            user_account.c.name.label("assignee"),
            party,
            others,
        )
        .select_from(source)
        .where(task.c.municipality_id == municipality_id, task.c.closed_at.is_(None))
    )


def _how_many(wanted: Wanted) -> ScalarSelect[int]:
    """Counting stops where the number is no longer shown."""
    some = (
        select(literal(1))
        .select_from(task.join(case, case.c.id == task.c.case_id))
        .where(
            task.c.municipality_id == wanted.municipality_id,
            task.c.closed_at.is_(None),
            *_conditions(wanted),
        )
        .limit(CAP + 1)
        .subquery()
    )
    return select(func.count()).select_from(some).scalar_subquery()


def _conditions(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    yield _of(wanted)
    yield _on_tab(wanted.tab, wanted.days)
    if wanted.process is not None:
        yield case.c.process == wanted.process
    if wanted.element is not None:
        yield task.c.element == wanted.element
    if wanted.role is not None:
        yield task.c.role == wanted.role


def _of(wanted: Wanted) -> ColumnElement[bool]:
    if wanted.who is Who.MINE:
        return task.c.assignee_id == wanted.user_id
    if wanted.who is Who.UNIT:
        return task.c.role.in_(sorted(wanted.roles))
    return true()


def _on_tab(tab: Tab, days: Days) -> ColumnElement[bool]:
    free = or_(case.c.held_until.is_(None), case.c.held_until <= days.today)
    to_do = and_(free, task.c.kind.in_(_TO_DO))
    due = task.c.due_day
    return {
        Tab.TO_DO: to_do,
        Tab.OVERDUE: and_(to_do, due < days.today),
        Tab.TODAY: and_(to_do, due.between(days.today, days.eve)),
        Tab.WEEK: and_(to_do, due.between(days.today, max(days.eve, days.sunday))),
        Tab.UNASSIGNED: and_(to_do, task.c.assignee_id.is_(None)),
        Tab.WAITING: and_(free, task.c.kind.in_(_WAITS)),
        Tab.HELD: case.c.held_until > days.today,
    }[tab]
