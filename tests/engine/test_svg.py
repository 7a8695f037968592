"""The picture of a diagram is safe, says what it shows, and leaves colours to the style sheet."""

from lxml import etree

from tests.engine.models import INFRACAO, bundle, changed
from webapp.engine import Drawing, drawing
from webapp.web.diagram import svg

SVG = "{http://www.w3.org/2000/svg}"


def infracao() -> Drawing:
    return drawing(bundle(*INFRACAO), "infracao_marilandia")


def picture(current: str = "aguardar_defesa", done: str = "lavrar_auto") -> etree._Element:
    found = svg(infracao(), {current}, {done}, "Infração 12/2025")
    return etree.fromstring(found.encode())


def texts(root: etree._Element, name: str) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}{name}")]


def test_title_and_description_say_where_the_case_stands() -> None:
    root = picture()
    assert texts(root, "title")[0] == "Infração 12/2025"
    assert texts(root, "desc") == ["Etapa atual: Aguardar defesa."]
    named = str(root.get("aria-labelledby")).split()
    assert {node.get("id") for node in root if node.get("id")} == set(named)


def test_every_figure_says_what_it_is() -> None:
    titles = texts(picture(), "title")
    assert len(titles) == 1 + len(infracao().shapes)
    assert "Aguardar defesa (espera, etapa atual)" in titles
    assert "Lavrar auto em duas vias (tarefa de pessoa, feita)" in titles
    assert "Notificar autuado (etapa chamada)" in titles
    assert "Prazo de defesa (art. 23) (prazo)" in titles
    assert "Aplicar penalidade (ação automática)" in titles


def test_states_are_classes_and_what_is_both_is_current() -> None:
    root = picture(current="lavrar_auto", done="lavrar_auto")
    classes = [node.get("class") for node in root.iter(f"{SVG}rect", f"{SVG}circle", f"{SVG}path")]
    assert (classes.count("atual"), classes.count("feito")) == (1, 0)


def test_nothing_is_styled_or_scripted_inside() -> None:
    for node in picture().iter():
        assert etree.QName(node).localname not in {"style", "script", "foreignObject", "image", "a"}
        assert not [name for name in node.attrib if str(name) == "style" or str(name)[:2] == "on"]


def test_a_hostile_name_stays_text() -> None:
    evil = "&lt;img src=x onerror=alert(1)&gt;"
    of = changed("cobranca_multa", ('name="Emitir guia"', f'name="{evil}"'))
    found = svg(drawing(of, "cobranca_multa"), {"emitir_guia"}, set(), "<b>")
    assert "<img" not in found
    assert "<b>" not in found
    assert "<img src=x onerror=alert(1)> (ação automática, etapa atual)" in texts(
        etree.fromstring(found.encode()), "title"
    )


def test_long_names_are_wrapped() -> None:
    lines = texts(picture(), "tspan")
    first = lines.index("pedido de") - 1
    assert lines[first : first + 3] == ["Aguardar", "pedido de", "reconsideração"]


def test_two_pictures_on_one_page_do_not_share_ids() -> None:
    of = bundle(*INFRACAO)
    ids = [
        str(node.get("id"))
        for process in INFRACAO
        for node in etree.fromstring(svg(drawing(of, process), set(), set(), "x").encode()).iter()
        if node.get("id")
    ]
    assert len(ids) == len(set(ids)) == 9


def test_without_a_picture_there_is_nothing() -> None:
    assert svg(drawing(bundle("tarefa_com_prazo"), "tarefa_com_prazo"), set(), set(), "x") == ""
