"""`autos deadline`: a term counted at the command line, and files of worked dates checked."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import SUBJECTS, main

DATES = Path(__file__).parent.parent / "data" / "deadlines.csv"
HEAD = (
    "id,municipality,trigger_datetime,rule,length,unit,extra_holidays,suspension_periods,"
    "expected_due,reason\n"
)
OVER_CORPUS_CHRISTI = "2026-05-29T09:00"


def autos(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="autos")


def counted(
    *more: str, start: str = "2026-03-02", rule: str = "UTEIS", length: str = "5"
) -> Result:
    asked = ("--municipality", "marilandia", "--rule", rule, "--length", length, "--start", start)
    return autos("deadline", "count", *asked, *more)


def last_day(*more: str, start: str = "2026-03-02", rule: str = "UTEIS") -> str:
    told: str = json.loads(counted(*more, "--json", start=start, rule=rule).stdout)["last_day"]
    return told


def checked(folder: Path, *rows: str) -> Result:
    path = folder / "prazos.csv"
    path.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return autos("deadline", "check", str(path))


def test_the_answer_is_in_portuguese_with_the_ledger() -> None:
    told = counted()
    assert told.exit_code == 0
    assert told.stdout.splitlines()[:5] == [
        "Último dia: segunda-feira, 09/03/2026",
        "Regra e duração: UTEIS 5",
        "Dia do fato: segunda-feira, 02/03/2026",
        "Primeiro dia contado: terça-feira, 03/03/2026",
        "Calendário: feriados nacionais e estaduais (ES)",
    ]
    assert "02/03/2026  seg  excluído          dia do começo, não se conta" in told.stdout
    assert "07/03/2026  sáb  fim de semana     sábado" in told.stdout


def test_a_program_gets_the_count_in_json() -> None:
    told = json.loads(counted("--json").stdout)
    assert told["municipality"] == "marilandia"
    assert (told["rule"], told["length"]) == ("UTEIS", 5)
    assert (told["start_day"], told["last_day"]) == ("2026-03-03", "2026-03-09")
    assert told["due_at"] == "2026-03-10T03:00:00+00:00"
    assert told["ledger"][1]["n"] == 1


def test_the_municipality_s_own_days_count_only_when_asked_for() -> None:
    assert last_day(start=OVER_CORPUS_CHRISTI) == "2026-06-05"
    assert last_day("--calendar", start=OVER_CORPUS_CHRISTI) == "2026-06-08"
    assert "e os dias de Marilândia" in counted("--calendar").stdout


def test_national_and_state_days_always_count() -> None:
    assert last_day(start="2026-04-08T09:00") == "2026-04-16"


def test_closures_half_days_and_suspensions_may_be_given() -> None:
    assert last_day("--closed", "2026-03-03", "--closed", "2026-03-04") == "2026-03-11"
    assert last_day("--half", "2026-03-09") == "2026-03-10"
    assert last_day("--suspend", "2026-03-04/2026-03-15") == "2026-03-19"


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--municipality", "lugar_nenhum", "não há lei cadastrada para «lugar_nenhum»"),
        ("--municipality", "brasil", "não há lei cadastrada para «brasil»"),
        ("--municipality", "../marilandia", "não há lei cadastrada"),
        ("--rule", "UTIL", "não existe a regra «UTIL»; as regras são UTEIS, CPC_UTEIS"),
        ("--length", "0", "«0» não é uma duração"),
        ("--length", "cinco", "«cinco» não é uma duração"),
        ("--start", "02/03/2026", "«02/03/2026» não é uma data"),
        ("--start", "2026-03-02T10:00Z", "na hora do município"),
        ("--closed", "2026-02-30", "«2026-02-30» não é uma data"),
        ("--half", "amanhã", "«amanhã» não é uma data"),
        ("--suspend", "2026-03-04", "«2026-03-04» não é um período"),
        ("--suspend", "2026-03-04/2026-03-01", "não é um período"),
        ("--suspend", "2026-03-02/2999-01-01", "o prazo não termina em cem anos"),
    ],
)
def test_a_wrong_value_is_a_usage_error_in_portuguese(
    option: str, value: str, sentence: str
) -> None:
    told = counted(option, value)
    assert told.exit_code == 2
    assert sentence in told.stderr
    assert told.stderr.endswith("Ajuda: autos deadline count --help\n")
    assert told.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("deadline", "count"), "Erro: falta --municipality."),
        (("deadline", "check"), "Erro: falta ARQUIVO.csv."),
        (("deadline", "count", "--dias", "5"), "Erro: não existe a opção «--dias»."),
        (("deadline", "count", "--rule"), "Erro: a opção «--rule» pede um valor."),
        (("deadline", "contar"), "Erro: não existe o comando «contar»."),
        (("prazos",), "Erro: não existe o comando «prazos»."),
    ],
)
def test_a_wrong_command_is_a_usage_error_in_portuguese(
    arguments: tuple[str, ...], sentence: str
) -> None:
    told = autos(*arguments)
    assert (told.exit_code, told.stderr.splitlines()[0]) == (2, sentence)


def test_every_date_of_the_file_is_as_worked_by_hand() -> None:
    told = autos("deadline", "check", str(DATES))
    assert (told.exit_code, told.stdout) == (0, "86/86 dates as expected\n")


def test_differences_are_listed_and_end_in_failure(tmp_path: Path) -> None:
    told = checked(
        tmp_path,
        "A1,Marilandia/ES,2026-03-02T10:00,UTEIS,5,dias,,,2026-03-09,certa",
        "A2,Marilandia/ES,2026-03-02T10:00,UTEIS,5,dias,2026-03-09E,,2026-03-09,errada",
        "A3,Marilandia/ES,2026-03-02T10:00,UTIL,5,dias,,,2026-03-09,sem regra",
        "A4,Marilandia,2026-03-02T10:00,UTEIS,5,dias,,,2026-03-09,sem UF",
        "A5,Marilandia/ES",
    )
    assert told.exit_code == 1
    assert told.stdout.splitlines() == [
        "A2: esperado segunda-feira, 09/03/2026; contado terça-feira, 10/03/2026",
        "A3: não se pôde contar; confira município/UF, regra, duração e datas",
        "A4: não se pôde contar; confira município/UF, regra, duração e datas",
        "A5: não se pôde contar; confira município/UF, regra, duração e datas",
        "1/5 dates as expected",
    ]


def test_a_file_is_checked_without_the_municipality_s_own_days(tmp_path: Path) -> None:
    row = f"B1,Marilandia/ES,{OVER_CORPUS_CHRISTI},UTEIS,5,dias,,,2026-06-05,sem dias locais"
    assert checked(tmp_path, row).exit_code == 0


@pytest.mark.parametrize("content", ["", HEAD, "a,b\n1,2\n", "\x80"])
def test_a_file_without_dates_is_a_usage_error_and_never_a_success(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "prazos.csv"
    path.write_bytes(content.encode("latin-1"))
    told = autos("deadline", "check", str(path))
    assert told.exit_code == 2
    assert "não é um CSV que se possa ler" in told.stderr


def test_a_file_that_does_not_exist_is_a_usage_error(tmp_path: Path) -> None:
    assert autos("deadline", "check", str(tmp_path / "nada.csv")).exit_code == 2


@pytest.mark.parametrize("name", sorted(SUBJECTS))
def test_every_subject_of_the_command_loads(name: str) -> None:
    told = autos(name, "--help")
    assert told.exit_code == 0, told.output


def test_the_command_lists_its_subjects() -> None:
    assert "Conta prazos legais." in autos("--help").stdout
