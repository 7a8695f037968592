"""An order to issue a document, and who signs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webapp.domain.competence import CAPACITIES, Actor, Membership
from webapp.domain.roles import ROLES


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs, in which office and capacity, by which act: re-authenticated just now."""

    user_id: int
    name: str
    office: str
    capacity: str
    registration: str | None = None
    appointed_by: str | None = None

    @classmethod
    def of(cls, actor: Actor, membership: Membership) -> "Signer":
        """The actor signing under a membership, after typing the password again."""
        if actor.user_id is None:
            raise ValueError("the clock signs nothing")
        return cls(
            user_id=actor.user_id,
            name=actor.name,
            office=membership.office or ROLES[membership.role],
            capacity=CAPACITIES[membership.capacity],
            registration=actor.registration,
            appointed_by=membership.appointed_by,
        )


@dataclass(frozen=True, slots=True)
class Order:
    """One document to be issued in an act."""

    document: str
    about: str = ""
    task_id: int | None = None
    values: Mapping[str, Any] | None = None
    labels: tuple[tuple[str, str], ...] = ()
    signer: Signer | None = None
    extra: Mapping[str, Any] | None = None
    party_id: int | None = None
