"""Which penalty the law's table gives for the items of an auto, and why; a person decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from webapp.domain.money import reais, units_in_cents, units_text


@dataclass(frozen=True, slots=True)
class ItemRule:
    """What the law says of one item, in the wording of the day of the fact.

    `sanction` is advertencia, multa, suspensao, cassacao, apreensao or sem_sancao; `units` counts
    units of `unit` («SM»); `measure` is a further measure («apreensao»). `repetition` holds what a
    repetition brings: «dobro», «suspensao». `because` says why an item has no sanction. `notes`
    are shown as they are: gaps of the law and what the clerk must bear in mind.
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
    """What one unit was worth on the day of the fact, and the act that says so."""

    label: str
    cents: int
    source: str


@dataclass(frozen=True, slots=True)
class RepetitionRule:
    """When an item is repeated: the earlier penalty of the same item is final and recent."""

    factor: int
    years: int
    article: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SuspensionRule:
    """How long a suspension lasts: `days`, or the decree that must say it (`missing`).

    `ground_article` and `ground_notes` are of the suspension that a repetition brings.
    """

    article: str
    ground_article: str
    days: int | None = None
    missing: str = ""
    notes: tuple[str, ...] = ()
    ground_notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold for every item. `untyped` says why nothing may be imposed without type.

    `units` has the value of each unit on the day of the fact; `notes` has, for each kind of
    sanction, what the screen must show with it.
    """

    repetition: RepetitionRule
    suspension: SuspensionRule
    units: Mapping[str, UnitValue]
    untyped: str
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """One penalty that fits an item. `why` and `notes` are sentences for the authority.

    `units` are those to be paid, doubled already; `cents` is None where the value of the unit is
    not known: the fine is then drawn in units. `doubled_by` is the record that makes it a
    repetition. `blocked` says why it cannot be imposed; empty when it can.
    """

    code: str
    kind: str
    article: str
    why: tuple[str, ...]
    notes: tuple[str, ...] = ()
    units: Decimal | None = None
    unit: str = ""
    unit_cents: int | None = None
    cents: int | None = None
    measure: str = ""
    days: int | None = None
    doubled_by: str = ""
    blocked: str = ""


def penalidade_cabivel(
    items: Iterable[ItemRule], history: Sequence[PastPenalty], fact_on: date, rules: Rules
) -> tuple[Proposal, ...]:
    """The penalties that the law gives for the items of an auto, one or more for each item.

    An item whose repetition also brings suspension gives a second proposal, for the suspension.
    Units are those of the law on `fact_on`, and so is their value; a repetition multiplies the
    units before they become cents, rounded half up.
    """
    return tuple(
        proposal
        for item in items
        for proposal in _of_item(item, _earlier(item, history, fact_on, rules), fact_on, rules)
    )


def repeats(past: PastPenalty, code: str, fact_on: date, years: int) -> bool:
    """Whether `past` makes a fact of `fact_on` under item `code` a repetition.

    The earlier penalty was final before the fact, and no more than `years` years before.
    Source: the repetition rule of the law data (by analogy, Código Penal, arts. 63 and 64, I).
    """
    if past.code != code or past.final_on is None or past.final_on >= fact_on:
        return False
    return fact_on <= _years_after(past.final_on, years)


def _of_item(
    item: ItemRule, earlier: Sequence[PastPenalty], fact_on: date, rules: Rules
) -> Iterator[Proposal]:
    if item.sanction == "sem_sancao":
        yield _untyped(item, fact_on, rules)
    elif item.sanction == "multa":
        yield _fine(item, earlier, fact_on, rules)
    elif item.sanction == "suspensao":
        yield _suspended(item, fact_on, rules.suspension)
    else:
        yield _plain(item, fact_on, rules)
    if earlier and "suspensao" in item.repetition:
        yield _suspended_for_repetition(item, earlier, fact_on, rules)


def _untyped(item: ItemRule, fact_on: date, rules: Rules) -> Proposal:
    return Proposal(
        code=item.code,
        kind=item.sanction,
        article=item.article,
        why=(_conduct(item, fact_on),),
        notes=item.notes,
        blocked=item.because or rules.untyped,
    )


def _plain(item: ItemRule, fact_on: date, rules: Rules) -> Proposal:
    return Proposal(
        code=item.code,
        kind=item.sanction,
        article=item.sanction_article,
        why=(_conduct(item, fact_on), f"Penalidade prevista: {_NAMES[item.sanction]}."),
        notes=(*item.notes, *rules.notes.get(item.sanction, ())),
        measure=item.measure,
    )


def _suspended(item: ItemRule, fact_on: date, rule: SuspensionRule) -> Proposal:
    return Proposal(
        code=item.code,
        kind="suspensao",
        article=item.article,
        why=(_conduct(item, fact_on),),
        notes=(*item.notes, *rule.notes),
        days=rule.days,
        blocked=_without_length(rule),
    )


def _suspended_for_repetition(
    item: ItemRule, earlier: Sequence[PastPenalty], fact_on: date, rules: Rules
) -> Proposal:
    rule = rules.suspension
    return Proposal(
        code=item.code,
        kind="suspensao",
        article=rule.ground_article,
        why=(_conduct(item, fact_on), _repeated(earlier)),
        notes=(*rule.ground_notes, *rules.repetition.notes, *rule.notes),
        days=rule.days,
        blocked=_without_length(rule),
    )


def _without_length(rule: SuspensionRule) -> str:
    if rule.days:
        return ""
    return (
        f"A suspensão não pode ser imposta: falta {rule.missing} ({rule.article}). "
        "Registre o fundamento e peça o ato ao Executivo."
    )


def _fine(item: ItemRule, earlier: Sequence[PastPenalty], fact_on: date, rules: Rules) -> Proposal:
    if item.units is None:
        raise ValueError(f"item {item.code} is fined and has no units")
    doubled = bool(earlier) and "dobro" in item.repetition
    units = _tidy(item.units * rules.repetition.factor) if doubled else item.units
    value = rules.units.get(item.unit)
    why = [_conduct(item, fact_on), f"Multa prevista no {item.sanction_article}."]
    if doubled:
        why.append(f"{_repeated(earlier)} Multa em dobro ({rules.repetition.article}).")
    why.append(_sum(units, item.unit, value, fact_on))
    if item.measure:
        why.append(f"Cabe também {_NAMES[item.measure]}.")
    return Proposal(
        code=item.code,
        kind="multa",
        article=item.sanction_article,
        why=tuple(why),
        notes=_fine_notes(item, earlier, rules),
        units=units,
        unit=item.unit,
        unit_cents=value.cents if value else None,
        cents=units_in_cents(units, value.cents) if value else None,
        measure=item.measure,
        doubled_by=earlier[-1].record if doubled else "",
    )


def _fine_notes(item: ItemRule, earlier: Sequence[PastPenalty], rules: Rules) -> tuple[str, ...]:
    repeated = rules.repetition.notes if earlier and item.repetition else ()
    return (*item.notes, *rules.notes.get("multa", ()), *repeated)


def _earlier(
    item: ItemRule, history: Iterable[PastPenalty], fact_on: date, rules: Rules
) -> list[PastPenalty]:
    """The penalties that make the item a repetition, by day of finality, the last one last."""
    years = rules.repetition.years
    found = [
        (past.final_on, past.record, past)
        for past in history
        if past.final_on and repeats(past, item.code, fact_on, years)
    ]
    return [past for _, _, past in sorted(found, key=lambda row: row[:2])]


def _conduct(item: ItemRule, fact_on: date) -> str:
    return (
        f"{item.text} ({item.article}, na redação em vigor em {fact_on:%d/%m/%Y}, "
        f"desde {item.since:%d/%m/%Y})."
    )


def _repeated(earlier: Sequence[PastPenalty]) -> str:
    last = earlier[-1]
    sentence = f"Reincidência: {last.record}, penalidade definitiva em {last.final_on:%d/%m/%Y}."
    if len(earlier) == 1:
        return sentence
    return f"{sentence} É a {len(earlier)}ª reincidência: considere a gravidade da infração."


def _sum(units: Decimal, unit: str, value: UnitValue | None, fact_on: date) -> str:
    if value is None:
        return (
            f"{units_text(units)} {unit}. O valor da unidade em {fact_on:%d/%m/%Y} não está "
            "cadastrado: a multa fica em unidades até que se cadastre."
        )
    cents = units_in_cents(units, value.cents)
    return (
        f"{units_text(units)} × {reais(value.cents)} ({value.label} em {fact_on:%d/%m/%Y}, "
        f"{value.source}) = {reais(cents)}."
    )


def _tidy(units: Decimal) -> Decimal:
    """Twice «0.5» is «1», not «1.0»: units are stored and printed as text."""
    return Decimal(int(units)) if units == int(units) else units


def _years_after(day: date, years: int) -> date:
    """The same day so many years later; 1 March where it does not exist (Lei 810/1949, art. 3º)."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)


_NAMES = {
    "advertencia": "advertência",
    "apreensao": "apreensão do veículo",
    "cassacao": "cassação da autorização",
}
