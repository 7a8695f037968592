"""Clerks and workers as processes, killed at random: `python -m tests.faults.storm URL PLAN`.

PLAN is JSON: `clerks` and `workers` (how many of each), `due` (cases whose term is over at the
start), `seconds` (how long), `every` (seconds between kills, from and to), `log` (where a clerk
writes, after the commit returned, what was acknowledged), `seed`.
Prints how many processes were killed. In the end every term that is over has been tried.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.cases.kit import World, at
from tests.worker.conftest import stand
from webapp.cases import assigning, beginning, completing, settling
from webapp.store.database import open_engine, transaction
from webapp.store.tables import deadline, event, task
from webapp.worker import Worker

MONDAY = at("2025-12-01")
OVER = at("2025-12-12")
"""When the term of a case opened on MONDAY is over."""
MOST_LEASES = 200
MOST_WAITED = 5.0
LEASE_AND_MORE = timedelta(seconds=31)


class Clerk:
    """Opens cases, takes their step and completes it, without end; some are left to the clock."""

    def __init__(self, url: str, world: World, log: str) -> None:
        self._engine, self._actors = open_engine(url), world.actors
        self._log = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def work(self) -> None:
        while True:
            self.step()

    def step(self) -> None:
        self._left_to_the_clock()
        self._done_by_hand()

    def leave(self) -> None:
        os.close(self._log)
        self._engine.dispose()

    def _left_to_the_clock(self) -> None:
        self._open(MONDAY)

    def _done_by_hand(self) -> None:
        case_id, actor = self._open(OVER), self._actors["secretaria"]
        with transaction(self._engine) as session:
            step = select(task.c.id).where(task.c.case_id == case_id, task.c.closed_at.is_(None))
            task_id = session.execute(step).scalar_one()
            assigning.claim(session, case_id, task_id, now=OVER, actor=actor)
            claimed = last_act(session, case_id)
        self._acknowledge(claimed)
        with transaction(self._engine) as session:
            answer = {"resultado": ["feito"]}
            completing.complete(session, case_id, task_id, answer, {}, now=OVER, actor=actor)
            completed = last_act(session, case_id)
        self._acknowledge(completed)

    def _open(self, moment: datetime) -> int:
        with transaction(self._engine) as session:
            act = beginning.begin(session, "tarefa_com_prazo", moment, self._actors["agente"])
            settling.settle(act)
            act.save()
        self._acknowledge(act.id)
        return act.case.id

    def _acknowledge(self, act: str) -> None:
        os.write(self._log, f"{act}\n".encode())


def last_act(session: Session, case_id: int) -> str:
    """The act of the last record of a case; unlike the ids of rows, nobody gets it again."""
    mine = select(event.c.act).where(event.c.chain == f"case:{case_id}")
    return str(session.execute(mine.order_by(event.c.seq.desc()).limit(1)).scalar_one())


def drain(url: str) -> None:
    worker = Worker(open_engine(url))
    while True:
        worker.tick()
        time.sleep(0.05)


def begin(work: Callable[[], None]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        work()
    finally:
        os._exit(1)


def kill(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def waits(world: World) -> bool:
    """Whether there is a term that is over and that some worker would try."""
    tried = (deadline.c.state == "running") & (deadline.c.next_at.is_not(None))
    with transaction(world.engine) as session:
        over = select(deadline.c.id).where(tried, deadline.c.due_at <= OVER).limit(1)
        return session.execute(over).first() is not None


def pass_leases(world: World) -> None:
    """The clock goes on by more than a lease, so that what a killed worker held is tried again."""
    n = 0
    while True:
        time.sleep(0.3)
        n += 1
        stand(world, OVER + n * LEASE_AND_MORE)


def happened(world: World) -> int:
    """How many records there are; no connection is left open that a fork would share."""
    with transaction(world.engine) as session:
        count: int = session.execute(select(func.count()).select_from(event)).scalar_one()
    world.engine.dispose()
    return count


def wait_for_more(world: World, before: int) -> None:
    """Wait until something more happened: on a machine so slow that every process is killed
    before it did anything, the first term would be blamed for it."""
    end = time.monotonic() + MOST_WAITED
    while time.monotonic() < end and happened(world) <= before:
        time.sleep(0.02)


def rage(world: World, plan: dict[str, Any], jobs: list[Callable[[], None]]) -> int:
    """Kill one process after the other, and begin another in its place. Returns how many."""
    chance, killed = random.Random(plan["seed"]), 0
    end = time.monotonic() + plan["seconds"]
    children = [begin(job) for job in jobs]
    while time.monotonic() < end:
        before = happened(world)
        time.sleep(chance.uniform(*plan["every"]))
        wait_for_more(world, before)
        n = chance.randrange(len(jobs))
        kill(children[n])
        killed += 1
        children[n] = begin(jobs[n])
    for child in children:
        kill(child)
    return killed


def settle_the_rest(world: World) -> None:
    """A worker that nobody kills tries what is left, lease after lease."""
    worker, moment = Worker(world.engine), OVER + timedelta(days=1)
    for _ in range(MOST_LEASES):
        if not waits(world):
            return
        moment += LEASE_AND_MORE
        stand(world, moment)
        worker.tick()
    raise TimeoutError("there are terms that never end")


def main(url: str, plan: dict[str, Any]) -> None:
    world = World(url)
    for n in range(plan["due"]):
        world.begin("tarefa_com_prazo", f"caso {n}")
    stand(world, OVER)
    clerks = [lambda: Clerk(url, world, plan["log"]).work()] * plan["clerks"]
    workers = [lambda: drain(url)] * plan["workers"]
    world.engine.dispose()  # before any fork: no process may go on with another one's connection
    clock = begin(lambda: pass_leases(world))
    killed = rage(world, plan, clerks + workers)
    kill(clock)
    settle_the_rest(world)
    world.engine.dispose()
    sys.stdout.write(str(killed))


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
