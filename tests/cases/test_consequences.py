"""What an act that turns back says it moves: told before it is done, and after."""

from tests.cases.kit import World
from tests.cases.test_corrections import fined


def test_a_return_tells_what_it_undoes(world: World) -> None:
    fined(world)
    assert world.back("escolher_meio").moved == (
        "«Escolher meio da notificação»: a resposta fica sem efeito",
        "«Entregar em mãos»: a resposta fica sem efeito",
        "«Conferir prova da ciência»: a resposta fica sem efeito",
        "«Certificar decurso do pedido»: a resposta fica sem efeito",
        "sai a multa de R$ 759,00 (art. 5º, II)",
        "Pedido de reconsideração, de Fulano da Silva: o prazo fica sem efeito",
        "Pagamento da multa: o prazo fica sem efeito",
    )


def test_a_return_before_a_paper_says_that_it_stays_in_the_file(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-05")
    world.answer("certificar_defesa", resultado="papel")
    moved = world.back("certificar_defesa").moved
    assert "protocolo 00001/2025: fica nos autos, à espera da etapa que o recebe" in moved


def test_a_paper_of_no_effect_tells_that_its_term_runs_again(world: World) -> None:
    world.open()
    filing_id = world.go("2025-12-03").paper("defesa", "2025-12-03").filing_id
    assert filing_id is not None
    assert world.undo(filing_id).moved == (
        "Defesa, de Fulano da Silva: o prazo corre até 08/12/2025",
    )


def test_a_payment_of_no_effect_tells_that_the_fine_is_owed_again(world: World) -> None:
    fined(world)
    filing_id = world.paper("pagamento", "2026-01-05", party=None).filing_id
    assert filing_id is not None
    moved = world.undo(filing_id).moved
    assert "sai o registro do pagamento" in moved
    assert "Pagamento da multa: o prazo corre até 02/03/2026" in moved
