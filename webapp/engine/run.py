"""One run of a diagram: start or resume it, advance it, answer it, write it down.

A Run is used by one act and thrown away. After any exception it must not be used or saved.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol
from uuid import UUID

from SpiffWorkflow import TaskState
from SpiffWorkflow.bpmn import BpmnWorkflow
from SpiffWorkflow.exceptions import SpiffWorkflowException

from webapp.engine import expression, state
from webapp.engine.bundle import Bundle, compiled
from webapp.engine.specs import (
    Border,
    Call,
    Clock,
    Paper,
    Person,
    RunError,
    Wait,
    about,
    certified_by,
    outcome_of,
)

MAX_ROUNDS = 200


class Host(Protocol):
    """What a case gives to its run."""

    def fact(self, key: str) -> str:
        """The code of a registered fact, now."""

    def ran(self, action: str, element: str, about: str) -> None:
        """An action of the catalogue ran at this element, about this subject."""

    def called(self, element: str, about: str) -> None:
        """A call began at this element, about this subject."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that waits for the world. `engine_id` repeats after a restore: never a key."""

    engine_id: str
    element: str
    name: str
    kind: Literal["person", "wait", "call"]
    process: str
    """The process that holds the element."""
    lane: str
    form: str
    basis: str
    document: str
    target: str
    about: str
    """What the nearest call above says it is about; empty at the top."""
    message: str
    """The paper that a wait awaits; empty otherwise."""
    border_messages: tuple[str, ...]
    """Papers that interrupt it from the border."""
    clock_id: str | None
    """What `advance` is told when the term of this step ended."""
    key: str | None
    """The key of the term, as in `prazo("key")`."""
    clock_basis: str
    certifies: str | None
    """Element whose clock leads to this person's task."""


class _Engine:
    """What SpiffWorkflow asks its script engine; nothing is ever compiled or executed."""

    def __init__(self, host: Host) -> None:
        self.host, self.ran, self.called = host, host.ran, host.called
        self.ended: frozenset[str] = frozenset()

    def evaluate(self, task: Any, source: str, external_context: Any = None) -> bool:
        names: Mapping[str, object] = task.data
        return expression.evaluate(source, names, self.host.fact)

    def execute(self, *_: Any, **__: Any) -> None:
        raise expression.Denied("script não é permitido")

    call_service = execute


@contextmanager
def _plain_errors() -> Iterator[None]:
    """SpiffWorkflow's exceptions stay inside; the text of some of them cannot even be read."""
    try:
        yield
    except SpiffWorkflowException as error:
        spec = getattr(error, "task_spec", None)
        name = getattr(spec, "bpmn_id", None) or getattr(spec, "name", "?")
        raise RunError(f"«{name}»: o processo não pode seguir ({error.args[0]}).") from error
    except RecursionError as error:
        raise RunError("o processo deu voltas demais para continuar.") from error


class Run:
    """Made by `start` or `resume`."""

    def __init__(self, workflow: Any, engine: _Engine) -> None:
        self._workflow, self._engine = workflow, engine
        workflow.script_engine = engine

    @classmethod
    def start(cls, bundle: Bundle, host: Host) -> "Run":
        """A new run, not yet advanced."""
        specs, engine = compiled(bundle), _Engine(host)
        return cls(BpmnWorkflow(specs.spec, specs.called, script_engine=engine), engine)

    @classmethod
    def resume(cls, bundle: Bundle, text: str, host: Host) -> "Run":
        """The run whose `state()` was `text`, on the same bundle. Raises StateError."""
        return cls(state.restore(text, compiled(bundle)), _Engine(host))

    def advance(self, ended: frozenset[str] = frozenset()) -> None:
        """Goes on until everything waits for the world.

        `ended`: clock ids of waiting steps whose term ended; the run must be settled then (a paper
        delivered in the same breath would open both ways). An id that no step waits with is a
        LookupError. Raises RunError when the diagram cannot go on.
        """
        if ended and self._automatic():
            raise RunError("antes de dar um prazo por findo, o processo tem de estar acertado.")
        if not ended <= {step.clock_id for step in self.steps()}:
            raise LookupError(f"nenhuma etapa espera com estes relógios: {sorted(ended)}")
        self._engine.ended = ended
        with _plain_errors():
            self._settle()
        self._engine.ended = frozenset()
        self._check_not_stuck()

    def _settle(self) -> None:
        self._workflow.refresh_timers()
        self._workflow.do_engine_steps()
        rounds = 0
        while self._automatic():
            self._workflow.do_engine_steps()
            rounds += 1
            if rounds > MAX_ROUNDS:
                raise RunError("o processo dá voltas automáticas sem parar.")

    def _check_not_stuck(self) -> None:
        if self.finished:
            outcome_of(self._workflow)
        elif not self.steps():
            raise RunError("o processo parou sem etapa aberta e sem fim.")

    def complete(self, engine_id: str, outcome: str) -> None:
        """A person answers. Then `advance()`. LookupError if the task is not open."""
        if not expression.CODE.fullmatch(outcome):
            raise ValueError(f"a resposta não é um código: {outcome!r}")
        task = self._task(engine_id)
        if task.state != TaskState.READY or not isinstance(task.task_spec, Person):
            raise LookupError(engine_id)
        task.data[task.task_spec.bpmn_id] = outcome
        with _plain_errors():
            task.run()

    def deliver(self, engine_id: str, message: str) -> None:
        """Gives a paper to ONE step: the wait itself, or the border of that box. Then `advance()`.

        LookupError if the step does not await this paper now.
        """
        step = self._task(engine_id)
        for task in (step, *_border(step)):
            event = getattr(task.task_spec, "event_definition", None)
            awaits = isinstance(event, Paper) and event.name == message
            if awaits and task.state == TaskState.WAITING:
                with _plain_errors():
                    task.task_spec.catch(task, None)
                    task.task_spec._update(task)
                return
        raise LookupError(engine_id)

    def steps(self) -> list[Step]:
        """Open persons' tasks, waits, and calls that carry a clock or a paper on their border."""
        return [_step(task, list(_border(task))) for task in self._tasks() if _waits(task)]

    def state(self) -> str:
        """What `resume` takes."""
        return state.write(self._workflow)

    @property
    def finished(self) -> bool:
        return bool(self._workflow.completed)

    @property
    def outcome(self) -> str | None:
        """The outcome of the end reached, once finished."""
        return outcome_of(self._workflow) if self.finished else None

    def _tasks(self) -> Iterator[Any]:
        """Every task, flat: SpiffWorkflow's own iterator sees no deeper than 1000 levels."""
        for workflow in (self._workflow, *self._workflow.subprocesses.values()):
            yield from workflow.tasks.values()

    def _automatic(self) -> bool:
        return any(t.state == TaskState.READY and not t.task_spec.manual for t in self._tasks())

    def _task(self, engine_id: str) -> Any:
        try:
            wanted = UUID(engine_id)
        except ValueError:
            raise LookupError(engine_id) from None
        for workflow in (self._workflow, *self._workflow.subprocesses.values()):
            if wanted in workflow.tasks:
                return workflow.tasks[wanted]
        raise LookupError(engine_id)


def _waits(task: Any) -> bool:
    spec = task.task_spec
    if isinstance(spec, Person):
        return bool(task.state == TaskState.READY)
    if isinstance(spec, Wait):
        return bool(task.state == TaskState.WAITING)
    return isinstance(spec, Call) and task.state == TaskState.STARTED and any(_border(task))


def _border(task: Any) -> Iterator[Any]:
    """The waiting clock and papers on the border of a box."""
    if task.parent is not None and not isinstance(task.task_spec, Border):
        for sibling in task.parent.children:
            if isinstance(sibling.task_spec, Border) and sibling.state == TaskState.WAITING:
                yield sibling


_KINDS: dict[type, Literal["person", "wait", "call"]] = {
    Person: "person",
    Wait: "wait",
    Call: "call",
}


def _step(task: Any, border: list[Any]) -> Step:
    spec = task.task_spec
    clock = next((t for t in border if isinstance(t.task_spec.event_definition, Clock)), None)
    papers = [t.task_spec.event_definition for t in border if t is not clock]
    return Step(
        engine_id=str(task.id),
        element=spec.bpmn_id,
        name=spec.bpmn_name or spec.bpmn_id,
        kind=_KINDS[type(spec)],
        process=task.workflow.spec.name,
        lane=spec.lane or "",
        form=spec.own.form,
        basis=spec.own.basis,
        document=spec.own.document,
        target=spec.own.target,
        about=about(task),
        message=spec.event_definition.name if isinstance(spec, Wait) else "",
        border_messages=tuple(paper.name for paper in papers),
        clock_id=None if clock is None else str(clock.id),
        key=None if clock is None else clock.task_spec.event_definition.expression,
        clock_basis="" if clock is None else clock.task_spec.own.basis,
        certifies=certified_by(spec) if isinstance(spec, Person) else None,
    )
