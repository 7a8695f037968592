"""Requests from elsewhere, tries to guess, hosts that are not ours, and what answers say."""

import json
import logging
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import Engine, func, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tests.web.conftest import Browser
from webapp.store.database import transaction
from webapp.store.tables import attempt
from webapp.web.log import Lines
from webapp.web.policy import policy, public


def test_an_act_without_the_token_of_its_session_is_refused(browser: Browser) -> None:
    browser.sign_in()
    no_token: dict[str, str] = {}
    for data in (no_token, {"_csrf": "inventado"}):
        reply = browser.client.post("/sair", data=data)
        assert reply.status_code == 400
        assert "Este formulário é de outra sessão" in reply.text
    assert browser.get("/conta").status_code == 200


def test_the_token_of_another_person_is_refused(app: Flask, browser: Browser) -> None:
    other = Browser(app.test_client())
    other.sign_in("bento")
    browser.sign_in()
    token = other.hidden("/conta")["_csrf"]
    assert browser.client.post("/sair", data={"_csrf": token}).status_code == 400


@pytest.mark.parametrize(
    "header",
    [
        {"Origin": "https://mau.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Referer": "https://mau.example/localhost"},
    ],
)
def test_an_act_that_another_site_sends_is_refused(
    browser: Browser, header: dict[str, str]
) -> None:
    browser.sign_in()
    sent = {**browser.hidden("/conta"), "aviso": "Ligue para este número"}
    reply = browser.client.post("/sair", data=sent, headers=header)
    assert reply.status_code == 400
    assert "veio de outra página" in reply.text
    assert "Ligue para este número" not in reply.text


def test_an_act_that_says_it_comes_from_here_is_accepted(browser: Browser) -> None:
    browser.sign_in()
    sent = browser.hidden("/conta")
    headers = {"Origin": "http://localhost"}
    assert browser.client.post("/sair", data=sent, headers=headers).status_code == 303


@pytest.mark.parametrize("host", ["mau.example", "localhost.mau.example", ""])
def test_a_host_that_is_not_ours_is_refused(browser: Browser, host: str) -> None:
    reply = browser.client.get("/entrar", headers={"Host": host})
    assert reply.status_code == 400
    assert "mau.example" not in reply.text


def test_every_answer_tells_the_browser_what_not_to_do(browser: Browser) -> None:
    for path in ("/entrar", "/nada", "/static/app.css"):
        reply = browser.get(path)
        reply.close()
        headers = reply.headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert browser.get("/entrar").headers["Cache-Control"] == "no-store"


def test_the_eleventh_try_at_a_login_waits_ten_minutes_even_with_the_right_password(
    app: Flask, browser: Browser, database: Engine
) -> None:
    answers = [browser.sign_in(password="errada").status_code for _ in range(10)]
    assert answers == [422] * 10
    waits = browser.sign_in()
    assert waits.status_code == 429
    assert "Espere 10 minutos" in waits.text
    assert Browser(app.test_client()).sign_in("bento").status_code == 303
    with transaction(database) as session:
        last = session.execute(select(func.max(attempt.c.at))).scalar_one()
        session.execute(update(attempt).values(at=last - timedelta(minutes=11)))
    assert browser.sign_in().status_code == 303


def test_the_thirty_first_try_from_an_address_waits(browser: Browser) -> None:
    answers = {browser.sign_in(f"pessoa{n}", "errada").status_code for n in range(30)}
    assert answers == {422}
    assert browser.sign_in().status_code == 429


def test_who_signs_in_with_the_right_password_is_not_counted(
    browser: Browser, database: Engine
) -> None:
    assert browser.sign_in().status_code == 303
    with transaction(database) as session:
        assert not session.execute(select(attempt)).all()


def test_more_than_12_mb_is_refused(browser: Browser) -> None:
    browser.sign_in()
    body = {**browser.hidden("/conta"), "foto": "x" * 13_000_000}
    reply = browser.client.post("/sair", data=body)
    assert reply.status_code == 413
    assert "passa de 12 MB" in reply.text


def test_an_error_of_ours_has_a_number_that_the_log_knows_and_no_cpf(
    app: Flask, browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    @policy(public)
    def breaks() -> str:
        raise RuntimeError("CPF 123.456.789-09\r\nlinha forjada de 12345678909")

    app.add_url_rule("/quebra", view_func=breaks)
    with caplog.at_level(logging.ERROR):
        reply = browser.get("/quebra")
    assert reply.status_code == 500
    line = Lines().format(caplog.records[-1])
    number = json.loads(line)["message"].split()[2]
    assert len(number) == 8
    assert number in reply.text
    assert "789" not in line
    assert "\n" not in line
    assert "forjada" not in reply.text


@pytest.mark.parametrize(
    "silence",
    [OperationalError("select 1", {}, Exception("database is locked")), PoolTimeout("no room")],
)
def test_a_database_that_does_not_answer_is_a_503(
    app: Flask, browser: Browser, silence: Exception
) -> None:
    @policy(public)
    def waits() -> str:
        raise silence

    app.add_url_rule("/espera", view_func=waits)
    reply = browser.get("/espera")
    assert reply.status_code == 503
    assert "banco de dados não respondeu" in reply.text


def test_a_wrong_method_is_refused_in_words(browser: Browser) -> None:
    reply = browser.get("/sair")
    assert reply.status_code == 405
    assert "Volte à página anterior" in reply.text
