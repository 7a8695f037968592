"""A small world for tests of acts: one municipality, its people, one case at a time."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row, insert, select

from webapp.cases import beginning, correcting, returning, settling, undoing
from webapp.cases.act import Reply
from webapp.cases.correcting import Correction
from webapp.cases.filing import Paper
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Player, Stage
from webapp.domain.competence import Actor
from webapp.registry import people
from webapp.store import tables
from webapp.store.database import open_engine, transaction

ZONE = ZoneInfo("America/Sao_Paulo")
MONDAY = "2025-12-01"
CPF_FULANO = "52998224725"
CASE = "processo"

AUTO: Mapping[str, Any] = {
    "veiculo.placa": "MQX4E21",
    "veiculo.marca_modelo": "Honda CG 160",
    "veiculo.cor": "laranja",
    "autuado.nome": "Fulano da Silva",
    "autuado.cpf": "529.982.247-25",
    "autuado.endereco": "Rua das Flores, 10, Centro",
    "itens": ["5-II"],
    "data_fato": "2025-12-01",
    "hora_fato": "08:30",
    "lugar": "Praça da Matriz",
    "relato": "Conduzia passageira sem touca descartável.",
    "ordem": "nao",
    "apreensao": "nao",
    "entrega": "entregue",
    "data_entrega": "2025-12-01",
}

CAST: Mapping[str, Player] = {
    "agente": Player("Aurora Agente", ("fiscalizacao",)),
    "protocolo": Player("Paula Protocolo", ("protocolo",)),
    "secretaria": Player("Sílvia Secretaria", ("secretaria",)),
    "diretor": Player("Dário Diretor", ("autoridade",)),
    "substituta": Player("Sônia Substituta", ("autoridade",), "substituto"),
    "apoio": Player("Abel Apoio", ("autoridade",), "apoio"),
    "arrecadacao": Player("Rita Renda", ("arrecadacao",)),
}

WHO = {
    "fiscalizacao": "agente",
    "protocolo": "protocolo",
    "secretaria": "secretaria",
    "autoridade": "diretor",
    "arrecadacao": "arrecadacao",
    "chefe_do_executivo": "prefeito",
}

JUDGED: Mapping[str, Any] = {
    "vicio": "nenhum",
    "item_resultado.5-II": "subsistente",
    "item_penalidade.5-II": "multa",
    "item_multa.5-II": "759,00",
    "resultado": "penalidade",
    "razoes": "A falta da touca foi vista e descrita pelo agente.",
    "dia_pagamento": "2026-03-02",
    "fundamento_pagamento": "Decreto 10/2010, art. 5º",
}


def at(day: str, hour: int = 9, minute: int = 0) -> datetime:
    """A local moment of Marilândia, in UTC."""
    local = datetime.combine(date.fromisoformat(day), datetime.min.time(), ZONE)
    return local.replace(hour=hour, minute=minute).astimezone(UTC)


class World:
    """A municipality with its people, and acts as sentences. The database has its tables."""

    def __init__(
        self,
        url: str,
        municipality: str = "marilandia",
        now: str = MONDAY,
        cast: Mapping[str, Player] = CAST,
    ) -> None:
        self.engine = open_engine(url)
        tables.metadata.create_all(self.engine)
        self.stage = Stage(self.engine, municipality, at(now), cast)
        self.municipality_id = self.stage.municipality_id
        self.name = CASE

    @property
    def now(self) -> datetime:
        return self.stage.now

    @property
    def actors(self) -> dict[str, Actor]:
        return self.stage.actors

    @property
    def case_id(self) -> int:
        return self.stage.cases[self.name]

    def register_holder(self, name: str, cpf: str, plate: str) -> None:
        """A permit whose holder is this person, served by the vehicle of this plate."""
        muni, since = self.municipality_id, date(2020, 1, 1)
        with transaction(self.engine) as session:
            holder = people.person_of(session, muni, {"nome": name, "cpf": cpf})
            bike = people.vehicle_of(session, muni, {"placa": plate})
            permit = session.execute(
                insert(tables.permit)
                .values(
                    municipality_id=muni, number="001", kind="mototaxi", from_day=since, act="Ato 1"
                )
                .returning(tables.permit.c.id)
            ).scalar_one()
            for role, link in (
                ("titular", {"person_id": holder}),
                ("veiculo", {"vehicle_id": bike}),
            ):
                session.execute(
                    insert(tables.permit_link).values(
                        municipality_id=muni,
                        permit_id=permit,
                        role=role,
                        from_day=since,
                        act="Ato 1",
                        **link,
                    )
                )

    def begin(self, process: str, name: str = CASE) -> None:
        """Open a case of any process at its first step, without an answer."""
        self.name = name
        with transaction(self.engine) as session:
            act = beginning.begin(session, process, self.now, self.actors["agente"])
            settling.settle(act)
            act.save()
            self.stage.cases[name] = act.case.id

    # ---- moving

    def go(self, day: str, hour: int = 9, minute: int = 0) -> "World":
        self.stage.now = at(day, hour, minute)
        return self

    def tick(self) -> int:
        """The worker's turn: what is over takes effect."""
        return self.stage.pass_time()

    # ---- acts

    def open(self, name: str = CASE, who: str = "agente", **changes: Any) -> Reply:
        self.name = name
        return self.stage.open("infracao", posted({**AUTO, **changes}, {}), who, name)

    def answer(self, element: str, who: str | None = None, **values: Any) -> Reply:
        task = self.task(element)
        return self.answer_task(task.id, who or WHO[task.role], **values)

    def answer_task(self, task_id: int, who: str, **values: Any) -> Reply:
        """Answer a task; `campo.autuado` stands for the input of the first party."""
        parties = dict(zip(["autuado"], [row.id for row in self.parties()], strict=False))
        typed = posted({k: v for k, v in values.items() if v is not None}, parties)
        return self.stage.answer(self.name, task_id, typed, who)

    def paper(
        self, kind: str, day: str, party: int | None = 0, who: str = "protocolo", cents: int = 0
    ) -> Reply:
        party_id = None if party is None else self.parties()[party].id
        on = date.fromisoformat(day)
        paper = Paper(kind, "Fulano da Silva", "balcao", on, party_id=party_id, paid_cents=cents)
        return self.stage.file(self.name, paper, who)

    def judge(self, **changes: Any) -> Reply:
        """The Diretor imposes the fine of the table."""
        return self.answer("julgar_auto", **{**JUDGED, **changes})

    def notify(self, day: str) -> None:
        """Hand the open notification over to the autuado on a day."""
        self.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
        handed = {"entrega.autuado": "entregue", "data_entrega.autuado": day}
        self.answer("entregar_em_maos", resultado="feita", **handed)
        proof = {"ciencia_valida.autuado": "sim", "data_ciencia.autuado": day}
        self.answer("conferir_ciencia", resultado="todas", **proof)

    def send_letter(self) -> None:
        """Send the open notification to the autuado by letter with AR."""
        self.answer("escolher_meio", meio="carta", **{"endereco.autuado": "Rua das Flores, 10"})

    def prove_letter(self, day: str, returned: str = "entregue") -> None:
        """The AR says what became of the autuado's letter, on a day: he knows."""
        proof = {"ciencia_valida.autuado": "sim", "data_ciencia.autuado": day}
        self.answer("conferir_ciencia", resultado="todas", **{"retorno.autuado": returned}, **proof)

    def lose_letter(self, returned: str) -> None:
        """The autuado's letter came back, or did not, and he knows nothing."""
        lost = {"retorno.autuado": returned, "ciencia_valida.autuado": "nao"}
        self.answer("conferir_ciencia", resultado="faltam", **lost)

    # ---- corrections

    def correct(
        self, name: str, about: str, value: str, party: int | None = None, who: str = "secretaria"
    ) -> Reply:
        """Correct the fact in force of this name; of a party where one is given."""
        fact = self.fact(name, about, party)
        correction = Correction(fact.id, value, "digitado errado; a prova está nos autos")
        return self._do(correcting.correct, correction, who=who)

    def fact(self, name: str, about: str, party: int | None = None) -> Row[Any]:
        owner = None if party is None else self.parties()[party].id
        found = [
            f
            for f in self.rows(tables.case_fact)
            if (f.name, f.about, f.party_id) == (name, about, owner)
            and f.superseded_by is None
            and f.undone_by is None
        ]
        assert found, f"no fact {name} about {about}"
        return found[0]

    def back(self, element: str, who: str = "diretor") -> Reply:
        """«Devolver à etapa»."""
        return self._do(returning.return_to, element, "vício sanável na etapa", who=who)

    def undo(self, filing_id: int, who: str = "protocolo") -> Reply:
        """«Tornar sem efeito» a paper."""
        return self._do(undoing.undo_filing, filing_id, "é de outro processo", who=who)

    def reopen(self, deadline_id: int, day: str, who: str = "diretor") -> Reply:
        """«Reabrir prazo»."""
        on = date.fromisoformat(day)
        return self._do(correcting.reopen, deadline_id, on, "justa causa provada", who=who)

    def _do(self, act: Callable[..., Reply], *args: Any, who: str) -> Reply:
        with transaction(self.engine) as session:
            return act(session, self.case_id, *args, now=self.now, actor=self.actors[who])

    # ---- looking

    def rows(self, table: Any, *where: Any) -> list[Row[Any]]:
        with transaction(self.engine) as session:
            query = select(table).order_by(table.c.id)
            if "case_id" in table.c:
                query = query.where(table.c.case_id == self.case_id)
            return list(session.execute(query.where(*where)))

    def case(self) -> Row[Any]:
        return self.stage.case(self.name)

    def open_tasks(self) -> list[Row[Any]]:
        return self.stage.open_tasks(self.name)

    def names(self) -> list[str]:
        return sorted(t.element for t in self.open_tasks())

    def task(self, element: str) -> Row[Any]:
        found = [t for t in self.open_tasks() if t.element == element]
        assert found, f"{element} is not open; open: {self.names()}"
        return found[0]

    def parties(self) -> list[Row[Any]]:
        return self.rows(tables.case_party)

    def party(self, n: int = 0) -> str:
        return str(self.parties()[n].id)

    def deadlines(self, key: str | None = None) -> list[Row[Any]]:
        where = [tables.deadline.c.key == key] if key else []
        return self.rows(tables.deadline, *where)

    def events(self) -> list[Row[Any]]:
        return self.rows(tables.event, tables.event.c.chain == f"case:{self.case_id}")
