"""«Sobrestar», «Despacho», «Pedir parecer», links between cases."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.cases.kit import CAST, World
from tests.cases.undrawn import (
    ask,
    dispatch,
    hold,
    kinds,
    link,
    opine,
    resume,
    unlink,
    whole,
)
from webapp.diagrams.stage import Player
from webapp.domain.errors import NoCompetence, NotFound, Refused, Unacceptable
from webapp.store import tables
from webapp.store.database import transaction

# ---- Sobrestar


def test_a_case_is_put_off_and_its_terms_run_on(world: World) -> None:
    world.open()
    reply = hold(world, "2025-12-20")
    assert reply.message == "Processo sobrestado até 20/12/2025."
    assert world.case().held_until == date(2025, 12, 20)
    world.go("2025-12-09").tick()
    assert world.names() == ["certificar_defesa"]
    assert world.case().held_until == date(2025, 12, 20)
    assert resume(world).message == "Processo retomado."
    assert world.case().held_until is None
    assert kinds(world)[-3:] == ["case_held", "deadline_ended", "case_resumed"]
    assert whole(world)


def test_a_case_put_off_may_be_given_another_day(world: World) -> None:
    world.open()
    hold(world, "2025-12-20")
    hold(world, "2026-01-12", who="diretor")
    assert world.case().held_until == date(2026, 1, 12)


def test_a_case_that_ends_is_put_off_no_longer(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    hold(world, "2025-12-20")
    world.answer(
        "julgar_auto",
        vicio="nenhum",
        resultado="insubsistente",
        razoes="Não se provou.",
        **{"item_resultado.5-II": "insubsistente"},
    )
    assert world.case().outcome == "arquivado"
    assert world.case().held_until is None


# ---- Despacho


def test_a_despacho_is_signed_and_is_the_next_piece(world: World) -> None:
    world.open()
    reply = dispatch(world, "Oficie-se ao cartório.")
    piece = world.rows(tables.piece)[-1]
    assert (piece.id, piece.kind, piece.n) == (reply.piece_id, "despacho", 2)
    assert piece.facts["fields"] == [{"label": "Despacho", "value": "Oficie-se ao cartório."}]
    assert piece.facts["signatures"][0]["name"] == "Dário Diretor"
    assert world.names() == ["aguardar_defesa"], "it moves nothing"
    assert kinds(world)[-1] == "dispatched"
    assert whole(world)


def test_who_drew_up_the_auto_signs_no_despacho_in_its_case(database_url: str) -> None:
    both = Player("Dário Diretor", ("autoridade", "fiscalizacao"))
    world = World(database_url, cast={**CAST, "diretor": both})
    world.open(who="diretor")
    with pytest.raises(Refused, match="lavrou o auto"):
        dispatch(world)
    world.engine.dispose()


# ---- Pedir parecer


def test_an_opinion_in_time_meets_its_term_and_is_signed(world: World) -> None:
    world.open()
    ask(world, "2025-12-04")
    task = world.task("parecer")
    assert (task.role, task.due_day, task.body["question"]) == (
        "secretaria",
        date(2025, 12, 4),
        "O veículo estava registrado?",
    )
    world.go("2025-12-04", 17)
    opine(world)
    (term,) = world.deadlines("parecer")
    assert (term.kind, term.state, term.last_day) == ("row_task", "met", date(2025, 12, 4))
    piece = world.rows(tables.piece)[-1]
    assert piece.kind == "parecer"
    assert piece.facts["question"] == "O veículo estava registrado?"
    assert world.names() == ["aguardar_defesa"]
    assert whole(world)


def test_an_opinion_that_is_late_is_taken_all_the_same_and_its_term_stays_missed(
    world: World,
) -> None:
    world.open()
    ask(world, "2025-12-03")
    world.go("2025-12-04").tick()
    assert world.names() == ["aguardar_defesa", "parecer"], "the end moves nothing"
    (term,) = world.deadlines("parecer")
    assert (term.state, term.next_at) == ("fired", None)
    opine(world)
    assert [d.state for d in world.deadlines("parecer")] == ["fired"]
    assert kinds(world)[-2:] == ["deadline_ended", "task_completed"]


def test_an_opinion_goes_on_while_the_case_is_returned(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.judge()
    ask(world, "2025-12-12")
    world.back("julgar_auto")
    assert world.names() == ["julgar_auto", "parecer"]
    assert world.deadlines("parecer")[0].state == "running"


# ---- links


def two_cases(world: World) -> tuple[int, int]:
    """Two cases; the world's own is the second."""
    world.open("primeiro")
    first = world.case_id
    world.open("segundo")
    return first, world.case_id


def test_a_link_is_told_in_both_chains_and_can_be_undone(world: World) -> None:
    first, second = two_cases(world)
    link(world, first, "apensado")
    with transaction(world.engine) as session:
        (row,) = session.execute(tables.case_link.select()).all()
    assert (row.case_id, row.other_case_id, row.kind) == (second, first, "apensado")
    assert kinds(world)[-1] == "cases_linked"
    world.name = "primeiro"
    assert kinds(world)[-1] == "cases_linked"
    unlink(world, row.id)
    with transaction(world.engine) as session:
        (row,) = session.execute(tables.case_link.select()).all()
    assert row.ended_at == world.now
    world.name = "segundo"
    assert kinds(world)[-1] == "link_ended"
    link(world, first)
    assert whole(world)


@pytest.mark.parametrize("again", ["segundo", "primeiro"])
def test_two_cases_are_tied_once(world: World, again: str) -> None:
    first, second = two_cases(world)
    link(world, first)
    world.name = again
    with pytest.raises(Refused, match="já têm vínculo"):
        link(world, second if again == "primeiro" else first)


def test_a_link_undone_is_not_undone_again(world: World) -> None:
    first, _ = two_cases(world)
    link(world, first)
    unlink(world, 1)
    with pytest.raises(Refused, match="já foi desfeito"):
        unlink(world, 1)


# ---- what is refused

BAD: list[tuple[str, Callable[[World], Any], type[Refused], str]] = [
    ("hold without reason", lambda w: hold(w, "2025-12-20", " "), Unacceptable, "motivo"),
    ("hold until yesterday", lambda w: hold(w, "2025-11-30"), Unacceptable, "rever"),
    ("hold until today", lambda w: hold(w, "2025-12-01"), Unacceptable, "rever"),
    ("hold by the agent", lambda w: hold(w, "2025-12-20", who="agente"), NoCompetence, ""),
    ("resume what runs", resume, Refused, "não está sobrestado"),
    ("resume without reason", lambda w: resume(w, ""), Unacceptable, "motivo"),
    ("empty despacho", lambda w: dispatch(w, " "), Unacceptable, "texto"),
    ("despacho of support", lambda w: dispatch(w, who="apoio"), NoCompetence, "assinado"),
    ("despacho of a clerk", lambda w: dispatch(w, who="secretaria"), NoCompetence, "assinado"),
    ("opinion of nobody", lambda w: ask(w, "2025-12-04", "titular"), Unacceptable, "papel"),
    ("no question", lambda w: ask(w, "2025-12-04", text=""), Unacceptable, "pergunta"),
    ("opinion yesterday", lambda w: ask(w, "2025-11-30"), Unacceptable, "ate"),
    ("asked by the agent", lambda w: ask(w, "2025-12-04", who="agente"), NoCompetence, ""),
    ("a case and itself", lambda w: link(w, w.case_id), Unacceptable, "numero"),
    ("a case not there", lambda w: link(w, 999), NotFound, ""),
    ("another kind", lambda w: link(w, 999, "primo"), Unacceptable, "vinculo"),
    ("link without reason", lambda w: link(w, 999, reason=""), Unacceptable, "motivo"),
    ("a link not there", lambda w: unlink(w, 7), NotFound, ""),
    ("unlink without reason", lambda w: unlink(w, 7, " "), Unacceptable, "motivo"),
]


@pytest.mark.parametrize(("act", "kind", "about"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_what_may_not_be_is_refused_and_changes_nothing(
    world: World, act: Callable[[World], Any], kind: type[Refused], about: str
) -> None:
    world.open()
    before = kinds(world)
    with pytest.raises(kind) as refusal:
        act(world)
    said = refusal.value
    assert about in (said.errors if isinstance(said, Unacceptable) else said.message)
    assert kinds(world) == before


def test_a_case_that_is_over_is_not_put_off(world: World) -> None:
    world.open()
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    world.answer(
        "julgar_auto",
        vicio="nenhum",
        resultado="insubsistente",
        razoes="Não se provou.",
        **{"item_resultado.5-II": "insubsistente"},
    )
    with pytest.raises(Refused, match="já se encerrou"):
        hold(world, "2025-12-20")
