"""A small world for tests of acts: one municipality, its people, one case at a time."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Engine, Row, insert, select
from sqlalchemy.orm import Session

from webapp.cases import completing, draining, filing, opening
from webapp.cases.act import Reply
from webapp.cases.filing import Paper
from webapp.cases.issuing import Signer
from webapp.domain.competence import Actor, Membership
from webapp.store import tables
from webapp.store.database import open_engine, transaction

ZONE = ZoneInfo("America/Sao_Paulo")
MONDAY = "2025-12-01"
CPF_FULANO = "52998224725"

AUTO: Mapping[str, list[str]] = {
    "veiculo.placa": ["MQX4E21"],
    "veiculo.marca_modelo": ["Honda CG 160"],
    "veiculo.cor": ["laranja"],
    "autuado.nome": ["Fulano da Silva"],
    "autuado.cpf": ["529.982.247-25"],
    "autuado.endereco": ["Rua das Flores, 10, Centro"],
    "itens": ["5-II"],
    "data_fato": ["2025-12-01"],
    "hora_fato": ["08:30"],
    "lugar": ["Praça da Matriz"],
    "relato": ["Conduzia passageira sem touca descartável."],
    "ordem": ["nao"],
    "apreensao": ["nao"],
    "entrega": ["entregue"],
    "data_entrega": ["2025-12-01"],
}


def at(day: str, hour: int = 9, minute: int = 0) -> datetime:
    """A local moment of Marilândia, in UTC."""
    local = datetime.combine(date.fromisoformat(day), datetime.min.time(), ZONE)
    return local.replace(hour=hour, minute=minute).astimezone(UTC)


# login -> (name, role, capacity, office)
PEOPLE = {
    "agente": ("Agente Aurora Sala", "fiscalizacao", "titular", "Agente de fiscalização"),
    "protocolo": ("Paula Protocolo", "protocolo", "titular", "Protocolo"),
    "secretaria": ("Sílvia Secretaria", "secretaria", "titular", "Secretária administrativa"),
    "diretor": ("Dário Diretor", "autoridade", "titular", "Diretor do órgão municipal"),
    "substituta": ("Sônia Substituta", "autoridade", "substituto", "Diretora substituta"),
    "apoio": ("Abel Apoio", "autoridade", "apoio", "Assessor"),
    "arrecadacao": ("Rita Renda", "arrecadacao", "titular", "Arrecadação"),
}


class World:
    """A municipality with its people, and acts as sentences."""

    def __init__(self, url: str, municipality: str = "marilandia", now: str = MONDAY) -> None:
        self.engine: Engine = open_engine(url)
        tables.metadata.create_all(self.engine)
        self.municipality = municipality
        self.now = at(now)
        self.case_id = 0
        with transaction(self.engine) as session:
            self.municipality_id = _municipality(session, municipality)
            self.actors = {
                login: _person(session, self.municipality_id, municipality, login)
                for login in PEOPLE
            }

    # ---- moving

    def go(self, day: str, hour: int = 9, minute: int = 0) -> "World":
        self.now = at(day, hour, minute)
        return self

    def tick(self) -> int:
        """The worker's turn: what is over takes effect."""
        return draining.drain(self.engine, lambda _: self.now)

    # ---- acts

    def open(self, **changes: Any) -> Reply:
        posted = answer({**AUTO, **changes})
        with transaction(self.engine) as session:
            reply = opening.open_case(
                session,
                "infracao",
                posted,
                {},
                now=self.now,
                actor=self.actors["agente"],
                signer=self.signer("agente"),
            )
        self.case_id = reply.case_id
        return reply

    def answer(self, element: str, who: str | None = None, **values: Any) -> Reply:
        task = self.task(element)
        login = who or WHO[task.role]
        return self.answer_task(task.id, login, **values)

    def answer_task(self, task_id: int, who: str, **values: Any) -> Reply:
        with transaction(self.engine) as session:
            return completing.complete(
                session,
                self.case_id,
                task_id,
                answer(values),
                {},
                now=self.now,
                actor=self.actors[who],
                signer=self.signer(who),
            )

    def paper(self, kind: str, day: str, party: int | None = 0, who: str = "protocolo") -> Reply:
        party_id = None if party is None else self.parties()[party].id
        paper = Paper(kind, "Fulano da Silva", "balcao", date.fromisoformat(day), None, party_id)
        with transaction(self.engine) as session:
            return filing.file_paper(
                session, self.case_id, paper, now=self.now, actor=self.actors[who]
            )

    def signer(self, login: str) -> Signer:
        actor = self.actors[login]
        return Signer.of(actor, actor.memberships[0])

    # ---- looking

    def rows(self, table: Any, *where: Any) -> list[Row[Any]]:
        with transaction(self.engine) as session:
            query = select(table).order_by(table.c.id)
            if "case_id" in table.c:
                query = query.where(table.c.case_id == self.case_id)
            return list(session.execute(query.where(*where)))

    def case(self) -> Row[Any]:
        with transaction(self.engine) as session:
            return session.execute(
                select(tables.case).where(tables.case.c.id == self.case_id)
            ).one()

    def open_tasks(self) -> list[Row[Any]]:
        return self.rows(tables.task, tables.task.c.closed_at.is_(None))

    def names(self) -> list[str]:
        return sorted(t.element for t in self.open_tasks())

    def task(self, element: str) -> Row[Any]:
        found = [t for t in self.open_tasks() if t.element == element]
        assert found, f"{element} is not open; open: {self.names()}"
        return found[0]

    def parties(self) -> list[Row[Any]]:
        return self.rows(tables.case_party)

    def deadlines(self, key: str | None = None) -> list[Row[Any]]:
        where = [tables.deadline.c.key == key] if key else []
        return self.rows(tables.deadline, *where)

    def events(self) -> list[Row[Any]]:
        chain = tables.event.c.chain == f"case:{self.case_id}"
        return self.rows(tables.event, chain)

    def party(self, n: int = 0) -> str:
        return str(self.parties()[n].id)


WHO = {
    "fiscalizacao": "agente",
    "protocolo": "protocolo",
    "secretaria": "secretaria",
    "autoridade": "diretor",
    "arrecadacao": "arrecadacao",
}


def answer(values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Typed values as a browser posts them; None leaves an input out."""
    return {
        name.replace("__", "."): value if isinstance(value, list) else [str(value)]
        for name, value in values.items()
        if value is not None
    }


def _municipality(session: Session, slug: str) -> int:
    table = tables.municipality
    statement = insert(table).values(slug=slug, name="Marilândia", uf="ES")
    return int(session.execute(statement.returning(table.c.id)).scalar_one())


def _person(session: Session, municipality_id: int, slug: str, login: str) -> Actor:
    name, role, capacity, office = PEOPLE[login]
    account, member = tables.user_account, tables.membership
    user_id = session.execute(
        insert(account)
        .values(
            municipality_id=municipality_id,
            login=login,
            name=name,
            password_hash="-",
            registration="1234",
        )
        .returning(account.c.id)
    ).scalar_one()
    member_id = session.execute(
        insert(member)
        .values(
            municipality_id=municipality_id,
            user_id=user_id,
            role=role,
            capacity=capacity,
            office=office,
            appointed_by="Portaria 12/2025",
            from_day=date(2020, 1, 1),
        )
        .returning(member.c.id)
    ).scalar_one()
    membership = Membership(member_id, role, capacity, None, office, "Portaria 12/2025")
    return Actor(user_id, name, municipality_id, slug, (membership,), "1234")
