"""A running application on each database, with two towns and their people, and a browser."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from webapp.app import create_app
from webapp.config import settings
from webapp.store import people
from webapp.store.database import transaction
from webapp.store.passwords import hash_password
from webapp.store.tables import clock_setting
from webapp.web.database import db

PASSWORD = "ponto de taxi na praca"
HASH = hash_password(PASSWORD)
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
    """Ana works at the counter of Marilândia, Bento of Santa Teresa; the ids of both."""

    def __init__(self, session: Session) -> None:
        self.ana = add_clerk(session, "marilandia", "Marilândia", "ana", "Ana Lopes")
        self.bento = add_clerk(session, "santa_teresa", "Santa Teresa", "bento", "Bento Reis")


def add_clerk(session: Session, slug: str, town: str, login: str, name: str) -> int:
    place = people.municipality_id(session, slug=slug, name=town, uf="ES")
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
def extend() -> Callable[[Flask], None]:
    """What a test adds to the application: views of its own."""
    return lambda app: None


@pytest.fixture
def app(database_url: str, clerks: People, extend: Callable[[Flask], None]) -> Iterator[Flask]:
    made = create_app(settings({"AUTOS_DATABASE": database_url, "AUTOS_SECRET": "segredo"}))
    extend(made)
    yield made
    with made.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def browser(app: Flask) -> Browser:
    return Browser(app.test_client())


@pytest.fixture
def standing_clock(database: Engine) -> datetime:
    """The demonstration's clock stands on Monday 2025-12-01, 09:00 in Brasília."""
    with transaction(database) as session:
        session.execute(insert(clock_setting).values(stands_at=MONDAY, why="demonstração"))
    return MONDAY
