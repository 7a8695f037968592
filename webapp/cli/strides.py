"""A whole case, step by step, at three depths: the engine in memory, our engine part, the act."""

import statistics
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from time import thread_time
from typing import Any
from unittest.mock import patch

from sqlalchemy.orm import Session

from webapp import documents, engine
from webapp.cases import completing, filing, issuing, settling
from webapp.cases.act import Act
from webapp.cases.filing import Paper
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Stage
from webapp.domain.competence import clock_actor
from webapp.store.database import open_engine
from webapp.store.tables import metadata

MUNICIPALITY, PROCESS = "marilandia", "infracao_marilandia"
AUTO: Mapping[str, Any] = {
    "veiculo.placa": "MQX4E21",
    "autuado.nome": "Fulano da Silva",
    "autuado.cpf": "529.982.247-25",
    "autuado.endereco": "Rua das Flores, 10",
    "itens": ["5-II"],
    "data_fato": "2025-12-01",
    "hora_fato": "08:30",
    "lugar": "Praça da Matriz",
    "relato": "Conduzia passageira sem touca descartável.",
    "ordem": "nao",
    "apreensao": "nao",
    "entrega": "entregue",
    "data_entrega": "2025-12-01",
}
JUDGED: Mapping[str, Any] = {
    "vicio": "nenhum",
    "item_resultado.5-II": "subsistente",
    "item_penalidade.5-II": "multa",
    "item_multa.5-II": "759,00",
    "resultado": "penalidade",
    "razoes": "O fato foi visto e descrito pelo agente.",
    "dia_pagamento": "2026-03-02",
    "fundamento_pagamento": "Decreto 10/2010, art. 5º",
}


@dataclass(frozen=True, slots=True)
class Stride:
    """One step of the case: on a day, an element is answered, a paper comes, or a term ends."""

    on: str
    answers: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    paper: str = ""
    ends: str = ""


LAPSED = {"resultado": "decurso"}
PATH = (
    Stride("2025-12-16", ends="defesa"),
    Stride("2025-12-16", "certificar_defesa", LAPSED),
    Stride("2025-12-16", "julgar_auto", JUDGED),
    Stride("2025-12-16", "escolher_meio", {"meio": "em_maos", "endereco.autuado": "Rua A, 1"}),
    Stride(
        "2025-12-16",
        "entregar_em_maos",
        {
            "resultado": "feita",
            "entrega.autuado": "entregue",
            "data_entrega.autuado": "2025-12-16",
        },
    ),
    Stride(
        "2025-12-16",
        "conferir_ciencia",
        {
            "resultado": "todas",
            "ciencia_valida.autuado": "sim",
            "data_ciencia.autuado": "2025-12-16",
        },
    ),
    Stride("2025-12-17", paper="reconsideracao"),
    Stride(
        "2025-12-18", "decidir_reconsideracao", {"resultado": "mantida", "razoes": "Nada de novo."}
    ),
    Stride("2026-01-05", paper="pagamento"),
)


def measure(file: Path, cases: int) -> dict[str, Any]:
    """Sums over the case of the medians of each step, in ms of CPU.

    Each case is walked in memory, with its state, and as acts, one after the other: the processor
    is as warm for the one as for the others.
    """
    raw, ours, acts = _measured(file, cases)
    in_memory, with_state = _sum_of_medians(raw), _sum_of_medians(ours)
    act, commit, made, typeset = (
        _sum_of_medians([[step[i] for step in row] for row in acts]) for i in range(4)
    )
    return {
        "raw_ms": in_memory,
        "engine_ms": with_state,
        "engine_ratio": with_state / in_memory,
        "service_ms": act,
        "service_ratio": act / in_memory,
        "commit_ms": commit,
        "documents_ms": made,
        "typesetting_ms": typeset,
        "service_with_documents_ratio": (act + made - typeset) / in_memory,
    }


Rows = list[list[float]]


def _sum_of_medians(rows: Rows) -> float:
    columns: list[tuple[float, ...]] = list(zip(*rows, strict=True))
    return 1000 * sum(statistics.median(column) for column in columns)


# ---- the engine alone


class _Host:
    """A case that owes a fine and does nothing."""

    def fact(self, key: str) -> str:
        return "sim"

    def ran(self, action: str, element: str, about: str) -> None:
        """Nothing is done."""

    def called(self, element: str, about: str) -> None:
        """Nothing is done."""


def _walk(bundle: engine.Bundle, *, resume: bool) -> list[float]:
    host = _Host()
    run = engine.Run.start(bundle, host)
    run.advance()
    run.complete(_open(run, "lavrar_auto"), "entregue")
    run.advance()
    text, times = run.state(), []
    for stride in PATH:
        began = thread_time()
        if resume:
            run = engine.Run.resume(bundle, text, host)
        _move(run, stride)
        if resume:
            text = run.state()
        times.append(thread_time() - began)
    return times


def _move(run: engine.Run, stride: Stride) -> None:
    if stride.ends:
        step = next(s for s in run.steps() if s.key == stride.ends)
        run.advance(frozenset({step.clock_id or ""}))
        return
    if stride.paper:
        step = next(s for s in run.steps() if s.message == stride.paper)
        run.deliver(step.engine_id, stride.paper)
    else:
        outcome = stride.values.get("resultado", stride.values.get("meio", ""))
        run.complete(_open(run, stride.answers), outcome)
    run.advance()


def _open(run: engine.Run, element: str) -> str:
    return next(s.engine_id for s in run.steps() if s.element == element)


# ---- whole acts


Times = tuple[float, float, float, float]
"""Seconds of one step: the act without its documents, the commit, the documents, and of these
the typesetting alone."""


@dataclass(slots=True)
class _Documents:
    """The time that documents take, told apart from the act: all of it, and typesetting alone."""

    whole: float = 0.0
    typeset: float = 0.0

    @contextmanager
    def told_apart(self) -> Iterator[None]:
        """Times what is issued until the block ends."""
        issue, render = (
            self._timed("whole", issuing.issue),
            self._timed("typeset", documents.render),
        )
        with patch.object(issuing, "issue", issue), patch.object(documents, "render", render):
            yield

    def _timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*given: Any) -> Any:
            began = thread_time()
            try:
                return work(*given)
            finally:
                setattr(self, name, getattr(self, name) + thread_time() - began)

        return timed


def _measured(file: Path, cases: int) -> tuple[Rows, Rows, list[list[Times]]]:
    """The steps of each case in memory, with their state, and as acts; the first case of all, which
    compiles and reads what the others find, does not count."""
    bundle = engine.collect(PROCESS, MUNICIPALITY, documents.source_of)
    database = open_engine(f"sqlite:///{file}")
    metadata.create_all(database)
    stage = Stage(database, MUNICIPALITY, datetime(2025, 12, 1, 9).astimezone())
    made, raw, ours = _Documents(), [], []
    acts: list[list[Times]] = []
    with made.told_apart():
        for n in range(cases + 1):
            raw.append(_walk(bundle, resume=False))
            ours.append(_walk(bundle, resume=True))
            acts.append(_whole_case(stage, f"caso {n}", made))
    database.dispose()
    return raw[1:], ours[1:], acts[1:]


def _whole_case(stage: Stage, name: str, made: _Documents) -> list[Times]:
    stage.at(datetime(2025, 12, 1, 9))  # noqa: DTZ001  (the stage gives it its zone)
    stage.open("infracao", posted(AUTO, {}), "fiscalizacao", name)
    return [_timed(stage, name, stride, made) for stride in PATH]


def _timed(stage: Stage, name: str, stride: Stride, made: _Documents) -> Times:
    stage.at(datetime.fromisoformat(f"{stride.on}T10:00:00"))
    act = _act_of(stage, name, stride)
    made.whole = made.typeset = 0.0
    with Session(stage.engine) as session:
        began = thread_time()
        act(session)
        done = thread_time()
        session.commit()
        written = thread_time()
    return done - began - made.whole, written - done, made.whole, made.typeset


def _end(stage: Stage, session: Session, case_id: int) -> None:
    """The worker's act, without the claim: the term that is over takes effect."""
    clock = clock_actor(stage.municipality_id, stage.municipality)
    act = Act.lock(session, case_id, stage.now, clock)
    settling.settle(act)
    act.save()


def _act_of(stage: Stage, name: str, stride: Stride) -> Callable[[Session], object]:
    case_id = stage.cases[name]
    if stride.ends:
        return lambda session: _end(stage, session, case_id)
    parties = {"autuado": stage.rows(name, metadata.tables["case_party"])[0].id}
    if stride.paper:
        paper = Paper(
            stride.paper,
            "Fulano da Silva",
            "balcao",
            date.fromisoformat(stride.on),
            party_id=parties["autuado"],
        )
        return lambda session: filing.file_paper(
            session, case_id, paper, now=stage.now, actor=stage.actors["protocolo"]
        )
    task = next(t for t in stage.open_tasks(name) if t.element == stride.answers)
    typed = posted(stride.values, parties)
    return lambda session: completing.complete(
        session,
        case_id,
        task.id,
        typed,
        {},
        now=stage.now,
        actor=stage.actors[task.role],
        signer=stage.signer(task.role, task.role),
    )
