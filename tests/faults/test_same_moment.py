"""One press sent again after its reply was lost (F10); two people at one form (F11)."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.cases.staff import employ
from tests.faults.conftest import LONG
from tests.web.conftest import Browser
from tests.web.visiting import visit, words
from webapp.store import tables
from webapp.web import request_keys

ROUNDS = 100 if LONG else 4


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Monday 2025-12-01: a step of ten days waits for the Secretaria, where two people work."""
    models()
    world = World(database_url)
    employ(world, "selma", "Selma Segunda", "secretaria")
    yield world
    world.engine.dispose()


def answers(world: World) -> tuple[int, int]:
    """How often the step was answered, by its rows and by the records."""
    kinds = [row.kind for row in world.events()]
    return len(world.rows(tables.answer)), kinds.count("task_completed")


def test_a_press_whose_reply_was_lost_is_answered_when_it_comes_again(
    app: Flask, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail when `replay` gives no kept reply, and when the key is not written: the second
    press is refused (409).
    """
    world.begin("tarefa_com_prazo")
    browser = visit(app, world, "secretaria")
    path = f"/processos/{world.case_id}/tarefas/{world.task('cumprir_diligencia').id}"
    sent = {**browser.hidden(f"/processos/{world.case_id}"), "resultado": "feito"}
    sent["_action"] = "concluir"
    with monkeypatch.context() as cut:
        cut.setattr(request_keys, "answer", _lost)
        assert browser.client.post(path, data=sent).status_code == 500
    assert answers(world) == (1, 1), "it was committed"
    again = browser.client.post(path, data=sent)
    assert again.status_code == 303
    assert answers(world) == (1, 1)
    assert "«Cumprir diligência» concluída." in words(browser.get(again.location).text)


def _lost(_: object) -> TestResponse:
    raise ConnectionResetError("the line is cut after the commit")


def test_of_two_people_who_send_one_form_at_once_one_is_first_and_the_other_is_told(
    app: Flask, world: World
) -> None:
    """Seen to fail on PostgreSQL without FOR UPDATE in Act.lock (500, duplicate key of the chain).

    On SQLite the key of the press, written first, keeps one after the other by itself: with BEGIN
    in the place of BEGIN IMMEDIATE and of the fair lock it does not fail (100 rounds); where the
    key is not written either, it does (503, the database is locked).
    """
    people = [visit(app, world, login) for login in ("secretaria", "selma")]
    for n in range(ROUNDS):
        world.begin("tarefa_com_prazo", f"caso {n}")
        first, second = _at_once(world, people)
        assert sorted([first.status_code, second.status_code]) == [303, 409]
        late = first if first.status_code == 409 else second
        told = words(late.text)
        assert "«Cumprir diligência» já foi concluída por S" in told
        assert f'href="/processos/{world.case_id}"' in late.text
        assert answers(world) == (1, 1)


def _at_once(world: World, people: list[Browser]) -> list[TestResponse]:
    case = f"/processos/{world.case_id}"
    path = f"{case}/tarefas/{world.task('cumprir_diligencia').id}"
    hidden = [browser.hidden(case) for browser in people]
    both = threading.Barrier(2, timeout=60)

    def send(n: int) -> TestResponse:
        both.wait()
        typed = {**hidden[n], "resultado": "feito", "_action": "concluir"}
        return people[n].client.post(path, data=typed)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(send, (0, 1)))
