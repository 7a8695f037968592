"""Counting again the terms of a case: what follows where the last day comes out otherwise.

A correction of a fact and an event of the clock both come here. A row still open is superseded
by the next round; of one that was met only the timeliness of its papers changes; one that
lapsed and on which nobody acted runs again; where somebody acted, the authority decides.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import select

from webapp.cases import line, papers, restoring, rowtasks, terms
from webapp.cases.act import Act
from webapp.cases.consequences import label, show
from webapp.cases.records import Deadline, Filing
from webapp.store import tables
from webapp.store.counted_terms import COUNTED

Followed = tuple[list[str], list[int]]
"""What moved, in words, and the events whose kept states are to be restored."""


def again(act: Act, row: Deadline) -> Followed:
    """Count one row again, from the fact or the day that it counts from."""
    values = _counted(act, row)
    return _follow(act, row, values) if differs(row, values) else ([], [])


@dataclass(frozen=True, slots=True)
class Move:
    """A term counted again: its row as it was, and how it is counted now."""

    was: Deadline
    now: Deadline


@dataclass(slots=True)
class Recount:
    """What counting every term of a case again moved, in words, and the state that it restored."""

    moves: list[Move] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    restored: int | None = None


def every_term(act: Act, at: datetime) -> Recount:
    """Count every term of the case by the clock in force now.

    A term that the law counts from a day moves where it ends later, or ends later by another
    reading: what people were told is never shortened.
    """
    done, back = Recount(), list[int]()
    for row in _in_force(act):
        values, was = _counted(act, row), dataclasses.replace(row)
        if not lengthens(row, values) or not _matters(act, row, values):
            continue
        said, events = _follow(act, row, values)
        if said:
            done.moves.append(Move(was, dataclasses.replace(was, **values)))
            done.said += said
        back += events
    done.restored = put_back(act, back, at)
    return done


def _in_force(act: Act) -> list[Deadline]:
    """The row in force of each term that was counted from a day, of parties that live."""
    last = {
        (row.task_id, row.key, row.about, row.party_id): row
        for row in act.deadlines
        if row.state in COUNTED and row.kind in ("engine", "fact") and row.reference_date
    }
    dead = {party.id for party in act.parties if party.died_on is not None}
    return [row for row in last.values() if row.party_id not in dead]


def lengthens(row: Any, values: Mapping[str, Any]) -> bool:
    """Whether a count differs from a row and takes no day from anybody."""
    return (
        differs(row, values)
        and values.get("last_day") is not None
        and values["last_day"] >= row.last_day
        and values["due_at"] >= row.due_at
    )


def _matters(act: Act, row: Deadline, values: Mapping[str, Any]) -> bool:
    """Whether a count that lengthens a row changes more than a date that is history."""
    if row.state != "fired" or act.tasks.get(row.task_id) is not None:
        return True
    _, acted = lapse_of(act, row)
    return relied_on(values, acted, _papers_of(act, row))


def relied_on(
    values: Mapping[str, Any], acted: line.EventRow | None, filings: Iterable[Any]
) -> bool:
    """Whether a lapse came too early for what rests on it: a person who acted before the term
    was over, or a paper whose timeliness was judged by another day. Always, where nobody acted.
    """
    return acted is None or values["due_at"] > acted.at or bool(judged_anew(filings, values))


def judged_anew(filings: Iterable[Any], values: Mapping[str, Any]) -> list[tuple[Any, str]]:
    """The papers whose timeliness a count changes, and what it is then."""
    ends = values.get("last_day"), values.get("alternatives")
    now = [(filing, papers.judge_by(filing, *ends)) for filing in filings]
    return [(filing, timeliness) for filing, timeliness in now if timeliness != filing.timeliness]


def _papers_of(act: Act, row: Deadline) -> list[Filing]:
    """The papers of a party of the kind that the step of a row waited for."""
    table = tables.task
    message = act.session.execute(
        select(table.c.message).where(table.c.id == row.task_id)
    ).scalar_one_or_none()
    return [f for f in act.filings if f.kind == message and row.party_id in (None, f.party_id)]


def _counted(act: Act, row: Deadline) -> dict[str, Any]:
    entered = row.reference_date or act.today
    return terms.counted(act, row.key, row.about, row.party_id, entered)


def _follow(act: Act, row: Deadline, values: dict[str, Any]) -> Followed:
    entered = row.reference_date or act.today
    said = _moves(row, values.get("last_day"))
    if row.state == "announced":
        terms.announce_one(act, terms.owner(row))
        return [said], []
    if row.state == "met":
        return _judge_again(act, row, values), []
    task = act.tasks.get(row.task_id)
    if task is not None:
        row.supersede()
        terms.open_row(act, task, row.party_id, entered)
        return [said], []
    return _lapsed(act, row, said) if row.state == "fired" else ([], [])


def _moves(row: Deadline, last_day: date | None) -> str:
    if last_day == row.last_day:
        return f"{label(row)}: muda só o fim por outra leitura da lei"
    return f"{label(row)}: de {show(row.last_day)} para {show(last_day)}"


def differs(row: Any, values: Mapping[str, Any]) -> bool:
    """Whether a count gives a row another last day, or other ends by other readings."""
    others = values.get("alternatives") or []
    return (values.get("last_day"), others) != (row.last_day, row.alternatives or [])


def put_back(act: Act, events: Iterable[int], at: datetime) -> int | None:
    """Restore the state kept with the first of these events. Returns it, where there is one."""
    first = min(events, default=None)
    if first is not None:
        restoring.restore(act, line.kept(act, first), at)
    return first


def lapse_of(act: Act, row: Deadline) -> tuple[line.EventRow | None, line.EventRow | None]:
    """The standing event by which a row lapsed, and the first act of a person after it."""
    stands = line.standing(act)
    event = line.lapse_of(stands, row.id)
    if event is None and row.carried_from is not None:
        event = line.lapse_of(stands, row.carried_from)
    return event, line.first_act_since(stands, event.seq) if event else None


def ask_authority(act: Act, why: str) -> str:
    """Nothing moves by itself any more: «Decidir sobre a retificação» opens."""
    rowtasks.open_once(act, "decidir_retificacao", "Decidir sobre a retificação", "autoridade")
    return f"a Autoridade decide: {why}"


def _lapsed(act: Act, row: Deadline, said: str) -> Followed:
    """A term that had lapsed is opened again, unless somebody acted on the lapse."""
    event, acted = lapse_of(act, row)
    if event is None or acted is not None:
        return [ask_authority(act, f"{said}, mas já houve ato depois do decurso")], []
    row.supersede()
    return [f"{said}; o decurso fica sem efeito"], [event.seq]


def _judge_again(act: Act, row: Deadline, values: dict[str, Any]) -> list[str]:
    """The term was met: only the timeliness of its papers changes."""
    said = []
    mine = [f for f in act.filings if f.task_id == row.task_id]
    for filing, now in judged_anew([f for f in mine if row.party_id in (None, f.party_id)], values):
        was, filing.timeliness = filing.timeliness, now
        said.append(f"protocolo {filing.number}: de {was} para {now}")
    return said
