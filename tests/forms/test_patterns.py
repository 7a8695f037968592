"""Each identifier has one normal form; what is none gets a sentence, whatever its length."""

from time import perf_counter

import pytest

from webapp.forms import PATTERNS


@pytest.mark.parametrize(
    ("pattern", "typed", "normal", "shown"),
    [
        ("cpf", "529.982.247-25", "52998224725", "529.982.247-25"),
        ("cpf", " 529 982 247 25", "52998224725", "529.982.247-25"),
        ("cnpj", "11.222.333/0001-81", "11222333000181", "11.222.333/0001-81"),
        ("cnpj", "12abc34501de35", "12ABC34501DE35", "12.ABC.345/01DE-35"),
        ("cpf_ou_cnpj", "52998224725", "52998224725", "529.982.247-25"),
        ("cpf_ou_cnpj", "12ABC34501DE35", "12ABC34501DE35", "12.ABC.345/01DE-35"),
        ("placa", "abc-1234", "ABC1234", "ABC-1234"),
        ("placa", "QRG 2H15", "QRG2H15", "QRG2H15"),
        ("cnh", "02650306461", "02650306461", "02650306461"),
        ("renavam", "639884962", "00639884962", "00639884962"),
        ("renavam", "00639884962", "00639884962", "00639884962"),
        ("cep", "29725-000", "29725000", "29725-000"),
        ("telefone", "+55 (27) 99999-0000", "27999990000", "(27) 99999-0000"),
        ("telefone", "27 3724-0000", "2737240000", "(27) 3724-0000"),
        ("quilometros", "12,3", "12.3", "12,3"),
        ("quilometros", "4 km", "4", "4"),
    ],
)
def test_an_identifier_has_one_normal_form(
    pattern: str, typed: str, normal: str, shown: str
) -> None:
    assert PATTERNS[pattern].normal(typed) == normal
    assert PATTERNS[pattern].show(normal) == shown
    assert PATTERNS[pattern].normal(shown) == normal


@pytest.mark.parametrize(
    ("pattern", "typed", "said"),
    [
        ("cpf", "5299822472", "tem 11 números; aqui há 10"),
        ("cpf", "191", "tem 11 números; aqui há 3"),
        ("cpf", "529.982.247-26", "não existe"),
        ("cpf", "111.111.111-11", "não existe"),
        ("cpf", "５２９９８２２４７２５", "só tem números"),
        ("cpf", "52998224725'--", "só tem números"),
        ("cnpj", "11.222.333/0001-8", "aqui há 13"),
        ("cnpj", "11.222.333/0001-82", "não existe"),
        ("cnpj", "00.000.000/0000-00", "não existe"),
        ("cnpj", "11.222.333/000é-81", "só tem números e letras"),
        ("cpf_ou_cnpj", "123456789012", "aqui há 12"),
        ("placa", "QRG2H1", "aqui há 6"),
        ("placa", "1234ABC", "como ABC1D23"),
        ("placa", "ÁBC1234", "como ABC1D23"),
        ("cnh", "02650306462", "não existe"),
        ("cnh", "0265030646", "aqui há 10"),
        ("renavam", "00000000000", "não existe"),
        ("renavam", "00639884963", "não existe"),
        ("renavam", "19", "aqui há 2"),
        ("cep", "2972500", "aqui há 7"),
        ("telefone", "99999-0000", "aqui há 9"),
        ("quilometros", "quatro", "como 4,5"),
        ("quilometros", "-4", "como 4,5"),
        ("quilometros", "1000", "até 999 km"),
        ("telefone", "(27) 89999-0000", "como (27) 99999-0000"),
        ("telefone", "(07) 3724-0000", "como (27) 99999-0000"),
    ],
)
def test_what_is_no_identifier_gets_a_sentence(pattern: str, typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*[.]$") as caught:
        PATTERNS[pattern].normal(typed)
    assert said in str(caught.value)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("text", ["1", "A", "A1", ".-", " ", "é"])
def test_no_text_makes_a_pattern_slow(pattern: str, text: str) -> None:
    began = perf_counter()
    with pytest.raises(ValueError, match=r"[.]$"):
        PATTERNS[pattern].normal(text * 100_000)
    assert perf_counter() - began < 1
