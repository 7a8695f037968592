"""Who may, with what vehicle, how many and until when, in Santa Teresa."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from webapp.laws import MissingValue, law

SANTA_TERESA = law("santa_teresa", [])
TODAY = date(2026, 3, 2)


def on(key: str, day: date = TODAY) -> Mapping[str, Any]:
    return SANTA_TERESA.on(key, day)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("vagas.frota", {"each": 1, "per": 500, "rounding": "piso"}),
        ("vagas.por_titular", {"limit": 1}),
        ("vagas.auxiliares", {"limit": 1}),
        ("requisitos.habilitacao", {"categories": ("B", "C", "D", "E")}),
        ("veiculo.idade_de_inclusao", {"years": 3, "purposes": ("inclusao",)}),
        ("veiculo.idade_em_operacao", {"years": 5, "grace": "fim_de_ano"}),
        ("esperas.cancelamento", {"length": 2, "rule": "ANOS_CC132_SEM_ROLAR"}),
        ("esperas.transferencia", {"length": 3, "rule": "ANOS_CC132_SEM_ROLAR"}),
        ("esperas.atividade_do_cedente", {"length": 2, "bars": ("transferencia",)}),
        ("esperas.revogacao_do_auxiliar", {"length": 12, "rule": "MESES_CC132_SEM_ROLAR"}),
        ("esperas.troca_de_auxiliar", {"limit": 2, "window": "ano_civil"}),
        ("esperas.substituicao_de_veiculo", {"limit": 2, "window": "anos", "years": 2}),
        ("validades.autorizacao", {"length": 60, "rule": "MESES_CC132_SEM_ROLAR"}),
        ("validades.div", {"length": 1, "of": "veiculo"}),
        ("validades.cadastro", {"length": 1, "of": "pessoa"}),
        ("validades.autorizacao_do_auxiliar", {"length": 1}),
        ("prazos.suspensao_a_pedido", {"length": 120, "extension": 120, "rule": "PENA_DIAS"}),
        ("prazos.comunicar_apreensao", {"length": 30, "rule": "CORRIDOS_9784"}),
        ("prazos.objeto_esquecido", {"length": 2, "rule": "UTEIS"}),
        ("prazos.padronizacao", {"length": 90}),
        ("prazos.pintura", {"length": 12, "rule": "MESES_CC132_ROLA"}),
        ("servico.escala", {"value": "50"}),
        ("servico.executivo_limite", {"value": "10"}),
        ("servico.executivo_associados", {"value": "20"}),
    ],
)
def test_a_number_of_the_law(key: str, values: dict[str, Any]) -> None:
    assert {name: on(key)[name] for name in values} == values


def test_a_revoked_permit_waits_for_the_term_that_stands_among_the_terms() -> None:
    wait = on("esperas.cassacao")
    assert "length" not in wait
    assert on(f"prazos.{wait['term']}")["length"] == 5


def test_a_vehicle_of_exactly_five_years_is_reached_by_both_letters() -> None:
    older = on("veiculo.idade_do_substituto_de_mais_velho")
    newer = on("veiculo.idade_do_substituto_de_mais_novo")
    assert older["old_from"] == newer["old_until"] == 5
    assert (older["years"], older["newer_by"], newer["years"]) == (5, 3, 3)


def test_the_city_has_room_for_45_taxis_since_the_census_of_2022() -> None:
    fleet, people = on("vagas.frota"), int(on("valores.populacao")["value"])
    assert people == 22808
    assert fleet["outside"]["distrito"]["article"] == "art. 18, § 6º"
    assert fleet["each"] * people // fleet["per"] == 45


def test_before_the_census_was_published_the_population_is_not_known() -> None:
    assert on("valores.populacao", date(2023, 6, 28))["value"] == "22808"
    with pytest.raises(MissingValue, match="população de Santa Teresa"):
        on("valores.populacao", date(2023, 6, 27))["value"]


def test_what_an_act_must_still_fix_names_the_act() -> None:
    for key, name in (
        ("vagas.por_ponto", "limit"),
        ("servico.dias_fora_do_distrito", "items"),
        ("servico.custas_da_apreensao", "value"),
    ):
        with pytest.raises(MissingValue, match="Falta "):
            on(key)[name]
