"""Every route, with every id it takes, asked by people of another municipality.

The list is made from the routes: a new route with an id that nobody thought of fails here.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, select
from werkzeug.routing import Rule

from tests.cases.kit import World
from tests.cases.late import enter, enter_value
from tests.cases.ticking import asked, propose
from tests.cases.undrawn import link
from tests.tree import ROOT
from tests.web import cases
from tests.web.conftest import HASH, Browser
from tests.web.serving import application
from tests.web.visiting import visit
from webapp.diagrams.stage import LONG_AGO
from webapp.domain.roles import ROLES
from webapp.store import tables
from webapp.store.database import transaction
from webapp.web.policy import rule_of

MISSING = 987654321


@pytest.fixture
def app(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A neighbouring municipality has a law like Marilândia's, and people in every role."""
    law = tmp_path / "laws" / "vizinha"
    shutil.copytree(ROOT / "webapp" / "laws" / "marilandia", law)
    own = (law / "municipio.toml").read_text("utf-8").replace('"Marilândia"', '"Vizinha"')
    (law / "municipio.toml").write_text(own, "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    with application(database_url) as running:
        yield running


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """A case of Marilândia with a paper filed, a term that failed and a link, and its ids; a day,
    a suspension and a value wait for approval."""
    world = World(database_url)
    world.register_holder("Titular de Todos", "11144477735", "RBA5F62")
    world.open("outro")
    other = world.case_id
    cases.notified(world)
    link(world, other)
    with transaction(world.engine) as session:
        values = {"case_id": world.case_id, "kind": "prazo", "what": "falhou", "attempts": 4}
        values |= {"municipality_id": world.municipality_id, "opened_at": world.now}
        session.execute(insert(tables.incident).values(values))
    enter(world)
    propose(world, asked("suspension", 22, 23))
    enter_value(world)
    cases.stand_still(world)
    yield world
    world.engine.dispose()


@pytest.fixture
def stranger(app: Flask, world: World) -> Browser:
    """Somebody of the neighbouring municipality who holds every role there."""
    with transaction(world.engine) as session:
        muni = session.execute(
            insert(tables.municipality)
            .values(slug="vizinha", name="Vizinha", uf="ES")
            .returning(tables.municipality.c.id)
        ).scalar_one()
        user = session.execute(
            insert(tables.user_account)
            .values(municipality_id=muni, login="vizinho", name="Vizinho", password_hash=HASH)
            .returning(tables.user_account.c.id)
        ).scalar_one()
        for role in ROLES:
            values = {"role": role, "capacity": "titular", "from_day": LONG_AGO}
            session.execute(
                insert(tables.membership).values(municipality_id=muni, user_id=user, **values)
            )
    browser = Browser(app.test_client())
    assert browser.sign_in("vizinho").status_code == 303
    return browser


def ids(world: World) -> Mapping[str, Any]:
    """A real id of the case for each name that a route may take."""
    facts = [f for f in world.rows(tables.case_fact) if f.superseded_by is None]
    return {
        "case_id": world.case_id,
        "task_id": world.open_tasks()[0].id,
        "filing_id": world.rows(tables.filing)[0].id,
        "paper_id": world.rows(tables.filing)[0].id,
        "fact_id": facts[0].id,
        "term_id": world.deadlines()[0].id,
        "link_id": 1,
        "day_id": 1,
        "event_id": 1,
        "value_id": 1,
        "incident_id": world.rows(tables.incident)[0].id,
        "permit_id": world.rows(tables.permit)[0].id,
        "person_id": world.rows(tables.person)[0].id,
        "vehicle_id": world.rows(tables.vehicle)[0].id,
        "n": 1,
    }


def guarded(app: Flask) -> list[tuple[Rule, str]]:
    """Routes with ids that are for people, with each method."""
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        if rule.arguments
        and rule.endpoint != "static"
        and rule_of(app.view_functions[rule.endpoint]).person
        for method in sorted((rule.methods or set()) & {"GET", "POST"})
    ]


def plain(page: str) -> str:
    """A page without what changes from one request to the next."""
    return re.sub(r'(value|name)="[^"]*"', "", page)


def test_anothers_object_is_not_there_for_anybody_of_another_municipality(
    app: Flask, world: World, stranger: Browser
) -> None:
    known = ids(world)
    asked = guarded(app)
    assert len(asked) > 15, "the routes are the list"
    for rule, method in asked:
        names = sorted(rule.arguments)
        own = {name: known[name] for name in names}
        theirs = _ask(app, stranger, rule, method, own)
        for name in names:
            gone = _ask(app, stranger, rule, method, {**own, name: MISSING})
            assert theirs[0] == gone[0] == 404, f"{method} {rule.rule} ({name})"
            assert theirs[1] == gone[1], f"{method} {rule.rule}: the answer tells them apart"
    with transaction(world.engine) as session:
        acts = session.execute(select(tables.event.c.actor)).scalars().all()
    assert not [a for a in acts if a == "user:vizinho"]


def _ask(
    app: Flask, browser: Browser, rule: Rule, method: str, values: Mapping[str, Any]
) -> tuple[int, str]:
    with app.test_request_context():
        path = app.url_for(rule.endpoint, **values)
    if method == "GET":
        reply = browser.get(path)
    else:
        typed = {"motivo": "x", "valor": "2025-12-02", "_action": "concluir", "_password": "x"}
        reply = browser.send(path, "/conta", **typed)
    return reply.status_code, plain(reply.text)


def test_ids_in_bodies_and_questions_find_nothing_of_another_municipality(
    world: World, stranger: Browser
) -> None:
    task = world.open_tasks()[0].id
    before = len(world.events())
    for path, typed in (
        ("/tarefas/assumir", {"_so": str(task)}),
        ("/tarefas/devolver", {"_so": str(task)}),
        ("/tarefas/repassar", {"_tarefa": str(task), "para": "1", "motivo": "x"}),
    ):
        assert stranger.send(path, "/conta", **typed).status_code in (404, 403), path
    for what in ("etiquetas", "postagem"):
        prints = f"/tarefas/cartas.pdf?imprimir={what}&tarefa="
        theirs, gone = stranger.get(f"{prints}{task}"), stranger.get(f"{prints}{MISSING}")
        assert (theirs.status_code, plain(theirs.text)) == (404, plain(gone.text))
    for question in ("0001/2025", "Fulano", "52998224725", "MQX4E21"):
        found = stranger.get(f"/processos?q={question}")
        assert f'href="/processos/{world.case_id}' not in found.text
        assert "touca" not in found.text
    assert "Fulano" not in stranger.get("/tarefas?quem=todas").text
    assert len(world.events()) == before


def test_without_a_session_no_page_for_people_opens(app: Flask, world: World) -> None:
    browser = Browser(app.test_client())
    for rule, method in guarded(app):
        with app.test_request_context():
            path = app.url_for(rule.endpoint, **{n: ids(world)[n] for n in rule.arguments})
        if method == "GET":
            reply = browser.get(path)
            assert (reply.status_code, "/entrar" in reply.location) == (303, True), path
        else:
            assert browser.client.post(path).status_code in (400, 401), path


HUGE = (2**31, 2**63 - 1, 2**63, 10**20, int("9" * 4000))


def test_a_number_that_no_row_can_have_is_answered_like_one_that_no_row_has(
    app: Flask, world: World, stranger: Browser
) -> None:
    asked = [(rule, method) for rule, method in guarded(app) if method == "GET"]
    for rule, method in asked:
        names = sorted(rule.arguments)
        gone = _ask(app, stranger, rule, method, dict.fromkeys(names, MISSING))
        for name, number in product(names, HUGE):
            values = {**dict.fromkeys(names, MISSING), name: number}
            assert _ask(app, stranger, rule, method, values) == gone, f"{rule.rule} ({name})"
        assert gone[0] == 404


def test_a_piece_with_a_number_that_no_piece_can_have_is_not_found(
    app: Flask, world: World
) -> None:
    browser = visit(app, world, "diretor")
    case = f"/processos/{world.case_id}"
    gone = browser.get(f"{case}/pecas/999")
    assert gone.status_code == 404
    for number in HUGE:
        reply = browser.get(f"{case}/pecas/{number}")
        assert reply.status_code == 404
        assert plain(reply.text) == plain(gone.text)
        assert browser.get(f"{case}?tarefa={number}").status_code == 200


@pytest.mark.parametrize("path", ["/tarefas/assumir", "/tarefas/devolver", "/tarefas/repassar"])
def test_a_form_that_names_a_task_that_cannot_be_is_answered_like_one_that_is_not(
    app: Flask, world: World, path: str
) -> None:
    browser = visit(app, world, "diretor")
    typed = {"para": "1", "motivo": "Férias."}
    gone = browser.send(path, "/conta", **typed, _tarefa=str(MISSING))
    assert gone.status_code == 404
    for number in HUGE[2:]:
        reply = browser.send(path, "/conta", **typed, _tarefa=str(number))
        assert reply.status_code == 404
        assert plain(reply.text) == plain(gone.text)
