"""Scenarios: legal situations as files that a lawyer can read, played on the real engine.

A file has a title, a municipality, a process and acts in order. Each act has a moment (`at`,
local time) and one of: `open` (the answer to the first form), `answer` (an element, with
`values`), `paper` (kind, on, from, presenter; `withdraws` the last paper of a kind; `amount`, what
a proof of payment says), `clock = true` (time passes), or an act that no diagram draws: `hold`
(until, reason), `resume` (reason), `ask` (role, question, until), `death` (party, on), `dispatch`
(text), `correct` (fact, value or person, reason), `return` (to, reason); or one that moves the
clock: `day`, `event` (see `clocked`). `expect` says what must be true afterwards; `refused` holds
words of the refusal that is expected instead. `propose` (party, grounds, reason) asks for a
cassation. `case` names the case of an act, `begins` the one that an answer begins beside it.
`base` names a file beside it with people and with values that the scenario need not repeat.
`permit` lists who held an authorization for which plate before the first act. `road` names acts
that are walked as a whole (`roads`).
"""

import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from webapp.cases.filing import Paper
from webapp.diagrams import clocked, looking, roads, undrawn
from webapp.diagrams.stage import CAST, Permit, Player, Stage
from webapp.diagrams.undrawn import Deed
from webapp.domain.errors import Refused
from webapp.store.database import open_engine
from webapp.store.tables import metadata

DEEDS: Mapping[str, Deed] = {**undrawn.ACTS, **clocked.ACTS}
ACTS = frozenset({"open", "answer", "paper", "clock"}) | DEEDS.keys()
KEYS = ACTS | {"at", "as", "case", "begins", "values", "expect", "refused", "note"}
PAPER = frozenset(
    {"kind", "on", "hour", "from", "presenter", "means", "note", "withdraws", "amount"}
)
NEEDED = frozenset({"title", "municipality", "process", "act"})
KNOWN = NEEDED | {"people", "values", "permit", "road"}


class BadScenario(ValueError):
    """The file is not a scenario; the message names the file and what is wrong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a scenario."""

    n: int
    at: datetime
    does: Mapping[str, Any]
    who: str | None
    case: str
    begins: str | None
    expect: Mapping[str, Any]
    refused: str | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A legal situation: what happens, and what must follow."""

    path: Path
    title: str
    municipality: str
    process: str
    steps: tuple[Step, ...]
    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    cast: Mapping[str, Player] = field(default_factory=lambda: CAST)
    permits: tuple[Permit, ...] = ()


def read(path: Path) -> Scenario:
    """Read a scenario with its base. Raises BadScenario."""
    try:
        own = tomllib.loads(path.read_text("utf-8"))
        base_name = own.pop("base", None)
        base = tomllib.loads((path.parent / base_name).read_text("utf-8")) if base_name else {}
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadScenario(f"{path}: {error}") from error
    text = {**base, **own}
    if missing := NEEDED - set(text):
        raise BadScenario(f"{path}: falta {', '.join(sorted(missing))}")
    _refuse_unknown(path, "arquivo", text, KNOWN)
    people = {**base.get("people", {}), **own.get("people", {})}
    try:
        acts = list(roads.walked(text["act"], {**base.get("road", {}), **own.get("road", {})}))
    except roads.UnknownRoad as error:
        raise BadScenario(f"{path}: {error}") from error
    cast = {**CAST, **{key: _player(path, key, told) for key, told in people.items()}}
    return Scenario(
        path=path,
        title=text["title"],
        municipality=text["municipality"],
        process=text["process"],
        steps=tuple(_step(path, n, act) for n, act in enumerate(acts, 1)),
        values={**base.get("values", {}), **own.get("values", {})},
        cast=cast,
        permits=tuple(_permit(path, told) for told in text.get("permit", ())),
    )


def _player(path: Path, key: str, told: Mapping[str, Any]) -> Player:
    try:
        return Player(
            told.get("name", key),
            tuple(told["roles"]),
            told.get("capacity", "titular"),
            told.get("cpf"),
        )
    except KeyError as error:
        raise BadScenario(f"{path}: {key}: falta {error}") from error


def _permit(path: Path, told: Mapping[str, Any]) -> Permit:
    try:
        return Permit(**told)
    except TypeError as error:
        raise BadScenario(f"{path}: permit: {error}") from error


def _refuse_unknown(path: Path, where: str, told: Mapping[str, Any], known: frozenset[str]) -> None:
    if unknown := set(told) - known:
        raise BadScenario(f"{path}: {where}: não se conhece {', '.join(sorted(unknown))}")


def _step(path: Path, n: int, act: Mapping[str, Any]) -> Step:
    _refuse_unknown(path, f"ato {n}", act, KEYS)
    _refuse_unknown(path, f"ato {n}: paper", act.get("paper", {}), PAPER)
    for name in DEEDS.keys() & act.keys():
        _refuse_unknown(path, f"ato {n}: {name}", act[name], DEEDS[name].fields)
    if len(ACTS & set(act)) != 1 or not isinstance(act.get("at"), datetime):
        raise BadScenario(f"{path}: ato {n}: precisa de `at` e de um só ato")
    if "values" in act and "answer" not in act:
        raise BadScenario(f"{path}: ato {n}: `values` só acompanha `answer`")
    return Step(
        n=n,
        at=act["at"],
        does={key: act[key] for key in act if key in ACTS | {"values"}},
        who=act.get("as"),
        case=act.get("case", "processo"),
        begins=act.get("begins"),
        expect=act.get("expect", {}),
        refused=act.get("refused"),
    )


def run(scenario: Scenario) -> list[str]:
    """Play a scenario on a database of its own. Returns what differs from what it expects."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(f"sqlite:///{folder}/stage.db")
        metadata.create_all(engine)
        first = scenario.steps[0].at
        stage = Stage(engine, scenario.municipality, first, scenario.cast)
        try:
            stage.grant(scenario.permits)
            return [differs for _, found in play(scenario, stage) for differs in found]
        finally:
            engine.dispose()


def play(scenario: Scenario, stage: Stage) -> Iterator[tuple[Step, list[str]]]:
    """Play the acts one by one: each, once it is done, with what differs from what it expects."""
    for step in scenario.steps:
        stage.at(step.at)
        yield step, [f"ato {step.n}: {differs}" for differs in _perform(scenario, stage, step)]


def _perform(scenario: Scenario, stage: Stage, step: Step) -> Iterator[str]:
    try:
        said = _do(scenario, stage, step)
    except Refused as refusal:
        said = refusal.message
        if step.refused is None or step.refused not in said:
            yield f"recusado: {said}"
    else:
        if step.begins is not None:
            stage.begun(step.begins)
        if step.refused is not None:
            yield f"devia ser recusado («{step.refused}»)"
    yield from looking.differences(stage, step.case, step.expect, said)


def _do(scenario: Scenario, stage: Stage, step: Step) -> str:
    if "open" in step.does:
        values = {**scenario.values.get("open", {}), **step.does["open"]}
        who = step.who or "fiscalizacao"
        return stage.open(scenario.process, posted(values, {}), who, step.case).message
    if "answer" in step.does:
        return _answer(scenario, stage, step)
    if "paper" in step.does:
        return stage.file(step.case, _paper(stage, step), step.who or "protocolo").message
    if "clock" in step.does:
        return str(stage.pass_time())
    name, told = next(iter(step.does.items()))
    return DEEDS[name].does(stage, step.case, told, step.who)


def _answer(scenario: Scenario, stage: Stage, step: Step) -> str:
    element = step.does["answer"]
    found = [t for t in stage.open_tasks(step.case) if t.element == element]
    if not found:
        raise Refused(f"«{element}» não está aberta; abertas: {looking.open_now(stage, step.case)}")
    values = {**scenario.values.get(element, {}), **step.does.get("values", {})}
    who = step.who or found[0].role
    parties = looking.parties(stage, step.case)
    return stage.answer(step.case, found[0].id, posted(values, parties), who).message


def _paper(stage: Stage, step: Step) -> Paper:
    told = step.does["paper"]
    sender = told.get("from")
    parties = looking.parties(stage, step.case)
    return Paper(
        kind=told["kind"],
        presenter=told.get("presenter", sender or "terceiro"),
        means=told.get("means", "balcao"),
        paper_on=told["on"],
        paper_time=told.get("hour"),
        party_id=parties[sender] if sender else None,
        note=told.get("note"),
        withdraws=looking.papers(stage, step.case)[told["withdraws"]]
        if "withdraws" in told
        else None,
        paid_cents=_cents(told.get("amount", "0")),
    )


def _cents(amount: str) -> int:
    """«1.621,00» in cents."""
    return int(Decimal(amount.replace(".", "").replace(",", ".")) * 100)


def posted(values: Mapping[str, Any], parties: Mapping[str, int]) -> dict[str, list[str]]:
    """Values as a browser posts them; `campo.autuado` becomes the input of that party."""
    return {
        _input(name, parties): [_typed(v) for v in (value if isinstance(value, list) else [value])]
        for name, value in values.items()
        if value != ""
    }


def _input(name: str, parties: Mapping[str, int]) -> str:
    field_name, _, key = name.partition(".")
    return f"{field_name}.{parties[key]}" if key in parties else name


def _typed(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    return value.strftime("%H:%M") if isinstance(value, time) else str(value)
