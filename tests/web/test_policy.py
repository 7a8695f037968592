"""One policy per route; who is nobody, and who has another role (A3)."""

import pytest
from flask import Flask

from tests.web.conftest import Browser
from webapp.domain.errors import NotFound
from webapp.web.policy import actor, holds, policy, rule_of, signed_in
from webapp.web.security import safe_path


def test_every_route_has_a_policy(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            rule_of(app.view_functions[rule.endpoint])


def test_a_view_without_policy_is_not_served(app: Flask, browser: Browser) -> None:
    app.add_url_rule("/esquecida", view_func=lambda: "segredo")
    reply = browser.get("/esquecida")
    assert reply.status_code == 500
    assert "segredo" not in reply.text


def test_a_policy_names_roles_of_the_closed_list() -> None:
    with pytest.raises(ValueError, match="rei"):
        holds("rei")


def test_nobody_is_sent_to_sign_in_and_then_where_they_wanted_to_go(browser: Browser) -> None:
    reply = browser.get("/conta?ver=tudo")
    assert reply.status_code == 303
    assert reply.headers["Location"] == "/entrar?proximo=/conta?ver%3Dtudo"
    page = browser.get(reply.headers["Location"]).text
    assert 'name="proximo" value="/conta?ver=tudo"' in page
    signed_in = browser.send("/entrar", "/entrar", **{**LOGIN, "proximo": "/conta?ver=tudo"})
    assert signed_in.headers["Location"] == "/conta?ver=tudo"


LOGIN = {"login": "ana", "_password": "ponto de taxi na praca"}
ELSEWHERE = [
    "https://mau.example/",
    "//mau.example",
    "/\\mau.example",
    "\\\\mau.example",
    "/\t/mau.example",
    "javascript:alert(1)",
    "conta",
]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_nobody_is_sent_to_another_site(browser: Browser, target: str) -> None:
    assert safe_path(target) is None
    reply = browser.send("/entrar", "/entrar", **LOGIN, proximo=target)
    assert reply.headers["Location"] == "/"


def test_an_act_of_nobody_is_a_401_that_keeps_what_was_typed(browser: Browser) -> None:
    reply = browser.client.post(
        "/conta",
        data={"relato": "Duas páginas", "_new": "oculta"},
        headers={"Referer": "http://localhost/conta?de=senha"},
    )
    assert reply.status_code == 401
    assert "/entrar?proximo=/conta?de%3Dsenha" in reply.text
    assert "Sua sessão terminou" in reply.text
    assert "Duas páginas" in reply.text
    assert "oculta" not in reply.text


def add_views(app: Flask) -> None:
    @policy(holds("autoridade"))
    def decide() -> str:
        return "decidido"

    @policy(holds("autoridade", "protocolo"))
    def receive() -> str:
        return f"recebido por {actor().name}"

    @policy(signed_in)
    def case(number: int) -> str:
        raise NotFound

    app.add_url_rule("/decidir", view_func=decide)
    app.add_url_rule("/receber", view_func=receive)
    app.add_url_rule("/caso/<int:number>", view_func=case)


def test_a_page_is_for_whoever_holds_one_of_its_roles(app: Flask, browser: Browser) -> None:
    add_views(app)
    browser.sign_in()
    assert browser.get("/receber").text == "recebido por Ana Lopes"
    refused = browser.get("/decidir")
    assert refused.status_code == 403
    assert "Autoridade" in refused.text


def test_what_is_missing_and_what_is_another_towns_look_the_same(
    app: Flask, browser: Browser
) -> None:
    add_views(app)
    browser.sign_in()
    missing, of_another_town = browser.get("/nao-existe"), browser.get("/caso/7")
    assert (missing.status_code, of_another_town.status_code) == (404, 404)
    assert missing.data == of_another_town.data


def test_the_clock_does_not_exist_where_time_runs(browser: Browser) -> None:
    browser.sign_in()
    assert browser.send("/relogio", "/conta", ate="dia").status_code == 404
