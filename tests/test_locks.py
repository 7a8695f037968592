"""What is installed is what was locked, and no committed file says from where."""

import json
import re
import tomllib

import pytest

from tests.tree import ROOT, files

# Written so that the patterns do not find themselves.
REGISTRIES = re.compile(
    r"\bpypi\.(org|io)|python[h]osted|npmjs\.(org|com)|registry\.(npm|yarn)|yarnpkg\.com"
    r"|\b(deb|ftp|security|snapshot)\S*\.debian\.org|(archive|ports|security)\.ubuntu\.com",
    re.IGNORECASE,
)
ADDRESS = re.compile(r"\w+://|\bwww\.|--(?:extra-)?index-url|--find-links|--trusted-host")
LOCKS = ["requirements.lock", "requirements-dev.lock", "package-lock.json"]
REQUIREMENT = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?P<marker> ; .*)? \\$")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def locked(lock: str) -> dict[str, set[str]]:
    """The versions of each package in a lock (several where markers choose)."""
    versions: dict[str, set[str]] = {}
    for line in (ROOT / lock).read_text().splitlines():
        if match := REQUIREMENT.match(line):
            versions.setdefault(match["name"], set()).add(match["version"])
    return versions


def direct(requirements: list[str]) -> dict[str, set[str]]:
    """What we ask for ourselves, by normal name; an unpinned one has no version."""
    parts = [re.sub(r"\[.*\]", "", text).partition("==") for text in requirements]
    return {name.lower().replace("_", "-"): {version} for name, _, version in parts}


def test_no_file_names_a_registry() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in files()
        if REGISTRIES.search(path.read_bytes().decode(errors="ignore"))
    ]
    assert not found, ", ".join(found)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_no_address(lock: str) -> None:
    assert not ADDRESS.findall((ROOT / lock).read_text())


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_python_package_is_pinned_with_its_hashes(lock: str) -> None:
    lines = (ROOT / lock).read_text().splitlines()
    hashes = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")
    assert [line for line in lines if not REQUIREMENT.match(line) and not hashes.match(line)] == []
    unhashed = [a for a, b in zip(lines, [*lines[1:], ""], strict=True) if a[0] != " " != b[:1]]
    assert unhashed == []


@pytest.mark.parametrize(
    ("lock", "groups"),
    [("requirements.lock", ["build"]), ("requirements-dev.lock", ["build", "dev"])],
)
def test_what_we_ask_for_is_pinned_and_what_is_pinned_is_locked(
    lock: str, groups: list[str]
) -> None:
    project = PROJECT["project"]
    wanted = direct(project["dependencies"])
    for group in groups:
        wanted |= direct(project["optional-dependencies"][group])
    found = locked(lock)
    assert {name: found.get(name) for name in wanted} == wanted


def test_both_locks_hold_the_same_version_of_a_package() -> None:
    runtime, dev = locked("requirements.lock"), locked("requirements-dev.lock")
    assert runtime == {name: dev.get(name) for name in runtime}


def test_the_build_backend_is_among_the_locked() -> None:
    assert (
        PROJECT["build-system"]["requires"] == PROJECT["project"]["optional-dependencies"]["build"]
    )


def test_every_npm_package_has_its_integrity_and_an_exact_version() -> None:
    asked = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert packages.pop("")["devDependencies"] == asked
    assert [v for v in asked.values() if not re.fullmatch(r"\d+\.\d+\.\d+", v)] == []
    assert [name for name, one in packages.items() if not one.get("integrity")] == []
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text()


@pytest.mark.parametrize(
    "host", ["py_pi.org", "a.python_hosted.org", "npm_js.org", "deb.deb_ian.org"]
)
def test_the_scan_sees_a_registry(host: str) -> None:
    assert REGISTRIES.search(f"from {host.replace('_', '')}")
