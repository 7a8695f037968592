"""The data of Marilândia against its law: wordings, articles, infractions."""

import csv
from datetime import date
from pathlib import Path

import pytest

from webapp.domain.roles import LANE_ROLES
from webapp.laws import Law, NotInForce, UnknownKey, item_rule, law

MARILANDIA = law("marilandia", [])
TODAY = date(2026, 3, 2)
# What the diagram of the infraction cites.
BASES = (
    "art. 13",
    "art. 13 a 21, 23 e 24",
    "art. 15",
    "art. 22",
    "art. 22, § 1º",
    "art. 23",
    "art. 24",
    "art. 24, p.ú.",
)
INFRACTIONS = Path(__file__).parent.parent / "data" / "infractions.csv"


def cited(basis: str, on: date) -> list[str]:
    return [passage.citation for passage in MARILANDIA.passages(basis, on)]


def wording(unit: str, on: date) -> str:
    return MARILANDIA.passages(unit, on)[0].text


@pytest.mark.parametrize("basis", BASES)
def test_what_the_diagram_cites_is_in_the_law(basis: str) -> None:
    assert MARILANDIA.passages(basis, TODAY)


def test_a_basis_gives_its_text_in_the_law_s_order() -> None:
    assert cited("art. 24, p.ú.", TODAY) == ["art. 24, p.ú."]
    assert cited("art. 23 e 24", TODAY) == ["art. 23", "art. 24", "art. 24, p.ú."]
    whole = cited("art. 13 a 21, 23 e 24", TODAY)
    assert whole[:2] == ["art. 13", "art. 13, I"]
    assert whole[-3:] == ["art. 23", "art. 24", "art. 24, p.ú."]
    assert "art. 22" not in whole


def test_the_name_of_the_law_may_stand_before_the_articles() -> None:
    assert cited("Lei 853/2009, art. 23", TODAY) == ["art. 23"]


def test_an_article_the_law_does_not_have_is_an_error() -> None:
    with pytest.raises(UnknownKey, match=r"Lei 853/2009 não tem «art\. 28»"):
        MARILANDIA.passages("art. 28", TODAY)


def test_the_three_wordings_of_the_stands_answer_by_date() -> None:
    assert "representante eleito por ponto" in wording("art. 4º, caput", date(2010, 5, 1))
    assert "distância mínima" in wording("art. 4º, caput", date(2019, 5, 1))
    assert "representante" not in wording("art. 4º, caput", date(2019, 5, 1))
    assert wording("art. 4º, caput", date(2021, 5, 1)).endswith("para cada um deles.")


def test_the_three_wordings_of_the_fare_answer_by_date() -> None:
    assert "Decreto do Chefe" in wording("art. 9º, caput", date(2010, 5, 1))
    assert "poderá ser" in wording("art. 9º, caput", date(2019, 5, 1))
    assert "A tarifa fica definida" in wording("art. 9º, caput", date(2021, 5, 1))


def test_a_new_wording_counts_from_the_day_of_its_law() -> None:
    assert "três meses" in wording("art. 6º, § 3º", date(2018, 12, 3))
    assert "seis meses" in wording("art. 6º, § 3º", date(2018, 12, 4))


def test_what_was_revoked_is_not_cited_and_came_back_with_another_text() -> None:
    assert "zonas" in wording("art. 4º, p.ú.", date(2010, 5, 1))
    with pytest.raises(NotInForce, match="01/05/2019"):
        MARILANDIA.passages("art. 4º, p.ú.", date(2019, 5, 1))
    assert "Secretaria de Obras" in wording("art. 4º, p.ú.", date(2021, 5, 1))
    assert cited("art. 4º", date(2021, 5, 1)) == [
        *("art. 4º", "art. 4º, I", "art. 4º, II", "art. 4º, III", "art. 4º, IV"),
        "art. 4º, p.ú.",
    ]


def test_a_reading_error_of_the_publication_is_put_right_and_told() -> None:
    (fine,) = MARILANDIA.passages("art. 15, caput", TODAY)
    assert "1/2 (meio) Salário-Mínimo" in fine.text
    assert fine.note is not None
    assert "V2 (meio)" in fine.note


def test_each_of_the_two_items_vi_has_a_citation_of_its_own() -> None:
    assert wording("art. 22, VI (segundo)", TODAY) == "o endereço das testemunhas."
    assert cited("art. 22, VI", TODAY) == ["art. 22, VI (primeiro)", "art. 22, VI (segundo)"]


@pytest.mark.parametrize(
    ("code", "day", "text"),
    [
        ("6-I", date(2011, 10, 12), "10 anos"),
        ("6-I", date(2011, 10, 13), "5 anos"),
        ("6-II", date(2020, 11, 24), "100 a 150"),
        ("6-II", date(2020, 11, 25), "100 a 250"),
        ("6-3", date(2018, 12, 3), "trimestral"),
        ("6-3", date(2018, 12, 4), "semestral"),
    ],
)
def test_an_item_is_that_of_the_day_of_the_fact(code: str, day: date, text: str) -> None:
    assert text in MARILANDIA.value(f"infracoes.{code}", {"fact": day})["text"]


def listed() -> list[dict[str, str]]:
    with INFRACTIONS.open(encoding="utf-8", newline="") as rows:
        return [row for row in csv.DictReader(rows) if row["municipality"] == "MAR"]


@pytest.mark.parametrize("row", listed(), ids=lambda row: str(row["code"]))
def test_an_item_has_the_sanction_of_the_list(row: dict[str, str]) -> None:
    item = item_rule(MARILANDIA.value(f"infracoes.{row['code']}", {"fact": TODAY}))
    assert item.sanction == row["first"].split()[0]
    assert str(item.units or "") == row["fine"]
    assert item.unit == row["fine_unit"]
    assert (item.measure == "apreensao") == ("+ apreensao" in row["first"])
    assert ("dobro" in item.repetition) == ("x2" in row["recurrence"])
    assert ("suspensao_reincidencia" in item.repetition) == ("suspensao" in row["recurrence"])


def test_the_list_covers_the_law_and_nothing_else_is_fined() -> None:
    codes = MARILANDIA.keys("infracoes")
    fined = {row["code"] for row in listed() if row["fine"]}
    assert {
        code
        for code in codes
        if MARILANDIA.value(f"infracoes.{code}", {"fact": TODAY})["sanction"] == "multa"
    } == fined
    duties = {f"5-{n}" for n in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")}
    assert duties | {"5-X", "5-XI", "5-XII", "5-XIII", "5-XIV"} <= set(codes)


@pytest.mark.parametrize("role", sorted(set(LANE_ROLES) - {"comissao"}))
def test_every_lane_has_a_holder(role: str) -> None:
    assert MARILANDIA.role(role)["holder"]


def test_there_is_no_appeals_commission_in_this_law() -> None:
    with pytest.raises(UnknownKey, match=r"orgaos\.comissao"):
        MARILANDIA.role("comissao")


def test_every_document_takes_its_number_from_a_known_series() -> None:
    for name in MARILANDIA.keys("documentos"):
        document = MARILANDIA.value(f"documentos.{name}", {"fact": TODAY})
        assert document["series"] in MARILANDIA.municipality.numbers


def test_every_series_makes_a_number() -> None:
    for mask in MARILANDIA.municipality.numbers.values():
        assert mask.format(n=7, year=2026).endswith("07/2026")


def test_the_law_is_a_law() -> None:
    assert isinstance(MARILANDIA, Law)
    assert MARILANDIA.municipality.name == "Marilândia"
    assert MARILANDIA.municipality.ibge == "3203353"
