"""The draft of a step's document, as whoever works on the case prints it."""

import pytest
from flask import Flask

from tests.cases.kit import World
from tests.documents.reading import joined, text_of
from tests.web.visiting import visit


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-01: the auto was not handed over in the street, the inspection goes."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    return world


def test_the_step_links_to_its_draft_which_is_a_pdf_of_no_value(app: Flask, world: World) -> None:
    browser = visit(app, world, "agente")
    case = f"/processos/{world.case_id}"
    path = f"{case}/tarefas/{world.task('entregar_em_maos').id}/minuta.pdf"
    assert f'href="{path}">Minuta em PDF' in browser.get(case).text
    reply = browser.get(path)
    assert reply.mimetype == "application/pdf"
    assert joined("MINUTA – sem valor antes da assinatura") in joined(text_of(reply.data))


def test_a_step_without_document_has_no_draft(app: Flask, world: World) -> None:
    handed = {"entrega.autuado": "entregue", "data_entrega.autuado": "2025-12-01"}
    closed = world.task("entregar_em_maos").id
    world.answer("entregar_em_maos", resultado="feita", **handed)
    browser = visit(app, world, "protocolo")
    case = f"/processos/{world.case_id}"
    assert "Minuta em PDF" not in browser.get(case).text
    for task in (closed, world.task("conferir_ciencia").id, 987654):
        assert browser.get(f"{case}/tarefas/{task}/minuta.pdf").status_code == 404
