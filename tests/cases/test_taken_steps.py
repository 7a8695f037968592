"""An answer that comes second: it is told who was first, and only what happened is written."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cases.kit import World
from webapp.store import tables


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Marilândia: a step of ten days, opened on Monday 2025-12-01."""
    models()
    world = World(database_url)
    world.begin("tarefa_com_prazo")
    yield world
    world.engine.dispose()


def written(world: World) -> tuple[object, ...]:
    """Everything of the case that an act may write."""
    told = [(row.kind, row.seq) for row in world.events()]
    return world.case(), told, world.rows(tables.task), world.deadlines()


def test_who_comes_after_a_colleague_writes_nothing(world: World) -> None:
    task = world.task("cumprir_diligencia")
    world.answer_task(task.id, "secretaria", resultado="feito")
    before = written(world)
    world.go("2025-12-02")
    late = world.answer_task(task.id, "secretaria", resultado="feito")
    assert (late.status, written(world)) == (409, before)


def test_who_comes_after_the_end_of_the_term_leaves_that_end_on_record(world: World) -> None:
    task = world.task("cumprir_diligencia")
    version = world.case().version
    world.go("2025-12-12")
    late = world.answer_task(task.id, "secretaria", resultado="feito")
    assert late.status == 409
    assert "terminou em 11/12/2025" in late.message
    assert world.case().version == version + 1
    assert [row.kind for row in world.events()][-1] == "deadline_ended"
    assert world.names() == ["certificar_diligencia"]
    before = written(world)
    again = world.answer_task(task.id, "secretaria", resultado="feito")
    assert (again.status, written(world)) == (409, before)
