"""A diagram as SVG, drawn on the server: no script, no inline style; colours are the style sheet's.

Classes: `raia` (lane), `no`, `feito`, `atual` (figure: not yet, done, current), `fio` and `seta`
(arrow), `simb` (glyph), `nome` (text in a box), `rotulo` (text beside a figure or an arrow).
"""

from collections.abc import Iterable, Iterator, Set

from markupsafe import Markup, escape

from webapp.engine import Box, Drawing, Edge, Lane, Shape

_MARGIN = 8
_STRIP = 30
"""Width of the strip with a lane's name, as in the editor."""
_NAME, _LABEL = 12.0, 11.0
"""Letter sizes of the editor; `nome` and `rotulo` in the style sheet must agree."""

_WORDS = {
    "start": "começo",
    "end": "fim",
    "person": "tarefa de pessoa",
    "action": "ação automática",
    "wait": "espera",
    "call": "etapa chamada",
    "exclusive": "pergunta",
    "parallel": "caminhos ao mesmo tempo",
    "clock": "prazo",
    "message": "chegada de papel",
}
_STATES = {"atual": ", etapa atual", "feito": ", feita", "no": ""}
_EVENTS, _GATEWAYS = {"start", "end", "clock", "message"}, {"exclusive", "parallel"}
_THICK = {"end", "call"}

_ENVELOPE = "M-9-6H9V6H-9ZM-9-6L0 1L9-6"
_GEAR = (
    "M-2-9H2L3-6L6-8L8-6L6-3L9-2V2L6 3L8 6L6 8L3 6L2 9H-2L-3 6L-6 8L-8 6L-6 3L-9 2V-2L-6-3L-8-6"
    "L-6-8L-3-6ZM3 0A3 3 0 1 1-3 0A3 3 0 1 1 3 0"
)
_CORNER = {  # drawn 14 pixels inside the upper left corner of a box
    "person": "M4-4A4 4 0 1 1-4-4A4 4 0 1 1 4-4M-8 9V6Q-8 1 0 1T8 6V9Z",
    "wait": _ENVELOPE,
    "action": _GEAR,
}
_MIDDLE = {  # drawn around the middle of a figure
    "exclusive": "M-8-8L8 8M8-8L-8 8",
    "parallel": "M0-11V11M-11 0H11",
    "clock": "M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0M0-7V0L5 3",
    "message": _ENVELOPE,
}
_PLUS = "M-7-7H7V7H-7ZM0-4V4M-4 0H4"
_DONE = "M-5 0L-1 4L6-5"


def svg(drawing: Drawing, current: Set[str], done: Set[str], title: str) -> Markup:
    """The picture; `current` and `done` are ids of elements. Empty if the file has no picture."""
    if not any(shape.box for shape in drawing.shapes):
        return Markup("")
    states = dict.fromkeys(done, "feito") | dict.fromkeys(current, "atual")
    parts = (
        _head(drawing, current, title),
        *(_lane(lane) for lane in drawing.lanes),
        *(_arrow(drawing.process, edge) for edge in drawing.edges if edge.points),
        *(_figure(s, s.box, states.get(s.id, "no")) for s in drawing.shapes if s.box),
        *(_text(e.name, e.label, _LABEL, "rotulo") for e in drawing.edges if e.label),
        Markup("</svg>"),
    )
    return Markup("").join(parts)


def _head(drawing: Drawing, current: Set[str], title: str) -> Markup:
    mark = f"diagrama-{drawing.process}"
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img"'
        ' aria-labelledby="{mark}-titulo {mark}-situacao"><title id="{mark}-titulo">{title}</title>'
        '<desc id="{mark}-situacao">{situation}</desc><defs><marker id="{mark}-seta"'
        ' viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        '<path class="seta" d="M0 1L10 5L0 9Z"/></marker></defs>'
    ).format(box=_view(drawing), mark=mark, title=title, situation=_situation(drawing, current))


def _situation(drawing: Drawing, current: Set[str]) -> str:
    names = [shape.name or shape.id for shape in drawing.shapes if shape.id in current]
    if not names:
        return "Nenhuma etapa aberta neste processo."
    return f"{'Etapa atual' if len(names) == 1 else 'Etapas atuais'}: {', '.join(names)}."


def _view(drawing: Drawing) -> str:
    boxes = [box for box in _boxes(drawing) if box is not None]
    points = [point for edge in drawing.edges for point in edge.points]
    xs = [x for b in boxes for x in (b.x, b.x + b.width)] + [x for x, _ in points]
    ys = [y for b in boxes for y in (b.y, b.y + b.height)] + [y for _, y in points]
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return f"{left:g} {top:g} {max(xs) + _MARGIN - left:g} {max(ys) + _MARGIN - top:g}"


def _boxes(drawing: Drawing) -> Iterator[Box | None]:
    yield from (lane.box for lane in drawing.lanes)
    yield from (box for shape in drawing.shapes for box in (shape.box, shape.label))
    yield from (edge.label for edge in drawing.edges)


def _lane(lane: Lane) -> Markup:
    box = lane.box
    strip = Box(-box.height / 2, -_STRIP / 2, box.height, _STRIP)
    return Markup(
        '<rect class="raia" x="{b.x:g}" y="{b.y:g}" width="{b.width:g}" height="{b.height:g}"/>'
        '<g transform="translate({x:g} {y:g}) rotate(-90)">{name}</g>'
    ).format(
        b=box, x=box.x + _STRIP / 2, y=box.center[1], name=_text(lane.name, strip, _NAME, "nome")
    )


def _arrow(process: str, edge: Edge) -> Markup:
    way = "L".join(f"{x:g} {y:g}" for x, y in edge.points)
    return Markup('<path class="fio" marker-end="url(#diagrama-{}-seta)" d="M{}"/>').format(
        process, way
    )


def _figure(shape: Shape, box: Box, state: str) -> Markup:
    said = f"{shape.name or shape.id} ({_WORDS.get(shape.kind, shape.kind)}{_STATES[state]})"
    return Markup("<g><title>{}</title>{}{}{}</g>").format(
        said,
        _outline(shape.kind, box, state),
        Markup("").join(_glyphs(shape.kind, box, state)),
        _name(shape, box),
    )


def _outline(kind: str, box: Box, state: str) -> Markup:
    (x, y), line = box.center, Markup(' stroke-width="4"') if kind in _THICK else ""
    if kind in _GATEWAYS:
        right, bottom = box.x + box.width, box.y + box.height
        return Markup('<path class="{}" d="M{:g} {:g}L{:g} {:g}L{:g} {:g}L{:g} {:g}Z"/>').format(
            state, x, box.y, right, y, x, bottom, box.x, y
        )
    if kind in _EVENTS:
        return Markup('<circle class="{}" cx="{:g}" cy="{:g}" r="{:g}"{}/>').format(
            state, x, y, box.width / 2, line
        )
    return Markup(
        '<rect class="{state}" x="{b.x:g}" y="{b.y:g}" width="{b.width:g}" height="{b.height:g}"'
        ' rx="8"{line}/>'
    ).format(state=state, b=box, line=line)


def _glyphs(kind: str, box: Box, state: str) -> Iterator[Markup]:
    (x, y), bottom = box.center, box.y + box.height
    if kind in _CORNER:
        yield _glyph(_CORNER[kind], box.x + 14, box.y + 14)
    if kind in _MIDDLE:
        yield _glyph(_MIDDLE[kind], x, y)
    if kind in {"clock", "message"}:
        yield Markup('<circle class="simb" cx="{:g}" cy="{:g}" r="{:g}"/>').format(
            x, y, box.width / 2 - 4
        )
    if kind == "call":
        yield _glyph(_PLUS, x, bottom - 11)
    if state == "feito" and kind not in _EVENTS | _GATEWAYS:
        yield _glyph(_DONE, box.x + box.width - 12, bottom - 11)


def _glyph(path: str, x: float, y: float) -> Markup:
    return Markup('<path class="simb" transform="translate({:g} {:g})" d="{}"/>').format(x, y, path)


def _name(shape: Shape, box: Box) -> Markup:
    if shape.kind not in _EVENTS | _GATEWAYS:
        inner = Box(box.x + 8, box.y, box.width - 16, box.height)
        return _text(shape.name, inner, _NAME, "nome")
    below = Box(box.center[0] - 45, box.y + box.height + 4, 90, 14)
    return _text(shape.name, shape.label or below, _LABEL, "rotulo")


def _text(words: str, box: Box, size: float, style: str) -> Markup:
    """Words in the middle of a box, wrapped to its width."""
    if not words:
        return Markup("")
    lines = list(_wrapped(words, box.width + 2, size))
    x, y = box.center
    first = y - (len(lines) - 1) * size * 0.6 + size * 0.35
    spans = Markup("").join(
        Markup('<tspan x="{:g}" y="{:g}">{}</tspan>').format(x, first + n * size * 1.2, line)
        for n, line in enumerate(lines)
    )
    return Markup('<text class="{}">{}</text>').format(style, escape(spans))


def _wrapped(words: str, width: float, size: float) -> Iterator[str]:
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and _width(longer) * size > width:
            yield line
            longer = word
        line = longer
    yield line


def _width(text: Iterable[str]) -> float:
    """About how wide a text is in a plain sans serif, in heights of its letters."""
    return sum(_letter(letter) for letter in text)


def _letter(letter: str) -> float:
    if letter in "iíjlftrI.,:;'|!()[] ":
        return 0.3
    if letter in "mwMWÇ@%":
        return 0.84
    return 0.68 if letter.isupper() else 0.55
