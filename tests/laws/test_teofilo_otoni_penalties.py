"""The law data of Teófilo Otoni, through to the penalties that it gives."""

import csv
from datetime import date
from pathlib import Path

import pytest

from webapp.domain.penalties import PastPenalty, Proposal, penalidade_cabivel
from webapp.laws import item_rule, law, penalty_rules, points_limits

TEOFILO_OTONI = law("teofilo_otoni", [])
INFRACTIONS = Path(__file__).parent.parent / "data" / "infractions.csv"
FACT = date(2025, 9, 15)
EARLIER = date(2023, 3, 10)


def proposed(code: str, *, before: str = "") -> tuple[Proposal, ...]:
    """What the law gives for an item; `before` is one with a penalty final since 10/03/2023."""
    dates = {"fact": FACT}
    item = item_rule(TEOFILO_OTONI.value(f"infracoes.{code}", dates))
    rules = penalty_rules(lambda key: TEOFILO_OTONI.value(key, dates), [item])
    past = (PastPenalty("auto 0007/2023", before, EARLIER),) if before else ()
    return penalidade_cabivel([item], past, FACT, rules)


def listed() -> dict[str, dict[str, str]]:
    with INFRACTIONS.open(encoding="utf-8", newline="") as rows:
        return {r["code"]: r for r in csv.DictReader(rows) if r["municipality"] == "TO"}


LISTED = listed()
OPERATORS = [code for code in LISTED if code != "38"]
# The list reads the bare «10 dias» as a suspension, marked as its own reading. The data follow the
# reading that completes no penalty by analogy against who bears it; the other one is shown.
BARE_DAYS = [c for c in OPERATORS if "interp." in LISTED[c]["first"]]


def test_the_law_has_the_items_of_the_list_and_no_other() -> None:
    assert TEOFILO_OTONI.keys("infracoes") == tuple(OPERATORS)
    assert BARE_DAYS == ["91102", "91103", "91104"]


@pytest.mark.parametrize("code", OPERATORS)
def test_an_item_has_the_group_and_letter_of_the_list_and_no_fine_or_points(code: str) -> None:
    entry = TEOFILO_OTONI.value(f"infracoes.{code}", {"fact": FACT})
    assert entry["group"] == f"Grupo {LISTED[code]['group']} (art. 42)"
    assert entry.article.startswith("art. 42, " + LISTED[code]["article"][-1])
    assert all(p.kind != "multa" and p.points is None for p in proposed(code, before=code))


def test_the_law_has_no_points() -> None:
    assert points_limits(lambda key: TEOFILO_OTONI.value(key, {"fact": FACT})) == ()


def test_no_receipt_is_a_written_warning_and_then_fifteen_days() -> None:
    (warning,) = proposed("91101")
    assert (warning.kind, warning.days, warning.blocked) == ("advertencia", None, "")
    assert "advertência não tem duração" in warning.notes[0]
    _, suspension = proposed("91101", before="91101")
    assert (suspension.kind, suspension.days, suspension.blocked) == ("suspensao", 15, "")
    assert suspension.article == "art. 42, a (primeira)"


@pytest.mark.parametrize("code", BARE_DAYS)
def test_ten_days_of_nothing_are_a_warning_and_both_readings_are_told(code: str) -> None:
    (warning,) = proposed(code)
    assert (warning.kind, warning.days, warning.blocked) == ("advertencia", None, "")
    assert "sem dizer de quê" in warning.notes[0]
    assert "só com parecer da procuradoria" in warning.notes[0]


@pytest.mark.parametrize("code", BARE_DAYS)
def test_fifteen_days_of_nothing_suspend_nobody_without_an_opinion(code: str) -> None:
    warning, suspension = proposed(code, before=code)
    assert (warning.kind, warning.blocked) == ("advertencia", "")
    assert (suspension.kind, suspension.days) == ("suspensao", None)
    assert "falta o parecer da procuradoria" in suspension.blocked


@pytest.mark.parametrize(
    ("code", "seized", "cassated"),
    [
        (
            "7366-42-G5-A",
            {"apreensão do veículo", "apreensão do Registro de Condutor", "apreensão da AT"},
            "cassação da permissão",
        ),
        (
            "91105",
            {"apreensão do veículo", "apreensão da AT"},
            "cassação do Registro de Condutor",
        ),
        ("91106", {"apreensão da AT"}, "cassação do Registro de Condutor"),
    ],
)
def test_an_item_of_group_5_seizes_and_leads_to_a_cassation_of_its_own_case(
    code: str, seized: set[str], cassated: str
) -> None:
    given = proposed(code)
    names = {p.why[-1].removeprefix("Penalidade prevista: ").removesuffix("."): p for p in given}
    at = "apreensão da Autorização de Tráfego"
    assert set(names) == {name.replace("apreensão da AT", at) for name in seized} | {cassated}
    assert "Só um processo próprio pode impor" in names[cassated].blocked
    assert not any(names[name].blocked for name in names if name != cassated)


def test_service_without_permit_has_no_item_here_and_its_sum_doubles() -> None:
    """Art. 38 is no infraction of an operator: seizure and fine have a course of their own."""
    dates = {"fact": FACT}
    row = LISTED["38"]
    fine = TEOFILO_OTONI.value("valores.multa_sem_permissao", dates)
    again = TEOFILO_OTONI.value("penalidades.transporte_sem_permissao", dates)
    assert float(fine["value"]) == float(row["fine"])
    assert row["recurrence"] == f"x{again['factor']} a partir da 2a"


def test_every_article_that_a_proposal_cites_is_in_the_law() -> None:
    for code in OPERATORS:
        for proposal in proposed(code, before=code):
            assert TEOFILO_OTONI.passages(proposal.article, FACT), (code, proposal.article)
