"""Which value was in force on which date, and what is said when there is none."""

import json
from datetime import date

import pytest

from webapp.laws import (
    Law,
    MissingDate,
    MissingValue,
    NotInForce,
    UnknownKey,
    entry_notes,
    law,
)

FACT = {"fact": date(2026, 3, 2)}


@pytest.fixture(scope="module")
def marilandia() -> Law:
    return law("marilandia", [])


def test_a_term_is_chosen_by_the_notice_that_starts_it(marilandia: Law) -> None:
    defesa = marilandia.value("prazos.defesa", {"notice": date(2026, 3, 2)})
    assert (defesa["length"], defesa["rule"], defesa.article) == (5, "UTEIS", "art. 23")
    assert (defesa["starts"], defesa["about"], defesa["per"]) == ("ciencia", "auto", "party")


def test_without_the_date_that_chooses_nothing_is_guessed(marilandia: Law) -> None:
    with pytest.raises(MissingDate, match=r"não tem a data da ciência.*prazos\.defesa.*art\. 23"):
        marilandia.value("prazos.defesa", FACT)


def test_before_the_law_no_rule_was_in_force(marilandia: Law) -> None:
    with pytest.raises(NotInForce, match=r"prazos\.defesa.*12/10/2009"):
        marilandia.value("prazos.defesa", {"notice": date(2009, 10, 12)})


def test_a_name_the_law_does_not_have_is_an_error(marilandia: Law) -> None:
    with pytest.raises(UnknownKey, match=r"Marilândia não tem a regra «prazos\.recurso»"):
        marilandia.value("prazos.recurso", FACT)


def test_a_municipality_without_law_is_an_error() -> None:
    with pytest.raises(UnknownKey, match="«brasil»"):
        law("brasil", [])


def test_a_value_left_to_a_decree_names_the_decree(marilandia: Law) -> None:
    suspensao = marilandia.value("penalidades.suspensao", FACT)
    assert "length" not in suspensao
    with pytest.raises(MissingValue, match=r"decreto que fixa a duração da suspensão \(art\. 17\)"):
        suspensao["length"]


@pytest.mark.parametrize(
    ("day", "reais"),
    [
        (date(2009, 10, 13), "465.00"),
        (date(2011, 2, 28), "540.00"),
        (date(2011, 3, 1), "545.00"),
        (date(2020, 1, 31), "1039.00"),
        (date(2020, 2, 1), "1045.00"),
        (date(2023, 4, 30), "1302.00"),
        (date(2023, 5, 1), "1320.00"),
        (date(2025, 12, 31), "1518.00"),
        (date(2026, 1, 1), "1621.00"),
    ],
)
def test_the_minimum_wage_is_that_of_the_day(marilandia: Law, day: date, reais: str) -> None:
    assert marilandia.value("valores.salario_minimo", {"fact": day})["value"] == reais


def test_a_yearly_value_is_not_used_after_its_year(marilandia: Law) -> None:
    with pytest.raises(MissingValue, match=r"o ato que fixa o salário mínimo de 2027") as told:
        marilandia.value("valores.salario_minimo", {"fact": date(2027, 1, 1)})
    assert told.value.missing == "o ato que fixa o salário mínimo de 2027"


def test_a_snapshot_keeps_the_entry_as_plain_json(marilandia: Law) -> None:
    snapshot = marilandia.value("prazos.reconsideracao", {"notice": date(2026, 3, 2)}).snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert snapshot["key"] == "prazos.reconsideracao"
    assert snapshot["from"] == "2009-10-13"
    assert snapshot["article"] == "art. 24, p.ú."
    assert snapshot["gap"].startswith("A lei não diz de quando se conta")
    assert snapshot["alternatives"][0]["rule"] == "CPC_UTEIS"


def test_an_entry_cannot_be_changed(marilandia: Law) -> None:
    defesa = marilandia.value("prazos.defesa", {"notice": date(2026, 3, 2)})
    with pytest.raises(TypeError):
        defesa["length"] = 10  # type: ignore[index]
    with pytest.raises(AttributeError):
        defesa["who"].append("titular")


def test_what_is_silent_is_said_with_the_default(marilandia: Law) -> None:
    notes = entry_notes(marilandia.value("penalidades.reincidencia", FACT))
    assert notes[0].startswith("A lei não define reincidência. Adota-se: O mesmo item")


def test_the_office_of_a_role_follows_its_wording(marilandia: Law) -> None:
    assert marilandia.role("autoridade")["holder"] == "Diretor do órgão municipal regulamentador"
    assert marilandia.role("vistoria", date(2018, 12, 3))["holder"] == "Órgão gestor do trânsito"
    assert marilandia.role("vistoria")["holder"] == "Oficina contratada pela SEMOIN"


def test_keys_come_without_their_subject_in_the_order_of_the_file(marilandia: Law) -> None:
    assert marilandia.keys("prazos")[:2] == ("defesa", "reconsideracao")
    values = marilandia.keys("valores")
    assert (values[0], values[-1]) == ("populacao", "salario_minimo")


def test_the_calendar_has_the_municipal_days(marilandia: Law) -> None:
    assert not marilandia.calendar().is_open(date(2026, 6, 4)), "Corpus Christi is municipal"
    assert marilandia.calendar().is_open(date(2026, 6, 5))
