"""What moves the clock of terms, as scenarios write it: each act a table of its own.

`day` (on, opening, reason, act) and `event` with `all = true` are entered by one person, approved
by another, and every case is counted again. `event` (kind, from, to, cause, act; of an extension
`days`, and `extends`, the key of a term) of one case is the authority's.
"""

from collections.abc import Mapping
from typing import Final

from webapp.cases import carrying, clockevents, lateday, second_person
from webapp.cases.act import Act, Reply
from webapp.cases.clockevents import Asked
from webapp.cases.lateday import NewDay
from webapp.cases.second_person import DAY, EVENT
from webapp.diagrams.stage import Stage
from webapp.diagrams.undrawn import Deed, Told
from webapp.domain.calendar import Opening
from webapp.store.database import transaction

APPROVER: Final = "autoridade"


def _day(stage: Stage, case: str, told: Told, who: str) -> Reply:
    new = NewDay(told["on"], Opening(told["opening"]), told.get("reason", ""), told.get("act", ""))
    now = stage.now
    with transaction(stage.engine) as session:
        day_id = lateday.enter_day(session, new, now=now, actor=stage.actors[who])
        second_person.approve(session, f"{DAY}:{day_id}", now=now, actor=stage.actors[APPROVER])
    return _carried(stage, case)


def _event(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return _for_all(stage, case, told) if told.get("all") else _in_case(stage, case, told, who)


def _for_all(stage: Stage, case: str, told: Told) -> Reply:
    now, clerk = stage.now, stage.actors["secretaria"]
    with transaction(stage.engine) as session:
        event_id = clockevents.propose_clock_event(session, _asked(told), now=now, actor=clerk)
        actor = stage.actors[APPROVER]
        second_person.approve(session, f"{EVENT}:{event_id}", now=now, actor=actor)
    return _carried(stage, case)


def _in_case(stage: Stage, case: str, told: Told, who: str) -> Reply:
    case_id, actor = stage.cases[case], stage.actors[who]
    with transaction(stage.engine) as session:
        act = Act.look(session, case_id, stage.now, actor)
        terms = {one.entry.key.partition(".")[2]: one.code for one in clockevents.extendable(act)}
        asked = _asked({**told, "extends": terms.get(told.get("extends", ""), "")})
        return clockevents.enter_clock_event(session, case_id, asked, now=stage.now, actor=actor)


def _asked(told: Told) -> Asked:
    return Asked(
        kind=told["kind"],
        cause=told.get("cause", ""),
        act=told.get("act", ""),
        from_day=told.get("from"),
        to_day=told.get("to"),
        days=told.get("days"),
        extends=told.get("extends", ""),
    )


def _carried(stage: Stage, case: str) -> Reply:
    gone = carrying.carry_on(stage.engine, lambda _: stage.now)
    return Reply(stage.cases.get(case, 0), f"{gone} processos recontados.")


ACTS: Final[Mapping[str, Deed]] = {
    "day": Deed(frozenset({"on", "opening", "reason", "act"}), "secretaria", _day),
    "event": Deed(
        frozenset({"kind", "from", "to", "cause", "act", "days", "extends", "all"}),
        "autoridade",
        _event,
    ),
}
