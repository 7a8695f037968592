"""Who died is notified of nothing; the estate is, where no party lives."""

from typing import Any

import pytest

from tests.cases.kit import World
from tests.cases.test_contradictions import refused
from tests.cases.test_documents_of_a_case import read
from tests.cases.test_letters import BACK, letters
from tests.cases.undrawn import decide_death, dies
from tests.documents.reading import joined
from webapp.domain.errors import Refused
from webapp.store import tables

NOT_NOTIFIED = (
    "Fulano da Silva morreu em 01/12/2025: quem morreu não se notifica (Código Civil, art. 6º). O "
    "processo segue com as partes que vivem; o espólio só se notifica quando não vive nenhuma "
    "(CPC, art. 110). Abra a etapa de novo: ela já não pergunta por essa parte."
)


def widowed(world: World) -> tuple[str, str]:
    """The auto was not handed over; the driver died that day, and the holder lives."""
    world.open(entrega="nao_entregue", data_entrega=None)
    dies(world, "2025-12-01", party=0)
    return world.party(0), world.party(1)


def sought(world: World, means: str, *parties: str) -> None:
    world.answer("escolher_meio", meio=means, **{f"endereco.{p}": "Rua A, 1" for p in parties})


def test_the_means_are_not_chosen_for_the_dead_while_another_party_lives(
    two_parties: World,
) -> None:
    """As from a page that was open when the death was registered."""
    dead, living = widowed(two_parties)
    with pytest.raises(Refused) as refusal:
        sought(two_parties, "carta", dead, living)
    assert (refusal.value.status, refusal.value.message) == (422, NOT_NOTIFIED)
    assert two_parties.rows(tables.notice) == []


def test_no_letter_is_made_out_to_the_dead(two_parties: World) -> None:
    _, living = widowed(two_parties)
    sought(two_parties, "carta", living)
    assert [one.facts["notice"]["addressee"] for one in letters(two_parties)] == [
        "Beltrano Titular"
    ]


def test_nothing_is_handed_over_to_the_dead(two_parties: World) -> None:
    world = two_parties
    dead, living = widowed(world)
    sought(world, "em_maos", living)
    met = {f"entrega.{p}": "entregue" for p in (dead, living)}
    days = {f"data_entrega.{p}": "2025-12-01" for p in (dead, living)}
    with pytest.raises(Refused, match="quem morreu não se notifica") as refusal:
        world.answer("entregar_em_maos", resultado="feita", **met, **days)
    assert refusal.value.status == 422


def test_an_edital_names_only_who_lives(two_parties: World) -> None:
    _, living = widowed(two_parties)
    unknown = {f"endereco_desconhecido.{living}": "sim", "motivo": "Ninguém o conhece."}
    two_parties.answer("escolher_meio", meio="edital", **unknown)
    told = {"data_publicacao": "2025-12-01", "veiculo_publicacao": "Diário Oficial, ed. 1"}
    two_parties.answer("publicar_edital", publicado="publicado", **told)
    said = read(two_parties, "edital_notificacao")
    assert "BeltranoTitular" in said
    assert "Fulano" not in said


def test_where_nobody_lives_the_notice_goes_to_the_estate(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    dies(world, "2025-12-01")
    decide_death(world, "prosseguir")
    world.send_letter()
    (letter,) = letters(world)
    assert letter.facts["notice"]["addressee"] == "Espólio de Fulano da Silva"
    assert joined("Espólio de Fulano da Silva") in read(world, "carta_ar")
    world.go(BACK).paper("retorno_ar", BACK, party=None)
    world.prove_letter("2025-12-05")
    assert [n.valid for n in world.rows(tables.notice)] == [True]


# ---- what was on its way


def on_its_way(world: World) -> dict[str, Any]:
    """A letter of Monday 01/12 is delivered on Friday 05/12; its AR is back on Wednesday 10/12."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go(BACK).paper("retorno_ar", BACK, party=None)
    return {
        "retorno.autuado": "entregue",
        "ciencia_valida.autuado": "sim",
        "data_ciencia.autuado": "2025-12-05",
    }


def test_a_letter_delivered_after_the_death_of_its_addressee_told_nobody(world: World) -> None:
    proof = on_its_way(world)
    dies(world, "2025-12-04")
    errors = refused(world, "conferir_ciencia", resultado="todas", **proof)
    said = errors[f"data_ciencia.{world.party()}"]
    assert said.startswith("A parte morreu em 04/12/2025: quem morreu não se notifica")
    world.lose_letter("falecido")
    world.notify(BACK)
    assert [n.valid for n in world.rows(tables.notice)] == [False, True]


def test_a_letter_delivered_in_life_told_whoever_died_later(world: World) -> None:
    proof = on_its_way(world)
    dies(world, "2025-12-08")
    world.answer("conferir_ciencia", resultado="todas", **proof)
    assert [n.valid for n in world.rows(tables.notice)] == [True]


def test_what_was_handed_over_after_the_death_told_nobody(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    dies(world.go("2025-12-05"), "2025-12-02")
    handed = {"entrega.autuado": "entregue", "data_entrega.autuado": "2025-12-03"}
    errors = refused(world, "entregar_em_maos", resultado="feita", **handed)
    assert "não é ciência do espólio" in errors[f"data_entrega.{world.party()}"]
    missed = {**handed, "entrega.autuado": "nao_encontrado", "resultado": "frustrada"}
    world.answer("entregar_em_maos", **missed)
    assert "conferir_ciencia" in world.names()
