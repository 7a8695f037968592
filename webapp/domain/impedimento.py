"""Who may not act in a case: the record that bars a person, or none.

One rule for director, appeal authority and commission. Source: Lei 9.784/1999, arts. 18 to 20
(subsidiary: STJ, Súmula 633), and the municipal law where it names the competent body.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

GROUNDS: Final[dict[str, str]] = {
    "lavrou": "lavrou o auto",
    "conferiu": "conferiu o auto",
    "impos": "impôs a penalidade",
    "decidiu": "já decidiu neste processo",
    "parte": "é parte no processo",
    "procurador": "é procurador de uma parte",
    "auxiliar": "é auxiliar do titular",
    "parente": "é parente de uma parte",
}


@dataclass(frozen=True, slots=True)
class Person:
    """Who wants to act: the account and, where known, the CPF behind it."""

    user_id: int
    cpf: str | None


@dataclass(frozen=True, slots=True)
class Involvement:
    """One record that ties a person to the case: `ground` of `GROUNDS`, and the record itself."""

    ground: str
    record: str
    user_id: int | None = None
    cpf: str | None = None

    def is_of(self, person: Person) -> bool:
        if self.user_id is not None and self.user_id == person.user_id:
            return True
        return bool(self.cpf) and self.cpf == person.cpf


def impedimento(
    person: Person, involvements: Iterable[Involvement], grounds: Iterable[str]
) -> Involvement | None:
    """The first record that bars `person` on one of `grounds`; None when nothing does."""
    barred = frozenset(grounds)
    return next((i for i in involvements if i.ground in barred and i.is_of(person)), None)
