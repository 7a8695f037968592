"""Conditions are a small language of our own; nothing else is read, and nothing is executed."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.engine import expression
from webapp.engine.expression import Denied, Reads

PAYLOADS = Path(__file__).parents[1] / "data" / "escape-payloads.txt"
ANSWERS = {"conferir_auto": "regular", "julgar": "nao_conhecido"}
FACTS = {"multa_em_aberto": "sim"}


def holds(source: str) -> bool:
    return expression.evaluate(source, ANSWERS, FACTS.__getitem__)


def payloads() -> Iterator[tuple[str, str]]:
    for line in PAYLOADS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            number, _, source = line.split("\t")
            yield number, json.loads(source)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('conferir_auto == "regular"', True),
        ("conferir_auto == 'irregular'", False),
        ('conferir_auto != "irregular"', True),
        ('julgar in ["provido", "nao_conhecido"]', True),
        ('julgar in ["provido"]', False),
        ('not julgar == "provido"', True),
        ('fato("multa_em_aberto") == "sim"', True),
        ('fato("multa_em_aberto") == "nao" or julgar == "nao_conhecido"', True),
        ('fato("multa_em_aberto") == "sim" and not (julgar in ["a", "b"])', True),
        ('conferir_auto == "x" and julgar == "x" or conferir_auto == "regular"', True),
        ('  conferir_auto\n==\t"regular" ', True),
    ],
)
def test_a_condition_holds_or_not(source: str, expected: bool) -> None:
    assert holds(source) is expected


@pytest.mark.parametrize(
    "source",
    [
        "",
        "True",
        '"a"',
        "julgar",
        '"a" == "a"',
        "julgar == conferir_auto",
        'julgar == "não"',
        'julgar == "a" == "b"',
        'julgar = "a"',
        "julgar == 1",
        "julgar in []",
        'julgar in ("a", "b")',
        'julgar in ["a",]',
        'not in ["a"]',
        'fato(julgar) == "a"',
        'fato("a", "b") == "c"',
        'outra("a") == "b"',
        'julgar.x == "a"',
        '_julgar == "a"',
        'julgar == "a" else',
        'julgar == "a\\n"',
        'julgar == "a" # comentário',
        "(" * 17 + 'julgar == "a"' + ")" * 17,
        "not " * 17 + 'julgar == "a"',
        'julgar == "' + "a" * 61 + '"',
        "julgar in [" + '"a", ' * 200 + '"a"]',
    ],
)
def test_anything_else_is_denied(source: str) -> None:
    with pytest.raises(Denied):
        expression.check(source)


@pytest.mark.parametrize(("number", "source"), list(payloads()))
def test_every_payload_is_refused_within_50_ms(number: str, source: str) -> None:
    names = {"nome": "x", "valor": 10, "dados": {"valor": 1}, "lista": [1]}
    begun = thread_time()
    with pytest.raises(Denied):
        expression.evaluate(source, names, FACTS.__getitem__)
    assert thread_time() - begun < 0.05, number


def test_what_is_no_answer_is_denied() -> None:
    for value in (None, 1, True, ["regular"], {"regular": "regular"}):
        with pytest.raises(Denied, match="ninguém respondeu"):
            expression.evaluate('x == "regular"', {"x": value}, FACTS.__getitem__)


def test_a_condition_says_what_it_reads() -> None:
    assert expression.reads('not a == "x" or b in ["y"] and fato("c") != "z"') == Reads(
        frozenset({"a", "b"}), frozenset({"c"})
    )


def test_and_binds_more_than_or_and_not_more_than_and() -> None:
    for a, b, c in product("sn", repeat=3):
        answers = {"a": a, "b": b, "c": c}
        source = 'not a == "s" and b == "s" or c == "s"'
        expected = ((a != "s") and b == "s") or c == "s"
        assert expression.evaluate(source, answers, FACTS.__getitem__) is expected


@given(st.text(alphabet="ab_\"'()[],=!. \n\\noridfatxé0", max_size=60))
def test_any_text_is_a_condition_or_denied(source: str) -> None:
    try:
        expression.evaluate(source, {"a": "a", "b": "b"}, lambda _: "a")
    except Denied:
        return
