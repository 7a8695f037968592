"""`autos law`: what the law data says, what changed, and whether everything is accounted for."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webapp.cli.main import main

TOWN = """[municipio]
name = "Vila Nova"
uf = "ES"
ibge = "3200000"
zone = "America/Sao_Paulo"
prefeitura = "Prefeitura Municipal de Vila Nova"
law = "Lei 7/2020"
law_title = "Lei nº 7, de 1º de julho de 2020"
numbers = { processo = "{n}/{year}" }
"""
TEXT = """[[texto."art. 1º"]]
from = 2020-07-01
text = "O mototaxista tem 21 anos."

[[texto."art. 2º"]]
from = 2020-07-01
text = "A multa é de 10 dias de espera."
"""
AGE = """[[requisitos.idade]]
from = 2020-07-01
label = "Ter 21 anos"
roles = ["titular"]
check = "idade"
years = 21
article = "art. 1º"
"""
REST = """[inventario.E1]
says = "Espera de dez dias"
articles = "art. 2º"
kept = [{ planned = "O processo de espera." }]
"""


def autos(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["law", *arguments], prog_name="autos")


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a law that is whole, in a root of its own."""
    folder = tmp_path / "laws" / "vila_nova"
    folder.mkdir(parents=True)
    written = {"municipio": TOWN, "texto": TEXT, "requisitos": AGE, "inventario": REST}
    for name, text in written.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    return folder


def found_in(town: Path, name: str, text: str) -> list[str]:
    """What the check says of Vila Nova once a file of it reads so."""
    (town / f"{name}.toml").write_text(text, "utf-8")
    told = autos("check")
    assert told.exit_code == 1
    *sentences, _ = told.stdout.splitlines()
    return [line.removeprefix("vila_nova: ") for line in sentences if line.startswith("vila_nova:")]


def test_a_rule_is_shown_with_its_article_its_wordings_and_its_gap() -> None:
    told = autos("show", "marilandia", "infracoes.6-II").stdout
    assert "desde 2009-10-13, art. 6º, II" in told
    assert "text = Motocicleta fora de 100 a 150 cilindradas" in told
    assert "redação de: Lei 1.536/2020" in told
    assert "lacuna: A lei não diz quem cassa" in autos("show", "marilandia", "penalidades").stdout


def test_on_a_day_only_the_wording_of_that_day_is_shown() -> None:
    told = autos("show", "marilandia", "infracoes.6-II", "--on", "2020-11-24").stdout
    assert "150 cilindradas" in told
    assert "250 cilindradas" not in told


def test_without_a_rule_the_whole_law_is_shown_the_federal_values_too() -> None:
    told = autos("show", "santa_teresa", "--on", "2025-12-01").stdout
    assert "texto.art. 59" in told
    assert "valores.salario_minimo" in told


def test_a_rule_that_does_not_exist_is_told() -> None:
    told = autos("show", "marilandia", "prazos.nenhum")
    assert told.exit_code == 2
    assert "a lei de Marilândia não tem a regra «prazos.nenhum»" in told.stderr


def test_what_a_day_changes_is_told_with_the_law_that_changed_it() -> None:
    told = autos("diff", "marilandia", "2020-11-24", "2020-11-25").stdout
    assert "infracoes.6-II (Lei 1.536/2020)" in told
    assert "  - text = Motocicleta fora de 100 a 150 cilindradas" in told
    assert "  + text = Motocicleta fora de 100 a 250 cilindradas" in told
    assert "prazos.defesa" not in told


def test_between_two_days_of_one_wording_nothing_is_different() -> None:
    told = autos("diff", "marilandia", "2021-02-01", "2021-02-02").stdout
    assert told == "0 regras diferentes entre 01/02/2021 e 02/02/2021\n"


def test_coverage_tells_of_an_article_and_of_a_line_what_keeps_it() -> None:
    told = autos("coverage", "marilandia").stdout.splitlines()
    line = next(n for n, text in enumerate(told) if text.startswith("P12: "))
    assert told[line].endswith("(art. 23)")
    assert told[line + 1] == "  valor: prazos.defesa; papeis.defesa"
    assert told[line + 2] == "  diagrama: marilandia/infracao.bpmn#aguardar_defesa"
    article = told.index("art. 23")
    assert "prazos.defesa" in told[article + 1]


def test_coverage_says_planned_and_out_of_scope_with_the_reason() -> None:
    told = autos("coverage", "marilandia").stdout
    assert "  planejado: O leilão de veículos apreendidos." in told
    assert "  fora: Ação judicial: é da procuradoria" in told


def test_a_law_that_is_whole_has_nothing_to_be_told(town: Path) -> None:
    assert not [line for line in autos("check").stdout.splitlines() if "vila_nova" in line]


def test_values_without_article_are_each_named(town: Path) -> None:
    bare = AGE.replace('article = "art. 1º"\n', "")
    both = bare + bare.replace("requisitos.idade", "requisitos.outro")
    told = found_in(town, "requisitos", both)
    assert [line.rpartition("/")[2] for line in told] == [
        "requisitos.toml: requisitos.idade: needs `article`, the source of its values",
        "requisitos.toml: requisitos.outro: needs `article`, the source of its values",
    ]


def test_a_value_whose_article_is_not_in_the_text_is_named(town: Path) -> None:
    told = found_in(town, "requisitos", AGE.replace("art. 1º", "art. 9º"))
    assert told == [
        "valor sem artigo na lei: requisitos.idade (de 2020-07-01) cita «art. 9º»",
        "dispositivo sem conta: art. 1º",
    ]


def test_an_article_that_nobody_accounts_for_is_named(town: Path) -> None:
    more = TEXT + '\n[[texto."art. 3º"]]\nfrom = 2020-07-01\ntext = "Vale já."\n'
    assert found_in(town, "texto", more) == ["dispositivo sem conta: art. 3º"]


def test_a_line_without_place_is_named(town: Path) -> None:
    bare = REST.replace('kept = [{ planned = "O processo de espera." }]\n', "")
    assert found_in(town, "inventario", bare) == ["linha sem lugar: E1"]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ('value = "prazos.nenhum"', "valor «prazos.nenhum»"),
        ('check = "webapp.domain.points:nenhuma"', "conferência «webapp.domain.points:nenhuma»"),
        ('check = "os:getcwd"', "conferência «os:getcwd»"),
        ('diagram = "shared/notificacao.bpmn#nenhum"', "diagrama «shared/notificacao.bpmn#nenhum»"),
        ('form = "shared/parecer.json#nenhum"', "formulário «shared/parecer.json#nenhum»"),
        ('form = "marilandia/julgar_auto.json"', "formulário «marilandia/julgar_auto.json»"),
        ('document = "nenhum"', "documento «nenhum»"),
        ('screen = "/nenhuma"', "tela «/nenhuma»"),
    ],
)
def test_a_place_that_does_not_exist_is_named(town: Path, place: str, told: str) -> None:
    named = REST.replace('planned = "O processo de espera."', place)
    assert found_in(town, "inventario", named) == [f"lugar que não existe: E1 nomeia {told}"]


@pytest.mark.parametrize(
    "place",
    [
        'value = "requisitos.idade"',
        'value = "valores.salario_minimo"',
        'check = "webapp.domain.points:pontos_acumulados"',
        'diagram = "shared/notificacao.bpmn#conferir_ciencia"',
        'form = "shared/parecer.json#razoes"',
        'screen = "/calendario"',
    ],
)
def test_a_place_that_exists_is_accepted(town: Path, place: str) -> None:
    named = REST.replace('planned = "O processo de espera."', place)
    (town / "inventario.toml").write_text(named, "utf-8")
    assert "vila_nova" not in autos("check").stdout


def test_the_last_line_says_how_many_of_how_many(town: Path) -> None:
    more = TEXT + '\n[[texto."art. 3º"]]\nfrom = 2020-07-01\ntext = "Vale já."\n'
    (town / "texto.toml").write_text(more, "utf-8")
    *sentences, last = autos("check").stdout.splitlines()
    count, _, words = last.partition(" ")
    right, total = map(int, count.split("/"))
    assert words == "values, articles, lines and places accounted for"
    assert total - right == len(sentences) > 0


def test_the_laws_that_ship_are_whole() -> None:
    told = autos("check")
    assert told.exit_code == 0, told.stdout
    right, total = told.stdout.split(" ")[0].split("/")
    assert right == total
