"""What the registry knows of a person, a vehicle or a permit as of a day, and of its past."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import Row, and_, func, or_, select
from sqlalchemy.orm import Session

from webapp.domain.eligibility import Licence, PersonFacts, Tie
from webapp.domain.errors import NotFound
from webapp.domain.fitness import Inspection, VehicleFacts
from webapp.domain.swaps import SUBSTITUICAO_VEICULO, TROCA_AUXILIAR
from webapp.domain.vacancy import DISTRITO, GERAL, PCD, InForce
from webapp.domain.validity import Document
from webapp.domain.waits import Past
from webapp.store.dated import holds_on
from webapp.store.tables import (
    certificate,
    inspection,
    permit,
    permit_link,
    person,
    restriction,
    stand,
    vehicle,
)

TITULAR, AUXILIAR, VEICULO, PONTO = "titular", "auxiliar", "veiculo", "ponto"
# Why a permit or a link to it ended.
CANCELAMENTO, TRANSFERENCIA, CASSACAO = "cancelamento", "transferencia", "cassacao"
OBITO, RENUNCIA, REVOGACAO, TROCA, EXCECAO = "obito", "renuncia", "revogacao", "troca", "excecao"
# Giving a permit back is asking for its cancellation.
_GIVEN_BACK: Final = (CANCELAMENTO, RENUNCIA)


@dataclass(frozen=True, slots=True)
class Bound:
    """Who or what is bound to a permit, from a day to a day and by which act.

    `id` is of the person, vehicle or stand; `name` its name or plate, `document` the CPF or CNPJ
    of a person. `end_reason` says why the link ended.
    """

    link_id: int
    role: str
    id: int
    name: str
    document: str | None
    from_day: date
    to_day: date | None
    act: str
    end_reason: str | None

    def holds(self, on: date) -> bool:
        return self.from_day <= on and (self.to_day is None or on <= self.to_day)


@dataclass(frozen=True, slots=True)
class PermitOn:
    """A permit as of a day. `history` is everything bound to it up to that day, oldest first."""

    id: int
    number: str
    kind: str
    quota: str
    from_day: date
    to_day: date | None
    act: str
    end_reason: str | None
    on: date
    history: tuple[Bound, ...]

    @property
    def in_force(self) -> bool:
        return self.from_day <= self.on and (self.to_day is None or self.on <= self.to_day)

    def bound(self, role: str) -> Bound | None:
        """Who or what is bound to it in a role on the day (titular, auxiliar, veiculo, ponto)."""
        now = [one for one in self.history if one.role == role and one.holds(self.on)]
        return now[-1] if now else None

    def past(self) -> tuple[Past, ...]:
        """What waits ask of a permit: since when its holder has it, each auxiliary entered, each
        change of auxiliary or vehicle but those made under an exception of the law."""
        return tuple(_of_permit(self))


def permit_on(session: Session, municipality_id: int, permit_id: int, on: date) -> PermitOn:
    """A permit as of a day. Raises NotFound, also for another municipality's."""
    row = _own(session, permit, municipality_id, permit_id)
    names = ("id", "number", "kind", "quota", "from_day", "to_day", "act", "end_reason")
    own = {name: row._mapping[name] for name in names}
    return PermitOn(**own, on=on, history=tuple(_history(session, permit_id, on)))


def person_facts(session: Session, municipality_id: int, person_id: int, on: date) -> PersonFacts:
    """What is known of a person as of a day. Raises NotFound."""
    row = _own(session, person, municipality_id, person_id)
    ties = _ties(session, person_id, on)
    return PersonFacts(
        birth_on=row.birth_on,
        licence=Licence(row.cnh_category, row.cnh_category_on, row.cnh_until),
        city=row.city,
        documents=_documents(session, certificate.c.person_id == person_id, on),
        ties=tuple(Tie(t.role, t.number, t.from_day, _earlier(t.to_day, t.end)) for t in ties),
        past=(*_ended(ties, on), *_revoked(session, person_id, on)),
    )


def vehicle_facts(
    session: Session, municipality_id: int, vehicle_id: int, on: date
) -> VehicleFacts:
    """What is known of a vehicle as of a day. Raises NotFound."""
    row = _own(session, vehicle, municipality_id, vehicle_id)
    done = session.execute(
        select(inspection)
        .where(inspection.c.vehicle_id == vehicle_id, inspection.c.on_day <= on)
        .order_by(inspection.c.on_day, inspection.c.id)
    )
    return VehicleFacts(
        year=row.year,
        engine_cc=row.engine_cc,
        plate_city=row.plate_city,
        documents=_documents(session, certificate.c.vehicle_id == vehicle_id, on),
        inspections=tuple(
            Inspection(i.kind, i.on_day, i.result == "aprovado", i.valid_until) for i in done
        ),
    )


def in_force(session: Session, municipality_id: int, on: date) -> InForce:
    """The permits in force on a day, by quota."""
    counted = Counter[str]()
    for (_, quota), n in in_force_by_kind(session, municipality_id, on).items():
        counted[quota] += n
    return InForce(*(counted[quota] for quota in (GERAL, PCD, DISTRITO)))


def in_force_by_kind(
    session: Session, municipality_id: int, on: date
) -> dict[tuple[str, str], int]:
    """The same, by kind («taxi») and quota."""
    asked = permit.c.kind, permit.c.quota
    rows = session.execute(
        select(*asked, func.count().label("n"))
        .where(permit.c.municipality_id == municipality_id, holds_on(permit, on))
        .group_by(*asked)
    )
    return {(row.kind, row.quota): row.n for row in rows}


def serving(session: Session, municipality_id: int, vehicle_id: int, on: date) -> str | None:
    """The number of the permit that a vehicle serves on a day, or will from a later one."""
    return session.execute(
        select(permit.c.number)
        .join(permit_link, permit_link.c.permit_id == permit.c.id)
        .where(
            permit.c.municipality_id == municipality_id,
            permit_link.c.vehicle_id == vehicle_id,
            or_(permit_link.c.to_day.is_(None), permit_link.c.to_day >= on),
            or_(permit.c.to_day.is_(None), permit.c.to_day >= on),
        )
        .limit(1)
    ).scalar_one_or_none()


def _own(session: Session, table: Any, municipality_id: int, row_id: int) -> Row[Any]:
    mine = table.c.municipality_id == municipality_id, table.c.id == row_id
    row = session.execute(select(table).where(*mine)).one_or_none()
    if row is None:
        raise NotFound
    return row


def _history(session: Session, permit_id: int, on: date) -> Iterator[Bound]:
    link = permit_link
    names = ("role", "from_day", "to_day", "act", "end_reason")
    rows = session.execute(
        select(
            link.c.id.label("link_id"),
            func.coalesce(link.c.person_id, link.c.vehicle_id, link.c.stand_id).label("id"),
            func.coalesce(person.c.name, vehicle.c.plate, stand.c.name).label("name"),
            func.coalesce(person.c.cpf, person.c.cnpj).label("document"),
            *(link.c[name] for name in names),
        )
        .select_from(link)
        .outerjoin(person, person.c.id == link.c.person_id)
        .outerjoin(vehicle, vehicle.c.id == link.c.vehicle_id)
        .outerjoin(stand, stand.c.id == link.c.stand_id)
        .where(link.c.permit_id == permit_id, link.c.from_day <= on)
        .order_by(link.c.from_day, link.c.id)
    )
    return (Bound(**row._mapping) for row in rows)


def _of_permit(own: PermitOn) -> Iterator[Past]:
    record = own.number
    for holder in [one for one in own.history if one.role == TITULAR][-1:]:
        yield Past("outorga", holder.from_day, record)
    for role, change in ((AUXILIAR, TROCA_AUXILIAR), (VEICULO, SUBSTITUICAO_VEICULO)):
        before: Bound | None = None
        for one in (one for one in own.history if one.role == role):
            if role == AUXILIAR:
                yield Past("cadastro_auxiliar", one.from_day, record)
            if before is not None and before.end_reason != EXCECAO:
                yield Past(change, one.from_day, record)
            before = one


def _documents(session: Session, whose: Any, on: date) -> tuple[Document, ...]:
    rows = session.execute(
        select(certificate)
        .where(whose, certificate.c.presented_on <= on)
        .order_by(certificate.c.presented_on, certificate.c.id)
    )
    return tuple(Document(r.kind, r.issued_on, r.expires_on, r.presented_on) for r in rows)


def _ties(session: Session, person_id: int, on: date) -> list[Row[Any]]:
    """The links of a person that began by a day, with how each and its permit ended."""
    link = permit_link
    return list(
        session.execute(
            select(
                link.c.role,
                link.c.from_day,
                link.c.to_day,
                link.c.end_reason,
                permit.c.number,
                permit.c.to_day.label("end"),
                permit.c.end_reason.label("why"),
            )
            .join(permit, permit.c.id == link.c.permit_id)
            .where(link.c.person_id == person_id, link.c.from_day <= on)
            .order_by(link.c.from_day, link.c.id)
        )
    )


def _ended(ties: Iterable[Row[Any]], on: date) -> Iterator[Past]:
    """How permits that a person held, and links of an auxiliary, ended by a day."""
    for tie in ties:
        held_to_the_end = tie.end is not None and (tie.to_day is None or tie.to_day >= tie.end)
        if tie.role == TITULAR and held_to_the_end and tie.end <= on:
            if tie.why in (*_GIVEN_BACK, CASSACAO):
                kind = CASSACAO if tie.why == CASSACAO else CANCELAMENTO
                yield Past(kind, tie.end, tie.number)
        elif tie.to_day is None or tie.to_day > on:
            continue
        elif tie.role == TITULAR and tie.end_reason == TRANSFERENCIA:
            yield Past(TRANSFERENCIA, tie.to_day, tie.number)
        elif tie.role == AUXILIAR and tie.end_reason == REVOGACAO:
            yield Past("revogacao_auxiliar", tie.to_day, tie.number)


def _revoked(session: Session, person_id: int, on: date) -> Iterator[Past]:
    """Cassations of a person that were final by a day and stand."""
    final = and_(
        restriction.c.person_id == person_id,
        restriction.c.kind == CASSACAO,
        restriction.c.cancelled_by.is_(None),
        restriction.c.final_on <= on,
    )
    found = session.execute(select(restriction.c.final_on, restriction.c.article).where(final))
    return (Past(CASSACAO, row.final_on, row.article) for row in found)


def _earlier(one: date | None, other: date | None) -> date | None:
    return min((day for day in (one, other) if day is not None), default=None)
