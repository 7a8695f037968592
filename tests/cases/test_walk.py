"""A random walk over people, papers and time, with a restart after every step.

Examples show the holes one knows; the walk finds the others. AUTOS_WALKS sets how many walks of
each kind are made (3 by default), AUTOS_SEED where they begin.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import Row

from tests.cases import undrawn
from tests.cases.kit import World
from webapp import engine
from webapp.cases import bundles, correcting, deaths, desk
from webapp.cases.correcting import Correction
from webapp.cases.records import OPEN_STATES
from webapp.domain.errors import Refused, Unacceptable
from webapp.forms import Input
from webapp.store import events, tables
from webapp.store.database import open_engine, transaction

WALKS = int(os.environ.get("AUTOS_WALKS", "3"))
SEED = int(os.environ.get("AUTOS_SEED", "7"))
STEPS = 35
TRIES = 6
PAPERS = ("defesa", "reconsideracao", "retorno_ar", "pagamento", "peticao", "documento")


@pytest.mark.parametrize("seed", range(SEED, SEED + WALKS))
def test_a_walk_with_one_party_keeps_every_rule(world: World, seed: int) -> None:
    """F16. Seen to fail when `Act.save` writes no state, and when it keeps the first one."""
    _walk(world, random.Random(seed))


@pytest.mark.parametrize("seed", range(SEED, SEED + WALKS))
def test_a_walk_from_the_penalty_on_keeps_every_rule(world: World, seed: int) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.judge()
    world.notify("2025-12-16")
    _go_on(world, random.Random(seed), date(2025, 12, 16))


@pytest.mark.parametrize("seed", range(SEED, SEED + WALKS))
def test_a_walk_with_two_parties_keeps_every_rule(two_parties: World, seed: int) -> None:
    _walk(two_parties, random.Random(seed))


def _walk(world: World, rnd: random.Random) -> None:
    delivered = rnd.choice(["entregue", "nao_entregue"])
    on = "2025-12-01" if delivered == "entregue" else None
    world.open(entrega=delivered, data_entrega=on)
    _go_on(world, rnd, date(2025, 12, 1))


def _go_on(world: World, rnd: random.Random, day: date) -> None:
    for _ in range(STEPS):
        if world.case().ended_at is not None and rnd.random() < 0.7:
            break
        day += timedelta(days=rnd.choice([0, 0, 0, 1, 2, 6]))
        world.go(day.isoformat(), rnd.choice([8, 12, 17]))
        before = len(world.events())
        try:
            _step(world, rnd, day)
        except Refused:
            assert len(world.events()) == before, "a refusal leaves nothing"
        _restart(world)
        _check(world)


def _step(world: World, rnd: random.Random, day: date) -> None:
    tasks = [t for t in world.open_tasks() if t.kind in ("person", "row")]
    chance = rnd.random()
    if chance > 0.92:
        _undrawn(world, rnd, day)
    elif chance > 0.85:
        _correct(world, rnd, day)
    elif chance < 0.2 or (not tasks and chance < 0.5):
        world.tick()
    elif chance < 0.4 or not tasks:
        stamped = day - timedelta(days=rnd.choice([0, 0, 1, 4]))
        party = rnd.randrange(len(world.parties()))
        world.paper(rnd.choice(PAPERS), stamped.isoformat(), party)
    else:
        _answer(world, rnd, rnd.choice(tasks), day)


def _correct(world: World, rnd: random.Random, day: date) -> None:
    """Correction after correction is where the holes are."""
    kind = rnd.choice(["fact", "fact", "back", "undo", "reopen"])
    earlier = (day - timedelta(days=rnd.choice([0, 1, 3, 8]))).isoformat()
    if kind == "fact":
        facts = [f for f in _in_force(world) if f.name in ("ciencia", "fato", "dia_pagamento")]
        if facts:
            _correct_one(world, rnd.choice(facts), earlier)
    elif kind == "back":
        done = {t.element for t in world.rows(tables.task) if t.closed_how == "completed"}
        if done:
            world.back(rnd.choice(sorted(done)))
    elif kind == "undo":
        papers = [f for f in world.rows(tables.filing) if f.undone_by is None]
        if papers:
            world.undo(rnd.choice(papers).id)
    else:
        terms = [d for d in world.deadlines() if d.state in ("running", "fired", "waiting_start")]
        if terms:
            world.reopen(rnd.choice(terms).id, earlier)


def _undrawn(world: World, rnd: random.Random, day: date) -> None:
    """Acts that every case may have: none may leave a step that nothing will end."""
    kind = rnd.choice(["hold", "resume", "dispatch", "ask", "dies", "gives up"])
    later = (day + timedelta(days=rnd.choice([0, 1, 4]))).isoformat()
    if kind == "hold":
        undrawn.hold(world, later)
    elif kind == "resume":
        undrawn.resume(world)
    elif kind == "dispatch":
        undrawn.dispatch(world)
    elif kind == "ask":
        undrawn.ask(world, later)
    elif kind == "dies":
        undrawn.dies(world, day.isoformat(), rnd.randrange(len(world.parties())))
    else:
        papers = [f for f in world.rows(tables.filing) if f.undone_by is None]
        if papers:
            undrawn.gives_up(world, rnd.choice(papers).id, day.isoformat())


def _in_force(world: World) -> list[Row[Any]]:
    facts = world.rows(tables.case_fact)
    return [f for f in facts if f.superseded_by is None and f.undone_by is None]


def _correct_one(world: World, fact: Row[Any], value: str) -> None:
    correction = Correction(fact.id, value, "prova conferida de novo")
    with transaction(world.engine) as session:
        correcting.correct(
            session,
            world.case_id,
            correction,
            now=world.now,
            actor=world.actors["secretaria"],
        )


def _answer(world: World, rnd: random.Random, task: Row[Any], day: date) -> None:
    """Answer a form at random, until an answer is accepted or chance gives up."""
    who = {"autoridade": "diretor", "fiscalizacao": "agente"}.get(task.role, task.role)
    with transaction(world.engine) as session:
        on_desk = desk.of_task(
            session, world.case_id, task.id, now=world.now, actor=world.actors[who]
        )
    for _ in range(TRIES - 1):
        try:
            world.answer_task(task.id, who, **_values(on_desk, rnd, day))
        except Unacceptable:
            continue
        return
    world.answer_task(task.id, who, **_values(on_desk, rnd, day))


def _values(on_desk: desk.Desk, rnd: random.Random, day: date) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for one in on_desk.form.inputs(on_desk.context):
        if one.condition and values.get(one.condition.name) not in one.condition.codes:
            continue
        values.update(_typed(one, rnd, day))
    return values


def _typed(one: Input, rnd: random.Random, day: date) -> Iterator[tuple[str, Any]]:
    kind = one.control.type
    if kind in ("file", "files"):
        return
    if kind in ("choice", "yes_no"):
        yield one.name, rnd.choice(one.options).code
    elif kind == "date":
        past = day - timedelta(days=rnd.choice([0, 0, 1, 3]))
        future = day + timedelta(days=rnd.choice([5, 30]))
        yield one.name, (future if one.control.limit == "future" else past).isoformat()
    else:
        yield one.name, {"money": "759,00", "integer": "30"}.get(kind, "texto do ato")


# ---- what must hold after every step


def _restart(world: World) -> None:
    """What a new process would see: no cached bundle, no pooled connection."""
    world.engine.dispose()
    bundles.forget()
    world.engine = world.stage.engine = open_engine(
        world.engine.url.render_as_string(hide_password=False)
    )


def _check(world: World) -> None:
    _chain_is_whole(world)
    _rows_agree(world)
    _moments_are_in_order(world)
    _state_reads_back(world)
    net = sum(e.cents for e in world.rows(tables.effect))
    assert net >= 0, "what was countered never exceeds what was applied"


def _chain_is_whole(world: World) -> None:
    with transaction(world.engine) as session:
        assert list(events.verify(session)) == [f"case:{world.case_id}"]


def _rows_agree(world: World) -> None:
    deadlines, open_tasks = world.deadlines(), world.open_tasks()
    running = [d for d in deadlines if d.state in OPEN_STATES]
    in_force = Counter((d.task_id, d.party_id) for d in running)
    assert all(n == 1 for n in in_force.values()), "one row in force per party and step"
    ids, elements = {t.id for t in open_tasks}, {t.element for t in open_tasks}
    assert {d.task_id for d in running} <= ids, "no term runs on a step that is over"
    for task in open_tasks:
        if task.clock_id is not None and "decidir_obito" not in elements:
            assert any(d.task_id == task.id for d in running), f"{task.element} would never end"
    if world.case().ended_at is None:
        assert open_tasks, "the case is stuck"


def _moments_are_in_order(world: World) -> None:
    moments = [e.effective_at for e in world.events()]
    assert moments == sorted(moments)
    for task in world.rows(tables.task):
        assert task.closed_at is None or task.opened_at <= task.closed_at


class _Quiet:
    def fact(self, key: str) -> str:
        return "nao"

    def ran(self, action: str, element: str, about: str) -> None:
        raise AssertionError("a settled state has nothing to run")

    def called(self, element: str, about: str) -> None:
        raise AssertionError("a settled state has nothing to call")


def _state_reads_back(world: World) -> None:
    case = world.case()
    with transaction(world.engine) as session:
        bundle = bundles.load(session, case.bundle_sha256).bundle
    run = engine.Run.resume(bundle, case.state, _Quiet())
    if not run.finished:
        run.advance()
    assert run.state() == case.state, "saved text equals reloaded text"
    shown = {(s.engine_id, s.element) for s in run.steps()}
    open_rows = {(t.engine_id, t.element) for t in world.open_tasks() if t.engine_id}
    if case.outcome == deaths.EXTINCT_OUTCOME:
        shown = set()  # it ended outside its diagram, which stands where it stood
    assert shown == open_rows, "the rows say what the run says"
