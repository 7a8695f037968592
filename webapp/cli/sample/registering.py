"""The registry of the demonstration, entered by the acts that the pages call: permits with who and
what is bound to them, and the papers and inspections that the law of the town asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import cycle
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from webapp.cli.sample.cast import Cast, Driver, Permit, cpf
from webapp.cli.sample.town import Town
from webapp.domain.competence import Actor
from webapp.domain.validity import Validity
from webapp.laws import Law, law, requirements
from webapp.registry import entering, registering
from webapp.registry.entering import (
    APROVADO,
    NewCertificate,
    NewInspection,
    PersonData,
    StandData,
    VehicleData,
)
from webapp.registry.registering import Binding, Grant
from webapp.store.database import transaction

SHOWN_AGAIN: Final = date(2025, 6, 9)
# One permit in so many did not bring its papers again, and some of them are over by Monday.
LATE: Final = 4


@dataclass(frozen=True, slots=True)
class Entered:
    """A permit of the registry, with the ids of what is bound to it."""

    permit_id: int
    vehicle_id: int
    drivers: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Clerk:
    """Whoever keeps the registry of a town, at a moment; `law` is the town's."""

    session: Session
    actor: Actor
    law: Law
    now: datetime

    @classmethod
    def of(cls, session: Session, town: Town, now: datetime) -> "Clerk":
        actor = next(one for one in town.actors.values() if one.holds("secretaria"))
        return cls(session, actor, law(town.slug), now)

    def person(self, driver: Driver, n: int) -> int:
        """Enter a driver; ages and licences are spread by `n`."""
        born = date(1966 + 5 * n % 31, 1 + n % 12, 1 + 7 * n % 28)
        new = PersonData(
            name=driver.name,
            cpf=cpf(driver.nine_digits),
            birth_on=born,
            cnh_category="AB",
            cnh_category_on=born.replace(year=born.year + 19),
            cnh_until=date(2025 + n % 6, 12, 1 + 3 * n % 28),
            address=driver.address,
            city=self.law.municipality.name,
        )
        return entering.enter_person(self.session, new, now=self.now, actor=self.actor)

    def vehicle(self, own: Permit) -> int:
        engine = re.search(r"\b1\d\d\b", own.model)
        new = VehicleData(
            plate=own.plate,
            model=own.model,
            colour=own.colour,
            year=own.year,
            engine_cc=int(engine[0]) if engine else None,
            plate_city=self.law.municipality.name,
        )
        return entering.enter_vehicle(self.session, new, now=self.now, actor=self.actor)

    def stand(self, name: str, cast: Cast) -> int:
        new = StandData(name, "fixo", cast.granted_on, "Ato de exemplo da demonstração", 10)
        return entering.enter_stand(self.session, new, now=self.now, actor=self.actor)

    def shows(self, of: str, owner_id: int, kind: Validity, on: date) -> None:
        """A document issued ten days before it is shown; that of a vehicle is good for a year."""
        until = date(on.year + 1, 12, 31) if kind.of == "veiculo" else None
        new = NewCertificate(of, owner_id, kind.kind, on - timedelta(days=10), on, until)
        entering.record_certificate(self.session, new, now=self.now, actor=self.actor)

    def inspects(self, vehicle_id: int, kind: str, on: date) -> None:
        new = NewInspection(vehicle_id, kind, on, APROVADO, "Vistoriador da demonstração")
        entering.record_inspection(self.session, new, now=self.now, actor=self.actor)

    def granted(self, own: Permit, cast: Cast, ids: Entered) -> int:
        """Grant the permit; the clerk has looked up whatever the registry does not know."""
        ((_, holder_id), *others) = ids.drivers
        act, known = cast.act.format(number=own.number), self.law.own.keys()
        new = Grant(
            own.number,
            cast.kind,
            "geral",
            holder_id,
            cast.granted_on,
            act,
            ids.vehicle_id,
            known,
        )
        permit_id = registering.grant_permit(self.session, new, now=self.now, actor=self.actor)
        for _, person_id in others:
            bound = Binding(permit_id, person_id, cast.granted_on, act, checked=known)
            registering.bind_auxiliary(self.session, bound, now=self.now, actor=self.actor)
        return permit_id

    def at_stand(self, permit_id: int, stand_id: int, cast: Cast) -> None:
        bound = Binding(permit_id, stand_id, cast.granted_on, "Ato de exemplo da demonstração")
        registering.assign_stand(self.session, bound, now=self.now, actor=self.actor)


def register(session: Session, town: Town, cast: Cast, now: datetime) -> list[Entered]:
    """Enter the stands and the permits of a town, on one day."""
    clerk = Clerk.of(session, town, now)
    stands = cycle([clerk.stand(name, cast) for name in cast.stands])
    found = []
    for n, own in enumerate(cast.permits):
        entered = _enter(clerk, cast, own, n)
        clerk.at_stand(entered.permit_id, next(stands), cast)
        found.append(entered)
    return found


def _enter(clerk: Clerk, cast: Cast, own: Permit, n: int) -> Entered:
    """A permit: its people with their papers, its vehicle with its own, then the grant."""
    drivers = [("titular", clerk.person(own.holder, n))]
    if own.auxiliary:
        drivers.append(("auxiliar", clerk.person(own.auxiliary, n + 11)))
    ids = Entered(0, clerk.vehicle(own), tuple(drivers))
    _show(clerk, ids, cast.granted_on, ids.drivers)
    entered = Entered(clerk.granted(own, cast, ids), ids.vehicle_id, ids.drivers)
    for kind in _asked_of(clerk, "titular", cast.granted_on):
        if kind.of == "autorizacao":
            clerk.shows("autorizacao", entered.permit_id, kind, cast.granted_on)
    return entered


def shown_again(engine: Engine, town: Town, entered: list[Entered]) -> Iterator[Iterator[datetime]]:
    """The stories of the permits that brought their papers and vehicle again in 2025."""
    for n, ids in enumerate(entered):
        if n % LATE != LATE - 1:
            yield _again(engine, town, ids, SHOWN_AGAIN + timedelta(days=4 * n))


def _again(engine: Engine, town: Town, ids: Entered, on: date) -> Iterator[datetime]:
    at = datetime.combine(on, time(10), law(town.slug).municipality.zone)
    yield at
    with transaction(engine) as session:
        _show(Clerk.of(session, town, at), ids, on, ids.drivers)


def _show(clerk: Clerk, ids: Entered, on: date, drivers: tuple[tuple[str, int], ...]) -> None:
    for role, person_id in drivers:
        for kind in _asked_of(clerk, role, on):
            if kind.of == "pessoa":
                clerk.shows("pessoa", person_id, kind, on)
    for rule in requirements.vehicle_rules(clerk.law, on):
        if rule.document and rule.check == "vistoria":
            clerk.inspects(ids.vehicle_id, rule.document.kind, on)
        elif rule.document:
            clerk.shows("veiculo", ids.vehicle_id, rule.document, on)


def _asked_of(clerk: Clerk, role: str, on: date) -> tuple[Validity, ...]:
    """The kinds of documents that the law asks of a role, each once."""
    asked = requirements.requirements(clerk.law, on)
    kinds = [one.document for one in asked if role in one.roles and one.document]
    return tuple({kind.kind: kind for kind in kinds}.values())
