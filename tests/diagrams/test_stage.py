"""The stage of a play: an empty municipality, its people, and what may be seen of a case."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest

from tests.cases.kit import AUTO
from webapp.diagrams import looking
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Permit, Stage
from webapp.domain.errors import NoCompetence
from webapp.store.database import open_engine

MONDAY = datetime.fromisoformat("2025-12-01T09:00")
HOLDER = Permit("001", "Beltrano Titular", "11144477735", "MQX4E21", since=date(2024, 1, 10))


@pytest.fixture
def stage(database_url: str) -> Iterator[Stage]:
    engine = open_engine(database_url)
    stage = Stage(engine, "marilandia", MONDAY)
    stage.at(MONDAY)
    yield stage
    engine.dispose()


def opened(stage: Stage, **changes: Any) -> None:
    stage.open("infracao", posted({**AUTO, **changes}, {}), "fiscalizacao", "processo")


def test_the_clock_of_a_play_is_the_local_one_of_its_municipality(stage: Stage) -> None:
    stage.at(datetime.fromisoformat("2025-12-08T23:59"))
    assert stage.today == date(2025, 12, 8)
    assert stage.now.utcoffset() is not None


@pytest.mark.parametrize(
    ("permit", "parties"),
    [
        pytest.param(HOLDER, ["autuado", "titular"], id="in force"),
        pytest.param(
            Permit("001", "Beltrano Titular", "11144477735", "MQX4E21", until=date(2025, 11, 30)),
            ["autuado"],
            id="ended the day before",
        ),
        pytest.param(
            Permit("001", "Beltrano Titular", "11144477735", "PPP1A23"), ["autuado"], id="other"
        ),
        pytest.param(
            Permit("001", "Fulano da Silva", "52998224725", "MQX4E21"), ["autuado"], id="himself"
        ),
    ],
)
def test_the_holder_of_the_vehicle_of_that_day_is_party_where_another_drove(
    stage: Stage, permit: Permit, parties: list[str]
) -> None:
    stage.grant([permit])
    opened(stage)
    assert list(looking.parties(stage, "processo")) == parties


def test_a_player_signs_only_in_a_role_of_hers(stage: Stage) -> None:
    assert stage.signer("autoridade", "autoridade") is not None
    assert stage.signer("autoridade", "fiscalizacao") is None
    with pytest.raises(NoCompetence):
        stage.open("infracao", posted(AUTO, {}), "autoridade", "processo")


def test_what_differs_is_told_and_what_is_so_is_not(stage: Stage) -> None:
    opened(stage)
    expected = {"open": ["aguardar_defesa"], "fines": ["R$ 759,00"], "says": "aberto"}
    told = list(looking.differences(stage, "processo", expected, "Processo 0001/2025 aberto."))
    assert told == ["fines: esperado ['R$ 759,00'], veio []"]


def test_of_a_table_only_what_is_asked_is_compared(stage: Stage) -> None:
    opened(stage, apreensao="nao")
    expected = {"facts": {"fato": "2025-12-01"}, "term": {"defesa": "running"}}
    assert list(looking.differences(stage, "processo", expected, "")) == []
