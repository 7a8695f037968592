"""What the law data says about items and penalties, as the values that the domain works with."""

from collections.abc import Callable, Iterator
from decimal import Decimal

from webapp.domain.penalties import ItemRule, RepetitionRule, Rules, SuspensionRule, UnitValue
from webapp.laws.entry import Entry, MissingValue

Ask = Callable[[str], Entry]

# The unit of a fine -> the key that holds its value in cents.
_UNITS = {"SM": "valores.salario_minimo"}
_NOTED = ("advertencia", "multa", "apreensao", "cassacao")


def item_rule(entry: Entry) -> ItemRule:
    """An entry of `infracoes` as the domain takes it; its code is the name of the key."""
    return ItemRule(
        code=entry.key.partition(".")[2],
        text=entry["text"],
        article=entry.article,
        since=entry.since,
        sanction=entry["sanction"],
        sanction_article=entry.get("sanction_article", ""),
        units=Decimal(entry["units"]) if "units" in entry else None,
        unit=entry.get("unit", ""),
        measure=entry.get("measure", ""),
        repetition=entry.get("repetition", ()),
        because=entry.get("because", ""),
        notes=entry_notes(entry),
    )


def penalty_rules(ask: Ask) -> Rules:
    """The rules for every item. `ask` gives the entry of a key in force for the case.

    Where a unit has no value yet for the date of the case, it is left out of `units`.
    """
    repetition = ask("penalidades.reincidencia")
    return Rules(
        repetition=RepetitionRule(
            factor=repetition["factor"],
            years=repetition["years"],
            article=repetition.article,
            notes=entry_notes(repetition),
        ),
        suspension=_suspension(ask("penalidades.suspensao"), ask),
        units=dict(_values(ask)),
        untyped=ask("penalidades.sem_sancao")["because"],
        notes={name: entry_notes(ask(f"penalidades.{name}")) for name in _NOTED},
    )


def entry_notes(entry: Entry) -> tuple[str, ...]:
    """What a screen shows with an entry: the silence of the law, what is used, what to mind."""
    default = f"Adota-se: {entry.default_because}" if entry.default_because else ""
    gap = " ".join(filter(None, [entry.gap, default]))
    return tuple(filter(None, [gap, entry.note]))


def _suspension(entry: Entry, ask: Ask) -> SuspensionRule:
    ground = ask("penalidades.suspensao_reincidencia")
    return SuspensionRule(
        article=entry.article,
        ground_article=ground.article,
        days=entry.get("length"),
        missing=entry.missing.get("length", ""),
        notes=entry_notes(entry),
        ground_notes=entry_notes(ground),
    )


def _values(ask: Ask) -> Iterator[tuple[str, UnitValue]]:
    for unit, key in _UNITS.items():
        try:
            entry = ask(key)
        except MissingValue:
            continue
        yield unit, UnitValue(entry["label"], entry["cents"], entry.article)
