"""The screens of «Retificar», «Devolver à etapa», «Reabrir prazo» and «Tornar sem efeito»."""

import html
import io
import json
import re

import pytest
from flask import Flask
from sqlalchemy import event

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from tests.web.correcting import (
    REASON,
    Case,
    case,
    counted,
    each_act,
    fact,
    kept,
    kinds,
    press,
    sheet,
    term,
)
from tests.web.visiting import visit, words
from webapp.store import tables
from webapp.web.database import db

# ---- what each act shows before it is done, and does when it is confirmed


@each_act
def test_an_act_is_shown_before_it_is_done_and_nothing_is_written(
    app: Flask, world: World, one: Case
) -> None:
    browser, path = one.begin(app, world)
    before, case_before = counted(world), world.case()
    shown = press(browser, path, "ver", **one.typed)
    assert shown.status_code == 200
    said = words(shown.text)
    assert [sentence for sentence in one.shown if sentence not in said] == []
    assert one.button in said
    assert REASON in said
    assert counted(world) == before
    assert world.case() == case_before


@each_act
def test_an_act_that_is_confirmed_is_done_once_and_told_with_its_reason(
    app: Flask, world: World, one: Case
) -> None:
    browser, path = one.begin(app, world)
    sent = {**kept(press(browser, path, "ver", **one.typed).text), "_action": "confirmar"}
    for _ in range(2):
        done = browser.client.post(path, data=sent)
        assert (done.status_code, done.location) == (303, case(world))
    assert kinds(world).count(one.kind) == 1
    assert world.names() == list(one.steps)
    page = words(browser.get(case(world)).text)
    assert one.told in page
    assert f"Motivo: {REASON}" in page


@each_act
def test_who_wants_to_change_what_was_typed_gets_the_form_with_it(
    app: Flask, world: World, one: Case
) -> None:
    browser, path = one.begin(app, world)
    again = press(browser, path, "mudar", **one.typed)
    assert again.status_code == 200
    assert "Ver o que muda" in again.text
    assert REASON in again.text


# ---- the lists, and who is offered what


def test_the_facts_in_force_are_listed_in_words_with_their_link(app: Flask, world: World) -> None:
    cases.final(world)
    page = visit(app, world, "secretaria").get(f"{case(world)}/retificar").text
    said = words(page)
    for sentence in (
        "Dia do fato 01/12/2025",
        "Itens do auto art. 5º, II: ",
        "Quem é o autuado Fulano da Silva, CPF ***.982.247-**",
        "Quem é o titular da autorização Beltrana Souza, CPF ***.444.777-**",
        "Ciência do auto, de Fulano da Silva 01/12/2025",
        "Ciência da penalidade, de Fulano da Silva 09/12/2025",
        "Último dia para pagar 02/03/2026",
    ):
        assert sentence in said
    assert fact(world, "fato") in page


def test_the_targets_of_a_return_are_the_completed_steps_the_last_one_first(
    app: Flask, world: World
) -> None:
    cases.judged(world)
    said = words(visit(app, world, "diretor").get(f"{case(world)}/devolver").text)
    last = "Julgar auto e defesa concluída por Dário Diretor em 08/12/2025 09:00"
    first = "Lavrar auto em duas vias concluída por Aurora Agente em 01/12/2025 09:00"
    assert 0 < said.index(last) < said.index(first)
    assert "Aguardar defesa concluída" not in said


OFFERS = {
    "agente": (),
    "protocolo": ("Tornar sem efeito",),
    "secretaria": ("Retificar um dado", "Tornar sem efeito"),
    "apoio": ("Retificar um dado", "Tornar sem efeito"),
    "diretor": ("Retificar um dado", "Devolver à etapa", "Reabrir prazo", "Tornar sem efeito"),
}
EVERY_OFFER = OFFERS["diretor"]


@pytest.mark.parametrize("login", OFFERS)
def test_the_page_of_a_case_offers_each_act_to_who_may_do_it(
    app: Flask, world: World, login: str
) -> None:
    cases.notified(world)
    page = visit(app, world, login).get(case(world)).text
    assert tuple(offer for offer in EVERY_OFFER if f">{offer}<" in page) == OFFERS[login]


def test_who_supports_the_authority_neither_returns_nor_reopens(app: Flask, world: World) -> None:
    cases.lapsed(world)
    browser = visit(app, world, "apoio")
    for path in (f"{case(world)}/devolver", term(world, "defesa")):
        refused = browser.get(path)
        assert refused.status_code == 403
        assert "Só a Autoridade pode praticar este ato." in refused.text


@pytest.mark.parametrize("page", ["/retificar", "/devolver"])
def test_a_page_asks_as_many_statements_for_a_long_case_as_for_a_short_one(
    app: Flask, world: World, page: str
) -> None:
    cases.opened(world)
    browser = visit(app, world, "diretor")
    browser.get(f"{case(world)}{page}")
    short = statements_of(app, browser, f"{case(world)}{page}")
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.go("2025-12-08").judge()
    world.go("2025-12-09").notify("2025-12-09")
    assert statements_of(app, browser, f"{case(world)}{page}") == short
    assert short <= 15


def statements_of(app: Flask, browser: Browser, path: str) -> int:
    asked: list[str] = []

    def note(*args: object) -> None:
        asked.append(str(args[2]))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    assert browser.get(path).status_code == 200
    event.remove(engine, "before_cursor_execute", note)
    return len(asked)


def test_a_term_whose_last_day_was_decided_is_reopened_by_another_last_day(
    app: Flask, world: World
) -> None:
    cases.final(world)
    browser, path = visit(app, world, "diretor"), term(world, "pagamento")
    assert "Novo último dia do prazo" in browser.get(path).text
    said = words(press(browser, path, "ver", data="2026-04-01").text)
    assert "Último dia do prazo 02/03/2026 01/04/2026" in said
    assert "Pagamento da multa: de 02/03/2026 para 01/04/2026" in said


# ---- items, people, and the piece that proves it


def test_the_items_are_chosen_from_the_law_and_those_of_the_auto_are_marked(
    app: Flask, world: World
) -> None:
    cases.opened(world)
    browser, path = visit(app, world, "secretaria"), fact(world, "itens")
    form = browser.get(path).text
    assert re.findall(r'value="([^"]+)" checked', form) == ["5-II"]
    shown = press(browser, path, "ver", valor=["5-II", "5-III"])
    assert "art. 5º, III: " in words(shown.text)
    done = browser.client.post(path, data={**several(shown.text), "_action": "confirmar"})
    assert done.status_code == 303
    assert json.loads(world.fact("itens", "auto").value) == ["5-II", "5-III"]
    assert "art. 5º, III" in world.case().subject


def several(page: str) -> dict[str, list[str]]:
    form = page.partition('<form class="cartao tarefa"')[2]
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form):
        found.setdefault(name, []).append(html.unescape(value))
    return found


def test_a_person_the_registry_lacks_is_entered_only_when_it_is_confirmed(
    app: Flask, world: World
) -> None:
    cases.opened(world)
    browser, path = visit(app, world, "secretaria"), fact(world, "pessoa", "autuado", 0)
    typed = {"valor.nome": "Cícero Certo", "valor.cpf": "862.883.667-57"}
    shown = press(browser, path, "ver", **typed)
    assert "Fulano da Silva, CPF ***.982.247-** Cícero Certo, CPF ***.883.667-**" in words(
        shown.text
    )
    assert names(world) == ["Beltrana Souza", "Fulano da Silva"]
    browser.client.post(path, data={**kept(shown.text), "_action": "confirmar"})
    assert names(world) == ["Beltrana Souza", "Cícero Certo", "Fulano da Silva"]
    page = words(browser.get(case(world)).text)
    assert "Infração 0001/2025: Cícero Certo" in page
    assert "Dado retificado: quem é o autuado" in page


def names(world: World) -> list[str]:
    return sorted(person.name for person in world.rows(tables.person))


def test_a_cpf_of_somebody_else_is_told_before_it_is_confirmed(app: Flask, world: World) -> None:
    cases.opened(world)
    browser, path = visit(app, world, "secretaria"), fact(world, "pessoa", "titular", 1)
    typed = {"valor.nome": "Cícero Certo", "valor.cpf": "529.982.247-25"}
    said = words(press(browser, path, "ver", **typed).text)
    assert "No cadastro, o CPF digitado é de Fulano da Silva, e não de Cícero Certo." in said
    assert names(world) == ["Beltrana Souza", "Fulano da Silva"]


def test_the_piece_that_proves_it_joins_the_file_with_the_correction(
    app: Flask, world: World
) -> None:
    cases.opened(world)
    world.go("2025-12-03")
    browser, path = visit(app, world, "secretaria"), fact(world, "ciencia", party=0)
    sent = kept(press(browser, path, "ver", valor="2025-12-02").text)
    before = counted(world)
    damaged = {**sent, "_action": "confirmar", "peca": (io.BytesIO(b"%PDF-1.7 cortado"), "a.pdf")}
    assert browser.client.post(path, data=damaged).status_code == 422
    assert counted(world) == before
    whole = {**sent, "_action": "confirmar", "peca": (io.BytesIO(sheet()), "recibo.pdf")}
    assert browser.client.post(path, data=whole).status_code == 303
    page = words(browser.get(case(world)).text)
    assert "Prova da retificação: recibo.pdf" in page
    assert "Dado retificado: ciência do auto, de Fulano da Silva (peça 2)" in page
