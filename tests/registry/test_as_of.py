"""The registry as of any day: who held, what served, what had expired, and what made wait."""

from datetime import date

import pytest
from sqlalchemy import Engine, insert, update

from tests.registry.office import TODAY, Town
from tests.store.town import Town as Rows
from webapp.domain.swaps import TROCA_AUXILIAR
from webapp.store import tables
from webapp.store.database import transaction


@pytest.fixture
def town(database: Engine) -> Town:
    return Town(database, "santa_teresa")


def test_a_permit_is_told_as_it_was_on_each_day(town: Town) -> None:
    first, second = town.vehicle("MQX4E21", 2021), town.vehicle("MQX4E24", 2024)
    permit = town.grant("001", town.person(0), date(2022, 5, 31), vehicle_id=first)
    town.bind(permit, town.person(1), date(2025, 2, 3))
    town.unbind(permit, date(2026, 5, 29))
    town.replace(permit, second, date(2026, 6, 1))
    seen = {}
    with transaction(town.engine) as session:
        for day in (date(2022, 5, 30), date(2025, 2, 3), date(2026, 5, 31), TODAY):
            found = town.ask(session, day).permit(permit)
            bound = [found.bound(role) for role in ("titular", "auxiliar", "veiculo")]
            seen[day] = (found.in_force, *(one.name if one else None for one in bound))
    assert seen == {
        date(2022, 5, 30): (False, None, None, None),
        date(2025, 2, 3): (True, "Motorista 0", "Motorista 1", "MQX4E21"),
        date(2026, 5, 31): (True, "Motorista 0", None, "MQX4E21"),
        TODAY: (True, "Motorista 0", None, "MQX4E24"),
    }


def test_who_gave_a_permit_back_waits_two_years(town: Town) -> None:
    holder = town.person(0)
    town.end(town.grant("001", holder, date(2022, 5, 31)), date(2025, 3, 10))
    found = town.findings(holder)["apos_cancelamento"]
    assert (found.state, found.allowed) == ("nao_atende", "A partir de 11/03/2027.")
    assert "(001)" in found.why
    town.today = date(2027, 3, 11)
    assert town.findings(holder)["apos_cancelamento"].state == "atende"


def test_who_died_waits_for_nothing(town: Town) -> None:
    holder = town.person(0)
    town.end(town.grant("001", holder, date(2022, 5, 31)), date(2025, 3, 10), "obito")
    assert town.findings(holder)["apos_cancelamento"].state == "atende"


def test_a_revoked_auxiliary_waits_twelve_months(town: Town) -> None:
    auxiliary = town.person(1)
    permit = town.grant("001", town.person(0), date(2022, 5, 31))
    town.bind(permit, auxiliary, date(2025, 2, 3))
    town.unbind(permit, date(2026, 1, 31), "revogacao")
    found = town.findings(auxiliary, "auxiliar")["apos_revogacao"]
    assert (found.state, found.allowed) == ("nao_atende", "A partir de 01/02/2027.")


def test_who_lost_a_permit_by_a_final_decision_waits_five_years(town: Town) -> None:
    driver = town.person(0)
    with transaction(town.engine) as session:
        rows = Rows(session, "santa_teresa", last=1)
        case = rows.case()
        told = {"item": "55", "article": "art. 55, V", "kind": "cassacao"}
        days = {"fact_on": date(2025, 3, 3), "final_on": date(2026, 4, 6)}
        session.execute(
            insert(tables.restriction).values(
                municipality_id=town.id,
                case_id=case,
                effect_id=rows.effect(case, "revocation", 0),
                person_id=driver,
                **told,
                **days,
            )
        )
    for role in ("titular", "auxiliar"):
        found = town.findings(driver, role)["apos_cassacao"]
        assert (found.state, found.allowed) == ("nao_atende", "A partir de 07/04/2031.")
        assert found.article == "art. 55, § 4º"
    town.today = date(2026, 4, 5)
    assert town.findings(driver)["apos_cassacao"].state == "atende", "not final yet"
    town.today = TODAY
    with transaction(town.engine) as session:
        session.execute(update(tables.restriction).values(cancelled_by=1))
    assert town.findings(driver)["apos_cassacao"].state == "atende", "taken back"


def test_when_a_change_of_auxiliary_is_allowed(town: Town) -> None:
    permit = town.grant("001", town.person(0), date(2026, 1, 5))
    with transaction(town.engine) as session:
        assert town.ask(session).may_swap(permit, TROCA_AUXILIAR).allowed


def test_what_expires_of_a_permit_comes_by_day_with_the_law_behind_it(town: Town) -> None:
    holder = town.person(0, cnh_until=date(2026, 12, 20))
    car = town.vehicle("MQX4E21", 2021)
    permit = town.grant("001", holder, date(2022, 5, 31), vehicle_id=car)
    town.inspect(car, date(2025, 12, 5))
    town.show("veiculo", car, "div", date(2025, 11, 3), presented=date(2025, 11, 3))
    other = town.grant("002", town.person(1, cnh_until=date(2026, 12, 3)), date(2025, 1, 2))
    with transaction(town.engine) as session:
        mine = town.ask(session).expiring(30, permit)
        everyone = town.ask(session).expiring(30)
    assert [(one.label, one.last_day) for one, _ in mine] == [
        ("Documento de Identificação do Veículo (DIV): MQX4E21", date(2026, 11, 3)),
        ("Vistoria: MQX4E21", date(2026, 12, 7)),
        ("Carteira Nacional de Habilitação: Motorista 0", date(2026, 12, 20)),
        ("Idade do veículo MQX4E21", date(2026, 12, 31)),
    ]
    assert mine[3][0].article == "arts. 11, III, e 12, caput"
    (serves,) = [serves for one, serves in everyone if one.last_day == date(2026, 12, 3)]
    assert serves == ((other, "002"),)
    assert len(everyone) == 5


def test_what_serves_two_permits_expires_once_and_names_both(town: Town) -> None:
    """A holder who was entered as auxiliary of another permit as well."""
    driver = town.person(0, cnh_until=date(2026, 12, 20))
    own = town.grant("001", driver, date(2022, 5, 31))
    other = town.grant("002", town.person(1), date(2025, 1, 2))
    with transaction(town.engine) as session:
        link = {"role": "auxiliar", "from_day": date(2025, 2, 3), "act": "Ato 9"}
        row = {"municipality_id": town.id, "permit_id": other, "person_id": driver, **link}
        session.execute(insert(tables.permit_link).values(row))
        ((licence, serves),) = town.ask(session).expiring(30)
    assert licence.last_day == date(2026, 12, 20)
    assert serves == ((own, "001"), (other, "002"))


def test_a_document_shown_again_takes_the_place_of_the_one_before(town: Town) -> None:
    car = town.vehicle("MQX4E21", 2024)
    permit = town.grant("001", town.person(0), date(2025, 1, 2), vehicle_id=car)
    town.show("veiculo", car, "div", date(2025, 11, 3), presented=date(2025, 11, 3))
    town.show("veiculo", car, "div", date(2026, 11, 3), presented=date(2026, 11, 3))
    with transaction(town.engine) as session:
        assert town.ask(session).expiring(30, permit) == ()
        (old,) = town.ask(session, date(2026, 11, 2)).expiring(30, permit)
    assert old[0].last_day == date(2026, 11, 3)


def test_the_fleet_counts_the_permits_of_the_day_and_leaves_villages_out(town: Town) -> None:
    ended = town.grant("001", town.person(0), date(2024, 1, 5))
    town.grant("002", town.person(1), date(2025, 1, 2))
    town.end(ended, date(2026, 3, 10))
    with transaction(town.engine) as session:
        counts = [
            town.ask(session, day).fleet().occupied
            for day in (date(2024, 6, 1), date(2026, 3, 10), date(2026, 3, 11))
        ]
    assert counts == [1, 2, 1]
