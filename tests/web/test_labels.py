"""What was typed is told in the words of the forms, never by the names of their fields."""

import pytest

from webapp.web.labels import in_words, label


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("razoes", "Razões"),
        ("item_multa.5-II", "Valor da multa (5-II)"),
        ("autuado.nome", "Quem conduzia: Nome completo"),
        ("especie", "Espécie"),
        ("observacao", "Observação"),
        ("dia_de_rever", "Dia de rever"),
    ],
)
def test_a_field_is_called_as_its_form_calls_it(name: str, words: str) -> None:
    assert label(name) == words


def test_an_answer_is_told_in_words_and_what_is_empty_is_left_out() -> None:
    typed = [
        ("item_penalidade.5-II", "nenhuma"),
        ("vicio", "nenhum"),
        ("razoes", "A touca <faltava>."),
        ("lugar", " "),
    ]
    assert in_words(typed) == [
        ("Penalidade (5-II)", "Nenhuma: a lei não liga penalidade a este item"),
        ("O auto tem defeito de forma?", "Não"),
        ("Razões", "A touca <faltava>."),
    ]
