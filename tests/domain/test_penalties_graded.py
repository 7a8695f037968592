"""Warning the first time, additions every time, more on repetition: Santa Teresa's art. 55."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from webapp.domain.penalties import (
    FirstTimeRule,
    ItemRule,
    PastPenalty,
    PenaltyRule,
    Proposal,
    RepetitionRule,
    Rules,
    UnitValue,
    penalidade_cabivel,
)

SUSPENSION = PenaltyRule("suspensao", "Suspensão da autorização", "art. 55, III, a", days=15)
WARNING = PenaltyRule("advertencia", "Advertência escrita", "art. 55, I", notes=("Z12.",))
RULES = Rules(
    repetition=RepetitionRule(2, 5, "art. 55, § 1º", ("A lei não define reincidência.",)),
    penalties={
        "multa": PenaltyRule("multa", "Multa", "art. 55, II"),
        "suspensao_15": SUSPENSION,
        "suspensao_30": replace(SUSPENSION, article="art. 55, III, b (primeira)", days=30),
        "impedimento": PenaltyRule(
            "impedimento", "Impedimento do veículo", "art. 55, IV, a", days=90, at_most=True
        ),
        "cassacao_reincidencia": PenaltyRule(
            "cassacao", "Cassação da autorização", "art. 55, V, a", own_case="art. 55, § 2º"
        ),
    },
    units={"VRTE": UnitValue.in_reais("VRTE", "4.7175", "Decreto 5.903-R/2024")},
    first_time=FirstTimeRule(frozenset({"54-I", "54-II", "54-X"}), WARNING),
)
LAVAR = ItemRule(
    code="54-I",
    text="Lavar o veículo no ponto",
    article="art. 54, I",
    since=date(2012, 1, 4),
    sanction="multa",
    sanction_article="art. 53, I",
    units=Decimal(80),
    unit="VRTE",
    points=Decimal(2),
    points_article="art. 52, I",
    repetition=("dobro", "suspensao_15"),
)
COMER = replace(LAVAR, code="54-II", article="art. 54, II")
TABELA = replace(LAVAR, code="54-X", article="art. 54, X", units=Decimal(100), points=Decimal(3))
SEM_CONDICOES = replace(
    LAVAR,
    code="54-XIII",
    article="art. 54, XIII",
    units=Decimal(150),
    points=Decimal(5),
    adds=("suspensao_30", "impedimento"),
    repetition=("dobro", "cassacao_reincidencia"),
)
FACT = date(2025, 9, 15)


def given(*items: ItemRule, history: tuple[PastPenalty, ...] = ()) -> tuple[Proposal, ...]:
    return penalidade_cabivel(items, history, FACT, RULES)


def kinds(*items: ItemRule, history: tuple[PastPenalty, ...] = ()) -> list[str]:
    return [proposal.kind for proposal in given(*items, history=history)]


def past(code: str, final_on: date | None) -> PastPenalty:
    return PastPenalty("auto 0007/2025", code, final_on)


def test_the_first_infraction_of_the_list_is_a_warning_with_points_and_no_fine() -> None:
    (warning,) = given(LAVAR)
    assert (warning.kind, warning.article, warning.cents) == ("advertencia", "art. 55, I", None)
    assert warning.points == 2
    assert warning.notes == ("Z12.",)
    assert warning.why[1:] == (
        "Primeira infração entre os itens do art. 55, I: antes do fato o registro não tem, contra "
        "a pessoa, penalidade definitiva de nenhum deles.",
        "Penalidade prevista: advertência escrita.",
        "Pontos: 2 (art. 52, I).",
    )


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        pytest.param(past("54-X", date(2025, 9, 14)), "multa", id="another of the list, final"),
        pytest.param(past("54-X", date(2013, 9, 14)), "multa", id="however long ago"),
        pytest.param(past("54-I", date(2019, 9, 14)), "multa", id="the same, too old to repeat"),
        pytest.param(past("54-X", FACT), "advertencia", id="final only on the day of the fact"),
        pytest.param(past("54-X", None), "advertencia", id="not final"),
        pytest.param(past("54-XIII", date(2025, 9, 14)), "advertencia", id="not of the list"),
    ],
)
def test_a_later_infraction_of_the_list_is_a_simple_fine(before: PastPenalty, kind: str) -> None:
    (proposal,) = given(LAVAR, history=(before,))
    assert (proposal.kind, proposal.points) == (kind, Decimal(2))
    assert proposal.cents == (37740 if kind == "multa" else None)
    assert not proposal.doubled_by


def test_a_simple_fine_says_why_it_is_neither_warning_nor_doubled() -> None:
    (fine,) = given(LAVAR, history=(past("54-X", date(2025, 3, 10)),))
    assert fine.why[2] == (
        "Não é a primeira infração entre os itens do art. 55, I: auto 0007/2025, penalidade "
        "definitiva em 10/03/2025. Também não é reincidência (art. 55, § 1º): multa simples."
    )
    assert fine.why[3] == ("80 × R$ 4,7175 (VRTE em 15/09/2025, Decreto 5.903-R/2024) = R$ 377,40.")


def test_the_same_item_again_doubles_the_fine_and_suspends() -> None:
    fine, suspension = given(LAVAR, history=(past("54-I", date(2025, 3, 10)),))
    assert (fine.units, fine.cents, fine.doubled_by) == (Decimal(160), 75480, "auto 0007/2025")
    assert (suspension.kind, suspension.days, suspension.blocked) == ("suspensao", 15, "")
    assert suspension.why[1:] == (
        "Reincidência: auto 0007/2025, penalidade definitiva em 10/03/2025.",
        "Penalidade prevista: suspensão da autorização, por 15 dias.",
    )
    assert "A lei não define reincidência." in suspension.notes


def test_a_heavier_item_is_fined_suspends_and_impedes_the_first_time() -> None:
    fine, suspension, impediment = given(SEM_CONDICOES)
    assert (fine.kind, fine.cents, fine.points) == ("multa", 70763, Decimal(5))
    assert (suspension.kind, suspension.days) == ("suspensao", 30)
    assert suspension.article == "art. 55, III, b (primeira)"
    assert (impediment.kind, impediment.days) == ("impedimento", 90)
    assert impediment.why[-1] == "Penalidade prevista: impedimento do veículo, por até 90 dias."


def test_its_repetition_keeps_the_suspension_and_is_a_ground_for_a_case_of_its_own() -> None:
    history = (past("54-XIII", date(2025, 3, 10)),)
    assert kinds(SEM_CONDICOES, history=history) == [
        *("multa", "suspensao", "impedimento", "cassacao")
    ]
    fine, _, _, cassation = given(SEM_CONDICOES, history=history)
    assert fine.cents == 141525
    assert cassation.article == "art. 55, V, a"
    assert cassation.blocked.startswith(
        "Só um processo próprio pode impor esta penalidade (art. 55, § 2º)."
    )


def test_several_items_of_one_auto_have_each_its_own_penalties() -> None:
    assert kinds(LAVAR, TABELA, SEM_CONDICOES) == [
        *("advertencia", "advertencia", "multa", "suspensao", "impedimento")
    ]


def test_the_points_of_an_auto_add_up_over_its_proposals() -> None:
    proposals = given(LAVAR, TABELA, SEM_CONDICOES, history=(past("54-XIII", date(2025, 3, 10)),))
    assert sum(p.points for p in proposals if p.points is not None) == 10


def test_two_items_of_the_list_in_the_next_auto_are_judged_each_by_the_record() -> None:
    history = (past("54-I", date(2025, 3, 10)),)
    assert kinds(LAVAR, COMER, history=history) == ["multa", "suspensao", "multa"]
