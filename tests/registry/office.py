"""A municipality whose registry is kept by acts, for tests of what they allow."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from webapp.domain.competence import Actor, Membership
from webapp.domain.eligibility import INGRESSO
from webapp.domain.errors import Unacceptable
from webapp.domain.finding import Finding, State
from webapp.registry import asking, entering, registering
from webapp.registry.asking import Registry
from webapp.registry.entering import NewCertificate, NewInspection, PersonData, VehicleData
from webapp.registry.registering import Binding, Ending, Grant
from webapp.store import people, tables
from webapp.store.database import transaction

NAMES = {"marilandia": "Marilândia", "santa_teresa": "Santa Teresa"}
CPFS = ("52998224725", "11144477735", "12345678909", "98765432100", "39053344705")
TODAY = date(2026, 12, 1)


def driver(n: int, city: str, **more: Any) -> PersonData:
    """Somebody who meets what Marilândia and Santa Teresa ask of drivers, but for documents."""
    return PersonData(
        name=f"Motorista {n}",
        cpf=CPFS[n],
        birth_on=date(1990, 3, 10),
        cnh_category="AB",
        cnh_category_on=date(2015, 1, 1),
        cnh_until=date(2030, 1, 1),
        city=city,
        **more,
    )


class Town:
    """The registry of a municipality; every act is of the Secretaria, on `today`, and says that
    it looked up whatever the registry does not know."""

    def __init__(self, engine: Engine, slug: str, today: date = TODAY) -> None:
        self.engine, self.slug, self.today, self.city = engine, slug, today, NAMES[slug]
        with transaction(engine) as session:
            self.id = people.municipality_id(session, slug=slug, name=self.city, uf="ES")
        self.clerk = Actor(
            1, "Sílvia", self.id, slug, memberships=(Membership(1, "secretaria", "titular"),)
        )

    @property
    def now(self) -> datetime:
        return datetime(self.today.year, self.today.month, self.today.day, 15, tzinfo=UTC)

    def act(self, deed: Any, *what: Any, actor: Actor | None = None) -> Any:
        with transaction(self.engine) as session:
            return deed(session, *what, now=self.now, actor=actor or self.clerk)

    def person(self, n: int, **more: Any) -> int:
        return int(self.act(entering.enter_person, replace(driver(n, self.city), **more)))

    def vehicle(self, plate: str, year: int, **more: Any) -> int:
        known = {"engine_cc": 160, "plate_city": self.city, **more}
        return int(self.act(entering.enter_vehicle, VehicleData(plate, year=year, **known)))

    def grant(self, number: str, holder: int, since: date, **more: Any) -> int:
        new = Grant(number, "autorizacao", "geral", holder, since, f"Termo {number}", **more)
        return int(self.retry(registering.grant_permit, new))

    def bind(self, permit: int, who: int, since: date, **more: Any) -> int:
        new = Binding(permit, who, since, "Portaria 1/2026", **more)
        return int(self.retry(registering.bind_auxiliary, new))

    def replace(self, permit: int, vehicle: int, since: date, **more: Any) -> int:
        new = Binding(permit, vehicle, since, "Portaria 2/2026", **more)
        return int(self.retry(registering.replace_vehicle, new))

    def unbind(self, permit: int, last: date, reason: str = "troca") -> None:
        self.act(registering.unbind_auxiliary, Ending(permit, last, reason, "Portaria 3/2026"))

    def end(self, permit: int, last: date, reason: str = "cancelamento") -> None:
        self.act(registering.end_permit, Ending(permit, last, reason, "Portaria 4/2026"))

    def show(self, of: str, owner: int, kind: str, issued: date, **more: Any) -> int:
        new = NewCertificate(of, owner, kind, issued, more.pop("presented", self.today), **more)
        return int(self.act(entering.record_certificate, new))

    def inspect(self, vehicle: int, on: date, result: str = "aprovado") -> int:
        new = NewInspection(vehicle, "vistoria", on, result, "Oficina Central")
        return int(self.act(entering.record_inspection, new))

    def retry(self, deed: Any, new: Any) -> Any:
        """The act, with everything marked as looked up that the registry does not know."""
        return self.act(deed, replace(new, checked=_Everything()))

    def ask(self, session: Session, on: date | None = None) -> Registry:
        return asking.registry(session, self.id, self.slug, on or self.today)

    def findings(self, person: int, role: str = "titular", moment: str = INGRESSO) -> Any:
        with transaction(self.engine) as session:
            return by_key(self.ask(session).may_be(person, role, moment))

    def events(self, chain: str) -> list[str]:
        table = tables.event
        with transaction(self.engine) as session:
            own = select(table.c.kind).where(table.c.chain == chain).order_by(table.c.seq)
            return list(session.execute(own).scalars())


class _Everything(frozenset[str]):
    def __contains__(self, _key: object) -> bool:
        return True


def by_key(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {one.requirement.partition(".")[2]: one for one in findings}


def refused(deed: Any, *what: Any, **more: Any) -> dict[str, str]:
    """What an act that is not done says, by input."""
    with pytest.raises(Unacceptable) as refusal:
        deed(*what, **more)
    return refusal.value.errors


NO = State.NAO_ATENDE
