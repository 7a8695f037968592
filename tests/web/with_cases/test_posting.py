"""From the letters marked in the inbox to their labels and their posting list."""

from collections.abc import Iterator, Sequence

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.cases.taxi import AUXILIARY, HOLDER, Taxi
from tests.cases.test_letters_of_a_taxi import told_by_letter
from tests.documents.reading import joined, text_of
from tests.web.conftest import Browser
from tests.web.serving import application
from tests.web.visiting import visit, words
from webapp.store import tables
from webapp.store.database import transaction

WAITING = "/tarefas?lista=esperando"


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-01: two letters went out; a third auto was handed over in the street."""
    for name, who in (("primeiro", "Fulano da Silva"), ("segundo", "Sicrano Souza")):
        told = {"autuado.nome": who, "autuado.cpf": ""}
        world.open(name=name, entrega="nao_entregue", data_entrega=None, **told)
        world.send_letter()
    world.open(name="terceiro")
    return world


@pytest.fixture
def counter(app: Flask, world: World) -> Browser:
    return visit(app, world, "protocolo")


def waits(world: World) -> list[str]:
    """The open waits for an AR, by case."""
    with transaction(world.engine) as session:
        task = tables.task
        open_ones = (task.c.message == "retorno_ar", task.c.closed_at.is_(None))
        ids = session.execute(select(task.c.id).where(*open_ones).order_by(task.c.id))
        return [str(one) for one in ids.scalars()]


def rows(world: World) -> Iterator[int]:
    """How many rows each table that an act writes to has."""
    with transaction(world.engine) as session:
        for table in (tables.event, tables.piece, tables.notice, tables.task, tables.outbox):
            yield session.execute(select(func.count()).select_from(table)).scalar_one()


def asks(browser: Browser, what: str, marked: Sequence[str]) -> TestResponse:
    """Press the button of a print with these rows marked, and follow it."""
    sent = {**browser.hidden(WAITING), "_imprimir": what, "_tarefa": list(marked)}
    reply = browser.client.post("/tarefas/cartas", data=sent)
    return browser.get(reply.location) if reply.status_code == 303 else reply


def test_only_letters_that_wait_for_their_ar_can_be_marked_for_the_post(
    world: World, counter: Browser
) -> None:
    page = counter.get(f"{WAITING}&quem=todas").text
    for n in ("0001", "0002"):
        assert f'aria-label="Marcar Aguardar retorno do AR, {n}/2025"' in page
    assert "Marcar Aguardar defesa" not in page
    assert "Com as marcadas: Etiquetas de AR Lista de postagem" in words(page)
    assert "Repassar…" not in page


def test_labels_come_as_a_pdf_of_the_marked_letters_alone(world: World, counter: Browser) -> None:
    reply = asks(counter, "etiquetas", waits(world)[:1])
    assert (reply.status_code, reply.mimetype) == (200, "application/pdf")
    said = joined(text_of(reply.data))
    for part in ("Fulano da Silva", "Rua das Flores, 10",
                 "Notificação por carta nº 0001/2025 · processo 0001/2025"):  # fmt: skip
        assert joined(part) in said, part
    assert "Sicrano" not in said


def test_the_posting_list_has_its_totals(world: World, counter: Browser) -> None:
    said = joined(text_of(asks(counter, "postagem", waits(world)).data))
    for part in ("Fulano da Silva", "Sicrano Souza", "Total: 2 cartas, de 2 processos.",
                 "Lista de 01/12/2025, impressa por Paula Protocolo."):  # fmt: skip
        assert joined(part) in said, part


def test_a_letter_to_each_party_is_a_label_each(database_url: str) -> None:
    """Santa Teresa: the auxiliary drove, and the holder is told too."""
    taxi = told_by_letter(Taxi(database_url))
    with application(database_url) as app:
        browser = visit(app, taxi, "protocolo")
        marked = waits(taxi)
        said = joined(text_of(asks(browser, "postagem", marked).data))
    assert len(marked) == 1
    assert joined("Total: 2 cartas, de 1 processo.") in said
    assert AUXILIARY.replace(" ", "") in said
    assert HOLDER.replace(" ", "") in said
    taxi.engine.dispose()


def test_only_the_last_letter_of_a_case_is_to_be_posted(world: World, app: Flask) -> None:
    """The first came back on Wednesday 2025-12-10: «ausente»; a second goes out that day."""
    world.name = "primeiro"
    world.go("2025-12-10").paper("retorno_ar", "2025-12-10", party=None)
    world.lose_letter("ausente")
    world.send_letter()
    browser = visit(app, world, "protocolo")
    said = joined(text_of(asks(browser, "etiquetas", waits(world)).data))
    assert said.count("FulanodaSilva") == 1
    assert joined("carta nº 0003/2025 · processo 0001/2025") in said


def test_a_print_keeps_nothing_and_may_be_made_again(world: World, counter: Browser) -> None:
    before = list(rows(world))
    first = asks(counter, "etiquetas", waits(world)).data
    assert asks(counter, "etiquetas", waits(world)).data == first
    assert list(rows(world)) == before


# ---- what is refused


def test_nothing_marked_is_told(world: World, counter: Browser) -> None:
    reply = asks(counter, "etiquetas", [])
    assert reply.status_code == 422
    assert "Nenhuma tarefa foi marcada" in reply.text


def test_what_is_no_letter_is_named_with_what_to_do(world: World, counter: Browser) -> None:
    world.name = "terceiro"
    other = str(world.task("aguardar_defesa").id)
    reply = asks(counter, "postagem", [*waits(world), other])
    assert reply.status_code == 422
    assert "Não há carta a postar em «Aguardar defesa» (0003/2025)" in words(reply.text)
    assert "desmarque as outras e repita" in words(reply.text)


def test_a_letter_whose_ar_came_back_meanwhile_is_not_posted(
    world: World, counter: Browser
) -> None:
    marked = waits(world)
    world.name = "primeiro"
    world.paper("retorno_ar", "2025-12-01", party=None)
    reply = asks(counter, "etiquetas", marked)
    assert reply.status_code == 409
    assert "Das 2 tarefas marcadas, 1 já não está aberta" in words(reply.text)


def test_a_print_or_a_row_that_there_is_not_is_not_found(world: World, counter: Browser) -> None:
    assert asks(counter, "envelopes", waits(world)).status_code == 404
    assert asks(counter, "etiquetas", ["987654"]).status_code == 404


@pytest.mark.parametrize(("who", "may"), [("secretaria", True), ("agente", False)])
def test_who_handles_the_post_prints_and_nobody_else(
    app: Flask, world: World, who: str, may: bool
) -> None:
    browser = visit(app, world, who)
    page = browser.get(f"{WAITING}&quem=todas").text
    assert ("Etiquetas de AR" in page) == may
    query = f"imprimir=etiquetas&tarefa={waits(world)[0]}"
    assert browser.get(f"/tarefas/cartas.pdf?{query}").status_code == (200 if may else 403)
