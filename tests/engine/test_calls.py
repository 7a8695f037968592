"""A called process takes nothing in and gives back one outcome under the call's own id."""

import pytest

from tests.engine.models import (
    INFRACAO,
    FakeHost,
    answer,
    at,
    bundle,
    lapse,
    open_elements,
    paper,
    started,
)
from webapp.engine import Run, RunError


def answers_in(run: Run, process: str) -> set[str]:
    """Every name under which a process holds an answer."""
    every = (run._workflow, *run._workflow.subprocesses.values())
    tasks = [t for of in every if of.spec.name == process for t in of.tasks.values()]
    return {name for task in tasks for name in task.data}


def test_two_called_processes_wait_at_once_and_ending_one_leaves_the_other() -> None:
    run = started(bundle("duas_notificacoes", "notificacao"))
    answer(run, "escolher_meio", "carta", about="auto")
    answer(run, "escolher_meio", "carta", about="penalidade")
    assert at(run, "aguardar_ar", about="auto").key == "retorno_ar"
    lapse(run, "aguardar_ar", about="auto")
    answer(run, "conferir_ciencia", "todas", about="auto")
    assert open_elements(run) == ["aguardar_ar"]
    assert at(run, "aguardar_ar").about == "penalidade"


def test_both_called_processes_end_and_the_case_ends_once() -> None:
    run = started(bundle("duas_notificacoes", "notificacao"))
    for about in ("penalidade", "auto"):
        answer(run, "escolher_meio", "edital", about)
        answer(run, "publicar_edital", "publicado", about)
        answer(run, "conferir_ciencia", "todas", about)
    assert (run.finished, run.outcome, run.steps()) == (True, "notificados", [])


def test_only_the_outcome_comes_back_under_the_calls_own_id() -> None:
    run = started(bundle("duas_notificacoes", "notificacao"))
    answer(run, "escolher_meio", "edital", about="auto")
    answer(run, "publicar_edital", "publicado", about="auto")
    answer(run, "conferir_ciencia", "todas", about="auto")
    assert answers_in(run, "duas_notificacoes") == {"notificar_titular"}


def test_nothing_of_the_caller_is_seen_inside() -> None:
    run = started(bundle(*INFRACAO))
    answer(run, "lavrar_auto", "nao_entregue")
    assert answers_in(run, "infracao_marilandia") == {"lavrar_auto"}
    assert answers_in(run, "notificacao") == set()


def test_the_caller_goes_by_the_outcome_of_the_end_reached() -> None:
    run = started(bundle("vistoria_chamada", "vistoria"))
    answer(run, "vistoriar", "sem_defeito")
    assert run.outcome == "aprovado"


def test_a_second_call_of_the_same_process_does_not_see_the_first_result() -> None:
    run = started(bundle("vistoria_chamada", "vistoria"))
    answer(run, "vistoriar", "com_defeito")
    assert open_elements(run) == ["vistoriar"]
    answer(run, "vistoriar", "com_defeito")
    assert run.outcome == "reprovado"


def test_a_called_process_that_ends_twice_is_refused() -> None:
    run = started(bundle("dois_fins", "termina_duas_vezes"))
    answer(run, "um", "feito")
    with pytest.raises(RunError, match=r"termina_duas_vezes.*2 fins"):
        answer(run, "outro", "feito")


def test_actions_say_which_act_they_serve() -> None:
    host = FakeHost(multa_em_aberto="nao")
    run = started(bundle(*INFRACAO), host)
    answer(run, "lavrar_auto", "nao_entregue")
    answer(run, "escolher_meio", "carta")
    paper(run, "aguardar_ar", "retorno_ar")
    answer(run, "conferir_ciencia", "todas")
    assert host.actions == [
        ("emitir_ar", "emitir_ar", "auto"),
        ("certificar_ciencia", "certificar_ciencia", "auto"),
    ]


def test_the_case_is_told_once_that_a_call_begins() -> None:
    host = FakeHost(multa_em_aberto="nao")
    of = bundle(*INFRACAO)
    run = started(of, host)
    answer(run, "lavrar_auto", "nao_entregue")
    run = Run.resume(of, run.state(), host)
    answer(run, "escolher_meio", "carta")
    assert host.calls == [("notificar_auto", "auto")]


def test_a_fact_is_asked_when_the_question_is_reached() -> None:
    host = FakeHost(multa_em_aberto="nao")
    run = started(bundle("cobranca_multa"), host)
    assert run.outcome == "nada_a_cobrar"


def test_a_step_says_in_which_process_and_lane_it_stands() -> None:
    run = started(bundle(*INFRACAO))
    assert (at(run, "lavrar_auto").process, at(run, "lavrar_auto").lane) == (
        "infracao_marilandia",
        "Fiscalização",
    )
    answer(run, "lavrar_auto", "nao_entregue")
    inside = at(run, "escolher_meio")
    assert (inside.process, inside.lane, inside.about) == ("notificacao", "Protocolo", "auto")


def test_a_step_carries_what_the_diagram_says_of_it() -> None:
    task = at(started(bundle("tarefa_com_prazo")), "cumprir_diligencia")
    assert (task.name, task.form, task.basis, task.document, task.target) == (
        "Cumprir diligência",
        "resposta",
        "art. 9º",
        "oficio",
        "decidir",
    )
