"""Faults on purpose: killed processes, lost replies, people and clocks at the same moment.

Ordinarily each test takes seconds; AUTOS_FAULTS=long gives each the time of a night.

Where each fault is made (those of another folder stand with what they are about):

| fault | test |
|---|---|
| F1 processes killed under load | test_acknowledged.py |
| F2 PostgreSQL crashes under load | test_crashed_server.py |
| F3 several workers | tests/worker/test_worker_processes.py, two_workers_fire |
| F4 killed in mid-drain | test_killed_workers.py |
| F5 a clerk against the end of a term | tests/worker/test_worker_processes.py, a_clerk_who |
| F6 a term that raises, one that kills | tests/worker/test_worker_processes.py, hurt_no_neighbour |
| F7 down for 30 days | tests/worker/test_worker_ticks.py, after_30_days_down |
| F8 the clock jumps | tests/worker/test_worker_ticks.py, by_a_clock_that_was_moved |
| F9 summer time in São Paulo | test_summer_time.py, tests/domain/test_counting_moments.py |
| F10 one key twice, a lost reply | test_same_moment.py, tests/web/test_request_keys.py |
| F11 two people, one form | test_same_moment.py, tests/web/test_bad_input.py |
| F12 savepoints, a failing migration | tests/store/test_migrations.py |
| F13 no room on the disk, or read only | test_no_room.py |
| F14 mail, its server down | tests/worker/test_worker_ticks.py |
| F15 copies under load, held when restored | tests/store/test_backup.py, tests/cli/test_backup.py |
| F16 any walk, read back after every step | tests/engine/test_walks.py |
| F17 the scheduler's thread dies | tests/worker/test_worker_processes.py, tests/web/test_pages.py |
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.cases.conftest import models, taxi
from tests.cases.kit import World
from tests.tree import ROOT
from tests.web.serving import application

__all__ = ["models", "taxi"]

LONG = os.environ.get("AUTOS_FAULTS") == "long"
PATIENCE = 1800 if LONG else 200
"""Seconds in which what a storm left is settled."""

Storm = Callable[..., int]


@pytest.fixture
def app(database_url: str, world: World) -> Iterator[Flask]:
    """The application on the database of the world that the file makes."""
    with application(database_url) as app:
        yield app


@pytest.fixture
def storm(database_url: str, models: Callable[..., Path]) -> Storm:
    """Run tests/faults/storm.py on the database. Returns how many processes were killed."""
    models()

    def run(**plan: Any) -> int:
        command = [sys.executable, "-m", "tests.faults.storm", database_url, json.dumps(plan)]
        # A group of its own: a storm that fails leaves nobody who still holds its pipe.
        raging = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, text=True, process_group=0
        )
        try:
            told, _ = raging.communicate(timeout=plan["seconds"] + PATIENCE)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(raging.pid, signal.SIGKILL)
        assert raging.returncode == 0
        return int(told)

    return run
