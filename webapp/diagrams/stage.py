"""A stage: an empty municipality with people in every role, on which cases are played.

The acts are the product's own, on a database of their own and a clock that the play moves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Engine, Row, insert, select
from sqlalchemy.orm import Session

from webapp.cases import completing, draining, filing, opening, proposals
from webapp.cases.act import Act, Reply
from webapp.cases.filing import Paper
from webapp.cases.orders import Signer
from webapp.cases.view import View
from webapp.domain import counting
from webapp.domain.competence import Actor, Membership, clock_actor
from webapp.domain.penalties import Proposal
from webapp.domain.roles import LANE_ROLES, ROLES
from webapp.laws import law
from webapp.registry import people
from webapp.store import fines, tables
from webapp.store.database import transaction

LONG_AGO = date(2009, 1, 1)
_NO_LOGIN = "-"  # no hash: nobody signs in on a stage


@dataclass(frozen=True, slots=True)
class Player:
    """One person on the stage and the roles held, in one capacity."""

    name: str
    roles: tuple[str, ...]
    capacity: str = "titular"
    cpf: str | None = None


@dataclass(frozen=True, slots=True)
class Permit:
    """An authorization on record: who holds it, the plate of the vehicle that serves it, and the
    auxiliary who may drive it too."""

    number: str
    holder: str
    cpf: str
    plate: str
    kind: str = "mototaxi"
    since: date = LONG_AGO
    until: date | None = None
    auxiliary: str | None = None
    auxiliary_cpf: str | None = None


CAST: Mapping[str, Player] = {role: Player(label, (role,)) for role, label in LANE_ROLES.items()}


class Stage:
    """People, a clock, and the cases opened so far by name. The tables must exist and be empty."""

    def __init__(
        self,
        engine: Engine,
        municipality: str,
        now: datetime,
        cast: Mapping[str, Player] = CAST,
    ) -> None:
        self.engine, self.municipality, self.now = engine, municipality, now
        self.zone = law(municipality).municipality.zone
        self.cases: dict[str, int] = {}
        with transaction(engine) as session:
            self.municipality_id = _municipality(session, municipality)
            self.actors = {key: self._enter(session, key, who) for key, who in cast.items()}

    def grant(self, permits: Iterable[Permit]) -> None:
        """Enter authorizations in the registry."""
        with transaction(self.engine) as session:
            for permit in permits:
                self._grant(session, permit)

    def at(self, local: datetime) -> None:
        """Move the clock to a local moment of the municipality."""
        self.now = local.replace(tzinfo=self.zone)

    @property
    def today(self) -> date:
        return counting.local_day(self.now, self.zone)

    # ---- acts

    def open(self, process: str, posted: Mapping[str, Sequence[str]], who: str, name: str) -> Reply:
        """Open a case and give it a name."""
        starts = law(self.municipality).entries(f"processos.{process}")[-1]["start"]
        with transaction(self.engine) as session:
            reply = opening.open_case(
                session,
                process,
                posted,
                {},
                now=self.now,
                actor=self.actors[who],
                signer=self.signer(who, starts[0]),
            )
        self.cases[name] = reply.case_id
        return reply

    def answer(
        self, name: str, task_id: int, posted: Mapping[str, Sequence[str]], who: str
    ) -> Reply:
        task = self.rows(name, tables.task, tables.task.c.id == task_id)
        role = task[0].role if task else ""
        with transaction(self.engine) as session:
            return completing.complete(
                session,
                self.cases[name],
                task_id,
                posted,
                {},
                now=self.now,
                actor=self.actors[who],
                signer=self.signer(who, role),
            )

    def begun(self, name: str) -> None:
        """Give a name to the case that the last act began beside its own."""
        with transaction(self.engine) as session:
            newest = select(tables.case.c.id).order_by(tables.case.c.id.desc()).limit(1)
            self.cases[name] = session.execute(newest).scalar_one()

    def file(self, name: str, paper: Paper, who: str = "protocolo") -> Reply:
        with transaction(self.engine) as session:
            return filing.file_paper(
                session, self.cases[name], paper, now=self.now, actor=self.actors[who]
            )

    def does(self, name: str, act: Callable[..., Reply], *given: Any, who: str) -> Reply:
        """Any other act on a case: `act(session, case_id, *given, now=…, actor=…)`."""
        with transaction(self.engine) as session:
            return act(session, self.cases[name], *given, now=self.now, actor=self.actors[who])

    def pass_time(self) -> int:
        """The worker's turn: what is over takes effect. Returns how many rows were claimed."""
        return draining.drain(self.engine, lambda _: self.now)

    def signer(self, who: str, role: str) -> Signer | None:
        """The player signing for a role, as after typing the password; None if not hers."""
        actor = self.actors[who]
        signing = actor.signing(role)
        return Signer.of(actor, signing) if signing else None

    # ---- looking

    def rows(self, name: str, table: Any, *where: Any) -> list[Row[Any]]:
        """The rows of a case in a table, by id."""
        with transaction(self.engine) as session:
            query = select(table).where(table.c.case_id == self.cases[name], *where)
            return list(session.execute(query.order_by(table.c.id)))

    def case(self, name: str) -> Row[Any]:
        with transaction(self.engine) as session:
            table = tables.case
            return session.execute(select(table).where(table.c.id == self.cases[name])).one()

    def open_tasks(self, name: str) -> list[Row[Any]]:
        return self.rows(name, tables.task, tables.task.c.closed_at.is_(None))

    def payers(self, name: str) -> list[str]:
        """Who owes each fine of the case."""
        fine, person = tables.fine, tables.person
        with transaction(self.engine) as session:
            query = select(person.c.name).join(fine, fine.c.payer_id == person.c.id)
            of_case = query.where(fine.c.case_id == self.cases[name]).order_by(fine.c.id)
            return list(session.execute(of_case).scalars())

    def refunds(self, name: str) -> list[int]:
        """What is to be given back of what was paid in the case, in cents; empty: nothing."""
        wanted = fines.Wanted(self.municipality_id, self.today, fines.Tab.REFUND)
        with transaction(self.engine) as session:
            found = list(fines.export(session, wanted, 100))
        return [row.refund for row in found if row.case_id == self.cases[name]]

    def authorizations(self, name: str) -> dict[str, Any]:
        """The last day of the case's permit, and of each person's link to it by role."""
        permit_id = self.case(name).permit_id
        permit, link = tables.permit, tables.permit_link
        persons = (link.c.permit_id == permit_id, link.c.person_id.is_not(None))
        with transaction(self.engine) as session:
            rows = session.execute(select(link.c.role, link.c.to_day).where(*persons))
            found = {row.role: row.to_day or "" for row in rows}
            last = session.execute(select(permit.c.to_day).where(permit.c.id == permit_id))
            return {**found, "permit": last.scalar_one_or_none() or ""}

    def proposals(self, name: str) -> tuple[Proposal, ...]:
        """What the law's table gives for the items of the case now."""
        actor = clock_actor(self.municipality_id, self.municipality)
        with transaction(self.engine) as session:
            return proposals.table(View(Act.look(session, self.cases[name], self.now, actor)))

    # ---- registry

    def person(self, cpf: str) -> int:
        """Who has a CPF (11 digits)."""
        with transaction(self.engine) as session:
            table = tables.person
            own = table.c.municipality_id == self.municipality_id
            found = session.execute(select(table.c.id).where(own, table.c.cpf == cpf))
            return int(found.scalar_one())

    def _grant(self, session: Session, permit: Permit) -> None:
        place, table = self.municipality_id, tables.permit
        term = {"from_day": permit.since, "to_day": permit.until, "act": "Portaria 3/2024"}
        values = {"number": permit.number, "kind": permit.kind, **term}
        statement = insert(table).values(municipality_id=place, **values).returning(table.c.id)
        permit_id = session.execute(statement).scalar_one()
        holder = people.person_of(session, place, {"nome": permit.holder, "cpf": permit.cpf})
        vehicle = people.vehicle_of(session, place, {"placa": permit.plate})
        links: list[dict[str, Any]] = [
            {"role": "titular", "person_id": holder},
            {"vehicle_id": vehicle},
        ]
        if permit.auxiliary:
            typed = {"nome": permit.auxiliary, "cpf": permit.auxiliary_cpf}
            links.append({"role": "auxiliar", "person_id": people.person_of(session, place, typed)})
        for link in links:
            told = {"role": "veiculo", **link, **term}
            session.execute(
                insert(tables.permit_link).values(
                    municipality_id=place, permit_id=permit_id, **told
                )
            )

    # ---- people

    def _enter(self, session: Session, key: str, who: Player) -> Actor:
        account = tables.user_account
        user_id = session.execute(
            insert(account)
            .values(
                municipality_id=self.municipality_id,
                login=key,
                name=who.name,
                registration=f"M-{key}",
                cpf=who.cpf,
                password_hash=_NO_LOGIN,
            )
            .returning(account.c.id)
        ).scalar_one()
        held = tuple(self._appoint(session, user_id, role, who) for role in who.roles)
        return Actor(
            user_id, who.name, self.municipality_id, self.municipality, held, f"M-{key}", who.cpf
        )

    def _appoint(self, session: Session, user_id: int, role: str, who: Player) -> Membership:
        table = tables.membership
        act = "Portaria 12/2025"
        values = {"role": role, "capacity": who.capacity, "office": ROLES[role]}
        statement = insert(table).values(
            municipality_id=self.municipality_id,
            user_id=user_id,
            appointed_by=act,
            from_day=LONG_AGO,
            **values,
        )
        row_id = session.execute(statement.returning(table.c.id)).scalar_one()
        return Membership(row_id, role, who.capacity, None, values["office"], act)


def _municipality(session: Session, slug: str) -> int:
    table, known = tables.municipality, law(slug).municipality
    statement = insert(table).values(slug=slug, name=known.name, uf=known.uf)
    return int(session.execute(statement.returning(table.c.id)).scalar_one())
