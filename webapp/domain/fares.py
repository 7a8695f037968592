"""What a ride costs, under which flag («bandeira»), and what else it costs in another reading."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import Final

from webapp.domain.calendar import ONE_DAY, DayStatus, span
from webapp.domain.money import price, rounded, units_text

HOLIDAY: Final = "feriado"
WEEK: Final = ("segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo")

Holiday = Callable[[date], DayStatus | None]
"""The holiday that a day is by law, if it is one."""


class Waiting(StrEnum):
    """How a part of an hour of waiting is charged: in proportion, or as a whole hour."""

    PROPORCIONAL = "proporcional"
    HORA_INICIADA = "hora_iniciada"


class Crossing(StrEnum):
    """Which flag a ride has that begins under one and ends under another: that of its beginning,
    or each kilometre its own."""

    INICIO = "inicio"
    TRECHO = "trecho"


class Charge(StrEnum):
    """How what was charged stands to the fare and to its other readings."""

    ACIMA = "acima"
    ABAIXO = "abaixo"
    ENTRE = "entre"
    TARIFA = "tarifa"


@dataclass(frozen=True, slots=True)
class Price:
    """One price of a tariff, in cents (a decree may fix fractions), and its article."""

    label: str
    cents: Decimal
    article: str


@dataclass(frozen=True, slots=True)
class FlagHours:
    """When a flag is allowed: from `starts` of each of `days` (WEEK or HOLIDAY) until `ends`.

    `ends` itself is outside; where it is not after `starts` it is of the next day.
    """

    flag: int
    days: frozenset[str]
    starts: time
    ends: time
    label: str
    article: str


@dataclass(frozen=True, slots=True)
class Tariff:
    """One reading of the tariff in force on a day. `km` has a price for each flag, of which the
    lowest is that of every hour that `hours` does not name."""

    start: Price
    km: Mapping[int, Price]
    hour: Price
    hours: tuple[FlagHours, ...] = ()
    waiting: Waiting = Waiting.PROPORCIONAL
    crossing: Crossing = Crossing.INICIO


@dataclass(frozen=True, slots=True)
class Reading:
    """Another reading of the same law, and what it says."""

    tariff: Tariff
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ride:
    """A ride in local time: kilometres, minutes of waiting, and its end where somebody knows it.

    Raises ValueError for less than nothing, and for an end before the start.
    """

    start: datetime
    km: Decimal
    wait: int = 0
    end: datetime | None = None

    def __post_init__(self) -> None:
        if self.km < 0 or self.wait < 0 or (self.end and self.end < self.start):
            raise ValueError("no ride is shorter than nothing")


@dataclass(frozen=True, slots=True)
class Flag:
    """The flag of an instant, why, and by which article; `day` is the one whose hours it is in."""

    number: int
    why: str
    article: str
    day: date


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the sum, in cents not yet rounded: «12,3 km × R$ 0,50»."""

    label: str
    how: str
    cents: Decimal
    article: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """What the ride costs in another reading. Where `bound`, it is what it would cost with every
    kilometre under the other flag: the amount lies between it and the fare."""

    cents: int
    flag: Flag
    because: tuple[str, ...]
    bound: bool


@dataclass(frozen=True, slots=True)
class Fare:
    """What a ride costs, in cents, how it comes to it, and the readings that differ."""

    cents: int
    flag: Flag
    steps: tuple[Step, ...]
    alternatives: tuple[Alternative, ...]

    @property
    def lowest(self) -> int:
        """The least that any reading comes to."""
        return min([self.cents, *(one.cents for one in self.alternatives)])

    @property
    def highest(self) -> int:
        """The most that any reading comes to."""
        return max([self.cents, *(one.cents for one in self.alternatives)])


def fare(ride: Ride, tariff: Tariff, readings: Iterable[Reading], holiday: Holiday) -> Fare:
    """The fare of a ride, rounded once, half up to the cent, and each other amount it may have.

    `readings` go from the nearest to the farthest: an amount is told with the reasons of the first
    that comes to it.
    """
    flag = _flag_of(ride, tariff, holiday)
    steps = tuple(_steps(tariff, flag.number, ride.km, ride.wait))
    cents = total(tariff, flag.number, ride.km, ride.wait)
    others: dict[int, Alternative] = {}
    for reading in readings:
        other = _alternative(ride, reading, holiday)
        if other.cents != cents:
            others.setdefault(other.cents, other)
    return Fare(cents, flag, steps, tuple(others.values()))


def charge(asked: Fare, cents: int) -> Charge:
    """How an amount stands to the fare. Between two readings nobody charged too much or too little:
    a fine needs a rule without doubt."""
    if cents > asked.highest:
        return Charge.ACIMA
    if cents < asked.lowest:
        return Charge.ABAIXO
    return Charge.TARIFA if cents == asked.cents else Charge.ENTRE


def total(tariff: Tariff, flag: int, km: Decimal, wait: int = 0) -> int:
    """What so many kilometres and minutes of waiting cost under a flag, in cents."""
    return rounded(sum((step.cents for step in _steps(tariff, flag, km, wait)), Decimal(0)))


def flag_at(at: datetime, tariff: Tariff, holiday: Holiday) -> Flag:
    """The flag of an instant: the first of the tariff's hours that it is in."""
    for hours in tariff.hours:
        for day in (at.date(), at.date() - ONE_DAY):
            why = _why(hours, day, holiday)
            if why and _reach(hours, day, at):
                return Flag(hours.flag, why, hours.article, day)
    lowest = min(tariff.km)
    why = "fora das hipóteses de outra bandeira"
    return Flag(lowest, why, tariff.km[lowest].article, at.date())


def _why(hours: FlagHours, day: date, holiday: Holiday) -> str:
    """Why the hours begin on that day; empty where they do not."""
    if WEEK[day.weekday()] in hours.days:
        return hours.label
    found = holiday(day) if HOLIDAY in hours.days else None
    return f"{hours.label}: {found.words}" if found else ""


def _reach(hours: FlagHours, day: date, at: datetime) -> bool:
    begins = datetime.combine(day, hours.starts)
    ends = datetime.combine(day, hours.ends)
    return begins <= at < (ends if ends > begins else ends + ONE_DAY)


def _flag_of(ride: Ride, tariff: Tariff, holiday: Holiday) -> Flag:
    """The flag of the start; where each kilometre has its own, the other that the ride meets."""
    first = flag_at(ride.start, tariff, holiday)
    if tariff.crossing is Crossing.INICIO:
        return first
    met = (flag_at(at, tariff, holiday) for at in _changes(ride, tariff))
    return next((flag for flag in met if flag.number != first.number), first)


def _changes(ride: Ride, tariff: Tariff) -> Iterator[datetime]:
    """The instants of the ride in which the flag may change."""
    end = ride.end or ride.start
    times = {at for hours in tariff.hours for at in (hours.starts, hours.ends)}
    for day in span(ride.start.date(), end.date()):
        for at in sorted(datetime.combine(day, moment) for moment in times):
            if ride.start < at < end:
                yield at


def _alternative(ride: Ride, reading: Reading, holiday: Holiday) -> Alternative:
    tariff = reading.tariff
    flag = _flag_of(ride, tariff, holiday)
    bound = flag.number != flag_at(ride.start, tariff, holiday).number
    cents = total(tariff, flag.number, ride.km, ride.wait)
    return Alternative(cents, flag, reading.because, bound)


def _steps(tariff: Tariff, flag: int, km: Decimal, wait: int) -> Iterator[Step]:
    start, each = tariff.start, tariff.km[flag]
    yield Step(start.label, "", start.cents, start.article)
    how = f"{units_text(km)} km × {price(each.cents)}"
    yield Step(each.label, how, km * each.cents, each.article)
    if wait:
        yield _waiting(tariff, wait)


def _waiting(tariff: Tariff, wait: int) -> Step:
    hour = tariff.hour
    if tariff.waiting is Waiting.HORA_INICIADA:
        begun = -(-wait // 60)
        how = f"{begun} h × {price(hour.cents)}"
        return Step(hour.label, how, begun * hour.cents, hour.article)
    how = f"{wait} min a {price(hour.cents)} por hora"
    return Step(hour.label, how, wait * hour.cents / 60, hour.article)
