"""Two cases propose the cassation of one person at the same moment: one case of it begins."""

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.cases.revoking import GROUND, ask
from tests.cases.taxi import Taxi
from tests.faults.conftest import LONG
from webapp.diagrams.scenario import posted
from webapp.domain.errors import Unacceptable
from webapp.store import tables

ROUNDS = 50 if LONG else 3
TOLD = {
    "resultado": "propor",
    "fundamentos": [GROUND],
    "data_fato": "2025-02-03",
    "fatos": "Não atendeu a três intimações.",
    "razoes": "O descumprimento é reiterado.",
}


def test_of_two_that_would_begin_it_the_second_sees_the_first(taxi: Taxi) -> None:
    """Seen to fail on PostgreSQL without the lock of the person in `cassations.running`."""
    for n in range(ROUNDS):
        names = [f"{n} um", f"{n} dois"]
        tasks = [asked(taxi, name) for name in names]
        start = threading.Barrier(2, timeout=60)
        with ThreadPoolExecutor(2) as pool:
            done = [
                pool.submit(press, taxi, name, task, start)
                for name, task in zip(names, tasks, strict=True)
            ]
        begun, told = sorted(each.result() for each in done)
        assert begun == "", names
        assert "Já corre contra esta pessoa" in told
        end(taxi)


def asked(taxi: Taxi, name: str) -> int:
    taxi.draw("2025-02-03", name=name)
    ask(taxi)
    return int(taxi.task("propor_cassacao").id)


def press(taxi: Taxi, name: str, task_id: int, start: threading.Barrier) -> str:
    """What the answer is refused for; empty where it began the case."""
    start.wait()
    try:
        taxi.stage.answer(name, task_id, posted(TOLD, {}), "secretaria")
    except Unacceptable as refusal:
        return refusal.message
    return ""


def end(taxi: Taxi) -> None:
    """The one that began is over before the next two are proposed."""
    (case,) = taxi.rows(tables.case, tables.case.c.process == "cassacao_santa_teresa",
                        tables.case.c.ended_at.is_(None))  # fmt: skip
    taxi.stage.cases["cassacao"], taxi.name = case.id, "cassacao"
    taxi.answer("decidir_instauracao", resultado="nao_instaurada", razoes="Não há reiteração.")
