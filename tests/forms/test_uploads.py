"""Files are what they contain; their names are kept without the way to them."""

from hashlib import sha256

import pytest

from tests.forms.samples import CONTEXT, field, form_of
from webapp.forms import Checked, Invalid, Upload, check

PDF = b"%PDF-1.7\n..."
JPEG = b"\xff\xd8\xff\xe0..."
PNG = b"\x89PNG\r\n\x1a\n..."
FORM = form_of(field("files", "fotos"), field("file", "prova"))


def answer(**files: list[Upload]) -> Checked:
    return check(FORM, {"resultado": ["feito"]}, files, CONTEXT)


def error(**files: list[Upload]) -> dict[str, str]:
    with pytest.raises(Invalid) as caught:
        answer(**files)
    return caught.value.errors


def test_the_answer_records_the_file_and_hands_over_its_content() -> None:
    checked = answer(fotos=[Upload("a.jpg", JPEG), Upload("b.png", PNG)])
    assert checked.values["fotos"][0] == {
        "name": "a.jpg",
        "media_type": "image/jpeg",
        "size": len(JPEG),
        "sha256": sha256(JPEG).hexdigest(),
    }
    assert [(u.field, u.name, u.content) for u in checked.uploads] == [
        ("fotos", "a.jpg", JPEG),
        ("fotos", "b.png", PNG),
    ]


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("C:\\fotos\\moto.jpg", "moto.jpg"),
        ("../../etc/passwd", "passwd.jpg"),
        ("moto.JPEG", "moto.JPEG"),
        ("moto.html", "moto.html.jpg"),
        ("moto\r\nX: y.jpg", "motoX: y.jpg"),
        ("fdp\u202egpj.exe", "fdpgpj.exe.jpg"),
        ("..", "arquivo.jpg"),
        ("", "arquivo.jpg"),
    ],
)
def test_a_name_is_kept_without_path_and_ends_as_its_content(sent: str, kept: str) -> None:
    assert answer(prova=[Upload(sent, JPEG)]).uploads[0].name == kept


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<svg onload=alert(1)>", "não é PDF, JPEG nem PNG"),
        (b"<html>%PDF-1.7", "não é PDF, JPEG nem PNG"),
        (b"MZ\x90", "não é PDF, JPEG nem PNG"),
        (b"", "está vazio"),
        (PDF + bytes(10 * 1024 * 1024), "passa de 10 MB"),
    ],
)
def test_what_is_no_document_is_not_accepted(content: bytes, said: str) -> None:
    assert said in error(prova=[Upload("laudo.pdf", content)])["prova"]


def test_an_input_left_empty_is_no_file() -> None:
    assert "prova" not in answer(prova=[Upload("", b"")]).values


def test_one_file_is_one_and_several_are_at_most_ten() -> None:
    assert error(prova=[Upload("a.pdf", PDF)] * 2)["prova"] == "Junte até 1 arquivo aqui."
    assert error(fotos=[Upload("a.pdf", PDF)] * 11)["fotos"] == "Junte até 10 arquivos aqui."


def test_a_required_file_is_asked_for() -> None:
    form = form_of(field("file", "prova", required=True))
    with pytest.raises(Invalid) as caught:
        check(form, {"resultado": ["feito"]}, {}, CONTEXT)
    assert caught.value.errors == {"prova": "Escolha o arquivo."}
