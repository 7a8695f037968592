"""Points of infractions: how many fall in a law's windows, and which limit they pass."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from webapp.domain.calendar import Calendar
from webapp.domain.counting import Rule, count
from webapp.domain.money import tidy, units_text

_EVERY_DAY = Calendar()


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """Points on record against a person, by the day of the fact; `record` names them."""

    record: str
    fact_on: date
    points: Decimal


@dataclass(frozen=True, slots=True)
class PointsLimit:
    """More than `limit` points in the last `months` months is what `article` speaks of."""

    months: int
    limit: Decimal
    article: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PointsWindow:
    """What one limit comes to. `entries` are those that count, by day of the fact.

    `why` and `notes` are sentences for the authority; `alternative` tells the other reading,
    which changes nothing.
    """

    limit: PointsLimit
    total: Decimal
    passed: bool
    entries: tuple[PointsEntry, ...]
    why: tuple[str, ...]
    alternative: str
    notes: tuple[str, ...] = ()


def pontos_acumulados(
    entries: Sequence[PointsEntry],
    last_fact: date,
    limits: Iterable[PointsLimit],
    today: date,
) -> tuple[PointsWindow, ...]:
    """The points of each window, one for each limit, and whether they are strictly above it.

    Every window ends at `last_fact`, the fact of the last infraction; a later fact is outside.
    The other reading, in which it ends at `today`, is told and not used.
    Source: the law's «nos últimos n meses», counted by Rule.JANELA_MESES.
    """
    return tuple(_window(entries, last_fact, limit, today) for limit in limits)


def part(points: Decimal, share: Decimal) -> Decimal:
    """A share of points, exact and ready to be stored as text: half of 5 is 2.5, of 2 is 1."""
    return tidy(points * share)


def _window(
    entries: Iterable[PointsEntry], last_fact: date, limit: PointsLimit, today: date
) -> PointsWindow:
    counted = _counted(entries, last_fact, limit.months)
    total = _total(counted)
    return PointsWindow(
        limit=limit,
        total=total,
        passed=total > limit.limit,
        entries=counted,
        why=(_summed(total, last_fact, limit), *map(_line, counted)),
        alternative=_otherwise(_total(_counted(entries, today, limit.months)), today, limit),
        notes=limit.notes,
    )


def _counted(entries: Iterable[PointsEntry], end: date, months: int) -> tuple[PointsEntry, ...]:
    inside = [entry for entry in entries if entry.fact_on <= end <= _last_day(entry, months)]
    return tuple(sorted(inside, key=lambda entry: (entry.fact_on, entry.record)))


def _last_day(entry: PointsEntry, months: int) -> date:
    """The last day on which the fact still counts."""
    return count(Rule.JANELA_MESES, months, entry.fact_on, _EVERY_DAY).last_day


def _total(entries: Iterable[PointsEntry]) -> Decimal:
    return tidy(sum((entry.points for entry in entries), Decimal(0)))


def _summed(total: Decimal, last_fact: date, limit: PointsLimit) -> str:
    return (
        f"Últimos {limit.months} meses até {last_fact:%d/%m/%Y}, dia do fato da última infração: "
        f"{_against(total, limit)} ({limit.article})."
    )


def _otherwise(total: Decimal, today: date, limit: PointsLimit) -> str:
    return (
        f"Outra leitura, que não se adota: nos {limit.months} meses até {today:%d/%m/%Y}, "
        f"seriam {_against(total, limit)}."
    )


def _against(total: Decimal, limit: PointsLimit) -> str:
    passed = "acima" if total > limit.limit else "não acima"
    return f"{_in_words(total)}, {passed} de {units_text(limit.limit)}"


def _line(entry: PointsEntry) -> str:
    return f"{entry.record}, fato de {entry.fact_on:%d/%m/%Y}: {_in_words(entry.points)}."


def _in_words(points: Decimal) -> str:
    return f"{units_text(points)} {'ponto' if points < 2 else 'pontos'}"
