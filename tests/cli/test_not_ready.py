"""Commands that need a database, called where there is none: a sentence, and nothing is made."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import main

ADD = "user add --municipality marilandia --login ana --name Ana --generate"
COMMANDS = {
    "audit": ["audit", "verify"],
    "worker": ["worker"],
    "serve": ["serve"],
    "backup": ["backup", "copia.db"],
    "release": ["release"],
    "add": ADD.split(),
    "password": ["user", "password", "--login", "ana", "--generate"],
}
every = pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the command is called."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(words: Sequence[str], database: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setenv("AUTOS_DATABASE", database)
    return CliRunner().invoke(main, words, prog_name="autos")


def said(told: Result) -> str:
    """What was said, when it was one sentence and the exit code of a wrong use."""
    assert told.exit_code == 2, told.output
    [sentence] = [line for line in told.output.splitlines() if not line.startswith("Senha:")]
    assert sentence.startswith("Erro: ")
    return sentence


@every
def test_without_a_file_nothing_is_made(
    words: Sequence[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = said(call(words, f"sqlite:///{folder}/autos.db", monkeypatch))
    assert f"não há banco em «{folder}/autos.db». Rode «autos db upgrade» para criá-lo" in told
    assert list(folder.iterdir()) == []


@every
def test_without_tables_the_file_stays_as_it_is(
    words: Sequence[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "autos.db").touch()
    told = said(call(words, f"sqlite:///{folder}/autos.db", monkeypatch))
    assert "não tem tabelas. Rode «autos db upgrade» para criá-las" in told
    assert [file.name for file in folder.iterdir()] == ["autos.db"]


@every
def test_a_file_that_is_something_else_is_left_alone(
    words: Sequence[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "autos.db").write_text("Isto não é um banco. " * 100)
    told = said(call(words, f"sqlite:///{folder}/autos.db", monkeypatch))
    assert "não respondeu, ou não é um banco do Autos" in told
    assert [file.name for file in folder.iterdir()] == ["autos.db"]


@pytest.mark.parametrize("words", [COMMANDS["audit"], ["db", "upgrade"]])
@pytest.mark.parametrize("address", ["autos.db", "oracle://servidor/autos", "mysql://x/y"])
def test_an_address_that_is_none_is_told(
    words: Sequence[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = said(call(words, address, monkeypatch))
    assert "AUTOS_DATABASE não é o endereço de um banco" in told


@pytest.mark.parametrize("words", [COMMANDS["audit"], ["worker"], ["db", "upgrade"]])
def test_a_server_that_does_not_answer_is_told_without_the_password(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql+psycopg://autos:segredo@127.0.0.1:1/autos"
    told = said(call(words, address, monkeypatch))
    assert "«postgresql+psycopg://autos:***@127.0.0.1:1/autos» não respondeu" in told
    assert "segredo" not in told
