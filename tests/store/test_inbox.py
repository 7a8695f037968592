"""Which tasks each list holds, in which order, and what is counted."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session

from tests.store.town import AT, SUNDAY, WEDNESDAY, Town
from webapp.store import inbox, search, tables
from webapp.store.inbox import CAP, Days, Tab, Term, Who


@pytest.fixture
def town(database: Engine) -> Iterator[Town]:
    with Session(database) as session:
        yield Town(session)


def test_my_list_holds_what_is_assigned_to_me_and_my_units_list_what_my_roles_do(
    town: Town,
) -> None:
    mine = town.task(town.case(), assignee_id=town.people[0], role="secretaria")
    unit = town.task(town.case(), assignee_id=town.people[1])
    elsewhere = town.task(town.case(), role="protocolo")
    assert town.ids(who=Who.MINE) == [mine]
    assert town.ids(who=Who.UNIT) == [unit]
    assert town.ids(who=Who.ALL) == [mine, unit, elsewhere]


def test_another_municipality_is_not_in_any_list(town: Town) -> None:
    foreign = Town(town.session, "santa_teresa")
    task = foreign.task(foreign.case(), assignee_id=foreign.people[0])
    assert foreign.ids() == [task]
    for who in Who:
        assert town.ids(who=who) == []
    assert inbox.named(town.session, town.id, [task]) == []
    assert not any(inbox.count(town.session, town.wanted(who=Who.ALL)).tabs.values())


def test_the_first_to_end_is_on_top_and_what_has_no_day_comes_last(town: Town) -> None:
    without = town.task(town.case())
    later = town.task(town.case(), due_day=date(2025, 12, 10))
    sooner = town.task(town.case(), due_day=date(2025, 12, 2))
    same_day = town.task(town.case(), due_day=date(2025, 12, 10))
    assert town.ids() == [sooner, later, same_day, without]
    assert [row.id for row in inbox.rows(town.session, town.wanted(), 2, 1)] == [later, same_day]


def test_each_tab_holds_its_tasks(town: Town) -> None:
    overdue = town.task(town.case(), due_day=date(2025, 12, 2))
    today = town.task(town.case(), due_day=WEDNESDAY, assignee_id=town.people[0])
    on_sunday = town.task(town.case(), due_day=SUNDAY)
    next_week = town.task(town.case(), due_day=date(2025, 12, 8))
    row = town.task(town.case(), kind="row", element="apreciar_peticao")
    wait = town.task(town.case(), kind="wait", due_day=date(2025, 12, 4), due_kind="prazo")
    held = town.task(town.case(held_until=date(2026, 1, 5)), due_day=date(2025, 12, 1))
    town.task(town.case(), closed_at=AT)
    assert town.ids(tab=Tab.TO_DO) == [overdue, today, on_sunday, next_week, row]
    assert town.ids(tab=Tab.OVERDUE) == [overdue]
    assert town.ids(tab=Tab.TODAY) == [today]
    assert town.ids(tab=Tab.WEEK) == [today, on_sunday]
    assert town.ids(tab=Tab.UNASSIGNED) == [overdue, on_sunday, next_week, row]
    assert town.ids(tab=Tab.WAITING) == [wait]
    assert town.ids(tab=Tab.HELD) == [held]
    counts = inbox.count(town.session, town.wanted())
    assert counts.tabs == {
        Tab.TO_DO: 5,
        Tab.OVERDUE: 1,
        Tab.TODAY: 1,
        Tab.WEEK: 2,
        Tab.UNASSIGNED: 4,
        Tab.WAITING: 1,
        Tab.HELD: 1,
    }
    assert counts.who == {Who.MINE: 1, Who.UNIT: 5, Who.ALL: 5}


def test_on_the_day_of_its_review_what_was_put_off_is_in_the_ordinary_lists(town: Town) -> None:
    review = date(2026, 1, 5)
    put_off = town.task(town.case(held_until=review), due_day=date(2025, 12, 1))
    eve, day = (Days(on, on, on) for on in (date(2026, 1, 4), review))
    assert (town.ids(tab=Tab.HELD, days=eve), town.ids(days=eve)) == ([put_off], [])
    assert (town.ids(tab=Tab.HELD, days=day), town.ids(days=day)) == ([], [put_off])


def test_before_days_off_what_ends_on_them_is_due_today(town: Town) -> None:
    friday = Days(date(2025, 12, 5), SUNDAY, SUNDAY)
    on_sunday = town.task(town.case(), due_day=SUNDAY)
    assert town.ids(tab=Tab.TODAY, days=friday) == [on_sunday]


def test_a_filter_holds_for_the_list_and_for_its_counts(town: Town) -> None:
    judging = town.task(town.case())
    town.task(town.case(process="outro"))
    town.task(town.case(), element="certificar_defesa", role="secretaria")
    asked: dict[str, Any] = {
        "who": Who.ALL,
        "process": "infracao_marilandia",
        "element": "julgar_auto",
        "role": "autoridade",
    }
    assert town.ids(**asked) == [judging]
    assert inbox.count(town.session, town.wanted(**asked)).who[Who.ALL] == 1


def test_counting_stops_where_the_number_is_no_longer_shown(town: Town) -> None:
    case_id = town.case()
    one = {
        "municipality_id": town.id,
        "case_id": case_id,
        "kind": "person",
        "element": "julgar_auto",
        "name": "Julgar",
        "role": "autoridade",
        "about": "",
        "opened_at": AT,
        "opened_seq": 1,
    }
    town.session.execute(insert(tables.task), [one] * (CAP + 5))
    assert inbox.count(town.session, town.wanted()).tabs[Tab.TO_DO] == CAP + 1


def test_a_row_names_the_first_party_and_how_many_others(town: Town) -> None:
    case_id = town.case("Fulano da Silva", "Beltrana Souza")
    town.party(case_id, "Advogada", attorney_of=1)
    town.task(case_id, assignee_id=town.people[1])
    [row] = town.rows()
    assert (row.party, row.others, row.assignee) == ("Fulano da Silva", 1, "Pessoa 2")


def test_each_party_of_a_wait_has_its_own_open_term(town: Town) -> None:
    case_id = town.case()
    first, second = town.party(case_id, "Fulano"), town.party(case_id, "Beltrana")
    wait = town.task(case_id, kind="wait")
    town.term(case_id, wait, party_id=second, state="waiting_start")
    town.term(case_id, wait, party_id=first, last_day=date(2025, 12, 9))
    town.term(case_id, wait, party_id=first, state="superseded", round=0)
    assert inbox.terms(town.session, town.id, [wait]) == {
        wait: [Term("defesa", "Fulano", date(2025, 12, 9)), Term("defesa", "Beltrana", None)]
    }


def test_the_next_task_of_an_empty_list_is_the_next_that_ends_from_today_on(town: Town) -> None:
    town.task(town.case(), due_day=date(2025, 12, 2))
    town.task(town.case(), due_day=date(2025, 12, 20))
    coming = town.task(town.case(), due_day=date(2025, 12, 9))
    found = inbox.upcoming(town.session, town.wanted(tab=Tab.TODAY))
    assert found is not None
    assert found.id == coming


def test_the_workload_counts_open_tasks_of_each_person(town: Town) -> None:
    for _ in range(2):
        town.task(town.case(), assignee_id=town.people[1])
    town.task(town.case(), assignee_id=town.people[1], closed_at=AT)
    assert inbox.workload(town.session, town.id, town.people) == {town.people[1]: 2}


def test_a_search_finds_cases_of_its_own_municipality_only(town: Town) -> None:
    foreign = Town(town.session, "santa_teresa")
    foreign.case("Fulano da Silva")
    for clue in (search.Everything(), search.Name(("FULANO",)), search.CaseNumber("00012025")):
        assert search.find(town.session, town.id, clue, 50) == []
        assert search.count(town.session, town.id, clue) == 0
        assert search.count(foreign.session, foreign.id, clue) == 1
