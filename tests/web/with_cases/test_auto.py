"""The agent's new auto: kept as a draft, filled from the plate, signed, and printed."""

import re

import pytest
from flask import Flask

from tests.cases.kit import AUTO, World
from tests.web.conftest import PASSWORD
from tests.web.visiting import visit, words
from webapp.store import tables
from webapp.store.database import transaction

FORM = "/autos/novo"


@pytest.fixture
def world(world: World) -> World:
    """Marilândia on Monday 2025-12-01; Beltrana holds a permit that MQX-4E21 serves."""
    world.register_holder("Beltrana Souza", "111.444.777-35", "MQX4E21")
    return world


def count(world: World) -> int:
    with transaction(world.engine) as session:
        return len(session.execute(tables.case.select()).all())


def value(page: str, name: str) -> str:
    found = re.search(rf'<input id="{re.escape(name)}"[^>]*? value="([^"]*)"', page)
    assert found, name
    return found[1]


def test_the_day_of_the_fact_begins_as_today(app: Flask, world: World) -> None:
    page = visit(app, world, "agente").get(FORM).text
    assert value(page, "data_fato") == "2025-12-01"
    assert value(page, "data_entrega") == "2025-12-01"


def test_a_signed_auto_opens_its_case_and_offers_copies_next_step_and_term(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "agente")
    reply = browser.send(FORM, FORM, **AUTO, _action="concluir", _password=PASSWORD)
    assert reply.status_code == 303
    done = browser.get(reply.location)
    assert "Auto de infração 0001/2025 lavrado" in done.text
    assert "Defesa de Fulano da Silva: até seg 08/12/2025" in words(done.text)
    copies = re.search(r'href="(/processos/\d+/pecas/1)"', done.text)
    assert copies
    assert browser.get(copies[1]).mimetype == "application/pdf"


def test_what_was_typed_stays_in_the_session_until_the_auto_is_drawn_up(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "agente")
    kept = browser.send(FORM, FORM, _action="rascunho", lugar="Ponto 3", itens="5-II", estranho="x")
    assert kept.location == FORM
    page = browser.get(FORM).text
    assert value(page, "lugar") == "Ponto 3"
    assert "art. 5º, II (multa de 1/2 salário mínimo, R$ 759,00 (art. 15, § 1º))" in words(page)
    browser.send(FORM, FORM, **AUTO, _action="concluir", _password=PASSWORD)
    assert value(browser.get(FORM).text, "lugar") == ""


def test_a_draft_is_nobody_else_s(app: Flask, world: World) -> None:
    visit(app, world, "agente").send(FORM, FORM, _action="rascunho", lugar="Ponto 3")
    assert "Ponto 3" not in visit(app, world, "agente").get(FORM).text


def test_the_plate_in_either_spelling_fills_only_what_is_empty(app: Flask, world: World) -> None:
    browser = visit(app, world, "agente")
    typed = {"veiculo.placa": "mqx-4421", "autuado.nome": "Outro Condutor"}
    page = browser.send(FORM, FORM, _action="placa", **typed)
    assert page.status_code == 200
    assert "Beltrana Souza" in page.text
    assert value(page.text, "autuado.nome") == "Outro Condutor"
    assert value(page.text, "autuado.cpf") == ""
    empty = browser.send(FORM, FORM, _action="placa", **{"veiculo.placa": "MQX4E21"})
    assert value(empty.text, "autuado.nome") == "Beltrana Souza"
    assert value(empty.text, "autuado.cpf") == "111.444.777-35"
    assert count(world) == 0


def test_a_plate_that_the_registry_lacks_stops_nobody(app: Flask, world: World) -> None:
    browser = visit(app, world, "agente")
    page = browser.send(FORM, FORM, _action="placa", **{"veiculo.placa": "ABC1D23"})
    assert page.status_code == 200
    assert "A placa ABC1D23 não está no cadastro." in words(page.text)


def test_only_the_inspection_draws_up_autos(app: Flask, world: World) -> None:
    reply = visit(app, world, "protocolo").get(FORM)
    assert reply.status_code == 403
    assert "Fiscalização" in reply.text


@pytest.mark.parametrize("delivery", ["entregue", "nao_entregue"])
def test_an_auto_that_was_not_delivered_goes_to_notification(
    app: Flask, world: World, delivery: str
) -> None:
    browser = visit(app, world, "agente")
    typed = {**AUTO, "entrega": delivery}
    reply = browser.send(FORM, FORM, **typed, _action="concluir", _password=PASSWORD)
    said = words(browser.get(reply.location).text)
    step = {"entregue": "Aguardar defesa", "nao_entregue": "Escolher meio"}[delivery]
    assert step in said


def test_an_empty_auto_shows_its_mistakes_and_keeps_the_draft(app: Flask, world: World) -> None:
    browser = visit(app, world, "agente")
    browser.send(FORM, FORM, _action="rascunho", lugar="Ponto 3")
    for password in ("", "errada", PASSWORD):
        reply = browser.send(FORM, FORM, _action="concluir", _password=password)
        assert reply.status_code == 422
        assert 'href="#autuado.nome"' in reply.text
        assert ("Digite a sua senha." in reply.text) == (not password)
        assert ("A senha não confere." in reply.text) == (password == "errada")
    wrong = {**AUTO, "_password": "errada"}
    assert browser.send(FORM, FORM, **wrong, _action="concluir").status_code == 422
    assert count(world) == 0
    assert value(browser.get(FORM).text, "lugar") == "Ponto 3"


def test_the_items_stand_by_group_and_each_article_opens_in_another_tab(
    app: Flask, world: World
) -> None:
    page = visit(app, world, "agente").get(FORM).text
    groups = re.findall(r"<summary[^>]*>([^<]+)</summary>", page)
    assert groups[:3] == [
        "Condutor (art. 5º) (14)",
        "Veículo (art. 6º) (10)",
        "Condutas com penalidade própria (arts. 14 a 21) (9)",
    ]
    items = page[page.index("Disposições infringidas") : page.index('name="data_fato"')]
    links = re.findall(r'<a href="/lei/marilandia\?[^>]*>([^<]+)</a>', items)
    assert {"art. 5º, II", "art. 15, § 1º", "art. 19, § 3º"} <= set(links)
    assert len(links) >= 33
    assert items.count("<a ") == items.count('target="_blank" rel="noopener"')
