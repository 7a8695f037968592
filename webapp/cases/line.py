"""The standing line: the events of a case without those that a restored state left behind."""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select

from webapp.cases.act import Act
from webapp.domain.errors import Refused
from webapp.store import tables

EventRow = Row[*tuple[Any, ...]]

# Acts by which somebody relied on what came before.
PERSONAL = frozenset({"task_completed"})


def standing(act: Act) -> list[EventRow]:
    """The events that stand, oldest first: computed, never rewritten.

    An event whose body says `state_of` put the case back to the state kept before that event:
    everything from there on no longer stands, but the event itself does.
    """
    table = tables.event
    rows = act.session.execute(
        select(table.c.seq, table.c.kind, table.c.body, table.c.at, table.c.effective_at)
        .where(table.c.chain == act.chain.name)
        .order_by(table.c.seq)
    ).all()
    return stand(rows)


def stand(rows: Iterable[EventRow]) -> list[EventRow]:
    """Which events of one chain, in their order, still stand."""
    line: list[EventRow] = []
    for row in rows:
        back_to = row.body.get("state_of")
        if back_to is not None:
            line = [event for event in line if event.seq < back_to]
        line.append(row)
    return line


def lapse_of(line: Sequence[EventRow], deadline_id: int) -> EventRow | None:
    """The event by which a term's row ended, where it still stands."""
    return next(
        (
            event
            for event in reversed(line)
            if event.kind == "deadline_ended" and event.body["deadline"] == deadline_id
        ),
        None,
    )


def acted_since(line: Sequence[EventRow], seq: int) -> bool:
    """Did somebody answer a step after the event `seq`?"""
    return first_act_since(line, seq) is not None


def first_act_since(line: Sequence[EventRow], seq: int) -> EventRow | None:
    """The first answer of a step after the event `seq`."""
    return next((event for event in line if event.seq > seq and event.kind in PERSONAL), None)


@dataclass(frozen=True, slots=True)
class Kept:
    """A settled state as it was just before an event."""

    seq: int
    format: int
    text: str


def kept(act: Act, seq: int) -> Kept:
    """The state kept with an event. Raises Refused when the case is on another diagram now."""
    table = tables.kept_state
    row = act.session.execute(
        select(table).where(table.c.case_id == act.case.id, table.c.seq == seq)
    ).one()
    if row.bundle_sha256 != act.case.bundle_sha256:
        raise Refused(
            "O processo mudou de diagrama depois dessa etapa e não pode voltar a ela. "
            "Devolva a uma etapa posterior à mudança."
        )
    return Kept(seq, row.format, zlib.decompress(row.state).decode())
