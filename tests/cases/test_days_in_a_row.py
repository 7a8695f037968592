"""A recess entered as one entry, and days in force taken back by a counter-entry."""

from collections.abc import Iterator
from datetime import date

import pytest
from sqlalchemy import select

from tests.cases.kit import World
from tests.cases.late import FRIDAY, MOURNING, WITH_ADMIN, approve, carry_on, closed_late, enter
from webapp.cases import lateday, second_person
from webapp.cases.lateday import NewDay
from webapp.cases.second_person import DAY
from webapp.domain.calendar import Calendar, Opening
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.laws import law
from webapp.store import events, tables
from webapp.store.database import transaction

# Thursday 04/12 to Tuesday 09/12/2025, a weekend between.
RECESS = NewDay(
    date(2025, 12, 4), Opening.FECHADO, "recesso", "Decreto 480/2025", date(2025, 12, 9)
)
ANNULLED = ("decreto anulado", "Decreto 490/2025")


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Monday 2025-12-01, with an administrator; nothing open."""
    world = World(database_url, cast=WITH_ADMIN)
    yield world
    world.engine.dispose()


def revoke(world: World, day_id: int, who: str = "secretaria") -> int:
    with transaction(world.engine) as session:
        actor = world.actors[who]
        return lateday.revoke_day(session, day_id, *ANNULLED, now=world.now, actor=actor)


def taken_back(world: World, day_id: int) -> int:
    """The days are revoked, the revocation approved, and every case counted again."""
    counter_id = revoke(world, day_id)
    approve(world, counter_id)
    carry_on(world)
    return counter_id


def calendar(world: World) -> Calendar:
    with transaction(world.engine) as session:
        return lateday.calendar_of(session, law("marilandia"), world.municipality_id)


def last_days(world: World) -> list[date]:
    return [row.last_day for row in world.deadlines("defesa")]


# ---- days in a row


def test_a_recess_is_one_entry_and_moves_terms_past_all_of_its_days(world: World) -> None:
    world.open()
    assert last_days(world) == [date(2025, 12, 8)]
    closed_late(world, RECESS)
    assert last_days(world)[-1] == date(2025, 12, 12)
    (piece,) = world.rows(tables.piece, tables.piece.c.kind == "certidao_recontagem")
    assert piece.facts["recount"]["from_on"] == "04/12/2025"
    assert piece.facts["recount"]["to_on"] == "09/12/2025"


def test_a_closure_of_days_in_a_row_leaves_the_weekend_between_as_it_is(world: World) -> None:
    closed_late(world, RECESS)
    kept = calendar(world)
    assert kept.status(date(2025, 12, 5)).words == "recesso (Decreto 480/2025)"
    assert kept.status(date(2025, 12, 6)).words == "sábado"
    assert kept.is_open(date(2025, 12, 10))


def test_an_entry_that_shares_a_day_with_another_is_refused(world: World) -> None:
    enter(world, RECESS)
    with pytest.raises(Unacceptable) as refusal:
        enter(world, MOURNING)
    assert "04/12/2025 já foi lançado por Sílvia Secretaria" in refusal.value.errors["dia"]


@pytest.mark.parametrize(
    ("first", "last", "field", "told"),
    [
        (date(2025, 12, 9), date(2025, 12, 4), "ate", "antes de 09/12/2025"),
        (date(2025, 12, 4), date(2026, 3, 4), "dia", "lance uma suspensão"),
        (date(2025, 12, 6), date(2025, 12, 7), "dia", "já não há expediente"),
    ],
)
def test_days_that_cannot_be_in_a_row_are_refused(
    world: World, first: date, last: date, field: str, told: str
) -> None:
    with pytest.raises(Unacceptable) as refusal:
        enter(world, NewDay(first, Opening.FECHADO, "recesso", "Decreto 480/2025", last))
    assert told in refusal.value.errors[field]


# ---- taken back


def test_a_revoked_day_is_an_ordinary_day_again_and_both_entries_stay(world: World) -> None:
    day_id = closed_late(world)
    assert not calendar(world).is_open(FRIDAY)
    counter_id = revoke(world, day_id)
    assert not calendar(world).is_open(FRIDAY), "nothing changes before the second person"
    approve(world, counter_id)
    carry_on(world)
    assert calendar(world).is_open(FRIDAY)
    with transaction(world.engine) as session:
        rows = session.execute(select(tables.calendar_day).order_by(tables.calendar_day.c.id)).all()
        faults = [one for one in events.verify(session) if not isinstance(one, str)]
    assert [(row.state, row.revokes, row.act) for row in rows] == [
        ("revoked", None, "Decreto 471/2025"),
        ("in_force", day_id, "Decreto 490/2025"),
    ]
    assert rows[0].approved_by == world.actors["diretor"].user_id
    assert faults == []


def test_no_term_that_got_the_day_gets_shorter_and_later_ones_count_without_it(
    world: World,
) -> None:
    world.open("antes")
    day_id = closed_late(world)
    taken_back(world, day_id)
    assert last_days(world)[-1] == date(2025, 12, 9)
    world.open("depois")
    assert last_days(world) == [date(2025, 12, 8)]


def test_terms_that_the_revocation_makes_longer_are_previewed_and_recounted(world: World) -> None:
    """On 25/12 the offices would have worked; the decree that said so is annulled."""
    day_id = closed_late(
        world, NewDay(date(2025, 12, 25), Opening.ABERTO, "plantão", "Decreto 470/2025")
    )
    world.go("2025-12-18").open(data_fato="2025-12-18", data_entrega="2025-12-18")
    assert last_days(world) == [date(2025, 12, 25)]
    counter_id = revoke(world, day_id)
    with transaction(world.engine) as session:
        actor = world.actors["diretor"]
        (moved,) = second_person.preview(session, f"{DAY}:{counter_id}", now=world.now, actor=actor)
    assert (moved.was, moved.now) == (date(2025, 12, 25), date(2025, 12, 26))
    approve(world, counter_id)
    carry_on(world)
    assert last_days(world)[-1] == date(2025, 12, 26)
    (piece,) = world.rows(tables.piece, tables.piece.c.kind == "certidao_recontagem")
    assert piece.facts["recount"]["what"] == "revogação de «expediente normal»: decreto anulado"
    assert piece.facts["recount"]["act"] == "Decreto 490/2025"


def test_a_day_taken_back_may_be_entered_again(world: World) -> None:
    taken_back(world, closed_late(world))
    closed_late(world, NewDay(FRIDAY, Opening.FECHADO, "luto", "Decreto 500/2025"))
    assert calendar(world).status(FRIDAY).words == "luto (Decreto 500/2025)"


def test_a_refused_revocation_leaves_the_day_and_may_be_asked_again(world: World) -> None:
    day_id = closed_late(world)
    counter_id = revoke(world, day_id)
    with transaction(world.engine) as session:
        actor, subject = world.actors["diretor"], f"{DAY}:{counter_id}"
        second_person.refuse(session, subject, "Não foi anulado.", now=world.now, actor=actor)
    assert not calendar(world).is_open(FRIDAY)
    assert revoke(world, day_id) > counter_id


def test_only_a_day_in_force_is_revoked_once_by_who_may_and_with_act_and_reason(
    world: World,
) -> None:
    waiting = enter(world)
    with pytest.raises(Refused, match="em vigor"):
        revoke(world, waiting)
    approve(world, waiting)
    with pytest.raises(Refused, match="recontagem por este dia ainda não terminou"):
        revoke(world, waiting)
    carry_on(world)
    with pytest.raises(NoCompetence):
        revoke(world, waiting, who="protocolo")
    actor = world.actors["secretaria"]
    with transaction(world.engine) as session, pytest.raises(Unacceptable) as refusal:
        lateday.revoke_day(session, waiting, " ", "", now=world.now, actor=actor)
    assert set(refusal.value.errors) == {"motivo", "ato"}
    with pytest.raises(NotFound):
        revoke(world, 999)
    counter_id = revoke(world, waiting)
    with pytest.raises(Refused, match="já foi lançada por Sílvia Secretaria"):
        revoke(world, waiting)
    with pytest.raises(Refused, match="uma segunda pessoa"):
        approve(world, counter_id, who="secretaria")
