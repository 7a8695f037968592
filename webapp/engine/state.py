"""The state of one run as text: its tasks and their answers, never specs.

    {"format": 1, "runs": [run of the process itself, run of each called process ...]}
    run:  {"process", "called_by": id of the call's task or null, "completed", "tasks": rows}
    row:  [id, row of the parent or null, name of the spec, state, age rank, extras if any]
    extras: {"data": what it adds to its parent's answers, or [all its answers] if it holds fewer,
             "internal": SpiffWorkflow's own notes, "triggered": true}

Rows stand in the order of the tree, a parent before its children. Times are kept only as ranks,
for SpiffWorkflow orders by them; no instant is ever stored. Keys are never sorted.
"""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from SpiffWorkflow import TaskState
from SpiffWorkflow.bpmn import BpmnWorkflow
from SpiffWorkflow.bpmn.specs.mixins.events.event_types import CatchingEvent
from SpiffWorkflow.bpmn.util.subworkflow import BpmnSubWorkflow
from SpiffWorkflow.task import Task

from webapp.engine.specs import Compiled, RunError

FORMAT = 1
"""Number of this way of writing a state. A change appends a reader for the older number."""


class StateError(ValueError):
    """A stored state that this version cannot read."""


def write(workflow: Any) -> str:
    """The state as one line of JSON."""
    if workflow.bpmn_events:
        raise RunError("um evento do diagrama ficou sem destino.")
    every = [workflow, *workflow.subprocesses.values()]
    times = sorted({task.last_state_change for run in every for task in run.tasks.values()})
    ranks = {time: rank for rank, time in enumerate(times)}
    state = {"format": FORMAT, "runs": [_run(run, ranks) for run in every]}
    return json.dumps(state, separators=(",", ":"), ensure_ascii=False)


def restore(text: str, compiled: Compiled) -> Any:
    """The workflow of a stored state on shared specs, without a script engine. StateError."""
    state = json.loads(text)
    found = state.get("format")
    if found != FORMAT:
        raise StateError(f"estado no formato {found}; esta versão lê o formato {FORMAT}.")
    first, *called = state["runs"]
    workflow = BpmnWorkflow(compiled.spec, compiled.called, deserializing=True)
    _fill(workflow, first)
    for run in called:
        _attach(workflow, run)
    return workflow


def _run(workflow: Any, ranks: dict[float, int]) -> dict[str, Any]:
    return {
        "process": workflow.spec.name,
        "called_by": None if workflow.parent_task_id is None else workflow.parent_task_id.hex,
        "completed": workflow.completed,
        "tasks": list(_rows(workflow.task_tree, ranks)),
    }


def _rows(root: Any, ranks: dict[float, int]) -> Iterator[list[Any]]:
    """The rows of a tree; each task is looked up once, for SpiffWorkflow does it by a slow key."""
    todo: list[tuple[Any, Any, int | None]] = [(root, None, None)]
    n = 0
    while todo:
        task, parent, parent_row = todo.pop()
        yield _row(task, parent, parent_row, ranks)
        todo += [(child, task, n) for child in reversed(task.children)]
        n += 1


def _row(task: Any, parent: Any, parent_row: int | None, ranks: dict[float, int]) -> list[Any]:
    row = [
        task.id.hex,
        parent_row,
        task.task_spec.name,
        int(task.state),
        ranks[task.last_state_change],
    ]
    extras = _extras({} if parent is None else parent.data, task)
    return [*row, extras] if extras else row


def _extras(before: dict[str, str], task: Any) -> dict[str, Any]:
    """What a row keeps besides; most tasks add nothing to the answers before them."""
    kept: dict[str, Any] = {}
    if task.data != before:
        kept["data"] = _difference(before, task.data)
    if task.internal_data:
        kept["internal"] = task.internal_data
    if task.triggered:
        kept["triggered"] = True
    return kept


def _difference(before: dict[str, str], after: dict[str, str]) -> Any:
    """What is added or changed; or everything, in a list, where something is missing."""
    if before.keys() <= after.keys():
        return {name: code for name, code in after.items() if before.get(name) != code}
    return [after]


def _fill(workflow: Any, run: dict[str, Any]) -> None:
    tasks: list[Any] = []
    for row in run["tasks"]:
        tasks.append(_task(workflow, row, tasks))
    workflow.task_tree = tasks[0]
    workflow.completed = run["completed"]


def _task(workflow: Any, row: list[Any], above: list[Any]) -> Any:
    identity, parent_row, name, state, age, *rest = row
    extras: dict[str, Any] = rest[0] if rest else {}
    parent = None if parent_row is None else above[parent_row]
    spec = workflow.spec.task_specs[name]
    task = Task(workflow, spec, parent=parent, state=state, id=UUID(identity))
    task.last_state_change = float(age)
    task.triggered = extras.get("triggered", False)
    task.internal_data = extras.get("internal", {})
    task.data = _applied({} if parent is None else parent.data, extras.get("data", {}))
    if isinstance(spec, CatchingEvent) and task.has_state(TaskState.WAITING):
        workflow.top_workflow.event_manager.add_task(task)
    return task


def _applied(before: dict[str, str], difference: Any) -> dict[str, str]:
    return dict(difference[0]) if isinstance(difference, list) else {**before, **difference}


def _attach(workflow: Any, run: dict[str, Any]) -> None:
    """A called process, under the task that called it; callers stand before those they call."""
    call = workflow.get_task_from_id(UUID(run["called_by"]))
    called = BpmnSubWorkflow(
        workflow.subprocess_specs[run["process"]], call.id, workflow, deserializing=True
    )
    workflow.subprocesses[call.id] = called
    _fill(called, run)
    called.completed_event.connect(call.task_spec._on_subworkflow_completed, call)
