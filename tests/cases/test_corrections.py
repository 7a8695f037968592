"""«Retificar», «Devolver à etapa», «Reabrir prazo», «Tornar sem efeito»."""

import json
from datetime import date

import pytest
from sqlalchemy.orm import Session

from tests.cases.kit import World
from webapp.cases import correcting
from webapp.cases.correcting import Correction
from webapp.domain.errors import NoCompetence, Refused, Unacceptable
from webapp.store import events, tables
from webapp.store.database import transaction


def whole(world: World) -> bool:
    with transaction(world.engine) as session:
        return list(events.verify(session)) == [f"case:{world.case_id}"]


def fined(world: World) -> World:
    """No defence, a fine imposed, notified on 2025-12-16, final and in the registry."""
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.judge()
    world.notify("2025-12-16")
    world.go("2026-01-05").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    assert world.names() == ["aguardar_pagamento"]
    return world


# ---- Retificar


def test_a_receipt_date_corrected_while_the_term_runs_counts_it_again(world: World) -> None:
    world.open()
    reply = world.go("2025-12-03").correct("ciencia", "auto", "2025-12-02", party=0)
    old, new = world.deadlines("defesa")
    assert (old.state, new.state, new.round) == ("superseded", "running", 2)
    assert (old.last_day, new.last_day) == (date(2025, 12, 8), date(2025, 12, 9))
    assert reply.moved == ("Defesa: de 08/12/2025 para 09/12/2025",)
    assert whole(world)


def test_corrected_after_the_lapse_the_wait_is_restored_and_the_joined_paper_delivered(
    world: World,
) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-10")
    assert world.names() == ["certificar_defesa"]
    world.correct("ciencia", "auto", "2025-12-04", party=0)
    assert world.names() == ["julgar_auto"], "until 11/12: the paper of the 10th is in time"
    old, new = world.deadlines("defesa")
    assert (old.state, new.state, new.task_id != old.task_id) == ("superseded", "met", True)
    (paper,) = world.rows(tables.filing)
    assert paper.timeliness == "tempestivo"
    assert whole(world)


def test_corrected_after_the_lapse_the_term_runs_and_lapses_again(world: World) -> None:
    world.open()
    world.go("2025-12-10").tick()
    world.correct("ciencia", "auto", "2025-12-05", party=0)
    assert world.names() == ["aguardar_defesa"]
    world.go("2025-12-13").tick()
    assert world.names() == ["certificar_defesa"]
    assert [d.state for d in world.deadlines("defesa")] == ["superseded", "fired"]


def test_an_earlier_date_may_lapse_the_term_at_once(world: World) -> None:
    world.go("2025-12-05").open(data_fato="2025-11-20", data_entrega="2025-12-05")
    world.correct("ciencia", "auto", "2025-11-20", party=0)
    assert world.names() == ["certificar_defesa"]


def test_corrected_after_somebody_acted_nothing_moves_and_the_authority_decides(
    world: World,
) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.correct("ciencia", "auto", "2025-12-12", party=0)
    assert world.names() == ["decidir_retificacao", "julgar_auto"]
    assert [d.state for d in world.deadlines("defesa")] == ["fired"]


def test_another_partys_paper_stays_when_one_partys_lapse_is_undone(two_parties: World) -> None:
    world = two_parties
    world.open(entrega="nao_entregue", data_entrega=None)
    _notify_both(world)
    world.go("2025-12-04").paper("defesa", "2025-12-04", party=0)
    world.go("2025-12-10").tick()
    assert world.names() == ["certificar_defesa"]
    world.correct("ciencia", "auto", "2025-12-05", party=1)
    assert world.names() == ["aguardar_defesa"]
    live = [d for d in world.deadlines("defesa") if d.state != "superseded"]
    assert [(d.state, d.carried_from is not None) for d in live] == [
        ("met", True),
        ("running", False),
    ]
    world.paper("defesa", "2025-12-10", party=1)
    assert world.names() == ["julgar_auto"]


def test_a_fact_date_of_another_year_changes_the_fine_by_entry_and_counter_entry(
    world: World,
) -> None:
    world.go("2026-01-05").open(data_fato="2025-12-30", data_entrega="2026-01-05")
    world.go("2026-01-20").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.judge()
    world.notify("2026-01-20")
    world.go("2026-02-05").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    reply = world.correct("fato", "auto", "2026-01-02")
    cents = [e.cents for e in world.rows(tables.effect) if e.kind == "fine"]
    assert cents == [75900, -75900, 81050]
    fines = world.rows(tables.fine)
    assert [f.cancelled_by is None for f in fines] == [False, True]
    assert "sai a multa de R$ 759,00 (art. 5º, II)" in reply.moved
    assert "entra a multa de R$ 810,50 (art. 5º, II)" in reply.moved
    assert whole(world)


def test_a_wrong_item_corrected_after_the_decision_asks_the_authority(world: World) -> None:
    fined(world)
    world.correct("itens", "auto", json.dumps(["5-III"]))
    assert world.names() == ["aguardar_pagamento", "decidir_retificacao"]


def test_a_wrong_person_moves_the_fine_to_the_right_one(world: World) -> None:
    fined(world)
    world.register_holder("Beltrano Certo", "11144477735", "ABC1D23")
    right = next(p.id for p in world.rows(tables.person) if p.name == "Beltrano Certo")
    world.correct("pessoa", "autuado", str(right), party=0)
    live = [f.person_id for f in world.rows(tables.fine) if f.cancelled_by is None]
    assert live == [right]
    assert world.parties()[0].person_id == right


def test_a_correction_run_and_rolled_back_is_its_preview(world: World) -> None:
    world.open()
    world.go("2025-12-03")
    before = len(world.events())
    fact = world.fact("ciencia", "auto", party=0)
    with Session(world.engine) as session:
        reply = correcting.correct(
            session,
            world.case_id,
            Correction(fact.id, "2025-12-02", "recibo lido errado"),
            now=world.now,
            actor=world.actors["secretaria"],
        )
        session.rollback()
    assert reply.moved == ("Defesa: de 08/12/2025 para 09/12/2025",)
    assert len(world.events()) == before


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("2025-12-01", "é o mesmo"),
        ("2025-12-20", "não pode ser futura"),
        ("2025-11-30", "anterior ao fato"),
        ("ontem", "dia/mês/ano"),
    ],
)
def test_a_correction_that_is_none_is_refused(world: World, value: str, said: str) -> None:
    world.open()
    with pytest.raises(Unacceptable, match=said):
        world.correct("ciencia", "auto", value, party=0)


def test_who_holds_no_office_of_the_file_corrects_nothing(world: World) -> None:
    world.open()
    with pytest.raises(NoCompetence):
        world.go("2025-12-03").correct("ciencia", "auto", "2025-12-02", party=0, who="agente")


# ---- Devolver à etapa


def test_a_return_counters_the_fine_and_a_second_decision_applies_it_again(world: World) -> None:
    fined(world)
    world.back("julgar_auto")
    assert world.names() == ["julgar_auto"]
    assert sum(e.cents for e in world.rows(tables.effect)) == 0
    assert [f.cancelled_by is None for f in world.rows(tables.fine)] == [False]
    world.judge(dia_pagamento="2026-04-01")
    world.notify("2026-01-05")
    world.go("2026-01-20").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    assert sum(e.cents for e in world.rows(tables.effect)) == 75900
    assert whole(world)


def test_what_had_been_answered_comes_back_as_the_draft(world: World) -> None:
    fined(world)
    world.back("julgar_auto")
    draft = world.task("julgar_auto").draft
    assert draft["item_multa.5-II"] == ["759,00"]
    assert draft["resultado"] == ["penalidade"]


def test_terms_of_steps_that_do_not_wait_in_the_restored_state_are_superseded(
    world: World,
) -> None:
    fined(world)
    world.back("julgar_auto")
    states = {d.key: d.state for d in world.deadlines()}
    assert states == {"defesa": "fired", "reconsideracao": "superseded", "pagamento": "superseded"}


def test_a_return_to_the_notice_asks_for_it_again(world: World) -> None:
    fined(world)
    world.back("escolher_meio")
    assert world.names() == ["escolher_meio"]
    assert [n.undone_by is None for n in world.rows(tables.notice)] == [True, False]
    world.notify("2026-01-05")
    (row,) = [d for d in world.deadlines("reconsideracao") if d.state == "running"]
    assert row.last_day == date(2026, 1, 12)


def test_a_return_after_a_return_stands_on_the_standing_line(world: World) -> None:
    fined(world)
    world.back("julgar_auto")
    with pytest.raises(Refused, match="ainda não foi concluída"):
        world.back("conferir_ciencia")
    world.back("certificar_defesa")
    assert world.names() == ["certificar_defesa"]
    assert whole(world)


def test_a_return_to_the_certificate_still_knows_its_papers(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-05")
    world.answer("certificar_defesa", resultado="papel")
    world.judge()
    world.back("certificar_defesa")
    with pytest.raises(Unacceptable, match="Há papel nos autos"):
        world.answer("certificar_defesa", resultado="decurso", motivo_antecipado="x")
    world.answer("certificar_defesa", resultado="papel")
    assert world.names() == ["julgar_auto"]


def test_only_the_authority_returns_a_case_and_only_with_a_reason(world: World) -> None:
    fined(world)
    with pytest.raises(NoCompetence):
        world.back("julgar_auto", who="secretaria")
    with pytest.raises(NoCompetence):
        world.back("julgar_auto", who="apoio")


# ---- Reabrir prazo


def test_a_lapsed_term_is_reopened_from_another_day_while_nobody_acted(world: World) -> None:
    world.open()
    world.go("2025-12-10").tick()
    (row,) = world.deadlines("defesa")
    world.reopen(row.id, "2025-12-10")
    assert world.names() == ["aguardar_defesa"]
    live = [d for d in world.deadlines("defesa") if d.state == "running"]
    assert [d.last_day for d in live] == [date(2025, 12, 17)]


def test_a_term_on_whose_lapse_somebody_acted_is_not_reopened(world: World) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    (row,) = world.deadlines("defesa")
    with pytest.raises(Refused, match="Devolva o processo à etapa"):
        world.reopen(row.id, "2025-12-16")


# ---- Tornar sem efeito


def test_a_paper_of_another_case_is_undone_and_the_step_waits_again(world: World) -> None:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03")
    assert world.names() == ["julgar_auto"]
    (paper,) = world.rows(tables.filing)
    world.go("2025-12-04").undo(paper.id)
    assert world.names() == ["aguardar_defesa"]
    assert [(d.state, d.last_day) for d in world.deadlines("defesa")] == [
        ("superseded", date(2025, 12, 8)),
        ("running", date(2025, 12, 8)),
    ]
    world.go("2025-12-09").tick()
    assert world.names() == ["certificar_defesa"]
    assert whole(world)


def test_a_paper_on_which_somebody_acted_is_not_undone(world: World) -> None:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03")
    (paper,) = world.rows(tables.filing)
    world.judge(dia_pagamento="2026-03-02")
    with pytest.raises(Refused, match="Já houve ato"):
        world.undo(paper.id)


def test_a_payment_registered_by_mistake_is_owed_again(world: World) -> None:
    fined(world)
    world.paper("pagamento", "2026-01-05", party=None)
    assert world.case().outcome == "aplicada"
    (paper,) = world.rows(tables.filing)
    world.undo(paper.id)
    assert world.names() == ["aguardar_pagamento"]
    assert [f.paid_on for f in world.rows(tables.fine)] == [None]


def _notify_both(world: World) -> None:
    a, b = world.party(0), world.party(1)
    world.go("2025-12-02")
    addresses = {f"endereco.{a}": "Rua A, 1", f"endereco.{b}": "Rua B, 2"}
    world.answer("escolher_meio", meio="em_maos", **addresses)
    handed = {f"entrega.{a}": "entregue", f"entrega.{b}": "entregue"}
    days = {f"data_entrega.{a}": "2025-12-02", f"data_entrega.{b}": "2025-12-02"}
    world.answer("entregar_em_maos", resultado="feita", **handed, **days)
    proof = {f"ciencia_valida.{a}": "sim", f"ciencia_valida.{b}": "sim"}
    known = {f"data_ciencia.{a}": "2025-12-02", f"data_ciencia.{b}": "2025-12-02"}
    world.answer("conferir_ciencia", resultado="todas", **proof, **known)
