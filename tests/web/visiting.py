"""Looking at the pages of a world as one of its people does."""

import html
import re

from flask import Flask

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser


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
    return re.sub(r" ([.,;:)])", r"\1", bare)
