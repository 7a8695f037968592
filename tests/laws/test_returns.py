"""What each law makes of what the Correios bring back of a letter with AR."""

from datetime import date

import pytest

from webapp.laws import Entry, law

TODAY = date(2026, 3, 2)
CODES = {
    "entregue", "recusado", "mudou_se", "endereco_insuficiente", "numero_inexistente",
    "desconhecido", "ausente", "nao_procurado", "falecido", "outro", "nao_voltou",
}  # fmt: skip
STALE = {"mudou_se", "endereco_insuficiente", "desconhecido"}
COUNT = {
    "marilandia": {"entregue", "recusado"},
    "santa_teresa": {"entregue", "recusado", *STALE},
}


def known(municipality: str) -> dict[str, Entry]:
    rules = law(municipality, [])
    codes = rules.keys("retornos")
    return {code: rules.value(f"retornos.{code}", {"notice": TODAY}) for code in codes}


@pytest.mark.parametrize("municipality", COUNT)
def test_only_these_returns_are_a_notice_and_each_says_of_which_day(municipality: str) -> None:
    found = known(municipality)
    assert set(found) == CODES
    counts = {code for code, one in found.items() if one["counts"] == "ciencia"}
    assert counts == COUNT[municipality]
    assert {code for code, one in found.items() if "day" in one} == counts


@pytest.mark.parametrize("municipality", COUNT)
def test_every_article_of_a_return_is_in_the_text_of_the_law(municipality: str) -> None:
    rules = law(municipality, [])
    for code, one in known(municipality).items():
        own = [table["article"] for table in one.get("whom", {}).values()]
        for article in (one.article, *own):
            assert rules.passages(article, TODAY), (code, article)


def test_a_stale_address_is_the_holders_by_one_article_and_the_auxiliarys_by_another() -> None:
    for code, one in known("santa_teresa").items():
        holder = one.get("whom", {}).get("titular", {}).get("article")
        expected = ("art. 42, § 2º", "art. 43, § 2º") if code in STALE else (one.article, None)
        assert (one.article, holder) == expected, code


@pytest.mark.parametrize("municipality", COUNT)
def test_where_the_law_is_silent_the_data_says_so(municipality: str) -> None:
    silent = {code for code, one in known(municipality).items() if one.gap}
    assert silent == CODES - ({"entregue"} if municipality == "santa_teresa" else set())


@pytest.mark.parametrize("municipality", COUNT)
def test_one_return_asks_for_the_death_and_one_says_that_nothing_came(municipality: str) -> None:
    found = known(municipality)
    assert [code for code, one in found.items() if one.get("asks")] == ["falecido"]
    assert [code for code, one in found.items() if one.get("absent")] == ["nao_voltou"]
