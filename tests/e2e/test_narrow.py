"""Nothing scrolls sideways on a telephone, whatever long words people write."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.cases.kit import JUDGED, World
from tests.e2e.conftest import PHONE
from tests.web.cases import stand_still
from tests.web.conftest import PASSWORD

NARROW = ViewportSize(width=320, height=640)
LONG = "Pneumoultramicroscopicossilicovulcanoconiótico" * 2
PAGES = {
    "diretor": (
        "/processos/1",
        "/processos/1?andamento=todos",
        "/processos/2",
        "/tarefas?quem=todas",
        "/processos",
        "/processos?q=pneumo",
        "/protocolos/1",
        "/conta",
        "/lei/marilandia?base=art.+5º",
    ),
    "secretaria": ("/processos/1/papel?especie=defesa", "/papel", "/processos/2", "/tarefas"),
    "agente": ("/autos/novo", "/autos/1", "/health"),
}


@pytest.fixture
def world(world: World) -> World:
    """Monday 2025-12-08: a penalty is imposed and not final; another defence is to be judged."""
    long = {"autuado.nome": f"Fulano {LONG}", "lugar": LONG, "relato": LONG}
    for name in ("um", "dois"):
        world.open(name, **long)
        world.go("2025-12-05").paper("defesa", "2025-12-05")
        world.go("2025-12-01")
    world.go("2025-12-08")
    world.name = "um"
    world.judge(**{**JUDGED, "razoes": LONG})
    stand_still(world)
    return world


def sideways(page: Page) -> str:
    """What is wider than the window; empty if nothing is."""
    found: str = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? '' :
          [...document.querySelectorAll('main *, header *, footer *')]
            .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
            .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 60)}`)
            .slice(-4).join('; ') || 'something'"""
    )
    return found


@pytest.mark.parametrize("viewport", [PHONE], ids=["phone"])
@pytest.mark.parametrize("login", PAGES)
def test_nothing_is_wider_than_a_telephone(page: Page, login: str) -> None:
    page.goto("/entrar")
    page.get_by_label("Login", exact=True).fill(login)
    page.get_by_label("Senha", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path != "/entrar")
    wide = []
    for path in PAGES[login]:
        for size in (PHONE, NARROW):
            page.set_viewport_size(size)
            page.goto(path)
            page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
            if found := sideways(page):
                wide.append(f"{path} at {size['width']}: {found}")
    assert not wide, "\n".join(wide)
