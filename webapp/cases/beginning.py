"""Beginning a case: its number, the diagram it is pinned to, and its run at the first step."""

from datetime import datetime

from sqlalchemy import insert
from sqlalchemy.orm import Session

from webapp import documents, engine
from webapp.cases import bundles, moving
from webapp.cases.act import Act
from webapp.cases.records import CaseRow
from webapp.domain import counting
from webapp.domain.competence import Actor
from webapp.domain.numbering import number, search_key
from webapp.laws import law
from webapp.store import counters, tables


def begin(session: Session, process: str, now: datetime, actor: Actor) -> Act:
    """A new case whose run stands at its first step, in an act that is not saved yet."""
    bundle = engine.collect(process, actor.municipality, documents.source_of)
    pinned = bundles.publish(session, actor.municipality_id, bundle, now)
    case = _new_case(session, process, pinned.bundle.sha256, now, actor)
    act = Act(session, case, now, actor)
    moving.begin(act)
    body = {"process": process, "bundle": case.bundle_sha256, "number": case.number}
    act.event("case_opened", f"case:{case.id}", body, now)
    return act


def _new_case(
    session: Session, process: str, bundle_sha256: str, now: datetime, actor: Actor
) -> CaseRow:
    municipality = law(actor.municipality).municipality
    year = counting.local_day(now, municipality.zone).year
    n = counters.next_number(session, actor.municipality_id, "processo", year)
    values = {
        "municipality_id": actor.municipality_id,
        "number": number(municipality.numbers["processo"], n, year),
        "process": process,
        "bundle_sha256": bundle_sha256,
        "state": None,
        "state_format": engine.FORMAT,
        "version": 0,
        "opened_at": now,
        "effective_at": now,
        "subject": "",
        "subject_key": "",
    }
    table = tables.case
    statement = insert(table).values(**values, number_key=search_key(str(values["number"])))
    case_id = session.execute(statement.returning(table.c.id)).scalar_one()
    rest = dict.fromkeys(("ended_at", "outcome", "vehicle_id", "permit_id", "held_until"))
    return CaseRow(id=case_id, **values, **rest)  # type: ignore[arg-type]
