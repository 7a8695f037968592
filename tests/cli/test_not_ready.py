"""Commands called where a setting is wrong or there is no database: a sentence, nothing made."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import main

ADD = "user add --municipality marilandia --login ana --name Ana"
COMMANDS = {
    "audit": ["audit", "verify"],
    "worker": ["worker"],
    "serve": ["serve"],
    "backup": ["backup", "copia.db"],
    "release": ["release"],
    "add": ADD.split(),
    "password": ["user", "password", "--login", "ana"],
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
    [sentence] = told.output.splitlines()
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


@pytest.mark.parametrize("words", [COMMANDS["audit"], ["db", "upgrade"], ["restore", "copia.db"]])
@pytest.mark.parametrize(
    "address", ["autos.db", "sqlite//autos.db", "oracle://servidor/autos", "mysql://x:y/z"]
)
def test_an_address_that_is_none_is_told(
    words: Sequence[str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = said(call(words, address, monkeypatch))
    assert f"AUTOS_DATABASE traz «{address}»; não é o endereço de um banco" in told


@pytest.mark.parametrize("words", [COMMANDS["audit"], ["worker"], ["db", "upgrade"]])
def test_a_server_that_does_not_answer_is_told_without_the_password(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql+psycopg://autos:segredo@127.0.0.1:1/autos"
    told = said(call(words, address, monkeypatch))
    assert "«postgresql+psycopg://autos:***@127.0.0.1:1/autos» não respondeu" in told
    assert "segredo" not in told


def test_a_driver_that_is_not_here_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = said(call(COMMANDS["audit"], "postgresql+psycopg2://a:segredo@b/c", monkeypatch))
    assert "AUTOS_DATABASE traz «postgresql+psycopg2://a:***@b/c», de um programa" in told


@pytest.mark.parametrize("command", [["serve"], ["demo"], ["worker"], ["db", "upgrade"]])
@pytest.mark.parametrize(
    ("name", "held", "wanted"),
    [
        ("AUTOS_PORT", "oito mil", "escreva um número de 1 a 65535"),
        ("AUTOS_BASE_URL", "autos.exemplo.br", "como https://autos.exemplo.br"),
        ("AUTOS_BASE_URL", "http://[autos", "como https://autos.exemplo.br"),
        ("AUTOS_BASE_URL", "http://autos:porta", "como https://autos.exemplo.br"),
        ("AUTOS_KEEP_REQUESTS", "0", "escreva um número de dias, de 1 a 3650"),
        ("AUTOS_ROOTS", "/nao/ha", "cada uma das pastas precisa existir"),
    ],
)
def test_a_setting_that_cannot_be_used_says_what_it_holds_and_what_it_should(
    command: Sequence[str],
    name: str,
    held: str,
    wanted: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(name, held)
    told = said(call(command, f"sqlite:///{folder}/autos.db", monkeypatch))
    assert told.startswith(f"Erro: {name} traz «{held}»; ")
    assert wanted in told
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("held", ["duas\nlinhas", "\udcff"])
def test_a_secret_that_is_no_text_is_told_and_not_shown(
    held: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOS_SECRET", held)
    told = said(call(["serve"], f"sqlite:///{folder}/autos.db", monkeypatch))
    assert "AUTOS_SECRET traz «(não se mostra)»; escreva só letras" in told


@pytest.mark.parametrize("held", ["smtp://u:segredo@casa:porta?from=a@b", "http://u:segredo@casa"])
def test_an_address_of_mail_is_told_without_its_password(
    held: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOS_MAIL", held)
    told = said(call(["worker"], f"sqlite:///{folder}/autos.db", monkeypatch))
    assert "AUTOS_MAIL traz «" in told
    assert "escreva smtp[s]://" in told
    assert "segredo" not in told


def test_a_host_that_is_none_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = f"sqlite:///{folder}/autos.db"
    call(["db", "upgrade"], database, monkeypatch)
    monkeypatch.setenv("AUTOS_HOST", "256.1.1.1")
    told = call(["serve"], database, monkeypatch)
    assert told.exit_code == 1
    assert "a porta 8000 de 256.1.1.1 está ocupada ou não pode ser usada" in told.output


def test_a_password_is_only_asked_for_where_there_is_a_use_for_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{folder}/autos.db"
    call(["db", "upgrade"], database, monkeypatch)
    assert "não há conta aberta com o login «ana»" in told_at_once(
        COMMANDS["password"], database, monkeypatch
    )
    assert call([*COMMANDS["add"], "--generate"], database, monkeypatch).exit_code == 0
    assert "o login «ana» já é de outra conta" in told_at_once(
        COMMANDS["add"], database, monkeypatch
    )
    elsewhere = [word.replace("marilandia", "lugar_nenhum") for word in COMMANDS["add"]]
    assert "não há lei cadastrada para «lugar_nenhum»" in told_at_once(
        elsewhere, database, monkeypatch
    )


def told_at_once(words: Sequence[str], database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a wrong use was told, before anything was asked."""
    told = call(words, database, monkeypatch)
    assert told.exit_code == 2
    assert told.output.startswith("Erro: ")
    return told.output
