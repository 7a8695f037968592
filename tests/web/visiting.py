"""Looking at the pages of a world as one of its people does."""

import html
import re

from flask import Flask
from sqlalchemy import Engine, event

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from webapp.web.database import db


def visit(app: Flask, world: World, login: str) -> Browser:
    """Somebody of the world signs in, where the world's clock stands."""
    cases.let_people_in(world)
    cases.stand_still(world)
    browser = Browser(app.test_client())
    assert browser.sign_in(login).status_code == 303
    return browser


def words(page: str) -> str:
    """What a page says, without its tags, in one line."""
    bare = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))
    return re.sub(r" ([.,;:)])|(\() ", r"\1\2", bare)


def readings(app: Flask, browser: Browser, path: str) -> int:
    """How many times one look at a page reads the database."""
    with app.app_context():
        engine: Engine = db.engine
    said: list[str] = []
    record = lambda *given: said.append(given[2])  # noqa: E731
    event.listen(engine, "before_cursor_execute", record)
    assert browser.get(path).status_code == 200
    event.remove(engine, "before_cursor_execute", record)
    return sum(one.startswith("SELECT") for one in said)
