"""What is about to expire of the permits in force: documents, licences, inspections, ages."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Integer,
    Select,
    and_,
    cast,
    exists,
    literal,
    null,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from webapp.store.dated import holds_on
from webapp.store.tables import certificate, inspection, permit, permit_link, person, vehicle

AGE, LICENCE, PERMIT = "idade", "cnh", "autorizacao"


def due(
    session: Session,
    municipality_id: int,
    on: date,
    last: date,
    *,
    oldest: int | None = None,
    permit_id: int | None = None,
) -> list[Any]:
    """What is good up to a day not later than `last`, expired or not, of the permits in force
    `on` a day, or of one of them; by last day.

    Each row has `kind` (a key of `validades`; AGE for a vehicle made in the year `oldest` or
    before, which has no `last_day` but its `year`), `subject` (pessoa, veiculo, autorizacao),
    `subject_id`, `name`, `last_day`, `year`, `permit_id`, `number`.
    """
    asked = _Asked(municipality_id, on, last, permit_id)
    parts = union_all(*_parts(asked, oldest)).subquery()
    return list(session.execute(select(parts).order_by(parts.c.last_day, parts.c.number)))


@dataclass(frozen=True, slots=True)
class _Asked:
    municipality_id: int
    on: date
    last: date
    permit_id: int | None

    def of_people(self, source: Any, what: "_What") -> Select[Any]:
        """What expires of whoever is bound to a permit in force; begun at what expires."""
        bound = permit_link.c.person_id == person.c.id
        return self._bound(what.columns("pessoa", person.c.id, person.c.name), source, bound)

    def of_vehicles(self, source: Any, what: "_What") -> Select[Any]:
        """The same, of whatever vehicle serves one."""
        bound = permit_link.c.vehicle_id == vehicle.c.id
        return self._bound(what.columns("veiculo", vehicle.c.id, vehicle.c.plate), source, bound)

    def of_permits(self, source: Any, what: "_What") -> Select[Any]:
        """The same, of the permits themselves."""
        columns = what.columns("autorizacao", permit.c.id, permit.c.number)
        return columns.select_from(source).where(*self._in_force())

    def is_due(self, table: Any, day: Any) -> tuple[ColumnElement[bool], ...]:
        return table.c.municipality_id == self.municipality_id, day <= self.last

    def _bound(self, columns: Select[Any], source: Any, bound: ColumnElement[bool]) -> Select[Any]:
        serves = permit.c.id == permit_link.c.permit_id
        rows = source.join(permit_link, bound).join(permit, serves)
        return columns.select_from(rows).where(holds_on(permit_link, self.on), *self._in_force())

    def _in_force(self) -> list[ColumnElement[bool]]:
        mine = [permit.c.municipality_id == self.municipality_id, holds_on(permit, self.on)]
        return mine if self.permit_id is None else [*mine, permit.c.id == self.permit_id]


@dataclass(frozen=True, slots=True)
class _What:
    """What expires: its kind, its last day, or the year in which it was made."""

    kind: Any
    last_day: Any = None
    year: Any = None

    def columns(self, subject: str, subject_id: Any, name: Any) -> Select[Any]:
        return select(
            (literal(self.kind) if isinstance(self.kind, str) else self.kind).label("kind"),
            literal(subject).label("subject"),
            subject_id.label("subject_id"),
            name.label("name"),
            (cast(null(), Date) if self.last_day is None else self.last_day).label("last_day"),
            (cast(null(), Integer) if self.year is None else self.year).label("year"),
            permit.c.id.label("permit_id"),
            permit.c.number.label("number"),
        )


def _parts(asked: _Asked, oldest: int | None) -> Iterator[Select[Any]]:
    yield from _documents(asked)
    i = inspection.c
    done = inspection.join(vehicle, vehicle.c.id == i.vehicle_id)
    yield asked.of_vehicles(done, _What(i.kind, i.valid_until)).where(
        *asked.is_due(inspection, i.valid_until),
        i.on_day <= asked.on,
        _last_of(inspection, "vehicle_id", "on_day", asked.on),
    )
    until = person.c.cnh_until
    licences = asked.of_people(person, _What(LICENCE, until))
    yield licences.where(*asked.is_due(person, until))
    end = permit.c.to_day
    yield asked.of_permits(permit, _What(PERMIT, end)).where(*asked.is_due(permit, end))
    if oldest is not None:
        aged = asked.of_vehicles(vehicle, _What(AGE, year=vehicle.c.year))
        mine = vehicle.c.municipality_id == asked.municipality_id
        yield aged.where(mine, vehicle.c.year <= oldest)


def _documents(asked: _Asked) -> Iterator[Select[Any]]:
    """Of each kind of document the one shown last, of people, vehicles and permits."""
    c = certificate.c
    what = _What(c.kind, c.expires_on)
    for column, table, of in (
        ("person_id", person, asked.of_people),
        ("vehicle_id", vehicle, asked.of_vehicles),
        ("permit_id", permit, asked.of_permits),
    ):
        yield of(certificate.join(table, table.c.id == c[column]), what).where(
            c[column].is_not(None),
            *asked.is_due(certificate, c.expires_on),
            c.presented_on <= asked.on,
            _last_of(certificate, column, "presented_on", asked.on),
        )


def _last_of(table: Any, owner: str, day: str, on: date) -> ColumnElement[bool]:
    """Whether no row of the same owner and kind is later by a day."""
    later = table.alias()
    same = later.c[owner] == table.c[owner], later.c.kind == table.c.kind, later.c[day] <= on
    after = or_(
        later.c[day] > table.c[day],
        and_(later.c[day] == table.c[day], later.c.id > table.c.id),
    )
    return ~exists().where(*same, after)
