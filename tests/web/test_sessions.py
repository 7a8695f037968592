"""Sessions of browsers (A6): a cookie from before signing in, after signing out or after a
change of password opens nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import Engine, func, select, update

from tests.web.conftest import PASSWORD, Browser
from webapp.store.database import transaction
from webapp.store.tables import event, web_session
from webapp.web.session import digest

NEW = "outra frase bem comprida"


def opens(app: Flask, cookie: str) -> int:
    """The status that a browser with only this cookie gets for an act of signed-in people."""
    other = Browser(app.test_client())
    other.cookie = cookie
    return other.client.post("/sair").status_code


def test_a_person_signs_in_and_sees_the_own_name(browser: Browser) -> None:
    reply = browser.sign_in()
    assert (reply.status_code, reply.headers["Location"]) == (303, "/")
    page = browser.get("/conta")
    assert page.status_code == 200
    assert "Ana Lopes" in page.text
    assert "Protocolo, titular" in page.text


def test_capitals_in_the_login_do_not_count(browser: Browser) -> None:
    assert browser.sign_in(" ANA ").status_code == 303


@pytest.mark.parametrize(("login", "password"), [("ana", "errada"), ("ninguem", PASSWORD)])
def test_an_unknown_login_and_a_wrong_password_get_the_same_answer(
    browser: Browser, login: str, password: str
) -> None:
    reply = browser.sign_in(login, password)
    assert reply.status_code == 422
    assert "Login ou senha não conferem" in reply.text
    assert password not in reply.text


def test_the_cookie_from_before_signing_in_opens_nothing(app: Flask, browser: Browser) -> None:
    browser.get("/entrar")
    before = browser.cookie
    browser.sign_in()
    assert before
    assert browser.cookie != before
    assert opens(app, before) == 401


def test_a_token_that_the_browser_made_up_is_never_taken_over(browser: Browser) -> None:
    browser.cookie = "escolhido-pelo-atacante"
    browser.get("/entrar")
    assert browser.cookie != "escolhido-pelo-atacante"


def test_the_cookie_of_who_signed_out_opens_nothing(app: Flask, browser: Browser) -> None:
    browser.sign_in()
    signed_in = browser.cookie
    assert browser.send("/sair", "/conta").status_code == 303
    assert not browser.cookie
    assert opens(app, signed_in) == 401


def test_a_change_of_password_signs_out_every_other_browser(
    app: Flask, browser: Browser, database: Engine
) -> None:
    elsewhere = Browser(app.test_client())
    elsewhere.sign_in()
    browser.sign_in()
    old = browser.cookie
    reply = browser.send("/conta", "/conta", _password=PASSWORD, _new=NEW, _again=NEW)
    assert reply.status_code == 303
    assert "Senha trocada" in browser.get("/conta").text
    assert [opens(app, cookie) for cookie in (old, elsewhere.cookie)] == [401, 401]
    assert Browser(app.test_client()).sign_in(password=NEW).status_code == 303
    with transaction(database) as session:
        assert session.execute(select(event.c.kind)).scalars().all() == ["password_changed"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"_password": "errada", "_new": NEW, "_again": NEW}, "A senha não confere"),
        ({"_password": PASSWORD, "_new": "curta", "_again": "curta"}, "de 12 a 200 caracteres"),
        ({"_password": PASSWORD, "_new": PASSWORD, "_again": PASSWORD}, "diferente da atual"),
        ({"_password": PASSWORD, "_new": NEW, "_again": NEW + "!"}, "são diferentes"),
    ],
)
def test_a_change_of_password_that_cannot_be_accepted_says_why(
    browser: Browser, typed: dict[str, str], sentence: str
) -> None:
    browser.sign_in()
    reply = browser.send("/conta", "/conta", **typed)
    assert reply.status_code == 422
    assert sentence in reply.text
    assert NEW not in reply.text
    assert browser.get("/conta").status_code == 200


@pytest.mark.parametrize(
    ("column", "ago", "alive"),
    [
        ("seen_at", timedelta(minutes=29), True),
        ("seen_at", timedelta(minutes=31), False),
        ("created_at", timedelta(hours=11, minutes=59), True),
        ("created_at", timedelta(hours=12, minutes=1), False),
    ],
)
def test_a_session_ends_after_30_idle_minutes_and_after_12_hours(
    browser: Browser, database: Engine, column: str, ago: timedelta, alive: bool
) -> None:
    browser.sign_in()
    with transaction(database) as session:
        now = session.execute(select(func.max(web_session.c.seen_at))).scalar_one()
        session.execute(update(web_session).values({column: now - ago}))
    assert (browser.get("/conta").status_code == 200) is alive


def test_only_the_hash_of_the_token_is_kept_and_visits_are_noted_once_a_minute(
    browser: Browser, database: Engine
) -> None:
    browser.sign_in()

    def rows() -> list[tuple[str, datetime]]:
        with transaction(database) as session:
            found = session.execute(select(web_session.c.token_sha256, web_session.c.seen_at))
            return [(row[0], row[1]) for row in found]

    browser.get("/conta")
    first = rows()
    assert [token for token, _ in first] == [digest(browser.cookie)]
    browser.get("/conta")
    assert rows() == first
    with transaction(database) as session:
        earlier = first[0][1] - timedelta(minutes=2)
        session.execute(update(web_session).values(seen_at=earlier))
    browser.get("/conta")
    assert rows()[0][1] > earlier


def test_nothing_is_kept_for_who_only_looks(browser: Browser, database: Engine) -> None:
    assert browser.get("/lei/marilandia").status_code == 200
    assert browser.get("/nada").status_code == 404
    with transaction(database) as session:
        assert not session.execute(select(web_session)).all()
    assert not browser.cookie


def test_the_cookie_is_for_this_site_and_no_script(browser: Browser) -> None:
    set_cookie = browser.sign_in().headers["Set-Cookie"]
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie
    assert "Secure" not in set_cookie


def test_the_cookie_is_secure_where_the_address_is_https(start: Callable[..., Flask]) -> None:
    client = start(AUTOS_BASE_URL="https://autos.example").test_client()
    reply = client.get("/entrar", base_url="https://autos.example")
    assert "Secure" in reply.headers["Set-Cookie"]
    assert reply.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_roles_are_those_of_the_day_on_which_the_clock_stands(
    browser: Browser, database: Engine, standing_clock: datetime
) -> None:
    assert standing_clock == datetime(2025, 12, 1, 12, tzinfo=UTC)
    browser.sign_in()
    assert "Protocolo, titular" in browser.get("/conta").text
