"""Who is party of a case: a dated row for each role, with the fact that names the person."""

from datetime import timedelta

from webapp.cases.act import Act


def set_all(act: Act, persons: dict[str, int | None]) -> None:
    """Who is party now, by role; one of an auto that was drawn up again ceases the day before."""
    for party in act.parties:
        if party.role in persons and party.person_id != persons[party.role]:
            party.to_day = act.today - timedelta(days=1)
    for role, person_id in persons.items():
        if person_id and not any(
            p.person_id == person_id for p in act.parties_in([role], act.today)
        ):
            add(act, person_id, role)


def add(act: Act, person_id: int, role: str) -> None:
    """A party from today on, and the fact that says who it is."""
    party = act.parties.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        person_id=person_id,
        role=role,
        from_day=act.today,
        to_day=None,
        attorney_of=None,
    )
    act.read_again("people")
    act.enter_fact("pessoa", role, party.id, str(person_id))
