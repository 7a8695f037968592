"""The statements by which an act reads its case, built once and executed by every act."""

import dataclasses
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Table, bindparam, select

from webapp.cases.records import (
    CaseRow,
    Deadline,
    Effect,
    Fact,
    Filing,
    Notice,
    Party,
    Record,
    Task,
)
from webapp.store import entered_values, tables


def _of_case(table: Table, kind: type[Record], *also: ColumnElement[bool]) -> Select[Any]:
    """The rows of a case in a table, oldest first."""
    columns = [table.c[f.name] for f in dataclasses.fields(kind)]
    mine = table.c.case_id == bindparam("case_id")
    return select(*columns).where(mine, *also).order_by(table.c.id)


_FACT, _ANSWER, _PERSON = tables.case_fact.c, tables.answer.c, tables.person.c
_NAMED = (_PERSON.name, _PERSON.cpf, _PERSON.address)

PARTIES: Final = (
    _of_case(tables.case_party, Party)
    .add_columns(*_NAMED)
    .select_from(tables.case_party)
    .join(tables.person, _PERSON.id == tables.case_party.c.person_id)
)
PEOPLE: Final = select(_PERSON.id.label("person_id"), *_NAMED).where(
    _PERSON.id.in_(bindparam("ids", expanding=True))
)
FACTS: Final = _of_case(
    tables.case_fact, Fact, _FACT.superseded_by.is_(None), _FACT.undone_by.is_(None)
)
TASKS: Final = _of_case(tables.task, Task, tables.task.c.closed_at.is_(None))
DEADLINES: Final = _of_case(tables.deadline, Deadline, tables.deadline.c.state != "superseded")
EFFECTS: Final = _of_case(tables.effect, Effect)
FILINGS: Final = _of_case(tables.filing, Filing, tables.filing.c.undone_by.is_(None))
NOTICES: Final = _of_case(tables.notice, Notice, tables.notice.c.undone_by.is_(None))
ANSWERS: Final = (
    select(_ANSWER.element, _ANSWER["values"], _ANSWER.outcome, _ANSWER.by, _ANSWER.at)
    .where(_ANSWER.case_id == bindparam("case_id"), _ANSWER.undone_by.is_(None))
    .order_by(_ANSWER.id)
)

_VEHICLE = tables.vehicle.c
_SHOWN = (_VEHICLE.plate, _VEHICLE.model, _VEHICLE.colour, _VEHICLE.year)
VEHICLE: Final = select(*_SHOWN).where(_VEHICLE.id == bindparam("vehicle"))

_ENTERED_VALUES = entered_values.some(bindparam("of")).label("has_entered_values")


def _case() -> Select[Any]:
    """The case, the head of its chain (every case has one, since the event that opened it), its
    vehicle, and whether values of the law were entered on screen.

    It is the one wall between municipalities: a case of another one is not there.
    """
    case, head = tables.case, tables.chain_head
    columns = [case.c[f.name] for f in dataclasses.fields(CaseRow)]
    return (
        select(*columns, head.c.seq, head.c.hash, *_SHOWN, _ENTERED_VALUES)
        .select_from(case)
        .join(head, head.c.chain == bindparam("named"))
        .outerjoin(tables.vehicle, _VEHICLE.id == case.c.vehicle_id)
        .where(case.c.id == bindparam("case_id"), case.c.municipality_id == bindparam("of"))
    )


SEEN: Final = _case()
LOCKED: Final = SEEN.with_for_update(of=(tables.case, tables.chain_head))
