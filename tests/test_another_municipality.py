"""A municipality of its own root, made as the README says: files, and nothing in Python."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tree import ROOT, files
from webapp.cli.main import main
from webapp.config import municipalities
from webapp.laws import law

EXAMPLE = ROOT / "tests" / "data" / "exemplo"
PAGES = ("README.md", "LEIAME.md")


@pytest.fixture(autouse=True)
def root(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOS_ROOTS", str(EXAMPLE))
    return EXAMPLE


def said(*arguments: str) -> list[str]:
    return CliRunner().invoke(main, arguments, prog_name="autos").stdout.splitlines()


def steps(page: str) -> str:
    """What a page says of adding a municipality, up to the next thing one may add."""
    text = (ROOT / page).read_text("utf-8")
    return re.split(r"^\*\*(?:A deadline|Um prazo)", text, flags=re.MULTILINE)[0]


@pytest.mark.parametrize("page", PAGES)
def test_its_first_file_is_the_one_that_the_page_shows(page: str) -> None:
    first = (EXAMPLE / "laws" / "exemplo" / "municipio.toml").read_text("utf-8")
    assert f"```toml\n# webapp/laws/exemplo/municipio.toml\n{first}```" in steps(page)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_of_its_law_is_told_on_the_page(page: str) -> None:
    names = {path.name for path in (EXAMPLE / "laws" / "exemplo").iterdir()}
    assert names <= set(re.findall(r"[a-z]+\.toml", steps(page)))


def test_it_is_known_by_its_folder_beside_those_that_ship() -> None:
    assert municipalities() == tuple(sorted({"exemplo", *municipalities([])}))
    assert law("exemplo").municipality.law == "Lei 1/2025"


def test_its_law_is_whole() -> None:
    assert not [line for line in said("law", "check") if line.startswith("exemplo:")]


def test_an_infraction_ends_as_its_scenario_says() -> None:
    assert said("scenario", "run", str(EXAMPLE / "scenarios"))[-1] == "1/1 scenarios as expected"


def test_nothing_of_it_stands_in_python() -> None:
    named = re.compile(r"[\"'/]exemplo[\"'/]|_exemplo\b")
    assert not [path for path in EXAMPLE.rglob("*") if path.suffix == ".py"]
    assert not [path for path in files("webapp/*.py") if named.search(path.read_text("utf-8"))]
