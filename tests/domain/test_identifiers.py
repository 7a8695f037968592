"""Identifiers as people type them, as they are stored and as they are shown."""

import pytest

from webapp.domain import identifiers


@pytest.mark.parametrize("typed", ["ABC1234", "abc-1234", "ABC 1C34", "abc1c34"])
def test_both_spellings_of_a_plate_find_the_same_vehicle(typed: str) -> None:
    assert identifiers.is_plate(typed)
    assert identifiers.plate_key(typed) == "ABC1C34"


@pytest.mark.parametrize("typed", ["AB1234", "ABC12345", "ABC1CC4", "1ABC234", ""])
def test_what_is_no_plate_is_not_taken_for_one(typed: str) -> None:
    assert not identifiers.is_plate(typed)
    assert identifiers.plate_key(typed) == identifiers.plate(typed)


def test_a_plate_is_shown_as_it_is_painted() -> None:
    assert identifiers.show_plate("abc1234") == "ABC-1234"
    assert identifiers.show_plate("abc1c34") == "ABC1C34"


def test_a_cpf_is_stored_as_digits_shown_with_signs_and_masked() -> None:
    assert identifiers.digits(" 529.982.247-25 ") == "52998224725"
    assert identifiers.show_cpf("52998224725") == "529.982.247-25"
    assert identifiers.mask_cpf("529.982.247-25") == "***.982.247-**"


def test_a_cpf_of_another_length_stays_hidden() -> None:
    assert identifiers.mask_cpf("5299822472") == "***"


def test_other_identifiers_have_one_form_and_one_spelling() -> None:
    assert identifiers.show_cnpj("11222333000181") == "11.222.333/0001-81"
    assert identifiers.cnpj("12.abc.345/01de-35") == "12ABC34501DE35"
    assert identifiers.renavam("639884962") == "00639884962"
    assert identifiers.show_cep("29725000") == "29725-000"
    assert identifiers.show_phone("27999990000") == "(27) 99999-0000"
    assert identifiers.show_phone("2737240000") == "(27) 3724-0000"


def test_what_has_another_length_is_shown_as_it_is() -> None:
    assert identifiers.show_cep("2972") == "2972"
