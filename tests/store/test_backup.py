"""Copies made while people work, and brought back held (F15)."""

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, make_url, select, text, update

from tests.cases.conftest import models
from tests.cases.kit import World, at
from tests.conftest import new_database
from webapp.cases import assigning, completing, draining
from webapp.domain.errors import Refused
from webapp.store import backup, hold, schema
from webapp.store import outbox as letters
from webapp.store.backup import BackupFailed
from webapp.store.database import open_engine, transaction
from webapp.store.events import Fault, verify
from webapp.store.tables import case, deadline, event, outbox, task
from webapp.worker import Worker

__all__ = ["models"]

FRIDAY = datetime(2025, 12, 12, 12, 0, tzinfo=UTC)
"""The machine's time when the copy is brought back."""
OVER = at("2025-12-20")


@pytest.fixture
def url(empty_database_url: str) -> str:
    """A database as «autos db upgrade» leaves it."""
    engine = open_engine(empty_database_url)
    schema.upgrade(engine)
    engine.dispose()
    return empty_database_url


@pytest.fixture
def world(url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Marilândia, with three terms of ten days: they ran from 3, 1 and 2 December."""
    models()
    world = World(url)
    for day in ("2025-12-03", "2025-12-01", "2025-12-02"):
        world.go(day).begin("tarefa_com_prazo", f"aberto em {day}")
    yield world
    world.engine.dispose()


@pytest.fixture
def new_place(system: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database that is not there (SQLite) or is empty (PostgreSQL)."""
    if system == "sqlite":
        yield f"sqlite:///{tmp_path / 'novo' / 'autos.db'}"
        return
    yield from new_database(request.getfixturevalue("postgresql"), "template1")


@pytest.fixture
def restored(world: World, url: str, new_place: str, tmp_path: Path) -> Iterator[Engine]:
    """What a copy of the world was brought back to."""
    backup.backup(url, tmp_path / "copia")
    backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY)
    engine = open_engine(new_place)
    yield engine
    engine.dispose()


class Clerks:
    """People who take tasks and give them back, without pause, until `stop`."""

    def __init__(self, world: World) -> None:
        self._world, self._stopped = world, threading.Event()
        self.acts = 0
        self._threads = [threading.Thread(target=self._work, args=[c]) for c in world.stage.cases]

    def __enter__(self) -> "Clerks":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _work(self, name: str) -> None:
        world, (open_task,) = self._world, self._world.stage.open_tasks(name)
        while not self._stopped.is_set():
            for act in (assigning.claim, assigning.release):
                with transaction(world.engine) as session:
                    act(
                        session,
                        open_task.case_id,
                        open_task.id,
                        now=world.now,
                        actor=world.actors["secretaria"],
                    )
                self.acts += 1


def test_a_copy_made_while_people_work_is_whole_and_of_one_instant(
    world: World, url: str, new_place: str, tmp_path: Path
) -> None:
    """Seen to fail with a plain copy of the file in the place of VACUUM INTO: no chain is in it."""
    file = tmp_path / "copia"
    with Clerks(world) as clerks:
        time.sleep(0.3)
        before = clerks.acts
        assert backup.backup(url, file) == 3
        time.sleep(0.1)
        after = clerks.acts
    assert after > before, "nobody stood still for the copy"
    backup.restore(file, new_place, lambda: FRIDAY)
    engine = open_engine(new_place)
    with transaction(engine) as session:
        assert not [one for one in verify(session) if isinstance(one, Fault)]
        if engine.dialect.name == "sqlite":
            assert session.execute(text("PRAGMA integrity_check")).scalars().all() == ["ok"]
            assert session.execute(text("PRAGMA foreign_key_check")).all() == []
        versions = session.execute(select(func.sum(case.c.version))).scalar_one()
        of_cases = event.c.chain.startswith("case:")
        told = select(func.count(event.c.act.distinct())).where(of_cases)
        acts = session.execute(told).scalar_one()
    assert versions == acts, "every change of a case has its record, and the other way round"
    engine.dispose()


def test_nothing_ends_before_the_release_and_then_each_term_once_in_the_order_of_its_end(
    world: World, restored: Engine
) -> None:
    """Seen to fail without NOTHING_HELD in draining._claim (three rows are claimed before the
    release, and none ends), and without `_refuse_held` in settling as well (three terms end).
    """
    claimed = draining.drain(restored, lambda _: OVER)
    assert (_ends(restored), claimed) == ([], 0)
    with transaction(restored) as session:
        assert hold.release(session, OVER)
    assert draining.drain(restored, lambda _: OVER) == 3
    assert draining.drain(restored, lambda _: OVER) == 0
    assert _ends(restored) == [at(f"2025-12-{day}", 0) for day in (12, 13, 16)]
    with transaction(restored) as session:
        rows = session.execute(select(deadline.c.due_at, deadline.c.effective_at)).all()
        assert all(row.due_at == row.effective_at for row in rows)
        assert not hold.release(session, OVER), "there was nothing more to release"


def _ends(engine: Engine) -> list[datetime]:
    with transaction(engine) as session:
        ended = select(event.c.effective_at).where(event.c.kind == "deadline_ended")
        return list(session.execute(ended.order_by(event.c.id)).scalars())


def test_what_was_restored_and_when_it_was_released_is_on_record(
    restored: Engine, tmp_path: Path
) -> None:
    with transaction(restored) as session:
        hold.release(session, OVER)
    with transaction(restored) as session:
        rows = session.execute(
            select(event).where(event.c.chain.startswith("operation:")).order_by(event.c.seq)
        ).all()
        assert all(isinstance(one, str) for one in verify(session)), "the chains are whole"
    copy = hashlib.sha256((tmp_path / "copia").read_bytes()).hexdigest()
    assert [(row.kind, row.at, row.actor, row.body) for row in rows] == [
        ("database_restored", FRIDAY, "operador", {"copy": copy}),
        ("hold_released", OVER, "operador", {"since": "2025-12-12T12:00:00.000000Z"}),
    ]


def test_a_lease_of_a_worker_that_is_gone_does_not_come_back(
    world: World, url: str, new_place: str, tmp_path: Path
) -> None:
    assert draining._claim(world.engine, lambda _: OVER, "morto") is not None
    backup.backup(url, tmp_path / "copia")
    backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY)
    engine = open_engine(new_place)
    with transaction(engine) as session:
        rows = session.execute(select(deadline)).all()
    engine.dispose()
    assert all((row.next_at, row.attempts) == (row.due_at, 0) for row in rows)


def test_a_person_cannot_make_a_term_end_while_terms_are_held(
    world: World, restored: Engine
) -> None:
    """Seen to fail without `_refuse_held` in settling: nothing is refused."""
    with transaction(restored) as session:
        row = session.execute(select(task).order_by(task.c.id).limit(1)).one()
    with (
        pytest.raises(Refused, match="retidos"),
        transaction(restored) as session,
    ):
        completing.complete(
            session,
            row.case_id,
            row.id,
            {"resultado": ["feito"]},
            {},
            now=OVER,
            actor=world.actors["secretaria"],
        )
    assert _ends(restored) == []


def test_no_mail_leaves_before_the_release(
    world: World, url: str, new_place: str, tmp_path: Path
) -> None:
    """Seen to fail without NOTHING_HELD in outbox.claim: the message is handed out."""
    with transaction(world.engine) as session:
        town = world.municipality_id
        letters.put(session, town, "a@exemplo.gov.br", "Prazo", "Olá.", "<1@autos>", world.now)
    backup.backup(url, tmp_path / "copia")
    backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY)
    engine = open_engine(new_place)
    with transaction(engine) as session:
        assert letters.claim(session, FRIDAY) is None
        hold.release(session, OVER)
        assert letters.claim(session, FRIDAY) is not None
        assert session.execute(select(outbox.c.attempts)).scalar_one() == 1
    engine.dispose()


def test_a_copy_never_takes_the_place_of_a_file(world: World, url: str, tmp_path: Path) -> None:
    file = tmp_path / "copia"
    file.write_text("a de ontem")
    with pytest.raises(BackupFailed, match="já existe"):
        backup.backup(url, file)
    assert file.read_text() == "a de ontem"


def test_a_copy_of_changed_records_is_refused_and_leaves_no_file(
    world: World, url: str, tmp_path: Path
) -> None:
    with transaction(world.engine) as session:
        session.execute(update(event).where(event.c.id == 1).values(actor="user:999"))
    folder = tmp_path / "copias"
    folder.mkdir()
    with pytest.raises(BackupFailed, match="não está íntegra no registro 1"):
        backup.backup(url, folder / "copia")
    assert list(folder.iterdir()) == []


def test_a_copy_is_for_its_owners_eyes_only(world: World, url: str, tmp_path: Path) -> None:
    backup.backup(url, tmp_path / "copia")
    assert (tmp_path / "copia").stat().st_mode & 0o077 == 0


def test_a_database_at_work_is_never_restored_over(world: World, url: str, tmp_path: Path) -> None:
    file = tmp_path / "copia"
    backup.backup(url, file)
    with pytest.raises(BackupFailed, match="não foi tocado"):
        backup.restore(file, url, lambda: FRIDAY)
    with transaction(world.engine) as session:
        assert hold.held(session) is None
        assert session.execute(select(func.count()).select_from(case)).scalar_one() == 3


@pytest.mark.parametrize("what", [b"", b"PGDMP alheio", b"SQLite format 3\0" + b"lixo" * 2000])
def test_a_file_that_is_no_copy_is_refused(new_place: str, tmp_path: Path, what: bytes) -> None:
    file = tmp_path / "copia"
    file.write_bytes(what)
    with pytest.raises(BackupFailed):
        backup.restore(file, new_place, lambda: FRIDAY)
    if new_place.startswith("sqlite"):
        assert list((tmp_path / "novo").iterdir()) == []


def test_a_database_of_another_program_is_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "agenda.db"
    other = sqlite3.connect(file)
    other.execute("create table contact (name text)")
    other.close()
    with pytest.raises(BackupFailed, match="não é uma cópia do Autos"):
        backup.restore(file, f"sqlite:///{tmp_path / 'novo.db'}", lambda: FRIDAY)
    assert not (tmp_path / "novo.db").exists()


def test_a_copy_of_an_older_version_comes_to_the_tables_of_this_one(
    empty_database_url: str, new_place: str, tmp_path: Path
) -> None:
    engine = open_engine(empty_database_url)
    schema.upgrade(engine, "0003_file_and_effects")
    engine.dispose()
    backup.backup(empty_database_url, tmp_path / "copia")
    assert backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY) == 0
    engine = open_engine(new_place)
    assert schema.revision(engine) == schema.head()
    with transaction(engine) as session:
        held = hold.held(session)
        assert held is not None
        assert (held.since, held.why) == (FRIDAY, backup.WHY_HELD)
    engine.dispose()


only_postgresql = pytest.mark.parametrize(
    "system", [pytest.param("postgresql", marks=pytest.mark.postgresql)]
)


@only_postgresql
def test_nothing_is_restored_under_a_worker_that_runs(
    world: World, url: str, new_place: str, tmp_path: Path
) -> None:
    """It would fire what is over between the rows of the copy and the hold."""
    backup.backup(url, tmp_path / "copia")
    engine = open_engine(new_place)
    Worker(engine).tick()  # it finds no tables, and waits for them
    with pytest.raises(BackupFailed, match=r"há um worker .* pare-os e repita"):
        backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY)
    engine.dispose()
    with transaction(world.engine) as session:
        left = text("select 1 from pg_stat_activity where datname = :name")
        while session.execute(left, {"name": make_url(new_place).database}).first():
            time.sleep(0.05)  # a server takes its leave after the client
    assert backup.restore(tmp_path / "copia", new_place, lambda: FRIDAY) == 4


@only_postgresql
def test_without_the_programs_of_postgresql_one_is_told_what_to_install(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "_version", lambda _: 14)
    with pytest.raises(BackupFailed, match=r"falta o programa pg_dump .* postgresql-client-"):
        backup.backup(url, tmp_path / "copia")
    assert list(tmp_path.glob("*copia*")) == []
