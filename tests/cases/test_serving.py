"""Serving a suspension or an impediment: from which day, to which, and never twice."""

from datetime import date
from typing import Any

import pytest

from tests.cases.taxi import Taxi, item
from webapp.cases.act import Reply
from webapp.domain.errors import Unacceptable
from webapp.store import tables


def suspended(taxi: Taxi, fact: str = "2025-02-03", name: str = "processo") -> Taxi:
    """Suspended for 30 days for a fact of a Monday, notified on the Friday; final since the
    Saturday after the thirtieth working day, and certified on the 66th day."""
    day = date.fromisoformat(fact).toordinal()
    taxi.draw(fact, name=name)
    taxi.check()
    taxi.fix(**item("54-XVI", "multa", "707,63", 30))
    taxi.tell(date.fromordinal(day + 4).isoformat())
    taxi.lapse(date.fromordinal(day + 66).isoformat())
    return taxi


def impeded(taxi: Taxi) -> Taxi:
    """A taxi impeded for 90 days, for a fact of 03/02/2025; final since 22/03/2025."""
    taxi.draw("2025-02-03", itens=["54-XIII"])
    taxi.check()
    why = {"motivo_divergencia": "A falta é do veículo, e o condutor a comunicou."}
    taxi.fix(**item("54-XIII", "multa", "707,63", None, 90), **why)
    taxi.tell("2025-02-07")
    taxi.lapse("2025-04-10")
    return taxi


def begin(taxi: Taxi, day: str, **changes: Any) -> Reply:
    told = {"resultado": "iniciado", "documentos_entregues": "sim", **changes}
    return taxi.answer("iniciar_cumprimento", dia_inicio=day, **told)


def inspect(taxi: Taxi, result: str, day: str | None) -> Reply:
    told = {"dia_vistoria": day, "laudo": "Examinado no pátio."} if day else {}
    return taxi.answer("encerrar_impedimento", "inspetor", resultado=result, **told)


def days(taxi: Taxi) -> list[tuple[date | None, date | None]]:
    """From when to when each restriction that stands is served."""
    return [(row.from_day, row.to_day) for row in taxi.standing(tables.restriction)]


def test_the_first_day_counts(taxi: Taxi) -> None:
    suspended(taxi).go("2025-04-14")
    begin(taxi, "2025-04-14")
    assert days(taxi) == [(date(2025, 4, 14), date(2025, 5, 13))]
    assert taxi.rows(tables.piece)[-1].kind == "termo_cumprimento"


def test_no_day_before_the_penalty_was_final_is_taken(taxi: Taxi) -> None:
    suspended(taxi)
    with pytest.raises(Unacceptable, match="só é definitiva desde 22/03/2025"):
        begin(taxi, "2025-03-21")
    begin(taxi, "2025-03-22")
    assert days(taxi) == [(date(2025, 3, 22), date(2025, 4, 20))]


def test_a_day_to_come_is_not_taken(taxi: Taxi) -> None:
    suspended(taxi)
    with pytest.raises(Unacceptable):
        begin(taxi, "2025-04-11")


def test_two_suspensions_are_served_one_after_the_other(taxi: Taxi) -> None:
    suspended(taxi)
    begin(taxi, "2025-04-10")
    suspended(taxi, "2025-02-24", "outro")
    with pytest.raises(Unacceptable, match="Comece em 10/05/2025 ou depois"):
        begin(taxi, "2025-05-01")
    taxi.go("2025-05-12")
    begin(taxi, "2025-05-12")
    assert days(taxi) == [(date(2025, 5, 12), date(2025, 6, 10))]


def test_one_that_would_run_into_another_does_not_begin(taxi: Taxi) -> None:
    suspended(taxi)
    taxi.go("2025-04-20")
    begin(taxi, "2025-04-20")
    suspended(taxi, "2025-02-24", "outro")
    taxi.go("2025-05-02")
    with pytest.raises(Unacceptable, match="Comece em 20/05/2025 ou depois"):
        begin(taxi, "2025-04-15")


def test_what_was_served_before_a_return_is_not_served_again(taxi: Taxi) -> None:
    suspended(taxi)
    begin(taxi, "2025-04-10")
    taxi.go("2025-04-19")
    taxi.back("certificar_recurso")
    assert days(taxi) == []
    taxi.go("2025-04-28")
    taxi.answer("certificar_recurso", resultado="decurso")
    begin(taxi, "2025-04-28")
    assert days(taxi) == [(date(2025, 4, 28), date(2025, 5, 17))]  # ten days were served


def test_what_was_wholly_served_is_not_to_begin_again(taxi: Taxi) -> None:
    suspended(taxi)
    begin(taxi, "2025-04-10")
    taxi.go("2025-06-02")
    taxi.back("certificar_recurso")
    taxi.answer("certificar_recurso", resultado="decurso")
    assert "iniciar_cumprimento" not in taxi.names()
    assert days(taxi) == [(date(2025, 4, 10), date(2025, 5, 9))]


def test_a_penalty_taken_back_is_not_to_begin(taxi: Taxi) -> None:
    suspended(taxi)
    taxi.back("certificar_recurso")
    assert taxi.names() == ["certificar_recurso"]


def test_an_inspection_that_passes_late_lengthens_nothing(taxi: Taxi) -> None:
    impeded(taxi)
    begin(taxi, "2025-04-10")
    task = taxi.task("encerrar_impedimento")
    assert (task.role, task.due_day) == ("vistoria", date(2025, 7, 8))
    taxi.go("2025-07-10")
    inspect(taxi, "aprovado", "2025-07-10")
    assert days(taxi) == [(date(2025, 4, 10), date(2025, 7, 8))]


def test_a_vehicle_that_fails_is_inspected_again_until_the_last_day(taxi: Taxi) -> None:
    impeded(taxi)
    begin(taxi, "2025-04-10")
    taxi.go("2025-07-08")
    inspect(taxi, "reprovado", "2025-07-08")
    assert "encerrar_impedimento" in taxi.names()
    taxi.go("2025-07-09")
    inspect(taxi, "sem_vistoria", None)
    assert "encerrar_impedimento" not in taxi.names()
    assert days(taxi) == [(date(2025, 4, 10), date(2025, 7, 8))]
