"""Suspension, interruption, extension and outage: of one case, and of all."""

from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from tests.cases.kit import World
from tests.cases.ticking import asked, day, enter, for_all, propose
from webapp.cases import carrying, clockevents, previewing, second_person
from webapp.cases.clockevents import Asked
from webapp.cases.second_person import EVENT
from webapp.domain.errors import NoCompetence, Refused, Unacceptable
from webapp.forms import Attachment
from webapp.laws import law
from webapp.store import clockevents as stored
from webapp.store import events, tables
from webapp.store.database import transaction


def whole(world: World) -> bool:
    with transaction(world.engine) as session:
        return all(isinstance(one, str) for one in events.verify(session))


# ---- one case


def test_a_suspension_gives_back_what_was_left_and_the_ledger_shows_its_days(
    world: World,
) -> None:
    world.open()
    reply = enter(world.go("2025-12-03"), asked("suspension", 3, 5))
    assert reply.moved == ("Defesa: de 08/12/2025 para 11/12/2025",)
    old, new = world.deadlines("defesa")
    assert (old.state, new.state, new.last_day) == ("superseded", "running", day(11))
    stopped = [line["day"] for line in new.ledger if line["kind"] == "suspended"]
    assert stopped == ["2025-12-03", "2025-12-04", "2025-12-05"]
    assert new.rule_snapshot["clock_events"] == [row.id for row in world.rows(tables.clock_event)]
    assert whole(world)


def test_an_interruption_begins_the_term_again_from_zero_after_its_last_day(
    world: World,
) -> None:
    world.open()
    enter(world.go("2025-12-05"), asked("interruption", 5, 5))
    new = world.deadlines("defesa")[-1]
    assert (new.reference_date, new.start_day, new.last_day) == (day(1), day(8), day(12))
    assert new.ledger[0]["day"] == "2025-12-05"
    assert "prazo interrompido" in new.ledger[0]["reason"]
    assert whole(world)


def test_an_outage_on_the_last_day_moves_the_end_to_a_day_of_full_hours(world: World) -> None:
    world.open()
    enter(world.go("2025-12-08"), asked("outage", 8, 8))
    new = world.deadlines("defesa")[-1]
    assert new.last_day == day(9)
    assert "sistema fora do ar" in "".join(line["reason"] for line in new.ledger)


def test_an_outage_in_the_middle_moves_nothing_and_no_certificate_is_made(world: World) -> None:
    world.open()
    reply = enter(world, asked("outage", 3, 3))
    assert reply.moved == ()
    assert [d.round for d in world.deadlines("defesa")] == [1]
    assert [p.kind for p in world.rows(tables.piece)] == ["auto_infracao"]


def test_it_moves_no_term_of_another_case(world: World) -> None:
    world.open("outro")
    world.open("este")
    enter(world, asked("suspension"))
    world.name = "outro"
    assert [d.last_day for d in world.deadlines("defesa")] == [day(8)]


def test_a_term_that_opens_later_in_the_case_is_counted_by_the_event(world: World) -> None:
    world.open()
    enter(world, asked("suspension", 22, 31))
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.judge()
    world.go("2025-12-19").notify("2025-12-19")
    assert world.deadlines("reconsideracao")[-1].last_day == date(2026, 1, 8)


def test_entered_after_the_lapse_the_term_runs_again(world: World) -> None:
    world.open()
    world.go("2025-12-09").tick()
    assert world.names() == ["certificar_defesa"]
    reply = enter(world, asked("suspension", 3, 9))
    assert reply.moved == ("Defesa: de 08/12/2025 para 15/12/2025; o decurso fica sem efeito",)
    assert world.names() == ["aguardar_defesa"]
    assert whole(world)


def test_entered_after_somebody_acted_on_the_lapse_the_authority_decides(world: World) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    enter(world, asked("suspension", 3, 12))
    assert world.names() == ["decidir_retificacao", "julgar_auto"]


def test_run_and_rolled_back_it_is_its_own_preview(world: World) -> None:
    world.open()
    before = (world.deadlines(), world.events(), world.case())
    session = Session(world.engine)
    reply = clockevents.enter_clock_event(
        session, world.case_id, asked("suspension"), now=world.now, actor=world.actors["diretor"]
    )
    session.rollback()
    session.close()
    assert reply.moved == ("Defesa: de 08/12/2025 para 10/12/2025",)
    assert (world.deadlines(), world.events(), world.case()) == before


def test_its_piece_and_the_certificate_enter_the_file_and_the_event_names_them(
    world: World,
) -> None:
    world.open()
    proof = Attachment("peca", "decisao.png", "image/png", b"\x89PNG\r\n\x1a\n")
    enter(world, asked("suspension", piece=proof))
    _, attached, certificate = world.rows(tables.piece)
    assert (attached.kind, certificate.kind) == ("anexo", "certidao_recontagem")
    assert world.events()[-1].body["pieces"] == [attached.id, certificate.id]
    assert world.rows(tables.clock_event)[0].piece_id == attached.id


@pytest.mark.parametrize(
    ("event", "field", "told"),
    [
        (asked("suspension", 4, 3), "fim", "antes de começar"),
        (asked("suspension", cause=" "), "causa", "motivo provado"),
        (asked("interruption", act=""), "ato", "decreto, portaria ou decisão"),
        (asked("outra"), "especie", "Escolha"),
        (asked("suspension", 3, 4000), "inicio", "Confira o ano"),
        (asked("extension", days=3), "prazo", "que a lei permita prorrogar"),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_the_rule(
    world: World, event: Asked, field: str, told: str
) -> None:
    world.open()
    before = (world.deadlines(), len(world.events()))
    with pytest.raises(Unacceptable) as refusal:
        enter(world, event)
    assert told in refusal.value.errors[field]
    assert (world.deadlines(), len(world.events())) == before
    assert world.rows(tables.clock_event) == []


def test_a_suspension_that_overlaps_another_of_the_same_case_is_refused(world: World) -> None:
    world.open()
    enter(world, asked("suspension", 3, 5))
    with pytest.raises(Unacceptable, match=r"Já há suspensão neste processo de 03/12/2025"):
        enter(world, asked("suspension", 5, 6))
    enter(world, asked("suspension", 8, 8))
    assert [e.from_day for e in world.rows(tables.clock_event)] == [day(3), day(8)]


def test_only_who_exercises_the_authority_enters_one(world: World) -> None:
    world.open()
    for who in ("secretaria", "apoio"):
        with pytest.raises(NoCompetence, match="Só a Autoridade"):
            enter(world, asked("suspension"), who)


# ---- all cases


def test_a_recess_by_decree_suspends_every_case_once_another_person_approved_it(
    world: World,
) -> None:
    world.open("um")
    world.open("dois")
    event_id = propose(world, asked("suspension", 3, 5, act="Decreto 480/2025"))
    assert [d.last_day for d in world.deadlines("defesa")] == [day(8)]
    clerk = world.actors["secretaria"]
    with transaction(world.engine) as session, pytest.raises(Refused, match="não aprova"):
        second_person.approve(session, f"{EVENT}:{event_id}", now=world.now, actor=clerk)
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        found = second_person.preview(session, f"{EVENT}:{event_id}", now=world.now, actor=actor)
        assert [(one.was, one.now) for one in found] == [(day(8), day(11))] * 2
        second_person.approve(session, f"{EVENT}:{event_id}", now=world.now, actor=actor)
    assert carrying.carry_on(world.engine, lambda _: world.now) == 2
    for name in ("um", "dois"):
        world.name = name
        assert world.deadlines("defesa")[-1].last_day == day(11)
        assert world.events()[-1].kind == "terms_recounted"
    assert whole(world)


def test_a_case_with_a_suspension_of_its_own_counts_both(world: World) -> None:
    world.open()
    enter(world, asked("suspension", 2, 2))
    for_all(world, asked("suspension", 4, 5))
    assert world.deadlines("defesa")[-1].last_day == day(11)


@pytest.mark.parametrize(
    ("event", "field", "told"),
    [
        (asked("extension", days=1), "especie", "de um prazo de um processo"),
        (asked("suspension", 4, 3), "fim", "antes de começar"),
        (asked("outage", act=" "), "ato", "decreto"),
    ],
)
def test_what_cannot_be_for_all_is_refused_and_nothing_is_entered(
    world: World, event: Asked, field: str, told: str
) -> None:
    with pytest.raises(Unacceptable) as refusal:
        propose(world, event)
    assert told in refusal.value.errors[field]
    with transaction(world.engine) as session:
        assert stored.for_all(session, world.municipality_id) == []


def test_two_suspensions_for_all_do_not_overlap_not_even_as_proposals(world: World) -> None:
    propose(world, asked("suspension", 3, 5))
    with pytest.raises(Unacceptable, match="de todos os processos"):
        propose(world, asked("suspension", 5, 9))


# ---- the preview says what the acts do


def test_the_preview_of_a_town_tells_the_days_that_the_acts_then_give(world: World) -> None:
    for n, start in enumerate(("2025-12-01", "2025-12-03", "2025-12-06"), 1):
        world.go(start).open(f"caso {n}", data_fato="2025-11-20", data_entrega=start)
    event_id = propose(world, asked("suspension", 4, 9))
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        told = second_person.preview(session, f"{EVENT}:{event_id}", now=world.now, actor=actor)
        second_person.approve(session, f"{EVENT}:{event_id}", now=world.now, actor=actor)
    carrying.carry_on(world.engine, lambda _: world.now)
    seen = {}
    for name, case_id in world.stage.cases.items():
        world.name = name
        seen[case_id] = world.deadlines("defesa")[-1].last_day
    assert {one.case_id: one.now for one in told} == seen


@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(first=st.integers(min_value=-3, max_value=14), length=st.integers(min_value=0, max_value=40))
def test_a_suspension_keeps_the_balance_of_the_term(world: World, first: int, length: int) -> None:
    """Before and after it together the term has its five days, and none of them in it."""
    world.go("2025-12-01").open(f"caso {first} {length}")
    enter(world, asked("suspension", first, first + length))
    row = world.deadlines("defesa")[-1]
    assert [line["n"] for line in row.ledger if line["kind"] == "counted"] == [1, 2, 3, 4, 5]
    inside = {day(first) + timedelta(days=n) for n in range(length + 1)}
    counted = {date.fromisoformat(one["day"]) for one in row.ledger if one["kind"] == "counted"}
    assert not counted & inside
    assert row.last_day >= day(8)


def test_nothing_moves_by_a_change_that_touches_no_term(world: World) -> None:
    world.open()
    event_id = propose(world, asked("suspension", 20, 25))
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        change = second_person.find(session, f"clock_event:{event_id}", actor).change
        rules, place = law("marilandia"), world.municipality_id
        assert previewing.moved(session, rules, place, change, world.now) == []
