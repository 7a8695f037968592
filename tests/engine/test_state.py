"""A run is written down as text without its specs, and read back anywhere."""

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from tests.engine.models import (
    INFRACAO,
    ROOT,
    FakeHost,
    answer,
    at,
    bundle,
    clock,
    forget_compiled,
    lapse,
    open_elements,
    paper,
    started,
)
from webapp.engine import FORMAT, Bundle, Run, StateError, fingerprint


def halfway() -> tuple[Bundle, Run]:
    of = bundle(*INFRACAO)
    run = started(of)
    answer(run, "lavrar_auto", "nao_entregue")
    answer(run, "escolher_meio", "carta")
    return of, run


def test_a_state_read_back_is_the_same_text() -> None:
    of, run = halfway()
    assert Run.resume(of, run.state(), FakeHost()).state() == run.state()


def test_a_state_read_back_on_specs_parsed_afresh_is_the_same_text() -> None:
    of, run = halfway()
    forget_compiled()
    again = Run.resume(of, run.state(), FakeHost())
    assert (again.state(), again.steps()) == (run.state(), run.steps())


def test_a_state_holds_no_spec_and_its_format() -> None:
    _, run = halfway()
    state = json.loads(run.state())
    assert set(state) == {"format", "runs"}
    assert state["format"] == FORMAT
    assert [set(run) for run in state["runs"]] == [
        {"process", "called_by", "completed", "tasks"},
        {"process", "called_by", "completed", "tasks"},
    ]


def test_a_state_holds_no_instant() -> None:
    _, run = halfway()
    rows = [row for of in json.loads(run.state())["runs"] for row in of["tasks"]]
    assert sorted({row[4] for row in rows}) == list(range(len({row[4] for row in rows})))


def test_a_state_of_another_format_is_refused() -> None:
    of, run = halfway()
    later = run.state().replace(f'"format":{FORMAT}', f'"format":{FORMAT + 1}')
    with pytest.raises(StateError, match=f"formato {FORMAT + 1}"):
        Run.resume(of, later, FakeHost())


def test_another_process_goes_on_with_the_state(tmp_path: Path) -> None:
    _, run = halfway()
    (tmp_path / "state.json").write_text(run.state(), encoding="utf-8")
    program = (
        "import sys; from pathlib import Path; from tests.engine.models import *; "
        "of = bundle(*INFRACAO); "
        "run = Run.resume(of, Path(sys.argv[1]).read_text(encoding='utf-8'), FakeHost()); "
        "run.advance(frozenset([sys.argv[2]])); print(open_elements(run), run.state())"
    )
    term = clock(run, "aguardar_ar")
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "state.json"), term],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("['conferir_ciencia'] {"), done.stderr


def test_the_shared_specs_do_not_change_however_a_run_goes() -> None:
    of = bundle("duas_notificacoes", "notificacao")
    before = fingerprint(of)
    for meio, element in (("edital", "publicar_edital"), ("em_maos", "entregar_em_maos")):
        run = started(of)
        for about in ("auto", "penalidade"):
            answer(run, "escolher_meio", meio, about)
            answer(run, element, "feito", about)
            answer(run, "conferir_ciencia", "faltam", about)
    assert fingerprint(of) == before


def whole_case(of: Bundle) -> str:
    host = FakeHost(multa_em_aberto="sim")
    run = started(of, host)
    for element, outcome in (
        ("lavrar_auto", "nao_entregue"),
        ("escolher_meio", "carta"),
        ("aguardar_ar", ""),
        ("conferir_ciencia", "todas"),
        ("aguardar_defesa", ""),
        ("certificar_defesa", "decurso"),
        ("julgar_auto", "insubsistente"),
    ):
        run = Run.resume(of, run.state(), host)
        if outcome:
            answer(run, element, outcome)
        else:
            lapse(run, element)
    return str(run.outcome)


def test_eight_threads_share_the_specs_and_leave_them_unchanged() -> None:
    of = bundle(*INFRACAO)
    before = fingerprint(of)
    outcomes: list[str] = []
    threads = [
        Thread(target=lambda: outcomes.extend(whole_case(of) for _ in range(5))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["arquivado"] * 40
    assert fingerprint(of) == before


def test_two_runs_of_one_bundle_do_not_meet() -> None:
    of = bundle(*INFRACAO)
    one, other = started(of), started(of)
    answer(one, "lavrar_auto", "entregue")
    assert (open_elements(one), open_elements(other)) == (["aguardar_defesa"], ["lavrar_auto"])


def test_going_back_to_an_earlier_state_is_restoring_it() -> None:
    of = bundle(*INFRACAO)
    run = started(of)
    answer(run, "lavrar_auto", "entregue")
    kept = run.state()
    wait = at(run, "aguardar_defesa")
    paper(run, "aguardar_defesa", "defesa")
    back = Run.resume(of, kept, FakeHost())
    assert at(back, "aguardar_defesa") == wait


def test_the_state_stays_small() -> None:
    _, run = halfway()
    assert len(run.state()) < 3_000
