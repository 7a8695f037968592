"""Worlds whose terms are over, and workers in processes of their own."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert

from tests.cases.conftest import models
from tests.cases.kit import World
from tests.tree import ROOT
from webapp.store.database import transaction
from webapp.store.tables import clock_setting

__all__ = ["models"]

Process = subprocess.Popen[bytes]
Start = Callable[..., Process]


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, with a diagram of one step that has ten days."""
    models()
    world = World(database_url)
    yield world
    world.engine.dispose()


def open_cases(world: World, *days: str) -> list[int]:
    """A case opened on each day, whose only term ends ten days later. Their ids."""
    ids = []
    for n, day in enumerate(days):
        world.go(day).begin("tarefa_com_prazo", f"caso {n}")
        ids.append(world.case_id)
    return ids


def stand(world: World, at: datetime) -> None:
    """The clock that every worker asks stands there."""
    with transaction(world.engine) as session:
        session.execute(delete(clock_setting))
        session.execute(insert(clock_setting).values(stands_at=at, why="teste"))


@pytest.fixture
def start(database_url: str, tmp_path: Path) -> Iterator[Start]:
    """Start a worker as a process; `faults` are what tests/worker/process.py makes go wrong.

    What the workers logged is shown with a test that fails.
    """
    begun: list[Process] = []
    log = tmp_path / "workers.log"

    def begin(**faults: Any) -> Process:
        command = [sys.executable, "-m", "tests.worker.process", database_url, json.dumps(faults)]
        with log.open("ab") as told:
            begun.append(subprocess.Popen(command, cwd=ROOT, stderr=told))
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.wait()
    sys.stderr.write(log.read_text() if log.exists() else "")
