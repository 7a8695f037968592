"""The law's table: from items and record to penalties with their reasons."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from webapp.domain.money import price, reais, tidy, units_in_cents, units_text
from webapp.domain.penalties.rules import ItemRule, PastPenalty, PenaltyRule, Proposal, Rules


@dataclass(frozen=True, slots=True)
class _Charge:
    """One item of an auto with what was final against the person before the fact.

    `earlier` makes it a repetition; `listed` keeps it from being a first time. Both are by day of
    finality, the last one last.
    """

    item: ItemRule
    fact_on: date
    rules: Rules
    earlier: Sequence[PastPenalty]
    listed: Sequence[PastPenalty]


def penalidade_cabivel(
    items: Iterable[ItemRule], history: Sequence[PastPenalty], fact_on: date, rules: Rules
) -> tuple[Proposal, ...]:
    """The penalties that the law gives for the items of an auto, one or more for each item.

    The first proposal of an item is its sanction, or what stands in its place; then come the
    penalties that go with it every time, then those of a repetition. Units are those of the law
    on `fact_on`, and so is their value; a repetition multiplies the units before they become
    cents, rounded half up.
    """
    return tuple(
        proposal for item in items for proposal in _of_item(_charge(item, history, fact_on, rules))
    )


def _charge(item: ItemRule, history: Iterable[PastPenalty], fact_on: date, rules: Rules) -> _Charge:
    final = sorted(
        (past for past in history if past.final_on and past.final_on < fact_on),
        key=lambda past: (past.final_on, past.record),
    )
    years = rules.repetition.years
    earlier = [past for past in final if _repeats(past, item.code, fact_on, years)]
    first = rules.first_time
    same_list = first.items if first and item.code in first.items else ()
    listed = [past for past in final if past.code in same_list]
    return _Charge(item, fact_on, rules, earlier, listed)


def _repeats(past: PastPenalty, code: str, fact_on: date, years: int) -> bool:
    """Whether `past` makes a fact of `fact_on` under item `code` a repetition.

    The earlier penalty was final before the fact, and no more than `years` years before.
    Source: the repetition rule of the law data (by analogy, Código Penal, arts. 63 and 64, I).
    """
    if past.code != code or past.final_on is None or past.final_on >= fact_on:
        return False
    return fact_on <= _years_after(past.final_on, years)


def _of_item(charge: _Charge) -> Iterator[Proposal]:
    item, penalties = charge.item, charge.rules.penalties
    yield _with_points(_sanction(charge), item)
    yield from (_penalty(charge, penalties[name]) for name in item.adds)
    if charge.earlier:
        brought = (penalties[name] for name in item.repetition if name != "dobro")
        yield from (_for_repetition(charge, rule) for rule in brought)


def _sanction(charge: _Charge) -> Proposal:
    item, rules = charge.item, charge.rules
    if item.sanction == "sem_sancao":
        return _untyped(charge)
    if rules.first_time and item.code in rules.first_time.items and not charge.listed:
        return _first(charge, rules.first_time.penalty)
    if item.sanction == "multa":
        return _fine(charge)
    return replace(
        _penalty(charge, rules.penalties[item.sanction]),
        article=item.sanction_article,
        measure=item.measure,
    )


def _with_points(proposal: Proposal, item: ItemRule) -> Proposal:
    if item.points is None:
        return proposal
    sentence = f"Pontos: {units_text(item.points)} ({item.points_article})."
    return replace(proposal, points=item.points, why=(*proposal.why, sentence))


def _untyped(charge: _Charge) -> Proposal:
    item = charge.item
    return Proposal(
        code=item.code,
        kind=item.sanction,
        article=item.article,
        why=(_conduct(charge),),
        notes=item.notes,
        blocked=item.because or charge.rules.untyped,
    )


def _first(charge: _Charge, rule: PenaltyRule) -> Proposal:
    """The milder penalty of the first time, in the place of the item's own."""
    return _penalty(
        charge,
        rule,
        f"Primeira infração entre os itens do {rule.article}: antes do fato o registro não tem, "
        "contra a pessoa, penalidade definitiva de nenhum deles.",
    )


def _for_repetition(charge: _Charge, rule: PenaltyRule) -> Proposal:
    found = _penalty(charge, rule, _repeated(charge.earlier))
    return replace(found, notes=(*found.notes, *charge.rules.repetition.notes))


def _penalty(charge: _Charge, rule: PenaltyRule, *because: str) -> Proposal:
    return Proposal(
        code=charge.item.code,
        kind=rule.kind,
        article=rule.article,
        why=(_conduct(charge), *because, f"Penalidade prevista: {_named(rule)}."),
        notes=(*charge.item.notes, *rule.notes),
        days=rule.days,
        blocked=_not_here(rule),
    )


def _named(rule: PenaltyRule) -> str:
    """«suspensão da autorização, por 30 dias», «impedimento do veículo, por até 90 dias»."""
    name = rule.label[:1].lower() + rule.label[1:]
    if rule.days is None:
        return name
    return f"{name}, por {'até ' if rule.at_most else ''}{rule.days} dias"


def _not_here(rule: PenaltyRule) -> str:
    if rule.own_case:
        return (
            f"Só um processo próprio pode impor esta penalidade ({rule.own_case}). Quando a "
            "decisão deste auto for definitiva, o fato é fundamento para propô-lo."
        )
    if rule.missing:
        return (
            f"Esta penalidade não pode ser imposta: falta {rule.missing}. "
            "Registre o fundamento e peça o ato ao Executivo."
        )
    return ""


def _fine(charge: _Charge) -> Proposal:
    item, rules = charge.item, charge.rules
    if item.units is None:
        raise ValueError(f"item {item.code} is fined and has no units")
    doubled = bool(charge.earlier) and "dobro" in item.repetition
    units = tidy(item.units * rules.repetition.factor) if doubled else item.units
    value = rules.units.get(item.unit)
    return Proposal(
        code=item.code,
        kind="multa",
        article=item.sanction_article,
        why=(*_why_fined(charge, doubled), _sum(charge, units), *_measured(charge)),
        notes=_fine_notes(charge),
        units=units,
        unit=item.unit,
        unit_cents=value.cents if value else None,
        unit_source=value.source if value else "",
        cents=units_in_cents(units, value.cents) if value else None,
        measure=item.measure,
        doubled_by=charge.earlier[-1].record if doubled else "",
    )


def _why_fined(charge: _Charge, doubled: bool) -> Iterator[str]:
    first, repetition = charge.rules.first_time, charge.rules.repetition
    yield _conduct(charge)
    yield f"Multa prevista no {charge.item.sanction_article}."
    if doubled:
        yield f"{_repeated(charge.earlier)} Multa em dobro ({repetition.article})."
    elif first and charge.listed:
        last = charge.listed[-1]
        yield (
            f"Não é a primeira infração entre os itens do {first.penalty.article}: {last.record}, "
            f"penalidade definitiva em {last.final_on:%d/%m/%Y}. Também não é reincidência "
            f"({repetition.article}): multa simples."
        )


def _measured(charge: _Charge) -> Iterator[str]:
    if charge.item.measure:
        rule = charge.rules.penalties[charge.item.measure]
        yield f"Cabe também {_named(rule)}."


def _fine_notes(charge: _Charge) -> tuple[str, ...]:
    item, rules = charge.item, charge.rules
    repeated = rules.repetition.notes if charge.earlier and item.repetition else ()
    return (*item.notes, *rules.penalties["multa"].notes, *repeated)


def _conduct(charge: _Charge) -> str:
    item = charge.item
    return (
        f"{item.text} ({item.article}, na redação em vigor em {charge.fact_on:%d/%m/%Y}, "
        f"desde {item.since:%d/%m/%Y})."
    )


def _repeated(earlier: Sequence[PastPenalty]) -> str:
    last = earlier[-1]
    sentence = f"Reincidência: {last.record}, penalidade definitiva em {last.final_on:%d/%m/%Y}."
    if len(earlier) == 1:
        return sentence
    return f"{sentence} É a {len(earlier)}ª reincidência: considere a gravidade da infração."


def _sum(charge: _Charge, units: Decimal) -> str:
    unit, fact_on = charge.item.unit, charge.fact_on
    value = charge.rules.units.get(unit)
    if value is None:
        missing = charge.rules.missing.get(unit, f"o valor de {unit}")
        return (
            f"{units_text(units)} {unit}. Falta {missing}: a multa fica em unidades até que se "
            f"cadastre o valor em vigor em {fact_on:%d/%m/%Y}."
        )
    cents = units_in_cents(units, value.cents)
    return (
        f"{units_text(units)} × {price(value.cents)} ({value.label} em {fact_on:%d/%m/%Y}, "
        f"{value.source}) = {reais(cents)}."
    )


def _years_after(day: date, years: int) -> date:
    """The same day so many years later; 1 March where it does not exist (Lei 810/1949, art. 3º)."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
