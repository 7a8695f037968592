"""Reading a PDF back, as a person or a machine would."""

import io
import re

import pikepdf
import pypdfium2


def pages_of(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def text_of(pdf: bytes) -> str:
    return "\n".join(pages_of(pdf))


def joined(text: str) -> str:
    """The text without any white space: where lines break does not matter."""
    return re.sub(r"\s+", "", text)


def bookmarks_of(pdf: bytes) -> list[tuple[str, int]]:
    """Each bookmark's title and the page it opens, counted from 1."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [(one.get_title(), one.get_dest().get_index() + 1) for one in document.get_toc()]


def metadata_of(pdf: bytes) -> str:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return document.Root.Metadata.read_bytes().decode() if "/Metadata" in document.Root else ""


def language_of(pdf: bytes) -> str:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return str(document.Root.Lang)


def fonts_of(pdf: bytes) -> set[str]:
    """The families embedded, without the letters that mark a subset."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = {str(one.get("/FontName")) for one in document.objects
                 if isinstance(one, pikepdf.Dictionary) and "/FontName" in one}  # fmt: skip
    return {re.sub(r"^/[A-Z]{6}\+|-.*", "", name) for name in found}
