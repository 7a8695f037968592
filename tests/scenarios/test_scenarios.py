"""Every legal situation kept as a file is played, and a file that is not true is found out."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import main
from webapp.diagrams import BadScenario, read, run

FOLDER = Path(__file__).parent
FILES = sorted(p for p in FOLDER.rglob("*.toml") if p.stem != "base")
OPENED = """title = "Auto entregue numa segunda-feira"
municipality = "marilandia"
process = "infracao"

[[act]]
at = 2026-03-02T09:00:00
[act.open]
"veiculo.placa" = "MQX4E21"
"autuado.nome" = "Fulano da Silva"
itens = ["5-II"]
data_fato = 2026-03-02
hora_fato = "08:30"
lugar = "Praça da Matriz"
relato = "Conduzia passageira sem touca descartável."
ordem = "nao"
apreensao = "nao"
entrega = "entregue"
data_entrega = 2026-03-02
[act.expect]
last_day = { defesa = 2026-03-09 }
"""


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    return written(tmp_path, OPENED)


def written(folder: Path, text: str, name: str = "auto.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def played(*paths: Path) -> Result:
    return CliRunner().invoke(main, ["scenario", "run", *map(str, paths)], prog_name="autos")


@pytest.mark.parametrize("path", FILES, ids=[read(path).title for path in FILES])
def test_the_situation_ends_as_the_law_says(path: Path) -> None:
    assert run(read(path)) == []


def test_titles_tell_the_situations_apart() -> None:
    titles = [read(path).title for path in FILES]
    assert len(set(titles)) == len(titles)


def test_an_expectation_that_is_not_so_is_told_with_what_was_seen(tmp_path: Path) -> None:
    wrong = OPENED.replace("defesa = 2026-03-09", "defesa = 2026-03-10")
    (told,) = run(read(written(tmp_path, wrong)))
    assert told.startswith("ato 1: last_day: esperado")
    assert "2026, 3, 10" in told
    assert "2026, 3, 9" in told


def test_what_nobody_knows_how_to_see_is_told(tmp_path: Path) -> None:
    strange = OPENED + "humor = 3\n"
    assert run(read(written(tmp_path, strange))) == ["ato 1: humor: não se sabe ver isto"]


def test_a_refusal_nobody_expected_is_told_in_its_own_words(tmp_path: Path) -> None:
    future = OPENED.replace("data_entrega = 2026-03-02", "data_entrega = 2026-03-01")
    future = future.split("[act.expect]", maxsplit=1)[0]
    (told,) = run(read(written(tmp_path, future)))
    assert told.startswith("ato 1: recusado: A entrega não pode ser anterior ao fato")


def test_an_act_that_should_have_been_refused_is_told(tmp_path: Path) -> None:
    hopeful = OPENED.replace("[act.open]", 'refused = "duas testemunhas"\n[act.open]')
    assert run(read(written(tmp_path, hopeful))) == [
        "ato 1: devia ser recusado («duas testemunhas»)"
    ]


def test_what_must_be_true_after_a_refusal_is_looked_at_too(opened: Path) -> None:
    text = opened.read_text("utf-8") + (
        '\n[[act]]\nat = 2026-03-03T09:00:00\nanswer = "julgar_auto"\n'
        'refused = "não está aberta"\nexpect = { open = ["julgar_auto"] }\n'
    )
    assert run(read(written(opened.parent, text))) == [
        "ato 2: open: esperado ['julgar_auto'], veio ['aguardar_defesa']"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OPENED.replace("title", "titulo"), "falta title"),
        (OPENED.replace("process =", "base = 'nenhuma.toml'\nprocess ="), "nenhuma.toml"),
        ("humor = 3\n" + OPENED, "arquivo: não se conhece humor"),
        (OPENED.replace("[act.open]", "humor = 3\n[act.open]"), "ato 1: não se conhece humor"),
        (OPENED.replace("[act.open]", "clock = true\n[act.open]"), "precisa de `at` e de um só"),
        (OPENED.replace("at = 2026-03-02T09:00:00", ""), "precisa de `at` e de um só"),
        (OPENED + "[act.values]\nlugar = 'x'\n", "`values` só acompanha `answer`"),
        (
            OPENED + "[[act]]\nat = 2026-03-03T09:00:00\npaper = { kind = 'defesa', por = 'x' }\n",
            "ato 2: paper: não se conhece por",
        ),
        (OPENED + "[people.fiscal]\nname = 'Fiscal'\n", "fiscal: falta 'roles'"),
        (OPENED + "[[permit]]\nnumber = '1'\nholder = 'B'\n", "permit: "),
    ],
)
def test_a_file_that_is_not_a_scenario_is_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadScenario, match=r"auto\.toml") as refusal:
        read(written(tmp_path, text))
    assert told in str(refusal.value)


def test_the_command_ends_by_saying_how_many_were_as_expected(opened: Path) -> None:
    result = played(opened)
    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "1/1 scenarios as expected"


def test_the_command_fails_when_one_of_a_folder_is_not_as_expected(opened: Path) -> None:
    written(opened.parent, OPENED.replace("2026-03-09", "2026-03-10"), "errado.toml")
    written(opened.parent, "humor = 3\n", "base.toml")
    result = played(opened.parent)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "1/2 scenarios as expected"
    assert "ato 1: last_day: esperado" in result.output


def test_the_command_fails_on_a_file_that_is_not_a_scenario(tmp_path: Path) -> None:
    result = played(written(tmp_path, "humor = 3\n"))
    assert result.exit_code == 1
    assert "falta act, municipality, process, title" in result.output
    assert result.output.splitlines()[-1] == "0/1 scenarios as expected"


def test_the_command_fails_where_there_is_nothing_to_play(tmp_path: Path) -> None:
    result = played(tmp_path)
    assert result.exit_code == 1
    assert result.output.splitlines()[-1] == "0/0 scenarios as expected"
