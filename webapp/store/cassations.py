"""Cases of cassation that run against a person."""

from sqlalchemy import select

from webapp.store.database import Database
from webapp.store.tables import case, case_party, person


def running(database: Database, municipality_id: int, process: str, person_id: int) -> str | None:
    """The number of the case of this process that runs against the person, if one does.

    The person is locked until the transaction ends: of two that would begin such a case at the
    same moment the second waits, and then sees the first.
    """
    database.execute(
        select(person.c.id).where(person.c.id == person_id).with_for_update(key_share=True)
    )
    return database.execute(
        select(case.c.number)
        .join(case_party, case_party.c.case_id == case.c.id)
        .where(
            case.c.municipality_id == municipality_id,
            case.c.process == process,
            case.c.ended_at.is_(None),
            case_party.c.person_id == person_id,
            case_party.c.role == "autuado",
            case_party.c.to_day.is_(None),
        )
        .order_by(case.c.id)
        .limit(1)
    ).scalar_one_or_none()
