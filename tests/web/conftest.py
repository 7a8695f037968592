"""A running application on each database, with two clerks of a town, and a browser."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.serving import application
from webapp.store import people
from webapp.store.database import transaction
from webapp.store.tables import clock_setting

PASSWORD = "ponto de taxi na praca"
# As cheap as argon2 can be: thousands of tests sign in.
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
MONDAY = datetime(2025, 12, 1, 12, 0, tzinfo=UTC)


class Browser:
    """A browser: keeps its cookie, and sends forms with what the page had hidden in them."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    @property
    def cookie(self) -> str:
        found = self.client.get_cookie("autos")
        return found.value if found else ""

    @cookie.setter
    def cookie(self, token: str) -> None:
        self.client.set_cookie("autos", token)

    def get(self, path: str) -> TestResponse:
        return self.client.get(path)

    def hidden(self, path: str) -> dict[str, str]:
        """The token and the key of a page's forms, the last one's where there are several."""
        return dict(re.findall(r'name="(_csrf|_request)" value="([^"]+)"', self.get(path).text))

    def send(self, path: str, page: str, **typed: str) -> TestResponse:
        """Fill in the form of a page and send it to a path."""
        return self.client.post(path, data={**self.hidden(page), **typed})

    def sign_in(self, login: str = "ana", password: str = PASSWORD) -> TestResponse:
        return self.send("/entrar", "/entrar", login=login, _password=password)


class People:
    """Ana and Bento work at the counter of Marilândia; their ids."""

    def __init__(self, session: Session) -> None:
        self.town = people.municipality_id(session, slug="marilandia", name="Marilândia", uf="ES")
        self.ana = add_clerk(session, self.town, "ana", "Ana Lopes")
        self.bento = add_clerk(session, self.town, "bento", "Bento Reis")


def add_clerk(session: Session, place: int, login: str, name: str) -> int:
    clerk = people.add_account(
        session, municipality_id=place, login=login, name=name, password_hash=HASH
    )
    people.add_membership(
        session,
        municipality_id=place,
        user_id=clerk,
        role="protocolo",
        capacity="titular",
        from_day=date(2025, 1, 2),
    )
    return clerk


@pytest.fixture
def clerks(database: Engine) -> People:
    with transaction(database) as session:
        return People(session)


@pytest.fixture
def start(database_url: str, clerks: People) -> Iterator[Callable[..., Flask]]:
    """Starts the application on this test's database, with settings of its own."""
    with ExitStack() as started:

        def create(**environ: str) -> Flask:
            return started.enter_context(application(database_url, **environ))

        yield create


@pytest.fixture
def app(start: Callable[..., Flask]) -> Flask:
    return start()


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def standing_clock(database: Engine) -> datetime:
    """The demonstration's clock stands on Monday 2025-12-01, 09:00 in Brasília."""
    with transaction(database) as session:
        session.execute(insert(clock_setting).values(stands_at=MONDAY, why="demonstração"))
    return MONDAY
