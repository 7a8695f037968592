"""«Registrar óbito» and «Decidir efeitos do óbito»."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.cases.kit import World
from tests.cases.undrawn import decide_death, dies, does, kinds, whole
from webapp.cases import deaths
from webapp.cases.deaths import Death
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.store import tables


def states(world: World, key: str = "defesa") -> list[str]:
    return [row.state for row in world.deadlines(key)]


def test_the_death_ends_the_partys_terms_and_asks_the_authority(world: World) -> None:
    world.open()
    reply = dies(world.go("2025-12-04"), "2025-12-03")
    assert reply.message == "Óbito de Fulano da Silva registrado; a Autoridade decide os efeitos."
    assert world.parties()[0].died_on == date(2025, 12, 3)
    assert world.parties()[0].to_day is None, "penalties still need the party"
    assert states(world) == ["cancelled"]
    assert world.names() == ["aguardar_defesa", "decidir_obito"]
    assert world.task("decidir_obito").role == "autoridade"
    assert [p.title for p in world.rows(tables.piece)][-1] == "Certidão de óbito de Fulano da Silva"
    world.go("2025-12-20").tick()
    assert world.names() == ["aguardar_defesa", "decidir_obito"], "nobody but she moves it"
    assert whole(world)


def test_extinct_the_case_ends_outside_its_diagram(world: World) -> None:
    world.open()
    dies(world, "2025-12-01")
    decide_death(world, "extinguir")
    case = world.case()
    assert (case.outcome, case.ended_at, world.names()) == ("extinto_obito", world.now, [])
    assert [p.kind for p in world.rows(tables.piece)][-1] == "despacho"
    assert world.rows(tables.effect) == []
    assert whole(world)


def test_extinct_before_it_is_final_no_penalty_enters(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.judge()
    world.notify("2025-12-05")
    dies(world.go("2025-12-09"), "2025-12-08")
    decide_death(world, "extinguir")
    world.go("2026-03-01").tick()
    assert world.rows(tables.fine) == []
    assert states(world, "reconsideracao") == ["cancelled"]


def test_a_fine_that_was_final_stays_the_debt_of_the_estate(world: World) -> None:
    world.open()
    world.go("2025-12-09").tick()
    world.go("2025-12-16").answer("certificar_defesa", resultado="decurso")
    world.judge()
    world.notify("2025-12-16")
    world.go("2026-01-05").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    dies(world, "2025-12-30")
    decide_death(world, "extinguir")
    (fine,) = world.rows(tables.fine)
    assert fine.cancelled_by is None
    assert world.names() == []


def test_going_on_with_nobody_left_to_wait_for_the_wait_goes_on_at_once(world: World) -> None:
    world.open()
    dies(world.go("2025-12-03"), "2025-12-02")
    decide_death(world, "prosseguir")
    assert world.names() == ["certificar_defesa"]
    assert kinds(world)[-3:] == ["death_registered", "task_completed", "wait_left"]
    assert world.events()[-1].actor == "relogio"
    assert whole(world)


def test_the_other_party_goes_on_in_its_own_term(two_parties: World) -> None:
    world = two_parties
    world.open()
    dies(world.go("2025-12-02"), "2025-12-02", party=0)
    assert states(world) == ["cancelled", "waiting_start"]
    decide_death(world, "prosseguir")
    assert world.names() == ["aguardar_defesa"]
    world.paper("defesa", "2025-12-02", party=1)
    assert world.names() == ["julgar_auto"]
    assert whole(world)


def test_the_holder_may_have_died_before_the_fact_and_the_driver_goes_on(
    two_parties: World,
) -> None:
    world = two_parties
    world.open()
    dies(world, "2025-11-01", party=1)
    with pytest.raises(Unacceptable) as refusal:
        decide_death(world, "extinguir")
    assert "O autuado vive" in refusal.value.errors["resultado"]
    decide_death(world, "prosseguir")
    world.go("2025-12-09").tick()
    assert states(world) == ["fired", "cancelled"]
    assert world.names() == ["certificar_defesa"]


def test_no_new_term_runs_for_the_dead_and_the_step_does_not_wait(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    dies(world, "2025-12-05")
    decide_death(world, "prosseguir")
    world.judge()
    world.notify("2025-12-05")
    assert world.names() == ["certificar_reconsideracao"]
    assert world.deadlines("reconsideracao") == []


def test_while_she_has_not_decided_a_step_without_anybody_waits(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    dies(world, "2025-12-05")
    world.judge()
    world.notify("2025-12-05")
    assert world.names() == ["aguardar_reconsideracao", "decidir_obito"]
    decide_death(world, "prosseguir")
    assert world.names() == ["certificar_reconsideracao"]


def test_what_the_heirs_hand_in_for_the_dead_is_judged(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.notify("2025-12-01")
    dies(world, "2025-12-01")
    world.paper("defesa", "2025-12-01")
    assert world.names() == ["aguardar_defesa", "apreciar_peticao", "decidir_obito"]


def test_personal_sanctions_never_enter_for_the_dead(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    warned = {"item_penalidade.5-II": "advertencia", "item_multa.5-II": None}
    world.judge(
        **warned,
        motivo_divergencia="É a primeira vez e houve correção no ato.",
        dia_pagamento=None,
        fundamento_pagamento=None,
    )
    world.notify("2025-12-05")
    dies(world, "2025-12-05")
    decide_death(world, "prosseguir")
    world.go("2025-12-22").answer("certificar_reconsideracao", resultado="decurso")
    assert world.rows(tables.restriction) == []
    assert world.case().ended_at is not None


def test_a_date_of_the_dead_corrected_opens_no_term_again(world: World) -> None:
    world.open()
    dies(world.go("2025-12-03"), "2025-12-02")
    world.correct("ciencia", "auto", "2025-12-02", party=0)
    assert states(world) == ["cancelled"]
    with pytest.raises(Refused, match="faleceu"):
        world.reopen(world.deadlines("defesa")[0].id, "2025-12-03")


def test_returned_after_it_was_extinct_the_case_waits_for_nobody(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.judge()
    dies(world, "2025-12-05")
    decide_death(world, "extinguir")
    world.back("julgar_auto")
    assert world.case().ended_at is None
    assert world.names() == ["julgar_auto"]
    assert whole(world)


def of_another(world: World) -> None:
    death = Death(world.parties()[0].id + 99, date(2025, 12, 1), None)
    does(world, deaths.register, death, who="protocolo")


BAD: list[tuple[str, Callable[[World], Any], type[Refused], str]] = [
    ("death to come", lambda w: dies(w, "2025-12-02"), Unacceptable, "data"),
    ("death before the fact", lambda w: dies(w, "2025-11-30"), Unacceptable, "data"),
    (
        "no certificate",
        lambda w: dies(w, "2025-12-01", certificate=None),
        Unacceptable,
        "certidao",
    ),
    ("by the agent", lambda w: dies(w, "2025-12-01", who="agente"), NoCompetence, ""),
    ("a party of another case", of_another, NotFound, ""),
]


@pytest.mark.parametrize(("act", "kind", "about"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_what_may_not_be_is_refused_and_changes_nothing(
    world: World, act: Callable[[World], Any], kind: type[Refused], about: str
) -> None:
    world.open()
    before = kinds(world)
    with pytest.raises(kind) as refusal:
        act(world)
    if isinstance(refusal.value, Unacceptable):
        assert about in refusal.value.errors
    assert kinds(world) == before


def test_nobody_dies_twice(world: World) -> None:
    world.open()
    dies(world, "2025-12-01")
    with pytest.raises(Refused, match="já está nos autos"):
        dies(world, "2025-12-01")
