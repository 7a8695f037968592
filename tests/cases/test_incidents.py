"""A term that could not take effect: seen, tried again, or handed to the Autoridade."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from tests.cases.kit import World, at
from tests.cases.staff import employ
from webapp.cases import completing, draining, incidents, settling
from webapp.cases.act import Act, Reply
from webapp.cases.orders import Signer
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.store import tables
from webapp.store.database import transaction
from webapp.store.events import Fault, verify

OVER = at("2025-12-12")
WHY = "A falha não se repara hoje."


@pytest.fixture
def world(database_url: str, models: Callable[..., Path]) -> Iterator[World]:
    """Marilândia: the term of one step of ten days, opened on Monday 2025-12-01."""
    models()
    world = World(database_url)
    employ(world, "operador", "Olavo Operador", "operador")
    employ(world, "administrador", "Alda Administradora", "administrador")
    world.begin("tarefa_com_prazo")
    yield world
    world.engine.dispose()


@pytest.fixture
def broken(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The term was over on 2025-12-12 and could not be settled; undone, it can."""
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(settling, "_lapse", _fail)
        give_up(world)
        yield fault


def _fail(*_: object) -> None:
    raise ValueError("the diagram does not go on")


def give_up(world: World) -> None:
    """The worker tries until it gives up."""
    moment = OVER
    for _ in range(draining.MAX_ATTEMPTS):
        draining.drain(world.engine, lambda _, now=moment: now)  # type: ignore[misc]
        moment += timedelta(hours=1)
    world.go("2025-12-12", 15)


def the(world: World, table: Any) -> Any:
    """The only row."""
    (row,) = world.rows(table)
    return row


def retry(world: World, who: str = "operador") -> Reply:
    with transaction(world.engine) as session:
        found = the(world, tables.incident).id
        return incidents.retry(session, found, now=world.now, actor=world.actors[who])


def skip(world: World, reason: str = WHY, who: str = "operador") -> Reply:
    found = the(world, tables.incident).id
    with transaction(world.engine) as session:
        return incidents.skip(session, found, reason, now=world.now, actor=world.actors[who])


def decide(world: World, outcome: str) -> Reply:
    """The Diretor answers «Tratar prazo com falha» and signs."""
    director = world.actors["diretor"]
    held = director.signing("autoridade")
    assert held
    with transaction(world.engine) as session:
        return completing.complete(
            session,
            world.case_id,
            world.task("tratar_prazo").id,
            {"resultado": [outcome], "razoes": ["Conferido nos autos."]},
            {},
            now=world.now,
            actor=director,
            signer=Signer.of(director, held),
        )


def drain(world: World) -> None:
    draining.drain(world.engine, lambda _: world.now)


def kinds(world: World) -> list[str]:
    return [row.kind for row in world.events()]


def whole(world: World) -> bool:
    with transaction(world.engine) as session:
        return not [one for one in verify(session) if isinstance(one, Fault)]


# ---- what is seen


def test_a_term_that_fails_four_times_is_an_incident_on_record_and_still_runs(
    world: World, broken: object
) -> None:
    row = the(world, tables.incident)
    assert (row.kind, row.attempts, row.closed_at) == ("prazo", 4, None)
    assert "ValueError" in row.what
    term = the(world, tables.deadline)
    assert (term.state, term.next_at) == ("running", None)
    event = world.events()[-1]
    assert (event.kind, event.actor) == ("incident_opened", "relogio")
    assert event.body == {"incident": row.id, "deadline": term.id}
    assert whole(world)


def test_the_units_of_operators_are_told_by_mail_without_a_name(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit, member = tables.unit, tables.membership
    with transaction(world.engine) as session:
        for name, email in (("Informática", "ti@exemplo.gov.br"), ("Vazia", "v@exemplo.gov.br")):
            values = {"municipality_id": world.municipality_id, "name": name, "email": email}
            session.execute(insert(unit).values(values))
        first = session.execute(select(unit.c.id).where(unit.c.name == "Informática")).scalar_one()
        session.execute(update(member).where(member.c.role == "operador").values(unit_id=first))
    monkeypatch.setattr(settling, "_lapse", _fail)
    give_up(world)
    letter = the(world, tables.outbox)
    number = world.case().number
    assert letter.to == "ti@exemplo.gov.br"
    assert letter.subject.endswith(f"prazo do processo {number}")
    assert f"«Diligência» do processo {number}, terminado em 11/12/2025," in letter.text
    assert "/incidentes/" in letter.text


def test_a_case_with_an_incident_goes_on_by_the_hands_of_people(
    world: World, broken: object
) -> None:
    """Seen to fail without the look at `next_at` in settling: the clerk's act raises as well."""
    world.answer("cumprir_diligencia", resultado="feito")
    assert world.case().outcome == "cumprida"
    drain(world)
    assert the(world, tables.deadline).state == "cancelled"
    assert "deadline_ended" not in kinds(world)


# ---- trying again


def test_tried_again_after_the_repair_the_term_ends_on_the_day_it_was_over(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    broken.undo()
    assert "tentado de novo" in retry(world).message
    row = the(world, tables.incident)
    user = world.actors["operador"].user_id
    assert (row.closed_at, row.closed_by, row.closed_how) == (world.now, user, "retried")
    assert the(world, tables.deadline).attempts == 0
    drain(world)
    term = the(world, tables.deadline)
    assert (term.state, term.effective_at) == ("fired", at("2025-12-12", 0))
    assert kinds(world)[-3:] == ["incident_opened", "incident_retried", "deadline_ended"]
    assert whole(world)


def test_tried_again_without_repair_it_is_a_new_incident(world: World, broken: object) -> None:
    retry(world)
    give_up(world)
    assert [row.closed_how for row in world.rows(tables.incident)] == ["retried", None]


def test_an_incident_whose_term_ended_meanwhile_just_closes(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    world.answer("cumprir_diligencia", resultado="feito")
    assert "já não estava parado" in retry(world).message
    assert the(world, tables.incident).closed_how == "retried"


# ---- handing it to the Autoridade


def test_a_term_given_up_waits_for_the_autoridade_and_is_not_passed_over(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    skip(world)
    broken.undo()
    drain(world)
    term = the(world, tables.deadline)
    assert (term.state, term.next_at) == ("running", None)
    task = world.task("tratar_prazo")
    assert (task.name, task.role) == ("Tratar prazo com falha: Diligência", "autoridade")
    assert task.body["deadline"] == term.id
    event = world.events()[-1]
    assert event.kind == "incident_skipped"
    assert WHY not in str(event.body)
    assert the(world, tables.private_text).text == WHY
    assert the(world, tables.incident).closed_how == "skipped"
    assert whole(world)


def test_she_has_it_done_again_and_the_worker_does(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    skip(world)
    decide(world, "refazer")
    assert the(world, tables.deadline).state == "running", "her answer does not depend on it"
    broken.undo()
    drain(world)
    assert the(world, tables.deadline).state == "fired"
    assert world.names() == ["certificar_diligencia"]
    assert whole(world)


def test_she_says_that_it_was_done_outside_and_the_term_counts_no_more(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    skip(world)
    decide(world, "cumprido_fora")
    broken.undo()
    drain(world)
    term = the(world, tables.deadline)
    assert (term.state, term.effective_at) == ("cancelled", world.now)
    assert world.names() == ["cumprir_diligencia"]
    assert [piece.kind for piece in world.rows(tables.piece)] == ["despacho"], "signed, on file"


def test_what_was_met_meanwhile_needs_no_decision(world: World, broken: pytest.MonkeyPatch) -> None:
    skip(world)
    world.answer("cumprir_diligencia", resultado="feito")
    decide(world, "refazer")
    assert the(world, tables.deadline).state == "cancelled"


# ---- legal order


def test_a_later_term_of_the_case_waits_behind_the_one_that_failed(
    world: World, broken: pytest.MonkeyPatch
) -> None:
    """Terms take effect in legal order: the later one moves nothing, and is no incident itself.

    Seen to fail without the look at `next_at` in settling: the later one is tried and fails too.
    """
    later = _later_term(world)
    draining.drain(world.engine, lambda _: at("2025-12-20"))
    (row,) = world.rows(tables.deadline, tables.deadline.c.id == later)
    assert (row.state, row.attempts) == ("running", 0)
    assert row.next_at == at("2025-12-20") + draining.BEHIND
    assert len(world.rows(tables.incident)) == 1


def _later_term(world: World) -> int:
    """Another row of the step, for a party, which is over on 2025-12-15."""
    table = tables.deadline
    with transaction(world.engine) as session:
        row = session.execute(select(table)).one()._asdict()
        del row["id"]
        row |= {"round": 2, "due_at": at("2025-12-15", 0), "next_at": at("2025-12-15", 0)}
        row["attempts"] = 0
        new = session.execute(insert(table).values(row).returning(table.c.id))
        return int(new.scalar_one())


# ---- who may


@pytest.mark.parametrize("who", ["secretaria", "diretor", "agente"])
def test_only_operator_and_administrator_treat_incidents(
    world: World, broken: object, who: str
) -> None:
    with pytest.raises(NoCompetence):
        retry(world, who)
    with pytest.raises(NoCompetence):
        skip(world, who=who)
    assert the(world, tables.incident).closed_at is None


def test_the_administrator_may(world: World, broken: object) -> None:
    assert retry(world, "administrador").status == 200


def test_an_incident_of_another_town_is_not_there(world: World, broken: object) -> None:
    own = world.actors["operador"]
    other = Actor(own.user_id, own.name, own.municipality_id + 1, "santateresa", own.memberships)
    with pytest.raises(NotFound), transaction(world.engine) as session:
        incidents.retry(session, the(world, tables.incident).id, now=world.now, actor=other)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 1001])
def test_skipping_needs_a_reason(world: World, broken: object, reason: str) -> None:
    with pytest.raises(Unacceptable) as refused:
        skip(world, reason)
    assert list(refused.value.errors) == ["motivo"]


def test_a_closed_incident_is_closed(world: World, broken: object) -> None:
    skip(world)
    for act in (retry, skip):
        with pytest.raises(Refused, match="já foi encerrado"):
            act(world)


def test_what_is_the_machines_is_not_for_people_to_close(world: World) -> None:
    with transaction(world.engine) as session:
        values = {"municipality_id": world.municipality_id, "kind": "relogio", "what": "saltou"}
        values |= {"attempts": 1, "opened_at": world.now}
        new = session.execute(
            insert(tables.incident).values(values).returning(tables.incident.c.id)
        )
        found = new.scalar_one()
    with pytest.raises(Refused, match="se encerra sozinho"), transaction(world.engine) as session:
        incidents.retry(session, found, now=world.now, actor=world.actors["operador"])


def test_the_worker_gives_up_although_the_case_cannot_even_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Act, "lock", _fail)
    give_up(world)
    assert the(world, tables.incident).attempts == 4
