"""Rules of the house that no single test of behaviour would notice being broken."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.tree import ROOT, files

ENTRY_POINTS = ("webapp/web/", "webapp/worker", "webapp/cli/")
CLOCKS = {
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "sqlalchemy.func.current_date",
    "sqlalchemy.func.current_timestamp",
    "sqlalchemy.func.now",
    "time.gmtime",
    "time.localtime",
    "time.time",
    "time.time_ns",
    "webapp.clock.GuardedClock",
    "webapp.clock.now",
    "webapp.clock.running",
    "webapp.clock.standing",
    "webapp.clock.wall",
}
ENDS_OF_TRANSACTIONS = {"commit", "rollback"}
SELF_COMMITTING = {"webapp.store.database.transaction"}
# They are given an engine, not a session: one commits each claim before it settles the case, so
# that a crash is counted; one plays cases on a database that is thrown away; one copies and
# restores whole databases.
OWNERS_OF_TRANSACTIONS = (
    "webapp/store/database.py",
    "webapp/cases/draining.py",
    "webapp/cases/carrying.py",
    "webapp/diagrams/clocked.py",
    "webapp/diagrams/stage.py",
    "webapp/store/backup.py",
)
SHAPELESS = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers"}
# Written so that the patterns do not find themselves.
WORKPLACE = re.compile(
    r"/wor[k]/|\.\./share[d]|\.librar[y]|\bissue[ ]#\d|helper[ ]session|sub-?agen[t]", re.IGNORECASE
)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def modules(*, but: tuple[str, ...] = ()) -> Iterator[tuple[str, ast.Module]]:
    """Each module of the product, by its path from the root, but those below `but`."""
    for path in files("webapp/*.py"):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(but):
            yield name, parsed(path)


def imported_names(tree: ast.AST) -> dict[str, str]:
    """What each name brought in by an import stands for, with its full path."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {a.asname: a.name for a in node.names if a.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return names


def full_name(node: ast.AST, imported: dict[str, str]) -> str:
    """`datetime.datetime.now` for `dt.now` after `from datetime import datetime as dt`."""
    if isinstance(node, ast.Name):
        return imported.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{full_name(node.value, imported)}.{node.attr}"
    return ""


def uses(tree: ast.AST, forbidden: set[str]) -> list[int]:
    """Lines that name something forbidden, whatever it was called when imported."""
    imported = imported_names(tree)
    named = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute | ast.Name))
    return [node.lineno for node in named if full_name(node, imported) in forbidden]


def ends_of_transactions(tree: ast.AST) -> list[int]:
    methods = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    ended = [node.lineno for node in methods if node.attr in ENDS_OF_TRANSACTIONS]
    return ended + uses(tree, SELF_COMMITTING)


def hidden_imports(tree: ast.AST) -> list[int]:
    """Lines of imports that are relative, or inside a function, where cycles hide."""
    imports = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    imports |= {n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level}
    return [node.lineno for node in imports]


def long_functions(tree: ast.AST) -> list[int]:
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return [f.lineno for f in functions if (f.end_lineno or f.lineno) - f.lineno + 1 > 40]


def places(name: str, lines: Iterable[int]) -> list[str]:
    return [f"{name}:{line}" for line in sorted(lines)]


def test_imports_point_one_way() -> None:
    # In a process of its own: it sets up logging anew, which other tests listen to.
    linter = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run(
        [linter, "--no-cache"], check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_only_entry_points_end_a_transaction() -> None:
    elsewhere = modules(but=(*ENTRY_POINTS, *OWNERS_OF_TRANSACTIONS))
    found = [
        place for name, tree in elsewhere for place in places(name, ends_of_transactions(tree))
    ]
    assert not found, "let the entry point commit: " + ", ".join(found)


def test_only_entry_points_ask_the_clock() -> None:
    elsewhere = modules(but=(*ENTRY_POINTS, "webapp/clock.py"))
    found = [place for name, tree in elsewhere for place in places(name, uses(tree, CLOCKS))]
    assert not found, "take `now` or `today` as a parameter: " + ", ".join(found)


def test_imports_stand_at_the_top_and_are_absolute() -> None:
    found = [place for name, tree in modules() for place in places(name, hidden_imports(tree))]
    assert not found, ", ".join(found)


def test_no_function_has_more_than_40_lines() -> None:
    found = [place for name, tree in modules() for place in places(name, long_functions(tree))]
    assert not found, ", ".join(found)


def test_no_file_has_more_than_400_lines() -> None:
    sources = files("*.py", "webapp/*.js", "webapp/*.css", "webapp/*.html")
    found = [str(path.relative_to(ROOT)) for path in sources if len(text_lines(path)) > 400]
    assert not found, "split by act: " + ", ".join(found)


def text_lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_every_module_is_named_after_what_it_knows() -> None:
    names = [path.relative_to(ROOT) for path in files("*.py")]
    found = [str(n) for n in names if SHAPELESS & set(re.split(r"[/_.]", n.as_posix().lower()))]
    assert not found, ", ".join(found)


def test_no_file_speaks_of_the_place_where_it_was_written() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files()
        if path.name != "LICENSE"
        for number, line in enumerate(path.read_bytes().decode(errors="ignore").splitlines(), 1)
        if WORKPLACE.search(line)
    ]
    assert not found, ", ".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "import datetime\nat = datetime.datetime.now()",
        "from datetime import datetime as moment\nat = moment.now",
        "from datetime import date\ndef act(day=date.today()): ...",
        "from time import time\nat = time()",
        "import time as ticks\nat = ticks.time()",
        "from webapp import clock\nat = clock.now(session)",
        "from webapp.clock import wall\nat = wall()",
        "from sqlalchemy import func\nat = func.now()",
    ],
)
def test_the_scan_sees_each_way_to_ask_the_clock(source: str) -> None:
    assert uses(ast.parse(source), CLOCKS) == [2]


@pytest.mark.parametrize(
    "source",
    [
        "session.commit()",
        "db.session.rollback()",
        "end = session.commit",
        "from webapp.store.database import transaction; transaction(engine)",
        "from webapp.store import database; database.transaction(engine)",
    ],
)
def test_the_scan_sees_each_way_to_end_a_transaction(source: str) -> None:
    assert ends_of_transactions(ast.parse(source)) == [1]


@pytest.mark.parametrize("source", ["from . import x", "def f(): import x", "from ..y import x"])
def test_the_scan_sees_hidden_imports(source: str) -> None:
    assert hidden_imports(ast.parse(source)) == [1]


@pytest.mark.parametrize("line", ["/w_ork/main", "../sh_ared/laws", "as iss_ue #12 says"])
def test_the_scan_sees_the_workplace(line: str) -> None:
    assert WORKPLACE.search(line.replace("_", ""))
