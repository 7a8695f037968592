"""A term ends for one waiting step when, and only when, the case says so."""

from datetime import date

import pytest

from tests.engine.models import (
    INFRACAO,
    FakeHost,
    answer,
    at,
    bundle,
    changed,
    clock,
    lapse,
    open_elements,
    over,
    paper,
    started,
)
from webapp.engine import Run, RunError

INNER_AND_OUTER = {"retorno_ar": date(2025, 12, 22), "notificacao": date(2026, 1, 30)}


def waiting_for_defence() -> Run:
    run = started(bundle(*INFRACAO))
    answer(run, "lavrar_auto", "entregue")
    return run


def waiting_for_the_letter_inside_the_notice() -> Run:
    run = started(bundle("notificacao_com_prazo", "notificacao"))
    answer(run, "escolher_meio", "carta")
    return run


def test_the_same_advance_with_another_set_of_ended_clocks_gives_another_result() -> None:
    term = {"defesa": date(2025, 12, 8)}
    run = waiting_for_defence()
    run.advance(over(run, term, today=date(2025, 12, 8)))
    assert open_elements(run) == ["aguardar_defesa"]
    run.advance(over(run, term, today=date(2025, 12, 9)))
    assert open_elements(run) == ["certificar_defesa"]


def test_advancing_again_changes_nothing() -> None:
    run = waiting_for_defence()
    before = run.state()
    run.advance()
    assert run.state() == before


def test_a_clock_that_nobody_waits_with_is_refused() -> None:
    run = waiting_for_defence()
    with pytest.raises(LookupError):
        run.advance(frozenset({"5f0b3c1e-0000-4000-8000-000000000000"}))


def test_a_clock_that_already_ended_is_refused() -> None:
    run = waiting_for_defence()
    ended = clock(run, "aguardar_defesa")
    lapse(run, "aguardar_defesa")
    with pytest.raises(LookupError):
        run.advance(frozenset({ended}))


def test_the_letter_comes_back_late_on_23_december_and_the_notice_goes_on() -> None:
    run = waiting_for_the_letter_inside_the_notice()
    run.advance(over(run, INNER_AND_OUTER, today=date(2025, 12, 23)))
    assert open_elements(run) == ["conferir_ciencia", "notificar"]


def test_the_notice_is_late_on_31_january_and_everything_inside_ends_with_it() -> None:
    run = waiting_for_the_letter_inside_the_notice()
    run.advance(over(run, INNER_AND_OUTER, today=date(2025, 12, 23)))
    run.advance(over(run, INNER_AND_OUTER, today=date(2026, 1, 31)))
    assert open_elements(run) == ["certificar_notificacao"]


def test_inner_and_outer_given_at_once_leave_only_what_the_outer_opens() -> None:
    run = waiting_for_the_letter_inside_the_notice()
    both = over(run, INNER_AND_OUTER, today=date(2026, 3, 1))
    assert len(both) == 2
    run.advance(both)
    assert open_elements(run) == ["certificar_notificacao"]


def test_the_call_carries_the_outer_clock() -> None:
    run = waiting_for_the_letter_inside_the_notice()
    notice = at(run, "notificar")
    assert (notice.kind, notice.key, notice.clock_basis) == ("call", "notificacao", "art. 40")


def test_a_call_without_a_clock_is_no_step() -> None:
    run = started(bundle(*INFRACAO))
    answer(run, "lavrar_auto", "nao_entregue")
    assert open_elements(run) == ["escolher_meio"]


def test_a_persons_task_carries_its_own_clock() -> None:
    run = started(bundle("tarefa_com_prazo"))
    task = at(run, "cumprir_diligencia")
    assert (task.kind, task.key, task.clock_basis) == ("person", "diligencia", "art. 10")
    lapse(run, "cumprir_diligencia")
    assert open_elements(run) == ["certificar_diligencia"]


def test_an_answer_before_the_end_of_the_term_ends_the_term() -> None:
    run = started(bundle("tarefa_com_prazo"))
    answer(run, "cumprir_diligencia", "feita")
    assert run.outcome == "cumprida"


def test_a_late_answer_finds_no_task() -> None:
    run = started(bundle("tarefa_com_prazo"))
    task = at(run, "cumprir_diligencia").engine_id
    lapse(run, "cumprir_diligencia")
    with pytest.raises(LookupError):
        run.complete(task, "feita")


def test_a_paper_and_the_end_of_its_term_in_one_breath_are_refused() -> None:
    run = waiting_for_defence()
    term = clock(run, "aguardar_defesa")
    run.deliver(at(run, "aguardar_defesa").engine_id, "defesa")
    with pytest.raises(RunError, match="acertado"):
        run.advance(frozenset({term}))


def test_settling_first_the_paper_wins_and_its_clock_is_gone() -> None:
    run = waiting_for_defence()
    term = clock(run, "aguardar_defesa")
    paper(run, "aguardar_defesa", "defesa")
    assert open_elements(run) == ["julgar_auto"]
    with pytest.raises(LookupError):
        run.advance(frozenset({term}))


def test_the_certificate_knows_which_wait_it_certifies() -> None:
    run = waiting_for_defence()
    assert at(run, "aguardar_defesa").certifies is None
    lapse(run, "aguardar_defesa")
    assert at(run, "certificar_defesa").certifies == "aguardar_defesa"


def test_a_certificate_that_has_a_term_of_its_own_still_knows_its_wait() -> None:
    own_term = (
        '<bpmn:userTask id="julgar_defesa"',
        '<bpmn:boundaryEvent id="prazo_certidao" attachedToRef="certificar_defesa">'
        '<bpmn:timerEventDefinition id="relogio_certidao">'
        '<bpmn:timeDate>prazo("certidao")</bpmn:timeDate></bpmn:timerEventDefinition>'
        '</bpmn:boundaryEvent><bpmn:sequenceFlow id="de_prazo_certidao" '
        'sourceRef="prazo_certidao" targetRef="julgar_defesa"/>'
        '<bpmn:userTask id="julgar_defesa"',
    )
    run = started(changed("espera_reaberta", own_term))
    lapse(run, "aguardar_defesa")
    certificate = at(run, "certificar_defesa")
    assert (certificate.certifies, certificate.key) == ("aguardar_defesa", "certidao")
    lapse(run, "certificar_defesa")
    assert at(run, "julgar_defesa").certifies == "certificar_defesa"


def test_reopening_a_term_waits_again_under_a_new_engine_id() -> None:
    run = started(bundle("espera_reaberta"))
    seen = set()
    for _ in range(3):
        wait = at(run, "aguardar_defesa")
        seen |= {wait.engine_id, wait.clock_id}
        lapse(run, "aguardar_defesa")
        answer(run, "certificar_defesa", "prazo_reaberto")
    assert len(seen) == 6
    paper(run, "aguardar_defesa", "defesa")
    assert open_elements(run) == ["julgar_defesa"]


def test_a_restored_state_repeats_the_engine_ids_of_its_steps() -> None:
    of = bundle("tarefa_com_prazo")
    run = started(of)
    again = Run.resume(of, run.state(), FakeHost())
    assert again.steps() == run.steps()
