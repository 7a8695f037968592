"""Withdrawal of a paper: it is received, homologated or not, and nothing moves by itself."""

import pytest

from tests.cases.kit import World
from tests.cases.undrawn import filings, gives_up, homologate, whole
from webapp.domain.errors import NotFound, Refused, Unacceptable


def withdrawn(world: World) -> list[bool]:
    return [paper.withdrawn_by is not None for paper in filings(world)]


def test_a_withdrawal_is_received_and_the_authority_homologates_it(world: World) -> None:
    world.open()
    world.go("2025-12-04").paper("defesa", "2025-12-04")
    reply = gives_up(world, filings(world)[0].id, "2025-12-04")
    assert reply.message.startswith("Protocolo ")
    assert world.names() == ["homologar_desistencia", "julgar_auto"]
    homologate(world)
    assert withdrawn(world) == [True, False]
    assert world.names() == ["julgar_auto"], "nothing moves by itself"
    assert [d.state for d in world.deadlines("defesa")] == ["met"]
    assert whole(world)


def test_not_homologated_the_paper_stands(world: World) -> None:
    world.open()
    world.go("2025-12-04").paper("defesa", "2025-12-04")
    gives_up(world, filings(world)[0].id, "2025-12-04")
    homologate(world, "nao_homologar")
    assert withdrawn(world) == [False, False]


def test_a_certificate_does_not_see_a_paper_that_was_withdrawn(world: World) -> None:
    world.open()
    world.go("2025-12-09").tick()
    world.paper("defesa", "2025-12-09")
    with pytest.raises(Unacceptable, match="Há papel nos autos"):
        world.go("2025-12-16").answer("certificar_defesa", resultado="decurso")
    gives_up(world, filings(world)[0].id, "2025-12-16")
    homologate(world)
    with pytest.raises(Unacceptable, match="Não há papel nos autos"):
        world.answer("certificar_defesa", resultado="papel")
    world.answer("certificar_defesa", resultado="decurso")
    assert world.names() == ["julgar_auto"]


def test_a_paper_withdrawn_before_its_step_is_given_to_nobody(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.go("2025-12-02").paper("defesa", "2025-12-02")
    gives_up(world, filings(world)[0].id, "2025-12-02")
    homologate(world)
    world.notify("2025-12-02")
    assert world.names() == ["aguardar_defesa"]
    assert filings(world)[0].task_id is None


def test_a_petition_withdrawn_is_judged_by_nobody(world: World) -> None:
    world.open()
    world.paper("peticao", "2025-12-01")
    assert "apreciar_peticao" in world.names()
    gives_up(world, filings(world)[0].id, "2025-12-01")
    homologate(world)
    assert world.names() == ["aguardar_defesa"]


def test_of_a_paper_already_decided_nothing_is_left_to_withdraw(world: World) -> None:
    world.open()
    world.go("2025-12-04").paper("defesa", "2025-12-04")
    world.judge()
    gives_up(world, filings(world)[0].id, "2025-12-04")
    with pytest.raises(Unacceptable, match="já foi decidido"):
        homologate(world)
    homologate(world, "nao_homologar")
    assert withdrawn(world) == [False, False]


def test_a_petition_already_appreciated_is_not_withdrawn(world: World) -> None:
    world.open()
    world.paper("peticao", "2025-12-01")
    world.answer("apreciar_peticao", resultado="indeferir", razoes="Nada a prover.")
    gives_up(world, filings(world)[0].id, "2025-12-01")
    with pytest.raises(Unacceptable, match="já foi decidido"):
        homologate(world)


def test_what_was_given_up_once_is_not_given_up_again(world: World) -> None:
    world.open()
    world.go("2025-12-04").paper("defesa", "2025-12-04")
    for _ in range(2):
        gives_up(world, filings(world)[0].id, "2025-12-04")
    first, second = (t for t in world.open_tasks() if t.element == "homologar_desistencia")
    told = {"resultado": "homologar", "razoes": "Assinou o próprio."}
    world.answer_task(first.id, "diretor", **told)
    with pytest.raises(Unacceptable, match="já está sem efeito"):
        world.answer_task(second.id, "diretor", **told)


def test_returned_to_before_the_homologation_it_is_to_be_decided_again(world: World) -> None:
    world.open()
    world.go("2025-12-04").paper("defesa", "2025-12-04")
    gives_up(world, filings(world)[0].id, "2025-12-04")
    homologate(world)
    world.judge()
    world.back("julgar_auto")
    assert withdrawn(world) == [True, False], "it was homologated before the step"
    world.back("lavrar_auto")
    assert withdrawn(world) == [False, False]
    assert "homologar_desistencia" in world.names()
    assert whole(world)


def test_a_withdrawal_says_which_paper_of_the_case_it_gives_up(world: World) -> None:
    world.open()
    world.paper("defesa", "2025-12-01")
    with pytest.raises(Unacceptable) as refusal:
        gives_up(world, None, "2025-12-01")
    assert refusal.value.errors == {"papel_desistido": "Diga de que papel se desiste."}
    with pytest.raises(NotFound):
        gives_up(world, 999, "2025-12-01")


def test_once_homologated_the_withdrawal_itself_cannot_be_made_of_no_effect(world: World) -> None:
    world.open()
    world.paper("defesa", "2025-12-01")
    gives_up(world, filings(world)[0].id, "2025-12-01")
    world.undo(filings(world)[1].id)
    assert world.names() == ["julgar_auto"], "before that it can: nobody is asked any more"
    gives_up(world, filings(world)[0].id, "2025-12-01")
    homologate(world)
    with pytest.raises(Refused, match="já foi homologada"):
        world.undo(filings(world)[2].id)
