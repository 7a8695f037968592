"""Each way in which terms, papers and the engine were seen to go wrong, and does not here."""

import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.cases.kit import CPF_FULANO, World, at
from webapp import engine
from webapp.cases import bundles
from webapp.domain.errors import BadRequest
from webapp.store import events, tables
from webapp.store.database import transaction

Models = Callable[..., Path]


def test_a_term_ends_at_midnight_after_its_last_day_and_not_a_minute_before(world: World) -> None:
    world.open()
    (row,) = world.deadlines()
    assert (row.state, row.last_day) == ("running", date(2025, 12, 8))
    assert row.due_at == at("2025-12-09", 0)
    assert world.go("2025-12-08", 23, 59).tick() == 0
    assert world.go("2025-12-09", 0, 0).tick() == 1
    assert world.names() == ["certificar_defesa"]


def test_a_step_taken_by_the_clock_is_told_apart_and_the_settled_state_is_kept(
    world: World,
) -> None:
    world.open()
    wait = world.task("aguardar_defesa")
    reply = world.go("2025-12-09").answer_task(wait.id, "secretaria", resultado="papel")
    assert reply.status == 409
    assert "terminou em 08/12/2025 (art. 23)" in reply.message
    assert world.names() == ["certificar_defesa"]


def test_a_paper_handed_in_while_its_clock_is_overdue_finds_the_certificate(world: World) -> None:
    world.open()
    world.go("2025-12-09").paper("defesa", "2025-12-09")
    assert world.names() == ["certificar_defesa"]
    (paper,) = world.rows(tables.filing)
    assert (paper.timeliness, paper.task_id) == ("intempestivo", None)


def test_a_paper_stamped_in_time_and_typed_after_the_end_is_in_time(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-05")
    (paper,) = world.rows(tables.filing)
    assert paper.timeliness == "tempestivo"
    world.answer("certificar_defesa", resultado="papel")
    assert world.names() == ["julgar_auto"]
    (paper,) = world.rows(tables.filing)
    assert paper.task_id is not None, "who decides has the paper"


def test_a_term_over_before_its_wait_began_ends_when_the_wait_begins(world: World) -> None:
    world.go("2025-12-15")
    world.open(data_fato="2025-12-01", data_entrega="2025-12-01")
    assert world.names() == ["certificar_defesa"]
    (row,) = world.deadlines()
    assert row.effective_at == at("2025-12-15"), "never before the step began"
    kinds = [e.kind for e in world.events()]
    assert kinds == ["case_opened", "task_completed", "deadline_ended"]
    assert len({e.act for e in world.events()}) == 1


def test_moments_of_a_case_never_go_back(world: World) -> None:
    world.go("2025-12-15")
    world.open(data_fato="2025-12-01", data_entrega="2025-12-01")
    moments = [e.effective_at for e in world.events()]
    assert moments == sorted(moments)
    for task in world.rows(tables.task):
        assert task.closed_at is None or task.opened_at <= task.closed_at


def test_two_parties_one_files_and_the_other_lapses(two_parties: World) -> None:
    world = two_parties
    _notify_both(world, "2025-12-02", "2025-12-03")
    world.go("2025-12-04").paper("defesa", "2025-12-04", party=0)
    assert world.names() == ["aguardar_defesa"]
    assert [d.state for d in world.deadlines("defesa")] == ["met", "running"]
    world.go("2025-12-11").tick()
    assert world.names() == ["certificar_defesa"]
    assert [d.state for d in world.deadlines("defesa")] == ["met", "fired"]


def test_two_parties_notified_on_different_days_have_their_own_last_days(
    two_parties: World,
) -> None:
    world = two_parties
    _notify_both(world, "2025-12-02", "2025-12-04")
    assert [d.last_day for d in world.deadlines("defesa")] == [
        date(2025, 12, 9),
        date(2025, 12, 11),
    ]
    world.go("2025-12-10").tick()
    assert [d.state for d in world.deadlines("defesa")] == ["fired", "running"]
    assert world.names() == ["aguardar_defesa"], "the other party's term still runs"


def test_two_parties_both_file_and_the_paper_opens_the_way(two_parties: World) -> None:
    world = two_parties
    _notify_both(world, "2025-12-02", "2025-12-02")
    world.go("2025-12-04").paper("defesa", "2025-12-04", party=1)
    world.paper("defesa", "2025-12-04", party=0)
    assert world.names() == ["julgar_auto"]


def test_two_parties_none_files_and_one_certificate_names_both(two_parties: World) -> None:
    world = two_parties
    _notify_both(world, "2025-12-02", "2025-12-02")
    assert world.go("2025-12-10").tick() >= 1
    assert [d.state for d in world.deadlines("defesa")] == ["fired", "fired"]
    assert world.names() == ["certificar_defesa"]


def test_a_filing_that_comes_last_after_a_lapse_still_needs_the_certificate(
    two_parties: World,
) -> None:
    world = two_parties
    _notify_both(world, "2025-12-02", "2025-12-04")
    world.go("2025-12-10").tick()
    world.paper("defesa", "2025-12-10", party=1)
    assert world.names() == ["certificar_defesa"]
    assert [d.state for d in world.deadlines("defesa")] == ["fired", "met"]


def test_a_paper_that_came_before_its_wait_meets_its_party_when_the_wait_begins(
    two_parties: World,
) -> None:
    world = two_parties
    world.open(entrega="nao_entregue", data_entrega=None)
    world.go("2025-12-03").paper("defesa", "2025-12-03", party=0)
    assert world.names() == ["escolher_meio"], "nothing waits yet, and nothing is refused"
    _hand_to_both(world, "2025-12-04", "2025-12-04")
    assert [d.state for d in world.deadlines("defesa")] == ["met", "running"]
    assert "paper_delivered" in [e.kind for e in world.events()]


def test_without_a_known_notice_the_term_waits_for_its_start(two_parties: World) -> None:
    world = two_parties
    world.open()
    assert [(d.state, d.last_day) for d in world.deadlines("defesa")] == [
        ("running", date(2025, 12, 8)),
        ("waiting_start", None),
    ]


def test_the_same_key_awaited_twice_at_once_has_a_row_for_each_step(
    world: World, models: Models
) -> None:
    models()
    _open_two_letters(world, "duas_notificacoes")
    a, b = world.deadlines("retorno_ar")
    assert (a.key, a.due_at, a.about) == (b.key, b.due_at, "auto")
    assert (b.about, a.task_id != b.task_id) == ("penalidade", True)


def test_two_terms_ending_at_the_same_midnight_each_have_their_event(
    world: World, models: Models
) -> None:
    models()
    _open_two_letters(world, "duas_notificacoes")
    world.go("2026-02-01").tick()
    ended = [e for e in world.events() if e.kind == "deadline_ended"]
    assert len(ended) == 2
    assert [d.state for d in world.deadlines("retorno_ar")] == ["fired", "fired"]
    assert [t.about for t in world.open_tasks()] == ["auto", "penalidade"]


def test_inner_and_outer_terms_overdue_end_in_legal_order(world: World, models: Models) -> None:
    models(outer=60)
    _open_letter(world, "notificacao_com_prazo")
    world.go("2026-03-01").tick()
    ended = [e for e in world.events() if e.kind == "deadline_ended"]
    assert [e.body["key"] for e in ended] == ["retorno_ar", "notificacao"]
    assert ended[0].effective_at < ended[1].effective_at
    assert world.names() == ["certificar_notificacao"]


def test_inner_and_outer_terms_ending_at_the_same_midnight_leave_one_way_open(
    world: World, models: Models
) -> None:
    models(outer=20)
    _open_letter(world, "notificacao_com_prazo")
    world.go("2026-03-01").tick()
    assert world.names() == ["certificar_notificacao"]
    assert "running" not in [d.state for d in world.deadlines()]


def test_a_persons_task_taken_by_its_clock_refuses_the_late_answer(
    world: World, models: Models
) -> None:
    models()
    world.begin("tarefa_com_prazo")
    task = world.task("cumprir_diligencia")
    reply = world.go("2025-12-20").answer_task(task.id, "secretaria", resultado="feito")
    assert reply.status == 409
    assert world.names() == ["certificar_diligencia"]


def test_the_state_of_a_case_opens_in_another_process(world: World) -> None:
    world.open()
    script = (
        "import sys; from webapp.store.database import open_engine; "
        "from webapp.cases.draining import drain; from datetime import datetime, UTC; "
        "print(drain(open_engine(sys.argv[1]), lambda _: datetime(2025, 12, 20, tzinfo=UTC)))"
    )
    url = world.engine.url.render_as_string(hide_password=False)
    run = subprocess.run(
        [sys.executable, "-c", script, url], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "1"
    assert world.names() == ["certificar_defesa"]


def test_shared_specs_are_the_same_after_a_whole_case(world: World) -> None:
    world.open()
    with transaction(world.engine) as session:
        pinned = bundles.load(session, world.case().bundle_sha256)
    before = engine.fingerprint(pinned.bundle)
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.judge()
    world.notify("2025-12-16")
    assert engine.fingerprint(pinned.bundle) == before


@pytest.mark.parametrize("key", ["typename", "__builtins__", "version", "municipality_id", "fato"])
def test_reserved_and_unknown_keys_change_nothing(world: World, key: str) -> None:
    world.open()
    world.go("2025-12-09").tick()
    before = len(world.events())
    with pytest.raises(BadRequest):
        world.answer("certificar_defesa", resultado="decurso", **{key: "1"})
    assert len(world.events()) == before


def test_a_case_keeps_no_answers_and_no_dates_in_its_state(world: World) -> None:
    world.open()
    state = world.case().state
    for told in ("Fulano", CPF_FULANO, "2025-12", "touca", "MQX4E21"):
        assert told not in state


def test_every_chain_is_whole_after_a_case(world: World) -> None:
    world.open()
    world.go("2025-12-16").tick()
    world.answer("certificar_defesa", resultado="decurso")
    with transaction(world.engine) as session:
        assert list(events.verify(session)) == [f"case:{world.case_id}"]


# ---- moves


def _notify_both(world: World, first: str, second: str) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.go("2025-12-04" if second > "2025-12-03" else "2025-12-03")
    _hand_to_both(world, first, second)


def _hand_to_both(world: World, first: str, second: str) -> None:
    a, b = world.party(0), world.party(1)
    world.go(max(first, second))
    addresses = {f"endereco.{a}": "Rua A, 1", f"endereco.{b}": "Rua B, 2"}
    world.answer("escolher_meio", meio="em_maos", **addresses)
    handed = {f"entrega.{a}": "entregue", f"entrega.{b}": "entregue"}
    days = {f"data_entrega.{a}": first, f"data_entrega.{b}": second}
    world.answer("entregar_em_maos", resultado="feita", **handed, **days)
    proof = {f"ciencia_valida.{a}": "sim", f"ciencia_valida.{b}": "sim"}
    known = {f"data_ciencia.{a}": first, f"data_ciencia.{b}": second}
    world.answer("conferir_ciencia", resultado="todas", **proof, **known)


def _open_letter(world: World, process: str) -> None:
    world.begin(process)
    world.answer("escolher_meio", meio="carta")


def _open_two_letters(world: World, process: str) -> None:
    world.begin(process)
    for task in world.open_tasks():
        world.answer_task(task.id, "protocolo", meio="carta")
