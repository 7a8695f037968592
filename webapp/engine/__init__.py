"""Runs diagrams. The only package that knows SpiffWorkflow."""

from webapp.engine import expression
from webapp.engine.bundle import Bundle, check, collect, documents, drawing, fingerprint
from webapp.engine.drawing import Box, Drawing, Edge, Lane, Shape
from webapp.engine.run import Host, Run, Step
from webapp.engine.specs import RunError
from webapp.engine.state import FORMAT, StateError
from webapp.engine.xml import DiagramError

__all__ = [
    "FORMAT",
    "Box",
    "Bundle",
    "DiagramError",
    "Drawing",
    "Edge",
    "Host",
    "Lane",
    "Run",
    "RunError",
    "Shape",
    "StateError",
    "Step",
    "check",
    "collect",
    "documents",
    "drawing",
    "expression",
    "fingerprint",
]
