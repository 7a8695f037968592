"""Points: whose they are, when they enter, and what they and other grounds lead to."""

from collections.abc import Iterator

import pytest

from tests.cases.taxi import AUXILIARY, HOLDER, Taxi, item
from webapp.store import tables


@pytest.fixture
def taxi(database_url: str) -> Iterator[Taxi]:
    """Santa Teresa on Monday 2025-02-03, nothing open."""
    taxi = Taxi(database_url)
    yield taxi
    taxi.engine.dispose()


def overcharged(taxi: Taxi, driver: str) -> Taxi:
    """Fact of 03/02/2025, item XVI; everybody notified on 07/02; final on 25/03/2025."""
    taxi.draw("2025-02-03", driver)
    taxi.check()
    taxi.fix(**item("54-XVI", "multa", "707,63", 30))
    taxi.tell("2025-02-07")
    taxi.lapse("2025-04-10")
    return taxi


def test_who_drove_gets_all_the_points_and_the_holder_half_of_an_auxiliarys(taxi: Taxi) -> None:
    overcharged(taxi, "auxiliar")
    assert taxi.points() == {AUXILIARY: "5", HOLDER: "2.5"}
    (fine,) = taxi.rows(tables.fine)
    names = {row.id: row.name for row in taxi.rows(tables.person)}
    assert (names[fine.person_id], names[fine.payer_id]) == (AUXILIARY, HOLDER)
    assert (fine.cents, fine.units, fine.unit_value) == (70763, "150", "4.7175")
