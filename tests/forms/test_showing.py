"""What was typed comes back letter by letter; what was stored is shown in words."""

from typing import Any

import pytest

from tests.forms.samples import AUTO, CONTEXT, field, form_of, stored
from webapp.forms import Upload, blank, check, echo, labels


def test_what_was_typed_comes_back_letter_by_letter() -> None:
    typed = AUTO | {"data_fato": ["31/02/2025"], "veiculo.placa": [" qrg-2h1 "], "_csrf": ["x"]}
    back = echo(stored("marilandia/auto_infracao"), typed)
    assert back == {name: texts for name, texts in typed.items() if name != "_csrf"}


@pytest.mark.parametrize(
    ("asked", "value", "typed"),
    [
        (field("money"), 162100, ["1.621,00"]),
        (field("date"), "2025-12-01", ["2025-12-01"]),
        (field("integer"), 2021, ["2021"]),
        (field("several", options_from="infracoes"), ["art18"], ["art18"]),
        (field("text", pattern="cpf"), "52998224725", ["529.982.247-25"]),
    ],
)
def test_a_page_begins_with_the_stored_values(
    asked: dict[str, Any], value: Any, typed: list[str]
) -> None:
    assert blank(form_of(asked), CONTEXT, {"campo": value}) == {"campo": typed}


def test_a_page_begins_with_the_address_of_each_party() -> None:
    form = stored("shared/escolher_meio")
    assert blank(form, CONTEXT, {"endereco": {"8": "Rua Um, 10"}, "outro": "x"}) == {
        "endereco.8": ["Rua Um, 10"]
    }


def test_values_of_another_shape_begin_an_empty_page() -> None:
    form = form_of(field("text"), field("text", "cada", per="party"))
    assert blank(form, CONTEXT, {"campo": {"7": "x"}, "cada": "x"}) == {}


def test_accepted_values_begin_a_page_that_gives_the_same_values() -> None:
    form = stored("marilandia/auto_infracao")
    first = check(form, AUTO, {}, CONTEXT).values
    assert check(form, blank(form, CONTEXT, first), {}, CONTEXT).values == first


def test_a_notice_is_told_in_words() -> None:
    form = stored("marilandia/auto_infracao")
    files = {"fotos": [Upload("moto.jpg", b"\xff\xd8\xff")]}
    values = check(form, AUTO, files, CONTEXT).values
    said = dict(labels(form, values, CONTEXT))
    assert said["Motocicleta – Placa"] == "QRG2H15"
    assert said["Quem conduzia – CPF"] == "529.982.247-25"
    assert said["Dia do fato"] == "28/11/2025"
    assert said["Hora do fato"] == "17h25"
    assert said["Disposições infringidas"] == "Levar mais de um passageiro; Não usar colete"
    assert said["Fotos e outros registros"] == "moto.jpg"
    assert said["O veículo foi apreendido?"] == "Não"
    assert "Dia da apreensão" not in said


def test_a_judgment_is_told_item_by_item() -> None:
    form = stored("marilandia/julgar_auto")
    values = {
        "resultado": "penalidade",
        "item_penalidade": {"art5_i": "multa"},
        "item_multa": {"art5_i": 75900},
    }
    assert labels(form, values, CONTEXT) == [
        ("art. 5º, I – Penalidade", "Multa (arts. 15, 16, 19 e 21)"),
        ("art. 5º, I – Valor da multa", "R$ 759,00"),
        ("Resultado", "Auto subsistente: impõe-se penalidade"),
    ]


def test_an_option_that_the_law_no_longer_has_is_shown_by_its_code() -> None:
    form = form_of(field("several", options_from="infracoes"))
    assert labels(form, {"campo": ["art99"]}, CONTEXT) == [("Campo", "art99")]
