"""Bundles of the shipped and of the small test diagrams, and a host to run them with."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from webapp.engine import Bundle, Run, Step
from webapp.engine import bundle as bundles

ROOT = Path(__file__).parents[2]
FILES = {
    "infracao_marilandia": ROOT / "workflows/marilandia/infracao.bpmn",
    "notificacao": ROOT / "workflows/shared/notificacao.bpmn",
    "cobranca_multa": ROOT / "workflows/shared/cobranca_multa.bpmn",
    **{path.stem: path for path in sorted((ROOT / "tests/models").glob("*.bpmn"))},
}
INFRACAO = ("infracao_marilandia", "notificacao", "cobranca_multa")


def bundle(process: str, *called: str) -> Bundle:
    return Bundle(process, tuple(("bpmn", name, text(name)) for name in (process, *called)))


def text(process: str) -> str:
    return FILES[process].read_text(encoding="utf-8")


def changed(process: str, *replacements: tuple[str, str]) -> Bundle:
    """The bundle of one process with pieces of its text replaced; each must be found."""
    found = text(process)
    for old, new in replacements:
        assert old in found, old
        found = found.replace(old, new)
    return Bundle(process, (("bpmn", process, found),))


class FakeHost:
    """A case that knows its facts and remembers which actions ran."""

    def __init__(self, **facts: str) -> None:
        self.facts = facts
        self.calls: list[tuple[str, str]] = []
        self.actions: list[tuple[str, str, str]] = []

    def fact(self, key: str) -> str:
        return self.facts[key]

    def ran(self, action: str, element: str, about: str) -> None:
        self.actions.append((action, element, about))

    def called(self, element: str, about: str) -> None:
        self.calls.append((element, about))


def started(of: Bundle, host: FakeHost | None = None) -> Run:
    run = Run.start(of, host or FakeHost(multa_em_aberto="sim"))
    run.advance()
    return run


def at(run: Run, element: str, about: str | None = None) -> Step:
    """The one open step of an element (about something)."""
    [found] = [
        step for step in run.steps() if step.element == element and about in (None, step.about)
    ]
    return found


def answer(run: Run, element: str, outcome: str, about: str | None = None) -> None:
    run.complete(at(run, element, about).engine_id, outcome)
    run.advance()


def paper(run: Run, element: str, message: str) -> None:
    run.deliver(at(run, element).engine_id, message)
    run.advance()


def open_elements(run: Run) -> list[str]:
    return sorted(step.element for step in run.steps())


def clock(run: Run, element: str, about: str | None = None) -> str:
    found = at(run, element, about).clock_id
    assert found is not None
    return found


def lapse(run: Run, element: str, about: str | None = None) -> None:
    run.advance(frozenset({clock(run, element, about)}))


def over(run: Run, last_days: Mapping[str, date], today: date) -> frozenset[str]:
    """Clocks of the steps whose term, by its key, ended before today."""
    return frozenset(
        step.clock_id
        for step in run.steps()
        if step.clock_id and step.key and last_days[step.key] < today
    )


def forget_compiled() -> None:
    """As after a restart: every diagram is parsed again."""
    bundles._compiled.clear()
