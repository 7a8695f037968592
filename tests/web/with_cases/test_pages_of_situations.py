"""Every page that a link leads to opens, for who has something to do, after each act of a case."""

import re
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, insert, update

from tests.tree import ROOT
from tests.web.conftest import HASH, Browser
from tests.web.serving import application
from webapp.diagrams import Scenario, Stage, play, read
from webapp.store import tables
from webapp.store.database import open_engine, transaction
from webapp.store.tables import metadata

FOLDER = ROOT / "tests" / "scenarios" / "santa_teresa"
SITUATIONS = (
    *("cassacao_do_auxiliar", "duas_partes_e_um_recurso", "impedimento_encerrado_antes"),
    *("sessenta_dias_recibo_soube_se_depois", "sem_recurso"),
)
HREF = re.compile(r'href="(/[^"#?]*)[^"]*"')


@pytest.fixture(params=SITUATIONS)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return read(FOLDER / f"{request.param}.toml")


@pytest.fixture
def stage(scenario: Scenario, tmp_path: Path) -> Stage:
    return made(scenario, tmp_path)


def made(scenario: Scenario, tmp_path: Path) -> Stage:
    """The stage of a scenario before its first act; everybody may sign in."""
    engine = open_engine(f"sqlite:///{tmp_path}/stage.db")
    metadata.create_all(engine)
    stage = Stage(engine, scenario.municipality, scenario.steps[0].at, scenario.cast)
    stage.grant(scenario.permits)
    stage.at(scenario.steps[0].at)
    with transaction(engine) as session:
        session.execute(update(tables.user_account).values(password_hash=HASH))
    return stage


def test_every_page_opens_after_every_act(scenario: Scenario, stage: Stage, tmp_path: Path) -> None:
    with application(f"sqlite:///{tmp_path}/stage.db") as app:
        for step, told in play(scenario, stage):
            assert told == []
            stand(stage)
            for login in concerned(stage, step.case):
                depth = 2 if step is scenario.steps[-1] else 1
                look_around(app, login, stage.cases[step.case], depth)
    stage.engine.dispose()


def stand(stage: Stage) -> None:
    """The clock of the pages stands where the stage's stands."""
    with transaction(stage.engine) as session:
        session.execute(delete(tables.clock_setting))
        session.execute(insert(tables.clock_setting).values(stands_at=stage.now, why="teste"))


def concerned(stage: Stage, case: str) -> set[str]:
    """Who has a step of the case to do; the cast signs in by the names of the roles."""
    return {task.role for task in stage.open_tasks(case) if task.role} | {"secretaria"}


def look_around(app: Flask, login: str, case_id: int, depth: int) -> None:
    """Follow every link of the list and of the case, and at the end those behind them."""
    browser = Browser(app.test_client())
    assert browser.sign_in(login).status_code == 303
    seen: set[str] = set()
    first = ["/", f"/processos/{case_id}"]
    for path in first:
        follow(browser, path, seen, depth)


def follow(browser: Browser, path: str, seen: set[str], depth: int) -> None:
    if path in seen or "/static/" in path or path == "/sair":
        return
    seen.add(path)
    reply = browser.get(path)
    assert reply.status_code in (200, 303, 302, 403), (path, reply.status_code)
    if depth and reply.status_code == 200 and reply.mimetype == "text/html":
        assert "Aguarda-se: ." not in reply.text, f"{path} awaits a paper of no kind"
        for found in dict.fromkeys(HREF.findall(reply.text)):
            follow(browser, found, seen, depth - 1)


def test_an_appeal_stays_the_penalty_until_it_is_decided(tmp_path: Path) -> None:
    stage = made(read(FOLDER / "provido_em_parte.toml"), tmp_path)
    said = {}
    with application(f"sqlite:///{tmp_path}/stage.db") as app:
        for step, _ in play(read(FOLDER / "provido_em_parte.toml"), stage):
            stand(stage)
            browser = Browser(app.test_client())
            browser.sign_in("secretaria")
            page = browser.get(f"/processos/{stage.cases[step.case]}").text
            said[step.n] = "suspensa até se decidir o recurso (art. 59, § 1º)" in page
    stage.engine.dispose()
    # 1 to 6: drawn up to notified; 7: the appeal, 05/03/2025; 10: decided, 20/03/2025
    assert [n for n, stayed in said.items() if stayed] == [7, 8, 9]


def test_the_plate_tells_the_auxiliary_who_drove_and_the_holder_behind(tmp_path: Path) -> None:
    stage = made(read(FOLDER / "sem_recurso.toml"), tmp_path)
    stand(stage)
    with application(f"sqlite:///{tmp_path}/stage.db") as app:
        browser = Browser(app.test_client())
        browser.sign_in("fiscalizacao")
        typed = {"veiculo.placa": "RQA2B10", "data_fato": "2025-09-01", "_action": "placa"}
        first = browser.send("/autos/novo", "/autos/novo", **typed).text
        # looked up before it was said who drove: the holder stood there
        typed |= {"condutor": "auxiliar", "autuado.nome": "Beltrano Zanotti"}
        second = browser.send("/autos/novo", "/autos/novo", **typed).text
    stage.engine.dispose()
    assert value_of(first, "autuado.nome") == "Beltrano Zanotti"
    assert value_of(first, "numero_autorizacao") == "021"
    assert value_of(second, "autuado.nome") == "Sicrano Luz"
    assert value_of(second, "autuado.cpf") == "529.982.247-25"
    assert value_of(second, "titular.nome") == "Beltrano Zanotti"


def value_of(page: str, name: str) -> str:
    """What an input of a page holds."""
    tag = re.search(rf'<input[^>]*name="{re.escape(name)}"[^>]*>', page)
    found = re.search(r'value="([^"]*)"', tag.group()) if tag else None
    return found.group(1) if found else ""
