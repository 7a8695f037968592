"""Articles in the sentences of a page: each is a link to its text, and nothing else changes."""

import re
from datetime import date

import pytest

from webapp.web.citing import cited

FACT = date(2025, 12, 1)


def links(text: str) -> list[str]:
    return re.findall(r">([^<]+)</a>", cited(text, "marilandia", FACT))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("art. 5º, II: sem touca", ["art. 5º, II"]),
        ("multa de 1/2 salário mínimo (art. 15, § 1º)", ["art. 15, § 1º"]),
        ("Multa (arts. 15, 16, 19 e 21)", ["arts. 15, 16, 19 e 21"]),
        ("arts. 13 a 21, 23 e 24", ["arts. 13 a 21, 23 e 24"]),
        ("A placa é obrigatória (art. 22, IV). Escreva o que vê.", ["art. 22, IV"]),
        ("Pelo art. 24, p.ú., a multa dobra.", ["art. 24, p.ú."]),
        ("Lei 853/2009, art. 22", ["art. 22"]),
        ("o art. 22 da Lei 853/2009", ["art. 22"]),
        ("Pelo art. 22 e a testemunha.", ["art. 22"]),
        ("art. 9º, p.ú., a", ["art. 9º, p.ú., a"]),
        ("Aos domingos (art. 9º, p.ú., a).", ["art. 9º, p.ú., a"]),
        ("art. 22 e art. 23", ["art. 22 e art. 23"]),
        ("Falta o endereço (art. 22, VI (segundo)).", ["art. 22, VI (segundo)"]),
    ],
)
def test_an_article_of_the_law_is_a_link(text: str, found: list[str]) -> None:
    assert links(text) == found
    plain = re.sub("<[^>]+>", "", cited(text, "marilandia", FACT))
    assert plain == text


@pytest.mark.parametrize(
    "text",
    [
        "Decreto 10/2010, art. 5º",
        "Impedimento, Lei 9.784/1999, art. 18.",
        "art. 5º do Decreto 10/2010",
        "o art. 18 da Lei 9.784/1999",
        "art. 9999",
        "o artigo que couber",
        "",
    ],
)
def test_another_law_s_article_or_none_stays_text(text: str) -> None:
    assert cited(text, "marilandia", FACT) == text


def test_a_link_opens_a_tab_of_its_own_on_the_day_of_the_fact() -> None:
    assert cited("art. 22", "marilandia", FACT) == (
        '<a href="/lei/marilandia?base=art.+22&amp;em=2025-12-01" target="_blank" '
        'rel="noopener">art. 22</a>'
    )


def test_what_people_typed_stays_text() -> None:
    assert cited("<b>art. 22</b>", "marilandia", FACT).startswith("&lt;b&gt;<a ")
