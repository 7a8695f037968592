"""A real browser, Debian's Chromium, against the real application on a local port.

A test that asks for `page` fails on an error in the page, on a violation of the content security
policy and on any request that leaves the local server. It runs at each width of `viewport`; a
test for one width parametrizes `viewport` itself.
"""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any, NoReturn
from wsgiref.types import WSGIApplication

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from werkzeug.serving import make_server

from tests.cases.kit import World
from tests.conftest import create_tables
from tests.web import cases
from tests.web.serving import application as running

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
DESK = ViewportSize(width=1366, height=768)
PHONE = ViewportSize(width=390, height=844)
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs the browser is marked so."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser(unavailable: Callable[[str, str], NoReturn]) -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        unavailable("browser", "no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, nothing open; everybody may sign in."""
    url = f"sqlite:///{tmp_path / 'autos.db'}"
    create_tables(url)
    world = World(url)
    cases.let_people_in(world)
    yield world
    world.engine.dispose()


@pytest.fixture
def application(world: World, tmp_path: Path) -> Iterator[WSGIApplication]:
    with running(f"sqlite:///{tmp_path / 'autos.db'}") as app:
        yield app


@pytest.fixture
def server(application: WSGIApplication) -> Iterator[str]:
    """The address of a local server of this test's own that serves the fixture `application`."""
    serving = make_server("127.0.0.1", 0, application, threaded=True)
    thread = Thread(target=serving.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    thread.join()
    serving.server_close()


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def viewport(request: pytest.FixtureRequest) -> ViewportSize:
    """The size of the window, in CSS pixels: an old office screen and a telephone."""
    size: ViewportSize = request.param
    return size


@pytest.fixture
def page(browser: Browser, server: str, viewport: ViewportSize) -> Iterator[Page]:
    """A tab in a browser that knows nobody; paths are relative to the server: goto("/entrar")."""
    context = browser.new_context(
        base_url=server, locale="pt-BR", timezone_id="America/Sao_Paulo", viewport=viewport
    )
    wrong = watch(context, server)
    yield context.new_page()
    context.close()
    assert not wrong, "\n".join(wrong)


def watch(context: BrowserContext, server: str) -> list[str]:
    """A list that fills with what no page of ours may do, in any tab of the context."""
    wrong: list[str] = []
    ours = (f"{server}/", "data:", "blob:", "about:")

    def see(bad: bool, what: str) -> None:
        if bad:
            wrong.append(what)

    context.on("request", lambda r: see(not r.url.startswith(ours), f"asked for {r.url}"))
    context.on("weberror", lambda e: see(True, f"error in the page: {e.error}"))
    context.on("console", lambda m: see("Content Security Policy" in m.text, m.text))
    return wrong


@pytest.fixture
def axe(page: Page) -> Callable[[], None]:
    """Asserts that axe-core finds nothing in the page as it stands."""

    def check() -> None:
        # Through the debugger, which the page's content security policy does not bind.
        debugger = page.context.new_cdp_session(page)
        debugger.send("Runtime.evaluate", {"expression": AXE.read_text()})
        run = f"axe.run({{runOnly: {json.dumps(STANDARDS)}}}).then(found => found.violations)"
        asked = {"expression": run, "awaitPromise": True, "returnByValue": True}
        found = debugger.send("Runtime.evaluate", asked)["result"]["value"]
        debugger.detach()
        assert not found, "\n".join(map(describe, found))

    return check


def describe(violation: dict[str, Any]) -> str:
    places = "; ".join(node["html"] for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}: {places}"
