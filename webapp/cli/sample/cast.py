"""Who works, who drives and who holds a permit in the demonstration: what there is to tell."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

APPOINTED: Final = "Portaria 12/2025"


@dataclass(frozen=True, slots=True)
class Seat:
    """A role held in a unit."""

    role: str
    unit: str
    office: str
    capacity: str = "titular"
    appointed_by: str = APPOINTED


@dataclass(frozen=True, slots=True)
class Official:
    """Somebody of the Prefeitura, with an account."""

    login: str
    name: str
    registration: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Driver:
    """Somebody who drives, as the registry knows them; the CPF is made up and valid."""

    name: str
    nine_digits: str
    address: str

    def typed(self) -> dict[str, str]:
        return {"nome": self.name, "cpf": cpf(self.nine_digits), "endereco": self.address}


@dataclass(frozen=True, slots=True)
class Permit:
    """A permit with its vehicle and who drives it."""

    number: str
    plate: str
    model: str
    colour: str
    year: int
    holder: Driver
    auxiliary: Driver | None = None

    @classmethod
    def of(cls, *told: Any) -> "Permit":
        """From number, plate, model, colour and year, and then the name, nine digits and address
        of each driver: the holder and, where there is one, the auxiliary."""
        return cls(*told[:5], *(Driver(*one) for one in told[5:]))

    @property
    def driver(self) -> Driver:
        """Who is in the street with it: the auxiliary where there is one."""
        return self.auxiliary or self.holder


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a municipality (its slug), and its permits, all of one kind and given on one
    day; `act` names the instrument of each, `stands` where they wait for passengers."""

    slug: str
    kind: str
    granted_on: date
    officials: tuple[Official, ...]
    permits: tuple[Permit, ...]
    stands: tuple[str, ...]
    act: str = "Termo de autorização {number}"


def cpf(nine: str) -> str:
    """The CPF that begins with nine digits: two check digits follow (module 11)."""
    digits = [int(digit) for digit in nine]
    for _ in range(2):
        weighted = sum(d * w for d, w in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
        digits.append(weighted * 10 % 11 % 10)
    return "".join(map(str, digits))
