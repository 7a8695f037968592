"""Official documents: facts become PDF/A, and the pieces of a file become one PDF."""

from webapp.documents.codes import qr_svg
from webapp.documents.pieces import (
    Part,
    UnreadablePiece,
    image_page,
    merge,
    own_pages,
    pages,
    stack,
)
from webapp.documents.rendering import UnknownDocument, names, render, source_of

__all__ = [
    "Part",
    "UnknownDocument",
    "UnreadablePiece",
    "image_page",
    "merge",
    "names",
    "own_pages",
    "pages",
    "qr_svg",
    "render",
    "source_of",
    "stack",
]
