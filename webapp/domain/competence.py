"""Who may do what: roles held on a day, and in which capacity."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from webapp.domain.errors import NoCompetence
from webapp.domain.roles import ROLES

# A titular or a substituto signs; who gives support (apoio) drafts for them.
SIGNS: Final = frozenset({"titular", "substituto"})
CAPACITIES: Final[dict[str, str]] = {
    "titular": "titular",
    "substituto": "em substituição",
    "apoio": "apoio",
}


@dataclass(frozen=True, slots=True)
class Membership:
    """A role held in a capacity, by an act of appointment, on the day asked about."""

    id: int
    role: str
    capacity: str
    unit_id: int | None = None
    office: str | None = None
    appointed_by: str | None = None


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the account, and the roles it holds on the legal day of the act."""

    user_id: int | None
    name: str
    municipality_id: int
    municipality: str
    memberships: tuple[Membership, ...] = ()
    registration: str | None = None
    cpf: str | None = None
    theme: str | None = None

    @property
    def roles(self) -> frozenset[str]:
        return frozenset(m.role for m in self.memberships)

    @property
    def units(self) -> frozenset[int]:
        return frozenset(m.unit_id for m in self.memberships if m.unit_id is not None)

    def holds(self, role: str) -> bool:
        return any(m.role == role for m in self.memberships)

    def signing(self, role: str) -> Membership | None:
        """The membership under which the actor signs for `role` that day, the titular's first."""
        own = [m for m in self.memberships if m.role == role and m.capacity in SIGNS]
        return min(own, key=lambda m: m.capacity != "titular", default=None)

    @property
    def reference(self) -> str:
        """How events name the actor: never by name."""
        return "relogio" if self.user_id is None else f"user:{self.user_id}"


def clock_actor(municipality_id: int, municipality: str) -> Actor:
    """The passing of time, which ends terms and decides nothing."""
    return Actor(None, "Relógio", municipality_id, municipality)


def require(actor: Actor, roles: Collection[str], deed: str) -> None:
    """Raise NoCompetence unless the actor exercises one of the roles that day.

    `deed` is what the person wanted to do: «sobrestar o processo».
    """
    if not any(actor.holds(role) for role in roles):
        names = " ou ".join(ROLES[role] for role in roles)
        raise NoCompetence(
            f"Só quem exerce hoje a função {names} pode {deed}. Peça o ato a quem a exerce."
        )
