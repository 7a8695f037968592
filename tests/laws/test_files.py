"""A law file with an error is refused, with the file and the key."""

from pathlib import Path

import pytest

from webapp.laws import law

MUNICIPIO = """
[municipio]
name = "Vila Nova"
uf = "ES"
ibge = "3200000"
zone = "America/Sao_Paulo"
prefeitura = "Prefeitura Municipal de Vila Nova"
law = "Lei 1/2020"
law_title = "Lei nº 1, de 2 de janeiro de 2020"
[municipio.numbers]
processo = "{n:04}/{year}"
"""


def root_with(tmp_path: Path, prazos: str, municipio: str = MUNICIPIO) -> Path:
    folder = tmp_path / "laws" / "vila_nova"
    folder.mkdir(parents=True)
    (folder / "municipio.toml").write_text(municipio, encoding="utf-8")
    (folder / "prazos.toml").write_text(prazos, encoding="utf-8")
    return tmp_path


def entry(**lines: str) -> str:
    values = {
        "from": "2020-01-02",
        "label": '"Defesa"',
        "length": "5",
        "rule": '"UTEIS"',
        "article": '"art. 3º"',
        **lines,
    }
    body = "\n".join(f"{name} = {value}" for name, value in values.items() if value)
    return f"[[prazos.defesa]]\n{body}\n"


@pytest.mark.parametrize(
    ("prazos", "complaint"),
    [
        pytest.param(entry(article=""), "needs `article`", id="no article"),
        pytest.param(entry(length=""), "needs length", id="no length"),
        pytest.param(entry(lenght="6"), "unknown values: lenght", id="misspelt value"),
        pytest.param(entry(rule='"UTIES"'), "`rule` must be one of", id="unknown rule"),
        pytest.param(entry(dated_by='"birth"'), "`dated_by` must be one of", id="unknown date"),
        pytest.param(entry(**{"from": '"2020"'}), "needs `from`, a date", id="text for a date"),
        pytest.param(entry(gap='"silêncio"'), "needs `default_because`", id="gap without default"),
        pytest.param(entry(default_because='"x"'), "there is none", id="default without gap"),
        pytest.param(
            entry(missing='{ length = "decreto" }'), "given and missing", id="given and missing"
        ),
        pytest.param(entry(until="2020-12-31"), "`awaits`", id="an end without what comes next"),
        pytest.param(
            entry(corrected='{ on = 2021-01-01, why = "x" }'), "on, was and why", id="correction"
        ),
        pytest.param(entry() + entry(), "out of order at 2020-01-02", id="same day twice"),
        pytest.param(
            entry() + entry(**{"from": "2021-01-01", "dated_by": '"notice"'}),
            "dated by different dates",
            id="two ways to choose",
        ),
        pytest.param('[prazos.defesa]\nlabel = "x"\n', "list of dated entries", id="no list"),
        pytest.param(
            entry(alternatives='[{ rule = "X", length = 5, because = "y" }]'),
            "`rule` must be one of",
            id="unknown rule of a second reading",
        ),
    ],
)
def test_an_entry_with_an_error_is_refused(tmp_path: Path, prazos: str, complaint: str) -> None:
    root = root_with(tmp_path, prazos)
    with pytest.raises(ValueError, match=rf"prazos\.toml: prazos\.defesa: .*{complaint}"):
        law("vila_nova", [root])


def test_a_file_of_an_unknown_subject_is_refused(tmp_path: Path) -> None:
    root = root_with(tmp_path, entry())
    (tmp_path / "laws" / "vila_nova" / "multas.toml").write_text("[multas]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"multas\.toml: unknown subject"):
        law("vila_nova", [root])


def test_a_municipality_must_say_who_it_is(tmp_path: Path) -> None:
    without_zone = MUNICIPIO.replace('zone = "America/Sao_Paulo"\n', "")
    root = root_with(tmp_path, entry(), without_zone)
    with pytest.raises(ValueError, match=r"municipio\.toml: missing or unknown: zone"):
        law("vila_nova", [root])


def test_our_own_error_is_corrected_and_remembered(tmp_path: Path) -> None:
    mended = entry(corrected='{ on = 2026-01-05, was = "15 dias", why = "lido errado" }')
    defesa = law("vila_nova", [root_with(tmp_path, mended)]).entries("prazos.defesa")[0]
    assert defesa.snapshot()["corrected"] == {
        "on": "2026-01-05",
        "was": "15 dias",
        "why": "lido errado",
    }


def test_a_later_root_replaces_a_key(tmp_path: Path) -> None:
    first = root_with(tmp_path / "a", entry())
    second = root_with(tmp_path / "b", entry(length="10"))
    assert law("vila_nova", [first, second]).entries("prazos.defesa")[0]["length"] == 10


def test_a_document_says_of_an_act_only_its_article_and_subject(tmp_path: Path) -> None:
    root = root_with(tmp_path, entry())
    text = """
[[documentos.recibo]]
from = 2020-01-02
title = "Recibo"
article = "art. 1º"
[documentos.recibo.about.auto]
titulo = "Recibo do auto"
"""
    (root / "laws" / "vila_nova" / "documentos.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"`about\.auto` must be a table of article, subject"):
        law("vila_nova", [root])


FINE = """
[[infracoes.1]]
from = 2020-01-02
text = "Parar fora do ponto"
sanction = "multa"
units = "80"
unit = "VRTE"
article = "art. 1º"
"""
PENALTY = """
[[penalidades.multa]]
from = 2020-01-02
label = "Multa"
kind = "multa"
article = "art. 2º"
"""


@pytest.mark.parametrize(
    ("infracoes", "penalidades", "complaint"),
    [
        pytest.param(FINE, "", r"infracoes\.1: .*penalidades\.multa with `kind`", id="no penalty"),
        pytest.param(
            FINE,
            PENALTY.replace('kind = "multa"\n', ""),
            r"infracoes\.1: .*penalidades\.multa with `kind`",
            id="no kind",
        ),
        pytest.param(
            FINE + 'adds = ["suspensao_30"]\n',
            PENALTY,
            r"infracoes\.1: .*penalidades\.suspensao_30",
            id="misspelt addition",
        ),
        pytest.param(
            FINE + 'repetition = ["dobro", "suspensao"]\n',
            PENALTY,
            r"infracoes\.1: .*penalidades\.suspensao ",
            id="misspelt repetition",
        ),
        pytest.param(
            FINE,
            PENALTY + 'of = "suspensao"\n',
            r"penalidades\.multa: .*penalidades\.suspensao ",
            id="length of nothing",
        ),
        pytest.param(
            FINE,
            PENALTY + 'items = ["1", "2"]\n',
            r"penalidades\.multa: .*infracoes\.2 ",
            id="item that is not there",
        ),
        pytest.param(
            FINE.replace('"multa"', '"sem_sancao"'),
            PENALTY,
            r"infracoes\.1: .*penalidades\.sem_sancao with `because`",
            id="no reason for no sanction",
        ),
    ],
)
def test_an_item_or_penalty_named_in_vain_is_refused(
    tmp_path: Path, infracoes: str, penalidades: str, complaint: str
) -> None:
    root = root_with(tmp_path, entry())
    folder = root / "laws" / "vila_nova"
    (folder / "infracoes.toml").write_text(infracoes, encoding="utf-8")
    (folder / "penalidades.toml").write_text(f"[penalidades]{penalidades}", encoding="utf-8")
    with pytest.raises(ValueError, match=complaint):
        law("vila_nova", [root])
