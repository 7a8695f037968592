"""Reading the citations that stand in diagrams, documents and entries."""

import re

import pytest

from webapp.laws import citation


def spans(text: str) -> list[str]:
    return [
        citation.show(cited.first)
        if cited.first == cited.last
        else f"{citation.show(cited.first)} a {citation.show(cited.last)}"
        for cited in citation.read(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("art. 22", ["art. 22"]),
        ("art. 24, p.ú.", ["art. 24, p.ú."]),
        ("art. 24, parágrafo único", ["art. 24, p.ú."]),
        ("art. 22, § 1º", ["art. 22, § 1º"]),
        ("art. 13 a 21, 23 e 24", ["art. 13 a art. 21", "art. 23", "art. 24"]),
        ("arts. 13 a 21, 23 e 24", ["art. 13 a art. 21", "art. 23", "art. 24"]),
        ("art. 13; art. 14, I e II", ["art. 13", "art. 14, I", "art. 14, II"]),
        (
            "art. 5º, I a IV, e art. 6º, III a V",
            ["art. 5º, I a art. 5º, IV", "art. 6º, III a art. 6º, V"],
        ),
        ("art. 6º, §§ 3º e 4º", ["art. 6º, § 3º", "art. 6º, § 4º"]),
        ("art. 19, caput e § 3º", ["art. 19, caput", "art. 19, § 3º"]),
        ("art. 5º, VIII, a", ["art. 5º, VIII, a"]),
        ('art. 5º, VIII, "a" e "c"', ["art. 5º, VIII, a", "art. 5º, VIII, c"]),
        ("art. 5º, VIII, a a c", ["art. 5º, VIII, a a art. 5º, VIII, c"]),
        ("art. 55, V, d e e", ["art. 55, V, d", "art. 55, V, e"]),
        ("art. 9º, p.ú., d", ["art. 9º, p.ú., d"]),
        ("art. 12-A, § 1º", ["art. 12-A, § 1º"]),
        ("art. 22, VI (segundo)", ["art. 22, VI (segundo)"]),
        ("art. 45 (segundo), § 1º (primeiro)", ["art. 45 (segundo), § 1º (primeiro)"]),
        ("art. 55, III, b (primeira)", ["art. 55, III, b (primeira)"]),
        ("art. 55, III, a e b (segunda)", ["art. 55, III, a", "art. 55, III, b (segunda)"]),
        (
            "art. 55, III, b (primeira) e b (segunda), e IV",
            ["art. 55, III, b (primeira)", "art. 55, III, b (segunda)", "art. 55, IV"],
        ),
        ("art. 42, § 1º, art. 49, II", ["art. 42, § 1º", "art. 49, II"]),
        ("arts. 42, § 1º, e 49, II", ["art. 42, § 1º", "art. 49, II"]),
        ("arts. 42 e 43", ["art. 42", "art. 43"]),
        ("art. 54, XIII a XX", ["art. 54, XIII a art. 54, XX"]),
        ("art. 54, XXVI", ["art. 54, XXVI"]),
        ("art. 10, II, b", ["art. 10, II, b"]),
        ("art. 46, p.ú.", ["art. 46, p.ú."]),
    ],
)
def test_a_citation_names_its_units(text: str, expected: list[str]) -> None:
    assert spans(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "art.",
        "23",
        "§ 1º",
        "art. 24, pu",
        "art. 13 a",
        "art. 21 a 13",
        "art. 5º, I a art. 6º, III",
        "art. 5º, IIII",
        "art. 5º, (segundo)",
        "art. 5º, caput (segundo)",
        "art. 5º, VI (terceiro)",
        "Lei 9.784/1999, art. 49",
    ],
)
def test_a_citation_that_cannot_be_read_is_refused_whole(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"«{text}»")):
        citation.read(text)


def test_the_head_of_an_article_does_not_take_in_what_stands_below_it() -> None:
    (head,) = citation.read("art. 19, caput")
    (whole,) = citation.read("art. 19")
    below = citation.unit("art. 19, § 3º")
    assert head.covers(citation.unit("art. 19"))
    assert not head.covers(below)
    assert whole.covers(below)


def covered(text: str, *units: str) -> list[str]:
    (cited,) = citation.read(text)
    return [one for one in units if cited.covers(citation.unit(one))]


def test_a_label_that_the_law_prints_twice_stands_for_both_unless_one_is_named() -> None:
    letters = ("III, a", "III, b (primeira)", "III, b (segunda)", "III, c")
    a, first, second, c = (f"art. 55, {letter}" for letter in letters)
    assert covered("art. 55, III, b", a, first, second, c) == [first, second]
    assert covered("art. 55, III, b (primeira)", a, first, second, c) == [first]
    assert covered("art. 55, III, b (segunda)", a, first, second, c) == [second]
    assert covered("art. 55, III, a a b", a, first, second, c) == [a, first, second]
    assert covered("art. 55, III, a a b (primeira)", a, first, second, c) == [a, first]
    assert covered("art. 55, III, b (segunda) a c", a, first, second, c) == [second, c]


def test_the_second_of_two_equal_labels_stands_right_after_the_first() -> None:
    nine = [citation.unit(f"art. 4º, {item}") for item in ("IX (primeiro)", "IX (segundo)", "X")]
    assert nine == sorted(nine)


def test_a_unit_is_a_single_one() -> None:
    with pytest.raises(ValueError, match="mais de uma"):
        citation.unit("arts. 13 e 14")
