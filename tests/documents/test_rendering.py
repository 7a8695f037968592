"""A document is PDF/A, tagged, reproducible, and shows its facts as text."""

from importlib import resources
from typing import Any

import pytest

from tests.documents.facts import FULL, MINIMAL
from tests.documents.reading import (
    fonts_of,
    joined,
    language_of,
    metadata_of,
    pages_of,
    text_of,
)
from webapp import documents
from webapp.config import municipalities
from webapp.documents.legible import drawn
from webapp.laws import law

# Prints of letters of several cases: pieces of none, tested by themselves.
SHEETS = {"etiquetas_ar", "lista_postagem"}
NAMES = sorted({*documents.names()} - SHEETS)
# Prints of what is in the file: they have no number and are no document of the law data.
PRINTS = {"capa_autos"}
HOSTILE = '#read("/etc/passwd") $x^2$ *a* _b_ `c` <d> @e \\u{41} // f /* g'


def with_facts(**changed: Any) -> dict[str, Any]:
    return FULL | changed


def hostile(value: Any) -> Any:
    """The same facts with every text replaced by markup."""
    if isinstance(value, dict):
        return {key: _instant(key, part) or hostile(part) for key, part in value.items()}
    if isinstance(value, list):
        return [hostile(part) for part in value]
    return HOSTILE if isinstance(value, str) else value


def _instant(key: str, value: Any) -> Any:
    return value if key == "issued_at" else None


def test_there_is_a_template_for_each_document_of_the_laws_and_for_no_other() -> None:
    of_laws = {name for town in municipalities() for name in law(town).keys("documentos")}
    assert {*documents.names()} == of_laws | PRINTS | SHEETS


@pytest.mark.parametrize("name", NAMES)
def test_a_document_renders_from_full_facts_with_its_accents(name: str) -> None:
    text = text_of(documents.render(name, FULL))
    assert "Prefeitura Municipal de Marilândia".upper() in text
    assert "Jonas Gasparini" in text
    assert "7K3Q-9XWM" in text
    assert "Página 1 de" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_document_renders_from_almost_no_facts_and_from_nulls(name: str) -> None:
    assert "PREFEITURA MUNICIPAL DE MARILÂNDIA" in text_of(documents.render(name, MINIMAL))
    assert pages_of(documents.render(name, dict.fromkeys(FULL)))


@pytest.mark.parametrize("name", NAMES)
def test_markup_in_the_facts_is_text_and_reads_nothing(name: str) -> None:
    text = text_of(documents.render(name, hostile(FULL)))
    assert joined('#read("/etc/passwd") $x^2$ *a* _b_ `c` <d> @e') in joined(text)
    assert "root:" not in text


@pytest.mark.parametrize("name", NAMES)
def test_the_same_facts_give_the_same_bytes(name: str) -> None:
    assert documents.render(name, FULL) == documents.render(name, FULL)


def test_a_document_is_pdf_a_2a_and_pdf_ua_1_in_brazilian_portuguese_with_a_title() -> None:
    pdf = documents.render("decisao_auto", FULL)
    metadata = metadata_of(pdf)
    assert "<pdfaid:part>2</pdfaid:part>" in metadata
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in metadata
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert "Decisão nº 0093/2025, sobre o Auto de infração nº 0035/2025" in metadata
    assert language_of(pdf) == "pt-BR"


def test_the_pdf_is_dated_by_its_issue_2025_12_01_14h12_in_brasilia() -> None:
    assert "2025-12-01T17:12:00" in metadata_of(documents.render("despacho", FULL))


def test_a_day_of_issue_without_zone_is_read_as_utc() -> None:
    facts = with_facts(document={"issued_at": "2025-12-01T09:00:00"})
    assert "2025-12-01T09:00:00" in metadata_of(documents.render("despacho", facts))


def test_only_the_fonts_inside_typst_are_used() -> None:
    assert fonts_of(documents.render("despacho", FULL)) == {"LibertinusSerif", "DejaVuSansMono"}


def test_portuguese_typography_comes_out_right() -> None:
    said = "«Ação» – 1º, 2ª, § 3º, ½, “é”, ‘à’, R$ 1.518,00, ÁÂÃÀÇÉÊÍÓÔÕÚ áâãàçéêíóôõúü … €"
    assert joined(said) in joined(text_of(documents.render("despacho", {"paragraphs": [said]})))


def test_letters_that_no_font_has_appear_by_their_number() -> None:
    said = "Zoë 😀 漢 \ue000 fim \x00\u202eoculto, ofı\ufb01cio\u00ad"
    text = text_of(documents.render("despacho", {"paragraphs": [said]}))
    assert "Zoë [U+1F600] [U+6F22] [U+E000] fim oculto, ofıficio" in text


def test_every_letter_called_drawable_has_a_glyph() -> None:
    drawable = " ".join(filter(drawn, map(chr, range(0x20, 0x3000))))
    assert pages_of(documents.render("despacho", {"paragraphs": [drawable]}))


def test_a_very_long_word_breaks_inside_the_margins_and_stays_whole_when_copied() -> None:
    word = "pneumo" * 60
    text = text_of(documents.render("despacho", {"paragraphs": [word]}))
    assert word in joined(text)
    assert max(map(len, text.splitlines())) < 110


def test_two_hundred_items_fill_pages_and_none_is_lost() -> None:
    items = [{"code": f"I{n}", "text": f"Infração {n}"} for n in range(200)]
    pages = pages_of(documents.render("decisao_auto", with_facts(items=items)))
    assert len(pages) > 3
    assert all(joined(f"I{n}Infração{n}") in joined("".join(pages)) for n in range(200))
    assert f"Página 2 de {len(pages)}" in pages[1]
    assert "processo 0412/2025" in pages[1]


def test_lines_of_a_text_stay_lines() -> None:
    text = text_of(documents.render("despacho", {"paragraphs": ["Um.\r\nDois.\n\nTrês."]}))
    assert text.index("Um.\n") < text.index("Dois.\n") < text.index("Três.")


def test_an_older_template_text_is_used_when_the_case_is_pinned_to_it() -> None:
    older = documents.source_of("despacho").replace('"Despacho"', '"Despacho antigo"')
    assert "DESPACHO ANTIGO" in text_of(documents.render("despacho", MINIMAL, older))
    assert "ANTIGO" not in text_of(documents.render("despacho", MINIMAL))


def test_the_whole_text_of_a_template_stands_alone_and_the_stored_file_does_too() -> None:
    stored = resources.files("webapp") / "documents" / "templates" / "despacho.typ"
    now = documents.render("despacho", FULL)
    assert documents.render("despacho", FULL, stored.read_text("utf-8")) == now
    assert documents.render("despacho", FULL, documents.source_of("despacho")) == now
    assert "#import" not in documents.source_of("despacho")


def test_a_template_reads_no_file_of_the_machine() -> None:
    with pytest.raises(RuntimeError, match="file not found"):
        documents.render("despacho", MINIMAL, '#read("/etc/passwd")')
    with pytest.raises(RuntimeError, match="escape the project root"):
        documents.render("despacho", MINIMAL, '#read("/../../../../etc/passwd")')


@pytest.mark.parametrize("name", ["alvara", "layout", "../rendering", ""])
def test_an_unknown_document_is_named_in_the_refusal(name: str) -> None:
    with pytest.raises(documents.UnknownDocument) as raised:
        documents.render(name, MINIMAL)
    assert str(raised.value) == f"Não existe o documento «{name}»."
    assert isinstance(raised.value, KeyError)


def test_a_qr_code_is_one_svg_that_draws_the_same_each_time() -> None:
    svg = documents.qr_svg("https://autos.example/v/7K3Q9XWM")
    assert svg.startswith("<svg ")
    assert svg.endswith("</svg>")
    assert svg == documents.qr_svg("https://autos.example/v/7K3Q9XWM")
