"""The state of one run as text: tasks and their answers, never specs.

Keep the text as it is (TEXT, not JSONB; keys are never sorted): tasks are restored in the order
written, each as a difference from its parent.
"""

import json
from typing import Any

from SpiffWorkflow.bpmn import BpmnWorkflow
from SpiffWorkflow.bpmn.serializer import BpmnWorkflowSerializer
from SpiffWorkflow.bpmn.serializer.default.workflow import (
    BpmnSubWorkflowConverter,
    BpmnWorkflowConverter,
    TaskConverter,
    WorkflowConverter,
)
from SpiffWorkflow.bpmn.util.subworkflow import BpmnSubWorkflow
from SpiffWorkflow.task import Task

from webapp.engine.specs import Compiled, RunError

FORMAT = 1
"""Number of this way of writing a state. A change appends a reader for the older number."""


class StateError(ValueError):
    """A stored state that this version cannot read."""


class _WithoutSpecs(BpmnWorkflowConverter):  # type: ignore[misc]
    def to_dict(self, workflow: Any) -> dict[str, Any]:
        written: dict[str, Any] = WorkflowConverter.to_dict(self, workflow)
        written["subprocesses"] = self.mapping_to_dict(workflow.subprocesses)
        return written


_registry = BpmnWorkflowSerializer.configure(
    {
        BpmnWorkflow: _WithoutSpecs,
        BpmnSubWorkflow: BpmnSubWorkflowConverter,
        Task: TaskConverter,
    }
)


def write(workflow: Any) -> str:
    """The state as one line of JSON."""
    if workflow.bpmn_events:
        raise RunError("um evento do diagrama ficou sem destino.")
    state = {"format": FORMAT, **_registry.convert(workflow)}
    return json.dumps(state, separators=(",", ":"), ensure_ascii=False)


def restore(text: str, compiled: Compiled) -> Any:
    """The workflow of a stored state on shared specs, without a script engine. StateError."""
    state = json.loads(text)
    found = state.pop("format", None)
    if found != FORMAT:
        raise StateError(f"estado no formato {found}; esta versão lê o formato {FORMAT}.")
    # Values that are not dicts pass through the registry as they are: the specs stay shared.
    return _registry.restore({**state, "spec": compiled.spec, "subprocess_specs": compiled.called})
