"""What README.md and LEIAME.md say is so: names exist, commands parse, and examples are true."""

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import click
import pytest

from tests.tree import ROOT, files
from webapp.cli.main import main
from webapp.cli.sample import TOWNS
from webapp.diagrams import read, run
from webapp.forms import Form
from webapp.laws import law
from webapp.store.people import DEMO_PASSWORD

PAGES = ("README.md", "LEIAME.md")
SCENARIOS = "tests/scenarios/marilandia"
SETTING = re.compile(r"AUTOS_[A-Z][A-Z_]*")
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#]+)\)")
A_FILE = re.compile(r"(?:webapp|tests|docs|workflows|forms|migrations)/[\w./-]+")
MONDAY = date(2025, 12, 1)
# Made up, and said to be so where it stands.
INVENTED = {"exemplo"}

pages = pytest.mark.parametrize("page", PAGES)


def text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The fenced examples in a language."""
    return [body for name, body in FENCED.findall(text(page)) if name == language]


def lines(page: str) -> list[str]:
    """What one may type: lines of `sh` examples, and short code in the text."""
    typed = [line for body in blocks(page, "sh") for line in body.splitlines()]
    return typed + CODE.findall(FENCED.sub("", text(page)))


def commands(group: click.Command, *path: str) -> Iterator[tuple[str, ...]]:
    """Each command that can be run, as one types it."""
    if not isinstance(group, click.Group):
        yield path
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield from commands(found, *path, name)


def calls(page: str) -> list[list[str]]:
    """The arguments of each call of `autos` on the page, without settings before it."""
    found = []
    for line in lines(page):
        called = re.match(r"(?:AUTOS_\w+=\S+ )*(?:\.venv/bin/)?autos (.+)", line)
        if called:
            found.append(shlex.split(called[1]))
    return found


def parse(arguments: list[str]) -> None:
    """Read arguments as the command line does, and run nothing. Raises click's errors."""
    command: click.Command = main
    while isinstance(command, click.Group) and arguments:
        name, *arguments = arguments
        found = command.get_command(click.Context(command), name)
        if found is None:
            raise click.UsageError(f"no command {name}")
        command = found
    if arguments:
        command.make_context(None, arguments)


@pages
def test_every_command_is_told(page: str) -> None:
    told = calls(page)
    untold = [
        " ".join(path)
        for path in commands(main)
        if not any(call[: len(path)] == list(path) for call in told)
    ]
    assert not untold


@pages
def test_every_call_can_be_read_by_the_command_line(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for call in calls(page):
        parse(call)


def test_a_call_with_an_option_that_does_not_exist_is_found_out() -> None:
    with pytest.raises(click.NoSuchOption):
        parse(["worker", "--hold"])


@pages
def test_every_setting_of_the_code_is_told_and_none_is_invented(page: str) -> None:
    sources = files("webapp/*.py", "tests/*.py", "Makefile", ".ci/*")
    own = Path(__file__)
    used = {name for path in sources if path != own for name in SETTING.findall(path.read_text())}
    assert set(SETTING.findall(text(page))) == used


@pages
def test_every_file_that_is_named_exists(page: str) -> None:
    named = {name for code in CODE.findall(text(page)) for name in A_FILE.findall(code)}
    named |= {link for link in LINK.findall(text(page)) if "://" not in link}
    missing = [name for name in named if not (ROOT / name).exists() and "<" not in name]
    assert not missing


@pages
def test_every_target_of_make_that_is_named_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {name for line in lines(page) for name in re.findall(r"\bmake ([a-z]+)", line)}
    assert {"demo", "test"} <= named <= targets


@pages
def test_the_people_of_the_demonstration_are_introduced(page: str) -> None:
    assert f"`{DEMO_PASSWORD}`" in text(page)
    for cast, _ in TOWNS:
        for official in cast.officials:
            assert f"`{official.login}`" in text(page)
            assert official.name in text(page)


# ---- examples


def law_examples(page: str) -> list[tuple[str, str, dict[str, Any]]]:
    """The municipality, subject and content of each example of a law file."""
    found = []
    for body in blocks(page, "toml"):
        where = re.match(r"# webapp/laws/(\w+)/(\w+)\.toml\n", body)
        if where:
            found.append((where[1], where[2], tomllib.loads(body)[where[2]]))
    return found


@pages
def test_examples_of_law_are_read_and_say_what_the_law_says(page: str, tmp_path: Path) -> None:
    """What an example says of Marilândia stands in its files, but for a decree «de exemplo»."""
    assert law_examples(page)
    for body in blocks(page, "toml"):
        if body.startswith("# webapp/laws/"):
            place = tmp_path / body.splitlines()[0].removeprefix("# webapp/")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(body, "utf-8")
    for slug, subject, content in law_examples(page):
        assert law(slug, [tmp_path])
        if slug not in INVENTED:
            assert_shipped(slug, subject, content)


def assert_shipped(slug: str, subject: str, content: dict[str, Any]) -> None:
    shipped = (ROOT / "webapp" / "laws" / slug / f"{subject}.toml").read_text("utf-8")
    own = tomllib.loads(shipped)[subject]
    for key, entries in content.items():
        if "de exemplo" not in entries[0]["article"]:
            assert own[key] == entries, key


@pages
def test_examples_of_scenarios_are_played(page: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / SCENARIOS / "base.toml", tmp_path)
    found = [body for body in blocks(page, "toml") if body.startswith(f"# {SCENARIOS}/")]
    assert found
    for body in found:
        file = tmp_path / "exemplo.toml"
        file.write_text(body, "utf-8")
        assert run(read(file)) == []


@pages
def test_examples_of_forms_are_forms(page: str) -> None:
    found = blocks(page, "json")
    assert found
    for body in found:
        assert law("marilandia").passages(Form.read(body).basis, MONDAY)


@pages
def test_examples_of_diagrams_and_documents_stand_in_the_files(page: str) -> None:
    drawn = "".join(path.read_text("utf-8") for path in files("workflows/*.bpmn"))
    templates = [path.read_text("utf-8") for path in files("webapp/documents/templates/*.typ")]
    assert blocks(page, "xml")
    for body in blocks(page, "xml"):
        assert all(line in drawn for line in body.splitlines()), body
    for body in blocks(page, "typst"):
        assert body in templates


@pages
def test_the_pages_show_the_pictures(page: str) -> None:
    pictures = {path.relative_to(ROOT).as_posix() for path in files("docs/pictures/*.png")}
    assert pictures == {link for link in LINK.findall(text(page)) if link.endswith(".png")}
