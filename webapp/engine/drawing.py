"""What a page needs to draw a process, or to list it as text in reading order."""

from dataclasses import dataclass
from math import isfinite

from lxml import etree

from webapp.engine.graph import Flow, Graph, Node, read_graph
from webapp.engine.rules import PRAZO
from webapp.engine.xml import BOUNDS, DI, POINTS, DiagramError, own, read


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, width and height, in the pixels of the editor."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane, or (without `is_role`) the frame around all lanes."""

    id: str
    name: str
    box: Box
    is_role: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """One figure. `kind`: start, end, person, action, wait, call, exclusive, parallel, clock,
    message. `box` is None where the file has no place for it."""

    id: str
    kind: str
    name: str
    lane: str
    basis: str
    form: str
    document: str
    about: str
    """What a call is about."""
    outcome: str
    """Result that an end stands for."""
    called: str
    """Process that a call calls."""
    message: str
    """Paper that a wait or a border awaits."""
    key: str
    """Key of a clock."""
    host: str
    """Box on whose border a clock or a message stands."""
    box: Box | None
    label: Box | None


@dataclass(frozen=True, slots=True)
class Edge:
    """One arrow."""

    id: str
    source: str
    target: str
    name: str
    points: tuple[tuple[float, float], ...]
    label: Box | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A process as drawn. `shapes` stand in reading order: an element before what follows it."""

    process: str
    name: str
    lanes: tuple[Lane, ...]
    shapes: tuple[Shape, ...]
    edges: tuple[Edge, ...]

    def exits(self, shape: str) -> tuple[Edge, ...]:
        """The arrows that leave a figure; those of the events on its border are their own."""
        return tuple(edge for edge in self.edges if edge.source == shape)


def draw(file: str, text: str) -> Drawing:
    """The drawing of a file's process. Raises DiagramError."""
    root = read(file, text)
    graph, places = read_graph(file, root), _Places(file, root)
    return Drawing(
        process=graph.process,
        name=graph.name,
        lanes=_lanes(graph, root, places),
        shapes=tuple(_shape(graph.nodes[node], places) for node in reading_order(graph)),
        edges=tuple(_edge(flow, places) for flow in graph.flows),
    )


def reading_order(graph: Graph) -> list[str]:
    """Figures so that each stands before what follows it; ways back do not count."""
    order: list[str] = []
    seen: set[str] = set()
    roots = [node.id for node in graph.of_kind("start")] + list(graph.nodes)
    for root in roots:
        order[:0] = _descend(graph, root, seen)
    return order


def _descend(graph: Graph, root: str, seen: set[str]) -> list[str]:
    """What can be reached from `root` and was not seen, in reverse order of leaving it."""
    left: list[str] = []
    todo = [(root, False)]
    while todo:
        node, is_done = todo.pop()
        if is_done:
            left.append(node)
        elif node in graph.nodes and node not in seen:
            seen.add(node)
            todo.append((node, True))
            todo += [(following, False) for following in graph.next_of(node)]
    return left[::-1]


class _Places:
    """Where the file says that its elements stand. Raises DiagramError on what is no number."""

    def __init__(self, file: str, root: etree._Element) -> None:
        self.file = file
        self.of = {str(x.get("bpmnElement")): x for x in root.iter(f"{{{DI}}}BPMNShape")}
        self.ways = {str(x.get("bpmnElement")): x for x in root.iter(f"{{{DI}}}BPMNEdge")}

    def box(self, element: str) -> Box | None:
        return self._bounds(element, self.of.get(element))

    def label(self, element: str) -> Box | None:
        place = self.of.get(element, self.ways.get(element))
        return None if place is None else self._bounds(element, place.find(f"{{{DI}}}BPMNLabel"))

    def points(self, element: str) -> tuple[tuple[float, float], ...]:
        way = self.ways.get(element)
        found = () if way is None else way.iterchildren(f"{{{POINTS}}}waypoint")
        return tuple((self._number(element, p, "x"), self._number(element, p, "y")) for p in found)

    def _bounds(self, element: str, place: etree._Element | None) -> Box | None:
        bounds = None if place is None else place.find(f"{{{BOUNDS}}}Bounds")
        if bounds is None:
            return None
        return Box(*(self._number(element, bounds, n) for n in ("x", "y", "width", "height")))

    def _number(self, element: str, node: etree._Element, name: str) -> float:
        try:
            value = float(node.get(name) or "")
        except ValueError:
            value = float("nan")
        if not isfinite(value):
            raise DiagramError(self.file, element, f"a posição «{name}» não é um número.")
        return value


def _lanes(graph: Graph, root: etree._Element, places: _Places) -> tuple[Lane, ...]:
    frames = [
        (str(x.get("id")), str(x.get("name") or ""), False)
        for x in root.iter("{*}participant")
        if x.get("processRef") == graph.process
    ]
    roles = [(identity, name, True) for identity, name in graph.lanes]
    return tuple(
        Lane(identity, name, box, is_role)
        for identity, name, is_role in frames + roles
        if (box := places.box(identity)) is not None
    )


def _shape(node: Node, places: _Places) -> Shape:
    clock = PRAZO.fullmatch(node.timer)
    return Shape(
        id=node.id,
        kind=node.kind,
        name=node.name,
        lane=node.lane,
        basis=own(node.xml, "basis"),
        form=own(node.xml, "form"),
        document=own(node.xml, "document"),
        about=own(node.xml, "about"),
        outcome=own(node.xml, "outcome"),
        called=node.called,
        message=node.message,
        key=clock.group(1) if clock else "",
        host=node.host,
        box=places.box(node.id),
        label=places.label(node.id),
    )


def _edge(flow: Flow, places: _Places) -> Edge:
    return Edge(
        id=flow.id,
        source=flow.source,
        target=flow.target,
        name=flow.name,
        points=places.points(flow.id),
        label=places.label(flow.id),
    )
