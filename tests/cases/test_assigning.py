"""Whose task it is: taken, given back, handed on and taken over, and every move on record."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Row, select, update

from tests.cases.kit import JUDGED, World
from tests.cases.staff import employ
from webapp.cases import assigning
from webapp.cases.act import Reply
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.domain.events import salted_reference
from webapp.store import events, tables
from webapp.store.database import transaction

DAY = "2025-12-03"
REASON = "O Diretor está de licença; dona Zulmira avisou."


@pytest.fixture
def judging(world: World) -> World:
    """On 03/12/2025 the defence is in and «Julgar auto e defesa» is open and nobody's."""
    world.open()
    world.go("2025-12-02").paper("defesa", "2025-12-02")
    return world.go(DAY)


def do(world: World, act: Callable[..., Reply], who: str, *more: Any) -> Reply:
    task = world.task("julgar_auto")
    with transaction(world.engine) as session:
        actor = world.actors[who]
        return act(session, world.case_id, task.id, *more, now=world.now, actor=actor)


def hand_on(world: World, who: str, to: str, reason: str = REASON) -> Reply:
    return do(world, assigning.reassign, who, world.actors[to].user_id, reason)


def holder(world: World) -> str | None:
    """Who has the task, by the name of the player."""
    task = world.task("julgar_auto")
    found = [key for key, actor in world.actors.items() if actor.user_id == task.assignee_id]
    return found[0] if found else None


def moves(world: World) -> list[Row[Any]]:
    return [e for e in world.events() if e.kind.startswith("task_") and e.kind != "task_completed"]


# ---- taking


def test_a_task_that_nobody_has_is_taken_by_who_holds_its_role(judging: World) -> None:
    reply = do(judging, assigning.claim, "diretor")
    assert reply.message == "«Julgar auto e defesa» é sua agora."
    assert holder(judging) == "diretor"
    assert judging.task("julgar_auto").assigned_at == judging.now


def test_support_may_take_the_task_that_it_drafts(judging: World) -> None:
    do(judging, assigning.claim, "apoio")
    assert holder(judging) == "apoio"


def test_taking_twice_says_that_it_is_yours_and_leaves_one_record(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    assert "já está com você" in do(judging, assigning.claim, "diretor").message
    assert [e.kind for e in moves(judging)] == ["task_claimed"]


def test_a_task_taken_by_another_says_by_whom_and_how_to_take_it_all_the_same(
    judging: World,
) -> None:
    do(judging, assigning.claim, "diretor")
    with pytest.raises(Refused, match=r"está com Dário Diretor\..*Assumir mesmo") as refusal:
        do(judging, assigning.claim, "substituta")
    assert refusal.value.status == 409
    assert holder(judging) == "diretor"


def test_a_task_of_another_role_is_not_taken(judging: World) -> None:
    with pytest.raises(NoCompetence, match="Você não o exerce hoje"):
        do(judging, assigning.claim, "secretaria")
    assert holder(judging) is None
    assert moves(judging) == []


def test_who_has_a_task_keeps_others_from_answering_it(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    with pytest.raises(Refused, match="está com outra pessoa"):
        judging.answer("julgar_auto", who="substituta", **JUDGED)
    judging.answer("julgar_auto", who="diretor", **JUDGED)
    assert judging.names() == ["escolher_meio"]


def test_a_closed_task_is_nobodys_to_take(judging: World) -> None:
    task = judging.task("julgar_auto")
    judging.judge()
    director = judging.actors["diretor"]
    with transaction(judging.engine) as session, pytest.raises(NotFound):
        assigning.claim(session, judging.case_id, task.id, now=judging.now, actor=director)


# ---- giving back and taking over


def test_a_task_given_back_is_everybodys_again(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    do(judging, assigning.release, "diretor")
    assert holder(judging) is None
    assert judging.task("julgar_auto").assigned_at is None
    do(judging, assigning.claim, "substituta")
    assert holder(judging) == "substituta"


def test_only_who_has_a_task_gives_it_back(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    with pytest.raises(Refused, match="não está com você"):
        do(judging, assigning.release, "substituta")
    assert holder(judging) == "diretor"


def test_taking_over_is_on_record_with_who_had_it(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    do(judging, assigning.take_over, "substituta")
    assert holder(judging) == "substituta"
    last = moves(judging)[-1]
    assert last.kind == "task_taken_over"
    assert last.body["from"] == judging.actors["diretor"].user_id
    assert last.actor == judging.actors["substituta"].reference


def test_another_role_does_not_take_over(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    with pytest.raises(NoCompetence):
        do(judging, assigning.take_over, "protocolo")
    assert holder(judging) == "diretor"


# ---- handing on


def test_a_task_is_handed_on_with_a_reason(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    reply = hand_on(judging, "diretor", "substituta")
    assert reply.message == "«Julgar auto e defesa» foi repassada."
    assert holder(judging) == "substituta"


@pytest.mark.parametrize("reason", ["", "   ", "\n"])
def test_without_a_reason_it_is_not_handed_on(judging: World, reason: str) -> None:
    with pytest.raises(Unacceptable) as refusal:
        hand_on(judging, "diretor", "substituta", reason)
    assert refusal.value.errors == {"motivo": "Escreva por que a tarefa é repassada."}
    assert holder(judging) is None


def test_it_is_not_handed_to_who_does_not_hold_its_role(judging: World) -> None:
    with pytest.raises(Unacceptable) as refusal:
        hand_on(judging, "diretor", "secretaria")
    assert refusal.value.errors == {"para": "Escolha quem exerce hoje a função Autoridade."}
    assert holder(judging) is None


def test_it_is_not_handed_to_who_may_not_do_it(judging: World) -> None:
    """The other Diretor is the driver himself, by his CPF."""
    employ(judging, "fulano", "Fulano da Silva", "autoridade")
    with transaction(judging.engine) as session:
        user = tables.user_account
        mine = update(user).where(user.c.id == judging.actors["fulano"].user_id)
        session.execute(mine.values(cpf="52998224725"))
    with pytest.raises(Unacceptable) as refusal:
        hand_on(judging, "diretor", "fulano")
    assert refusal.value.errors["para"].startswith(
        "Fulano da Silva não pode praticar este ato: é parte no processo"
    )
    assert (holder(judging), moves(judging)) == (None, [])


@pytest.mark.parametrize(
    "change", [{"active": False}, {"to_day": date(2025, 12, 2)}, {"from_day": date(2025, 12, 4)}]
)
def test_it_is_not_handed_to_who_left_or_has_not_come(
    judging: World, change: dict[str, Any]
) -> None:
    user, member = tables.user_account, tables.membership
    user_id = judging.actors["substituta"].user_id
    table, key = (user, user.c.id) if "active" in change else (member, member.c.user_id)
    with transaction(judging.engine) as session:
        session.execute(update(table).where(key == user_id).values(**change))
    with pytest.raises(Unacceptable, match="quem exerce hoje"):
        hand_on(judging, "diretor", "substituta")


def test_who_does_not_hold_the_role_hands_nothing_on(judging: World) -> None:
    with pytest.raises(NoCompetence):
        hand_on(judging, "protocolo", "substituta")


# ---- drafts


def test_the_draft_of_a_task_is_kept_with_who_wrote_it(judging: World) -> None:
    do(judging, assigning.save_draft, "apoio", {"razoes": ["Minuta."]})
    task = judging.task("julgar_auto")
    assert task.draft == {"razoes": ["Minuta."]}
    assert task.draft_by == judging.actors["apoio"].user_id


def test_a_unit_does_not_write_the_draft_of_another(judging: World) -> None:
    with pytest.raises(NoCompetence, match=r"O rascunho de .* cabe à Autoridade"):
        do(judging, assigning.save_draft, "secretaria", {"razoes": ["Minuta."]})
    assert judging.task("julgar_auto").draft is None


def test_a_draft_is_gone_when_its_task_is_answered(judging: World) -> None:
    do(judging, assigning.save_draft, "apoio", {"razoes": ["Minuta."]})
    task = judging.task("julgar_auto")
    judging.judge()
    (closed,) = judging.rows(tables.task, tables.task.c.id == task.id)
    assert closed.draft is None


def test_a_draft_of_a_closed_task_is_not_kept(judging: World) -> None:
    task = judging.task("julgar_auto")
    judging.judge()
    support = judging.actors["apoio"]
    with transaction(judging.engine) as session, pytest.raises(NotFound):
        assigning.save_draft(session, judging.case_id, task.id, {}, now=judging.now, actor=support)


# ---- records


def test_each_move_has_its_event_in_order(judging: World) -> None:
    do(judging, assigning.claim, "diretor")
    do(judging, assigning.release, "diretor")
    hand_on(judging, "diretor", "apoio")
    do(judging, assigning.take_over, "substituta")
    assert [e.kind for e in moves(judging)] == [
        "task_claimed",
        "task_released",
        "task_reassigned",
        "task_taken_over",
    ]
    with transaction(judging.engine) as session:
        assert list(events.verify(session)) == [f"case:{judging.case_id}"]


def test_an_event_holds_a_salted_reference_of_the_reason_and_no_free_text(
    judging: World,
) -> None:
    hand_on(judging, "diretor", "substituta")
    (event,) = moves(judging)
    assert set(event.body) == {"task", "to", "reason_ref", "reason_hash"}
    told = str(event.body)
    assert "Zulmira" not in told
    assert "licença" not in told
    with transaction(judging.engine) as session:
        kept = session.execute(select(tables.private_text)).one()
    assert kept.text == REASON
    assert event.body["reason_ref"] == kept.id
    assert event.body["reason_hash"] == salted_reference(kept.salt, REASON)


def test_the_same_reason_given_twice_cannot_be_told_from_the_records(judging: World) -> None:
    hand_on(judging, "diretor", "substituta")
    hand_on(judging, "diretor", "apoio")
    first, second = moves(judging)
    assert first.body["reason_hash"] != second.body["reason_hash"]


def test_no_event_of_a_case_tells_what_people_wrote(judging: World) -> None:
    hand_on(judging, "diretor", "diretor")
    judging.judge()
    told = str([e.body for e in judging.events()])
    for secret in ("Fulano", "52998224725", "MQX4E21", "touca", "Zulmira", "Diretor"):
        assert secret not in told
