"""The pieces of a file as pages: a scan becomes a page, the whole file becomes one PDF."""

import io
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pikepdf
import typst
from pikepdf import Dictionary, Name, OutlineItem, Pdf
from PIL import Image

from webapp.documents.legible import legible
from webapp.documents.rendering import compile_pdf, render
from webapp.domain.errors import Refused

_SUFFIX = {"image/jpeg": "jpg", "image/png": "png"}
_MOST_PIXELS = 80_000_000
"""A4 at 600 dots per inch is 35 million."""
_NO_FACTS: Mapping[str, Any] = MappingProxyType({})
_PAGE_TREE = re.compile(rb"%PDF-1\.7\n[^\n]+\n\n1 0 obj\n<</Type/Pages/Count (\d+)/Kids")
_UNDATED = datetime.fromtimestamp(0, UTC)
_SCAN = """
#let facts = json(bytes(sys.inputs.facts))
#set document(title: facts.title, date: auto)
#set page(paper: "a4", margin: 12mm)
#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"), lang: "pt", region: "BR")
#image(facts.path, alt: facts.title, width: 100%, height: 100%, fit: "contain")
"""


@dataclass(frozen=True)
class Part:
    """One piece of a file: its title in the index and in the bookmarks, and its PDF."""

    title: str
    pdf: bytes


class UnreadablePiece(Refused):
    """A piece that cannot be opened: damaged, encrypted, or not what its type says."""

    def __init__(self, title: str) -> None:
        super().__init__(
            f"A peça «{title}» não pode ser lida: o arquivo está danificado, protegido por senha "
            "ou não é do tipo informado. Peça outra cópia a quem a apresentou.",
            422,
        )


def image_page(data: bytes, media_type: str, title: str) -> bytes:
    """A JPEG or PNG as one A4 page (PDF/A-2a), as large as the margins allow, never cut.

    `title` describes the image to those who cannot see it. Raises UnreadablePiece.
    """
    suffix = _SUFFIX.get(media_type)
    if suffix is None:
        raise UnreadablePiece(title)
    facts = legible({"title": title or "Imagem", "path": f"/image.{suffix}"})
    try:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / f"image.{suffix}").write_bytes(_in_rgb(data))
            return compile_pdf(_SCAN, facts, Path(folder), _UNDATED)
    except (OSError, Image.DecompressionBombError, typst.TypstError) as error:
        raise UnreadablePiece(title) from error


def pages(data: bytes, media_type: str) -> int:
    """How many sheets a piece fills in the file: an image one, a PDF its own. UnreadablePiece."""
    if media_type in _SUFFIX:
        return 1
    with _open(Part("arquivo enviado", data)) as pdf:
        return len(pdf.pages)


def own_pages(pdf: bytes) -> int:
    """How many sheets a document of ours has.

    Typst begins the file with the root of its page tree; of anything else the file is read.
    """
    found = _PAGE_TREE.match(pdf)
    return int(found[1]) if found else pages(pdf, "application/pdf")


def _in_rgb(data: bytes) -> bytes:
    """The image as it came, unless its colours are those of a printing press (CMYK).

    The header is read first: a small file may unfold into more pixels than memory holds.
    """
    with Image.open(io.BytesIO(data), formats=["JPEG", "PNG"]) as image:
        if image.width * image.height > _MOST_PIXELS:
            raise OSError(f"{image.width} x {image.height} pixels")
        if image.mode != "CMYK":
            return data
        out = io.BytesIO()
        image.convert("RGB").save(out, "JPEG", quality=90)
        return out.getvalue()


def merge(parts: Sequence[Part], facts: Mapping[str, Any] = _NO_FACTS) -> bytes:
    """The whole file («autos do processo») as one PDF: cover with index, then every piece.

    One bookmark per piece; `facts` are those of the cover (`capa_autos`). Scripts and actions of
    the pieces are left behind. Same input, same bytes. Raises UnreadablePiece.
    """
    opened = [_open(part) for part in parts]
    cover = _cover(parts, [len(pdf.pages) for pdf in opened], facts)
    whole = Pdf.open(io.BytesIO(cover))
    firsts = [0]
    for pdf in opened:
        firsts.append(len(whole.pages))
        whole.pages.extend(pdf.pages)
    _bookmark(whole, ["Capa e índice", *(part.title for part in parts)], firsts)
    _make_passive(whole)
    return _saved(whole)


def stack(documents: Sequence[bytes]) -> bytes:
    """Documents of ours, one after the other, as one PDF; a single one stays as it is."""
    if len(documents) == 1:
        return documents[0]
    whole = Pdf.new()
    for one in documents:
        whole.pages.extend(_open(Part("minuta", one)).pages)
    return _saved(whole)


def _open(part: Part) -> Pdf:
    try:
        return Pdf.open(io.BytesIO(part.pdf))
    except (pikepdf.PdfError, pikepdf.PasswordError) as error:
        raise UnreadablePiece(part.title) from error


def _cover(parts: Sequence[Part], lengths: list[int], facts: Mapping[str, Any]) -> bytes:
    """The cover counts its own pages too, so it is drawn again until its length stands."""
    own = 1
    while True:
        drawn = render("capa_autos", {**facts, "pieces": _index(parts, lengths, own)})
        with Pdf.open(io.BytesIO(drawn)) as pdf:
            if len(pdf.pages) <= own:
                return drawn
            own = len(pdf.pages)


def _index(parts: Sequence[Part], lengths: list[int], before: int) -> list[dict[str, Any]]:
    rows = []
    for n, (part, pages) in enumerate(zip(parts, lengths, strict=True), start=1):
        rows.append({"n": n, "title": part.title, "first_page": before + 1, "pages": pages})
        before += pages
    return rows


def _bookmark(whole: Pdf, titles: list[str], firsts: list[int]) -> None:
    with whole.open_outline() as outline:
        outline.root[:] = [
            OutlineItem(title, first) for title, first in zip(titles, firsts, strict=True)
        ]


def _make_passive(whole: Pdf) -> None:
    """Nothing in the file acts by itself, and nothing in it claims the archival standard.

    Pieces come from anybody: of their links only those to pages and addresses stay.
    """
    for page in whole.pages:
        _drop(page.obj, Name.AA, Name.StructParents)
        for note in page.obj.get(Name.Annots, []):
            _keep_plain_link(note)
    _drop(whole.Root, Name.StructTreeRoot, Name.MarkInfo, Name.Metadata, Name.OpenAction, Name.AA)
    whole.Root.PageMode = Name.UseOutlines


def _keep_plain_link(note: Any) -> None:
    if not isinstance(note, Dictionary):
        return
    _drop(note, Name.AA, Name.StructParent)
    action = note.get(Name.A, Dictionary())
    _drop(action, Name.Next)
    if action.get(Name.S) not in (Name.URI, Name.GoTo):
        _drop(note, Name.A)


def _drop(holder: Any, *keys: Name) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def _saved(whole: Pdf) -> bytes:
    out = io.BytesIO()
    whole.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
