"""Acts that no diagram draws, as sentences."""

from collections.abc import Callable
from datetime import date
from typing import Any

from tests.cases.kit import World
from webapp.cases import deaths, dispatching, holding, linking, opinions
from webapp.cases.act import Reply
from webapp.cases.deaths import Death
from webapp.cases.filing import Paper
from webapp.cases.linking import Link
from webapp.cases.opinions import Question
from webapp.forms import Attachment
from webapp.store import events, tables
from webapp.store.database import transaction

CERTIFICATE = Attachment("certidao", "certidao.png", "image/png", b"\x89PNG\r\n\x1a\nimagem")


def does(world: World, act: Callable[..., Reply], *args: Any, who: str, **more: Any) -> Reply:
    """Somebody does an act on the world's case, and it is kept."""
    with transaction(world.engine) as session:
        return act(session, world.case_id, *args, now=world.now, actor=world.actors[who], **more)


def hold(world: World, day: str, reason: str = "espera o laudo", who: str = "secretaria") -> Reply:
    return does(world, holding.hold, date.fromisoformat(day), reason, who=who)


def resume(world: World, reason: str = "o laudo chegou", who: str = "secretaria") -> Reply:
    return does(world, holding.resume, reason, who=who)


def dispatch(world: World, text: str = "Junte-se aos autos.", who: str = "diretor") -> Reply:
    signer = world.stage.signer(who, "autoridade")
    return does(world, dispatching.dispatch, text, who=who, signer=signer)


def ask(
    world: World,
    day: str,
    role: str = "secretaria",
    text: str = "O veículo estava registrado?",
    who: str = "diretor",
) -> Reply:
    question = Question(role, text, date.fromisoformat(day))
    return does(world, opinions.ask, question, who=who)


def opine(world: World, who: str = "secretaria") -> Reply:
    return world.answer("parecer", who, resultado="favoravel", razoes="Estava, desde 2020.")


def link(
    world: World, other: int, kind: str = "relacionado", reason: str = "mesmo veículo"
) -> Reply:
    return does(world, linking.link, Link(other, kind, reason), who="secretaria")


def unlink(world: World, link_id: int, reason: str = "era de outro veículo") -> Reply:
    return does(world, linking.unlink, link_id, reason, who="secretaria")


def dies(
    world: World,
    day: str,
    party: int = 0,
    certificate: Attachment | None = CERTIFICATE,
    who: str = "protocolo",
) -> Reply:
    death = Death(world.parties()[party].id, date.fromisoformat(day), certificate)
    return does(world, deaths.register, death, who=who)


def decide_death(world: World, how: str) -> Reply:
    return world.answer("decidir_obito", resultado=how, razoes="O óbito está provado.")


def gives_up(world: World, filing_id: int | None, day: str, party: int = 0) -> Reply:
    """A party hands in that it gives up a paper."""
    on, whose = date.fromisoformat(day), world.parties()[party].id
    paper = Paper("desistencia", "Fulano", "balcao", on, None, whose, withdraws=filing_id)
    return world.stage.file(world.name, paper, "protocolo")


def homologate(world: World, how: str = "homologar") -> Reply:
    return world.answer("homologar_desistencia", resultado=how, razoes="Assinou o próprio.")


def kinds(world: World) -> list[str]:
    return [event.kind for event in world.events()]


def whole(world: World) -> bool:
    """Every chain of the cases is whole."""
    with transaction(world.engine) as session:
        return set(events.verify(session)) == {f"case:{c}" for c in world.stage.cases.values()}


def filings(world: World) -> list[Any]:
    return world.rows(tables.filing)
