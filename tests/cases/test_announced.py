"""Terms that hang on a fact: shown from the day of the fact, never fired."""

from datetime import date

from tests.cases.kit import World


def test_a_seizure_announces_the_three_months_to_reclaim_the_vehicle(world: World) -> None:
    world.go("2025-12-01").open(
        itens=["19-3"],
        data_fato="2025-11-30",
        apreensao="sim",
        apreensao_data="2025-11-30",
        apreensao_hora="08:40",
        apreensao_lugar="Praça da Matriz",
        apreensao_deposito="Depósito da Prefeitura",
    )
    (row,) = world.deadlines("retirada_veiculo")
    assert (row.state, row.task_id, row.article) == ("announced", None, "art. 20")
    assert row.last_day == date(2026, 3, 2), "28/02/2026 has no 30th: 1 March is a Sunday"
    world.go("2026-04-01").tick()
    (row,) = world.deadlines("retirada_veiculo")
    assert row.state == "announced"
