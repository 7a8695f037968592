"""The operator brings a registry from files, or learns line by line why it cannot come."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Engine, func, select

from tests.tree import ROOT
from webapp.cli.registry import registry
from webapp.store.database import transaction
from webapp.store.tables import person

SAMPLE = sorted((ROOT / "webapp" / "cli" / "sample" / "cadastro").glob("*.csv"))
Run = Callable[..., Result]


@pytest.fixture
def bring(monkeypatch: pytest.MonkeyPatch, database_url: str) -> Run:
    monkeypatch.setenv("AUTOS_DATABASE", database_url)
    words = ["import", "santa_teresa"]
    return lambda *more: CliRunner().invoke(registry, [*words, *map(str, more)])


def people(database: Engine) -> int:
    with transaction(database) as session:
        return session.execute(select(func.count()).select_from(person)).scalar_one()


def test_a_dry_run_of_the_sample_files_counts_them_and_enters_nothing(
    bring: Run, database: Engine
) -> None:
    told = bring(*SAMPLE, "--dry-run")
    assert told.exit_code == 0
    assert told.output == (
        "Nada foi gravado (ensaio). Tudo certo: pessoas e empresas, 4; veículos, 3; pontos, 2; "
        "autorizações ou permissões, 3; vínculos, 9; documentos, 4; vistorias, 2.\n"
    )
    assert people(database) == 0


def test_the_sample_files_come_in_with_their_progress(bring: Run, database: Engine) -> None:
    told = bring(*SAMPLE)
    assert told.exit_code == 0
    assert told.stderr.splitlines()[0] == "pessoas e empresas: 4 de 4"
    assert told.stdout.startswith("Gravado em Santa Teresa: pessoas e empresas, 4;")
    assert people(database) == 4


def test_a_bad_line_is_told_by_file_line_and_column_and_nothing_comes_in(
    bring: Run, database: Engine, tmp_path: Path
) -> None:
    bad = tmp_path / "mais.csv"
    bad.write_text("placa,marca_modelo\nXX,Spin\nMQX4E21,\n")
    told = bring(*SAMPLE, bad)
    assert told.exit_code == 1
    assert told.output.splitlines() == [
        f"{bad}, linha 2, coluna placa: A placa tem 7 letras e números; aqui há 2.",
        f"{bad}, linha 3, coluna marca_modelo: Falta este valor.",
        "Nada foi gravado. A corrigir: 2.",
    ]
    assert people(database) == 0


def test_a_municipality_without_law_is_refused(bring: Run) -> None:
    told = CliRunner().invoke(registry, ["import", "nenhures", str(SAMPLE[0])])
    assert told.exit_code == 2
    assert "não há lei cadastrada para «nenhures»" in told.output
