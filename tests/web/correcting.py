"""Pressing the buttons of the acts that turn back, as tests of their screens do."""

import html
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pikepdf
import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from tests.web.visiting import visit
from webapp.store import tables
from webapp.store.database import transaction

REASON = "O recibo assinado traz outra data."


def case(world: World) -> str:
    return f"/processos/{world.case_id}"


def fact(world: World, name: str, about: str = "auto", party: int | None = None) -> str:
    return f"{case(world)}/retificar/{world.fact(name, about, party).id}"


def paper(world: World) -> str:
    return f"{case(world)}/protocolos/{world.rows(tables.filing)[-1].id}/sem-efeito"


def term(world: World, key: str) -> str:
    return f"{case(world)}/prazos/{world.deadlines(key)[-1].id}/reabrir"


def press(browser: Browser, path: str, action: str, **typed: object) -> TestResponse:
    """Fill in the form of an act and press one of its buttons."""
    sent = {**browser.hidden(path), "motivo": REASON, **typed, "_action": action}
    return browser.client.post(path, data=sent, content_type="multipart/form-data")


def kept(page: str) -> dict[str, str]:
    """What the page that asks to confirm carries in its form."""
    form = page.partition('<form class="cartao tarefa"')[2]
    found = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


def bare(text: str) -> str:
    """A page without the token and the key that every page has of its own."""
    return re.sub(r'value="[^"]+"', "", text)


def counted(world: World) -> dict[str, int]:
    """How many rows each table has."""
    with transaction(world.engine) as session:
        return {
            table.name: session.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables.metadata.sorted_tables
        }


def kinds(world: World) -> list[str]:
    return [event.kind for event in world.events()]


def sheet() -> bytes:
    """A PDF of one page."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        saved = io.BytesIO()
        pdf.save(saved)
    return saved.getvalue()


@dataclass(frozen=True)
class Case:
    """An act at a stage: who does it, on which day, what is typed, what it shows and does."""

    name: str
    stage: str
    day: str
    login: str
    path: Callable[[World], str]
    typed: Mapping[str, object]
    shown: tuple[str, ...]
    button: str
    kind: str
    told: str
    steps: tuple[str, ...]

    def begin(self, app: Flask, world: World) -> tuple[Browser, str]:
        """Whoever does the act, at its stage and on its day, before the page of it."""
        cases.STAGES[self.stage](world)
        world.go(self.day)
        return visit(app, world, self.login), self.path(world)


ACTS = (
    Case(
        "a receipt date",
        "opened",
        "2025-12-03",
        "secretaria",
        lambda world: fact(world, "ciencia", party=0),
        {"valor": "2025-12-02"},
        (
            "Ciência do auto, de Fulano da Silva 01/12/2025 02/12/2025",
            "Defesa: de 08/12/2025 para 09/12/2025",
        ),
        "Confirmar retificação",
        "fact_corrected",
        "Dado retificado. Defesa: de 08/12/2025 para 09/12/2025.",
        ("aguardar_defesa",),
    ),
    Case(
        "the day of the fact",
        "opened",
        "2025-12-03",
        "secretaria",
        lambda world: fact(world, "fato"),
        {"valor": "2025-11-30"},
        ("Dia do fato 01/12/2025 30/11/2025", "Nenhum prazo, penalidade ou papel muda."),
        "Confirmar retificação",
        "fact_corrected",
        "Dado retificado.",
        ("aguardar_defesa",),
    ),
    Case(
        "a day after which the lapse does not stand",
        "lapsed",
        "2025-12-09",
        "diretor",
        lambda world: fact(world, "ciencia", party=0),
        {"valor": "2025-12-03"},
        (
            "Defesa: de 08/12/2025 para 10/12/2025; o decurso fica sem efeito",
            "Etapas abertas Certificar decurso da defesa Aguardar defesa",
        ),
        "Confirmar retificação",
        "fact_corrected",
        "o decurso fica sem efeito.",
        ("aguardar_defesa",),
    ),
    Case(
        "a return to the judgement of a final fine",
        "final",
        "2026-01-05",
        "diretor",
        lambda world: f"{case(world)}/devolver",
        {"etapa": "julgar_auto"},
        (
            "Sai a multa de R$ 759,00 (art. 5º, II)",
            "«Julgar auto e defesa»: a resposta fica sem efeito",
            "Pedido de reconsideração, de Fulano da Silva: o prazo fica sem efeito",
        ),
        "Confirmar devolução",
        "returned",
        "O processo voltou à etapa.",
        ("julgar_auto",),
    ),
    Case(
        "a term that lapsed",
        "lapsed",
        "2025-12-09",
        "diretor",
        lambda world: term(world, "defesa"),
        {"data": "2025-12-08"},
        (
            "Começo do prazo 01/12/2025 08/12/2025",
            "Defesa: de 08/12/2025 para 15/12/2025; o decurso fica sem efeito",
        ),
        "Confirmar reabertura",
        "deadline_reopened",
        "Prazo reaberto.",
        ("aguardar_defesa",),
    ),
    Case(
        "a paper of another case",
        "defended",
        "2025-12-05",
        "protocolo",
        paper,
        {},
        (
            "Protocolo 00001/2025 vale sem efeito",
            "Defesa, de Fulano da Silva: o prazo corre até 08/12/2025",
            "Etapas abertas Julgar auto e defesa Aguardar defesa",
        ),
        "Confirmar",
        "filing_undone",
        "O protocolo 00001/2025 ficou sem efeito.",
        ("aguardar_defesa",),
    ),
)

each_act = pytest.mark.parametrize("one", ACTS, ids=lambda one: one.name)
