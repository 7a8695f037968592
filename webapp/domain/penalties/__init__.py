"""Which penalties the law's table gives for the items of an auto, and why; a person decides."""

from webapp.domain.penalties.rules import (
    FirstTimeRule,
    ItemRule,
    PastPenalty,
    PenaltyRule,
    Proposal,
    RepetitionRule,
    Rules,
    UnitValue,
)
from webapp.domain.penalties.table import penalidade_cabivel

__all__ = [
    "FirstTimeRule",
    "ItemRule",
    "PastPenalty",
    "PenaltyRule",
    "Proposal",
    "RepetitionRule",
    "Rules",
    "UnitValue",
    "penalidade_cabivel",
]
