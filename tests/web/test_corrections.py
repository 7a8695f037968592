"""The screens of «Retificar», «Devolver à etapa», «Reabrir prazo» and «Tornar sem efeito»."""

import html
import io
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pikepdf
import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.cases.kit import World
from tests.tree import ROOT
from tests.web import cases
from tests.web.conftest import Browser, add_clerk
from tests.web.visiting import visit, words
from webapp.store import people, tables
from webapp.store.database import transaction

REASON = "O recibo assinado traz outra data."


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, nothing open."""
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.fixture
def app(world: World, database_url: str) -> Iterator[Flask]:
    with cases.application(database_url) as app:
        yield app


def case(world: World) -> str:
    return f"/processos/{world.case_id}"


def fact(world: World, name: str, about: str = "auto", party: int | None = None) -> str:
    return f"{case(world)}/retificar/{world.fact(name, about, party).id}"


def paper(world: World) -> str:
    return f"{case(world)}/protocolos/{world.rows(tables.filing)[-1].id}/sem-efeito"


def term(world: World, key: str) -> str:
    return f"{case(world)}/prazos/{world.deadlines(key)[-1].id}/reabrir"


def press(browser: Browser, path: str, action: str, **typed: object) -> TestResponse:
    """Fill in the form of an act and press one of its buttons."""
    sent = {**browser.hidden(path), "motivo": REASON, **typed, "_action": action}
    return browser.client.post(path, data=sent, content_type="multipart/form-data")


def kept(page: str) -> dict[str, str]:
    """What the page that asks to confirm carries in its form."""
    form = page.partition('<form class="cartao tarefa"')[2]
    found = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


def bare(text: str) -> str:
    """A page without the token and the key that every page has of its own."""
    return re.sub(r'value="[^"]+"', "", text)


def counted(world: World) -> dict[str, int]:
    """How many rows each table has."""
    with transaction(world.engine) as session:
        return {
            table.name: session.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables.metadata.sorted_tables
        }


def kinds(world: World) -> list[str]:
    return [event.kind for event in world.events()]


def sheet() -> bytes:
    """A PDF of one page."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        saved = io.BytesIO()
        pdf.save(saved)
    return saved.getvalue()


# ---- what each act shows before it is done, and does when it is confirmed


@dataclass(frozen=True)
class Case:
    """An act at a stage: who does it, on which day, what is typed, what it shows and does."""

    name: str
    stage: str
    day: str
    login: str
    path: Callable[[World], str]
    typed: Mapping[str, object]
    shown: tuple[str, ...]
    button: str
    kind: str
    told: str
    steps: tuple[str, ...]


ACTS = (
    Case(
        "a receipt date",
        "opened",
        "2025-12-03",
        "secretaria",
        lambda world: fact(world, "ciencia", party=0),
        {"valor": "2025-12-02"},
        (
            "Ciência do auto, de Fulano da Silva 01/12/2025 02/12/2025",
            "Defesa: de 08/12/2025 para 09/12/2025",
        ),
        "Confirmar retificação",
        "fact_corrected",
        "Dado retificado. Defesa: de 08/12/2025 para 09/12/2025.",
        ("aguardar_defesa",),
    ),
    Case(
        "the day of the fact",
        "opened",
        "2025-12-03",
        "secretaria",
        lambda world: fact(world, "fato"),
        {"valor": "2025-11-30"},
        ("Dia do fato 01/12/2025 30/11/2025", "Nenhum prazo, penalidade ou papel muda."),
        "Confirmar retificação",
        "fact_corrected",
        "Dado retificado.",
        ("aguardar_defesa",),
    ),
    Case(
        "a day after which the lapse does not stand",
        "lapsed",
        "2025-12-09",
        "diretor",
        lambda world: fact(world, "ciencia", party=0),
        {"valor": "2025-12-03"},
        (
            "Defesa: de 08/12/2025 para 10/12/2025; o decurso fica sem efeito",
            "Etapas abertas Certificar decurso da defesa Aguardar defesa",
        ),
        "Confirmar retificação",
        "fact_corrected",
        "o decurso fica sem efeito.",
        ("aguardar_defesa",),
    ),
    Case(
        "a return to the judgement of a final fine",
        "final",
        "2026-01-05",
        "diretor",
        lambda world: f"{case(world)}/devolver",
        {"etapa": "julgar_auto"},
        (
            "Sai a multa de R$ 759,00 (art. 5º, II)",
            "«Julgar auto e defesa»: a resposta fica sem efeito",
            "Pedido de reconsideração, de Fulano da Silva: o prazo fica sem efeito",
        ),
        "Confirmar devolução",
        "returned",
        "O processo voltou à etapa.",
        ("julgar_auto",),
    ),
    Case(
        "a term that lapsed",
        "lapsed",
        "2025-12-09",
        "diretor",
        lambda world: term(world, "defesa"),
        {"data": "2025-12-08"},
        (
            "Começo do prazo 01/12/2025 08/12/2025",
            "Defesa: de 08/12/2025 para 15/12/2025; o decurso fica sem efeito",
        ),
        "Confirmar reabertura",
        "deadline_reopened",
        "Prazo reaberto.",
        ("aguardar_defesa",),
    ),
    Case(
        "a paper of another case",
        "defended",
        "2025-12-05",
        "protocolo",
        paper,
        {},
        (
            "Protocolo 00001/2025 vale sem efeito",
            "Defesa, de Fulano da Silva: o prazo corre até 08/12/2025",
            "Etapas abertas Julgar auto e defesa Aguardar defesa",
        ),
        "Confirmar",
        "filing_undone",
        "O protocolo 00001/2025 ficou sem efeito.",
        ("aguardar_defesa",),
    ),
)
each_act = pytest.mark.parametrize("one", ACTS, ids=lambda one: one.name)


@each_act
def test_an_act_is_shown_before_it_is_done_and_nothing_is_written(
    app: Flask, world: World, one: Case
) -> None:
    cases.STAGES[one.stage](world)
    world.go(one.day)
    browser, path = visit(app, world, one.login), one.path(world)
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
    cases.STAGES[one.stage](world)
    world.go(one.day)
    browser, path = visit(app, world, one.login), one.path(world)
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
def test_without_a_reason_the_form_comes_back_with_what_was_typed(
    app: Flask, world: World, one: Case
) -> None:
    cases.STAGES[one.stage](world)
    world.go(one.day)
    browser, path = visit(app, world, one.login), one.path(world)
    for action in ("ver", "confirmar"):
        reply = press(browser, path, action, **{**one.typed, "motivo": "  "})
        assert reply.status_code == 422
        assert "Preencha «Por que" in reply.text
        assert all(f'value="{text}"' in reply.text for text in one.typed.values())
    assert one.kind not in kinds(world)


@each_act
def test_who_wants_to_change_what_was_typed_gets_the_form_with_it(
    app: Flask, world: World, one: Case
) -> None:
    cases.STAGES[one.stage](world)
    world.go(one.day)
    browser, path = visit(app, world, one.login), one.path(world)
    again = press(browser, path, "mudar", **one.typed)
    assert again.status_code == 200
    assert "Ver o que muda" in again.text
    assert REASON in again.text


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
    cases.STAGES[one.stage](world)
    world.go(one.day)
    browser, path = visit(app, world, one.login), one.path(world)
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
