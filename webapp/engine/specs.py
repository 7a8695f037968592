"""Our elements on top of SpiffWorkflow: what each box does, and how it is read from the XML.

Nothing of a case lives here. A compiled bundle is shared by every run and every thread.
"""

import json
import logging
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Any

from lxml import etree
from SpiffWorkflow import TaskState
from SpiffWorkflow.bpmn.parser import BpmnParser
from SpiffWorkflow.bpmn.parser.event_parsers import (
    BoundaryEventParser,
    EndEventParser,
    ReceiveTaskParser,
    StartEventParser,
)
from SpiffWorkflow.bpmn.parser.task_parsers import (
    CallActivityParser,
    ConditionalGatewayParser,
    GatewayParser,
)
from SpiffWorkflow.bpmn.parser.TaskParser import TaskParser
from SpiffWorkflow.bpmn.specs.defaults import (
    BoundaryEvent,
    CallActivity,
    EndEvent,
    ExclusiveGateway,
    ParallelGateway,
    ReceiveTask,
    StartEvent,
    UserTask,
)
from SpiffWorkflow.bpmn.specs.event_definitions.base import EventDefinition
from SpiffWorkflow.bpmn.specs.event_definitions.timer import TimerEventDefinition
from SpiffWorkflow.bpmn.specs.mixins import BpmnSpecMixin

from webapp.engine.rules import PRAZO
from webapp.engine.xml import DI, DiagramError, children, own, read, tag

# SpiffWorkflow gathers task data for its log lines unless the level is set on each logger itself.
for _name in ("spiff", "spiff.task", "spiff.workflow", "spiff.data"):
    logging.getLogger(_name).setLevel(logging.WARNING)


class RunError(RuntimeError):
    """The diagram cannot go on. In Portuguese; names the element."""


@dataclass(frozen=True, slots=True)
class Own:
    """The `autos:` attributes of an element; empty when absent."""

    form: str
    basis: str
    document: str
    target: str
    about: str
    action: str
    outcome: str

    @classmethod
    def read(cls, node: etree._Element) -> "Own":
        return cls(*(own(node, name) for name in cls.__slots__))


class Clock(TimerEventDefinition):  # type: ignore[misc]
    """`prazo("key")`: ended when, and only when, the host says that THIS waiting task ended."""

    def has_fired(self, my_task: Any) -> bool:
        return str(my_task.id) in my_task.workflow.top_workflow.script_engine.ended

    def reset(self, my_task: Any) -> None:
        """Nothing is stored, so there is nothing to put back."""


class Paper(EventDefinition):  # type: ignore[misc]
    """An awaited paper. It is given to one waiting task, never called out by name."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Paper) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


class Border(BoundaryEvent):  # type: ignore[misc]
    """A clock or a paper on the border of a box."""


class Wait(ReceiveTask):  # type: ignore[misc]
    """«Aguardar …»."""


class Person(UserTask):  # type: ignore[misc]
    """A task that somebody answers with one code."""


class End(EndEvent):  # type: ignore[misc]
    """An end with its outcome."""


class Action(BpmnSpecMixin):  # type: ignore[misc]
    """An act of the catalogue: the host is told that it ran, and does it."""

    def _run_hook(self, my_task: Any) -> Any:
        host = my_task.workflow.top_workflow.script_engine
        host.ran(self.own.action, self.bpmn_id, about(my_task))
        return super()._run_hook(my_task)


class Call(CallActivity):  # type: ignore[misc]
    """A called process: nothing goes in; the outcome of its one end comes out under its own id."""

    def copy_data(self, my_task: Any, subworkflow: Any) -> None:
        """Nothing goes in; the host is told that the call begins."""
        host = my_task.workflow.top_workflow.script_engine
        host.called(self.bpmn_id, self.own.about)

    def update_data(self, my_task: Any, subworkflow: Any) -> None:
        my_task.data[self.bpmn_id] = outcome_of(subworkflow)


def outcome_of(workflow: Any) -> str:
    """The outcome of the one end that a finished process reached. Raises RunError."""
    reached = [
        t.task_spec.own.outcome
        for t in workflow.tasks.values()
        if isinstance(t.task_spec, End) and t.state == TaskState.COMPLETED
    ]
    if len(reached) != 1:
        name = workflow.spec.name
        raise RunError(f"«{name}»: {len(reached)} fins alcançados; o processo termina em um só.")
    return str(reached[0])


def about(task: Any) -> str:
    """What the task is about: the `autos:about` of the nearest call above it, or an empty text."""
    workflow = task.workflow
    while workflow.parent_task_id is not None:
        call = workflow.top_workflow.get_task_from_id(workflow.parent_task_id)
        if call.task_spec.own.about:
            return str(call.task_spec.own.about)
        workflow = call.workflow
    return ""


class _OwnParser(TaskParser):  # type: ignore[misc]
    """Keeps the `autos:` attributes on the spec."""

    def create_task(self) -> Any:
        spec = super().create_task()
        spec.own = Own.read(self.node)
        return spec


class _EventParser:
    """Clocks and papers, in place of SpiffWorkflow's timers and messages."""

    node: Any
    process_parser: Any

    def parse_timer_event(self, event: etree._Element) -> Clock:
        text = event.findtext(tag("timeDate")) or ""
        match = PRAZO.fullmatch(text)
        if match is None:
            file = str(self.process_parser.filename)
            raise DiagramError(file, self.node.get("id"), 'o prazo se escreve prazo("chave").')
        return Clock(self.node.get("id"), match.group(1))

    def parse_message_event(self, event: etree._Element) -> Paper:
        # Read in this file: ids of messages may repeat in another file of the bundle.
        for message in children(self.node.getroottree().getroot(), "message"):
            if message.get("id") == event.get("messageRef"):
                return Paper(message.get("name"))
        file = str(self.process_parser.filename)
        raise DiagramError(file, self.node.get("id"), "o papel esperado não existe no arquivo.")


class _PersonParser(_OwnParser):
    pass


class _EndParser(_OwnParser, EndEventParser):  # type: ignore[misc]
    pass


class _CallParser(_OwnParser, CallActivityParser):  # type: ignore[misc]
    pass


class _WaitParser(_OwnParser, _EventParser, ReceiveTaskParser):  # type: ignore[misc]
    pass


class _BorderParser(_OwnParser, _EventParser, BoundaryEventParser):  # type: ignore[misc]
    pass


class _Parser(BpmnParser):  # type: ignore[misc]
    """Knows the elements that `rules` lets through, and no others."""

    PARSER_CLASSES = {  # noqa: RUF012  (SpiffWorkflow's own way to say it)
        tag("startEvent"): (StartEventParser, StartEvent),
        tag("endEvent"): (_EndParser, End),
        tag("userTask"): (_PersonParser, Person),
        tag("serviceTask"): (_PersonParser, Action),
        tag("receiveTask"): (_WaitParser, Wait),
        tag("callActivity"): (_CallParser, Call),
        tag("exclusiveGateway"): (ConditionalGatewayParser, ExclusiveGateway),
        tag("parallelGateway"): (GatewayParser, ParallelGateway),
        tag("boundaryEvent"): (_BorderParser, Border),
    }


@dataclass(frozen=True, slots=True)
class Compiled:
    """The specs of a process and of every process it calls. Shared; nobody may change them."""

    spec: Any
    called: dict[str, Any]


def compile_specs(process: str, files: Iterable[tuple[str, str]]) -> Compiled:
    """Specs of `process`; `files`: (process id, XML) of it and of all it calls. DiagramError."""
    parser = _Parser()
    roots = [_without_picture(read(name, text)) for name, text in files]
    try:
        for root in roots:  # all stay alive: SpiffWorkflow finds lanes by the id() of the root
            parser.add_bpmn_xml(root, process)
        spec = parser.get_spec(process)
        return Compiled(spec, dict(parser.get_subprocess_specs(process)))
    except DiagramError:
        raise
    except Exception as error:
        # SpiffWorkflow reports a bad file by exceptions of many kinds.
        raise DiagramError(process, None, f"o diagrama não pôde ser lido ({error}).") from error


def _without_picture(root: etree._Element) -> etree._Element:
    """Without coordinates, so that moving a box never changes which way is tried first."""
    bare = deepcopy(root)
    for picture in bare.findall(f"{{{DI}}}BPMNDiagram"):
        bare.remove(picture)
    for ref in bare.iter(tag("flowNodeRef")):
        ref.text = (ref.text or "").strip()
    return bare


def certified_by(spec: Any) -> str | None:
    """Id of the box whose clock leads to this person's task, read from the specs; or None."""
    for source in _arrows_into(spec):
        if isinstance(source, Border) and isinstance(source.event_definition, Clock):
            beside = source.inputs[0].outputs
            return str(next(s for s in beside if not isinstance(s, Border)).bpmn_id)
    return None


def _arrows_into(spec: Any) -> Iterator[Any]:
    """What leads to a box; a box with events on its border is entered through a split."""
    for source in spec.inputs:
        if source.bpmn_id is None and spec in source.outputs:
            yield from source.inputs
        yield source


def documents_of(compiled: Compiled) -> dict[str, str]:
    """The document named by each element, by the element's id."""
    return {
        str(spec.bpmn_id): spec.own.document
        for process in (compiled.spec, *compiled.called.values())
        for spec in process.task_specs.values()
        if hasattr(spec, "own") and spec.own.document
    }


def fingerprint_of(compiled: Compiled) -> str:
    """Every spec with its type, attributes and neighbours, as text: to show that none changed."""
    every = {"": compiled.spec, **compiled.called}
    return json.dumps({name: _shape(spec) for name, spec in sorted(every.items())})


def _shape(process: Any) -> dict[str, Any]:
    return {
        name: (
            type(spec).__name__,
            asdict(spec.own) if hasattr(spec, "own") else None,
            [other.name for other in spec.inputs],
            [other.name for other in spec.outputs],
        )
        for name, spec in sorted(process.task_specs.items())
    }
