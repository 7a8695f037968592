"""What the demonstration tells: three municipalities at work on Monday 2025-12-01, 9 o'clock."""

from collections import Counter
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from sqlalchemy import Engine, ScalarSelect, or_, select
from validate_docbr import CPF

from webapp import clock
from webapp.cases import draining
from webapp.cli.sample import TOWNS
from webapp.cli.sample.cast import cpf
from webapp.cli.sample.marilandia.cast import PERMITS
from webapp.registry.asking import registry
from webapp.registry.sanctions import history
from webapp.store import fines, passwords
from webapp.store.database import transaction
from webapp.store.events import Fault, verify
from webapp.store.fines import Tab, Wanted
from webapp.store.people import DEMO_PASSWORD
from webapp.store.tables import (
    case,
    case_party,
    deadline,
    effect,
    event,
    incident,
    membership,
    municipality,
    permit,
    permit_link,
    person,
    piece,
    points_entry,
    restriction,
    task,
    user_account,
)

MONDAY = datetime(2025, 12, 1, 12, 0, tzinfo=UTC)
TODAY = date(2025, 12, 1)
OFFICIALS = [one for cast, _ in TOWNS for one in cast.officials]


def of(slug: str) -> ScalarSelect[int]:
    """The id of a municipality."""
    return select(municipality.c.id).where(municipality.c.slug == slug).scalar_subquery()


def open_steps(engine: Engine, kind: str, slug: str = "marilandia") -> list[str]:
    with transaction(engine) as session:
        query = select(task.c.element).where(
            task.c.closed_at.is_(None), task.c.kind == kind, task.c.municipality_id == of(slug)
        )
        return list(session.execute(query).scalars())


def test_the_clock_stands_on_monday_at_nine(loaded: Engine) -> None:
    with transaction(loaded) as session:
        assert clock.now(session) == MONDAY


def test_tasks_of_every_stage_wait_for_somebody(loaded: Engine) -> None:
    waiting = open_steps(loaded, "person")
    assert len(waiting) >= 12
    assert set(waiting) == {
        "escolher_meio",
        "entregar_em_maos",
        "conferir_ciencia",
        "certificar_defesa",
        "julgar_auto",
        "certificar_reconsideracao",
        "decidir_reconsideracao",
        "certificar_pagamento",
    }
    assert set(open_steps(loaded, "wait")) == {
        "aguardar_ar",
        "aguardar_defesa",
        "aguardar_reconsideracao",
        "aguardar_pagamento",
    }


def test_whoever_has_two_roles_finds_twelve_tasks(loaded: Engine) -> None:
    with transaction(loaded) as session:
        roles = select(membership.c.role).join(
            user_account, user_account.c.id == membership.c.user_id
        )
        held = session.execute(roles.where(user_account.c.login == "atendimento")).scalars().all()
        own = select(task.c.id).where(
            task.c.closed_at.is_(None),
            task.c.kind == "person",
            task.c.role.in_(held),
            task.c.municipality_id == of("marilandia"),
        )
        assert len(session.execute(own).all()) >= 12


def test_some_cases_are_finished_one_way_and_the_other(loaded: Engine) -> None:
    with transaction(loaded) as session:
        own = case.c.municipality_id == of("marilandia")
        ended = session.execute(select(case.c.outcome).where(case.c.ended_at.is_not(None), own))
        assert sorted(ended.scalars()) == ["aplicada", "arquivado"]


def test_one_driver_is_a_repeated_offender(loaded: Engine) -> None:
    repeated = cpf(PERMITS[0].driver.nine_digits)
    with transaction(loaded) as session:
        found = session.execute(
            select(case_party.c.person_id, case_party.c.case_id)
            .join(task, task.c.case_id == case_party.c.case_id)
            .join(user_account, user_account.c.id == task.c.assignee_id, isouter=True)
            .where(task.c.element == "julgar_auto", task.c.closed_at.is_(None))
        ).all()
        assert repeated
        assert any(history(session, row.person_id, row.case_id) for row in found)


def test_one_task_is_held_by_somebody(loaded: Engine) -> None:
    with transaction(loaded) as session:
        held = select(user_account.c.login).join(task, task.c.assignee_id == user_account.c.id)
        assert session.execute(held.where(task.c.closed_at.is_(None))).scalars().all() == [
            "substituta"
        ]


def test_nothing_that_is_over_is_left_to_the_worker(loaded: Engine) -> None:
    assert draining.drain(loaded, clock.now) == 0
    with transaction(loaded) as session:
        assert session.execute(select(incident.c.id)).all() == []
        due = select(deadline.c.due_at).where(deadline.c.state == "running")
        assert all(at > MONDAY for at in session.execute(due).scalars())


def test_records_and_numbers_follow_the_days(loaded: Engine) -> None:
    with transaction(loaded) as session:
        assert not [one for one in verify(session) if isinstance(one, Fault)]
        moments = session.execute(select(event.c.at).order_by(event.c.id)).scalars().all()
        assert moments == sorted(moments)
        assert moments[-1] <= MONDAY
        autos = [
            session.execute(
                select(piece.c.number)
                .where(piece.c.kind == "auto_infracao", piece.c.municipality_id == of(cast.slug))
                .order_by(piece.c.created_at, piece.c.id)
            )
            .scalars()
            .all()
            for cast, _ in TOWNS
        ]
    for numbers, (_, stories) in zip(autos, TOWNS, strict=True):
        assert numbers == [f"{n:04}/2025" for n in range(1, len(stories) + 1)]


def test_everybody_signs_in_with_the_one_password_and_the_director_by_an_act(
    loaded: Engine,
) -> None:
    with transaction(loaded) as session:
        rows = session.execute(select(user_account.c.login, user_account.c.password_hash)).all()
        acts = session.execute(
            select(membership.c.office, membership.c.capacity, membership.c.appointed_by).where(
                membership.c.role == "autoridade"
            )
        ).all()
    assert {row.login for row in rows} == {one.login for one in OFFICIALS}
    assert passwords.matches(rows[0].password_hash, DEMO_PASSWORD)
    assert {capacity for _, capacity, _ in acts} == {"titular", "substituto", "apoio"}
    assert all(appointed for *_, appointed in acts)


def test_every_cpf_has_its_check_digits() -> None:
    permits = [permit for cast, _ in TOWNS for permit in cast.permits]
    drivers = [d for p in permits for d in (p.holder, p.auxiliary) if d]
    assert all(CPF().validate(cpf(d.nine_digits)) for d in drivers)
    assert len({d.nine_digits for d in drivers}) == len(drivers)


# ---- Santa Teresa


def test_santa_teresa_s_cases_stand_where_their_stories_end(loaded: Engine) -> None:
    with transaction(loaded) as session:
        own = case.c.municipality_id == of("santa_teresa")
        rows = session.execute(
            select(case.c.number, case.c.outcome, task.c.element, task.c.role)
            .outerjoin(task, (task.c.case_id == case.c.id) & task.c.closed_at.is_(None))
            .where(own, or_(task.c.id.is_(None), task.c.kind != "call"))
            .order_by(case.c.number, task.c.element)
        )
        assert [tuple(row) for row in rows] == [
            ("0001/2025", "aplicada", None, None),
            ("0002/2025", "aplicada", None, None),
            ("0003/2025", "insubsistente", None, None),
            ("0004/2025", None, "certificar_pagamento", "arrecadacao"),
            ("0004/2025", None, "iniciar_cumprimento", "secretaria"),
            ("0004/2025", None, "propor_cassacao", "secretaria"),
            ("0005/2025", None, "decidir_recurso", "chefe_do_executivo"),
            ("0006/2025", None, "aguardar_ar", "protocolo"),
            ("0007/2025", None, "aguardar_recurso", "secretaria"),
            ("0008/2025", None, "fixar_penalidade", "autoridade"),
            ("0009/2025", None, "conferir_auto", "secretaria"),
        ]


def test_suspensions_were_served_one_after_the_other_and_one_is_to_begin(loaded: Engine) -> None:
    with transaction(loaded) as session:
        rows = session.execute(
            select(person.c.name, restriction.c.from_day, restriction.c.to_day)
            .join(person, person.c.id == restriction.c.person_id)
            .where(restriction.c.kind == "suspensao")
            .order_by(restriction.c.id)
        )
        assert [tuple(row) for row in rows] == [
            ("Laerte Biasutti Moraes", date(2025, 3, 24), date(2025, 5, 22)),
            ("Laerte Biasutti Moraes", date(2025, 5, 23), date(2025, 7, 21)),
            ("Neuza Chieppe Fontana", date(2025, 7, 14), date(2025, 8, 12)),
            ("Laerte Biasutti Moraes", None, None),
        ]


def test_letters_are_awaited_four_days_before_the_sixtieth(loaded: Engine) -> None:
    """An auto of Monday 2025-10-06: the sixtieth day is Friday 2025-12-05."""
    with transaction(loaded) as session:
        found = session.execute(
            select(deadline.c.last_day).where(
                deadline.c.key == "notificacao", deadline.c.state == "running"
            )
        )
        assert found.scalars().all() == [date(2025, 12, 5)]


def test_one_holder_went_above_twenty_points_and_another_has_five(loaded: Engine) -> None:
    with transaction(loaded) as session:
        rows = session.execute(
            select(person.c.name, points_entry.c.points)
            .join(person, person.c.id == points_entry.c.person_id)
            .order_by(points_entry.c.id)
        )
        totals: dict[str, Decimal] = {}
        for name, points in rows:
            totals[name] = totals.get(name, Decimal(0)) + Decimal(points)
        assert totals == {"Laerte Biasutti Moraes": 25, "Neuza Chieppe Fontana": 5}
        grounds = session.execute(select(effect.c.body).where(effect.c.kind == "ground")).scalars()
        assert [ground["article"] for ground in grounds] == ["art. 55, V, d"]


def test_the_page_of_fines_has_something_on_most_of_its_tabs(loaded: Engine) -> None:
    with transaction(loaded) as session:
        counts = {
            cast.slug: fines.count(
                session,
                Wanted(session.execute(select(of(cast.slug))).scalar_one(), date(2025, 12, 1)),
            )
            for cast, _ in TOWNS
        }
    assert {tab: n for tab, n in counts["marilandia"].items() if n} == {
        Tab.OPEN: 1,
        Tab.OVERDUE: 1,
        Tab.PAID: 1,
    }
    assert {tab: n for tab, n in counts["santa_teresa"].items() if n} == {
        Tab.OVERDUE: 1,
        Tab.SENT: 2,
        Tab.PAID: 1,
        Tab.DISPUTED: 1,
        Tab.REFUND: 1,
    }


def test_teofilo_otoni_has_its_permits_by_an_act_of_its_own_and_no_case(loaded: Engine) -> None:
    own = permit.c.municipality_id == of("teofilo_otoni")
    with transaction(loaded) as session:
        acts = session.execute(select(permit.c.act).where(own).order_by(permit.c.number)).scalars()
        assert acts.all()[0] == "Permissão 014/2024"
        roles = session.execute(
            select(permit_link.c.role).where(
                permit_link.c.municipality_id == of("teofilo_otoni"),
                permit_link.c.to_day.is_(None),
            )
        ).scalars()
        assert Counter(roles) == {"titular": 12, "veiculo": 12, "auxiliar": 6, "ponto": 12}
        cases = select(case.c.id).where(case.c.municipality_id == of("teofilo_otoni"))
        assert session.execute(cases).all() == []


@pytest.mark.parametrize("slug", [cast.slug for cast, _ in TOWNS])
def test_in_every_town_some_papers_are_over_and_some_end_within_a_month(
    loaded: Engine, slug: str
) -> None:
    with transaction(loaded) as session:
        place = session.execute(select(of(slug))).scalar_one()
        ends = [one.last_day for one, _ in registry(session, place, slug, TODAY).expiring(30)]
    assert min(ends) < TODAY < max(ends)


def test_every_permit_of_the_demonstration_was_granted_by_an_act(loaded: Engine) -> None:
    with transaction(loaded) as session:
        granted = select(event.c.kind).where(event.c.kind == "permit_granted")
        permits = session.execute(select(permit.c.id)).scalars().all()
        assert len(session.execute(granted).all()) == len(permits) == 29
