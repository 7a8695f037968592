"""Extensions: of a term, and of the goal of deciding, as far as the law allows."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.cases.conftest import BOTH
from tests.cases.kit import World
from tests.cases.ticking import asked, day, enter
from webapp.cases import clockevents
from webapp.cases.act import Act
from webapp.domain.errors import Unacceptable
from webapp.store.database import transaction


@pytest.fixture
def extending(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    """A law that allows to extend the defence by three days."""
    root = tmp_path / "extending"
    (root / "laws/marilandia").mkdir(parents=True)
    defence = BOTH.replace("length = 5", "length = 5\nextension = 3")
    (root / "laws/marilandia/prazos.toml").write_text(defence, "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(root))
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.fixture
def deciding(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """A process with one step and no clock, whose goal is the law's thirty days to decide."""
    folder = models() / "workflows/shared"
    drawn = (folder / "tarefa_com_prazo.bpmn").read_text("utf-8")
    drawn = re.sub(r"<bpmn:boundaryEvent.*?</bpmn:boundaryEvent>", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"<bpmn:flowNodeRef>(prazo_d|certificar_d|fim_v).*", "", drawn)
    drawn = re.sub(r'<bpmn:\w+ id="(de_prazo|de_certificar|certificar_|fim_v).*', "", drawn)
    one_step = drawn.replace("tarefa_com_prazo", "tarefa_com_meta")
    (folder / "tarefa_com_meta.bpmn").write_text(one_step, "utf-8")
    world = World(database_url)
    world.begin("tarefa_com_meta")
    yield world
    world.engine.dispose()


def extendable(world: World) -> list[str]:
    with transaction(world.engine) as session:
        act = Act.look(session, world.case_id, world.now, world.actors["diretor"])
        return [one.code for one in clockevents.extendable(act)]


def test_an_extension_makes_a_term_longer_as_far_as_its_law_allows(extending: World) -> None:
    world = extending
    world.open()
    (code,) = extendable(world)
    reply = enter(world, asked("extension", days=2, extends=code))
    assert reply.moved == ("Defesa: de 08/12/2025 para 10/12/2025",)
    (code,) = extendable(world)
    with pytest.raises(Unacceptable, match=r"por até 3 dias \(art\. 23\), e 2 já foram usados"):
        enter(world, asked("extension", days=2, extends=code))
    enter(world, asked("extension", days=1, extends=code))
    assert world.deadlines("defesa")[-1].last_day == day(11)


def test_an_extension_stays_with_its_term_when_a_fact_is_corrected(extending: World) -> None:
    world = extending
    world.open()
    (code,) = extendable(world)
    enter(world.go("2025-12-03"), asked("extension", days=1, extends=code))
    world.correct("ciencia", "auto", "2025-12-02", party=0)
    assert world.deadlines("defesa")[-1].last_day == day(10)


def test_a_term_that_is_over_is_not_extended(extending: World) -> None:
    world = extending
    world.open()
    world.go("2025-12-09").tick()
    assert extendable(world) == []


def test_the_goal_of_deciding_is_extended_by_thirty_days_and_not_by_one_more(
    deciding: World,
) -> None:
    world = deciding
    assert world.task("cumprir_diligencia").due_day == day(31)
    (code,) = extendable(world)
    with pytest.raises(Unacceptable, match=r"por até 30 dias \(art\. 24\): restam 30"):
        enter(world, asked("extension", days=31, extends=code))
    reply = enter(world, asked("extension", days=30, extends=code))
    assert "mais 30 dias" in reply.moved[0]
    assert world.task("cumprir_diligencia").due_day == date(2026, 1, 30)
    with pytest.raises(Unacceptable, match="restam 0"):
        enter(world, asked("extension", days=1, extends=code))
