"""When a run cannot go on it says so; the stored state still opens."""

import pytest

from tests.engine.models import (
    INFRACAO,
    FakeHost,
    answer,
    at,
    bundle,
    changed,
    open_elements,
    started,
)
from webapp.engine import Run, RunError
from webapp.engine.expression import Denied


def test_an_unknown_answer_takes_no_exit_and_the_stored_state_still_opens() -> None:
    of = bundle(*INFRACAO)
    run = started(of)
    stored = run.state()
    with pytest.raises(RunError, match="entregue_no_ato"):
        answer(run, "lavrar_auto", "talvez")
    again = Run.resume(of, stored, FakeHost())
    answer(again, "lavrar_auto", "entregue")
    assert open_elements(again) == ["aguardar_defesa"]


@pytest.mark.parametrize("outcome", ["", "Sim", "não", "a b", "x" * 61, "sim\n"])
def test_an_answer_is_a_code(outcome: str) -> None:
    run = started(bundle(*INFRACAO))
    with pytest.raises(ValueError, match="não é um código"):
        run.complete(at(run, "lavrar_auto").engine_id, outcome)


def test_a_task_is_answered_once() -> None:
    run = started(bundle(*INFRACAO))
    task = at(run, "lavrar_auto").engine_id
    run.complete(task, "entregue")
    with pytest.raises(LookupError):
        run.complete(task, "entregue")


def test_a_wait_is_not_answered() -> None:
    run = started(bundle("espera_reaberta"))
    with pytest.raises(LookupError):
        run.complete(at(run, "aguardar_defesa").engine_id, "decurso")


def test_a_question_about_what_nobody_answered_is_denied() -> None:
    of = changed("espera_reaberta", ('certificar_defesa == "decurso"', 'outra_caixa == "sim"'))
    run = started(of)
    term = at(run, "aguardar_defesa").clock_id
    run.advance(frozenset({str(term)}))
    with pytest.raises(Denied, match="outra_caixa"):
        answer(run, "certificar_defesa", "decurso")


def test_what_the_case_raises_reaches_the_caller_as_it_is() -> None:
    run = Run.start(bundle("cobranca_multa"), FakeHost())
    with pytest.raises(KeyError, match="multa_em_aberto"):
        run.advance()


def test_a_way_back_of_actions_alone_ends_as_an_error() -> None:
    with pytest.raises(RunError, match="voltas"):
        started(bundle("volta_automatica"), FakeHost(pronto="nao"))


def go_round(run: Run, times: int) -> None:
    for _ in range(times):
        answer(run, "escolher_meio", "edital")
        answer(run, "publicar_edital", "publicado")
        answer(run, "conferir_ciencia", "faltam")


def test_too_many_ways_back_end_as_an_error_and_never_as_a_silent_end() -> None:
    run = started(bundle("notificacao"))
    with pytest.raises(RunError, match="voltas"):
        go_round(run, 400)
    assert not run.finished


def test_forty_ways_back_are_well_within_reach() -> None:
    of = bundle("notificacao")
    run = started(of)
    go_round(run, 40)
    run = Run.resume(of, run.state(), FakeHost())
    assert open_elements(run) == ["escolher_meio"]
