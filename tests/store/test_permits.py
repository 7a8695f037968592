"""Permits are found by whatever is known of one, listed in order, and of one town only."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, insert

from tests.store.town import Town
from webapp.domain.numbering import search_key
from webapp.store import permits, tables
from webapp.store.database import transaction
from webapp.store.permits import Clue, Number, Order, Stand, State, Wanted
from webapp.store.search import Cnpj, Cpf, Name, Plate

ON = date(2025, 12, 1)
SINCE, LAST_YEAR = date(2024, 3, 1), date(2024, 12, 31)


class Registry(Town):
    """A town with permits written as rows."""

    def permit(self, number: str, **values: Any) -> int:
        row = {"number": number, "kind": "taxi", "from_day": SINCE, "act": "Ato 1", **values}
        return self._own(tables.permit, **row)

    def link(self, permit_id: int, role: str, **values: Any) -> None:
        row = {"permit_id": permit_id, "role": role, "from_day": SINCE, "act": "Ato 1", **values}
        self.session.execute(insert(tables.permit_link).values(municipality_id=self.id, **row))

    def vehicle(self, plate: str, **values: Any) -> int:
        return self._own(tables.vehicle, plate=plate, plate_key=plate, **values)

    def stand(self, name: str) -> int:
        key = search_key(name)
        row = {"kind": "fixo", "capacity": 2, "from_day": SINCE, "act": "Ato 2"}
        return self._own(tables.stand, name=name, name_key=key, **row)

    def held(
        self, number: str, name: str, cpf: str | None = None, to_day: date | None = None, **who: Any
    ) -> int:
        permit_id = self.permit(number, to_day=to_day)
        self.link(permit_id, "titular", person_id=self.person(name, cpf, **who))
        return permit_id

    def found(self, *clues: Clue, **values: Any) -> list[str]:
        wanted = replace(Wanted(self.id, ON, clues), **values)
        return [row.number for row in permits.page(self.session, wanted, 50).rows]


@pytest.fixture
def town(database: Engine) -> Iterator[Registry]:
    """Three permits: 003 of Arlindo, 017 of a company, 018 that ended on 31/12/2024."""
    with transaction(database) as session:
        town = Registry(session)
        first = town.held("003", "Arlindo Casotti Bergami", "52998224725")
        town.link(first, "veiculo", vehicle_id=town.vehicle("RQB4C17"), to_day=LAST_YEAR)
        town.link(first, "veiculo", vehicle_id=town.vehicle("ABC1C34"), from_day=date(2025, 1, 1))
        town.link(first, "auxiliar", person_id=town.person("Delza Bergami"))
        town.link(first, "ponto", stand_id=town.stand("Praça da Matriz"))
        second = town.permit("017", to_day=date(2026, 3, 1))
        town.link(second, "titular", person_id=town.person("Táxi Rápido", cnpj="11222333000181"))
        town.held("018/2024", "Zulmira Arlindo", to_day=LAST_YEAR)
        yield town


@pytest.mark.parametrize(
    ("clue", "numbers"),
    [
        (Number("3"), ["003"]),
        (Number("00017"), ["017"]),
        (Number("18"), ["018/2024"]),
        (Number("0182024"), ["018/2024"]),
        (Number("1"), []),
        (Cpf("52998224725"), ["003"]),
        (Cnpj("11222333000181"), ["017"]),
        (Plate("ABC1C34"), ["003"]),
        (Plate("RQB4C17"), ["003"]),
        (Name(("BERGAMI", "ARL")), ["003"]),
        (Name(("ARLINDO",)), ["003", "018/2024"]),
        (Name(("DELZA",)), ["003"]),
        (Name(("ERGAMI",)), []),
        (Name(()), []),
        (Stand(("MATRIZ", "PRACA")), ["003"]),
        (Stand(()), []),
    ],
)
def test_a_permit_is_found_by_number_plate_person_company_or_stand(
    town: Registry, clue: Clue, numbers: list[str]
) -> None:
    assert town.found(clue) == numbers


def test_of_several_clues_one_is_enough_and_a_permit_is_listed_once(town: Registry) -> None:
    assert town.found(Name(("BERGAMI",)), Stand(("PRACA",)), Number("17")) == ["003", "017"]


@pytest.mark.parametrize(
    ("state", "numbers"),
    [
        (State.ALL, ["003", "017", "018/2024"]),
        (State.IN_FORCE, ["003", "017"]),
        (State.ENDED, ["018/2024"]),
    ],
)
def test_a_list_is_of_those_in_force_or_of_those_that_ended(
    town: Registry, state: State, numbers: list[str]
) -> None:
    assert town.found(state=state) == numbers


def test_a_list_is_of_one_stand(town: Registry) -> None:
    (stand,) = permits.stands(town.session, town.id)
    assert stand[1] == "Praça da Matriz"
    assert town.found(stand_id=stand[0]) == ["003"]
    assert town.found(Number("17"), stand_id=stand[0]) == []


@pytest.mark.parametrize(
    ("order", "numbers"),
    [
        (Order.NUMBER, ["003", "017", "018/2024"]),
        (Order.HOLDER, ["003", "017", "018/2024"]),
        (Order.END, ["018/2024", "017", "003"]),
    ],
)
def test_a_list_is_sorted_by_number_holder_or_end(
    town: Registry, order: Order, numbers: list[str]
) -> None:
    assert town.found(order=order) == numbers


def test_a_row_tells_who_and_what_is_linked_on_the_day(town: Registry) -> None:
    (row,) = permits.page(town.session, Wanted(town.id, ON, (Number("3"),)), 50).rows
    assert (row.holder, row.auxiliary) == ("Arlindo Casotti Bergami", "Delza Bergami")
    assert (row.plate, row.stand) == ("ABC1C34", "Praça da Matriz")
    before = Wanted(town.id, LAST_YEAR, (Number("3"),))
    assert permits.page(town.session, before, 50).rows[0].plate == "RQB4C17"


def test_another_town_is_invisible(town: Registry) -> None:
    other = Registry(town.session, "santa_teresa")
    other.held("900", "Arlindo de Fora", "11144477735")
    assert town.found(Name(("ARLINDO",))) == ["003", "018/2024"]
    assert town.found(Cpf("11144477735")) == []
    assert town.found(Number("900")) == []
    assert other.found() == ["900"]
    assert permits.stands(other.session, other.id) == []


def test_what_a_clue_leads_to_is_listed_as_far_as_it_is_counted(
    town: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permits, "CAP", 2)
    for n in range(5):
        town.held(f"2{n}", f"Comum {n}")
    page = permits.page(town.session, Wanted(town.id, ON, (Name(("COMUM",)),)), 50)
    assert (page.total, len(page.rows)) == (3, 3)
    assert permits.page(town.session, Wanted(town.id, ON), 50).total == 3
    assert len(list(permits.export(town.session, Wanted(town.id, ON), 100))) == 8
