"""Papers: received at any hour, numbered without holes, delivered to whom they belong."""

import dataclasses
import io
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import Row

from tests.cases.kit import World
from webapp.cases.filing import Paper
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.forms import Attachment
from webapp.store import tables

Models = Callable[..., Path]
AR = Paper("retorno_ar", "Correios", "correio", date(2025, 12, 10))


def numbers(world: World) -> list[str]:
    return [f.number for f in world.rows(tables.filing)]


def archived(world: World) -> None:
    """A case that ended: defended on 02/12, archived on 03/12/2025."""
    world.open()
    world.go("2025-12-02").paper("defesa", "2025-12-02")
    verdict = {"item_resultado.5-II": "insubsistente", "resultado": "insubsistente"}
    world.go("2025-12-03").answer("julgar_auto", vicio="nenhum", razoes="Sem prova.", **verdict)


# ---- in time, late, disputed


@pytest.mark.parametrize(
    ("delivered", "filed", "said"),
    [
        pytest.param("2025-12-01", "2025-12-01", "tempestivo", id="on the day it was received"),
        pytest.param("2025-12-01", "2025-12-08", "tempestivo", id="on the fifth working day"),
        pytest.param("2025-12-01", "2025-12-09", "intempestivo", id="on the sixth"),
        pytest.param("2025-12-06", "2025-12-12", "tempestivo", id="Saturday, shorter reading"),
        pytest.param("2025-12-06", "2025-12-15", "controvertido", id="Saturday, between readings"),
        pytest.param("2025-12-06", "2025-12-16", "intempestivo", id="Saturday, after both"),
    ],
)
def test_a_paper_is_flagged_by_its_date_and_never_refused(
    world: World, delivered: str, filed: str, said: str
) -> None:
    world.go(delivered).open(data_fato=delivered, data_entrega=delivered)
    world.go("2025-12-17").paper("defesa", filed)
    (filing,) = world.rows(tables.filing)
    assert filing.timeliness == said


def test_the_hour_of_a_paper_changes_nothing_on_its_last_day(world: World) -> None:
    world.open()
    world.go("2025-12-08", 23, 59).paper("defesa", "2025-12-08")
    (filing,) = world.rows(tables.filing)
    assert filing.timeliness == "tempestivo"
    assert world.names() == ["julgar_auto"]


def test_no_lapse_is_certified_over_a_late_paper(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-10")
    with pytest.raises(Unacceptable, match="protocolo 00001/2025"):
        world.go("2025-12-16").answer("certificar_defesa", resultado="decurso")
    world.answer("certificar_defesa", resultado="papel")
    (filing,) = world.rows(tables.filing)
    assert filing.task_id is not None
    assert world.names() == ["julgar_auto"]


# ---- whose paper it is


def test_a_paper_meets_its_partys_term_and_leaves_the_other_running(two_parties: World) -> None:
    world = two_parties
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03", party=0)
    autuado, titular = world.deadlines("defesa")
    assert autuado.state == "met"
    assert titular.state in ("running", "waiting_start")
    assert world.names() == ["aguardar_defesa"]


def test_a_second_paper_of_a_party_whose_term_was_met_is_judged_apart(two_parties: World) -> None:
    world = two_parties
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03", party=0)
    world.go("2025-12-04").paper("defesa", "2025-12-04", party=0)
    assert world.names() == ["aguardar_defesa", "apreciar_peticao"]


def test_a_strangers_paper_is_received_and_closes_nobodys_term(world: World) -> None:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03", party=None)
    (filing,) = world.rows(tables.filing)
    assert (filing.party_id, filing.task_id, filing.timeliness) == (None, None, "sem_termo")
    assert [d.state for d in world.deadlines()] == ["running"]
    assert world.names() == ["aguardar_defesa"]


def test_a_strangers_paper_before_the_lapse_goes_to_who_judges(world: World) -> None:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03", party=None)
    world.go("2025-12-16").tick()
    with pytest.raises(Unacceptable, match="não se certifica o decurso"):
        world.answer("certificar_defesa", resultado="decurso")


def test_a_strangers_paper_after_the_step_opens_a_petition(world: World) -> None:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03")
    world.go("2025-12-04").paper("defesa", "2025-12-04", party=None)
    assert world.names() == ["apreciar_peticao", "julgar_auto"]


def test_a_strangers_paper_before_the_step_waits_in_the_file(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.go("2025-12-02").paper("defesa", "2025-12-02", party=None)
    assert world.names() == ["escolher_meio"]


def test_a_paper_of_a_party_of_another_case_is_not_known_here(world: World) -> None:
    world.open(name="outro")
    strange = world.parties()[0].id
    world.open()
    paper = Paper("defesa", "Fulano da Silva", "balcao", date(2025, 12, 1), party_id=strange)
    with pytest.raises(NotFound):
        world.stage.file(world.name, paper)
    assert numbers(world) == []


# ---- where it goes


def test_a_paper_that_two_steps_wait_for_is_refused_with_their_list(
    world: World, models: Models
) -> None:
    first, second = two_letters(world, models)
    with pytest.raises(Refused, match="Mais de uma etapa espera este papel") as refusal:
        world.go("2025-12-10").stage.file(world.name, AR)
    assert refusal.value.status == 409
    assert refusal.value.message.count("Aguardar retorno do AR") == 2
    assert first.about in refusal.value.message
    assert second.about in refusal.value.message
    assert numbers(world) == []


def test_a_paper_that_says_its_step_goes_there_and_nowhere_else(
    world: World, models: Models
) -> None:
    first, second = two_letters(world, models)
    reply = world.go("2025-12-10").stage.file(
        world.name, dataclasses.replace(AR, task_id=second.id)
    )
    assert reply.task_id == second.id
    assert [t.id for t in world.open_tasks() if t.kind == "wait"] == [first.id]


def test_a_paper_for_a_step_that_no_longer_waits_joins_the_file_and_takes_no_other(
    world: World, models: Models
) -> None:
    first, second = two_letters(world, models)
    named = dataclasses.replace(AR, task_id=second.id)
    world.go("2025-12-10").stage.file(world.name, named)
    reply = world.stage.file(world.name, named)
    assert reply.task_id is None
    assert [t.id for t in world.open_tasks() if t.kind == "wait"] == [first.id]


def two_letters(world: World, models: Models) -> tuple[Row[Any], Row[Any]]:
    """Two calls of the notification, each waiting for the return of its letter."""
    models()
    world.begin("duas_notificacoes")
    for task in world.open_tasks():
        if task.kind == "person":
            world.answer_task(task.id, "protocolo", meio="carta")
    first, second = (t for t in world.open_tasks() if t.kind == "wait")
    return first, second


@pytest.mark.parametrize("kind", ["defesa", "peticao", "reconsideracao"])
def test_what_asks_for_a_decision_after_the_end_opens_a_petition(world: World, kind: str) -> None:
    archived(world)
    world.go("2026-01-05").paper(kind, "2026-01-05")
    task = world.task("apreciar_peticao")
    assert (task.role, task.kind) == ("autoridade", "row")
    assert world.case().outcome == "arquivado"


@pytest.mark.parametrize("kind", ["documento", "procuracao", "pagamento", "retorno_ar"])
def test_what_asks_for_nothing_only_joins_the_file(world: World, kind: str) -> None:
    archived(world)
    world.go("2026-01-05").paper(kind, "2026-01-05")
    assert world.names() == []
    assert [f.kind for f in world.rows(tables.filing)] == ["defesa", kind]


# ---- payments


def test_a_payment_is_a_fact_at_any_hour_and_ends_no_term(world: World) -> None:
    world.open()
    world.go("2025-12-02").paper("pagamento", "2025-12-02", party=None, cents=75900)
    (effect,) = world.rows(tables.effect)
    assert (effect.kind, effect.body["paid_on"]) == ("payment", "2025-12-02")
    assert effect.cents == 75900
    assert [d.state for d in world.deadlines()] == ["running"]
    assert world.names() == ["aguardar_defesa"]


def test_a_payment_in_time_ends_the_collection(world: World) -> None:
    fined(world)
    world.go("2026-02-27").paper("pagamento", "2026-02-26", party=None)
    (fine,) = world.rows(tables.fine)
    assert fine.paid_on == date(2026, 2, 26)
    assert (world.names(), world.case().outcome) == ([], "aplicada")


def test_a_second_receipt_of_payment_does_not_move_the_day_of_the_first(world: World) -> None:
    fined(world)
    world.go("2026-02-27").paper("pagamento", "2026-02-26", party=None)
    world.go("2026-03-05").paper("pagamento", "2026-03-05", party=None)
    (fine,) = world.rows(tables.fine)
    assert fine.paid_on == date(2026, 2, 26)


def test_a_fine_paid_late_is_not_sent_to_divida_ativa(world: World) -> None:
    fined(world)
    world.go("2026-03-04").paper("pagamento", "2026-03-04", party=None)
    with pytest.raises(Unacceptable, match="Há papel nos autos"):
        world.go("2026-03-12").answer("certificar_pagamento", resultado="nao_localizado")
    certify_payment(world, "2026-03-04", "759,00")
    (fine,) = world.rows(tables.fine)
    assert (fine.paid_on, fine.sent_on) == (date(2026, 3, 4), None)


@pytest.mark.parametrize(
    ("day", "amount", "total"),
    [
        ("2026-03-04", "500,00", 50000),  # the same payment
        ("2026-03-04", "759,00", 75900),  # the receipt had told a part of it
        ("2026-03-05", "259,00", 75900),  # another payment
    ],
)
def test_a_certificate_that_finds_a_payment_counts_it_once_beside_its_receipt(
    world: World, day: str, amount: str, total: int
) -> None:
    """The receipt said R$ 500,00 on 04/03/2026; the certificate is of 12/03/2026."""
    fined(world)
    world.go("2026-03-04").paper("pagamento", "2026-03-04", party=None, cents=50000)
    world.go("2026-03-12")
    certify_payment(world, day, amount)
    payments = world.rows(tables.effect, tables.effect.c.kind == "payment")
    assert sum(effect.cents for effect in payments) == total


def test_a_payment_found_is_certified_with_its_amount(world: World) -> None:
    fined(world)
    world.go("2026-03-12").tick()
    found = {"resultado": "localizado", "data_pagamento": "2026-03-02"}
    with pytest.raises(Unacceptable, match="Preencha «Valor pago»"):
        world.answer("certificar_pagamento", **found)


def certify_payment(world: World, day: str, amount: str) -> None:
    found = {"resultado": "localizado", "data_pagamento": day, "valor_pago": amount}
    world.answer("certificar_pagamento", **found)


def fined(world: World) -> None:
    """The fine is final on 25/12/2025 and to be paid by 02/03/2026."""
    world.open()
    world.go("2025-12-02").paper("defesa", "2025-12-02")
    world.go("2025-12-16").judge()
    world.notify("2025-12-16")
    world.go("2026-01-05").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    assert world.names() == ["aguardar_pagamento"]


# ---- what the counter refuses


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "carta_anonima"}, "especie"),
        ({"means": "pombo"}, "meio"),
        ({"paper_on": date(2025, 12, 2)}, "data"),
        ({"presenter": "   "}, "apresentante"),
    ],
)
def test_a_paper_without_what_a_receipt_needs_is_sent_back_and_uses_no_number(
    world: World, change: dict[str, object], field: str
) -> None:
    world.open()
    paper = Paper("defesa", "Fulano da Silva", "balcao", date(2025, 12, 1))
    with pytest.raises(Unacceptable) as refusal:
        world.stage.file(world.name, dataclasses.replace(paper, **change))  # type: ignore[arg-type]
    assert list(refusal.value.errors) == [field]
    assert numbers(world) == []


# ---- numbers, pieces, records


def test_receipts_are_numbered_without_holes_whatever_is_rolled_back(
    world: World, models: Models
) -> None:
    two_letters(world, models)
    world.go("2025-12-10").paper("documento", "2025-12-10", party=None)
    for _ in range(3):
        with pytest.raises(Refused):
            world.stage.file(world.name, AR)
    world.paper("documento", "2025-12-10", party=None)
    assert numbers(world) == ["00001/2025", "00002/2025"]


def test_a_new_year_begins_its_own_numbers(world: World) -> None:
    world.open()
    world.go("2025-12-31", 23, 59).paper("documento", "2025-12-31", party=None)
    world.go("2026-01-01", 0, 0).paper("documento", "2025-12-31", party=None)
    assert numbers(world) == ["00001/2025", "00001/2026"]


def test_what_came_with_a_paper_becomes_numbered_pieces_of_the_file(world: World) -> None:
    world.open()
    out = io.BytesIO()
    Image.new("RGB", (40, 30)).save(out, "PNG")
    scans = [Attachment("papel", f"folha{n}.png", "image/png", out.getvalue()) for n in (1, 2)]
    paper = Paper(
        "defesa",
        "Fulano da Silva",
        "balcao",
        date(2025, 12, 1),
        party_id=world.parties()[0].id,
        attachments=scans,
    )
    reply = world.stage.file(world.name, paper)
    pieces = world.rows(tables.piece)[1:]
    assert [(p.n, p.kind, p.filing_id) for p in pieces] == [
        (2, "papel", reply.filing_id),
        (3, "papel", reply.filing_id),
    ]
    assert pieces[0].title == "Defesa: folha1.png"
    assert pieces[0].code is None
    (event,) = [e for e in world.events() if e.kind == "paper_filed"]
    assert event.body["pieces"] == [p.id for p in pieces]


def test_the_record_of_a_paper_names_nobody(world: World) -> None:
    world.open()
    paper = Paper(
        "defesa", "Cicrano Pereira", "balcao", date(2025, 12, 1), note="Trouxe a mãe, dona Zulmira."
    )
    world.stage.file(world.name, paper)
    (event,) = [e for e in world.events() if e.kind == "paper_filed"]
    told = str(event.body)
    assert "Cicrano" not in told
    assert "Zulmira" not in told
    assert event.body["paper_on"] == "2025-12-01"
