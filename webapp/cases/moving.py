"""The run of a case inside an act: one step of the engine, and what follows from it."""

from collections.abc import Callable
from datetime import datetime

from webapp import engine
from webapp.cases import actions, effects, facts, issuing, projecting
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.view import View


class CaseHost:
    """What the engine may ask of the case, and what it tells it."""

    def __init__(self, act: Act) -> None:
        self._act = act

    def fact(self, key: str) -> str:
        return facts.value(key, View(self._act))

    def ran(self, action: str, element: str, about: str) -> None:
        view = View(self._act)
        returned = actions.run(action, element, about, view)
        self._act.drafts.extend(effects.new_only(self._act, returned))
        self._act.passed.append((element, about))

    def called(self, element: str, about: str) -> None:
        self._act.passed.append((element, about))


def begin(act: Act) -> None:
    """Start the run of a case that has no state yet."""
    act.run = engine.Run.start(act.bundle.bundle, CaseHost(act))
    act.state = None
    act.run.advance()
    projecting.project(act, act.case.effective_at)
    effects.apply(act, act.case.effective_at)


def live(act: Act) -> engine.Run:
    """The run, restored from the settled state when something is to move."""
    if act.run is None:
        act.run = engine.Run.resume(act.bundle.bundle, act.state_text(), CaseHost(act))
    return act.run


def move(
    act: Act,
    at: datetime,
    left: str,
    how: str,
    step: Callable[[engine.Run], None] | None = None,
    ended: frozenset[str] = frozenset(),
) -> None:
    """Move the run by one step or one ended clock, and write what follows.

    `left` is the engine id of the step that moves; `how` it ended: completed, delivered, lapsed.
    """
    run = live(act)
    act.state = None
    if step is not None:
        step(run)
    run.advance(ended)
    projecting.project(act, at, left, how)
    effects.apply(act, at)
    _issue_documents(act)


def _issue_documents(act: Act) -> None:
    """The documents of the actions and calls that the run passed, in their order.

    They are signed by whoever signed the act that gave birth to them.
    """
    named = engine.documents(act.bundle.bundle)
    for element, about in act.passed:
        if element in named:
            issuing.issue_for_parties(act, Order(named[element], about, signer=act.signer))
    act.passed.clear()
