"""The acts that no diagram draws, as scenarios write them: each a table of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from webapp.cases import cassation, correcting, deaths, dispatching, holding, opinions, returning
from webapp.cases.act import Reply
from webapp.cases.correcting import Correction
from webapp.cases.deaths import Death
from webapp.cases.opinions import Question
from webapp.diagrams import looking
from webapp.diagrams.stage import Stage
from webapp.forms import Attachment

Told = Mapping[str, Any]

CERTIFICATE: Final = Attachment("certidao", "certidao.png", "image/png", b"\x89PNG\r\n\x1a\n")


def _hold(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return stage.does(case, holding.hold, told["until"], told["reason"], who=who)


def _resume(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return stage.does(case, holding.resume, told["reason"], who=who)


def _ask(stage: Stage, case: str, told: Told, who: str) -> Reply:
    question = Question(told["role"], told["question"], told["until"])
    return stage.does(case, opinions.ask, question, who=who)


def _death(stage: Stage, case: str, told: Told, who: str) -> Reply:
    party = looking.parties(stage, case)[told["party"]]
    return stage.does(case, deaths.register, Death(party, told["on"], CERTIFICATE), who=who)


def _dispatch(stage: Stage, case: str, told: Told, who: str) -> Reply:
    signed = partial(dispatching.dispatch, signer=stage.signer(who, "autoridade"))
    return stage.does(case, signed, told["text"], who=who)


def _correct(stage: Stage, case: str, told: Told, who: str) -> Reply:
    fact_id = looking.fact_id(stage, case, told["fact"])
    value = looking.fact_value(stage, told)
    return stage.does(case, correcting.correct, Correction(fact_id, value, told["reason"]), who=who)


def _propose(stage: Stage, case: str, told: Told, who: str) -> Reply:
    party = looking.parties(stage, case)[told["party"]]
    asked = cassation.Asked(party, told["grounds"], told["reason"])
    return stage.does(case, cassation.ask, asked, who=who)


def _return(stage: Stage, case: str, told: Told, who: str) -> Reply:
    return stage.does(case, returning.return_to, told["to"], told["reason"], who=who)


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
    "correct": Deed(frozenset({"fact", "value", "person", "reason"}), "secretaria", _correct),
    "return": Deed(frozenset({"to", "reason"}), "autoridade", _return),
    "propose": Deed(frozenset({"party", "grounds", "reason"}), "secretaria", _propose),
    "dispatch": Deed(frozenset({"text"}), "autoridade", _dispatch),
}
