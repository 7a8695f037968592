"""What the pages of a case read: walled by the municipality, newest pieces first."""

from collections.abc import Iterator

import pytest
from sqlalchemy.orm import Session

from tests.cases.kit import World
from tests.web import cases
from webapp.store import case_file, published, tables
from webapp.store.database import transaction


@pytest.fixture
def world(database_url: str) -> Iterator[World]:
    """Marilândia on Tuesday 2025-12-09: the fine is notified, the auto was defended in time."""
    world = World(database_url)
    cases.notified(world)
    yield world
    world.engine.dispose()


def read(session: Session, world: World) -> case_file.CaseFile:
    file = case_file.read(session, world.municipality_id, world.case_id)
    assert file is not None
    return file


def test_the_file_holds_the_rows_of_the_case_with_the_names_they_point_at(world: World) -> None:
    with transaction(world.engine) as session:
        file = read(session, world)
    assert (file.head.number, file.head.plate, file.head.permit) == ("0001/2025", "MQX4E21", "001")
    assert file.head.version == 1
    assert [party.name for party in file.parties] == ["Fulano da Silva", "Beltrana Souza"]
    assert [piece.n for piece in file.pieces] == [5, 4, 3, 2, 1]
    assert [filing.party for filing in file.filings] == ["Fulano da Silva"]
    assert [notice.about for notice in file.notices] == ["auto", "penalidade"]
    assert {term.party for term in file.terms} == {"Fulano da Silva"}
    assert [task.name for task in file.open_tasks] == ["Aguardar pedido de reconsideração"]


def test_events_are_the_newest_first_and_name_who_acted(world: World) -> None:
    with transaction(world.engine) as session:
        file = read(session, world)
    assert file.events[-1].kind == "case_opened"
    assert file.event_count == len(file.events)
    assert {file.users[event.actor] for event in file.events} == {
        "Aurora Agente",
        "Dário Diretor",
        "Paula Protocolo",
    }


def test_another_municipality_reads_nothing_of_the_case(world: World) -> None:
    other = world.municipality_id + 1
    with transaction(world.engine) as session:
        assert case_file.read(session, other, world.case_id) is None
        assert case_file.content(session, other, world.case_id, 1) is None
        assert case_file.contents(session, other, world.case_id) == []


def test_the_bytes_of_pieces_come_in_the_order_of_the_file(world: World) -> None:
    with transaction(world.engine) as session:
        rows = case_file.contents(session, world.municipality_id, world.case_id)
    assert [row.n for row in rows] == [1, 2, 3, 4, 5]
    assert all(bytes(row.data).startswith(b"%PDF") for row in rows)


def test_what_is_published_holds_no_name_and_no_party(world: World) -> None:
    code = world.rows(tables.piece)[0].code
    with transaction(world.engine) as session:
        found = published.find(session, code)
        assert published.find(session, "0000000000") is None
    assert found is not None
    rows = (*found.signatures, *found.tasks, *found.terms)
    columns = {name for row in rows for name in row._fields}
    assert columns & {"name", "role", "basis"} == {"name", "role", "basis"}
    assert not columns & {"party", "party_id", "user_id", "registration", "person_id"}
    assert [signature._fields for signature in found.signatures] == [("office", "capacity", "at")]
