"""Counting again the terms of a case: what follows where the last day comes out otherwise.

A correction of a fact and an event of the clock both come here. A row still open is superseded
by the next round; of one that was met only the timeliness of its papers changes; one that
lapsed and on which nobody acted runs again; where somebody acted, the authority decides.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from webapp.cases import line, papers, restoring, rowtasks, terms
from webapp.cases.act import Act
from webapp.cases.consequences import label, show
from webapp.cases.records import Deadline

Followed = tuple[list[str], list[int]]
"""What moved, in words, and the events whose kept states are to be restored."""


def again(act: Act, row: Deadline) -> Followed:
    """Count one row again, from the fact or the day that it counts from."""
    entered = row.reference_date or act.today
    values = terms.counted(act, row.key, row.about, row.party_id, entered)
    if not differs(row, values):
        return [], []
    said = _moves(row, values.get("last_day"))
    if row.state == "announced":
        supersede(row)
        terms.announce_one(act, row.key, row.about)
        return [said], []
    if row.state == "met":
        return _judge_again(act, row, values), []
    task = act.tasks.get(row.task_id)
    if task is not None:
        supersede(row)
        terms.open_row(act, task, row.party_id, entered)
        return [said], []
    return _lapsed(act, row, said) if row.state == "fired" else ([], [])


def _moves(row: Deadline, last_day: date | None) -> str:
    if last_day == row.last_day:
        return f"{label(row)}: muda só o fim por outra leitura da lei"
    return f"{label(row)}: de {show(row.last_day)} para {show(last_day)}"


def differs(row: Deadline, values: dict[str, Any]) -> bool:
    """Whether a count gives a row another last day, or other ends by other readings."""
    others = values.get("alternatives") or []
    return (values.get("last_day"), others) != (row.last_day, row.alternatives or [])


def supersede(row: Deadline) -> None:
    """Another round takes the row's place."""
    row.state, row.next_at = "superseded", None


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
    supersede(row)
    return [f"{said}; o decurso fica sem efeito"], [event.seq]


def _judge_again(act: Act, row: Deadline, values: dict[str, Any]) -> list[str]:
    """The term was met: only the timeliness of its papers changes."""
    said = []
    last_day: date | None = values.get("last_day")
    for filing in act.filings:
        if filing.task_id == row.task_id and row.party_id in (None, filing.party_id):
            now = papers.judge_by(filing, last_day, values.get("alternatives"))
            if now != filing.timeliness:
                said.append(f"protocolo {filing.number}: de {filing.timeliness} para {now}")
                filing.timeliness = now
    return said
