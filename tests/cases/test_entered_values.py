"""A value entered on screen: two persons, the chain of the law, and the fines that ask for it."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.cases.kit import World
from tests.cases.taxi import Taxi, item
from webapp.cases import lawvalue, proposals, second_person
from webapp.cases.act import Act
from webapp.cases.lawvalue import NewValue
from webapp.cases.second_person import VALUE
from webapp.cases.view import View
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.laws import MissingValue, law, requirements
from webapp.registry.asking import registry
from webapp.store import entered_values, events, tables
from webapp.store.database import transaction

# In force from 01/01/2026 to 31/12/2026; the files know no VRTE after 2025.
VRTE_2026 = NewValue("vrte", "4.9383", "Decreto 6.300-R/2025", date(2026, 1, 1), date(2026, 12, 31))
UNITS = item("54-XVI", "multa", suspended=30)


@pytest.fixture
def taxi(database_url: str) -> Iterator[Taxi]:
    """Santa Teresa on Monday 2026-02-02; a permit, its holder and his auxiliary."""
    taxi = Taxi(database_url, "2026-02-02")
    yield taxi
    taxi.engine.dispose()


def propose(world: World, new: NewValue = VRTE_2026, who: str = "secretaria") -> int:
    with transaction(world.engine) as session:
        return lawvalue.enter_value(session, new, now=world.now, actor=world.actors[who])


def approve(world: World, value_id: int, who: str = "diretor") -> None:
    with transaction(world.engine) as session:
        actor = world.actors[who]
        second_person.approve(session, f"{VALUE}:{value_id}", now=world.now, actor=actor)


def enter(world: World, new: NewValue = VRTE_2026) -> None:
    approve(world, propose(world, new))


def vrte(world: World, on: str) -> str:
    with transaction(world.engine) as session:
        rules = entered_values.valued(session, law("santa_teresa"), world.municipality_id)
    return str(rules.value("valores.vrte", {"fact": date.fromisoformat(on)})["value"])


def draw(taxi: Taxi, on: str = "2026-02-02") -> Taxi:
    """An auto of 150 VRTE of that day, ready for the authority to fix the penalty."""
    taxi.draw(on, "autorizatario", itens=["54-XVI"])
    taxi.check()
    return taxi


def amount(taxi: Taxi) -> str:
    with Session(taxi.engine) as session:
        act = Act.look(session, taxi.case_id, taxi.now, taxi.actors["diretor"])
        (fine,) = [one for one in proposals.imposed(View(act)) if one.kind == "multa"]
    return fine.amount


# ---- two persons


def test_a_value_holds_once_a_second_person_approved_it(taxi: Taxi) -> None:
    value_id = propose(taxi)
    with pytest.raises(MissingValue):
        vrte(taxi, "2026-02-02")
    approve(taxi, value_id)
    assert vrte(taxi, "2026-02-02") == "4.9383"
    assert vrte(taxi, "2025-12-31") == "4.7175"


def test_who_entered_a_value_cannot_approve_it(taxi: Taxi) -> None:
    value_id = propose(taxi, who="diretor")
    with pytest.raises(Refused, match="uma segunda pessoa confere o ato") as refusal:
        approve(taxi, value_id)
    assert refusal.value.status == 403
    with pytest.raises(MissingValue):
        vrte(taxi, "2026-02-02")


def test_only_secretaria_authority_and_administrator_enter_and_approve(taxi: Taxi) -> None:
    with pytest.raises(NoCompetence):
        propose(taxi, who="protocolo")
    value_id = propose(taxi)
    with pytest.raises(NoCompetence):
        approve(taxi, value_id, who="protocolo")


def test_a_refused_value_stays_on_record_with_its_reason_and_holds_for_nothing(taxi: Taxi) -> None:
    value_id = propose(taxi)
    subject, actor = f"{VALUE}:{value_id}", taxi.actors["diretor"]
    with transaction(taxi.engine) as session, pytest.raises(Unacceptable):
        second_person.refuse(session, subject, " ", now=taxi.now, actor=actor)
    with transaction(taxi.engine) as session:
        second_person.refuse(session, subject, "É o decreto de 2025.", now=taxi.now, actor=actor)
    with pytest.raises(Refused, match="já foi recusado por Dário Diretor"):
        approve(taxi, value_id)
    with transaction(taxi.engine) as session:
        (row,) = entered_values.listed(session, taxi.municipality_id)
    assert (row.state, row.by, row.decided_by) == ("refused", "Sílvia Secretaria", "Dário Diretor")


def test_each_step_is_an_event_in_the_chain_of_the_law(taxi: Taxi) -> None:
    enter(taxi)
    table = tables.event
    with transaction(taxi.engine) as session:
        rows = session.execute(
            select(table.c.kind, table.c.body)
            .where(table.c.chain == f"law:{taxi.municipality_id}")
            .order_by(table.c.seq)
        ).all()
        faults = [one for one in events.verify(session) if not isinstance(one, str)]
    assert [row.kind for row in rows] == ["value_entered", "value_decided"]
    assert rows[0].body == {
        "entered_value": 1,
        "key": "valores.vrte",
        "value": "4.9383",
        "from": "2026-01-01",
        "until": "2026-12-31",
    }
    assert rows[1].body == {"entered_value": 1, "approved": True}
    assert faults == []


def test_a_value_of_another_municipality_is_not_there(taxi: Taxi) -> None:
    other = taxi.actors["diretor"].__class__(
        99, "Outra", taxi.municipality_id + 1, "marilandia", taxi.actors["diretor"].memberships
    )
    value_id = propose(taxi)
    with transaction(taxi.engine) as session, pytest.raises(NotFound):
        second_person.approve(session, f"{VALUE}:{value_id}", now=taxi.now, actor=other)
    approve(taxi, value_id)
    with transaction(taxi.engine) as session:
        own = law("santa_teresa")
        assert entered_values.valued(session, own, taxi.municipality_id + 1) is own


# ---- what cannot be entered


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("a key of no law", {"key": "upfmt"}, "chave", "não tem o valor «upfmt»"),
    ("without act", {"act": " "}, "ato", "decreto ou lei"),
    ("a slip of the pen", {"since": date(2062, 1, 1)}, "desde", "Confira o ano"),
    ("over before it begins", {"until": date(2025, 12, 31)}, "ate", "antes de começar"),
    ("without end, of a yearly value", {"until": None}, "ate", "como 31/12/2026"),
    (
        "part of an inhabitant",
        {"key": "populacao", "value": "23100.5"},
        "valor",
        "é um número inteiro, como 22808",
    ),
    (
        "what is known already",
        {"value": "4.71750", "since": date(2025, 1, 1), "until": date(2025, 12, 31)},
        "valor",
        "já vale isso em 01/01/2025 (Decreto 5.903-R/2024)",
    ),
]


@pytest.mark.parametrize(
    ("changed", "field", "told"), [one[1:] for one in WRONG], ids=[one[0] for one in WRONG]
)
def test_a_value_that_cannot_be_is_refused_with_what_to_do(
    taxi: Taxi, changed: dict[str, Any], field: str, told: str
) -> None:
    values = {name: getattr(VRTE_2026, name) for name in ("key", "value", "act", "since", "until")}
    with pytest.raises(Unacceptable) as refusal:
        propose(taxi, NewValue(**{**values, **changed}))
    assert list(refusal.value.errors) == [field]
    assert told in refusal.value.errors[field]


def test_a_second_value_from_the_same_day_waits_for_the_first_to_be_decided(taxi: Taxi) -> None:
    propose(taxi)
    with pytest.raises(Unacceptable) as refusal:
        propose(taxi, who="diretor")
    assert "já espera aprovação, lançado por Sílvia Secretaria" in refusal.value.errors["desde"]


# ---- what asks for it


def test_the_table_proposes_the_amount_and_the_record_keeps_where_the_value_came_from(
    taxi: Taxi,
) -> None:
    enter(taxi)
    draw(taxi).fix(**item("54-XVI", "multa", "740,75", 30))
    taxi.tell("2026-02-06")
    taxi.lapse("2026-04-15")
    (fine,) = taxi.rows(tables.fine)
    assert (fine.cents, fine.unit_value) == (74075, "4.9383")
    assert fine.unit_source == "valor cadastrado em 02/02/2026, Decreto 6.300-R/2025"
    (effect,) = taxi.rows(tables.effect, tables.effect.c.kind == "fine")
    (kept,) = [one for one in effect.inputs["law"] if one["key"] == "valores.vrte"]
    assert kept["act"] == "valor cadastrado em 02/02/2026, Decreto 6.300-R/2025"


def test_a_fine_fixed_in_units_is_known_in_money_and_its_last_step_no_longer_asks(
    taxi: Taxi,
) -> None:
    draw(taxi).fix(**UNITS)
    assert amount(taxi) == "150 VRTE"
    taxi.tell("2026-02-06")
    with pytest.raises(Unacceptable):
        taxi.lapse("2026-04-15")
    enter(taxi)
    assert amount(taxi) == "R$ 740,75"
    taxi.lapse("2026-04-15")
    assert [fine.cents for fine in taxi.rows(tables.fine)] == [74075]


def test_a_fine_already_fixed_keeps_the_value_by_which_it_was_fixed(taxi: Taxi) -> None:
    enter(taxi)
    draw(taxi).fix(**item("54-XVI", "multa", "740,75", 30))
    taxi.go("2026-02-05")
    other = NewValue("vrte", "5.0000", "Decreto 6.301-R/2026", date(2026, 1, 1), date(2026, 12, 31))
    enter(taxi, other)
    assert vrte(taxi, "2026-02-02") == "5.0000"
    assert amount(taxi) == "R$ 740,75"
    taxi.tell("2026-02-06")
    taxi.lapse("2026-04-15")
    assert [fine.cents for fine in taxi.rows(tables.fine)] == [74075]


def test_the_population_entered_on_screen_fixes_the_fleet_that_nobody_could_count(
    database_url: str,
) -> None:
    """Marilândia's files do not know its population; the 2022 census is entered on 01/12/2025."""
    world, on = World(database_url), date(2025, 12, 1)
    rules = law("marilandia")
    assert requirements.population(rules, on) is None
    enter(world, NewValue("populacao", "12387", "Censo 2022 do IBGE", date(2023, 6, 28)))
    with transaction(world.engine) as session:
        asked = registry(session, world.municipality_id, "marilandia", on)
    assert requirements.population(asked.law, on) == 12387
    assert requirements.vacancy_rules(asked.law, on).missing == ""
    world.engine.dispose()
