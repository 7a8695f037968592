"""The law data of Marilândia, through to the penalty it gives."""

from datetime import date

import pytest

from webapp.domain.penalties import PastPenalty, Proposal, penalidade_cabivel
from webapp.laws import item_rule, law, penalty_rules

MARILANDIA = law("marilandia", [])


def proposed(code: str, fact_on: date, *history: PastPenalty) -> tuple[Proposal, ...]:
    dates = {"fact": fact_on}
    item = item_rule(MARILANDIA.value(f"infracoes.{code}", dates))
    rules = penalty_rules(lambda key: MARILANDIA.value(key, dates), [item])
    return penalidade_cabivel([item], history, fact_on, rules)


@pytest.mark.parametrize(
    ("code", "fact_on", "cents"),
    [
        ("5-I", date(2025, 12, 1), 75900),
        ("5-I", date(2026, 1, 2), 81050),
        ("21", date(2026, 1, 2), 81050),
        ("19-3", date(2026, 1, 2), 486300),
    ],
)
def test_a_fine_is_that_of_the_day_of_the_fact(code: str, fact_on: date, cents: int) -> None:
    (fine,) = proposed(code, fact_on)
    assert fine.cents == cents


def test_a_repetition_in_2026_is_a_whole_minimum_wage() -> None:
    past = PastPenalty("auto 0007/2025", "5-I", date(2025, 6, 2))
    fine, suspension = proposed("5-I", date(2026, 3, 2), past)
    assert fine.cents == 162100
    assert "decreto que fixa a duração da suspensão (art. 17)" in suspension.blocked


def test_a_fact_of_2027_is_fined_in_units_until_the_wage_is_known() -> None:
    (fine,) = proposed("5-I", date(2027, 1, 4))
    assert (str(fine.units), fine.cents) == ("0.5", None)
    assert "Falta o ato que fixa o salário mínimo de 2027" in fine.why[-1]


@pytest.mark.parametrize("code", MARILANDIA.keys("infracoes"))
def test_every_item_gives_a_proposal_with_reasons(code: str) -> None:
    (proposal,) = proposed(code, date(2026, 3, 2))
    assert proposal.code == code
    assert proposal.why
    assert MARILANDIA.passages(proposal.article, date(2026, 3, 2))
