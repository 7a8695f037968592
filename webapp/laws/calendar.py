"""Builds a municipality's calendar: national and state days, its own days, acts of the year.

The format of `calendario.toml` (keys as in every subject: a name and its dated entries):

    [[calendario.corpus_christi]]
    from = 2018-05-22          # first day on which the entry is in force
    until = 2030-12-31         # the last one, if it has one; a later entry of the key ends it too
    easter = 60                # one of: easter (days after Easter Sunday), yearly = "05-15", date
    kind = "fechado"           # or encerrado_antes, aberto_depois, aberto; fechado if left out
    optional = true            # the offices close, but it is no holiday («ponto facultativo»)
    reason = "Corpus Christi"
    article = "Lei municipal 7/1983, art. 1º, b"
    amended_by = "Lei municipal 1.392/2018"
    gap, default_because       # an entry that names no day only says what is not known

In the federal file an entry may have `uf`: it is then a day of that state.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from holidays.countries.brazil import Brazil

from webapp.domain.calendar import ONE_DAY, Calendar, DayStatus, Opening, ordinary_week
from webapp.laws import files

Day = Mapping[str, Any]

_FEDERAL = Path(__file__).parent / "brasil" / "calendario.toml"
_WHEN = frozenset({"yearly", "easter", "date"})
_ABOUT = frozenset(
    {"from", "until", "kind", "optional", "reason", "article", "amended_by"}
    | {"gap", "default_because", "uf"}
)
_PARTIAL = frozenset({Opening.ENCERRADO_ANTES, Opening.ABERTO_DEPOIS})


class ExtraDay(NamedTuple):
    """A day that an act of the year closes, shortens or opens, with the act."""

    day: date
    opening: Opening
    reason: str = ""
    act: str = ""


def load(path: Path) -> tuple[Day, ...]:
    """Read a `calendario.toml` as a flat list of entries, each with its validity.

    Raises: ValueError, naming file and key, for an entry that is not of the format above.
    """
    keys = files.table(path, "calendario")
    try:
        return tuple(entry for name, items in keys.items() for entry in _dated(name, items))
    except ValueError as wrong:
        raise ValueError(f"{path}: {wrong}") from None


def calendar(uf: str, municipal: Sequence[Day], extra: Sequence[ExtraDay] = ()) -> Calendar:
    """Build the calendar of a municipality of the state `uf` («ES»).

    Three layers, the later over the earlier: the national and state public holidays, the
    entries of `municipal` (as `load` gives them), and `extra` in the given order. A later
    layer may open a closed day (`aberto`), but shortening a day never opens a closed one.

    Source of the first layer: the package `holidays`, optional days («pontos facultativos»)
    left out because only the municipality's own decree closes its offices.
    Raises: ValueError for a state that does not exist.
    """
    _refuse_unknown(uf)

    @cache
    def year(number: int) -> Mapping[date, DayStatus]:
        days = dict(_public_days(uf, number))
        for day, status in _changes(municipal, extra, number):
            days[day] = _over(days.get(day) or ordinary_week(day), status)
        return days

    @cache
    def status(day: date) -> DayStatus:
        return year(day.year).get(day) or ordinary_week(day)

    return Calendar(status)


def holiday(uf: str, municipal: Sequence[Day], day: date) -> DayStatus | None:
    """Return the holiday that a day is by national, state or municipal law, with its name and act.

    A day without office hours is not always one: Sundays, and days that a decree closes.
    """
    own = (
        _status(entry)
        for entry in municipal
        if entry["kind"] == Opening.FECHADO and not entry.get("optional")
        if day in _days_of(entry, day.year)
    )
    return next(own, None) or _public_days(uf, day.year).get(day)


def easter(year: int) -> date:
    """Return Easter Sunday of a Gregorian year (the anonymous algorithm of 1876)."""
    century, in_century = divmod(year, 100)
    golden = year % 19
    leaps, rest = divmod(century, 4)
    moon = (19 * golden + century - leaps - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    quads, left = divmod(in_century, 4)
    weekday = (32 + 2 * rest + 2 * quads - moon - left) % 7
    shift = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * shift + 114, 31)
    return date(year, month, day + 1)


@lru_cache(maxsize=512)
def _public_days(uf: str, year: int) -> Mapping[date, DayStatus]:
    """Return the days the package knows, in the words and with the acts of the federal file."""
    known = Brazil(subdiv=uf, years=year, categories=("public",), language="pt_BR")
    sourced = {
        day: _status(entry)
        for entry in _federal()
        if entry.get("uf", uf) == uf
        for day in _days_of(entry, year)
    }
    return {day: sourced.get(day, DayStatus(Opening.FECHADO, known[day])) for day in known}


@cache
def _federal() -> tuple[Day, ...]:
    return load(_FEDERAL)


def _refuse_unknown(uf: str) -> None:
    if uf not in Brazil.subdivisions or len(uf) != 2:
        raise ValueError(f"«{uf}» is not the two letters of a Brazilian state")


def _changes(
    municipal: Sequence[Day], extra: Sequence[ExtraDay], year: int
) -> Iterator[tuple[date, DayStatus]]:
    for entry in municipal:
        for day in _days_of(entry, year):
            yield day, _status(entry)
    for day, opening, reason, act in extra:
        if day.year == year:
            yield day, DayStatus(opening, reason, act)


def _over(below: DayStatus, above: DayStatus) -> DayStatus:
    stays_closed = above.opening in _PARTIAL and below.opening is Opening.FECHADO
    return below if stays_closed else above


def _status(entry: Day) -> DayStatus:
    amended = f", na redação da {entry['amended_by']}" if "amended_by" in entry else ""
    return DayStatus(Opening(entry["kind"]), entry["reason"], entry["article"] + amended)


def _days_of(entry: Day, year: int) -> list[date]:
    """Return the days of the year that an entry names while it is in force: one or none."""
    day = _day_of(entry, year)
    until = entry.get("until", date.max)
    return [day] if day and entry["from"] <= day <= until and day.year == year else []


def _day_of(entry: Day, year: int) -> date | None:
    if "easter" in entry:
        return easter(year) + timedelta(days=entry["easter"])
    if "yearly" in entry:
        return _in_year(entry["yearly"], year)
    named: date | None = entry.get("date")
    return named


def _in_year(yearly: str, year: int) -> date | None:
    try:
        return date.fromisoformat(f"{year:04}-{yearly}")
    except ValueError:  # 29 February of a common year
        return None


def _dated(name: str, items: Sequence[Day]) -> Iterator[Day]:
    """Yield the entries of a key, each ended by the next one, the kind filled in."""
    for entry, after in zip_longest(items, items[1:]):
        try:
            _check(entry)
        except ValueError as wrong:
            raise ValueError(f"calendario.{name}: {wrong}") from None
        end = {"until": after["from"] - ONE_DAY} if after else {}
        yield {"kind": "fechado", **entry, **end}


def _check(entry: Day) -> None:
    unknown = set(entry) - _ABOUT - _WHEN
    if unknown:
        raise ValueError(f"unknown names: {', '.join(sorted(unknown))}")
    if type(entry.get("from")) is not date:
        raise ValueError("needs `from`, a date")
    if len(_WHEN & set(entry)) != (0 if "gap" in entry and "reason" not in entry else 1):
        raise ValueError("needs exactly one of yearly, easter and date, or only a gap")
    if _WHEN & set(entry):
        _check_day(entry)


def _check_day(entry: Day) -> None:
    for name in ("reason", "article"):
        if not entry.get(name):
            raise ValueError(f"needs `{name}`")
    if entry.get("optional", False) not in (True, False):
        raise ValueError("`optional` must be true or false")
    if entry.get("kind", "fechado") not in set(Opening):
        raise ValueError(f"`kind` must be one of {', '.join(Opening)}")
    if "yearly" in entry and _in_year(entry["yearly"], 2024) is None:
        raise ValueError(f"`yearly` must be month and day, «05-15», not «{entry['yearly']}»")
