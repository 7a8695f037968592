"""The inventory of a law is read line by line, and what is not of the shape is refused."""

from pathlib import Path

import pytest

from webapp.laws.inventory import Line, Place, inventory

LINE = """[inventario.C1]
says = "Um táxi para cada 500 habitantes"
articles = "art. 18, § 2º"
kept = [{ value = "vagas.frota" }, { planned = "A tela." }]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "laws" / "vila_nova"
    made.mkdir(parents=True)
    return made


def read(folder: Path, text: str) -> tuple[Line, ...]:
    (folder / "inventario.toml").write_text(text, "utf-8")
    return inventory("vila_nova", [folder.parent.parent])


def test_a_line_says_what_the_law_says_where_and_what_keeps_it(folder: Path) -> None:
    (line,) = read(folder, LINE)
    assert (line.code, line.articles, line.source) == ("C1", "art. 18, § 2º", "")
    assert line.kept == (Place("value", "vagas.frota"), Place("planned", "A tela."))


def test_a_line_of_another_law_has_its_source(folder: Path) -> None:
    (line,) = read(folder, LINE.replace("articles", "source"))
    assert (line.articles, line.source) == ("", "art. 18, § 2º")


def test_lines_keep_the_order_of_the_file(folder: Path) -> None:
    again = LINE.replace("C1", "A9")
    assert [line.code for line in read(folder, LINE + again)] == ["C1", "A9"]


def test_where_there_is_no_file_there_are_no_lines(folder: Path) -> None:
    assert inventory("vila_nova", [folder.parent.parent]) == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("says =", "diz =", "unknown: diz"),
        ('articles = "art. 18, § 2º"\n', "", "either `articles` or `source`"),
        ("kept", 'source = "CTB"\nkept', "either `articles` or `source`"),
        ('value = "vagas.frota"', 'valor = "vagas.frota"', "a place is one of value"),
        ('value = "vagas.frota"', 'value = ""', "with its name"),
        ("planned =", 'out = "x", planned =', "a place is one of value"),
    ],
)
def test_what_is_not_of_the_shape_is_refused(folder: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(ValueError, match=r"inventario\.toml: inventario\.C1: ") as refused:
        read(folder, LINE.replace(old, new))
    assert told in str(refused.value)
