"""What a law says of infractions and penalties, and what comes out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class ItemRule:
    """What the law says of one item, in the wording of the day of the fact.

    `sanction` is advertencia, multa, suspensao, cassacao, apreensao or sem_sancao; `units` counts
    units of `unit` («SM», «VRTE»); `measure` is a further measure («apreensao»). `adds` names the
    penalties that come with the sanction every time; `repetition` what a repetition brings:
    «dobro» doubles the fine, any other name is that of a penalty. `because` says why an item has
    no sanction. `notes` are shown as they are: gaps of the law and what the clerk must bear in
    mind.
    """

    code: str
    text: str
    article: str
    since: date
    sanction: str
    sanction_article: str = ""
    units: Decimal | None = None
    unit: str = ""
    measure: str = ""
    points: Decimal | None = None
    points_article: str = ""
    adds: tuple[str, ...] = ()
    repetition: tuple[str, ...] = ()
    because: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PastPenalty:
    """A penalty on record against the same person; `final_on` is None while it can change.

    `record` names it for the reader: «auto 0007/2025».
    """

    record: str
    code: str
    final_on: date | None


@dataclass(frozen=True, slots=True)
class UnitValue:
    """What one unit was worth on the day of the fact, in cents, and the act that says so."""

    label: str
    cents: Decimal
    source: str

    @classmethod
    def in_reais(cls, label: str, reais: str, source: str) -> "UnitValue":
        """From decimal text of reais, as the law data and the authority write it: «4.7175»."""
        return cls(label, Decimal(reais) * 100, source)


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """One penalty that items may name.

    `kind` is advertencia, multa, suspensao, impedimento, cassacao or apreensao, `label` its name
    for the reader. `days` is how long it lasts, at most so long where `at_most`; `missing` is the
    act that must still say it. `own_case` is the article by which only a case of its own may
    impose it; empty where the auto itself may.
    """

    kind: str
    label: str
    article: str
    days: int | None = None
    at_most: bool = False
    missing: str = ""
    own_case: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RepetitionRule:
    """When an item is repeated: the earlier penalty of the same item is final and recent."""

    factor: int
    years: int
    article: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstTimeRule:
    """The first infraction of any of `items` brings `penalty` in the place of their own."""

    items: frozenset[str]
    penalty: PenaltyRule


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold for every item.

    `penalties` has those that the items name as sanction, addition or consequence of a
    repetition. `units` has the value of each unit on the day of the fact; a unit without one has
    in `missing` the act that must fix it. `untyped` says why nothing may be imposed without type.
    """

    repetition: RepetitionRule
    penalties: Mapping[str, PenaltyRule]
    units: Mapping[str, UnitValue]
    missing: Mapping[str, str] = field(default_factory=dict)
    first_time: FirstTimeRule | None = None
    untyped: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One penalty that fits an item. `why` and `notes` are sentences for the authority.

    `units` are those to be paid, doubled already; `cents` is None where the value of the unit is
    not known: the fine is then drawn in units. `unit_cents` and `unit_source` tell what a unit
    was worth and by which act. `points` are those of the item and stand in its first proposal
    only, so that they add up. `days` is the most that an impediment may last. `doubled_by` is the
    record that makes it a repetition. `blocked` says why it cannot be imposed; empty when it can.
    """

    code: str
    kind: str
    article: str
    why: tuple[str, ...]
    notes: tuple[str, ...] = ()
    units: Decimal | None = None
    unit: str = ""
    unit_cents: Decimal | None = None
    unit_source: str = ""
    cents: int | None = None
    points: Decimal | None = None
    measure: str = ""
    days: int | None = None
    doubled_by: str = ""
    blocked: str = ""
