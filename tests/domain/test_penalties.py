"""Which penalty the table gives, and why. The values are those of Marilândia, Lei 853/2009."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from webapp.domain.penalties import (
    ItemRule,
    PastPenalty,
    PenaltyRule,
    Proposal,
    RepetitionRule,
    Rules,
    UnitValue,
    penalidade_cabivel,
)

WAGE_2025 = UnitValue.in_reais("salário mínimo", "1518.00", "Decreto 12.342/2024")
WAGE_2026 = UnitValue.in_reais("salário mínimo", "1621.00", "Decreto 12.797/2025")
DECREE = "o decreto da duração (art. 17)"
SUSPENSION = PenaltyRule("suspensao", "Suspensão da autorização", "art. 17", missing=DECREE)
RULES = Rules(
    repetition=RepetitionRule(2, 5, "art. 16", ("A lei não define reincidência.",)),
    penalties={
        "advertencia": PenaltyRule("advertencia", "Advertência", "art. 14"),
        "multa": PenaltyRule("multa", "Multa", "art. 15", notes=("Salário da data do fato.",)),
        "suspensao": SUSPENSION,
        "suspensao_reincidencia": replace(SUSPENSION, article="art. 17, III", notes=("Lacuna.",)),
        "cassacao": PenaltyRule("cassacao", "Cassação da autorização", "art. 18"),
        "apreensao": PenaltyRule("apreensao", "Apreensão do veículo", "art. 19"),
    },
    units={"SM": WAGE_2026},
    untyped="A lei não liga penalidade a este item.",
)
COLETE = ItemRule(
    code="5-III",
    text="Não ter colete laranja",
    article="art. 5º, III",
    since=date(2009, 10, 13),
    sanction="multa",
    sanction_article="art. 15, § 1º",
    units=Decimal("0.5"),
    unit="SM",
    repetition=("dobro", "suspensao_reincidencia"),
)
CLANDESTINO = ItemRule(
    code="19-3",
    text="Prestar o serviço sem autorização",
    article="art. 19, § 3º",
    since=date(2009, 10, 13),
    sanction="multa",
    sanction_article="art. 19, § 3º",
    units=Decimal(3),
    unit="SM",
    measure="apreensao",
)
ADVERTENCIA = replace(
    COLETE,
    code="14-I",
    sanction="advertencia",
    sanction_article="art. 14",
    units=None,
    unit="",
    repetition=("suspensao_reincidencia",),
)
CAPACETE = replace(COLETE, code="5-V", sanction="sem_sancao", units=None, unit="", repetition=())
MARCH_2026 = date(2026, 3, 2)


def only(
    item: ItemRule, *history: PastPenalty, fact_on: date = MARCH_2026, rules: Rules = RULES
) -> Proposal:
    (proposal,) = penalidade_cabivel([item], history, fact_on, rules)
    return proposal


def kinds(item: ItemRule, *history: PastPenalty, fact_on: date = MARCH_2026) -> list[str]:
    return [proposal.kind for proposal in penalidade_cabivel([item], history, fact_on, RULES)]


def earlier(
    final_on: date | None, code: str = "5-III", record: str = "auto 0007/2025"
) -> PastPenalty:
    return PastPenalty(record, code, final_on)


def test_half_a_minimum_wage_is_that_of_the_day_of_the_fact() -> None:
    in_2025 = only(
        COLETE, fact_on=date(2025, 12, 31), rules=replace(RULES, units={"SM": WAGE_2025})
    )
    assert in_2025.cents == 75900
    assert only(COLETE).cents == 81050


def test_the_reasons_show_wording_article_and_sum() -> None:
    proposal = only(COLETE)
    assert proposal.article == "art. 15, § 1º"
    assert proposal.why == (
        "Não ter colete laranja (art. 5º, III, na redação em vigor em 02/03/2026, "
        "desde 13/10/2009).",
        "Multa prevista no art. 15, § 1º.",
        "0,5 × R$ 1.621,00 (salário mínimo em 02/03/2026, Decreto 12.797/2025) = R$ 810,50.",
    )
    assert (proposal.unit_cents, proposal.unit_source) == (Decimal(162100), "Decreto 12.797/2025")
    assert proposal.notes == ("Salário da data do fato.",)
    assert not proposal.blocked


def test_a_repetition_doubles_the_units_and_names_the_earlier_record() -> None:
    fine, suspension = penalidade_cabivel([COLETE], [earlier(date(2025, 6, 2))], MARCH_2026, RULES)
    assert (str(fine.units), fine.cents, fine.doubled_by) == ("1", 162100, "auto 0007/2025")
    assert "Reincidência: auto 0007/2025, penalidade definitiva em 02/06/2025." in fine.why[2]
    assert "A lei não define reincidência." in fine.notes
    assert (suspension.kind, suspension.article) == ("suspensao", "art. 17, III")


def test_a_repetition_is_a_ground_of_suspension_that_waits_for_the_decree() -> None:
    suspension = penalidade_cabivel([COLETE], [earlier(date(2025, 6, 2))], MARCH_2026, RULES)[1]
    assert "falta o decreto da duração (art. 17)" in suspension.blocked
    assert suspension.notes == ("Lacuna.", "A lei não define reincidência.")


@pytest.mark.parametrize(
    ("past", "is_repetition"),
    [
        pytest.param(earlier(date(2026, 3, 1)), True, id="final the day before"),
        pytest.param(earlier(MARCH_2026), False, id="final on the day of the fact"),
        pytest.param(earlier(None), False, id="not final"),
        pytest.param(earlier(date(2021, 3, 2)), True, id="five years ago to the day"),
        pytest.param(earlier(date(2021, 3, 1)), False, id="more than five years ago"),
        pytest.param(earlier(date(2025, 6, 2), code="5-I"), False, id="another item"),
    ],
)
def test_only_a_recent_final_penalty_of_the_same_item_repeats(
    past: PastPenalty, is_repetition: bool
) -> None:
    assert (kinds(COLETE, past) == ["multa", "suspensao"]) == is_repetition


def test_five_years_after_29_february_end_on_1_march() -> None:
    leap_day = earlier(date(2024, 2, 29))
    assert "suspensao" in kinds(COLETE, leap_day, fact_on=date(2029, 3, 1))
    assert "suspensao" not in kinds(COLETE, leap_day, fact_on=date(2029, 3, 2))


def test_more_than_one_repetition_asks_for_the_gravity() -> None:
    history = [earlier(date(2025, 6, 2)), earlier(date(2024, 6, 3), record="auto 0001/2024")]
    fine = penalidade_cabivel([COLETE], history, MARCH_2026, RULES)[0]
    assert fine.doubled_by == "auto 0007/2025", "the last one counts"
    assert fine.cents == 162100, "doubled once"
    assert "2ª reincidência: considere a gravidade" in fine.why[2]


def test_service_without_permit_is_three_wages_and_seizure_and_does_not_double() -> None:
    proposal = only(CLANDESTINO, earlier(date(2025, 6, 2), code="19-3"))
    assert (proposal.units, proposal.cents, proposal.measure) == (Decimal(3), 486300, "apreensao")
    assert proposal.why[-1] == "Cabe também apreensão do veículo."


def test_a_repeated_warning_is_a_ground_of_suspension() -> None:
    assert kinds(ADVERTENCIA) == ["advertencia"]
    assert kinds(ADVERTENCIA, earlier(date(2025, 6, 2), code="14-I")) == [
        "advertencia",
        "suspensao",
    ]


def test_an_item_without_sanction_is_recorded_never_fined() -> None:
    proposal = only(CAPACETE)
    assert (proposal.kind, proposal.cents) == ("sem_sancao", None)
    assert proposal.blocked == "A lei não liga penalidade a este item."


def test_suspension_waits_for_the_decree_and_goes_on_with_it() -> None:
    item = replace(COLETE, code="17-I", sanction="suspensao", sanction_article="art. 17, I")
    assert "não pode ser imposta" in only(item).blocked
    decreed = {**RULES.penalties, "suspensao": replace(SUSPENSION, days=30, missing="")}
    suspension = only(item, rules=replace(RULES, penalties=decreed))
    assert (suspension.article, suspension.days, suspension.blocked) == ("art. 17, I", 30, "")
    assert suspension.why[-1] == "Penalidade prevista: suspensão da autorização, por 30 dias."


def test_cassation_and_seizure_have_neither_units_nor_days() -> None:
    cassation = only(replace(CLANDESTINO, code="18", sanction="cassacao", measure=""))
    seizure = only(replace(CLANDESTINO, code="19", sanction="apreensao", measure=""))
    assert cassation.why[-1] == "Penalidade prevista: cassação da autorização."
    assert seizure.why[-1] == "Penalidade prevista: apreensão do veículo."
    assert (cassation.units, seizure.units) == (None, None)


def test_without_the_value_of_the_unit_the_fine_stays_in_units() -> None:
    unknown = replace(RULES, units={}, missing={"SM": "o ato do salário mínimo de 2027"})
    proposal = only(COLETE, fact_on=date(2027, 1, 4), rules=unknown)
    assert (proposal.units, proposal.cents) == (Decimal("0.5"), None)
    assert (proposal.unit_cents, proposal.unit_source) == (None, "")
    assert proposal.why[-1] == (
        "0,5 SM. Falta o ato do salário mínimo de 2027: a multa fica em unidades até que se "
        "cadastre o valor em vigor em 04/01/2027."
    )


def test_several_items_of_one_auto_give_one_proposal_each() -> None:
    proposals = penalidade_cabivel([COLETE, CLANDESTINO, CAPACETE], [], MARCH_2026, RULES)
    assert [(p.code, p.kind) for p in proposals] == [
        ("5-III", "multa"),
        ("19-3", "multa"),
        ("5-V", "sem_sancao"),
    ]


def test_a_fine_without_units_is_an_error_of_the_law_file() -> None:
    with pytest.raises(ValueError, match="5-III"):
        only(replace(COLETE, units=None))
