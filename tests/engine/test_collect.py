"""A bundle is collected from folders and pinned by its content."""

from pathlib import Path

import pytest

from tests.engine.models import INFRACAO, bundle, text
from webapp import config
from webapp.engine import Bundle, DiagramError, collect, documents

CALLING = "vistoria_chamada"


def template(document: str) -> str:
    """The templates of the invented municipality: there is one."""
    return {"laudo": "Laudo"}[document]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An extra root for the invented municipality of Serra Azul, with one process of its own."""
    for folder in ("workflows/serra_azul", "workflows/shared", "forms/serra_azul", "forms/shared"):
        (tmp_path / folder).mkdir(parents=True)
    own = text(CALLING).replace(f'process id="{CALLING}"', 'process id="vistoria_serra_azul"')
    (tmp_path / "workflows/serra_azul/vistoria.bpmn").write_text(own, encoding="utf-8")
    (tmp_path / "workflows/shared/vistoria.bpmn").write_text(text("vistoria"), encoding="utf-8")
    (tmp_path / "forms/shared/resposta.json").write_text('{"title": "Resposta"}', encoding="utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    return tmp_path


def test_the_process_what_it_calls_and_their_forms_are_collected(root: Path) -> None:
    found = collect("vistoria_serra_azul", "serra_azul", template)
    assert [(kind, name) for kind, name, _ in found.items] == [
        ("bpmn", "vistoria"),
        ("bpmn", "vistoria_serra_azul"),
        ("form", "resposta"),
    ]
    assert found.text("form", "resposta") == '{"title": "Resposta"}'


def test_a_form_of_the_municipality_comes_before_the_shared_one(root: Path) -> None:
    (root / "forms/serra_azul/resposta.json").write_text("{}", encoding="utf-8")
    assert collect("vistoria_serra_azul", "serra_azul", template).text("form", "resposta") == "{}"


def test_another_text_of_a_form_is_another_bundle(root: Path) -> None:
    before = collect("vistoria_serra_azul", "serra_azul", template).sha256
    assert collect("vistoria_serra_azul", "serra_azul", template).sha256 == before
    (root / "forms/shared/resposta.json").write_text("{}", encoding="utf-8")
    assert collect("vistoria_serra_azul", "serra_azul", template).sha256 != before


def test_the_template_of_a_document_is_part_of_the_bundle(root: Path) -> None:
    _asking_for("laudo", root)
    assert ("template", "laudo", "Laudo") in collect(
        "vistoria_serra_azul", "serra_azul", template
    ).items


def test_a_missing_template_is_named(root: Path) -> None:
    _asking_for("parecer", root)
    with pytest.raises(DiagramError, match="vistoria: falta o documento «parecer»"):
        collect("vistoria_serra_azul", "serra_azul", template)


def _asking_for(document: str, root: Path) -> None:
    asking = text("vistoria").replace(
        'name="Emitir laudo"', f'name="x" autos:document="{document}"'
    )
    (root / "workflows/shared/vistoria.bpmn").write_text(asking, encoding="utf-8")


def test_a_missing_form_is_named(root: Path) -> None:
    (root / "forms/shared/resposta.json").unlink()
    with pytest.raises(DiagramError, match=r"vistoria: falta o formulário «resposta»"):
        collect("vistoria_serra_azul", "serra_azul", template)


def test_a_missing_called_process_is_named(root: Path) -> None:
    (root / "workflows/shared/vistoria.bpmn").unlink()
    with pytest.raises(DiagramError, match="vistoria: não há arquivo deste processo em serra_azul"):
        collect("vistoria_serra_azul", "serra_azul", template)


def test_a_file_whose_process_has_another_name_is_refused(root: Path) -> None:
    (root / "workflows/shared/vistoria.bpmn").write_text(text("dois_fins"), encoding="utf-8")
    with pytest.raises(DiagramError, match="«dois_fins»"):
        collect("vistoria_serra_azul", "serra_azul", template)


def test_a_file_that_is_not_utf8_is_refused(root: Path) -> None:
    file = root / "workflows/shared/vistoria.bpmn"
    file.write_bytes(text("vistoria").encode("latin-1"))
    with pytest.raises(DiagramError, match="UTF-8"):
        collect("vistoria_serra_azul", "serra_azul", template)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "", "vistoria_outra", "Vistoria", "_serra_azul"]
)
def test_a_name_that_is_no_process_finds_nothing(root: Path, name: str) -> None:
    with pytest.raises(DiagramError):
        collect(name, "serra_azul", template)


def test_the_bundle_knows_the_document_of_each_element() -> None:
    named = documents(bundle(*INFRACAO))
    assert named["certificar_defesa"] == named["certificar_pagamento"] == "certidao_decurso"
    assert named["notificar_penalidade"] == "notificacao_penalidade"
    assert "aguardar_defesa" not in named


def test_the_hash_does_not_depend_on_the_order_of_items_but_on_the_process() -> None:
    of = bundle(*INFRACAO)
    assert Bundle(of.process, of.items[::-1]).sha256 == of.sha256
    assert Bundle("notificacao", of.items).sha256 != of.sha256


def test_the_shipped_infraction_is_collected_with_its_forms() -> None:
    found = collect("infracao_marilandia", "marilandia", str.upper)
    kinds = {kind for kind, _, _ in found.items}
    assert {name for kind, name, _ in found.items if kind == "bpmn"} == set(INFRACAO)
    assert kinds >= {"bpmn", "form"}
    assert config.form_folders("marilandia")
