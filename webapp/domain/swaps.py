"""Whether an auxiliary or a vehicle may be changed for another on a day, or from when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from webapp.domain.finding import Finding, refusals
from webapp.domain.waits import Past, Wait, bar

TROCA_AUXILIAR, SUBSTITUICAO_VEICULO = "troca_auxiliar", "substituicao_veiculo"


@dataclass(frozen=True, slots=True)
class Swap:
    """What each waiting period says; `from_day` is the first day on which none of them bars, the
    day itself where the swap is allowed already."""

    findings: tuple[Finding, ...]
    from_day: date

    @property
    def allowed(self) -> bool:
        return not refusals(self.findings)


def swap(kind: str, history: Sequence[Past], on: date, waits: Iterable[Wait]) -> Swap:
    """Whether a swap of a kind (what waits bar: TROCA_AUXILIAR, SUBSTITUICAO_VEICULO) is allowed.

    `history` is the permit's: who and what was bound to it, and since when. A law without waiting
    period for it lets it be done at any time.
    """
    found = [bar(wait, history, on) for wait in waits if kind in wait.bars]
    until = [one.free_from for one in found if one.bars(on) and one.free_from]
    findings = tuple(one.wait.finding(one.verdict(on)) for one in found)
    return Swap(findings, max(until, default=on))
