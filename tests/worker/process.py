"""A worker as a process, with faults: `python -m tests.worker.process URL '{"raises": [7]}'`.

`raises`, `kills`: cases whose settling raises or kills the process. `careless`: the worker claims
without lease and without lock, and rests between reading a case and writing it.
`scheduler_dies`: the scheduler's thread ends by an error. `restarts`: one beat an hour, each in a
process, until no term waits; the exit code counts deaths.
"""

import json
import os
import sys
import time
from datetime import timedelta
from typing import Any

from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy import Engine, select, update

from webapp import worker
from webapp.cases import draining, settling
from webapp.cases.act import Act
from webapp.store.database import open_engine, transaction
from webapp.store.tables import clock_setting, deadline

DIED = 9
REST = 0.05
settle = settling.settle


def break_settling(raises: list[int], kills: list[int]) -> None:
    def broken(act: Act) -> int:
        if act.case.id in kills:
            os._exit(DIED)
        if act.case.id in raises:
            raise ValueError("this case cannot be settled")
        return settle(act)

    settling.settle = broken


def claim_carelessly() -> None:
    """Every worker takes the first due row as its own, without a lease that others would see."""

    def claim(engine: Engine, now: draining.Now, worker: str) -> draining.Claim | None:
        with engine.connect() as connection:
            first = connection.execute(
                select(deadline)
                .where(deadline.c.state == "running", deadline.c.next_at.is_not(None))
                .order_by(deadline.c.id)
                .limit(1)
            ).one_or_none()
        if first is None:
            return None
        with transaction(engine) as session:
            session.execute(
                update(deadline)
                .where(deadline.c.id == first.id, deadline.c.state == "running")
                .values(attempts=1)
            )
        return draining.Claim(first.id, first.case_id, first.municipality_id, "marilandia", 1)

    def slowly(act: Act) -> int:
        ended = settle(act)
        time.sleep(REST)
        return ended

    draining._claim, settling.settle = claim, slowly


def break_scheduler() -> None:
    def broken(_: BackgroundScheduler) -> float:
        raise MemoryError("the scheduler's thread ends here")

    BackgroundScheduler._process_jobs = broken


def restart(url: str) -> int:
    deaths = 0
    while _waits(url):
        deaths += _beats_and_dies(url)
        with transaction(open_engine(url)) as session:
            at = session.execute(select(clock_setting.c.stands_at)).scalar_one()
            session.execute(update(clock_setting).values(stands_at=at + timedelta(hours=1)))
    return deaths


def _waits(url: str) -> bool:
    """Whether there is a term that a worker would try."""
    with transaction(open_engine(url)) as session:
        tried = deadline.c.next_at.is_not(None) & (deadline.c.state == "running")
        return session.execute(select(deadline.c.id).where(tried).limit(1)).first() is not None


def _beats_and_dies(url: str) -> bool:
    child = os.fork()
    if child == 0:
        worker.Worker(open_engine(url)).tick()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == DIED


def main(url: str, faults: dict[str, Any]) -> int:
    break_settling(faults.get("raises", []), faults.get("kills", []))
    if faults.get("careless"):
        claim_carelessly()
    if faults.get("scheduler_dies"):
        break_scheduler()
    if faults.get("restarts"):
        return restart(url)
    job = worker.Worker(open_engine(url), hold=faults.get("hold", False))
    return worker.run(job, interval=0.1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], json.loads(sys.argv[2])))
