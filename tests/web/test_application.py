"""How the application starts: its secret, and how it is served."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import make_url

from webapp.app import create_app
from webapp.cli.serve import serve
from webapp.config import settings

POSTGRESQL = "postgresql+psycopg://autos@/autos"


@pytest.mark.parametrize("system", ["sqlite"])
def test_a_secret_is_made_once_and_kept_beside_the_file_for_its_owner_only(
    start: Callable[..., Flask], database_url: str
) -> None:
    first, second = start(AUTOS_SECRET=""), start(AUTOS_SECRET="")
    kept = Path(make_url(database_url).database or "").with_suffix(".secret")
    assert first.secret_key == second.secret_key == kept.read_text()
    assert len(kept.read_text()) >= 43
    assert stat.S_IMODE(os.stat(kept).st_mode) == 0o600
    assert [file.name for file in kept.parent.glob("*.secret*")] == [kept.name]


def test_several_processes_must_be_given_their_secret() -> None:
    with pytest.raises(ValueError, match=r"AUTOS_SECRET traz .* o mesmo em todos os processos"):
        create_app(settings({"AUTOS_DATABASE": POSTGRESQL}))


def test_postgresql_is_served_by_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOS_DATABASE", POSTGRESQL)
    told = CliRunner().invoke(serve)
    assert told.exit_code == 1
    assert "gunicorn --workers 2 --threads 4 'webapp.app:create_app()'" in told.output
