"""`autos fare check`: files of fares worked by hand, against the tariff of a municipality."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import main

FARES = Path(__file__).parent.parent / "data" / "tariffs.csv"
HEAD = "id,start,km,wait_min,bandeira,expected_brl,alternative,reason\n"
RIGHT = "F1,2026-03-03T22:00,4.0,0,2,5.00,,a noite de terça começa às 22h"


def autos(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="autos")


def checked(folder: Path, *rows: str, head: str = HEAD) -> Result:
    path = folder / "tarifas.csv"
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return autos("fare", "check", str(path))


def test_every_fare_of_the_file_is_as_worked_by_hand() -> None:
    told = autos("fare", "check", str(FARES))
    assert (told.exit_code, told.stdout) == (0, "15/15 fares as expected\n")


def test_the_municipality_may_be_named() -> None:
    assert autos("fare", "check", str(FARES), "--municipality", "marilandia").exit_code == 0


def test_differences_are_listed_by_line_and_end_in_failure(tmp_path: Path) -> None:
    told = checked(
        tmp_path,
        RIGHT,
        "F2,2026-03-03T22:00,4.0,0,1,4.00,,bandeira errada",
        "F3,2026-03-09T02:00,5.0,0,1,4.50,,sem a outra leitura",
        "F4,2026-03-09T02:00,5.0,0,1,4.50,5.00 (B2),outra leitura errada",
        "F5,2026-03-03T22:00,4.0,0,2,5.00,5.75 (B2),leitura que não há",
        "F6,2020-11-24T10:00,4.0,0,1,4.00,,antes da lei",
        "F7,2020-11-25T10:00,4.0,0,-,sem tarifa legal,,no dia da lei",
    )
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        "linha 3 (F2): esperado bandeira 1, R$ 4,00; calculado bandeira 2, R$ 5,00",
        "linha 4 (F3): esperado bandeira 1, R$ 4,50; calculado bandeira 1, R$ 4,50 ou 5,75",
        "linha 5 (F4): esperado bandeira 1, R$ 4,50 ou 5,00; calculado bandeira 1, R$ 4,50 ou 5,75",
        "linha 6 (F5): esperado bandeira 2, R$ 5,00 ou 5,75; calculado bandeira 2, R$ 5,00",
        "linha 7 (F6): esperado bandeira 1, R$ 4,00; calculado sem tarifa legal",
        "linha 8 (F7): esperado sem tarifa legal; calculado bandeira 1, R$ 4,00",
        "1/7 fares as expected",
    ]


@pytest.mark.parametrize(
    "row",
    [
        "F1",
        "F1,03/03/2026 22:00,4.0,0,2,5.00,,dia",
        "F1,2026-03-03T22:00Z,4.0,0,2,5.00,,fuso",
        'F1,2026-03-03T22:00,"4,0",0,2,5.00,,vírgula',
        "F1,2026-03-03T22:00,NaN,0,2,5.00,,não é número",
        "F1,2026-03-03T22:00,Infinity,0,2,5.00,,sem fim",
        "F1,2026-03-03T22:00,1e999999,0,2,5.00,,longe demais",
        "F1,9999-12-31T22:00,4.0,0,2,5.00,,fim dos dias",
        "F1,2026-03-03T22:00,-4,0,2,5.00,,negativo",
        "F1,2026-03-03T22:00,4.0,meia hora,2,5.00,,espera",
        "F1,2026-03-03T22:00,4.0,-1,2,5.00,,espera negativa",
        "F1,2026-03-03T22:00,4.0,0,2,cinco,,valor",
        "F1,2026-03-03T22:00,4.0,0,2,5.00,talvez,outra leitura sem valor",
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, row: str) -> None:
    told = checked(tmp_path, RIGHT, row)
    assert told.exit_code == 1
    first, last = told.stdout.splitlines()
    assert first.startswith("linha 3 (F1): não se pôde calcular; confira início")
    assert last == "1/2 fares as expected"


@pytest.mark.parametrize("content", ["", HEAD, "a,b\n1,2\n", HEAD + "1" * 200_000, "\x80"])
def test_a_file_without_fares_is_a_usage_error_and_never_a_success(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "tarifas.csv"
    path.write_bytes(content.encode("latin-1"))
    told = autos("fare", "check", str(path))
    assert told.exit_code == 2
    assert "não é um CSV que se possa ler com as colunas id, start, km" in told.stderr


def test_a_file_saved_by_a_spreadsheet_begins_with_a_mark_and_is_read(tmp_path: Path) -> None:
    assert checked(tmp_path, RIGHT, head="\ufeff" + HEAD).exit_code == 0


def test_a_municipality_without_fares_in_its_law_is_a_usage_error() -> None:
    told = autos("fare", "check", str(FARES), "--municipality", "santa_teresa")
    assert told.exit_code == 2
    assert "a lei de «santa_teresa» não tem tarifa; têm: marilandia." in told.stderr
