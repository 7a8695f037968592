"""Worlds for tests of acts."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cases.kit import World
from tests.cases.taxi import Taxi
from tests.tree import ROOT

MODELS = ("duas_notificacoes", "notificacao_com_prazo", "tarefa_com_prazo", "duas_esperas")

PRAZOS = """
[[prazos.notificacao]]
from = 2009-10-13
label = "Notificação"
length = {outer}
rule = "CORRIDOS_9784"
starts = "entry"
per = "case"
article = "art. 22"

[[prazos.diligencia]]
from = 2009-10-13
label = "Diligência"
length = 10
rule = "CORRIDOS_9784"
starts = "entry"
per = "case"
article = "art. 22"
"""

BOTH = """
[[prazos.defesa]]
from = 2009-10-13
label = "Defesa"
length = 5
rule = "UTEIS"
starts = "ciencia"
about = "auto"
who = ["autuado", "titular"]
per = "party"
dated_by = "notice"
article = "art. 23"
"""

ANSWER = {
    "title": "Resposta",
    "lapsed": "vencido",
    "fields": [
        {
            "name": "resultado",
            "type": "choice",
            "label": "Resultado",
            "required": True,
            "outcome": True,
            "options": [
                {"code": "feito", "label": "Feito"},
                {"code": "vencido", "label": "Vencido"},
            ],
        }
    ],
}


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, nothing open."""
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.fixture
def taxi(database_url: str) -> Iterator[Taxi]:
    """Santa Teresa on Monday 2025-02-03, nothing open."""
    taxi = Taxi(database_url)
    yield taxi
    taxi.engine.dispose()


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Give Marilândia the small test diagrams as shared ones; `outer` days for the outer term."""

    def prepare(outer: int = 60) -> Path:
        root = tmp_path / "root"
        for folder in ("workflows/shared", "forms/shared", "laws/marilandia"):
            (root / folder).mkdir(parents=True)
        for name in MODELS:
            text = (ROOT / "tests" / "models" / f"{name}.bpmn").read_text("utf-8")
            text = text.replace(' autos:document="oficio"', "")
            (root / "workflows/shared" / f"{name}.bpmn").write_text(text, "utf-8")
        (root / "forms/shared/resposta.json").write_text(json.dumps(ANSWER), "utf-8")
        (root / "laws/marilandia/prazos.toml").write_text(PRAZOS.format(outer=outer), "utf-8")
        monkeypatch.setenv("AUTOS_ROOTS", str(root))
        return root

    return prepare


@pytest.fixture
def two_parties(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    """A world whose law gives the term of defence to the holder too, and a holder who is not
    the driver."""
    root = tmp_path / "both"
    (root / "laws/marilandia").mkdir(parents=True)
    (root / "laws/marilandia/prazos.toml").write_text(BOTH, "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(root))
    world = World(database_url)
    world.register_holder("Beltrano Titular", "11144477735", "MQX4E21")
    yield world
    world.engine.dispose()
