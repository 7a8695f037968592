"""Several workers, and workers that die: every term takes effect exactly once."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tests.cases.kit import World, at
from tests.worker.conftest import Process, Start, open_cases, stand
from webapp.cases import completing, draining
from webapp.store.database import transaction
from webapp.store.tables import answer, case, deadline, event, incident, task, worker_beat

MONDAY = "2025-12-01"
OVER = at("2025-12-12")


def wait_until(reached: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)


def stop(process: Process) -> int:
    process.send_signal(signal.SIGTERM)
    return process.wait(20)


def count(world: World, table: object, *where: object) -> int:
    with transaction(world.engine) as session:
        query = select(func.count()).select_from(table).where(*where)  # type: ignore[arg-type]
        return int(session.execute(query).scalar_one())


def running(world: World) -> int:
    """Terms that some worker will still try."""
    return count(world, deadline, deadline.c.state == "running", deadline.c.next_at.is_not(None))


def ends(world: World) -> Counter[str]:
    """How often a term ended in each case, by the records."""
    with transaction(world.engine) as session:
        query = select(event.c.chain).where(event.c.kind == "deadline_ended")
        return Counter(session.execute(query).scalars())


def once_each(ids: list[int]) -> dict[str, int]:
    return {f"case:{case_id}": 1 for case_id in ids}


@pytest.mark.parametrize(
    ("terms", "careless"), [(60, False), (20, True)], ids=["as it is", "without claims"]
)
def test_two_workers_fire_each_term_once(
    world: World, start: Start, terms: int, careless: bool
) -> None:
    """F3. Without lease and claim they meet in the same rows; what the case has still holds.

    Four protections do so, each alone: the locks (FOR UPDATE in Act.lock, BEGIN IMMEDIATE and the
    fair lock on SQLite), the version in Act._save_case, the unique (chain, seq) of events, and the
    key of kept states. Without locks, version, and unique (chain, seq) it does not fail; without
    all four it does, on both databases: some terms end twice.
    """
    ids = open_cases(world, *[MONDAY] * terms)
    stand(world, OVER)
    workers = [start(careless=careless), start(careless=careless)]
    wait_until(lambda: running(world) == 0)
    assert [stop(process) for process in workers] == [0, 0]
    assert ends(world) == once_each(ids)
    assert count(world, task, task.c.element == "certificar_diligencia") == terms
    assert count(world, incident) == 0
    assert count(world, worker_beat) == 0, "who leaves takes its name off the list"


def test_a_term_that_raises_and_one_that_kills_its_worker_hurt_no_neighbour(
    world: World, start: Start
) -> None:
    """F6. Seen to fail with claims of ten rows at a time (rows use up tries that nobody made), and
    when a claim counts no try (the process is killed without end).
    """
    ids = open_cases(world, *[MONDAY] * 20)
    raises, kills = ids[4], ids[11]
    stand(world, OVER)
    process = start(raises=[raises], kills=[kills], restarts=True)
    assert process.wait(90) == draining.MAX_ATTEMPTS, "so often the worker died"
    assert running(world) == 0, "nobody tries the two again"
    assert ends(world) == once_each([i for i in ids if i not in (raises, kills)])
    told = world_incidents(world)
    assert sorted(told) == sorted([raises, kills])
    assert count(world, deadline, deadline.c.state == "running") == 2


def world_incidents(world: World) -> list[int]:
    with transaction(world.engine) as session:
        return list(session.execute(select(incident.c.case_id)).scalars())


def test_a_clerk_who_completes_while_the_term_ends_is_told_who_was_first(world: World) -> None:
    """F5. Seen to fail without the locks: on SQLite with BEGIN in the place of BEGIN IMMEDIATE and
    of the fair lock (the clerk: database is locked), on PostgreSQL without FOR UPDATE in
    Act.lock (the clerk: duplicate key of the chain).
    """
    ids = open_cases(world, *[MONDAY] * 30)
    steps = {case_id: _step(world, case_id) for case_id in ids}
    told: dict[int, int] = {}

    def clerk() -> None:
        for case_id in ids:
            with transaction(world.engine) as session:
                told[case_id] = completing.complete(
                    session,
                    case_id,
                    steps[case_id],
                    {"resultado": ["feito"]},
                    {},
                    now=OVER - timedelta(hours=10),
                    actor=world.actors["secretaria"],
                ).status

    at_work = threading.Thread(target=clerk)
    at_work.start()
    draining.drain(world.engine, lambda _: OVER)
    at_work.join()
    fired = ends(world)
    for case_id in ids:
        how = _how(world, steps[case_id])
        assert (how, told[case_id]) in (("completed", 200), ("lapsed", 409))
        assert fired[f"case:{case_id}"] == (how == "lapsed")
        assert count(world, answer, answer.c.case_id == case_id) == (how == "completed")
        assert count(world, case, case.c.id == case_id, case.c.outcome == "cumprida") == (
            how == "completed"
        )


def _step(world: World, case_id: int) -> int:
    with transaction(world.engine) as session:
        query = select(task.c.id).where(task.c.case_id == case_id, task.c.closed_at.is_(None))
        return int(session.execute(query).scalar_one())


def _how(world: World, task_id: int) -> str:
    with transaction(world.engine) as session:
        return str(
            session.execute(select(task.c.closed_how).where(task.c.id == task_id)).scalar_one()
        )


def test_a_process_whose_scheduler_died_ends_with_an_error(start: Start) -> None:
    """F17. Seen to fail when `run` does not look at the thread's life, and when it returns 0."""
    process = start(scheduler_dies=True)
    assert process.wait(30) == 1


def test_a_worker_that_holds_the_timers_fires_none_and_shows_that_it_lives(
    world: World, start: Start
) -> None:
    """F7. Seen to fail when the worker does not look at `hold`: the term ends."""
    open_cases(world, MONDAY)
    stand(world, OVER)
    process = start(hold=True)
    wait_until(lambda: count(world, worker_beat) == 1)
    time.sleep(0.3)
    assert running(world) == 1
    assert stop(process) == 0
