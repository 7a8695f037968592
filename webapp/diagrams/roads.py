"""Roads: acts that many scenarios share, told once and walked from any day.

`[[road.<name>]]` in a scenario or its base is an act whose moment is `day` (days after the
start) and `hour`; `[[act]] road = "<name>"` walks it from its own `at`, on its own `case`.
`with` gives, by element (`open` for the first answer), values that this walk has of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

Told = Mapping[str, Any]

_OF_THE_ROAD = frozenset({"day", "hour", "today"})
OWN = frozenset({"road", "at", "case", "with", "note"})


class UnknownRoad(ValueError):
    """The file names a road that it does not have."""


def walked(acts: Sequence[Told], roads: Mapping[str, Sequence[Told]]) -> Iterator[dict[str, Any]]:
    """The acts in order, each road in the place of the act that walks it. Raises UnknownRoad."""
    for act in acts:
        if "road" not in act:
            yield dict(act)
            continue
        if act["road"] not in roads or not OWN.issuperset(act):
            raise UnknownRoad(f"caminho «{act['road']}»: só {', '.join(sorted(OWN))}")
        yield from (_walk(step, act) for step in roads[act["road"]])


def _walk(step: Told, act: Told) -> dict[str, Any]:
    """One act of a road, on the day and with the values of this walk."""
    day = act["at"].date() + timedelta(days=step["day"])
    found = {name: value for name, value in step.items() if name not in _OF_THE_ROAD}
    found |= {"at": datetime.combine(day, step["hour"])}
    found |= {"case": act["case"]} if "case" in act else {}
    if "answer" in step or "open" in step:
        typed, whose = ("values", step["answer"]) if "answer" in step else ("open", "open")
        today = dict.fromkeys(step.get("today", ()), day)
        found[typed] = {**today, **step.get(typed, {}), **act.get("with", {}).get(whose, {})}
    return found
