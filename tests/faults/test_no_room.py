"""The database cannot take an act: its disk is full, or may only be read (F13)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, event, func, insert, select, text
from sqlalchemy.exc import OperationalError

from tests.cases.kit import World, at
from tests.web.visiting import visit, words
from webapp.store import tables
from webapp.store.database import open_engine, transaction
from webapp.store.events import Fault, verify
from webapp.web.database import db

MONDAY = at("2025-12-01")
# Of PostgreSQL: the commit itself finds the disk full.
FULL = """
create function no_room() returns trigger language plpgsql as
  $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$;
create constraint trigger no_room after insert on event deferrable initially deferred
  for each row execute function no_room();
"""
ROOM = "drop trigger no_room on event; drop function no_room();"
READ_ONLY = "alter database {} set default_transaction_read_only = on"
WRITABLE = "alter database {} reset default_transaction_read_only"


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Monday 2025-12-01: a step of ten days waits for the Secretaria."""
    models()
    world = World(database_url)
    world.begin("tarefa_com_prazo")
    yield world
    world.engine.dispose()


@contextmanager
def every_connection(engine: Engine, pragma: str) -> Iterator[None]:
    """New connections of an SQLite engine begin with a pragma."""

    def limit(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA {pragma}")

    event.listen(engine, "connect", limit)
    engine.dispose()
    yield
    event.remove(engine, "connect", limit)
    engine.dispose()


@contextmanager
def one_command(engine: Engine, before: str, after: str) -> Iterator[None]:
    """Commands of the administrator of a PostgreSQL server, before and after."""
    url = engine.url.update_query_dict({"options": "-cdefault_transaction_read_only=off"})
    admin = open_engine(url.render_as_string(hide_password=False))
    for command in (before, after):
        with transaction(admin) as session:
            session.execute(text(command.format(engine.url.database)))
        engine.dispose()
        if command is before:
            yield
    admin.dispose()


@contextmanager
def full(engine: Engine) -> Iterator[None]:
    if engine.dialect.name == "postgresql":
        with one_command(engine, FULL, ROOM):
            yield
        return
    with transaction(engine) as session:
        pages = session.execute(text("PRAGMA page_count")).scalar_one()
    with every_connection(engine, f"max_page_count = {pages}"):
        fill(engine)
        yield


def fill(engine: Engine) -> None:
    """Replies to presses, until no page has room for one more."""
    refused = 0
    while refused < 30:
        row = {"key": token_urlsafe(16), "path": "/", "at": MONDAY, "reply": {}}
        try:
            with transaction(engine) as session:
                session.execute(insert(tables.request).values(row))
        except OperationalError:
            refused += 1


def read_only(engine: Engine) -> Any:
    if engine.dialect.name == "postgresql":
        return one_command(engine, READ_ONLY, WRITABLE)
    return every_connection(engine, "query_only = on")


def rows(world: World) -> dict[str, int]:
    with transaction(world.engine) as session:
        counts = {
            table.name: session.execute(select(func.count()).select_from(table)).scalar_one()
            for table in tables.metadata.sorted_tables
        }
        versions = session.execute(select(func.sum(tables.case.c.version))).scalar_one()
    return {**counts, "versions": versions}


@pytest.mark.parametrize("trouble", [full, read_only], ids=["disk full", "read only"])
def test_an_act_that_finds_no_room_is_told_and_done_when_it_is_sent_again(
    app: Flask, world: World, trouble: Callable[[Engine], Any]
) -> None:
    """Seen to fail (500) when OperationalError has no page of its own; read only on PostgreSQL,
    before InternalError was looked at.
    """
    browser = visit(app, world, "secretaria")
    path = f"/processos/{world.case_id}/tarefas/{world.task('cumprir_diligencia').id}"
    sent = {**browser.hidden(f"/processos/{world.case_id}"), "resultado": "feito"}
    sent["_action"] = "concluir"
    with app.app_context():
        engine = db.engine
    with trouble(engine):
        before = rows(world)
        reply = browser.client.post(path, data=sent)
        assert reply.status_code == 503
        assert "O banco de dados não respondeu, e nada foi gravado." in words(reply.text)
    assert rows(world) == before
    assert browser.client.post(path, data=sent).status_code == 303
    assert len(world.rows(tables.answer)) == 1
    with transaction(world.engine) as session:
        assert not [one for one in verify(session) if isinstance(one, Fault)]
        if engine.dialect.name == "sqlite":
            assert session.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
