"""What the law data says about items and penalties, as the values that the domain works with."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import lru_cache

from webapp.domain.penalties import (
    FirstTimeRule,
    ItemRule,
    PenaltyRule,
    RepetitionRule,
    Rules,
    UnitValue,
)
from webapp.domain.points import PointsLimit
from webapp.laws.entry import Entry, MissingValue, UnknownKey

Ask = Callable[[str], Entry]

# The unit of a fine -> the key that holds its value.
_UNITS = {"SM": "valores.salario_minimo", "VRTE": "valores.vrte"}
_LIMITS = ("pontos_12", "pontos_36")


@lru_cache(maxsize=1024)
def item_rule(entry: Entry) -> ItemRule:
    """An entry of `infracoes` as the domain takes it; its code is the name of the key."""
    return ItemRule(
        code=entry.key.partition(".")[2],
        text=entry["text"],
        article=entry.article,
        since=entry.since,
        sanction=entry["sanction"],
        sanction_article=entry.get("sanction_article", ""),
        units=_decimal(entry, "units"),
        unit=entry.get("unit", ""),
        measure=entry.get("measure", ""),
        points=_decimal(entry, "points"),
        points_article=entry.get("points_article", ""),
        adds=entry.get("adds", ()),
        repetition=entry.get("repetition", ()),
        because=entry.get("because", ""),
        notes=entry_notes(entry),
    )


def penalty_rules(ask: Ask, items: Sequence[ItemRule]) -> Rules:
    """The rules for these items. `ask` gives the entry of a key in force for the case.

    Only what the items name is asked. A unit without value on the date of the case is in
    `missing`, with the act that must fix it, and not in `units`.
    """
    units, missing = _units(ask, {item.unit for item in items if item.unit})
    return Rules(
        repetition=_repetition(ask("penalidades.reincidencia")),
        penalties={name: _penalty(ask, name) for name in _named(items)},
        units=units,
        missing=missing,
        first_time=_first_time(ask),
        untyped=_untyped(ask, items),
    )


@lru_cache(maxsize=64)
def _repetition(entry: Entry) -> RepetitionRule:
    return RepetitionRule(entry["factor"], entry["years"], entry.article, entry_notes(entry))


def points_limits(ask: Ask) -> tuple[PointsLimit, ...]:
    """The limits of points that the law sets; none where it has no points."""
    try:
        entries = [ask(f"penalidades.{name}") for name in _LIMITS]
    except UnknownKey:
        return ()
    return tuple(
        PointsLimit(e["months"], Decimal(e["limit"]), e.article, entry_notes(e)) for e in entries
    )


def entry_notes(entry: Entry) -> tuple[str, ...]:
    """What a screen shows with an entry: the silence of the law, what is used, what to mind."""
    default = f"Adota-se: {entry.default_because}" if entry.default_because else ""
    gap = " ".join(filter(None, [entry.gap, default]))
    return tuple(filter(None, [gap, entry.note]))


def _decimal(entry: Entry, name: str) -> Decimal | None:
    return Decimal(entry[name]) if name in entry else None


def _named(items: Iterable[ItemRule]) -> tuple[str, ...]:
    """The penalties that the items name, each once, in their order."""
    names = [
        name
        for item in items
        for name in (item.sanction, item.measure, *item.adds, *item.repetition)
    ]
    return tuple(dict.fromkeys(n for n in names if n not in ("", "dobro", "sem_sancao")))


def _penalty(ask: Ask, name: str) -> PenaltyRule:
    """The penalty of an entry; `of` names the one of which it is a case, and which says the rest:
    what it is called and how long it lasts."""
    entry = ask(f"penalidades.{name}")
    return _rule(entry, ask(f"penalidades.{entry['of']}") if "of" in entry else entry)


@lru_cache(maxsize=256)
def _rule(entry: Entry, whole: Entry) -> PenaltyRule:
    missing = whole.missing.get("length")
    return PenaltyRule(
        kind=entry["kind"],
        label=whole["label"],
        article=entry.article,
        days=whole.get("length"),
        at_most=whole.get("at_most", False),
        missing=f"{missing} ({whole.article})" if missing else "",
        own_case=entry.get("own_case", ""),
        notes=tuple(dict.fromkeys((*entry_notes(entry), *entry_notes(whole)))),
    )


def _first_time(ask: Ask) -> FirstTimeRule | None:
    try:
        entry = ask("penalidades.primeira_vez")
    except UnknownKey:
        return None
    return FirstTimeRule(frozenset(entry["items"]), _penalty(ask, "primeira_vez"))


def _untyped(ask: Ask, items: Iterable[ItemRule]) -> str:
    if any(item.sanction == "sem_sancao" for item in items):
        return str(ask("penalidades.sem_sancao")["because"])
    return ""


def unit_value(ask: Ask, unit: str) -> UnitValue:
    """What a unit of fines («VRTE») is worth. Raises MissingValue where no act says so yet."""
    return _worth(ask(_UNITS[unit]))


@lru_cache(maxsize=256)
def _worth(entry: Entry) -> UnitValue:
    source = entry.get("act", entry.article)
    return UnitValue.in_reais(entry["label"], entry["value"], source)


def _units(ask: Ask, names: Iterable[str]) -> tuple[dict[str, UnitValue], dict[str, str]]:
    """The units of which the value is known, and the act that each of the others awaits."""
    values: dict[str, UnitValue] = {}
    missing: dict[str, str] = {}
    for unit in sorted(names):
        try:
            values[unit] = unit_value(ask, unit)
        except MissingValue as error:
            missing[unit] = error.missing
    return values, missing
