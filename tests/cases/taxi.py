"""Santa Teresa in tests of acts: a taxi, its holder and his auxiliary; an infraction to its end."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, insert, update

from tests.cases.kit import CASE, CAST, World
from webapp.cases.act import Reply
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Player
from webapp.registry import people
from webapp.store import tables
from webapp.store.database import transaction

MAYOR = {
    "prefeito": Player("Pedro Prefeito", ("chefe_do_executivo",)),
    "inspetor": Player("Ivo Inspetor", ("vistoria",)),
}
HOLDER, AUXILIARY = "Beltrano Zanotti", "Sicrano Luz"
CPFS = {HOLDER: "11144477735", AUXILIARY: "52998224725"}
PLATE = "RQA2B10"
DRAWN: Mapping[str, Any] = {
    "veiculo.placa": PLATE,
    "numero_autorizacao": "021",
    "itens": ["54-XVI"],
    "hora_fato": "14:20",
    "lugar": "Ponto da Praça Augusto Ruschi",
    "relato": "Cobrou R$ 60,00 por corrida que a tabela fixa em R$ 42,00.",
    "assinatura": "assinou",
}
CHECKED = ("nome", "autorizacao", "dispositivo", "veiculo", "local", "agente")


class Taxi(World):
    """Santa Teresa with a permit, its holder and taxi, and the holder's auxiliary."""

    def __init__(self, url: str, now: str = "2025-02-03") -> None:
        super().__init__(url, "santa_teresa", now, {**CAST, **MAYOR})
        self.register_holder(HOLDER, CPFS[HOLDER], PLATE)
        self._link_auxiliary()

    def _link_auxiliary(self) -> None:
        muni = self.municipality_id
        with transaction(self.engine) as session:
            typed = {"nome": AUXILIARY, "cpf": CPFS[AUXILIARY]}
            session.execute(
                insert(tables.permit_link).values(
                    municipality_id=muni,
                    permit_id=1,
                    role="auxiliar",
                    person_id=people.person_of(session, muni, typed),
                    from_day=date(2020, 1, 1),
                    act="Ato 1",
                )
            )

    def unlink_auxiliary(self) -> None:
        """The registry no longer has the auxiliary's authorisation."""
        link = tables.permit_link
        ended = {"to_day": date(2024, 12, 31)}
        with transaction(self.engine) as session:
            session.execute(update(link).where(link.c.role == "auxiliar").values(**ended))

    # ---- acts

    def draw(
        self, fact: str, driver: str = "autorizatario", name: str = CASE, **more: Any
    ) -> Reply:
        """The auto is drawn up on the day of the fact; of the auxiliary where he drove."""
        self.name = name
        charged = AUXILIARY if driver == "auxiliar" else HOLDER
        typed = {
            **DRAWN,
            **_person("autuado", charged),
            **(_person("titular", HOLDER) if driver == "auxiliar" else {}),
            "condutor": driver,
            "data_fato": fact,
            "data_lavratura": fact,
            **more,
        }
        self.go(fact, 15)
        return self.stage.open("infracao", posted(typed, {}), "agente", name)

    def check(self) -> None:
        marked = {f"requisitos.{name}": "apresentado" for name in CHECKED}
        self.answer("conferir_auto", resultado="regular", **marked)

    def fix(self, **items: Any) -> Reply:
        """The authority fixes the penalties of the items, each as `item` tells it."""
        return self.answer(
            "fixar_penalidade",
            vicio="nenhum",
            resultado="penalidade",
            razoes="O relato do agente prova o fato.",
            **items,
        )

    def tell(self, day: str) -> None:
        """Every party is notified by hand on a day."""
        self.go(day, 10)
        self.answer("escolher_meio", meio="em_maos", **self._each("endereco", "Rua do Lampião, 12"))
        handed = {**self._each("entrega", "entregue"), **self._each("data_entrega", day)}
        self.answer("entregar_em_maos", resultado="feita", **handed)
        proof = {**self._each("ciencia_valida", "sim"), **self._each("data_ciencia", day)}
        self.answer("conferir_ciencia", resultado="todas", **proof)

    def _each(self, name: str, value: str) -> dict[str, str]:
        return {f"{name}.{party.id}": value for party in self.parties()}

    def lapse(self, day: str, **more: Any) -> Reply:
        """Nobody appealed: the certificate of it makes the penalty final."""
        self.go(day).tick()
        return self.answer("certificar_recurso", resultado="decurso", **more)

    def appeal(self, day: str, decided: str, result: str, **more: Any) -> None:
        """The party charged appeals on a day; the mayor decides on another."""
        self.instruct(day, decided)
        self.answer("decidir_recurso", resultado=result, razoes="Examinadas as provas.", **more)

    def instruct(self, day: str, on: str) -> None:
        """The party charged appeals on a day; on another the appeal is ready to be decided."""
        self.go(day).paper("recurso", day)
        if "aguardar_recurso" in self.names():
            self.go(on).tick()
            self.answer("certificar_recurso", resultado="papel")
        content = ("qualificacao", "razoes", "provas", "documentos")
        told = {f"conteudo.{name}": "apresentado" for name in content}
        self.go(on)
        self.answer(
            "instruir_recurso",
            representacao="parte",
            testemunhas="0",
            diligencias="nenhuma",
            relatorio="Recorre da penalidade.",
            resultado="instruido",
            **told,
        )

    def final(self, fact: str, lapsed: str, driver: str = "autorizatario", **given: Any) -> None:
        """From the auto of a day to the penalty that is final, notified four days later and
        certified on another day. `given` is what `item` tells of each item."""
        codes = [name.partition(".")[2] for name in given if name.startswith("item_resultado")]
        self.draw(fact, driver, name=fact, itens=codes)
        self.check()
        self.fix(**given)
        self.tell((date.fromisoformat(fact) + timedelta(days=4)).isoformat())
        self.lapse(lapsed)

    def serve(self, day: str) -> None:
        """The suspension of the case begins to be served on a day, and lasts its thirty days."""
        told = {"resultado": "iniciado", "documentos_entregues": "sim"}
        self.go(day).answer("iniciar_cumprimento", dia_inicio=day, **told)

    # ---- looking

    def points(self) -> dict[str, str]:
        """The points of the case that stand, by the name of whose they are."""
        rows = self.standing(tables.points_entry)
        found: dict[str, Decimal] = {}
        for row in rows:
            name = self.name_of(row.person_id)
            found[name] = found.get(name, Decimal(0)) + Decimal(row.points)
        return {name: f"{points:f}" for name, points in found.items()}

    def grounds(self) -> list[str]:
        """The articles of the grounds of cassation that stand in the case."""
        table = tables.effect
        standing = (table.c.kind == "ground", table.c.reverses.is_(None))
        rows = self.rows(table, *standing, table.c.reversed_by.is_(None))
        return [row.body["article"] for row in rows]

    def name_of(self, person_id: int) -> str:
        return next(str(row.name) for row in self.rows(tables.person) if row.id == person_id)

    def standing(self, table: Any) -> list[Row[Any]]:
        return self.rows(table, table.c.cancelled_by.is_(None))


def _person(role: str, name: str) -> dict[str, str]:
    return {f"{role}.nome": name, f"{role}.cpf": CPFS[name]}


def item(
    code: str,
    kind: str,
    fine: str | None = None,
    suspended: int | None = None,
    impeded: int | None = None,
) -> dict[str, Any]:
    """What a decision gives one item."""
    given = {
        f"item_resultado.{code}": "subsistente",
        f"item_penalidade.{code}": kind,
        f"item_multa.{code}": fine,
        f"suspensao_dias.{code}": None if suspended is None else str(suspended),
        f"impedimento_dias.{code}": None if impeded is None else str(impeded),
    }
    return {name: value for name, value in given.items() if value is not None}
