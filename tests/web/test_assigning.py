"""Whose a task is, over HTTP: claim, give back, take over, hand on; one task or those marked."""

from collections.abc import Iterator
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.cases.kit import World
from tests.store.town import Town
from tests.web.cases import let_people_in, opened, stand_still
from tests.web.conftest import Browser
from tests.web.serving import application
from tests.web.visiting import words
from webapp.store import tables
from webapp.store.database import transaction


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Tuesday 2025-12-09: nobody defended himself in two cases; the lapse is to be certified."""
    world = World(database_url)
    opened(world)
    world.open("segundo")
    world.go("2025-12-09").tick()
    let_people_in(world)
    stand_still(world)
    yield world
    world.engine.dispose()


class Office:
    """Browsers of the people of a world."""

    def __init__(self, world: World, app: Flask) -> None:
        self.world, self.app = world, app

    def browser(self, login: str) -> Browser:
        browser = Browser(self.app.test_client())
        browser.sign_in(login)
        return browser

    def certificates(self) -> list[int]:
        table = tables.task
        with Session(self.world.engine) as session:
            open_ones = select(table.c.id).where(
                table.c.element == "certificar_defesa", table.c.closed_at.is_(None)
            )
            return list(session.execute(open_ones.order_by(table.c.id)).scalars())

    def assignees(self) -> list[int | None]:
        table = tables.task
        with Session(self.world.engine) as session:
            found = select(table.c.assignee_id).where(table.c.id.in_(self.certificates()))
            return list(session.execute(found.order_by(table.c.id)).scalars())

    def events(self, kind: str) -> int:
        with Session(self.world.engine) as session:
            found = select(tables.event.c.id).where(tables.event.c.kind == kind)
            return len(session.execute(found).all())

    def user(self, login: str) -> int | None:
        return self.world.actors[login].user_id


@pytest.fixture
def office(world: World, database_url: str) -> Iterator[Office]:
    with application(database_url) as app:
        yield Office(world, app)


def send(browser: Browser, path: str, **typed: object) -> tuple[int, str]:
    """Send the list's form; where the answer leads is what is read."""
    hidden = browser.hidden("/tarefas")
    reply = browser.client.post(path, data={**hidden, **typed})
    page = browser.get(reply.headers["Location"]).text if reply.status_code == 303 else reply.text
    return reply.status_code, words(page)


def test_a_task_is_claimed_once_and_can_be_given_back(office: Office) -> None:
    clerk, [task, _] = office.browser("secretaria"), office.certificates()
    hidden = clerk.hidden("/tarefas")
    for _press in range(2):
        reply = clerk.client.post("/tarefas/assumir", data={**hidden, "_so": task})
        assert reply.headers["Location"] == "/tarefas"
    assert office.assignees() == [office.user("secretaria"), None]
    assert office.events("task_claimed") == 1
    status, page = send(clerk, "/tarefas/devolver", _so=task)
    assert status == 303
    assert "voltou à unidade" in page
    assert office.assignees() == [None, None]


def test_marked_tasks_are_claimed_together_and_the_person_comes_back(office: Office) -> None:
    clerk, tasks = office.browser("secretaria"), office.certificates()
    back = "/tarefas?lista=sem_responsavel"
    hidden = clerk.hidden("/tarefas")
    typed = {**hidden, "_tarefa": tasks, "_volta": back}
    reply = clerk.client.post("/tarefas/assumir", data=typed)
    assert reply.headers["Location"] == back
    assert "2 tarefas são suas agora." in clerk.get(back).text
    assert office.assignees() == [office.user("secretaria")] * 2


def test_marked_tasks_are_claimed_all_or_none(office: Office) -> None:
    tasks = office.certificates()
    secretary, agent = office.browser("secretaria"), office.browser("agente")
    send(secretary, "/tarefas/assumir", _so=tasks[1])
    status, page = send(agent, "/tarefas/assumir", _tarefa=tasks)
    assert status == 403
    assert "Nenhuma tarefa foi assumida" in page
    assert office.assignees() == [None, office.user("secretaria")]


def test_a_task_that_another_has_is_taken_over_all_the_same(office: Office) -> None:
    [task, _] = office.certificates()
    add_secretary(office)
    first, second = office.browser("secretaria"), office.browser("agente")
    send(first, "/tarefas/assumir", _so=task)
    status, page = send(second, "/tarefas/assumir", _so=task)
    assert status == 409
    assert "está com Sílvia Secretaria" in page
    assert "Assumir mesmo assim" in page
    assert "Assumir mesmo assim" in second.get(f"/tarefas/{task}/assumir").text
    status, page = send(second, f"/tarefas/{task}/assumir")
    assert status == 303
    assert "é sua agora" in page
    assert office.assignees()[0] == office.user("agente")
    assert office.events("task_taken_over") == 1


def test_who_lacks_the_role_is_not_offered_to_take_over(office: Office) -> None:
    [task, _] = office.certificates()
    send(office.browser("secretaria"), "/tarefas/assumir", _so=task)
    page = office.browser("protocolo").get(f"/tarefas/{task}/assumir").text
    assert "Assumir mesmo assim" not in page
    status, told = send(office.browser("protocolo"), f"/tarefas/{task}/assumir")
    assert status == 403
    assert "Você não o exerce hoje" in told


def test_marked_tasks_are_handed_on_with_a_reason(office: Office) -> None:
    add_secretary(office)
    clerk, tasks = office.browser("secretaria"), office.certificates()
    hidden = clerk.hidden("/tarefas")
    form = clerk.client.post("/tarefas/marcadas", data={**hidden, "_tarefa": tasks})
    asked = clerk.get(form.headers["Location"]).text
    assert "Repassar 2 tarefas" in asked
    assert "Aurora Agente (0 tarefas)" in asked
    assert "Dário Diretor" not in asked
    typed = {"_tarefa": tasks, "para": office.user("agente"), "motivo": "Férias da Sílvia"}
    status, page = send(clerk, "/tarefas/repassar", **typed)
    assert status == 303
    assert "2 tarefas foram repassadas." in page
    assert office.assignees() == [office.user("agente")] * 2
    assert office.events("task_reassigned") == 2


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"para": "", "motivo": "Férias"}, "Escolha para quem vai."),
        ({"para": "9999", "motivo": "Férias"}, "Escolha quem exerce hoje a função Secretaria."),
        ({"para": "1", "motivo": "  "}, "Escreva por que é repassada."),
        ({"para": "1", "motivo": "x" * 1001}, "Escreva o motivo em até 1000 caracteres."),
    ],
)
def test_a_hand_on_without_person_or_reason_says_what_is_missing(
    office: Office, typed: dict[str, str], told: str
) -> None:
    [task, _] = office.certificates()
    status, page = send(office.browser("secretaria"), "/tarefas/repassar", _tarefa=task, **typed)
    assert status == 422
    assert told in page
    assert office.assignees() == [None, None]


def test_nothing_marked_is_said(office: Office) -> None:
    for path in ("/tarefas/assumir", "/tarefas/marcadas", "/tarefas/repassar"):
        status, page = send(office.browser("secretaria"), path)
        assert status == 422
        assert "Nenhuma tarefa foi marcada" in page


def test_a_task_that_is_over_cannot_be_claimed(office: Office) -> None:
    [task, _] = office.certificates()
    clerk = office.browser("secretaria")
    hidden = clerk.hidden("/tarefas")
    with transaction(office.world.engine) as session:
        closed = tables.task.update().where(tables.task.c.id == task)
        session.execute(closed.values(closed_at=office.world.now, closed_how="completed"))
    reply = clerk.client.post("/tarefas/assumir", data={**hidden, "_so": task})
    assert reply.status_code == 409
    assert "já foi concluída ou encerrada" in reply.text
    assert clerk.get(f"/tarefas/{task}/assumir").status_code == 404
    assert clerk.get(f"/tarefas/repassar?tarefa={task}").status_code == 404


@pytest.mark.parametrize("task", ["x", "²", "-1", "१"])
def test_a_task_that_is_no_number_is_refused(office: Office, task: str) -> None:
    assert send(office.browser("secretaria"), "/tarefas/assumir", _so=task)[0] == 400
    assert office.browser("secretaria").get(f"/tarefas/repassar?tarefa={task}").status_code == 400


def test_a_task_of_another_municipality_is_not_there(office: Office) -> None:
    with transaction(office.world.engine) as session:
        foreign = Town(session, "santa_teresa")
        task = foreign.task(foreign.case(), role="secretaria")
    clerk = office.browser("secretaria")
    assert clerk.get(f"/tarefas/{task}/assumir").status_code == 404
    assert clerk.get(f"/tarefas/repassar?tarefa={task}").status_code == 404
    assert send(clerk, "/tarefas/assumir", _so=task)[0] == 404


def add_secretary(office: Office) -> None:
    """The agent serves in the secretaria too, since 2025-01-02."""
    with transaction(office.world.engine) as session:
        session.execute(
            tables.membership.insert().values(
                municipality_id=office.world.municipality_id,
                user_id=office.user("agente"),
                role="secretaria",
                capacity="titular",
                from_day=date(2025, 1, 2),
            )
        )


def test_who_has_the_task_already_is_not_offered_to_be_handed_it(office: Office) -> None:
    add_secretary(office)
    clerk, tasks = office.browser("secretaria"), office.certificates()
    send(clerk, "/tarefas/assumir", _so=tasks[0])
    alone = clerk.get(f"/tarefas/repassar?tarefa={tasks[0]}").text
    assert ">Sílvia Secretaria (" not in alone
    assert ">Aurora Agente (" in alone
    both = clerk.get(f"/tarefas/repassar?tarefa={tasks[0]}&tarefa={tasks[1]}").text
    assert ">Sílvia Secretaria (" in both


def test_nobody_else_to_hand_a_task_to_is_told(office: Office) -> None:
    clerk, [task, _] = office.browser("secretaria"), office.certificates()
    send(clerk, "/tarefas/assumir", _so=task)
    page = words(clerk.get(f"/tarefas/repassar?tarefa={task}").text)
    assert "Além de quem já está com a tarefa, ninguém exerce hoje a função Secretaria." in page
