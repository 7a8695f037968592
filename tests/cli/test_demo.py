"""The demonstration: one start shows a municipality at work on Monday 2025-12-01, 9 o'clock."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from sqlalchemy import Engine, select
from validate_docbr import CPF

from webapp import clock
from webapp.cases import draining
from webapp.cli.sample import load
from webapp.cli.sample.town import OFFICIALS, PERMITS, cpf
from webapp.registry.sanctions import history
from webapp.store import passwords, schema
from webapp.store.database import open_engine, transaction
from webapp.store.events import Fault, verify
from webapp.store.people import DEMO_PASSWORD
from webapp.store.tables import (
    case,
    case_party,
    deadline,
    event,
    incident,
    membership,
    piece,
    task,
    user_account,
)

COMMAND = (sys.executable, "-c", "from webapp.cli.main import main; main()", "demo")
MONDAY = datetime(2025, 12, 1, 12, 0, tzinfo=UTC)
Demo = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The demonstration's database, as it is before anybody touches it."""
    engine = open_engine(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.db'}")
    schema.upgrade(engine)
    load(engine)
    yield engine
    engine.dispose()


def open_steps(engine: Engine, kind: str) -> list[str]:
    with transaction(engine) as session:
        query = select(task.c.element).where(task.c.closed_at.is_(None), task.c.kind == kind)
        return list(session.execute(query).scalars())


def test_the_clock_stands_on_monday_at_nine(loaded: Engine) -> None:
    with transaction(loaded) as session:
        assert clock.now(session) == MONDAY


def test_tasks_of_every_stage_wait_for_somebody(loaded: Engine) -> None:
    waiting = open_steps(loaded, "person")
    assert len(waiting) >= 12
    assert set(waiting) == {
        "escolher_meio",
        "entregar_em_maos",
        "conferir_ciencia",
        "certificar_defesa",
        "julgar_auto",
        "certificar_reconsideracao",
        "decidir_reconsideracao",
        "certificar_pagamento",
    }
    assert set(open_steps(loaded, "wait")) == {
        "aguardar_ar",
        "aguardar_defesa",
        "aguardar_reconsideracao",
        "aguardar_pagamento",
    }


def test_whoever_has_two_roles_finds_twelve_tasks(loaded: Engine) -> None:
    with transaction(loaded) as session:
        roles = select(membership.c.role).join(
            user_account, user_account.c.id == membership.c.user_id
        )
        held = session.execute(roles.where(user_account.c.login == "atendimento")).scalars().all()
        own = select(task.c.id).where(
            task.c.closed_at.is_(None), task.c.kind == "person", task.c.role.in_(held)
        )
        assert len(session.execute(own).all()) >= 12


def test_some_cases_are_finished_one_way_and_the_other(loaded: Engine) -> None:
    with transaction(loaded) as session:
        ended = session.execute(select(case.c.outcome).where(case.c.ended_at.is_not(None)))
        assert sorted(ended.scalars()) == ["aplicada", "arquivado"]


def test_one_driver_is_a_repeated_offender(loaded: Engine) -> None:
    repeated = cpf(PERMITS[0].driver.nine_digits)
    with transaction(loaded) as session:
        found = session.execute(
            select(case_party.c.person_id, case_party.c.case_id)
            .join(task, task.c.case_id == case_party.c.case_id)
            .join(user_account, user_account.c.id == task.c.assignee_id, isouter=True)
            .where(task.c.element == "julgar_auto", task.c.closed_at.is_(None))
        ).all()
        assert repeated
        assert any(history(session, row.person_id, row.case_id) for row in found)


def test_one_task_is_held_by_somebody(loaded: Engine) -> None:
    with transaction(loaded) as session:
        held = select(user_account.c.login).join(task, task.c.assignee_id == user_account.c.id)
        assert session.execute(held.where(task.c.closed_at.is_(None))).scalars().all() == [
            "substituta"
        ]


def test_nothing_that_is_over_is_left_to_the_worker(loaded: Engine) -> None:
    assert draining.drain(loaded, clock.now) == 0
    with transaction(loaded) as session:
        assert session.execute(select(incident.c.id)).all() == []
        due = select(deadline.c.due_at).where(deadline.c.state == "running")
        assert all(at > MONDAY for at in session.execute(due).scalars())


def test_records_and_numbers_follow_the_days(loaded: Engine) -> None:
    with transaction(loaded) as session:
        assert not [one for one in verify(session) if isinstance(one, Fault)]
        moments = session.execute(select(event.c.at).order_by(event.c.id)).scalars().all()
        assert moments == sorted(moments)
        assert moments[-1] <= MONDAY
        series = session.execute(
            select(piece.c.kind, piece.c.number)
            .where(piece.c.number.is_not(None))
            .order_by(piece.c.created_at, piece.c.id)
        ).all()
    autos = [number for kind, number in series if kind == "auto_infracao"]
    assert autos == [f"{n:04}/2025" for n in range(1, len(autos) + 1)]


def test_everybody_signs_in_with_the_one_password_and_the_director_by_an_act(
    loaded: Engine,
) -> None:
    with transaction(loaded) as session:
        rows = session.execute(select(user_account.c.login, user_account.c.password_hash)).all()
        acts = session.execute(
            select(membership.c.office, membership.c.capacity, membership.c.appointed_by).where(
                membership.c.role == "autoridade"
            )
        ).all()
    assert {row.login for row in rows} == {one.login for one in OFFICIALS}
    assert passwords.matches(rows[0].password_hash, DEMO_PASSWORD)
    assert {capacity for _, capacity, _ in acts} == {"titular", "substituto", "apoio"}
    assert all(appointed for *_, appointed in acts)


def test_every_cpf_has_its_check_digits() -> None:
    drivers = [d for p in PERMITS for d in (p.holder, p.auxiliary) if d]
    assert all(CPF().validate(cpf(d.nine_digits)) for d in drivers)
    assert len({d.nine_digits for d in drivers}) == len(drivers)


# ---- the command


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def demo(tmp_path: Path, loaded: Engine, port: int) -> Iterator[Demo]:
    """Start `autos demo` in a folder where an earlier demonstration was left."""
    (tmp_path / "var").mkdir()
    with loaded.connect() as connection:
        driver = connection.connection.cursor()
        driver.execute("vacuum into ?", [str(tmp_path / "var" / "demo.db")])
    begun: list[subprocess.Popen[str]] = []

    def start(*words: str) -> subprocess.Popen[str]:
        begun.append(
            subprocess.Popen(
                [*COMMAND, *words],
                cwd=tmp_path,
                env={**os.environ, "AUTOS_PORT": str(port), "PYTHONPATH": os.getcwd()},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
        return begun[-1]

    yield start
    for process in begun:
        process.terminate()
        process.communicate(timeout=30)


def fetch(port: int, path: str, seconds: float = 60) -> int:
    """The status of a page, as soon as somebody answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
                return int(answer.status)
        except HTTPError as error:
            return error.code
        except URLError:
            assert time.monotonic() < end, "nobody answers"
            time.sleep(0.1)


def worker_of(demo: subprocess.Popen[str]) -> int:
    """The id of the demonstration's worker."""
    children = Path(f"/proc/{demo.pid}/task").glob("*/children")
    (child,) = [int(pid) for file in children for pid in file.read_text().split()]
    return child


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_start_serves_pages_with_a_worker_and_one_signal_ends_both(
    demo: Demo, port: int
) -> None:
    process = demo("--keep")
    assert fetch(port, "/entrar") == 200
    worker = worker_of(process)
    while fetch(port, "/health") == 503:  # until the first beat
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert not is_alive(worker)
    assert f"http://127.0.0.1:{port}" in told
    assert "01/12/2025, 09:00" in told
    assert DEMO_PASSWORD in told
    assert all(one.login in told and one.name in told for one in OFFICIALS)


def test_a_demonstration_that_is_killed_leaves_no_worker(demo: Demo, port: int) -> None:
    process = demo("--keep")
    while fetch(port, "/health") == 503:  # until the first beat
        time.sleep(0.1)
    worker, end = worker_of(process), time.monotonic() + 20
    process.kill()
    while works(worker):
        assert time.monotonic() < end, "the worker goes on alone"
        time.sleep(0.1)


def works(pid: int) -> bool:
    """Whether the process is there; one that ended may wait for whoever inherited it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_without_its_worker_the_demonstration_ends_with_an_error(demo: Demo, port: int) -> None:
    process = demo("--keep")
    assert fetch(port, "/entrar") == 200
    os.kill(worker_of(process), signal.SIGKILL)
    told, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "o processo que vence os prazos parou (código -9)" in told


def test_a_start_without_keep_begins_anew(demo: Demo, port: int, tmp_path: Path) -> None:
    file = tmp_path / "var" / "demo.db"
    with sqlite3.connect(file) as left:
        left.execute("update clock_setting set stands_at = '2026-03-01 12:00:00.000000'")
    left.close()
    demo()
    assert fetch(port, "/entrar") == 200
    with sqlite3.connect(file) as new:
        (stands,) = new.execute("select stands_at from clock_setting").fetchone()
    new.close()
    assert stands.startswith("2025-12-01 12:00")


def test_a_port_that_is_taken_is_said_before_anything_is_thrown_away(
    demo: Demo, port: int, tmp_path: Path
) -> None:
    before = (tmp_path / "var" / "demo.db").stat()
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        process = demo()
        told, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"a porta {port} de 127.0.0.1 está ocupada" in told
    assert (tmp_path / "var" / "demo.db").stat() == before
