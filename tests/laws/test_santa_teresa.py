"""The data of Santa Teresa against its law: the whole text."""

import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import webapp.laws
from webapp.laws import NotInForce, Passage, citation, law
from webapp.laws.citation import Level

SANTA_TERESA = law("santa_teresa", [])
TODAY = date(2026, 3, 2)
FOLDER = Path(webapp.laws.__file__).parent / "santa_teresa"


def written() -> Mapping[str, Any]:
    """The units of `texto.toml` as they stand in the file."""
    texts: Mapping[str, Any] = tomllib.loads((FOLDER / "texto.toml").read_text("utf-8"))["texto"]
    return texts


def passages(basis: str) -> list[Passage]:
    return SANTA_TERESA.passages(basis, TODAY)


def cited(basis: str) -> list[str]:
    return [passage.citation for passage in passages(basis)]


def one(basis: str) -> Passage:
    (passage,) = passages(basis)
    return passage


def test_the_municipality_is_the_one_of_the_law() -> None:
    assert SANTA_TERESA.municipality.name == "Santa Teresa"
    assert SANTA_TERESA.municipality.ibge == "3204609"


def test_the_whole_law_reads_as_its_units_in_its_order() -> None:
    read = [(passage.citation, passage.text) for passage in passages("arts. 1º a 70")]
    assert read == [(key, entries[0]["text"]) for key, entries in written().items()]
    assert len(read) == 330


def test_all_the_seventy_articles_are_there() -> None:
    articles = [path[0].n for path in SANTA_TERESA.units if len(path) == 1]
    assert articles == list(range(1, 71))


def test_no_unit_is_missing_between_its_neighbours_or_above_what_stands_below_it() -> None:
    """Each has its parent and the number before it; «p.ú.» and «caput» have no number."""
    for path in SANTA_TERESA.units:
        *parent, last = path
        assert not parent or tuple(parent) in SANTA_TERESA.units, citation.show(path)
        if last.n > 1:
            assert passages(citation.show((*parent, citation.Part(last.level, last.n - 1))))


@pytest.mark.parametrize(
    ("parent", "level", "last"),
    [
        ("art. 33", Level.ITEM, 31),
        ("art. 34", Level.ITEM, 12),
        ("art. 35", Level.ITEM, 7),
        ("art. 43", Level.ITEM, 6),
        ("art. 54", Level.ITEM, 27),
        ("art. 55", Level.PARAGRAPH, 4),
        ("art. 55, V", Level.LETTER, 5),
        ("art. 10, I", Level.LETTER, 8),
        ("art. 11, IV", Level.LETTER, 9),
        ("art. 18", Level.PARAGRAPH, 8),
    ],
)
def test_a_list_of_the_law_goes_to_its_last_unit(parent: str, level: Level, last: int) -> None:
    above = citation.unit(parent)
    below = [path[-1] for path in SANTA_TERESA.units if path[:-1] == above]
    assert max(part.n for part in below if part.level is level) == last


def test_what_the_law_prints_twice_is_told_apart() -> None:
    assert one("art. 4º, IX (primeiro)").text.startswith("PONTO DE TAXI")
    assert one("art. 4º, IX (segundo)").text.startswith("Identificação")
    assert cited("art. 4º, IX a X") == [
        *("art. 4º, IX (primeiro)", "art. 4º, X", "art. 4º, IX (segundo)")
    ]
    assert "30 (trinta) dias" in one("art. 55, III, b (primeira)").text
    assert "60 (sessenta) dias" in one("art. 55, III, b (segunda)").text
    assert cited("art. 55, III") == [
        "art. 55, III",
        "art. 55, III, a",
        "art. 55, III, b (primeira)",
        "art. 55, III, b (segunda)",
    ]


@pytest.mark.parametrize("twice", ["art. 4º, IX", "art. 55, III, b"])
def test_a_citation_that_does_not_say_which_of_the_two_gives_both_and_says_so(twice: str) -> None:
    first, second = passages(twice)
    assert "primeir" in f"{first.note}"
    assert "segund" in f"{second.note}"


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        ("art. 10, II, b", "03 (três) anos", "03 (três) ano de"),
        ("art. 18, § 1º", "deverão ser apreciadas", "deverão se apreciadas"),
        ("art. 23, caput", "este só poderá conduzir", "este só poderão"),
        ("art. 52, III", "05 (cinco) pontos", "O5 (cinco)"),
        ("art. 54, XII", "do veículo", "do. veículo"),
    ],
)
def test_an_error_of_the_publication_is_put_right_and_told(
    unit: str, right: str, wrong: str
) -> None:
    found = one(unit)
    assert right in found.text
    assert wrong not in found.text
    assert f"«{wrong}»" in (found.note or "")


def test_the_groups_of_infractions_can_be_read() -> None:
    for item, group in (("I", 1), ("X", 2), ("XIII", 3), ("XXI", 4)):
        assert f"«GRUPO {group}»" in (one(f"art. 54, {item}").note or "")


def test_whoever_reads_the_law_is_told_that_its_date_is_not_known() -> None:
    assert "O número e a data desta lei não constam" in (one("art. 1º, caput").note or "")
    with pytest.raises(NotInForce, match="03/01/2012"):
        SANTA_TERESA.passages("art. 1º", date(2012, 1, 3))


@pytest.mark.parametrize(
    ("basis", "first"),
    [
        ("art. 42, § 1º", "O Poder Executivo Municipal terá o prazo de 60 (sessenta) dias"),
        ("arts. 42 e 43", "Constatada a infração"),
        ("art. 46, p.ú.", "Caso não seja possível"),
        ("art. 54, XXVI", "Paralisar as atividades por mais de 30 (trinta) dias"),
        ("art. 59, § 1º", "O recurso terá efeito suspensivo"),
        ("art. 70", "Esta Lei entra em vigor"),
    ],
)
def test_a_basis_gives_its_text(basis: str, first: str) -> None:
    assert passages(basis)[0].text.startswith(first)


@pytest.mark.parametrize("day", [date(2026, 6, 26), date(2025, 10, 31), date(2024, 2, 22)])
def test_a_municipal_day_without_its_act_is_a_day_of_work(day: date) -> None:
    assert SANTA_TERESA.calendar().is_full(day)


def test_the_days_of_the_nation_and_of_the_state_are_closed() -> None:
    penha, christmas = date(2026, 4, 13), date(2026, 12, 25)
    assert not SANTA_TERESA.calendar().is_open(penha)
    assert not SANTA_TERESA.calendar().is_open(christmas)
