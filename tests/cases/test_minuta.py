"""The draft of a step's document: printable before the act, of no value, and leaving nothing."""

import pytest

from tests.cases.kit import World
from tests.documents.reading import joined, pages_of, text_of
from webapp.cases.minuta import NO_VALUE, draft
from webapp.domain.errors import NotFound
from webapp.store import tables
from webapp.store.database import transaction

TABLES = (tables.piece, tables.event, tables.answer, tables.signature, tables.counter)


def drafted(world: World, element: str, who: str) -> bytes:
    with transaction(world.engine) as session:
        return draft(
            session,
            world.case_id,
            world.task(element).id,
            now=world.now,
            actor=world.actors[who],
        )


def to_hand_over(world: World) -> None:
    """Monday 2025-12-01: the auto was not handed over in the street, the inspection goes."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})


def test_the_receipt_is_printed_before_the_delivery_with_lines_to_sign(world: World) -> None:
    to_hand_over(world)
    said = text_of(drafted(world, "entregar_em_maos", "agente"))
    assert joined(NO_VALUE) in joined(said)
    assert "RECIBO DE ENTREGA – MINUTA" in said
    for told in ("Fulano da Silva", "Conduzia passageira sem touca descartável.",
                 "Defesa: 5 dias úteis contados do recebimento (art. 23)."):  # fmt: skip
        assert joined(told) in joined(said), told
    assert "recebedor" in said
    assert "informe o código" not in said


def test_the_edital_is_printed_before_its_publication_without_addresses(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    unknown = {"endereco_desconhecido.autuado": "sim", "motivo": "Ninguém o conhece."}
    world.answer("escolher_meio", meio="edital", **unknown)
    said = joined(text_of(drafted(world, "publicar_edital", "protocolo")))
    assert joined(NO_VALUE) in said
    assert joined("contados da publicação deste edital (art. 23)") in said
    assert "RuadasFlores" not in said


def test_a_draft_leaves_nothing_behind(world: World) -> None:
    to_hand_over(world)
    before = [len(world.rows(table)) for table in TABLES if "case_id" in table.c]
    numbers = counted(world)
    drafted(world, "entregar_em_maos", "agente")
    assert [len(world.rows(table)) for table in TABLES if "case_id" in table.c] == before
    assert counted(world) == numbers


def counted(world: World) -> list[object]:
    with transaction(world.engine) as session:
        return [tuple(row) for row in session.execute(tables.counter.select())]


def test_each_party_gets_a_sheet_of_its_own(two_parties: World) -> None:
    world = two_parties
    world.open(entrega="nao_entregue", data_entrega=None)
    a, b = world.party(0), world.party(1)
    where = {f"endereco.{a}": "Rua A, 1", f"endereco.{b}": "Rua B, 2"}
    world.answer("escolher_meio", meio="em_maos", **where)
    first, second = pages_of(drafted(world, "entregar_em_maos", "agente"))
    assert "Fulano da Silva" in first
    assert "Beltrano Titular" in second


def test_a_decision_is_printed_as_it_was_drafted(world: World) -> None:
    world.open()
    world.go("2025-12-02").paper("defesa", "2025-12-02")
    said = joined(text_of(drafted(world, "julgar_auto", "apoio")))
    assert joined("protocolo nº 00001/2025, de 02/12/2025, em tempo") in said
    assert "Decididoassim" not in said
    keep_draft(world)
    said = joined(text_of(drafted(world, "julgar_auto", "apoio")))
    for told in ("Decidido assim.", "R$ 759,00", "02/03/2026", NO_VALUE):
        assert joined(told) in said, told


def keep_draft(world: World) -> None:
    task = world.task("julgar_auto").id
    values = {
        "vicio": ["nenhum"],
        "item_resultado.5-II": ["subsistente"],
        "item_penalidade.5-II": ["multa"],
        "item_multa.5-II": ["759,00"],
        "resultado": ["penalidade"],
        "razoes": ["Decidido assim."],
        "dia_pagamento": ["2026-03-02"],
        "fundamento_pagamento": ["Decreto 10/2010, art. 5º"],
    }
    with transaction(world.engine) as session:
        session.execute(tables.task.update().where(tables.task.c.id == task).values(draft=values))


def test_a_step_without_document_and_a_closed_one_have_no_draft(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    with pytest.raises(NotFound):
        drafted(world, "escolher_meio", "protocolo")
    task = world.task("escolher_meio").id
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    with transaction(world.engine) as session, pytest.raises(NotFound):
        draft(session, world.case_id, task, now=world.now, actor=world.actors["protocolo"])
