"""Every diagram, form, document and law that ships fits the others: nothing is named in vain."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from lxml import etree

from tests.tree import ROOT
from webapp import config, documents, engine
from webapp.cases import actions, checks, facts, recording
from webapp.domain.roles import role_of_lane
from webapp.forms import CHECKS, RECORDS, Form
from webapp.laws import law

AUTOS = "{urn:autos:bpmn:1}"
BPMN = "{http://www.omg.org/spec/BPMN/20100524/MODEL}"
TODAY = date(2025, 12, 1)
MUNICIPALITIES = config.municipalities()
DIAGRAMS = sorted((ROOT / "workflows").rglob("*.bpmn"))
UNDRAWN = {
    "apreciar_peticao",
    "encerrar_impedimento",
    "iniciar_cumprimento",
    "propor_cassacao",
    "decidir_obito",
    "decidir_retificacao",
    "homologar_desistencia",
    "parecer",
    "tratar_prazo",
}
FORMS = sorted((ROOT / "forms").rglob("*.json"))


def processes() -> list[tuple[str, str]]:
    """Each process that a municipality's law names, with the municipality."""
    return [
        (slug, entry["process"])
        for slug in MUNICIPALITIES
        for key in law(slug).keys("processos")
        for entry in law(slug).entries(f"processos.{key}")
    ]


def nodes(bundle: engine.Bundle) -> Iterator[etree._Element]:
    for kind, _, text in bundle.items:
        if kind == "bpmn":
            yield from etree.fromstring(text.encode()).iter(f"{BPMN}*")


def named(bundle: engine.Bundle, attribute: str) -> set[str]:
    found = (node.get(f"{AUTOS}{attribute}") for node in nodes(bundle))
    return {value for value in found if value}


@pytest.fixture(params=processes(), ids=lambda p: f"{p[1]}")
def shipped(request: pytest.FixtureRequest) -> tuple[str, engine.Bundle]:
    slug, process = request.param
    return slug, engine.collect(process, slug, documents.source_of)


def test_every_persons_task_has_a_form(shipped: tuple[str, engine.Bundle]) -> None:
    _, bundle = shipped
    bare = [n.get("id") for n in nodes(bundle) if n.tag == f"{BPMN}userTask"]
    without = [i for i in bare if not _node(bundle, str(i)).get(f"{AUTOS}form")]
    assert not without


def _node(bundle: engine.Bundle, element: str) -> etree._Element:
    return next(n for n in nodes(bundle) if n.get("id") == element)


def test_every_deadline_is_in_the_law(shipped: tuple[str, engine.Bundle]) -> None:
    slug, bundle = shipped
    for node in nodes(bundle):
        text = (node.text or "").strip()
        if node.tag == f"{BPMN}timeDate":
            key = text.removeprefix('prazo("').removesuffix('")')
            assert law(slug).entries(f"prazos.{key}")


def test_every_basis_resolves_to_the_text_of_the_law(shipped: tuple[str, engine.Bundle]) -> None:
    slug, bundle = shipped
    for basis in named(bundle, "basis"):
        assert law(slug).passages(basis, TODAY), basis


def test_every_document_has_a_template_and_a_series(shipped: tuple[str, engine.Bundle]) -> None:
    slug, bundle = shipped
    for document in named(bundle, "document"):
        assert document in documents.names()
        series = law(slug).entries(f"documentos.{document}")[-1]["series"]
        assert series in law(slug).municipality.numbers


def test_every_action_and_fact_is_in_its_catalogue(shipped: tuple[str, engine.Bundle]) -> None:
    _, bundle = shipped
    assert named(bundle, "action") <= set(actions.ACTIONS)
    for node in nodes(bundle):
        if node.tag == f"{BPMN}conditionExpression" and "fato(" in (node.text or ""):
            assert (node.text or "").split('"')[1] in facts.FACTS


def test_every_awaited_paper_can_be_received(shipped: tuple[str, engine.Bundle]) -> None:
    slug, bundle = shipped
    for node in nodes(bundle):
        if node.tag == f"{BPMN}message":
            assert law(slug).entries(f"papeis.{node.get('name')}")


def test_every_lane_is_a_role(shipped: tuple[str, engine.Bundle]) -> None:
    _, bundle = shipped
    for node in nodes(bundle):
        if node.tag == f"{BPMN}lane":
            assert role_of_lane(str(node.get("name")))


@pytest.mark.parametrize("path", FORMS, ids=lambda p: p.stem)
def test_no_form_is_an_orphan(path: Path) -> None:
    used = {
        node.get(f"{AUTOS}form")
        for diagram in DIAGRAMS
        for node in etree.parse(diagram).iter(f"{BPMN}userTask")
    }
    assert path.stem in used | UNDRAWN
    assert Form.read(path.read_text("utf-8"))


@pytest.mark.parametrize("slug", MUNICIPALITIES)
def test_the_basis_of_every_form_resolves(slug: str) -> None:
    for folder in config.form_folders(slug):
        for path in folder.glob("*.json"):
            form = Form.read(path.read_text("utf-8"))
            if form.basis:
                assert law(slug).passages(form.basis, TODAY), path


@pytest.mark.parametrize("slug", MUNICIPALITIES)
def test_every_value_of_the_law_has_its_article_in_the_text(slug: str) -> None:
    rules = law(slug)
    for key in rules.own:
        for entry in rules.entries(key):
            assert entry.revoked or rules.passages(entry.article, entry.since), key


def test_what_forms_may_name_is_done_by_somebody() -> None:
    assert set(CHECKS) == set(checks.CHECKS)
    assert set(RECORDS) == set(recording.RECORDS)
