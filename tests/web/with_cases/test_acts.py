"""The acts that no diagram draws, as pages; what the case and the lists show of them."""

import io
import re
from collections.abc import Mapping

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.cases.undrawn import (
    CERTIFICATE,
    ask,
    decide_death,
    dies,
    dispatch,
    filings,
    gives_up,
    hold,
    homologate,
    kinds,
    link,
)
from tests.web import cases
from tests.web.conftest import PASSWORD, Browser
from tests.web.visiting import readings, visit, words

TEXT = "Espera-se o laudo pedido à oficina."


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-01: an auto was delivered, the defence is awaited."""
    cases.opened(world)
    return world


def path(world: World, act: str = "") -> str:
    return f"/processos/{world.case_id}{act}"


def press(browser: Browser, page: str, **typed: object) -> TestResponse:
    sent = {**browser.hidden(page), **typed}
    return browser.client.post(page, data=sent, content_type="multipart/form-data")


def does(app: Flask, world: World, act: str, who: str, **typed: object) -> str:
    """Fill in the page of an act; what the case's page says afterwards."""
    browser = visit(app, world, who)
    reply = press(browser, path(world, act), **typed)
    assert reply.status_code == 303, words(reply.text)
    assert reply.location == path(world)
    return words(browser.get(reply.location).text)


# ---- each act, done


def test_the_case_offers_to_each_what_each_may_do(app: Flask, world: World) -> None:
    page = visit(app, world, "diretor").get(path(world)).text
    menu = page.partition("<summary>Outros atos</summary>")[2].partition("</details>")[0]
    assert re.findall(r">([^<]+)</a>", menu) == [
        "Sobrestar",
        "Despacho",
        "Pedir parecer",
        "Vincular a outro processo",
        "Registrar óbito",
        "Registrar pagamento",
        "Registrar desistência",
    ]
    agent = visit(app, world, "agente").get(path(world)).text
    assert path(world, "/sobrestar") not in agent
    assert path(world, "/papel?especie=pagamento") in agent


def test_a_case_put_off_leaves_the_lists_until_the_day_of_its_review(
    app: Flask, world: World
) -> None:
    world.go("2025-12-09").tick()
    page = words(visit(app, world, "secretaria").get(path(world, "/sobrestar")).text)
    assert "Os prazos da lei não param" in page
    said = does(app, world, "/sobrestar", "secretaria", rever="2025-12-18", motivo=TEXT)
    assert "Sobrestado até 18/12/2025. Os prazos da lei continuam a correr." in said
    assert f"Motivo: {TEXT}" in said
    browser = visit(app, world, "secretaria")
    number = world.case().number
    assert number not in browser.get("/tarefas").text
    assert number in browser.get("/tarefas?lista=sobrestadas").text
    world.go("2025-12-18")
    browser = visit(app, world, "secretaria")
    assert number not in browser.get("/tarefas?lista=sobrestadas").text
    listed = browser.get("/tarefas").text
    assert number in listed
    assert "rever o sobrestamento" in listed
    assert "rever o sobrestamento" in browser.get("/tarefas?formato=csv").text
    assert "O dia de rever chegou" in words(browser.get(path(world)).text)
    said = does(app, world, "/retomar", "secretaria", motivo="O laudo chegou.")
    assert "Sobrestado até" not in said.partition("Andamento")[0]
    assert "Processo retomado" in said


def test_a_despacho_is_signed_with_the_password(app: Flask, world: World) -> None:
    said = does(app, world, "/despacho", "diretor", texto="Oficie-se.", _password=PASSWORD)
    assert "Despacho assinado" in said
    assert kinds(world)[-1] == "dispatched"


def test_an_opinion_is_asked_and_its_question_stands_on_the_task(app: Flask, world: World) -> None:
    question = "O veículo estava registrado?"
    said = does(
        app,
        world,
        "/parecer",
        "diretor",
        papel="secretaria",
        pergunta=question,
        ate="2025-12-03",
    )
    assert "Parecer pedido à Secretaria, até 03/12/2025" in said
    task = world.task("parecer").id
    browser = visit(app, world, "secretaria")
    card = words(browser.get(f"{path(world)}?tarefa={task}").text)
    assert question in card
    assert "Emitir parecer" in browser.get("/tarefas").text
    world.go("2025-12-05").tick()
    late = words(visit(app, world, "secretaria").get("/tarefas?lista=vencidas").text)
    assert "Emitir parecer" in late
    assert "decorrido em 03/12/2025" in words(browser.get(path(world)).text)


def test_a_link_is_shown_on_both_cases_and_undone(app: Flask, world: World) -> None:
    first, number = world.case_id, world.case().number
    world.open("segundo")
    typed = {"numero": number, "vinculo": "apensado", "motivo": "Mesma operação."}
    said = does(app, world, "/vincular", "protocolo", **typed)
    assert f"Apensado ao processo {number}" in said
    browser = visit(app, world, "protocolo")
    other = browser.get(f"/processos/{first}").text
    assert f"Tem apensado o processo {world.case().number}" in words(other)
    undo = f"/processos/{first}/vinculos/1/desfazer"
    assert undo in other
    assert press(browser, undo, motivo="Era outra operação.").status_code == 303
    for case_id in (first, world.case_id):
        after = words(browser.get(f"/processos/{case_id}").text)
        assert "Processos vinculados" not in after
        assert "desfeito" in after
    assert browser.get(undo).status_code == 404


def test_a_death_is_registered_decided_and_shown(app: Flask, world: World) -> None:
    file = (io.BytesIO(CERTIFICATE.content), "certidao.png")
    said = does(
        app, world, "/obito", "protocolo", parte=world.party(), data="2025-12-01", certidao=file
    )
    assert "faleceu em 01/12/2025" in said
    assert "Óbito de Fulano da Silva registrado, ocorrido em 01/12/2025" in said
    assert "Decidir efeitos do óbito" in said
    decide_death(world, "extinguir")
    page = words(visit(app, world, "secretaria").get(path(world)).text)
    assert "extinto pelo óbito, em" in page
    assert "Sobrestar" not in page
    assert "extinto pelo óbito" in visit(app, world, "secretaria").get("/processos").text


def test_a_final_fine_of_who_died_is_shown_as_the_debt_of_the_estate(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.go("2025-12-08").judge()
    world.go("2025-12-09").notify("2025-12-09")
    world.go("2025-12-26").tick()
    world.go("2026-01-05").answer("certificar_reconsideracao", resultado="decurso")
    dies(world, "2026-01-02")
    assert "dívida do espólio" in visit(app, world, "diretor").get(path(world)).text


def test_a_paper_is_given_up_at_the_counter_and_marked_once_homologated(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "protocolo")
    form = path(world, "/papel?especie=desistencia")
    assert "Desistência de um papel" not in browser.get(form).text, "there is none to give up"
    world.paper("defesa", "2025-12-01")
    reply = press(
        browser,
        path(world, "/papel"),
        especie="desistencia",
        papel_desistido=str(filings(world)[0].id),
        de_quem=world.party(),
        apresentante="Fulano da Silva",
        meio="balcao",
        data="2025-12-01",
    )
    assert reply.status_code == 303, words(reply.text)
    task = world.task("homologar_desistencia").id
    card = words(visit(app, world, "diretor").get(f"{path(world)}?tarefa={task}").text)
    assert "Defesa, protocolo 00001/2025" in card
    assert "Desistência de um papel, protocolo 00002/2025" in card
    homologate(world)
    assert "desistência homologada" in visit(app, world, "diretor").get(path(world)).text


def test_a_payment_is_one_click_away(app: Flask, world: World) -> None:
    browser = visit(app, world, "arrecadacao")
    menu = browser.get(path(world)).text
    assert f'href="{path(world, "/papel?especie=pagamento")}"' in menu
    page = browser.get(path(world, "/papel?especie=pagamento")).text
    assert re.search(r'value="pagamento" checked', page)


# ---- refused: what was typed comes back, and nothing is kept

LONG_PAST, TO_COME = "2025-11-01", "2026-01-01"
BAD: list[tuple[str, str, str, Mapping[str, str], int, str]] = [
    ("no reason", "secretaria", "/sobrestar", {"rever": TO_COME, "motivo": ""}, 422, "Preencha"),
    (
        "review past",
        "secretaria",
        "/sobrestar",
        {"rever": LONG_PAST, "motivo": TEXT},
        422,
        "futur",
    ),
    ("not put off", "secretaria", "/retomar", {"motivo": TEXT}, 409, "não está sobrestado"),
    (
        "wrong password",
        "diretor",
        "/despacho",
        {"texto": TEXT, "_password": "outra senha"},
        422,
        "senha",
    ),
    ("not signed", "diretor", "/despacho", {"texto": TEXT}, 403, "digitando a senha"),
    (
        "no question",
        "diretor",
        "/parecer",
        {"papel": "vistoria", "pergunta": "", "ate": TO_COME},
        422,
        "Preencha",
    ),
    (
        "opinion past",
        "diretor",
        "/parecer",
        {"papel": "vistoria", "pergunta": TEXT, "ate": LONG_PAST},
        422,
        "já passou",
    ),
    (
        "no such case",
        "protocolo",
        "/vincular",
        {"numero": "0999/2025", "vinculo": "apensado", "motivo": TEXT},
        422,
        "Não há processo",
    ),
    (
        "itself",
        "protocolo",
        "/vincular",
        {"numero": "0001/2025", "vinculo": "apensado", "motivo": TEXT},
        422,
        "a si mesmo",
    ),
    (
        "death to come",
        "protocolo",
        "/obito",
        {"data": TO_COME},
        422,
        "ainda não chegou",
    ),
    (
        "a party of another case",
        "protocolo",
        "/obito",
        {"parte": "999", "data": LONG_PAST},
        422,
        "Escolha uma das opções",
    ),
    ("a stranger key", "protocolo", "/obito", {"aprovado": "sim"}, 400, "não tem o campo"),
]


@pytest.mark.parametrize(
    ("who", "act", "typed", "status", "said"), [b[1:] for b in BAD], ids=[b[0] for b in BAD]
)
def test_what_may_not_be_is_refused_with_what_was_typed(
    app: Flask,
    world: World,
    who: str,
    act: str,
    typed: Mapping[str, str],
    status: int,
    said: str,
) -> None:
    before = kinds(world)
    reply = press(visit(app, world, who), path(world, act), **typed)
    assert reply.status_code == status, words(reply.text)
    assert said in words(reply.text)
    if TEXT in typed.values() and status == 422:
        assert TEXT in reply.text
    assert kinds(world) == before


@pytest.mark.parametrize("act", ["/sobrestar", "/retomar", "/despacho", "/parecer", "/vincular"])
def test_who_has_another_role_does_not_see_the_page(app: Flask, world: World, act: str) -> None:
    assert visit(app, world, "agente").get(path(world, act)).status_code == 403


def test_support_of_the_authority_signs_no_despacho(app: Flask, world: World) -> None:
    page = visit(app, world, "apoio").get(path(world, "/despacho"))
    assert page.status_code == 403
    assert "ato assinado" in page.text


def test_a_case_that_is_not_there_is_not_put_off(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    assert browser.get("/processos/999/sobrestar").status_code == 404
    sent = {**browser.hidden("/conta"), "rever": TO_COME, "motivo": TEXT}
    assert browser.client.post("/processos/999/sobrestar", data=sent).status_code == 404


def test_the_same_press_twice_is_one_act(app: Flask, world: World) -> None:
    browser = visit(app, world, "secretaria")
    page = path(world, "/sobrestar")
    sent = {**browser.hidden(page), "rever": TO_COME, "motivo": TEXT}
    assert [browser.client.post(page, data=sent).status_code for _ in range(2)] == [303, 303]
    assert kinds(world).count("case_held") == 1


def test_a_page_reads_as_much_however_much_there_is(app: Flask, world: World) -> None:
    first = world.case_id
    browser = visit(app, world, "diretor")
    pages = ["", "/sobrestar", "/despacho", "/parecer", "/vincular", "/obito"]
    world.paper("defesa", "2025-12-01")
    ask(world, "2025-12-03")
    before = [readings(app, browser, path(world, page)) for page in pages]
    for n in range(3):
        world.open(f"mais {n}")
        other, world.name = world.case_id, "processo"
        link(world, other)
        ask(world, "2025-12-03")
        dispatch(world)
        gives_up(world, filings(world)[0].id, "2025-12-01")
    hold(world, "2025-12-20")
    assert world.case_id == first
    assert [readings(app, browser, path(world, page)) for page in pages] == before
