"""The acts that no diagram draws, as scenarios write them: each a table of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from webapp.cases import deaths, dispatching, holding, opinions
from webapp.cases.act import Reply
from webapp.cases.deaths import Death
from webapp.cases.opinions import Question
from webapp.diagrams import looking
from webapp.diagrams.stage import Stage
from webapp.forms import Attachment
from webapp.store.database import transaction

Told = Mapping[str, Any]

CERTIFICATE: Final = Attachment("certidao", "certidao.png", "image/png", b"\x89PNG\r\n\x1a\n")


def _kept(stage: Stage, case: str, who: str, act: Callable[..., Reply], *given: Any) -> Reply:
    with transaction(stage.engine) as session:
        return act(session, stage.cases[case], *given, now=stage.now, actor=stage.actors[who])


def _hold(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return _kept(stage, case, who, holding.hold, told["until"], told["reason"])


def _resume(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return _kept(stage, case, who, holding.resume, told["reason"])


def _ask(stage: Stage, case: str, told: Told, who: str) -> Reply:
    question = Question(told["role"], told["question"], told["until"])
    return _kept(stage, case, who, opinions.ask, question)


def _death(stage: Stage, case: str, told: Told, who: str) -> Reply:
    party = looking.parties(stage, case)[told["party"]]
    return _kept(stage, case, who, deaths.register, Death(party, told["on"], CERTIFICATE))


def _dispatch(stage: Stage, case: str, told: Told, who: str) -> Reply:
    with transaction(stage.engine) as session:
        return dispatching.dispatch(
            session,
            stage.cases[case],
            told["text"],
            now=stage.now,
            actor=stage.actors[who],
            signer=stage.signer(who, "autoridade"),
        )


@dataclass(frozen=True, slots=True)
class Deed:
    """An act: the fields that its table may have, and who does it unless the scenario says."""

    fields: frozenset[str]
    usually: str
    run: Callable[[Stage, str, Told, str], Reply]

    def does(self, stage: Stage, case: str, told: Told, who: str | None) -> str:
        """Do it and say what its reply says. Raises Refused, KeyError for a field left out."""
        return self.run(stage, case, told, who or self.usually).message


ACTS: Final[Mapping[str, Deed]] = {
    "hold": Deed(frozenset({"until", "reason"}), "secretaria", _hold),
    "resume": Deed(frozenset({"reason"}), "secretaria", _resume),
    "ask": Deed(frozenset({"role", "question", "until"}), "secretaria", _ask),
    "death": Deed(frozenset({"party", "on"}), "protocolo", _death),
    "dispatch": Deed(frozenset({"text"}), "autoridade", _dispatch),
}
