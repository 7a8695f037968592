"""Values entered on screen, laid over those of the law's files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from types import MappingProxyType

from webapp.domain.calendar import ONE_DAY
from webapp.laws.entry import Entry
from webapp.laws.reading import Law

SUBJECT = "valores"


@dataclass(frozen=True, slots=True)
class EnteredValue:
    """What a key of `valores` («valores.vrte») is worth from a day on, and until one where it has
    an end. `value` is decimal text («4.7175»), `act` fixes it; put in force on the day `on`."""

    key: str
    value: str
    act: str
    since: date
    until: date | None
    on: date


@lru_cache(maxsize=64)
def with_values(law: Law, values: tuple[EnteredValue, ...]) -> Law:
    """The law with these values in force, in the order in which they were approved.

    A value holds from its first day until its last one or, without one, until the next known value
    begins; of two for the same days the later one holds. The keys stay those of the law.
    """
    own = dict(law.own)
    for value in values:
        own[value.key] = tuple(_laid(own.get(value.key) or law.entries(value.key), value))
    return replace(law, own=MappingProxyType(own))


def _laid(entries: Sequence[Entry], value: EnteredValue) -> Iterator[Entry]:
    last = value.until or value.since
    yield from (entry for entry in entries if entry.since < value.since)
    yield _entry(entries, value)
    covered = [entry for entry in entries if entry.since <= last]
    later = [entry for entry in entries if entry.since > last]
    if value.until and covered and not _begins(later, value.until):
        yield from _again(covered[-1], value.until)
    yield from later


def _begins(later: Sequence[Entry], until: date) -> bool:
    return bool(later) and later[0].since == until + ONE_DAY


def _again(below: Entry, until: date) -> Iterator[Entry]:
    """What held before goes on after the last day of a value, where it had not ended."""
    if below.until is None or below.until > until:
        yield replace(below, since=until + ONE_DAY)


def _entry(entries: Sequence[Entry], value: EnteredValue) -> Entry:
    """The value in the shape of the entry that it follows: the same label, article and date."""
    before = [entry for entry in entries if entry.since <= value.since and not entry.revoked]
    model = before[-1] if before else entries[0]
    unread = "value" in model.missing  # what it does not know is the value, known now
    source = f"valor cadastrado em {value.on:%d/%m/%Y}, {value.act}"
    return replace(
        model,
        since=value.since,
        until=value.until,
        awaits=_awaits(model, value.until),
        article=model.article if _by_another_act(entries) else value.act,
        fields=MappingProxyType({**model.fields, "value": value.value, "act": source}),
        missing=MappingProxyType({n: why for n, why in model.missing.items() if n != "value"}),
        gap=None if unread else model.gap,
        default_because=None if unread else model.default_because,
        note=None,
        corrected=None,
    )


def _by_another_act(entries: Sequence[Entry]) -> bool:
    """Whether the article says who fixes the value; where it does not, it is the act itself."""
    return any("act" in entry.fields or "value" in entry.missing for entry in entries)


def _awaits(model: Entry, until: date | None) -> str | None:
    if until is None:
        return None
    after = until + ONE_DAY
    return f"o ato que fixa, a partir de {after:%d/%m/%Y}, o valor de «{model['label']}»"
