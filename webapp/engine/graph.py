"""A process as plain nodes and flows, read from the XML; what rules and drawings look at."""

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from lxml import etree

from webapp.engine.xml import children, kind, process_of, tag


@dataclass(frozen=True, slots=True)
class Node:
    """One figure. `kind`: start, end, person, action, wait, call, exclusive, parallel, clock,
    message, or border (an event on a border that is neither a clock nor a message)."""

    KINDS: ClassVar[dict[str, str]] = {
        "startEvent": "start",
        "endEvent": "end",
        "userTask": "person",
        "serviceTask": "action",
        "receiveTask": "wait",
        "callActivity": "call",
        "exclusiveGateway": "exclusive",
        "parallelGateway": "parallel",
        "boundaryEvent": "border",
    }

    xml: etree._Element
    id: str
    kind: str
    name: str
    lane: str
    host: str
    """Id of the box on whose border the event stands."""
    called: str
    message: str
    """Name of the paper that is awaited."""
    timer: str
    """Text of the clock, as written."""

    @property
    def is_border(self) -> bool:
        return self.kind in {"clock", "message", "border"}


@dataclass(frozen=True, slots=True)
class Flow:
    """One arrow."""

    xml: etree._Element
    id: str
    source: str
    target: str
    name: str
    condition: str | None


@dataclass(frozen=True)
class Graph:
    """The figures of one process by id, in the order of the file, and its arrows."""

    process: str
    name: str
    nodes: dict[str, Node]
    flows: tuple[Flow, ...]
    lanes: tuple[tuple[str, str], ...] = field(default=())
    """(id, name) of each lane."""

    def of_kind(self, wanted: str) -> tuple[Node, ...]:
        return tuple(n for n in self.nodes.values() if n.kind == wanted)

    def leaving(self, node: str) -> list[Flow]:
        return self._leaving.get(node, [])

    def entering(self, node: str) -> list[Flow]:
        return self._entering.get(node, [])

    def next_of(self, node: str) -> list[str]:
        """What may come after a figure: its arrows' targets, then the events on its border."""
        return [flow.target for flow in self.leaving(node)] + self._borders.get(node, [])

    def reachable(self, start: str) -> set[str]:
        """Every figure that can come after `start`; itself too if a way leads back."""
        found: set[str] = set()
        todo = self.next_of(start)
        while todo:
            node = todo.pop()
            if node not in found:
                found.add(node)
                todo += self.next_of(node)
        return found

    @cached_property
    def _borders(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for node in self.nodes.values():
            found[node.host].append(node.id)
        return found

    @cached_property
    def _leaving(self) -> dict[str, list[Flow]]:
        return _by(self.flows, "source")

    @cached_property
    def _entering(self) -> dict[str, list[Flow]]:
        return _by(self.flows, "target")


def _by(flows: tuple[Flow, ...], end: str) -> dict[str, list[Flow]]:
    found: dict[str, list[Flow]] = defaultdict(list)
    for flow in flows:
        found[getattr(flow, end)].append(flow)
    return found


def read_graph(file: str, root: etree._Element) -> Graph:
    """The graph of the file's one process. Raises DiagramError if it has not exactly one."""
    process = process_of(file, root)
    lanes = {
        (ref.text or "").strip(): str(lane.get("name") or "")
        for lane in process.iter(tag("lane"))
        for ref in children(lane, "flowNodeRef")
    }
    papers = {str(m.get("id")): str(m.get("name") or "") for m in children(root, "message")}
    nodes = [_node(x, lanes, papers) for x in process if kind(x) in Node.KINDS]
    return Graph(
        process=str(process.get("id") or ""),
        name=str(process.get("name") or process.get("id") or ""),
        nodes={node.id: node for node in nodes},
        flows=tuple(_flow(x) for x in children(process, "sequenceFlow")),
        lanes=tuple(
            (str(x.get("id") or ""), str(x.get("name") or "")) for x in process.iter(tag("lane"))
        ),
    )


def _node(xml: etree._Element, lanes: dict[str, str], papers: dict[str, str]) -> Node:
    identity, is_border = str(xml.get("id") or ""), kind(xml) == "boundaryEvent"
    timer, paper = _event(xml)
    return Node(
        xml=xml,
        id=identity,
        kind=_border(xml) if is_border else Node.KINDS[kind(xml)],
        name=" ".join(str(xml.get("name") or "").split()),
        lane=lanes.get(identity, ""),
        host=str(xml.get("attachedToRef") or "") if is_border else "",
        called=str(xml.get("calledElement") or ""),
        message=papers.get(paper, ""),
        timer=timer,
    )


def _event(xml: etree._Element) -> tuple[str, str]:
    """The text of the clock and the id of the message of a figure; empty when it has none."""
    timer = xml.find(f"{tag('timerEventDefinition')}/{tag('timeDate')}")
    paper = xml.find(tag("messageEventDefinition"))
    return (
        "" if timer is None else str(timer.text or ""),
        str((xml if paper is None else paper).get("messageRef") or ""),
    )


def _border(xml: etree._Element) -> str:
    """What an event on a border is; anything but one dated clock or one message is «border»."""
    events = [x for x in xml if kind(x).endswith("EventDefinition")]
    if len(events) != 1:
        return "border"
    if kind(events[0]) == "messageEventDefinition":
        return "message"
    inside = [kind(x) for x in events[0]]
    dated = kind(events[0]) == "timerEventDefinition" and inside == ["timeDate"]
    return "clock" if dated and len(events[0][0]) == 0 else "border"


def _flow(xml: etree._Element) -> Flow:
    condition = xml.find(tag("conditionExpression"))
    return Flow(
        xml=xml,
        id=str(xml.get("id") or ""),
        source=str(xml.get("sourceRef") or ""),
        target=str(xml.get("targetRef") or ""),
        name=" ".join(str(xml.get("name") or "").split()),
        condition=None if condition is None else str(condition.text or ""),
    )
