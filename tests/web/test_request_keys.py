"""The same press twice is one act with one reply (F10)."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from flask import Flask
from flask.typing import ResponseReturnValue
from sqlalchemy import Engine, func, insert, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.conftest import PASSWORD, Browser, People
from webapp.domain.errors import Refused
from webapp.store.database import transaction
from webapp.store.tables import request as request_row
from webapp.store.tables import unit
from webapp.web.auth import signed_once
from webapp.web.database import db
from webapp.web.policy import actor, policy, signed_in
from webapp.web.request_keys import WebReply, once

KEY = "a" * 22
Act = Callable[[Session, datetime], WebReply]


def add_act(app: Flask, path: str, act: Act, refused: Callable[[Refused], str] | None) -> None:
    @policy(signed_in)
    def view() -> ResponseReturnValue:
        return once(act, refused=refused)

    app.add_url_rule(path, path, view, methods=["POST"])


def open_unit(session: Session, _now: datetime) -> WebReply:
    """An act that leaves a row and says its number."""
    new = insert(unit).values(municipality_id=actor().municipality_id, name="Protocolo")
    number = session.execute(new.returning(unit.c.id)).scalar_one()
    return WebReply(f"Unidade {number} aberta.", "/conta")


def keep_and_refuse(session: Session, now: datetime) -> WebReply:
    open_unit(session, now)
    return WebReply("O prazo terminou antes do seu envio.", status=409)


def do_and_fail(session: Session, now: datetime) -> WebReply:
    open_unit(session, now)
    raise Refused("Outra pessoa já concluiu. Volte à lista.", 409)


@pytest.fixture
def clerk(app: Flask, browser: Browser) -> Browser:
    """Ana, signed in, in front of the forms of three acts."""
    for path, act in (("/abrir", open_unit), ("/tarde", keep_and_refuse), ("/falha", do_and_fail)):
        add_act(app, path, act, None)
    add_act(app, "/mostra", do_and_fail, lambda refusal: f"<form>{refusal.message}</form>")
    browser.sign_in()
    return browser


def test_an_act_may_be_signed_after_the_view_has_read(
    app: Flask, browser: Browser, database: Engine
) -> None:
    @policy(signed_in)
    def sign() -> ResponseReturnValue:
        db.session().execute(select(unit)).all()
        return signed_once(open_unit)

    app.add_url_rule("/assinar", view_func=sign, methods=["POST"])
    browser.sign_in()
    assert press(browser, "/assinar", _password="errada").status_code == 422
    assert press(browser, "/assinar", _password=PASSWORD).status_code == 303
    assert rows(database) == (1, 1)


def press(browser: Browser, path: str, key: str = KEY, **typed: str) -> TestResponse:
    return browser.send(path, "/conta", **{"_request": key, **typed})


def rows(engine: Engine) -> tuple[int, int]:
    """How many units, and how many kept replies."""
    with transaction(engine) as session:
        units = session.execute(select(func.count()).select_from(unit)).scalar_one()
        return units, session.execute(select(func.count()).select_from(request_row)).scalar_one()


def test_the_same_press_twice_is_one_act_with_one_reply(clerk: Browser, database: Engine) -> None:
    first, second = press(clerk, "/abrir"), press(clerk, "/abrir")
    assert (first.status_code, first.headers["Location"]) == (303, "/conta")
    assert (second.status_code, second.headers["Location"]) == (303, "/conta")
    assert "Unidade 1 aberta." in clerk.get("/conta").text
    assert rows(database) == (1, 1)


def test_another_key_is_another_act(clerk: Browser, database: Engine) -> None:
    press(clerk, "/abrir")
    press(clerk, "/abrir", key="b" * 22)
    assert rows(database) == (2, 2)


@pytest.mark.parametrize("key", ["", "curta", "com espaço" * 3, "x" * 65])
def test_a_form_without_a_proper_key_is_refused(clerk: Browser, database: Engine, key: str) -> None:
    assert press(clerk, "/abrir", key=key).status_code == 400
    assert rows(database) == (0, 0)


def test_a_reply_is_kept_with_its_status_and_what_it_settled(
    clerk: Browser, database: Engine
) -> None:
    first, second = press(clerk, "/tarde"), press(clerk, "/tarde")
    assert (first.status_code, second.status_code) == (409, 409)
    assert "O prazo terminou antes do seu envio." in second.text
    assert rows(database) == (1, 1)


def test_a_refusal_leaves_nothing_and_shows_what_was_typed(
    clerk: Browser, database: Engine
) -> None:
    reply = press(clerk, "/falha", relato="Vinte linhas de relato")
    assert reply.status_code == 409
    assert "Outra pessoa já concluiu." in reply.text
    assert "Vinte linhas de relato" in reply.text
    assert rows(database) == (0, 0)


def test_a_refusal_may_show_the_form_again(clerk: Browser) -> None:
    reply = press(clerk, "/mostra")
    assert (reply.status_code, reply.text) == (
        409,
        "<form>Outra pessoa já concluiu. Volte à lista.</form>",
    )


def test_a_key_opens_only_the_reply_of_its_person_and_page(
    app: Flask, clerk: Browser, database: Engine, clerks: People
) -> None:
    press(clerk, "/abrir")
    assert press(clerk, "/tarde").status_code == 400
    other = Browser(app.test_client())
    other.sign_in("bento")
    assert press(other, "/abrir").status_code == 400
    assert rows(database) == (1, 1)


def test_two_presses_at_the_same_moment_are_one_act(
    app: Flask, clerk: Browser, database: Engine
) -> None:
    both = threading.Barrier(2, timeout=60)
    token = clerk.hidden("/conta")["_csrf"]

    def send() -> TestResponse:
        own = Browser(app.test_client())
        own.cookie = clerk.cookie
        both.wait()
        return own.client.post("/abrir", data={"_csrf": token, "_request": KEY})

    with ThreadPoolExecutor(2) as pool:
        replies = [press.result() for press in (pool.submit(send), pool.submit(send))]
    assert [reply.status_code for reply in replies] == [303, 303]
    assert rows(database) == (1, 1)
