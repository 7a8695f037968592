"""The person a list names for a case: its first party, and how many others there are."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import FromClause, Label, and_, func, select

from webapp.store.tables import case, case_party, person

_own = (case_party.c.case_id == case.c.id, case_party.c.attorney_of.is_(None))
_first = (
    select(func.min(case_party.c.id))
    .where(*_own)
    .correlate(case)
    .scalar_subquery()
    .label("first_party")
)
_named = case_party.alias("named_party")
_people = (
    select(func.count(case_party.c.person_id.distinct()))
    .where(*_own)
    .correlate(case)
    .scalar_subquery()
)


def with_first_party(rows: FromClause) -> FromClause:
    """`rows`, which hold the case, joined with its first party; attorneys are no parties."""
    return rows.outerjoin(_named, _named.c.id == _first.element).outerjoin(
        person,
        and_(
            person.c.id == _named.c.person_id,
            person.c.municipality_id == case.c.municipality_id,
        ),
    )


def columns() -> Sequence[Label[Any]]:
    """`party` (the name), `cpf` and `others` (how many more people), of `with_first_party`."""
    return (
        person.c.name.label("party"),
        person.c.cpf.label("cpf"),
        (_people - 1).label("others"),
    )
