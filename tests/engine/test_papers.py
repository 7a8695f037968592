"""A paper is given to one step, by its engine id, never called out by name."""

import pytest

from tests.engine.models import FakeHost, answer, at, bundle, lapse, open_elements, paper, started
from webapp.engine import Run

DOCUMENTS = ("carta_na_borda", "notificacao")


def waiting_for_documents() -> Run:
    run = started(bundle(*DOCUMENTS))
    answer(run, "escolher_meio", "edital")
    answer(run, "publicar_edital", "publicado")
    answer(run, "conferir_ciencia", "todas")
    return run


def test_one_of_two_waits_of_the_same_paper_gets_it() -> None:
    run = started(bundle("duas_esperas"))
    paper(run, "aguardar_contralaudo", "laudo")
    assert open_elements(run) == ["aguardar_laudo", "ler_contralaudo"]


def test_a_paper_is_not_delivered_twice() -> None:
    run = started(bundle("duas_esperas"))
    wait = at(run, "aguardar_laudo").engine_id
    paper(run, "aguardar_laudo", "laudo")
    with pytest.raises(LookupError):
        run.deliver(wait, "laudo")


@pytest.mark.parametrize("engine_id", ["", "não é id", "5f0b3c1e-0000-4000-8000-000000000000"])
def test_an_unknown_step_gets_no_paper(engine_id: str) -> None:
    with pytest.raises(LookupError):
        started(bundle("duas_esperas")).deliver(engine_id, "laudo")


def test_a_wait_does_not_take_another_kind_of_paper() -> None:
    run = started(bundle("duas_esperas"))
    with pytest.raises(LookupError):
        run.deliver(at(run, "aguardar_laudo").engine_id, "defesa")


def test_a_wait_says_which_papers_it_takes() -> None:
    wait = at(waiting_for_documents(), "aguardar_documentos")
    assert (wait.message, wait.border_messages, wait.key) == (
        "documentos",
        ("desistencia",),
        "documentos",
    )


def test_the_second_possible_paper_enters_by_the_border() -> None:
    run = waiting_for_documents()
    paper(run, "aguardar_documentos", "desistencia")
    assert open_elements(run) == ["homologar_desistencia"]


def test_the_awaited_paper_ends_clock_and_border() -> None:
    run = waiting_for_documents()
    paper(run, "aguardar_documentos", "documentos")
    assert open_elements(run) == ["conferir_documentos"]


def test_the_end_of_the_term_closes_the_border_too() -> None:
    run = waiting_for_documents()
    wait = at(run, "aguardar_documentos").engine_id
    lapse(run, "aguardar_documentos")
    with pytest.raises(LookupError):
        run.deliver(wait, "desistencia")


def test_a_paper_on_the_border_of_a_call_ends_everything_inside() -> None:
    run = started(bundle(*DOCUMENTS))
    answer(run, "escolher_meio", "carta")
    assert open_elements(run) == ["aguardar_ar", "notificar"]
    paper(run, "notificar", "desistencia")
    assert open_elements(run) == ["homologar_desistencia"]


def test_a_paper_survives_a_restore_between_delivery_and_advance() -> None:
    of = bundle("duas_esperas")
    run = started(of)
    run.deliver(at(run, "aguardar_laudo").engine_id, "laudo")
    again = Run.resume(of, run.state(), FakeHost())
    again.advance()
    assert open_elements(again) == ["aguardar_contralaudo", "ler_laudo"]
