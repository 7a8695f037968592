"""What no correction may be: each with the sentence that helps, and nothing written or lost."""

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.cases.kit import World
from tests.tree import ROOT
from tests.web import cases
from tests.web.conftest import Browser, add_clerk
from tests.web.correcting import (
    REASON,
    Case,
    bare,
    case,
    counted,
    each_act,
    fact,
    kept,
    kinds,
    paper,
    press,
    term,
)
from tests.web.visiting import visit, words
from webapp.store import people, tables
from webapp.store.database import transaction


@each_act
def test_without_a_reason_the_form_comes_back_with_what_was_typed(
    app: Flask, world: World, one: Case
) -> None:
    browser, path = one.begin(app, world)
    for action in ("ver", "confirmar"):
        reply = press(browser, path, action, **{**one.typed, "motivo": "  "})
        assert reply.status_code == 422
        assert "Preencha «Por que" in reply.text
        assert all(f'value="{text}"' in reply.text for text in one.typed.values())
    assert one.kind not in kinds(world)


@each_act
def test_another_municipality_has_no_such_page(
    app: Flask, world: World, next_town: str, one: Case
) -> None:
    cases.STAGES[one.stage](world)
    path = one.path(world)
    stranger = from_elsewhere(app, world, next_town)
    missing = stranger.get(re.sub(r"processos/\d+", "processos/987654", path))
    found = stranger.get(path)
    assert (found.status_code, missing.status_code) == (404, 404)
    assert bare(found.text) == bare(missing.text)
    sent = {**stranger.hidden("/conta"), **one.typed, "motivo": REASON, "_action": "confirmar"}
    assert stranger.client.post(path, data=sent).status_code == 404
    assert one.kind not in kinds(world)


@each_act
def test_who_has_no_part_in_it_is_told_so(app: Flask, world: World, one: Case) -> None:
    cases.STAGES[one.stage](world)
    browser, path = visit(app, world, "agente"), one.path(world)
    assert browser.get(path).status_code == 403
    sent = {**browser.hidden("/conta"), **one.typed, "motivo": REASON}
    for action in ("ver", "confirmar"):
        reply = browser.client.post(path, data={**sent, "_action": action})
        assert reply.status_code == 403
        assert REASON in reply.text
    assert one.kind not in kinds(world)


@each_act
def test_a_field_that_the_form_does_not_have_is_refused(
    app: Flask, world: World, one: Case
) -> None:
    browser, path = one.begin(app, world)
    for action in ("ver", "confirmar", "apagar"):
        extra = {} if action == "apagar" else {"municipality_id": "2"}
        assert press(browser, path, action, **one.typed, **extra).status_code == 400
    assert one.kind not in kinds(world)


@pytest.fixture
def next_town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The next town, whose law is a copy of Marilândia's."""
    shutil.copytree(ROOT / "webapp/laws/marilandia", tmp_path / "laws/vizinha")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    return "vizinha"


def from_elsewhere(app: Flask, world: World, town: str) -> Browser:
    """Somebody of another municipality who holds every role that these acts ask for."""
    with transaction(world.engine) as session:
        place = people.municipality_id(session, slug=town, name="Vizinha", uf="ES")
        user = add_clerk(session, place, "vizinha", "Vitória Vizinha")
        for role in ("secretaria", "autoridade"):
            people.add_membership(
                session,
                municipality_id=place,
                user_id=user,
                role=role,
                capacity="titular",
                from_day=date(2025, 1, 2),
            )
    return visit(app, world, "vizinha")


@dataclass(frozen=True)
class Wrong:
    """A wrong request at a stage, its status, and the sentence that helps."""

    name: str
    stage: str
    day: str
    login: str
    path: Callable[[World], str]
    typed: Mapping[str, object]
    status: int
    said: str


def back(world: World) -> str:
    return f"{case(world)}/devolver"


def lapse_certified(world: World) -> str:
    world.answer("certificar_defesa", resultado="decurso", motivo_antecipado="Nada a esperar.")
    return term(world, "defesa")


def judged_since(world: World) -> str:
    world.judge()
    return paper(world)


WRONG = (
    Wrong("the same day", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "ciencia", party=0), {"valor": "2025-12-01"},
          422, "O valor é o mesmo que está nos autos"),
    Wrong("a day to come", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "ciencia", party=0), {"valor": "2025-12-04"},
          422, "O dia 04/12/2025 ainda não chegou."),
    Wrong("a notice before the fact", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "ciencia", party=0), {"valor": "2025-11-30"},
          422, "A ciência não pode ser anterior ao fato."),
    Wrong("a fact after its notice", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "fato"), {"valor": "2025-12-02"},
          422, "O fato não pode ser posterior à ciência do auto, de 01/12/2025."),
    Wrong("a fact before the law", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "fato"), {"valor": "1999-12-01"},
          422, "Em 01/12/1999 a lei ainda não previa os itens do auto."),
    Wrong("no day", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "fato"), {"valor": "ontem"},
          422, "Escreva o dia como 05/10/2026."),
    Wrong("no item", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "itens"), {}, 422, "Marque pelo menos uma opção."),
    Wrong("the same items", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "itens"), {"valor": "5-II"}, 422, "não há o que retificar"),
    Wrong("an item of no law", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "itens"), {"valor": "99-X"}, 422, "Escolha uma das opções"),
    Wrong("the same person", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "pessoa", "autuado", 0),
          {"valor.nome": "Fulano da Silva", "valor.cpf": "529.982.247-25"},
          422, "O valor é o mesmo que está nos autos"),
    Wrong("a person without a name", "opened", "2025-12-03", "secretaria",
          lambda world: fact(world, "pessoa", "autuado", 0), {"valor.cpf": "111.444.777-35"},
          422, "Preencha «Nome completo»."),
    Wrong("a step that never was", "lapsed", "2025-12-09", "diretor",
          back, {"etapa": "conferir_ciencia"}, 422, "Escolha uma das opções da lista."),
    Wrong("no step", "lapsed", "2025-12-09", "diretor", back, {}, 422, "Escolha uma opção."),
    Wrong("a term from a day to come", "lapsed", "2025-12-09", "diretor",
          lambda world: term(world, "defesa"), {"data": "2025-12-10"},
          422, "O dia 10/12/2025 ainda não chegou."),
    Wrong("a term on whose lapse somebody acted", "lapsed", "2025-12-16", "diretor",
          lapse_certified, {"data": "2025-12-10"},
          409, "Devolva o processo à etapa antes de reabrir o prazo."),
    Wrong("a paper on which somebody acted", "defended", "2025-12-08", "secretaria",
          judged_since, {}, 409, "Já houve ato depois do protocolo 00001/2025"),
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_a_refusal_comes_back_on_the_form_with_what_was_typed(
    app: Flask, world: World, wrong: Wrong
) -> None:
    cases.STAGES[wrong.stage](world)
    path = wrong.path(world.go(wrong.day))
    browser = visit(app, world, wrong.login)
    before = counted(world)
    for action in ("ver", "confirmar"):
        reply = press(browser, path, action, **wrong.typed)
        assert reply.status_code == wrong.status
        assert wrong.said in words(reply.text)
        assert "Ver o que muda" in reply.text
        assert REASON in reply.text
    assert counted(world) == before


def corrected_meanwhile(world: World) -> None:
    world.correct("ciencia", "auto", "2025-12-02", party=0)


def undone_meanwhile(world: World) -> None:
    world.undo(world.rows(tables.filing)[-1].id)


STALE: tuple[Any, ...] = (
    ("opened", lambda world: fact(world, "ciencia", party=0), corrected_meanwhile,
     {"valor": "2025-12-03"}, "já não vale nesta versão"),
    ("opened", lambda world: term(world, "defesa"), corrected_meanwhile,
     {"data": "2025-12-03"}, "foi contado de novo por outro ato"),
    ("defended", paper, undone_meanwhile, {}, "já está sem efeito"),
)  # fmt: skip


@pytest.mark.parametrize(("stage", "path_of", "meanwhile", "typed", "said"), STALE)
def test_what_another_act_changed_meanwhile_is_told_and_nothing_typed_is_lost(
    app: Flask,
    world: World,
    stage: str,
    path_of: Callable[[World], str],
    meanwhile: Callable[[World], None],
    typed: Mapping[str, str],
    said: str,
) -> None:
    cases.STAGES[stage](world)
    browser, path = visit(app, world.go("2025-12-05"), "diretor"), path_of(world)
    sent = kept(press(browser, path, "ver", **typed).text)
    meanwhile(world)
    reply = browser.client.post(path, data={**sent, "_action": "confirmar"})
    assert reply.status_code == 409
    assert said in words(reply.text)
    assert REASON in reply.text
    assert browser.get(path).status_code == 409
