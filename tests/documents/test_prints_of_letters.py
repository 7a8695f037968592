"""Labels of 99.1 × 38.1 mm, fourteen to a sheet, and the list that goes to the Correios."""

import io
from typing import Any

import pikepdf
import pytest

from tests.documents.facts import MINIMAL
from tests.documents.reading import joined, language_of, metadata_of, pages_of, text_of
from tests.documents.test_rendering import HOSTILE, SHEETS
from webapp import documents

LETTER = {
    "addressee": "Jonas Gasparini",
    "address": "Rua São José, 12, Centro, 29725-000 Marilândia/ES",
    "title": "Notificação por carta",
    "number": "0003/2025",
    "case_number": "0412/2025",
}
LONG = {"addressee": "Maria Aparecida dos Santos " * 7, "address": "Rua da Praia, ap. 12, " * 13}
UNBROKEN = {"addressee": "N" * 200, "address": "E" * 300}


def printed(name: str, *changed: dict[str, Any]) -> bytes:
    letters = [{**LETTER, "number": f"{n:04}/2025", **c} for n, c in enumerate(changed, 1)]
    document = {"title": "Impresso", "issued_on": "01/12/2025"}
    facts = {"letters": letters, "document": document, "issued_by": {"name": "Paula Protocolo"}}
    return documents.render(name, {**MINIMAL, **facts})


def test_a_label_has_the_address_the_document_and_the_case() -> None:
    said = joined(text_of(printed("etiquetas_ar", {})))
    for part in ("Jonas Gasparini", "Rua São José, 12, Centro, 29725-000 Marilândia/ES",
                 "Notificação por carta nº 0001/2025 · processo 0412/2025",
                 "AR a devolver a: Prefeitura Municipal de Marilândia"):  # fmt: skip
        assert joined(part) in said, part


@pytest.mark.parametrize(("letters", "sheets"), [(1, 1), (14, 1), (15, 2), (100, 8)])
def test_fourteen_labels_stand_on_a_sheet_of_a4_each_whole(letters: int, sheets: int) -> None:
    pdf = printed("etiquetas_ar", *[{}] * letters)
    pages = pages_of(pdf)
    assert len(pages) == sheets
    assert sum(page.count("Jonas Gasparini") for page in pages) == letters
    with pikepdf.open(io.BytesIO(pdf)) as sheet:
        assert [round(float(mm) / 72 * 25.4) for mm in sheet.pages[0].mediabox] == [0, 0, 210, 297]


@pytest.mark.parametrize("long", [LONG, UNBROKEN], ids=["many words", "one word"])
@pytest.mark.parametrize("name", sorted(SHEETS))
def test_a_long_name_and_address_are_printed_whole(name: str, long: dict[str, str]) -> None:
    """Each on one page; fourteen still fill one sheet of labels: none runs into the next."""
    pages = pages_of(printed(name, *[long] * 14))
    for part in ("addressee", "address"):
        assert sum(joined(page).count(joined(long[part])) for page in pages) == 14
    assert len(pages) == 1 or name == "lista_postagem"


def test_the_list_counts_letters_and_cases_and_repeats_its_head_on_each_page() -> None:
    """Thirty letters of fifteen cases."""
    pages = pages_of(
        printed("lista_postagem", *[{"case_number": f"{n // 2:04}/2025"} for n in range(30)])
    )
    assert len(pages) > 1
    assert all("Destinatário" in page and "Registro" in page for page in pages)
    assert joined("Lista de 01/12/2025, impressa por Paula Protocolo.") in joined(pages[0])
    assert joined("Total: 30 cartas, de 15 processos.") in joined(pages[-1])
    assert "Correios: data, carimbo e assinatura" in pages[-1]


def test_one_letter_is_counted_as_one() -> None:
    assert "Total: 1 carta, de 1 processo." in text_of(printed("lista_postagem", {}))


@pytest.mark.parametrize("name", sorted(SHEETS))
def test_a_print_is_pdf_a_and_shows_markup_as_text(name: str) -> None:
    pdf = printed(name, {"addressee": HOSTILE, "address": HOSTILE})
    assert joined(HOSTILE.split(" \\")[0]) in joined(text_of(pdf))
    assert "<pdfaid:part>2</pdfaid:part>" in metadata_of(pdf)
    assert language_of(pdf) == "pt-BR"
