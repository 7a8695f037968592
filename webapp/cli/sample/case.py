"""One case of the demonstration, moved by the same acts that the pages call."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from webapp.cases import assigning, completing, desk, filing, opening
from webapp.cases.filing import Paper
from webapp.cases.orders import Signer
from webapp.cli.sample.cast import Driver, Permit
from webapp.cli.sample.town import Town
from webapp.domain.competence import Actor
from webapp.store import tables
from webapp.store.database import transaction

ZONE = ZoneInfo("America/Sao_Paulo")
PROCESS = "infracao"
Story = Iterator[datetime]
"""A case being told: it yields when it wants to be told further."""
Told = Callable[["Case"], Story]


def moment(day: str, clock: str) -> datetime:
    """A local moment of the municipality: `AAAA-MM-DD`, `HH:MM`."""
    return datetime.combine(date.fromisoformat(day), time.fromisoformat(clock), ZONE).astimezone(
        UTC
    )


class Case:
    """A case about a driver of one permit; `now` is where its story stands."""

    def __init__(self, engine: Engine, town: Town, permit: Permit) -> None:
        self._engine, self._town, self.permit = engine, town, permit
        self.driver = permit.driver
        self.now = moment("2025-01-02", "00:00")
        self._id = 0

    def at(self, day: str, clock: str) -> datetime:
        """Move the story on; what it yields is when it wants to be told further."""
        self.now = moment(day, clock)
        return self.now

    def open(
        self, items: Sequence[str], told: str, *, by: str, driver: Driver, **answers: str
    ) -> None:
        """Draw up the auto of a fact of that day, against whoever drove."""
        self.driver = driver
        typed = {
            "itens": list(items),
            "data_fato": [self._today.isoformat()],
            "relato": [told],
            **{f"autuado.{part}": [text] for part, text in driver.typed().items()},
            "veiculo.placa": [self.permit.plate],
            "veiculo.marca_modelo": [self.permit.model],
            "veiculo.cor": [self.permit.colour],
            **{name: [text] for name, text in answers.items()},
        }
        actor = self._actor(by)
        with transaction(self._engine) as session:
            self._id = opening.open_case(
                session,
                PROCESS,
                typed,
                {},
                now=self.now,
                actor=actor,
                signer=Signer.of(actor, actor.memberships[0]),
            ).case_id

    def answer(
        self,
        element: str,
        by: str,
        *,
        each_party: Mapping[str, str] | None = None,
        each_item: Mapping[str, str] | None = None,
        **answers: str,
    ) -> None:
        """Complete a step as the person would: what the page begins with, and these answers."""
        actor = self._actor(by)
        with transaction(self._engine) as session:
            task_id = self._task(session, element)
            shown = desk.of_task(session, self._id, task_id, now=self.now, actor=actor)
            typed = {name: list(texts) for name, texts in shown.typed.items()}
            typed |= {name: [text] for name, text in answers.items()}
            for about, given in (
                (shown.context.parties, each_party),
                (shown.context.items, each_item),
            ):
                for name, text in (given or {}).items():
                    typed |= {f"{name}.{one.code}": [text] for one in about}
            completing.complete(
                session,
                self._id,
                task_id,
                typed,
                {},
                now=self.now,
                actor=actor,
                signer=Signer.of(actor, shown.signing) if shown.signing else None,
            )

    def paper(self, kind: str, *, by: str) -> None:
        """File a paper that whoever drove handed in that day."""
        table = tables.case_party
        with transaction(self._engine) as session:
            party = session.execute(
                select(table.c.id).where(table.c.case_id == self._id, table.c.role == "autuado")
            ).scalar_one()
        self._file(Paper(kind, self.driver.name, "balcao", self._today, party_id=party), by)

    def letter_back(self, *, by: str) -> None:
        """File what the post brought back that day."""
        self._file(Paper("retorno_ar", "Correios", "correio", self._today), by)

    def pay(self, cents: int, *, by: str) -> None:
        """File the proof of what the holder paid that day."""
        payer = self.permit.holder.name
        self._file(Paper("pagamento", payer, "balcao", self._today, paid_cents=cents), by)

    def _file(self, paper: Paper, by: str) -> None:
        with transaction(self._engine) as session:
            filing.file_paper(session, self._id, paper, now=self.now, actor=self._actor(by))

    @property
    def _today(self) -> date:
        return self.now.astimezone(ZONE).date()

    def claim(self, element: str, by: str) -> None:
        with transaction(self._engine) as session:
            task_id = self._task(session, element)
            assigning.claim(session, self._id, task_id, now=self.now, actor=self._actor(by))

    def draft(self, element: str, by: str, **typed: str) -> None:
        with transaction(self._engine) as session:
            task_id = self._task(session, element)
            draft: dict[str, Any] = {name: [text] for name, text in typed.items()}
            assigning.save_draft(
                session, self._id, task_id, draft, now=self.now, actor=self._actor(by)
            )

    def _actor(self, login: str) -> Actor:
        return self._town.actors[login]

    def _task(self, session: Session, element: str) -> int:
        """The oldest such step that is open. Raises NoResultFound when the story and the diagram
        disagree."""
        table = tables.task
        found = select(table.c.id).where(
            table.c.case_id == self._id, table.c.element == element, table.c.closed_at.is_(None)
        )
        return int(session.execute(found.order_by(table.c.id).limit(1)).scalar_one())
