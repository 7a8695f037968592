"""Who may answer and sign: the role held that day, in a capacity that signs, and nobody barred."""

import dataclasses
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from sqlalchemy import update

from tests.cases.kit import CAST, CPF_FULANO, JUDGED, World, at
from webapp.cases import assigning, completing, desk, involvement
from webapp.cases.act import Reply
from webapp.cases.orders import Signer
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Player
from webapp.domain.competence import Actor
from webapp.domain.errors import NoCompetence, Refused
from webapp.store import tables
from webapp.store.database import transaction

WHO: dict[str, Player] = {
    **CAST,
    "lavrador": Player("Duarte Duas-Funções", ("fiscalizacao", "autoridade")),
    "parente": Player("Fulano da Silva", ("autoridade",), "titular", CPF_FULANO),
}
Take = Callable[..., Reply]
DEFENDED = "2025-12-02"
DAY = "2025-12-03"


@pytest.fixture
def crowd(database_url: str) -> Iterator[World]:
    """Marilândia with two more people: one holds two roles, one shares the CPF of the autuado."""
    world = World(database_url, cast=WHO)
    yield world
    world.engine.dispose()


def to_judge(world: World, who: str = "agente") -> World:
    """A case whose defence waits for the judgement on 03/12/2025."""
    world.open(who=who)
    world.go(DEFENDED).paper("defesa", DEFENDED)
    return world.go(DAY)


def judge_as(world: World, actor: Actor, signer: Signer | None) -> None:
    task = world.task("julgar_auto")
    with transaction(world.engine) as session:
        completing.complete(
            session,
            world.case_id,
            task.id,
            posted(JUDGED, {}),
            {},
            now=world.now,
            actor=actor,
            signer=signer,
        )


def untouched(world: World) -> bool:
    return world.names() == ["julgar_auto"] and len(world.rows(tables.signature)) == 1


# ---- capacity


@pytest.mark.parametrize("who", ["diretor", "substituta"])
def test_titular_and_substitute_sign(world: World, who: str) -> None:
    """The auto, the decision, and the notice that the decision gives birth to."""
    to_judge(world).answer("julgar_auto", who=who, **JUDGED)
    assert len(world.rows(tables.signature)) == 3


def test_support_may_draft_the_decision_and_may_not_sign_it(world: World) -> None:
    to_judge(world)
    task = world.task("julgar_auto")
    typed = {"razoes": ["Minuta do apoio."]}
    with transaction(world.engine) as session:
        support = world.actors["apoio"]
        assigning.save_draft(session, world.case_id, task.id, typed, now=world.now, actor=support)
    with pytest.raises(NoCompetence, match="é ato assinado"):
        world.answer("julgar_auto", who="apoio", **JUDGED)
    assert untouched(world)
    assert world.task("julgar_auto").draft == typed, "the draft is still there"


def test_the_draft_of_the_unit_is_what_the_authority_begins_with(world: World) -> None:
    to_judge(world)
    task = world.task("julgar_auto")
    typed = {"razoes": ["Minuta do apoio."]}
    with transaction(world.engine) as session:
        assigning.save_draft(
            session, world.case_id, task.id, typed, now=world.now, actor=world.actors["apoio"]
        )
    with transaction(world.engine) as session:
        director = world.actors["diretor"]
        found = desk.of_task(session, world.case_id, task.id, now=world.now, actor=director)
    assert found.typed == typed


def test_who_holds_the_role_but_did_not_type_the_password_does_not_sign(world: World) -> None:
    to_judge(world)
    with pytest.raises(NoCompetence, match="digitando a senha de novo"):
        judge_as(world, world.actors["diretor"], None)
    assert untouched(world)


# ---- role and day


@pytest.mark.parametrize("who", ["agente", "protocolo", "secretaria", "arrecadacao"])
def test_another_role_does_not_judge_and_is_told_whose_it_is(world: World, who: str) -> None:
    to_judge(world)
    with pytest.raises(NoCompetence, match="cabe a quem exerce o papel Autoridade") as refusal:
        world.answer("julgar_auto", who=who, **JUDGED)
    assert refusal.value.status == 403
    assert untouched(world)


def test_who_has_no_role_at_all_answers_nothing(world: World) -> None:
    to_judge(world)
    nobody = dataclasses.replace(world.actors["secretaria"], memberships=())
    with pytest.raises(NoCompetence):
        judge_as(world, nobody, None)
    assert untouched(world)


@pytest.mark.parametrize(
    ("days", "holds"),
    [
        pytest.param({"to_day": date(2025, 12, 2)}, False, id="ended yesterday"),
        pytest.param({"to_day": date(2025, 12, 3)}, True, id="ends today"),
        pytest.param({"from_day": date(2025, 12, 3)}, True, id="begins today"),
        pytest.param({"from_day": date(2025, 12, 4)}, False, id="begins tomorrow"),
    ],
)
def test_a_task_is_handed_only_to_who_holds_its_role_that_day(
    world: World, days: dict[str, date], holds: bool
) -> None:
    to_judge(world)
    user_id = world.actors["substituta"].user_id
    member = tables.membership
    with transaction(world.engine) as session:
        session.execute(update(member).where(member.c.user_id == user_id).values(**days))
        found = assigning.holders(session, world.municipality_id, "autoridade", date(2025, 12, 3))
    assert (user_id in found) is holds


def test_the_titular_signs_as_titular_also_when_holding_a_substitution(world: World) -> None:
    substitute = world.actors["substituta"]
    (held,) = substitute.memberships
    both = (held, dataclasses.replace(held, capacity="titular", office="Diretora"))
    named = dataclasses.replace(substitute, memberships=both).signing("autoridade")
    assert named is not None
    assert named.office == "Diretora"


# ---- impedimento


def test_who_drew_up_the_auto_does_not_judge_it_and_the_substitute_does(crowd: World) -> None:
    to_judge(crowd, who="lavrador")
    with pytest.raises(Refused, match=r"lavrou o auto .*01/12/2025.*Peça o ato") as refusal:
        crowd.answer("julgar_auto", who="lavrador", **JUDGED)
    assert refusal.value.status == 403
    assert untouched(crowd)
    crowd.answer("julgar_auto", who="substituta", **JUDGED)
    assert crowd.names() == ["escolher_meio"]


def test_who_is_party_does_not_judge_whatever_account_is_used(crowd: World) -> None:
    to_judge(crowd)
    with pytest.raises(Refused, match="é parte no processo"):
        crowd.answer("julgar_auto", who="parente", **JUDGED)
    assert untouched(crowd)


@pytest.mark.parametrize("act", [assigning.claim, assigning.take_over])
def test_who_is_barred_does_not_take_the_task_either(crowd: World, act: Take) -> None:
    to_judge(crowd, who="lavrador")
    with pytest.raises(Refused, match=r"lavrou o auto .*01/12/2025.*Peça o ato") as refusal:
        take(crowd, act, "lavrador")
    assert refusal.value.status == 403
    with pytest.raises(Refused, match="é parte no processo"):
        take(crowd, act, "parente")
    assert crowd.task("julgar_auto").assignee_id is None
    take(crowd, act, "substituta")
    assert crowd.task("julgar_auto").assignee_id == crowd.actors["substituta"].user_id


@pytest.mark.parametrize(
    ("who", "is_barred"),
    [("lavrador", True), ("parente", True), ("diretor", False), ("substituta", False)],
)
def test_a_list_knows_from_which_of_its_tasks_somebody_is_barred(
    crowd: World, who: str, is_barred: bool
) -> None:
    to_judge(crowd, who="lavrador")
    judging = crowd.task("julgar_auto").id
    with transaction(crowd.engine) as session:
        found = involvement.barred_from(session, crowd.actors[who], [judging])
    assert found == ({judging} if is_barred else set())


def test_nobody_is_barred_for_having_no_cpf_as_a_party_has_none(crowd: World) -> None:
    crowd.open(who="lavrador", **{"autuado.cpf": ""})
    crowd.go(DEFENDED).paper("defesa", DEFENDED)
    judging = crowd.go(DAY).task("julgar_auto").id
    assert crowd.actors["diretor"].cpf is None
    with transaction(crowd.engine) as session:
        assert involvement.barred_from(session, crowd.actors["diretor"], [judging]) == set()


def take(world: World, act: Take, who: str) -> None:
    task = world.task("julgar_auto")
    with transaction(world.engine) as session:
        act(session, world.case_id, task.id, now=world.now, actor=world.actors[who])


def test_who_holds_two_roles_signs_each_act_in_the_office_of_its_role(crowd: World) -> None:
    crowd.open(who="lavrador")
    (signature,) = crowd.rows(tables.signature)
    assert signature.office == "Fiscalização"
    crowd.open(name="outro")
    crowd.go(DEFENDED).paper("defesa", DEFENDED)
    crowd.go(DAY).answer("julgar_auto", who="lavrador", **JUDGED)
    assert [s.office for s in crowd.rows(tables.signature)][-1] == "Autoridade"


# ---- opening


def test_only_who_draws_up_autos_opens_a_case_and_a_refusal_uses_no_number(world: World) -> None:
    with pytest.raises(NoCompetence, match="Infração de mototáxi"):
        world.open(who="protocolo")
    world.open()
    assert world.case().number == "0001/2025"


def test_a_draft_leaves_no_event_and_moves_nothing(world: World) -> None:
    to_judge(world)
    before = len(world.events())
    version = world.case().version
    task = world.task("julgar_auto")
    with transaction(world.engine) as session:
        assigning.save_draft(
            session, world.case_id, task.id, {}, now=at(DAY), actor=world.actors["apoio"]
        )
    assert (len(world.events()), world.case().version) == (before, version)
