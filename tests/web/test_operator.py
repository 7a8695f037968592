"""The operator opens accounts from the command line; the person then signs in."""

from datetime import datetime

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Engine, select

from tests.web.conftest import PASSWORD, Browser, People
from webapp.cli.user import user
from webapp.store.database import transaction
from webapp.store.events import verify
from webapp.store.tables import event, membership

NEW_CLERK = (
    *("add", "--municipality", "marilandia", "--login", "Caio", "--name", "Caio Brás"),
    *("--role", "autoridade", "--role", "protocolo", "--capacity", "substituto"),
    *("--unit", "Transportes", "--office", "Diretor", "--appointed-by", "Portaria 12/2025"),
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, database_url: str) -> CliRunner:
    monkeypatch.setenv("AUTOS_DATABASE", database_url)
    return CliRunner()


def call(run: CliRunner, *words: str, typed: str = f"{PASSWORD}\n{PASSWORD}\n") -> Result:
    return run.invoke(user, words, input=typed)


def test_an_account_is_opened_with_its_roles_and_on_record(
    run: CliRunner, clerks: People, browser: Browser, standing_clock: datetime, database: Engine
) -> None:
    told = call(run, *NEW_CLERK)
    assert (told.exit_code, told.stderr) == (0, "")
    assert "Conta «caio» aberta em Marilândia." in told.output
    assert browser.sign_in("caio").status_code == 303
    page = browser.get("/conta").text
    assert "Autoridade, em substituição" in page
    assert "Portaria 12/2025" in page
    with transaction(database) as session:
        kinds = session.execute(select(event.c.kind).order_by(event.c.seq)).scalars().all()
        assert kinds == ["user_added", "membership_added", "membership_added"]
        assert list(verify(session)) == [f"users:{clerks.town}"]
        starts = session.execute(select(membership.c.from_day).order_by(membership.c.id.desc()))
        assert starts.scalars().first() == standing_clock.date()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"caio": "ana", "Caio": "ana"}, "já é de outra conta"),
        ({"marilandia": "atlantida"}, "não há lei cadastrada"),
        ({"protocolo": "rei"}, "não existe a função «rei»"),
        ({"substituto": "amigo"}, "quem apoia não assina"),
    ],
)
def test_what_cannot_be_entered_is_said_and_nothing_is_entered(
    run: CliRunner, clerks: People, database: Engine, changed: dict[str, str], sentence: str
) -> None:
    told = call(run, *(changed.get(word, word) for word in NEW_CLERK))
    assert told.exit_code == 2
    assert sentence in told.output
    with transaction(database) as session:
        assert not session.execute(select(event)).all()


def test_a_short_password_is_refused(run: CliRunner, clerks: People) -> None:
    told = call(run, *NEW_CLERK, typed="curta\ncurta\n")
    assert told.exit_code == 2
    assert "de 12 a 200 caracteres" in told.output


def test_who_forgot_the_password_gets_a_new_one_and_old_sessions_end(
    run: CliRunner, browser: Browser
) -> None:
    browser.sign_in()
    told = call(run, "password", "--login", "ANA", "--generate")
    assert told.exit_code == 0
    assert browser.get("/conta").status_code == 303
    new = told.output.split()[1]
    assert browser.sign_in(password=new).status_code == 303


def test_a_login_that_nobody_has_is_said(run: CliRunner, clerks: People) -> None:
    told = call(run, "password", "--login", "ninguem", "--generate")
    assert told.exit_code == 2
    assert "não há conta aberta" in told.output
