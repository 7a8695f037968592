"""The pieces of a file become one PDF; scans become pages."""

import io

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from tests.documents.facts import FULL
from tests.documents.reading import bookmarks_of, joined, metadata_of, pages_of, text_of
from webapp import documents
from webapp.documents import Part, UnreadablePiece, pieces


def image(kind: str, mode: str = "RGB", size: tuple[int, int] = (60, 40)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind)
    return out.getvalue()


def sheets(count: int) -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(count):
            pdf.add_blank_page()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def saved(pdf: pikepdf.Pdf, encryption: pikepdf.Encryption | bool = False) -> bytes:
    out = io.BytesIO()
    plain = pikepdf.ObjectStreamMode.disable
    pdf.save(out, encryption=encryption, object_stream_mode=plain)
    return out.getvalue()


PARTS = [
    Part("Auto de infração nº 0093/2025", documents.render("auto_infracao", FULL)),
    Part("Defesa", sheets(3)),
    Part("Foto da tabela", documents.image_page(image("JPEG"), "image/jpeg", "Foto da tabela")),
]


def test_the_whole_file_has_a_cover_and_every_page_of_every_piece_in_order() -> None:
    pages = pages_of(documents.merge(PARTS, FULL))
    assert len(pages) == 1 + 2 + 3 + 1
    assert "AUTOS DO PROCESSO" in pages[0]
    assert "1ª via – autos" in pages[1]


def test_the_cover_says_on_which_page_each_piece_begins() -> None:
    cover = joined(pages_of(documents.merge(PARTS, FULL))[0])
    assert joined("1 Auto de infração nº 0093/2025 2 2") in cover
    assert joined("2 Defesa 4 3") in cover
    assert joined("3 Foto da tabela 7 1") in cover


def test_each_piece_has_its_bookmark() -> None:
    assert bookmarks_of(documents.merge(PARTS, FULL)) == [
        ("Capa e índice", 1),
        ("Auto de infração nº 0093/2025", 2),
        ("Defesa", 4),
        ("Foto da tabela", 7),
    ]


def test_an_index_longer_than_a_page_counts_its_own_pages() -> None:
    merged = documents.merge([Part(f"Peça {n}", sheets(1)) for n in range(150)])
    first_of_the_pieces = bookmarks_of(merged)[1][1]
    assert first_of_the_pieces > 2
    assert joined(f"1 Peça 0 {first_of_the_pieces} 1") in joined(pages_of(merged)[0])


def test_a_file_without_pieces_is_its_cover() -> None:
    assert "Ainda não há peças nos autos." in text_of(documents.merge([]))


def test_the_same_pieces_give_the_same_bytes() -> None:
    assert documents.merge(PARTS, FULL) == documents.merge(PARTS, FULL)


def test_the_whole_file_does_not_claim_the_archival_standard_of_its_cover() -> None:
    assert "pdfaid" in metadata_of(documents.render("capa_autos", FULL))
    assert metadata_of(documents.merge(PARTS, FULL)) == ""


def test_scripts_and_actions_of_a_piece_are_left_behind() -> None:
    with pikepdf.open(io.BytesIO(sheets(1))) as pdf:
        script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        link = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://a.example", Next=script)
        notes = [pikepdf.Dictionary(Type=pikepdf.Name.Annot, A=one) for one in (script, link)]
        pdf.pages[0].obj.AA = pikepdf.Dictionary(O=script)
        pdf.pages[0].obj.Annots = pikepdf.Array(notes)
        pdf.Root.OpenAction = script
        merged = documents.merge([Part("Armadilha", saved(pdf))])
    with pikepdf.open(io.BytesIO(merged)) as whole:
        page = whole.pages[1].obj
        assert "/AA" not in page
        assert ["/A" in note for note in page.Annots] == [False, True]
        assert b"JavaScript" not in saved(whole)


@pytest.mark.parametrize("data", [b"", b"<html>", b"%PDF-1.7\n%%EOF"])
def test_a_damaged_piece_is_refused_by_its_title(data: bytes) -> None:
    with pytest.raises(UnreadablePiece, match="A peça «Recurso» não pode ser lida"):
        documents.merge([Part("Recurso", data)])


def test_a_piece_behind_a_password_is_refused() -> None:
    with pikepdf.open(io.BytesIO(sheets(1))) as pdf:
        locked = saved(pdf, encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(UnreadablePiece):
        documents.merge([Part("Procuração", locked)])


# ---- scans


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_a_jpeg_becomes_one_archival_page(mode: str) -> None:
    pdf = documents.image_page(image("JPEG", mode), "image/jpeg", "AR assinado")
    assert len(pages_of(pdf)) == 1
    assert "pdfaid:part>2<" in metadata_of(pdf)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1"])
def test_a_png_becomes_one_archival_page(mode: str) -> None:
    pdf = documents.image_page(image("PNG", mode), "image/png", "#read(«x»)")
    assert len(pages_of(pdf)) == 1


def test_a_tall_scan_keeps_its_shape_inside_the_sheet() -> None:
    pdf = documents.image_page(image("PNG", size=(10, 2000)), "image/png", "Fita")
    with pypdfium2.PdfDocument(pdf) as document:
        assert [round(side) for side in document[0].get_size()] == [595, 842]


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"", "image/png"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"),
        (image("PNG"), "image/jpeg"),
        (image("PNG"), "image/svg+xml"),
        (image("PNG")[:40], "image/png"),
    ],
)
def test_what_is_not_the_image_it_says_is_refused(data: bytes, media_type: str) -> None:
    with pytest.raises(UnreadablePiece, match="Peça outra cópia"):
        documents.image_page(data, media_type, "Foto")


def test_an_image_of_more_pixels_than_memory_is_refused_by_its_header() -> None:
    header = bytearray(image("PNG"))
    header[16:24] = (30_000).to_bytes(4) + (30_000).to_bytes(4)
    with pytest.raises(UnreadablePiece):
        documents.image_page(bytes(header), "image/png", "Bomba")


def test_pages_are_counted_for_pdf_and_image() -> None:
    assert documents.pages(sheets(4), "application/pdf") == 4
    assert documents.pages(image("PNG"), "image/png") == 1
    with pytest.raises(UnreadablePiece):
        documents.pages(b"nada", "application/pdf")


@pytest.mark.parametrize("paragraphs", [1, 60])
def test_the_sheets_of_a_document_of_ours_are_read_from_how_it_begins(paragraphs: int) -> None:
    pdf = documents.render("auto_infracao", {"paragraphs": ["Relato do fato. " * 80] * paragraphs})
    assert pieces._PAGE_TREE.match(pdf), "typst begins its file in another way: measure again"
    assert documents.own_pages(pdf) == documents.pages(pdf, "application/pdf")


def test_the_sheets_of_a_document_that_begins_otherwise_are_counted() -> None:
    assert documents.own_pages(sheets(4)) == 4
