"""A day entered late in the calendar: two persons, a preview, and each case counted again."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select
from sqlalchemy.event import listen

from tests.cases.kit import World
from tests.cases.late import (
    FRIDAY,
    WITH_ADMIN,
    approve,
    carry_on,
    closed_late,
    enter,
)
from tests.web.cases import stand_still
from webapp.cases import carrying, second_person
from webapp.cases.lateday import NewDay
from webapp.cases.reckoning import clock, ends
from webapp.cases.second_person import DAY
from webapp.domain.calendar import Opening
from webapp.domain.errors import Unacceptable
from webapp.laws import law
from webapp.store import calendar_days, events, hold, tables
from webapp.store.database import transaction
from webapp.worker import Worker


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, with an administrator; nothing open."""
    world = World(database_url, cast=WITH_ADMIN)
    yield world
    world.engine.dispose()


def previewed(world: World, day_id: int) -> list[tuple[str, date, date, str]]:
    actor = world.actors["diretor"]
    with transaction(world.engine) as session:
        found = second_person.preview(session, f"{DAY}:{day_id}", now=world.now, actor=actor)
    return [(one.term, one.was, one.now, one.how) for one in found]


def whole(world: World) -> bool:
    with transaction(world.engine) as session:
        faults = [one for one in events.verify(session) if not isinstance(one, str)]
    return faults == []


# ---- a term that runs


def test_a_running_term_gets_the_day_back_in_the_next_round_with_its_certificate(
    world: World,
) -> None:
    world.open()
    world.go("2025-12-06")
    closed_late(world)
    old, new = world.deadlines("defesa")
    assert (old.state, new.state, new.round) == ("superseded", "running", 2)
    assert (old.last_day, new.last_day) == (date(2025, 12, 8), date(2025, 12, 9))
    assert ("2025-12-05", "closed") in [(line["day"], line["kind"]) for line in new.ledger]
    (piece,) = world.rows(tables.piece, tables.piece.c.kind == "certidao_recontagem")
    assert piece.facts["recount"]["act"] == "Decreto 471/2025"
    assert piece.facts["recount"]["entered_by"] == "Sílvia Secretaria"
    assert piece.facts["recount"]["approved_by"] == "Dário Diretor"
    assert [m["after_on"] for m in piece.facts["recount"]["moves"]] == ["09/12/2025"]
    assert whole(world)


def test_nothing_moves_before_the_second_person_approves(world: World) -> None:
    world.open()
    day_id = enter(world)
    assert carry_on(world) == 0
    assert previewed(world, day_id) == [("Defesa", date(2025, 12, 8), date(2025, 12, 9), "runs")]
    assert [d.last_day for d in world.deadlines("defesa")] == [date(2025, 12, 8)]


def test_a_term_that_begins_after_the_approval_is_counted_by_the_day_at_once(
    world: World,
) -> None:
    closed_late(world)
    world.open()
    assert [(d.round, d.last_day) for d in world.deadlines("defesa")] == [(1, date(2025, 12, 9))]


def test_an_early_closing_moves_only_a_term_that_would_end_on_it(world: World) -> None:
    world.open()
    closed_late(world, NewDay(FRIDAY, Opening.ENCERRADO_ANTES, "falta de água", "Portaria 9/2025"))
    assert [d.last_day for d in world.deadlines("defesa")] == [date(2025, 12, 8)]
    world.go("2025-12-02")
    monday = NewDay(date(2025, 12, 8), Opening.ENCERRADO_ANTES, "falta de luz", "Portaria 10/2025")
    closed_late(world, monday)
    assert [d.last_day for d in world.deadlines("defesa")][-1] == date(2025, 12, 9)


def test_a_holiday_opened_late_shortens_no_term_that_runs(world: World) -> None:
    world.go("2025-12-18").open(data_fato="2025-12-18", data_entrega="2025-12-18")
    assert [d.last_day for d in world.deadlines("defesa")] == [date(2025, 12, 26)]
    closed_late(world, NewDay(date(2025, 12, 25), Opening.ABERTO, "plantão", "Decreto 480/2025"))
    assert [d.last_day for d in world.deadlines("defesa")] == [date(2025, 12, 26)]


# ---- a term that is over


def test_a_lapse_on_which_nobody_acted_is_undone_and_the_term_runs_again(world: World) -> None:
    world.open()
    world.go("2025-12-09").tick()
    assert world.names() == ["certificar_defesa"]
    day_id = enter(world)
    assert [one[3] for one in previewed(world, day_id)] == ["reopens"]
    approve(world, day_id)
    carry_on(world)
    assert world.names() == ["aguardar_defesa"]
    world.paper("defesa", "2025-12-09")
    assert world.names() == ["julgar_auto"]
    (paper,) = world.rows(tables.filing)
    assert paper.timeliness == "tempestivo"
    assert whole(world)


def test_a_paper_that_came_on_the_day_given_back_meets_the_term(world: World) -> None:
    world.open()
    world.go("2025-12-09").paper("defesa", "2025-12-09")
    assert world.names() == ["certificar_defesa"]
    world.go("2025-12-12")
    day_id = enter(world)
    assert [one[3] for one in previewed(world, day_id)] == ["date_only"]
    approve(world, day_id)
    carry_on(world)
    assert world.names() == ["julgar_auto"]
    assert [p.timeliness for p in world.rows(tables.filing)] == ["tempestivo"]


def test_a_term_over_by_both_counts_lapses_again_on_its_new_day(world: World) -> None:
    world.open()
    world.go("2025-12-12").tick()
    closed_late(world)
    assert world.names() == ["certificar_defesa"]
    assert [(d.state, d.last_day) for d in world.deadlines("defesa")] == [
        ("superseded", date(2025, 12, 8)),
        ("fired", date(2025, 12, 9)),
    ]


def test_where_somebody_acted_too_early_nothing_moves_and_the_authority_decides(
    world: World,
) -> None:
    world.open()
    world.go("2025-12-09").tick()
    world.answer("certificar_defesa", resultado="decurso", motivo_antecipado="Ninguém virá.")
    day_id = enter(world)
    assert [one[3] for one in previewed(world, day_id)] == ["acted"]
    approve(world, day_id)
    carry_on(world)
    assert world.names() == ["decidir_retificacao", "julgar_auto"]
    assert [d.state for d in world.deadlines("defesa")] == ["fired"]


def test_an_act_after_both_ends_stands_and_nobody_is_asked(world: World) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    day_id = closed_late(world)
    assert previewed(world, day_id) == []
    assert world.names() == ["julgar_auto"]


def test_a_term_that_was_met_stays_met(world: World) -> None:
    world.open()
    world.go("2025-12-08").paper("defesa", "2025-12-08")
    day_id = closed_late(world)
    assert previewed(world, day_id) == []
    assert [d.state for d in world.deadlines("defesa")] == ["met"]
    assert world.names() == ["julgar_auto"]


# ---- once, and whatever stops it


def test_counting_again_twice_is_counting_again_once(world: World) -> None:
    world.open()
    day_id = closed_late(world)
    before = (world.deadlines(), len(world.events()), world.rows(tables.piece))
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        proposal = second_person.find(session, f"calendar_day:{day_id}", actor)
        said = carrying.recount_case(session, world.case_id, proposal, now=world.now, actor=actor)
    assert said.moved == ()
    assert carry_on(world) == 0
    assert (world.deadlines(), len(world.events()), world.rows(tables.piece)) == before


def test_a_recount_that_stopped_goes_on_with_the_cases_that_are_left(world: World) -> None:
    for name in ("um", "dois", "tres"):
        world.open(name)
    approve(world, enter(world))
    assert carry_on(world, limit=2) == 2
    with transaction(world.engine) as session:
        assert calendar_days.listed(session, world.municipality_id)[0].recounted_at is None
    assert carry_on(world, limit=2) == 1
    with transaction(world.engine) as session:
        last_days = session.execute(
            select(tables.deadline.c.last_day).where(tables.deadline.c.state == "running")
        ).scalars()
        assert set(last_days) == {date(2025, 12, 9)}
        assert calendar_days.listed(session, world.municipality_id)[0].recounted_at is not None


def test_one_case_that_cannot_be_counted_again_stops_no_other_and_goes_to_the_authority(
    world: World,
) -> None:
    world.open("quebrado")
    world.go("2025-12-09").tick()
    with transaction(world.engine) as session:
        session.execute(tables.kept_state.delete())
    world.go("2025-12-04").open("bom", data_fato="2025-12-04", data_entrega="2025-12-04")
    world.go("2025-12-09")
    closed_late(world)
    assert [d.last_day for d in world.deadlines("defesa")][-1] == date(2025, 12, 12)
    world.name = "quebrado"
    assert world.names() == ["certificar_defesa", "decidir_retificacao"]


def test_nothing_is_counted_again_while_the_operator_holds_the_terms(world: World) -> None:
    world.open()
    approve(world, enter(world))
    with transaction(world.engine) as session:
        hold.put(session, "cópia restaurada", world.now)
    assert carry_on(world) == 0
    with transaction(world.engine) as session:
        hold.release(session, world.now)
    assert carry_on(world) == 1


def test_the_worker_goes_on_with_a_recount(world: World) -> None:
    world.open()
    approve(world, enter(world))
    stand_still(world)
    Worker(world.engine).tick()
    assert [d.last_day for d in world.deadlines("defesa")][-1] == date(2025, 12, 9)


# ---- whatever the day


@settings(
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    shift=st.integers(min_value=-2, max_value=12),
    opening=st.sampled_from([Opening.FECHADO, Opening.ENCERRADO_ANTES, Opening.ABERTO_DEPOIS]),
)
def test_a_closure_never_shortens_a_term(world: World, shift: int, opening: Opening) -> None:
    day = date.fromordinal(date(2025, 12, 1).toordinal() + shift)
    world.go("2025-12-01").open(f"caso {shift} {opening}")
    before = world.deadlines("defesa")[-1].last_day
    try:
        closed_late(world, NewDay(day, opening, "qualquer", "Decreto 1/2025"))
    except Unacceptable:
        return  # the day has no such hours to lose, or was entered by an earlier example
    assert world.deadlines("defesa")[-1].last_day >= before


# ---- a whole town


def fill_town(world: World, cases: int) -> None:
    """So many more cases, each with a running term: 25 to 64 office days from a day of November,
    so that all of them meet Friday 2025-12-05."""
    case, term = world.case()._asdict(), world.deadlines("defesa")[0]._asdict()
    del case["id"], term["id"], case["state"]
    names = [f"{n:05}/2025" for n in range(cases)]
    rows = [{**case, "number": name, "number_key": f"copia{name}"} for name in names]
    with transaction(world.engine) as session:
        session.execute(insert(tables.case), rows)
        ids = session.execute(
            select(tables.case.c.id).where(tables.case.c.number_key.startswith("copia"))
        ).scalars()
        terms = [{**term, "case_id": one, "task_id": None, **long(n)} for n, one in enumerate(ids)]
        session.execute(insert(tables.deadline), terms)


@cache
def counted(reference: date, length: int) -> dict[str, Any]:
    entry = {**law("marilandia").entries("prazos.defesa")[-1].snapshot(), "length": length}
    by = clock(law("marilandia"), (), ())
    found = ends(entry, reference, by, 0)
    return {"rule_snapshot": entry, "reference_date": reference, **found}


def long(n: int) -> dict[str, Any]:
    """The n-th term of the town: of 800 kinds."""
    return counted(date(2025, 11, 3 + n % 20), 25 + n // 20 % 40)


def test_ten_thousand_running_terms_are_previewed_in_five_seconds_of_work_and_four_statements(
    world: World,
) -> None:
    world.open()
    fill_town(world, 9_999)
    day_id = enter(world)
    said: list[str] = []
    listen(world.engine, "before_cursor_execute", lambda *given: said.append(given[2]))
    began = process_time()
    found = previewed(world, day_id)
    assert process_time() - began < 5
    assert len(found) == 10_000
    assert sum(one.startswith(("SELECT", "(SELECT")) for one in said) <= 4
