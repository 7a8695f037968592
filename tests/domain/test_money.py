"""Money in digits and in words."""

from decimal import Decimal

import pytest

from webapp.domain.money import (
    balance,
    number_in_words,
    owed,
    price,
    reais,
    reais_in_words,
    unit_value,
    units_in_cents,
    units_text,
)


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "R$ 0,00"),
        (5, "R$ 0,05"),
        (81050, "R$ 810,50"),
        (162100, "R$ 1.621,00"),
        (123456789, "R$ 1.234.567,89"),
        (-150, "-R$ 1,50"),
    ],
)
def test_cents_are_written_as_reais(cents: int, text: str) -> None:
    assert reais(cents) == text


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (0, "zero reais"),
        (1, "um centavo"),
        (100, "um real"),
        (105, "um real e cinco centavos"),
        (81050, "oitocentos e dez reais e cinquenta centavos"),
        (100000, "mil reais"),
        (162100, "mil seiscentos e vinte e um reais"),
        (486300, "quatro mil oitocentos e sessenta e três reais"),
        (100_000_000, "um milhão de reais"),
        (100_100_000, "um milhão e mil reais"),
        (200_000_001, "dois milhões de reais e um centavo"),
    ],
)
def test_an_amount_is_written_in_words(cents: int, words: str) -> None:
    assert reais_in_words(cents) == words


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "zero"),
        (16, "dezesseis"),
        (100, "cem"),
        (101, "cento e um"),
        (1020, "mil e vinte"),
        (1200, "mil e duzentos"),
        (1230, "mil duzentos e trinta"),
        (2001000, "dois milhões e mil"),
        (1_000_000_000, "um bilhão"),
    ],
)
def test_the_joining_e_follows_usage(n: int, words: str) -> None:
    assert number_in_words(n) == words


@pytest.mark.parametrize("amount", [-1, 10**17])
def test_an_amount_without_words_is_an_error(amount: int) -> None:
    with pytest.raises(ValueError, match=r"amount|words"):
        reais_in_words(amount)


@pytest.mark.parametrize(
    ("units", "unit_cents", "cents"),
    [
        ("0.5", "151800", 75900),
        ("0.5", "162100", 81050),
        ("3", "162100", 486300),
        ("0.5", "33", 17),
        ("150", "471.75", 70763),
        ("100", "450.32", 45032),
    ],
)
def test_units_become_cents_rounded_half_up(units: str, unit_cents: str, cents: int) -> None:
    assert units_in_cents(Decimal(units), Decimal(unit_cents)) == cents


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        ("471.75", "R$ 4,7175"),
        ("352.10", "R$ 3,521"),
        ("403.50", "R$ 4,035"),
        ("162100.00", "R$ 1.621,00"),
        ("450.32", "R$ 4,5032"),
        ("0.05", "R$ 0,0005"),
    ],
)
def test_the_worth_of_a_unit_has_all_its_digits(cents: str, text: str) -> None:
    assert price(Decimal(cents)) == text


def test_units_are_written_without_idle_zeros() -> None:
    assert [units_text(Decimal(units)) for units in ("0.5", "1.0", "3", "150")] == [
        *("0,5", "1", "3", "150"),
    ]


@pytest.mark.parametrize(
    ("cents", "reais"),
    [("151800", "1518.00"), ("471.75", "4.7175"), ("493.83", "4.9383"), ("50", "0.50")],
)
def test_the_value_of_a_unit_is_kept_to_its_last_decimal(cents: str, reais: str) -> None:
    assert unit_value(Decimal(cents)) == reais


def test_a_fine_whose_unit_has_no_value_yet_is_said_in_units() -> None:
    assert owed(75900, "0.5", "SM") == "R$ 759,00"
    assert owed(0, "80", "VRTE") == "80 VRTE"


@pytest.mark.parametrize(
    ("owed", "paid", "said"),
    [
        (81050, 50000, "faltam R$ 310,50"),
        (81050, 81050, ""),
        (81050, 82050, "R$ 10,00 a restituir"),
        (0, 81050, "R$ 810,50 a restituir"),
    ],
)
def test_what_was_paid_is_held_against_what_is_owed(owed: int, paid: int, said: str) -> None:
    assert balance(owed, paid) == said
