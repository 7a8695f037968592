"""`autos expression check` tells whether hostile texts are refused as conditions."""

from pathlib import Path

from click.testing import CliRunner, Result

from tests.engine.test_expression import PAYLOADS
from webapp.cli.expression import expression


def checked(file: Path) -> Result:
    return CliRunner().invoke(expression, ["check", str(file)])


def test_all_payloads_are_refused() -> None:
    result = checked(PAYLOADS)
    assert (result.exit_code, result.output) == (0, "69/69 payloads refused\n")


def test_what_is_accepted_is_listed_and_fails(tmp_path: Path) -> None:
    file = tmp_path / "payloads.txt"
    lines = ["# comentário", "A1\tnome\t\"nome == 'x'\"", "A2\timport\t\"__import__('os')\""]
    file.write_text("\n".join(lines), encoding="utf-8")
    result = checked(file)
    assert result.exit_code == 1
    assert result.output.splitlines() == ["A1 (nome): aceito, deu True", "1/2 payloads refused"]


def test_a_file_in_another_format_is_not_read(tmp_path: Path) -> None:
    for number, content in enumerate(["", "só uma coluna", "a\tb\tnão é JSON", "a\tb\t1"]):
        file = tmp_path / f"{number}.txt"
        file.write_text(content, encoding="utf-8")
        assert checked(file).exit_code == 2
    assert checked(tmp_path / "ausente.txt").exit_code == 2
