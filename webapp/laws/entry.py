"""One dated entry of the law, and what can be wrong when it is asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any


class LawError(LookupError):
    """The law data cannot answer; the message says what is missing and what to do now."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnknownKey(LawError):
    """No entry with this name, in the municipality's law or in the federal one."""


class NotInForce(LawError):
    """The key exists, but no wording of it was in force on the date asked."""


class MissingDate(LawError):
    """The case does not have the date by which the entry is chosen."""


class MissingValue(LawError, KeyError):
    """A value that neither the law nor a decree has fixed yet; `missing` names the act to come."""

    def __init__(self, message: str, missing: str) -> None:
        super().__init__(message)
        self.missing = missing


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Mapping[str, Any]):
    """What the law says under one key, in one wording.

    A mapping of the values of the entry (lists are tuples, tables read-only mappings). Reading a
    value that still depends on a decree raises MissingValue, which names the decree;
    `missing` holds those names. `article` is the source. Where the law is silent, `gap`
    says about what and `default_because` why this value is used meanwhile.
    `until` is the last day of a value that is known to expire, `awaits` the act that will fix the
    next one. A `revoked` entry has no values: from its day on the key is not in force.
    An entry equals itself alone, and not every mapping of the same values: what is made of it may
    be kept by it.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    key: str
    since: date
    article: str
    fields: Mapping[str, Any]
    amended_by: str | None = None
    dated_by: str = "fact"
    until: date | None = None
    awaits: str | None = None
    revoked: bool = False
    gap: str | None = None
    default_because: str | None = None
    note: str | None = None
    missing: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    corrected: Mapping[str, Any] | None = None

    def __getitem__(self, name: str) -> Any:
        if name in self.missing:
            raise MissingValue(
                f"Falta {self.missing[name]} ({self.article}). "
                "Peça o ato a quem responde pela lei do município e cadastre o valor.",
                self.missing[name],
            )
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def snapshot(self) -> dict[str, Any]:
        """Plain JSON of the whole entry, to be kept by whoever used it."""
        about = {name: getattr(self, name) for name in _ABOUT}
        kept = {name: _plain(value) for name, value in about.items() if value}
        return {"key": self.key, "from": self.since.isoformat(), **kept, **_plain(self.fields)}


_ABOUT = (
    *("article", "amended_by", "dated_by", "until", "gap", "default_because"),
    *("note", "missing", "corrected"),
)


def frozen(value: Any) -> Any:
    """The same value with read-only tables and tuples for lists."""
    if isinstance(value, dict):
        return MappingProxyType({name: frozen(inner) for name, inner in value.items()})
    if isinstance(value, list):
        return tuple(frozen(inner) for inner in value)
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value
