"""The operator checks the records from the command line."""

from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import delete, update

from tests.cases.kit import World
from webapp.cli.audit import audit
from webapp.cli.db import db
from webapp.store.database import transaction
from webapp.store.tables import event

Verify = Callable[..., Result]


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Two cases opened on Monday 2025-12-01: each has its chain."""
    world = World(database_url)
    world.open("um")
    world.open("dois")
    yield world
    world.engine.dispose()


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch, database_url: str) -> Verify:
    monkeypatch.setenv("AUTOS_DATABASE", database_url)
    return lambda *words: CliRunner().invoke(audit, ["verify", *words])


def lines(told: Result) -> list[str]:
    return told.output.splitlines()


def test_whole_chains_are_counted(world: World, verify: Verify) -> None:
    told = verify()
    assert (told.exit_code, lines(told)) == (0, ["2/2 cadeias íntegras"])


def test_a_changed_record_is_named_with_its_place(world: World, verify: Verify) -> None:
    chain = f"case:{world.case_id}"
    with transaction(world.engine) as session:
        changed = update(event).where(event.c.chain == chain, event.c.seq == 2)
        session.execute(changed.values(actor="user:999"))
    told = verify()
    assert told.exit_code == 1
    assert lines(told) == [f"{chain}, registro 2: registro alterado", "1/2 cadeias íntegras"]


def test_a_cut_off_end_is_found(world: World, verify: Verify) -> None:
    with transaction(world.engine) as session:
        session.execute(delete(event).where(event.c.seq == 2))
    told = verify()
    assert told.exit_code == 1
    assert lines(told)[-1] == "0/2 cadeias íntegras"
    assert all("falta o fim da cadeia" in line for line in lines(told)[:-1])


def test_one_chain_alone_can_be_asked_about(world: World, verify: Verify) -> None:
    told = verify("--chain", f"case:{world.case_id}")
    assert (told.exit_code, lines(told)) == (0, ["1/1 cadeias íntegras"])


def test_a_chain_that_is_not_there_is_a_fault(world: World, verify: Verify) -> None:
    told = verify("--chain", "case:999")
    assert told.exit_code == 1
    assert lines(told) == ["case:999, registro 0: a cadeia não existe", "0/1 cadeias íntegras"]


def test_an_empty_database_is_brought_up_and_then_left_alone(
    monkeypatch: pytest.MonkeyPatch, empty_database_url: str, verify: Verify
) -> None:
    monkeypatch.setenv("AUTOS_DATABASE", empty_database_url)
    first, second = (CliRunner().invoke(db, ["upgrade"]) for _ in range(2))
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert first.output.startswith("Banco em ")
    assert second.output.startswith("O banco já estava em ")
    assert lines(verify()) == ["0/0 cadeias íntegras"]
