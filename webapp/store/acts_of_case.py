"""What the pages of acts that no diagram draws read: the links of a case, and who may die."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case as either
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.store.tables import case, case_link, case_party, person, private_text


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link of a case, seen from it. `is_joined`: it is this case that is joined to the other."""

    id: int
    other_id: int
    number: str
    subject: str
    kind: str
    is_joined: bool
    reason: str
    linked_at: datetime


def links(session: Session, municipality_id: int, case_id: int) -> list[LinkRow]:
    """The links of a case that stand, the oldest first."""
    mine = case_link.c.case_id == case_id
    far = either((mine, case_link.c.other_case_id), else_=case_link.c.case_id)
    rows = session.execute(
        select(
            case_link.c.id,
            case.c.id.label("other_id"),
            case.c.number,
            case.c.subject,
            case_link.c.kind,
            mine.label("is_joined"),
            private_text.c.text.label("reason"),
            case_link.c.linked_at,
        )
        .join(case, (case.c.id == far) & (case.c.municipality_id == case_link.c.municipality_id))
        .join(private_text, private_text.c.id == case_link.c.reason_ref)
        .where(
            case_link.c.municipality_id == municipality_id,
            or_(mine, case_link.c.other_case_id == case_id),
            case_link.c.ended_at.is_(None),
        )
        .order_by(case_link.c.id)
    )
    return [LinkRow(**{**row._mapping, "reason": row.reason or ""}) for row in rows]


@dataclass(frozen=True, slots=True)
class LivingParty:
    """A party of a case whose death is not on record."""

    id: int
    name: str
    role: str


def living(session: Session, municipality_id: int, case_id: int) -> list[LivingParty]:
    """The parties of a case who live, in order of entry."""
    rows = session.execute(
        select(case_party.c.id, person.c.name, case_party.c.role)
        .join(person, person.c.id == case_party.c.person_id)
        .where(
            case_party.c.case_id == case_id,
            case_party.c.municipality_id == municipality_id,
            case_party.c.died_on.is_(None),
            case_party.c.to_day.is_(None),
        )
        .order_by(case_party.c.id)
    )
    return [LivingParty(*row) for row in rows]
