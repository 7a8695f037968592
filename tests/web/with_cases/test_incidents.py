"""The page of incidents: who sees it, what it says, and its two acts."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event, insert, update

from tests.cases.conftest import models
from tests.cases.kit import World
from tests.cases.staff import employ
from tests.web.conftest import Browser
from tests.web.visiting import visit, words
from webapp.cases import incidents
from webapp.cases.incidents import Failure
from webapp.store import outbox, tables
from webapp.store.database import transaction
from webapp.web.database import db

__all__ = ["models"]

HOME = "/incidentes"
ONE = "/incidentes/1"
WHY = "O desenho não se repara hoje."


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """On Friday 2025-12-12 at 15:00 the term that ended the day before is an incident."""
    models()
    world = World(database_url)
    employ(world, "operador", "Olavo Operador", "operador")
    employ(world, "alda", "Alda Administradora", "administrador")
    world.begin("tarefa_com_prazo")
    world.go("2025-12-12", 15)
    fail(world)
    yield world
    world.engine.dispose()


def fail(world: World) -> None:
    """The term of the case at hand was given up."""
    (term,) = world.deadlines()
    with transaction(world.engine) as session:
        row = tables.deadline.c.id == term.id
        session.execute(update(tables.deadline).where(row).values(next_at=None))
        what = "erro ValueError; veja o registro do worker"
        failure = Failure(world.municipality_id, world.case_id, term.id, what, 4)
        incidents.open_incident(session, failure, world.now)


@pytest.fixture
def operator(app: Flask, world: World) -> Browser:
    return visit(app, world, "operador")


def closed_how(world: World) -> list[str | None]:
    return [row.closed_how for row in world.rows(tables.incident)]


def test_an_incident_says_what_failed_where_and_since_when(operator: Browser, world: World) -> None:
    told = words(operator.get(HOME).text)
    number = world.case().number
    assert "Incidente 1: prazo sem efeito erro ValueError; veja o registro do worker" in told
    assert f"Processo {number} Cumprir diligência" in told
    assert "Diligência último dia: qui 11/12/2025" in told
    assert "12/12/2025 15:00 4" in told
    one = words(operator.get(ONE).text)
    assert "Situação do prazo parado: ninguém o tenta" in one
    assert f'href="/processos/{world.case_id}"' in operator.get(ONE).text


def test_the_place_is_in_the_navigation_of_whom_it_concerns(
    app: Flask, operator: Browser, world: World
) -> None:
    link = 'href="/incidentes"'
    assert link in operator.get("/tarefas").text
    assert link in visit(app, world, "alda").get("/tarefas").text
    assert link not in visit(app, world, "secretaria").get("/tarefas").text


def test_trying_again_leads_back_to_the_list_which_is_then_empty(
    operator: Browser, world: World
) -> None:
    reply = operator.send(f"{ONE}/tentar", ONE)
    assert (reply.status_code, reply.headers["Location"]) == (303, HOME)
    told = words(operator.get(HOME).text)
    assert "O prazo será tentado de novo em instantes." in told
    assert "Nenhum incidente aberto" in told
    assert "tentado de novo 12/12/2025 15:00, Olavo Operador" in told
    assert closed_how(world) == ["retried"]
    assert "corre, e será tentado de novo" in operator.get(ONE).text


def test_mail_that_does_not_leave_is_tried_again_and_never_skipped(
    operator: Browser, world: World
) -> None:
    with transaction(world.engine) as session:
        town = world.municipality_id
        outbox.put(session, town, "a@exemplo.br", "Prazo", "Olá.", "<1@autos>", world.now)
        session.execute(update(tables.outbox).values(attempts=outbox.MOST_TRIES))
        incidents.show_mail_given_up(session, world.now, world.now)
    one = f"{HOME}/2"
    assert "mensagens que não saem 1 mensagem não saiu" in words(operator.get(HOME).text)
    assert "<button>Pular" not in operator.get(one).text
    assert operator.send(f"{one}/pular", one, motivo=WHY).status_code == 404
    assert operator.send(f"{one}/tentar", one).headers["Location"] == HOME
    assert "tentadas de novo em instantes: 1." in operator.get(HOME).text
    assert [letter.attempts for letter in world.rows(tables.outbox)] == [0]


def test_skipping_gives_the_autoridade_a_task(app: Flask, operator: Browser, world: World) -> None:
    operator.send(f"{ONE}/pular", ONE, motivo=WHY)
    assert "A Autoridade recebeu a tarefa" in operator.get(HOME).text
    assert "espera a decisão da Autoridade" in operator.get(ONE).text
    task = world.task("tratar_prazo")
    director = visit(app, world, "diretor")
    page = words(director.get(f"/processos/{world.case_id}?tarefa={task.id}").text)
    assert "Tratar prazo com falha: Diligência" in page
    assert "Refazer: o sistema tenta de novo" in page
    case = words(director.get(f"/processos/{world.case_id}").text)
    assert "O prazo que falhou foi entregue à decisão da Autoridade" in case
    assert WHY in case


def test_without_a_reason_nothing_is_skipped_and_the_page_says_so(
    operator: Browser, world: World
) -> None:
    reply = operator.send(f"{ONE}/pular", ONE, motivo=" ")
    assert reply.status_code == 422
    assert "Erro: Escreva por que o prazo não será tentado de novo." in reply.text
    assert "<title>Erro: Incidente 1" in reply.text
    assert closed_how(world) == [None]


def test_a_reason_that_is_too_long_comes_back_as_it_was_typed(operator: Browser) -> None:
    reply = operator.send(f"{ONE}/pular", ONE, motivo="x" * 1001)
    assert (reply.status_code, "x" * 1001 in reply.text) == (422, True)


def test_an_incident_that_is_closed_is_only_told(operator: Browser, world: World) -> None:
    operator.send(f"{ONE}/tentar", ONE)
    assert "<button>Pular" not in operator.get(ONE).text
    late = operator.send(f"{ONE}/pular", "/conta", motivo=WHY)
    assert late.status_code == 409
    assert "já foi encerrado" in late.text


def test_the_same_press_twice_is_one_act(operator: Browser, world: World) -> None:
    hidden = operator.hidden(ONE)
    for _ in range(2):
        reply = operator.client.post(f"{ONE}/tentar", data=hidden)
        assert (reply.status_code, reply.headers["Location"]) == (303, HOME)
    assert [e.kind for e in world.events()].count("incident_retried") == 1


@pytest.mark.parametrize("login", ["secretaria", "diretor", "agente"])
def test_nobody_else_sees_or_treats_incidents(app: Flask, world: World, login: str) -> None:
    somebody = visit(app, world, login)
    assert somebody.get(HOME).status_code == 403
    assert somebody.get(ONE).status_code == 403
    assert somebody.send(f"{ONE}/tentar", "/conta").status_code == 403
    assert somebody.send(f"{ONE}/pular", "/conta", motivo=WHY).status_code == 403
    assert closed_how(world) == [None]


def test_an_incident_that_is_not_there_is_a_404(operator: Browser) -> None:
    assert operator.get("/incidentes/77").status_code == 404
    assert operator.send("/incidentes/77/tentar", "/conta").status_code == 404


def test_a_fault_of_the_machine_offers_no_act(operator: Browser, world: World) -> None:
    with transaction(world.engine) as session:
        values = {"kind": "relogio", "what": "O relógio saltou.", "attempts": 1}
        values |= {"municipality_id": world.municipality_id, "opened_at": world.now}
        session.execute(insert(tables.incident).values(values))
    assert "relógio da máquina" in operator.get(HOME).text
    page = operator.get("/incidentes/2").text
    assert "se encerra sozinho" in page
    assert "/incidentes/2/pular" not in page


def test_the_lists_cost_the_same_however_long_they_are(
    app: Flask, operator: Browser, world: World
) -> None:
    few = selects(app, operator)
    for n in range(3):
        world.go("2025-12-01").begin("tarefa_com_prazo", f"outro {n}")
        world.go("2025-12-12", 15)
        fail(world)
    with transaction(world.engine) as session:
        table = tables.incident
        closed = {"closed_at": world.now + timedelta(hours=1), "closed_how": "retried"}
        session.execute(update(table).where(table.c.id.in_([1, 2])).values(closed))
    assert selects(app, operator) == few <= 4


def selects(app: Flask, browser: Browser) -> int:
    """How many questions the list asks the database."""
    seen: list[str] = []

    def note(_c: object, _u: object, sql: str, *_: object) -> None:
        seen.append(sql)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    browser.get(HOME)
    event.remove(engine, "before_cursor_execute", note)
    return sum(sql.lstrip().startswith("SELECT") for sql in seen)
