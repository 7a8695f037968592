"""The demonstration: one command serves the pages and fires terms, in a database of its own."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from sqlalchemy import Engine

from webapp.cli.sample import TOWNS
from webapp.laws import law
from webapp.store.people import DEMO_PASSWORD

COMMAND = (sys.executable, "-c", "from webapp.cli.main import main; main()", "demo")
Demo = Callable[..., subprocess.Popen[str]]


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


def fetch(port: int, path: str, seconds: float = 200) -> int:
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
    for cast, _ in TOWNS:
        assert law(cast.slug).municipality.name in told
        assert all(one.login in told and one.name in told for one in cast.officials)


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
