"""Answers that contradict the file, the registry, the law of the day or the clock."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.cases.kit import CPF_FULANO, World
from webapp.domain.errors import Unacceptable
from webapp.registry import people
from webapp.store import tables
from webapp.store.database import transaction

SEIZED: Mapping[str, Any] = {
    "itens": ["19-3"],
    "apreensao": "sim",
    "apreensao_data": "2025-12-01",
    "apreensao_hora": "08:40",
    "apreensao_lugar": "Praça da Matriz",
    "apreensao_deposito": "Depósito da Prefeitura",
}
WITNESSED: Mapping[str, Any] = {
    "entrega": "recusa_certificada",
    "copia_entregue": "sim",
    "testemunha1_nome": "Tereza Lima",
    "testemunha1_endereco": "Rua A, 1",
    "testemunha2_nome": "Tadeu Reis",
    "testemunha2_endereco": "Rua B, 2",
}


def known_as(world: World, name: str) -> None:
    with transaction(world.engine) as session:
        people.person_of(session, world.municipality_id, {"nome": name, "cpf": CPF_FULANO})


def refused(world: World, element: str, **values: Any) -> dict[str, str]:
    with pytest.raises(Unacceptable) as refusal:
        world.answer(element, **values)
    return dict(refusal.value.errors)


def not_drawn(world: World, **values: Any) -> dict[str, str]:
    """Monday 2025-12-01, 09:00; the fact is of 08:30 unless the test says otherwise."""
    with pytest.raises(Unacceptable) as refusal:
        world.open(**values)
    assert world.rows(tables.person, tables.person.c.name == "Nunca Entrou") == []
    return dict(refusal.value.errors)


def test_a_cpf_that_the_registry_has_under_another_name_charges_nobody(world: World) -> None:
    known_as(world, "Beltrana Souza")
    errors = not_drawn(world)
    assert "é de Beltrana Souza" in errors["autuado.cpf"]


@pytest.mark.parametrize("name", ["FULANO DA SILVA", "Fulano Silva", "Fulano da Silva Júnior"])
def test_a_name_written_short_or_long_is_still_the_one_of_the_registry(
    world: World, name: str
) -> None:
    known_as(world, name)
    world.open()
    assert len(world.rows(tables.person)) == 1


def test_a_fact_before_the_law_is_not_charged(world: World) -> None:
    """Lei 853/2009 is in force since 2009-10-13."""
    errors = not_drawn(world, data_fato="2009-10-12", data_entrega="2009-10-12")
    assert "não alcança fato anterior" in errors["data_fato"]


def test_the_law_reaches_a_fact_of_its_first_day(world: World) -> None:
    world.open(data_fato="2009-10-13", data_entrega="2009-10-13")
    assert world.fact("fato", "auto").value == "2009-10-13"


def test_a_fact_of_a_later_hour_of_today_has_not_happened(world: World) -> None:
    assert "não chegou" in not_drawn(world, hora_fato="09:01")["hora_fato"]
    world.open(hora_fato="09:00")


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"apreensao_data": "2025-11-30"}, "apreensao_data", "anterior ao fato, de 01/12/2025"),
        ({"apreensao_hora": "08:29"}, "apreensao_data", "anterior ao fato, de 01/12/2025 às 08:30"),
        ({"apreensao_hora": "09:30"}, "apreensao_hora", "ainda não chegou"),
        ({"itens": ["5-II"]}, "apreensao", "só manda apreender nos casos do art. 19"),
    ],
)
def test_a_vehicle_is_seized_after_the_fact_and_for_an_item_that_says_so(
    world: World, change: Mapping[str, Any], field: str, sentence: str
) -> None:
    assert sentence in not_drawn(world, **{**SEIZED, **change})[field]


def test_a_seizure_with_its_ground_is_recorded(world: World) -> None:
    world.open(**SEIZED)
    assert world.fact("apreensao", "veiculo").value == "2025-12-01"


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"testemunha2_nome": "TEREZA LIMA"}, "testemunha2_nome", "já é a outra testemunha"),
        ({"testemunha1_nome": "aurora agente"}, "testemunha1_nome", "é quem lavra o auto"),
        ({"testemunha2_nome": "Fulano da Silva"}, "testemunha2_nome", "é o autuado"),
    ],
)
def test_witnesses_of_a_refusal_are_two_others(
    world: World, change: Mapping[str, Any], field: str, sentence: str
) -> None:
    assert sentence in not_drawn(world, **{**WITNESSED, **change})[field]


def to_judge(world: World) -> World:
    world.open()
    world.go("2025-12-03").paper("defesa", "2025-12-03")
    return world


def to_reconsider(world: World) -> World:
    to_judge(world).judge()
    world.notify("2025-12-03")
    world.go("2025-12-04").paper("reconsideracao", "2025-12-04")
    return world


CHANGED: Mapping[str, Any] = {
    "resultado": "alterada",
    "item_resultado.5-II": "subsistente",
    "razoes": "As razões.",
    "motivo_divergencia": "O motivo.",
}


@pytest.mark.parametrize(
    ("penalty", "field"),
    [
        ({"item_penalidade.5-II": "multa", "item_multa.5-II": "759,01"}, "item_multa.5-II"),
        ({"item_penalidade.5-II": "cassacao"}, "item_penalidade.5-II"),
    ],
)
def test_a_request_for_reconsideration_does_not_make_the_penalty_heavier(
    world: World, penalty: Mapping[str, Any], field: str
) -> None:
    errors = refused(to_reconsider(world), "decidir_reconsideracao", **{**CHANGED, **penalty})
    assert "não agrava a penalidade" in errors[field]


def test_a_request_for_reconsideration_may_make_the_penalty_lighter(world: World) -> None:
    lighter = {"item_penalidade.5-II": "multa", "item_multa.5-II": "379,50"}
    to_reconsider(world).answer("decidir_reconsideracao", **{**CHANGED, **lighter})
    assert "decidir_reconsideracao" not in world.names()


def test_a_revocation_without_a_permit_in_the_registry_asks_which(world: World) -> None:
    revoked = {"item_penalidade.5-II": "cassacao", "item_multa.5-II": None}
    with pytest.raises(Unacceptable) as refusal:
        to_judge(world).judge(**revoked)
    assert "motivo_divergencia" in refusal.value.errors


def to_hand_over(world: World) -> World:
    to_judge(world).judge()
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    return world


def test_a_decision_is_not_handed_over_before_it_was_taken(world: World) -> None:
    handed = {"entrega.autuado": "entregue", "data_entrega.autuado": "2025-12-02"}
    errors = refused(to_hand_over(world), "entregar_em_maos", resultado="feita", **handed)
    assert errors == {
        f"data_entrega.{world.party()}": "A entrega não pode ser anterior ao ato notificado, de "
        "03/12/2025. Confira a data na prova."
    }


@pytest.mark.parametrize(
    ("outcome", "met"), [("feita", "nao_encontrado"), ("frustrada", "entregue")]
)
def test_the_round_says_what_it_found(world: World, outcome: str, met: str) -> None:
    handed = {"entrega.autuado": met, "data_entrega.autuado": "2025-12-03"}
    assert "resultado" in refused(
        to_hand_over(world), "entregar_em_maos", resultado=outcome, **handed
    )


def test_a_notice_is_not_published_before_the_decision(world: World) -> None:
    missed = {"entrega.autuado": "nao_encontrado", "data_entrega.autuado": "2025-12-03"}
    to_hand_over(world).answer("entregar_em_maos", resultado="frustrada", **missed)
    nobody = {"ciencia_valida.autuado": "nao", "motivo_invalida.autuado": "Não encontrado."}
    world.answer("conferir_ciencia", resultado="faltam", **nobody)
    unknown = {"endereco_desconhecido.autuado": "sim", "motivo": "Não se sabe onde mora."}
    world.answer("escolher_meio", meio="edital", **unknown)
    published = {"publicado": "publicado", "veiculo_publicacao": "Diário, ed. 10, p. 2"}
    errors = refused(world, "publicar_edital", data_publicacao="2025-12-02", **published)
    assert "anterior ao ato notificado" in errors["data_publicacao"]


def test_a_payment_is_not_of_before_the_fact(world: World) -> None:
    world.open()
    with pytest.raises(Unacceptable, match="anterior ao fato, de 01/12/2025"):
        world.paper("pagamento", "2025-11-30", party=None)
    assert world.rows(tables.filing) == []


def test_another_paper_of_before_the_fact_is_received_and_pointed_out(world: World) -> None:
    world.open()
    reply = world.paper("defesa", "2025-11-30")
    assert "anterior ao fato, de 01/12/2025" in reply.message
    assert "Atenção" not in world.paper("documento", "2025-12-01").message


def test_a_fine_is_not_due_while_its_penalty_may_be_asked_to_be_reconsidered(
    world: World,
) -> None:
    """Decided on Wednesday 2025-12-03; five working days from that day end on 2025-12-10."""
    to_judge(world)
    with pytest.raises(Unacceptable) as refusal:
        world.judge(dia_pagamento="2025-12-10")
    assert "até 10/12/2025 (art. 24" in refusal.value.errors["dia_pagamento"]
    world.judge(dia_pagamento="2025-12-11")
