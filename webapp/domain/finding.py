"""The answer to one requirement of the law: whether the facts meet it, why, and what would."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """Whether the facts meet a requirement; CONFERIR where they do not say, and a person looks."""

    ATENDE = "atende"
    NAO_ATENDE = "nao_atende"
    CONFERIR = "conferir"


class Verdict(NamedTuple):
    """What a check says: the state, why, and what would be allowed or from when."""

    state: State
    why: str
    allowed: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one requirement.

    `requirement` is its key in the law data («requisitos.idade_minima»), `label` what it asks,
    `why` and `allowed` sentences for the reader; `notes` tell the law's silence and what is done
    about it.
    """

    requirement: str
    label: str
    article: str
    state: State
    why: str
    allowed: str = ""
    notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """«Ser maior de 21 anos (art. 7º, III): completa 21 anos em 10/03/2030. …»."""
        return f"{self.label} ({self.article}): {self.why} {self.allowed}".strip()


def refusals(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Those that the facts contradict: with any of them the answer is no."""
    return tuple(finding for finding in findings if finding.state is State.NAO_ATENDE)


def meets(why: str) -> Verdict:
    return Verdict(State.ATENDE, why)


def fails(why: str, allowed: str) -> Verdict:
    return Verdict(State.NAO_ATENDE, why, allowed)


def unknown(why: str) -> Verdict:
    return Verdict(State.CONFERIR, why)


def br(day: date) -> str:
    """«31/12/2026»."""
    return f"{day:%d/%m/%Y}"


def counted(n: int, one: str, many: str) -> str:
    """«1 ano», «5 anos»."""
    return f"{n} {one if n == 1 else many}"
