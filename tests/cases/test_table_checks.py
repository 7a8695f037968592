"""A decision of several penalties for an item: what the law gives, and what parts from it."""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy.orm import Session

from tests.cases.taxi import HOLDER, Taxi, item
from webapp.cases import desk, penaltychecks, proposals
from webapp.cases.act import Act
from webapp.cases.desk import Desk
from webapp.cases.view import View
from webapp.domain.errors import Errors, Unacceptable
from webapp.store import tables

REASONS = {"motivo_divergencia": "As razões da autoridade."}


def to_fix(taxi: Taxi, code: str, driver: str = "autorizatario", fact: str = "2025-02-03") -> Taxi:
    taxi.draw(fact, driver, itens=[code])
    taxi.check()
    return taxi


def refused(taxi: Taxi, **items: Any) -> Errors:
    with pytest.raises(Unacceptable) as refusal:
        taxi.fix(**items)
    return refusal.value.errors


def shown(taxi: Taxi, element: str) -> Desk:
    task = taxi.task(element)
    actor = taxi.actors["diretor"]
    with Session(taxi.engine) as session:
        return desk.of_task(session, taxi.case_id, task.id, now=taxi.now, actor=actor)


# ---- the law's table


def test_the_form_begins_with_everything_that_the_law_gives(taxi: Taxi) -> None:
    typed = shown(to_fix(taxi, "54-XIII"), "fixar_penalidade").typed
    given = {name: typed[f"{name}.54-XIII"] for name in (
        "item_penalidade", "item_multa", "suspensao_dias", "impedimento_dias",
    )}  # fmt: skip
    assert given == {
        "item_penalidade": ["multa"],
        "item_multa": ["707,63"],
        "suspensao_dias": ["30"],
        "impedimento_dias": ["90"],
    }


@pytest.mark.parametrize(
    "decided",
    [
        item("54-XVI", "multa", "707,63"),
        item("54-XVI", "multa", "707,63", suspended=15),
        item("54-XVI", "multa", "700,00", suspended=30),
        item("54-XVI", "nenhuma", suspended=30),
        item("54-XVI", "multa", "707,63", suspended=30, impeded=10),
    ],
    ids=["no suspension", "another length", "another amount", "no fine", "an impediment"],
)
def test_anything_else_than_what_the_law_gives_asks_for_reasons(
    taxi: Taxi, decided: Mapping[str, Any]
) -> None:
    to_fix(taxi, "54-XVI")
    assert refused(taxi, **decided) == {
        "motivo_divergencia": "A penalidade não é a que a lei dá para este item: multa de "
        "R$ 707,63 (art. 53, III) e suspensão da autorização por 30 dias (art. 55, III, b "
        "(primeira)). Escreva por que difere, ou use a do quadro."
    }
    taxi.fix(**decided, **REASONS)
    assert "fixar_penalidade" not in taxi.names()


def test_what_the_law_gives_asks_for_none(taxi: Taxi) -> None:
    to_fix(taxi, "54-XIII").fix(**item("54-XIII", "multa", "707,63", 30, 60))
    assert "fixar_penalidade" not in taxi.names()


def test_no_reasons_make_an_impediment_longer_than_the_law_allows(taxi: Taxi) -> None:
    longer = item("54-XIII", "multa", "707,63", 30, 91)
    assert refused(to_fix(taxi, "54-XIII"), **longer, **REASONS) == {
        "impedimento_dias.54-XIII": "A lei dá no máximo 90 dias de impedimento (art. 55, IV, a)."
    }


def test_a_fine_whose_amount_is_known_is_not_left_blank(taxi: Taxi) -> None:
    blank = item("54-XVI", "multa", suspended=30)
    assert refused(to_fix(taxi, "54-XVI"), **blank) == {
        "item_multa.54-XVI": "Escreva o valor da multa. A lei dá R$ 707,63."
    }


def test_a_fine_instead_of_the_first_warning_asks_for_reasons_and_an_amount(taxi: Taxi) -> None:
    to_fix(taxi, "54-I")
    assert refused(taxi, **item("54-I", "multa"), **REASONS) == {
        "item_multa.54-I": "Escreva o valor da multa."
    }
    fined = item("54-I", "multa", "377,40")
    assert "advertência por escrito (art. 55, I)" in refused(taxi, **fined)["motivo_divergencia"]
    taxi.fix(**fined, **REASONS)
    assert "fixar_penalidade" not in taxi.names()


def test_cassation_is_not_imposed_in_the_decision_on_the_auto(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **item("54-XVI", "multa", "707,63", 30))
    to_fix(taxi, "54-XVI", fact="2025-05-05")
    values = {
        "item_resultado": {"54-XVI": "subsistente"},
        "item_penalidade": {"54-XVI": "cassacao"},
        **REASONS,
    }
    with Session(taxi.engine) as session:
        act = Act.look(session, taxi.case_id, taxi.now, taxi.actors["diretor"])
        task = next(t for t in act.tasks if t.element == "fixar_penalidade")
        form = act.bundle.forms["fixar_penalidade"]
        errors = penaltychecks.penalty_of_the_table(act, task, form, values)
    assert "Só um processo próprio" in errors["item_penalidade.54-XVI"]


# ---- who drove


def test_the_suspension_of_a_driver_whom_nobody_identified_is_not_presumed(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI", "nao_identificado")
    at = shown(taxi, "fixar_penalidade")
    assert "suspensao_dias.54-XVI" not in at.typed
    assert [p.kind for p in at.given if "não se presume (art. 46, p.ú.)" in p.blocked] == [
        "suspensao"
    ]
    suspended = item("54-XVI", "multa", "707,63", suspended=30)
    assert "não se presume (art. 46, p.ú.)" in refused(taxi, **suspended)["motivo_divergencia"]
    taxi.fix(**suspended, **REASONS)
    taxi.tell("2025-02-07")
    taxi.lapse("2025-04-10")
    assert [row.kind for row in taxi.rows(tables.restriction)] == ["suspensao"]


def test_an_auxiliary_is_suspended_in_the_authorisation_that_the_registry_has_of_him(
    taxi: Taxi,
) -> None:
    taxi.unlink_auxiliary()
    suspended = item("54-XVI", "multa", "707,63", suspended=30)
    errors = refused(to_fix(taxi, "54-XVI", "auxiliar"), **suspended)
    assert "o cadastro não tem a autorização" in errors["motivo_divergencia"]
    assert "(art. 55, III)" in errors["motivo_divergencia"]


# ---- the panel of points


def test_whoever_decides_sees_the_points_of_before_the_auto(taxi: Taxi) -> None:
    taxi.final("2025-02-03", "2025-04-10", **item("54-XVI", "multa", "707,63", 30))
    to_fix(taxi, "54-I", fact="2025-05-05")
    (tally,) = shown(taxi, "fixar_penalidade").points
    assert tally.person == HOLDER
    assert [(w.limit.months, str(w.total)) for w in tally.windows] == [(12, "5"), (36, "5")]


# ---- the appeal


def appealed(taxi: Taxi, **changed: Any) -> Errors:
    """The mayor grants in part an appeal against a fine of R$ 707,63 and 30 days."""
    to_fix(taxi, "54-XVI").fix(**item("54-XVI", "multa", "707,63", suspended=30))
    taxi.tell("2025-02-07")
    with pytest.raises(Unacceptable) as refusal:
        taxi.appeal("2025-02-14", "2025-02-20", "provido_em_parte", **changed, **REASONS)
    return refusal.value.errors


@pytest.mark.parametrize(
    ("changed", "field", "had"),
    [
        (item("54-XVI", "multa", "707,64", 30), "item_multa", "R$ 707,63"),
        (item("54-XVI", "multa", "707,63", 31), "suspensao_dias", "30 dias"),
        (item("54-XVI", "multa", "707,63", 30, 10), "impedimento_dias", "multa e suspensão"),
    ],
)
def test_an_appeal_makes_nothing_heavier(
    taxi: Taxi, changed: Mapping[str, Any], field: str, had: str
) -> None:
    said = appealed(taxi, **changed)[f"{field}.54-XVI"]
    assert said.startswith("O recurso não agrava a penalidade, que foi: ")
    assert had in said
    assert "(art. 59)" in said


def test_an_appeal_granted_in_part_leaves_what_it_says(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI").fix(**item("54-XVI", "multa", "707,63", suspended=30))
    taxi.tell("2025-02-07")
    lighter = item("54-XVI", "advertencia")
    taxi.appeal("2025-02-14", "2025-02-20", "provido_em_parte", **lighter, **REASONS)
    taxi.tell("2025-02-24")
    assert [row.kind for row in taxi.rows(tables.restriction)] == ["advertencia"]
    assert (taxi.rows(tables.fine), taxi.points()) == ([], {HOLDER: "5"})


# ---- a unit without value


UNITS = item("54-XVI", "multa", suspended=30)
VALUE = {"valor_unidade": "4,9383", "fundamento_unidade": "Decreto de exemplo 1/2026"}


def test_a_fine_whose_unit_has_no_value_yet_is_fixed_in_units(taxi: Taxi) -> None:
    """Fact of 02/02/2026: no decree with the VRTE of 2026 is known."""
    to_fix(taxi, "54-XVI", fact="2026-02-02").fix(**UNITS)
    taxi.tell("2026-02-06")
    taxi.go("2026-02-13").paper("recurso", "2026-02-13")
    (fine,) = [one for one in imposed(taxi) if one["penalty"] == "multa"]
    assert (fine["amount"], fine["units"]) == ("150 VRTE", "")


def imposed(taxi: Taxi) -> list[dict[str, str]]:
    with Session(taxi.engine) as session:
        act = Act.look(session, taxi.case_id, taxi.now, taxi.actors["diretor"])
        return [one.in_words() for one in proposals.imposed(View(act))]


def test_who_lets_it_become_final_says_what_a_unit_was_worth(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI", fact="2026-02-02").fix(**UNITS)
    taxi.tell("2026-02-06")
    with pytest.raises(Unacceptable) as refusal:
        taxi.lapse("2026-04-15")
    assert "falta o decreto que fixa o VRTE de 2026" in refusal.value.errors["valor_unidade"]
    taxi.lapse("2026-04-15", **VALUE)
    (fine,) = taxi.rows(tables.fine)
    assert (fine.cents, fine.units, fine.unit_value) == (74075, "150", "4.9383")
    assert fine.unit_source == "Decreto de exemplo 1/2026"


def test_an_appeal_is_not_denied_while_its_fine_is_in_units_alone(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI", fact="2026-02-02").fix(**UNITS)
    taxi.tell("2026-02-06")
    with pytest.raises(Unacceptable) as refusal:
        taxi.appeal("2026-02-13", "2026-02-20", "improvido")
    assert "valor_unidade" in refusal.value.errors


def test_a_value_typed_with_the_decision_is_the_tables_own(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI", fact="2026-02-02").fix(**UNITS, **VALUE)
    taxi.tell("2026-02-06")
    taxi.lapse("2026-04-15")
    (fine,) = taxi.rows(tables.fine)
    assert fine.cents == 74075


def test_a_value_corrected_later_changes_the_fine_by_entry_and_counter_entry(taxi: Taxi) -> None:
    to_fix(taxi, "54-XVI", fact="2026-02-02").fix(**UNITS, **VALUE)
    taxi.tell("2026-02-06")
    taxi.lapse("2026-04-15")
    taxi.correct("valor_unidade", "multa", "4.9000")
    assert [fine.cents for fine in taxi.standing(tables.fine)] == [73500]
