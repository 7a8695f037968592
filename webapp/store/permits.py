"""Permits as lists show them: found by number, plate, person or stand; filtered and sorted."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Select,
    and_,
    func,
    literal,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from webapp.store.dated import holds_on
from webapp.store.search import Cnpj, Cpf, Name, Plate
from webapp.store.tables import permit, permit_link, person, stand, vehicle

# Counting stops here, where the last page of a list is.
CAP: Final = 1000
# Numbers are kept with zeros in front and typed without.
_LONGEST: Final = 8
# A number without its year is that of any year, so far back.
_YEARS: Final = 40


@dataclass(frozen=True, slots=True)
class Number:
    """The normal form of a permit's number; neither zeros in front nor a year behind are needed."""

    key: str


@dataclass(frozen=True, slots=True)
class Stand:
    """Words in normal form; the name of a stand holds all of them. None finds none."""

    words: tuple[str, ...]


Clue = Number | Stand | Cpf | Cnpj | Name | Plate
"""What leads to permits: their number, or who or what is linked to them, on any day."""


class State(StrEnum):
    """Which permits: all, those that hold on the day, those that ended before it."""

    ALL = ""
    IN_FORCE = "em_vigor"
    ENDED = "encerradas"


class Order(StrEnum):
    """What a list is sorted by; of permits without last day the end comes last."""

    NUMBER = ""
    HOLDER = "titular"
    END = "fim"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list shows, as of `on`. Of several clues one is enough; none, every permit."""

    municipality_id: int
    on: date
    clues: tuple[Clue, ...] = ()
    state: State = State.ALL
    stand_id: int | None = None
    order: Order = Order.NUMBER


@dataclass(frozen=True, slots=True)
class PermitRow:
    """A permit with who and what is linked to it on the day of the list."""

    id: int
    number: str
    kind: str
    from_day: date
    to_day: date | None
    end_reason: str | None
    holder: str | None
    cpf: str | None
    cnpj: str | None
    auxiliary: str | None
    plate: str | None
    model: str | None
    stand: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of a list, and how many rows it has; CAP + 1 stands for more than CAP, and what was
    looked for by a clue is then listed no further."""

    rows: list[PermitRow]
    total: int


def page(session: Session, wanted: Wanted, limit: int, offset: int = 0) -> Page:
    """So many rows of the list from `offset` on."""
    total, among = _some(session, wanted, CAP)
    statement = _listed(wanted, among, limit, offset)
    return Page([PermitRow(**row._mapping) for row in session.execute(statement)], total)


def export(session: Session, wanted: Wanted, limit: int) -> Generator[PermitRow, None, None]:
    """The list from its top, read as it is consumed. Close it when not all of it is read."""
    _, among = _some(session, wanted, limit)
    in_parts = _listed(wanted, among, limit).execution_options(yield_per=500)
    with session.execute(in_parts) as found:
        for row in found:
            yield PermitRow(**row._mapping)


def stands(session: Session, municipality_id: int) -> list[tuple[int, str]]:
    """Every stand by name, with its id."""
    mine = stand.c.municipality_id == municipality_id
    found = session.execute(select(stand.c.id, stand.c.name).where(mine).order_by(stand.c.name_key))
    return [(row.id, row.name) for row in found]


# ---- which permits


def _some(session: Session, wanted: Wanted, cap: int) -> tuple[int, ColumnElement[bool]]:
    """How many permits are asked for, up to one more than `cap`, and the condition they meet.

    What a clue leads to is read at once, and no further than is counted: a name that half of the
    town bears costs no more than a rare one.
    """
    if not wanted.clues:
        asked = and_(*_asked(wanted))
        some = select(literal(1)).select_from(permit).where(asked).limit(cap + 1).subquery()
        return session.execute(select(func.count()).select_from(some)).scalar_one(), asked
    # Twice: a permit may be met by its holder and by its auxiliary.
    most = 2 * cap + 1
    led_to = [_led_to(session, clue, wanted, most).where(*_asked(wanted)) for clue in wanted.clues]
    met = session.execute(union_all(*led_to).limit(most)).scalars().all()
    ids = sorted(set(met))
    return cap + 1 if len(met) == most else len(ids), permit.c.id.in_(ids[: cap + 1])


def _asked(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    yield permit.c.municipality_id == wanted.municipality_id
    if wanted.state is State.IN_FORCE:
        yield holds_on(permit, wanted.on)
    elif wanted.state is State.ENDED:
        yield permit.c.to_day < wanted.on
    if wanted.stand_id is not None:
        at = permit_link.c.stand_id == wanted.stand_id, holds_on(permit_link, wanted.on)
        yield permit.c.id.in_(select(permit_link.c.permit_id).where(*at))


def _led_to(session: Session, clue: Clue, wanted: Wanted, most: int) -> Select[Any]:
    """The ids of the permits that a clue leads to; one may come more than once."""
    place = wanted.municipality_id
    match clue:
        case Number():
            keys = _spellings(clue.key, wanted.on)
            return select(permit.c.id).where(permit.c.number_key.in_(keys))
        case Plate():
            return _linked(session, "vehicle_id", clue.vehicles(place), most)
        case Stand():
            return _linked(session, "stand_id", _stands(clue, place), most)
    return _linked(session, "person_id", clue.people(place), most)


def _spellings(key: str, on: date) -> list[str]:
    """The number as it may be kept: with zeros in front, and with the year of its grant behind."""
    if not key.isdecimal():
        return [key]
    bare = key.lstrip("0") or "0"
    numbers = [bare.zfill(n) for n in range(len(bare), max(len(bare), _LONGEST) + 1)]
    years = range(on.year - _YEARS, on.year + 1)
    return [*numbers, *(f"{number}{year}" for number in numbers for year in years)]


def _stands(clue: Stand, municipality_id: int) -> Select[Any]:
    mine = stand.c.municipality_id == municipality_id, literal(bool(clue.words))
    held = [stand.c.name_key.contains(word, autoescape=True) for word in clue.words]
    return select(stand.c.id).where(*mine, *held)


def _linked(
    session: Session, column: str, to: Select[Any] | CompoundSelect[Any], most: int
) -> Select[Any]:
    """The permits linked to any of what `to` gives the ids of.

    These are read first, where they are few: neither database then begins at the permits. Where
    they are not, it stops at the limit the sooner.
    """
    link = permit_link.alias("clue")
    linked = select(permit.c.id).join_from(permit, link, link.c.permit_id == permit.c.id)
    ids = session.execute(to.limit(most)).scalars().all()
    if len(ids) < most:
        return linked.where(link.c[column].in_(sorted(set(ids))))
    one = to.subquery()
    return linked.join(one, one.c[0] == link.c[column])


# ---- rows

_OWN: Final = ("id", "number", "kind", "from_day", "to_day", "end_reason")


def _listed(wanted: Wanted, among: ColumnElement[bool], limit: int, offset: int = 0) -> Select[Any]:
    """The permits of the page first, then what is linked to each."""
    page = _page(wanted, among).limit(limit).offset(offset).subquery("page")
    auxiliary = person.alias("auxiliary")
    rows: FromClause = page.join(permit, permit.c.id == page.c.id)
    for role, table, column in (
        ("titular", person, "person_id"),
        ("auxiliar", auxiliary, "person_id"),
        ("veiculo", vehicle, "vehicle_id"),
        ("ponto", stand, "stand_id"),
    ):
        link = permit_link.alias(role)
        rows = rows.outerjoin(link, link.c.id == _link_id(role, wanted.on))
        rows = rows.outerjoin(table, table.c.id == link.c[column])
    return (
        select(
            *(permit.c[name] for name in _OWN),
            person.c.name.label("holder"),
            person.c.cpf,
            person.c.cnpj,
            auxiliary.c.name.label("auxiliary"),
            vehicle.c.plate,
            vehicle.c.model,
            stand.c.name.label("stand"),
        )
        .select_from(rows)
        .order_by(page.c.first.asc().nulls_last(), page.c.number_key, page.c.id)
    )


def _page(wanted: Wanted, among: ColumnElement[bool]) -> Select[Any]:
    """Ids in the order of the list; `first` is what comes before the number in it."""
    rows: FromClause = permit
    first: ColumnElement[Any] = literal(None)
    if wanted.order is Order.END:
        first = permit.c.to_day
    elif wanted.order is Order.HOLDER:
        holds, holder = permit_link.alias("holds"), person.alias("holder")
        rows = rows.outerjoin(holds, holds.c.id == _link_id("titular", wanted.on))
        rows = rows.outerjoin(holder, holder.c.id == holds.c.person_id)
        first = holder.c.name_key
    asked = select(permit.c.id, permit.c.number_key, first.label("first")).select_from(rows)
    before = () if wanted.order is Order.NUMBER else (first.asc().nulls_last(),)
    return asked.where(among).order_by(*before, permit.c.number_key, permit.c.id)


def _link_id(role: str, on: date) -> Any:
    """The last link of a permit in a role that holds on a day."""
    link = permit_link.alias()
    return (
        select(func.max(link.c.id))
        .where(link.c.permit_id == permit.c.id, link.c.role == role, holds_on(link, on))
        .correlate(permit)
        .scalar_subquery()
    )
