"""Which fines are to be paid, overdue, sent, paid; which payments are short or to be refunded."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

from tests.store.town import AT, WEDNESDAY, Town
from webapp.store import fines, search
from webapp.store.fines import FineRow, Tab, Wanted

TUESDAY = date(2025, 12, 2)
THURSDAY = date(2025, 12, 4)
NOTHING = dict.fromkeys(Tab, 0)


@pytest.fixture
def town(database: Engine) -> Iterator[Town]:
    with Session(database) as session:
        yield Town(session)


def wanted(town: Town, tab: Tab = Tab.OPEN, **values: Any) -> Wanted:
    """A list as it is on Wednesday 2025-12-03."""
    return Wanted(town.id, WEDNESDAY, tab, **values)


def rows(town: Town, tab: Tab = Tab.OPEN, **values: Any) -> list[FineRow]:
    return fines.rows(town.session, wanted(town, tab, **values), 50)


def counts(town: Town, **values: Any) -> dict[Tab, int]:
    return dict(fines.count(town.session, wanted(town, **values)))


def fined(town: Town, cents: int = 75900, **values: Any) -> int:
    """A case of Fulano with a final fine; the id of the fine."""
    case_id = town.case("Fulano da Silva")
    return town.fine(case_id, town.person("Fulano da Silva"), cents, **values)


def test_each_fine_is_on_one_tab_by_how_it_stands_on_the_day(town: Town) -> None:
    without_day = fined(town)
    later = fined(town, due_on=THURSDAY)
    today = fined(town, due_on=WEDNESDAY)
    over = fined(town, due_on=TUESDAY)
    sent = fined(town, due_on=TUESDAY, sent_on=TUESDAY)
    paid = fined(town, due_on=TUESDAY, paid_on=WEDNESDAY)
    paid_after_all = fined(town, due_on=TUESDAY, sent_on=TUESDAY, paid_on=TUESDAY)
    fined(town, due_on=THURSDAY, cancelled_by=1)
    assert [row.id for row in rows(town)] == [today, later, without_day]
    assert [row.id for row in rows(town, Tab.OVERDUE)] == [over]
    assert [row.id for row in rows(town, Tab.SENT)] == [sent]
    assert [row.id for row in rows(town, Tab.PAID)] == [paid, paid_after_all]
    assert counts(town) == NOTHING | {Tab.OPEN: 3, Tab.OVERDUE: 1, Tab.SENT: 1, Tab.PAID: 2}


def test_another_municipality_is_in_no_list(town: Town) -> None:
    foreign = Town(town.session, "santa_teresa")
    fined(foreign, due_on=THURSDAY)
    over = foreign.case("Beltrana", ended_at=AT)
    foreign.payment(over, TUESDAY)
    assert counts(town) == NOTHING
    assert all(rows(town, tab) == [] for tab in Tab)
    assert counts(foreign) == NOTHING | {Tab.OPEN: 1, Tab.REFUND: 1}


def test_the_last_day_to_pay_is_that_of_the_term_as_it_runs_now(town: Town) -> None:
    """The day fixed was Tuesday 2025-12-02; the term was counted again, to Thursday."""
    case_id = town.case()
    town.fine(case_id, town.person("Fulano da Silva"), due_on=TUESDAY)
    wait = town.task(case_id, kind="wait", key="pagamento")
    term = {"key": "pagamento", "about": "multa"}
    town.term(case_id, wait, **term, last_day=TUESDAY, state="superseded")
    town.term(case_id, wait, **term, last_day=THURSDAY, round=2)
    assert [row.due_on for row in rows(town)] == [THURSDAY]
    assert counts(town) == NOTHING | {Tab.OPEN: 1}


def test_a_row_tells_the_debtor_the_fine_and_what_was_paid(town: Town) -> None:
    case_id = town.case("Fulano da Silva")
    debtor = town.person("Fulano da Silva", "52998224725")
    fine = town.fine(case_id, debtor, paid_on=TUESDAY)
    town.payment(case_id, TUESDAY, 50000)
    (row,) = rows(town, Tab.PAID)
    assert (row.id, row.case_id, row.number) == (fine, case_id, "0001/2025")
    assert (row.debtor, row.cpf, row.is_estate) == ("Fulano da Silva", "52998224725", False)
    assert (row.cents, row.units, row.unit) == (75900, "0.5", "UPM")
    assert (row.owed, row.paid, row.paid_on) == (75900, 50000, TUESDAY)


def test_the_debtor_is_who_pays_for_whoever_was_fined(town: Town) -> None:
    driver, holder = town.person("Fulano da Silva"), town.person("Beltrana Souza")
    town.fine(town.case(), driver, payer_id=holder)
    assert [row.debtor for row in rows(town)] == ["Beltrana Souza"]


def test_the_fine_of_who_died_is_owed_by_the_estate(town: Town) -> None:
    case_id = town.case()
    debtor = town.person("Fulano da Silva")
    town.fine(case_id, debtor)
    town.join(debtor, case_id=case_id, died_on=TUESDAY)
    assert [row.is_estate for row in rows(town)] == [True]


FINAL = 75900


@pytest.mark.parametrize(
    ("final", "paid", "ended", "tab", "refund"),
    [
        (FINAL, FINAL, True, None, 0),
        (FINAL, 50000, True, Tab.SHORT, 0),
        (FINAL, 0, True, None, 0),  # nobody told the amount: it is taken to be the whole
        (30000, FINAL, True, Tab.REFUND, 45900),
        (30000, FINAL, False, Tab.REFUND, 45900),
        (None, FINAL, True, Tab.REFUND, FINAL),
        (None, 0, True, Tab.REFUND, 0),
        (None, FINAL, False, Tab.DISPUTED, FINAL),
    ],
)
def test_a_payment_is_held_against_the_fines_that_stand(
    town: Town, final: int | None, paid: int, ended: bool, tab: Tab | None, refund: int
) -> None:
    """`final` is the fine that stands, if any; `ended`, whether the case is over."""
    case_id = town.case("Fulano da Silva", ended_at=AT if ended else None)
    if final is not None:
        town.fine(case_id, town.person("Fulano da Silva"), final, paid_on=TUESDAY)
    town.payment(case_id, TUESDAY, paid)
    found = {each: [row.refund for row in rows(town, each)] for each in fines.OF_CASES}
    assert found == {each: [refund] if each is tab else [] for each in fines.OF_CASES}
    assert [counts(town)[each] for each in fines.OF_CASES] == [each is tab for each in found]


def test_payments_of_a_case_add_up_and_one_taken_back_does_not_count(town: Town) -> None:
    case_id = town.case("Fulano da Silva", ended_at=AT)
    first = town.payment(case_id, THURSDAY, 50000)
    town.payment(case_id, TUESDAY, 25900)
    assert [(row.paid, row.paid_on) for row in rows(town, Tab.REFUND)] == [(75900, TUESDAY)]
    back = town.payment(case_id, THURSDAY, -50000, reverses=first)
    town.reverse(first, back)
    assert [(row.paid, row.paid_on) for row in rows(town, Tab.REFUND)] == [(25900, TUESDAY)]


def test_what_a_fine_without_known_amount_came_to_is_not_told_by_its_payment(town: Town) -> None:
    case_id = town.case("Fulano da Silva", ended_at=AT)
    town.fine(case_id, town.person("Fulano da Silva"), 0, units="80", paid_on=TUESDAY)
    town.payment(case_id, TUESDAY, 39508)
    assert counts(town) == NOTHING | {Tab.PAID: 1}


def test_two_fines_of_a_case_are_two_debts_and_one_account(town: Town) -> None:
    case_id = town.case("Fulano da Silva", ended_at=AT)
    debtor = town.person("Fulano da Silva")
    for cents in (30000, 20000):
        town.fine(case_id, debtor, cents, paid_on=TUESDAY)
    town.payment(case_id, TUESDAY, 60000)
    assert [(row.cents, row.owed) for row in rows(town, Tab.PAID)] == [
        (30000, 50000),
        (20000, 50000),
    ]
    assert [row.refund for row in rows(town, Tab.REFUND)] == [10000]


def test_a_search_holds_for_the_list_and_for_every_count(town: Town) -> None:
    fined(town, due_on=THURSDAY)
    other = town.case("Beltrana Souza", ended_at=AT)
    town.payment(other, TUESDAY)
    asked = search.Name(("BELTRANA",))
    assert rows(town, clue=asked) == []
    assert [row.number for row in rows(town, Tab.REFUND, clue=asked)] == ["0002/2025"]
    assert counts(town, clue=asked) == NOTHING | {Tab.REFUND: 1}


def test_rows_named_are_alone_in_the_list(town: Town) -> None:
    first, second, third = (fined(town, due_on=THURSDAY) for _ in range(3))
    assert [row.id for row in rows(town, only=(third, first))] == [first, third]
    assert [row.id for row in rows(town, Tab.PAID, only=(second,))] == []


def test_a_list_and_its_counts_are_one_statement_each(town: Town, database: Engine) -> None:
    for _ in range(30):
        fined(town, due_on=THURSDAY)
        town.payment(town.case("Beltrana Souza", ended_at=AT), TUESDAY)
    seen: list[str] = []
    event.listen(database, "before_cursor_execute", lambda *given: seen.append(given[2]))
    assert len(rows(town)) == 30
    assert len(rows(town, Tab.REFUND)) == 30
    assert counts(town) == NOTHING | {Tab.OPEN: 30, Tab.REFUND: 30}
    assert len(seen) == 3
