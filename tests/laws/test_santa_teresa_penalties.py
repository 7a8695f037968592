"""The law data of Santa Teresa, through to the penalties and points that it gives."""

import csv
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from webapp.domain.money import units_in_cents
from webapp.domain.penalties import PastPenalty, Proposal, UnitValue, penalidade_cabivel
from webapp.domain.points import PointsEntry, part, pontos_acumulados
from webapp.laws import item_rule, law, penalty_rules, points_limits

SANTA_TERESA = law("santa_teresa", [])
INFRACTIONS = Path(__file__).parent.parent / "data" / "infractions.csv"
FACT = date(2025, 9, 15)
EARLIER = date(2023, 3, 10)


def proposed(*codes: str, fact_on: date = FACT, before: str = "") -> tuple[Proposal, ...]:
    """What the law gives for items; `before` is one with a penalty final since 10/03/2023."""
    dates = {"fact": fact_on}
    items = [item_rule(SANTA_TERESA.value(f"infracoes.{code}", dates)) for code in codes]
    rules = penalty_rules(lambda key: SANTA_TERESA.value(key, dates), items)
    past = (PastPenalty("auto 0007/2023", before, EARLIER),) if before else ()
    return penalidade_cabivel(items, past, fact_on, rules)


def in_the_list_s_words(proposals: tuple[Proposal, ...]) -> set[str]:
    """«multa x2», «suspensao 30 dias (art. 55, III, b (primeira))»."""
    return {words for proposal in proposals if (words := _words(proposal))}


def _words(proposal: Proposal) -> str:
    if proposal.kind == "multa":
        return "multa x2" if proposal.doubled_by else "multa"
    if proposal.kind == "suspensao":
        return f"suspensao {proposal.days} dias ({proposal.article})"
    return f"advertencia ({proposal.article})" if proposal.kind == "advertencia" else ""


def listed() -> list[dict[str, str]]:
    with INFRACTIONS.open(encoding="utf-8", newline="") as rows:
        return [row for row in csv.DictReader(rows) if row["municipality"] == "ST"]


OF_ARTICLE_54 = [row for row in listed() if row["code"].startswith("54-")]
# How the list cites the article of a penalty, and how the law data does.
CITED = {
    "advertencia (55 I)": "advertencia (art. 55, I)",
    "suspensao 30 dias (55 III b-1)": "suspensao 30 dias (art. 55, III, b (primeira))",
    "suspensao 60 dias (55 III b-2)": "suspensao 60 dias (art. 55, III, b (segunda))",
    "suspensao 15 dias": "suspensao 15 dias (art. 55, III, a)",
}


def expected(words: str) -> set[str]:
    return {CITED.get(word, word) for word in words.split(" + ")}


def test_the_law_has_the_27_items_of_the_list_and_no_other() -> None:
    codes = tuple(row["code"] for row in OF_ARTICLE_54)
    assert len(codes) == 27
    assert SANTA_TERESA.keys("infracoes") == codes


@pytest.mark.parametrize("row", OF_ARTICLE_54, ids=lambda row: str(row["code"]))
def test_an_item_has_the_group_points_and_fine_of_the_list(row: dict[str, str]) -> None:
    entry = SANTA_TERESA.value(f"infracoes.{row['code']}", {"fact": FACT})
    item = item_rule(entry)
    assert entry["group"] == f"Grupo {row['group']} (art. 54)"
    assert (str(item.points), str(item.units), item.unit) == (
        row["points"],
        row["fine"],
        row["fine_unit"],
    )
    group = {"1": "I", "2": "II", "3": "III", "4": "IV"}[row["group"]]
    assert item.points_article == f"art. 52, {group}"
    assert item.sanction_article == f"art. 53, {group}"
    assert item.article == "art. " + row["article"].partition("; ")[2].replace(" ", ", ")


@pytest.mark.parametrize("row", OF_ARTICLE_54, ids=lambda row: str(row["code"]))
def test_the_first_time_an_item_brings_what_the_list_says(row: dict[str, str]) -> None:
    first = proposed(row["code"])
    assert in_the_list_s_words(first) == expected(row["first"])
    impediments = [(p.days, p.article) for p in first if p.kind == "impedimento"]
    assert impediments == ([(90, "art. 55, IV, a")] if row["vehicle_impediment"] else [])
    assert [p.kind for p in first].count("cassacao") == 0


@pytest.mark.parametrize("row", OF_ARTICLE_54, ids=lambda row: str(row["code"]))
def test_a_repetition_brings_what_the_list_says_and_keeps_the_suspension(
    row: dict[str, str],
) -> None:
    again = proposed(row["code"], before=row["code"])
    cassation = [p for p in again if p.kind == "cassacao"]
    assert bool(cassation) == ("cassacao" in row["recurrence"])
    assert all((p.article, bool(p.blocked)) == ("art. 55, V, a", True) for p in cassation)
    # The list has «cassacao + multa x2» in the place of the suspension of art. 55, III, b; the
    # law gives that suspension at every commission, so it stands beside them.
    in_the_list = expected(row["recurrence"]) - {"cassacao"}
    every_time = {word for word in expected(row["first"]) if word.startswith("suspensao")}
    assert in_the_list_s_words(again) == in_the_list | every_time


def test_service_without_permit_has_no_item_here_and_its_sum_is_that_of_the_unit() -> None:
    """Art. 58 is no infraction of a taxi driver: seizure and fine have a course of their own."""
    (row,) = [row for row in listed() if row["code"] == "58"]
    assert row["code"] not in SANTA_TERESA.keys("infracoes")
    vrte = SANTA_TERESA.value("valores.vrte", {"fact": FACT})
    value = UnitValue.in_reais(vrte["label"], vrte["value"], vrte.article)
    assert units_in_cents(Decimal(row["fine"]), value.cents) == 707625


@pytest.mark.parametrize(
    ("code", "in_2024", "in_2025"),
    [
        ("54-I", 36026, 37740),
        ("54-X", 45032, 47175),
        ("54-XIII", 67548, 70763),
        ("54-XXI", 90064, 94350),
    ],
)
def test_the_fine_of_each_group_is_that_of_the_unit_of_the_year_of_the_fact(
    code: str, in_2024: int, in_2025: int
) -> None:
    before = "54-II"  # another item of groups 1 and 2: what follows is a simple fine
    for fact_on, cents in ((date(2024, 12, 31), in_2024), (date(2025, 1, 1), in_2025)):
        assert proposed(code, fact_on=fact_on, before=before)[0].cents == cents


def test_a_fine_of_2026_stays_in_units_and_names_the_decree_that_is_missing() -> None:
    fine = proposed("54-XIII", fact_on=date(2026, 3, 2))[0]
    assert (fine.units, fine.unit, fine.cents) == (Decimal(150), "VRTE", None)
    assert (
        "150 VRTE. Falta o decreto que fixa o VRTE de 2026: a multa fica em unidades até que se "
        "cadastre o valor em vigor em 02/03/2026."
    ) in fine.why


@pytest.mark.parametrize("year", [2012, 2013, 2015, 2016])
def test_a_year_without_a_known_unit_names_its_decree(year: int) -> None:
    fine = proposed("54-XXI", fact_on=date(year, 6, 1))[0]
    assert fine.cents is None
    assert any(f"Falta o decreto que fixa o VRTE de {year}" in why for why in fine.why)


def test_the_reasons_show_wording_articles_sum_and_points() -> None:
    fine, suspension, impediment = proposed("54-XIX")
    assert fine.why == (
        "Não renovar no prazo a licença para trafegar do veículo e o cartão do condutor (art. 54, "
        "XIX, na redação em vigor em 15/09/2025, desde 04/01/2012).",
        "Multa prevista no art. 53, III.",
        "150 × R$ 4,7175 (VRTE em 15/09/2025, Decreto 5.903-R/2024) = R$ 707,63.",
        "Pontos: 5 (art. 52, III).",
    )
    assert suspension.why[-1] == "Penalidade prevista: suspensão da autorização, por 30 dias."
    assert impediment.why[-1] == (
        "Penalidade prevista: impedimento do veículo no serviço de táxi, por até 90 dias."
    )


def test_the_warning_of_the_first_time_shows_the_other_reading_and_keeps_the_points() -> None:
    (warning,) = proposed("54-X")
    assert warning.points == 3
    assert "Outra leitura: advertência e multa juntas" in warning.notes[0]


def test_what_a_repetition_is_and_that_cassation_has_its_own_case_is_told() -> None:
    fine, *_, cassation = proposed("54-XXVII", before="54-XXVII")
    assert any("A lei não define reincidência" in note for note in fine.notes)
    assert "(art. 55, § 2º)" in cassation.blocked
    assert cassation.why[-1] == "Penalidade prevista: cassação da autorização."


def test_simultaneous_infractions_are_punished_each_for_itself() -> None:
    given = proposed("54-I", "54-XV", "54-XXIII")
    assert [(p.code, p.kind, p.days) for p in given] == [
        ("54-I", "advertencia", None),
        ("54-XV", "multa", None),
        ("54-XV", "suspensao", 30),
        ("54-XV", "impedimento", 90),
        ("54-XXIII", "multa", None),
        ("54-XXIII", "suspensao", 60),
    ]
    assert sum(p.points for p in given if p.points is not None) == 17


def test_every_article_that_a_proposal_cites_is_in_the_law() -> None:
    for code in SANTA_TERESA.keys("infracoes"):
        for proposal in proposed(code, before=code):
            assert SANTA_TERESA.passages(proposal.article, FACT), (code, proposal.article)


def test_the_limits_of_points_are_20_in_12_months_and_50_in_36() -> None:
    limits = points_limits(lambda key: SANTA_TERESA.value(key, {"fact": FACT}))
    assert [(limit.months, limit.limit, limit.article) for limit in limits] == [
        (12, Decimal(20), "art. 55, V, d"),
        (36, Decimal(50), "art. 55, V, e"),
    ]
    assert all("Outra leitura" in limit.notes[0] for limit in limits)


def test_half_points_of_an_auxiliary_take_the_holder_over_the_limit() -> None:
    """20 points of his own and half of 5 of his auxiliary's: 22.5, strictly above 20."""
    dates = {"fact": FACT}
    share = Decimal(SANTA_TERESA.value("penalidades.pontos_titular", dates)["share"])
    own = [PointsEntry(f"auto {n}", FACT, Decimal(10)) for n in (1, 2)]
    half = PointsEntry("auto 3", FACT, part(Decimal(5), share))
    limits = points_limits(lambda key: SANTA_TERESA.value(key, dates))
    assert not pontos_acumulados(own, FACT, limits, FACT)[0].passed
    year = pontos_acumulados([*own, half], FACT, limits, FACT)[0]
    assert (year.total, year.passed) == (Decimal("22.5"), True)


def test_a_law_without_points_has_no_limit() -> None:
    marilandia = law("marilandia", [])
    assert points_limits(lambda key: marilandia.value(key, {"fact": FACT})) == ()
