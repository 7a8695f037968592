"""The tariff of a municipality on a day, as the domain takes it, and its other readings."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from webapp.domain.fares import Crossing, FlagHours, Price, Reading, Tariff, Waiting
from webapp.laws.entry import Entry, NotInForce
from webapp.laws.reading import Law


class Said(NamedTuple):
    """An entry in one of its readings: `changed` has the values that the reading changes."""

    entry: Entry
    changed: Mapping[str, Any]

    def get(self, name: str) -> Any:
        """A value of this reading; None where the entry has none."""
        return self.changed.get(name, self.entry.get(name))


def tariff_entries(rules: Law, on: date) -> tuple[Entry, ...]:
    """What `tarifas` says on a day, in the order of the file; none where the law has no tariff."""
    found = (_in_force(rules, f"tarifas.{name}", on) for name in rules.keys("tarifas"))
    return tuple(entry for entry in found if entry)


def tariff(rules: Law, on: date) -> tuple[Tariff, tuple[Reading, ...]]:
    """The tariff in force on the day of a ride, and every other reading, the nearest first.

    Raises MissingValue where a decree was to fix it, NotInForce where the law had none.
    """
    entries = tariff_entries(rules, on)
    if not entries:
        raise NotInForce(
            f"Em {on:%d/%m/%Y} a lei de {rules.municipality.name} ainda não tratava de tarifa. "
            "Confira a data."
        )
    first, *others = sorted(product(*map(_readings, entries)), key=_distance)
    made = partial(_tariff, rules, on)
    return made(first), tuple(Reading(made(one), _because(one)) for one in others)


def _in_force(rules: Law, key: str, on: date) -> Entry | None:
    try:
        return rules.on(key, on)
    except NotInForce:
        return None


def _readings(entry: Entry) -> list[Said]:
    """What the entry says, then what each of its other readings makes of it."""
    others = entry.get("alternatives", ())
    return [Said(entry, {}), *(Said(entry, changed) for changed in others)]


def _distance(choice: Sequence[Said]) -> int:
    return sum(bool(said.changed) for said in choice)


def _because(choice: Sequence[Said]) -> tuple[str, ...]:
    other = (said for said in choice if said.changed)
    return tuple(
        f"{said.changed['because'].removesuffix('.')} ({said.entry.article})." for said in other
    )


def _tariff(rules: Law, on: date, choice: Sequence[Said]) -> Tariff:
    prices = [said.entry for said in choice if said.get("per")]
    price = partial(_price, rules, on)
    return Tariff(
        start=price(_per(prices, "viagem", on)[0]),
        km={entry["flag"]: price(entry) for entry in _per(prices, "km", on)},
        hour=price(_per(prices, "hora", on)[0]),
        hours=tuple(_hours(said) for said in choice if said.get("days")),
        waiting=Waiting(_said(choice, "waiting") or Waiting.PROPORCIONAL),
        crossing=Crossing(_said(choice, "crossing") or Crossing.INICIO),
    )


def _said(choice: Sequence[Said], name: str) -> str:
    return next(filter(None, (said.get(name) for said in choice)), "")


def _per(prices: Sequence[Entry], per: str, on: date) -> list[Entry]:
    found = [entry for entry in prices if entry["per"] == per]
    if not found:
        raise NotInForce(f"Em {on:%d/%m/%Y} a lei não tinha o preço por {per}. Confira a data.")
    return found


def _price(rules: Law, on: date, entry: Entry) -> Price:
    value = rules.on(f"valores.{entry['amount']}", on)
    act = f" ({value['act']})" if "act" in value else ""
    return Price(entry["label"], Decimal(value["value"]) * 100, entry.article + act)


def _hours(said: Said) -> FlagHours:
    return FlagHours(
        flag=said.get("flag"),
        days=frozenset(said.get("days")),
        starts=time.fromisoformat(said.get("starts")),
        ends=time.fromisoformat(said.get("ends")),
        label=said.get("label"),
        article=said.entry.article,
    )
