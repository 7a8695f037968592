"""People who keep the system running: they have no step in any diagram."""

from datetime import date

from tests.cases.kit import World
from webapp.domain.competence import Actor, Membership
from webapp.store import people
from webapp.store.database import transaction

SINCE = date(2025, 1, 2)


def employ(world: World, login: str, name: str, role: str) -> None:
    """Give the world somebody who holds a role that is no lane."""
    town = world.municipality_id
    with transaction(world.engine) as session:
        user = people.add_account(
            session, municipality_id=town, login=login, name=name, password_hash="-"
        )
        held = people.add_membership(
            session,
            municipality_id=town,
            user_id=user,
            role=role,
            capacity="titular",
            from_day=SINCE,
        )
    membership = Membership(held, role, "titular")
    world.actors[login] = Actor(user, name, town, world.stage.municipality, (membership,))
