"""The page of every form: each input has its label, nothing needs a script, nothing is lost."""

from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from lxml import html

from tests.forms.samples import AUTO, CONTEXT, FOLDER, field, form_of, stored
from webapp.forms import Form, Invalid, blank, check, echo
from webapp.web.words import how_many

TEMPLATES = Path(__file__).parents[2] / "webapp" / "web" / "templates"
PAGES = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
PAGES.filters.update(cited=lambda text, _on: text, how_many=how_many)
FORMS = sorted(str(path.relative_to(FOLDER))[:-5] for path in FOLDER.glob("*/*.json"))


def drawn(form: Form, values: dict[str, list[str]], errors: dict[str, str]) -> html.HtmlElement:
    fields = PAGES.get_template("fields.html").module.fields  # type: ignore[attr-defined]
    return html.document_fromstring(f"<form>{fields(form, CONTEXT, values, errors)}</form>")


def wrong(form: Form, posted: dict[str, list[str]]) -> html.HtmlElement:
    with pytest.raises(Invalid) as caught:
        check(form, posted, {}, CONTEXT)
    return drawn(form, echo(form, posted), caught.value.errors)


@pytest.fixture(params=FORMS)
def page(request: pytest.FixtureRequest) -> html.HtmlElement:
    return wrong(stored(request.param), {})


def test_every_input_has_its_label(page: html.HtmlElement) -> None:
    labelled = page.xpath("//label/@for")
    inputs = page.xpath("//input/@id | //textarea/@id")
    assert inputs
    assert sorted(labelled) == sorted(inputs)


def test_every_id_is_one_and_every_reference_finds_it(page: html.HtmlElement) -> None:
    ids = page.xpath("//@id")
    named = " ".join(page.xpath("//@aria-describedby | //@aria-labelledby")).split()
    named += [link[1:] for link in page.xpath("//a/@href")]
    assert len(ids) == len(set(ids))
    assert set(named) <= set(ids)


def test_every_group_has_its_legend(page: html.HtmlElement) -> None:
    assert all(group[0].tag == "legend" for group in page.xpath("//fieldset"))
    grouped = page.xpath("//input[@type='radio' or @type='checkbox'][not(ancestor::fieldset)]")
    assert grouped == []


def test_nothing_stands_in_the_page_that_a_strict_policy_would_block(
    page: html.HtmlElement,
) -> None:
    assert page.xpath("//script | //style | //@style | //@*[starts-with(name(), 'on')]") == []


def test_every_mistake_is_linked_from_the_summary_and_told_beside_the_input(
    page: html.HtmlElement,
) -> None:
    links = page.xpath("//div[@class='resumo'][@role='alert'][@tabindex='-1']//a/@href")
    messages = page.xpath("//p[@class='msg']/@id")
    assert links
    assert [link[1:] + ":erro" for link in links] == messages
    assert len(page.xpath("//*[@aria-invalid='true']")) >= len(links)


def test_a_page_without_mistakes_has_no_summary() -> None:
    form = stored("marilandia/auto_infracao")
    page = drawn(form, blank(form, CONTEXT, {}), {})
    assert page.xpath("//*[@class='resumo' or @class='msg' or @aria-invalid]") == []


def test_what_was_typed_stands_in_the_page_after_a_mistake() -> None:
    form = stored("marilandia/auto_infracao")
    page = wrong(form, AUTO | {"veiculo.placa": ["<QRG2H1"], "relato": ["\nUm & dois\n"]})
    assert page.xpath("string(//input[@name='veiculo.placa']/@value)") == "<QRG2H1"
    assert page.xpath("string(//textarea[@name='relato'])").endswith("\nUm & dois\n")
    assert page.xpath("//input[@name='itens'][@checked]/@value") == ["art5_i", "art5_iii"]
    assert page.xpath("//input[@name='entrega'][@checked]/@value") == ["entregue"]
    assert "Motocicleta – Placa: A placa é como ABC1D23" in page.xpath(
        "string(//div[@class='resumo'])"
    )


def test_the_owners_words_are_text_and_never_markup() -> None:
    evil = '"><script>alert(1)</script>'
    form = form_of(field("text", label=evil, hint=evil), title=evil)
    page = drawn(form, {"campo": [evil]}, {"campo": evil, "": evil})
    assert page.xpath("//script") == []
    assert page.xpath("string(//input[@name='campo']/@value)") == evil


def test_what_hangs_on_an_answer_says_so_without_script_and_to_a_script() -> None:
    form = stored("marilandia/auto_infracao")
    page = drawn(form, {}, {})
    (box,) = page.xpath("//input[@name='data_entrega']/..")
    assert box.get("data-show-if") == "entrega=entregue recusa_certificada"
    assert "Preencha só se a resposta a «Como ficou a entrega" in box.text_content()


def test_a_condition_of_one_item_points_at_that_item() -> None:
    page = drawn(stored("marilandia/julgar_auto"), {}, {})
    (box,) = page.xpath("//input[@name='item_multa.art5_iii']/..")
    assert box.get("data-show-if") == "item_penalidade.art5_iii=multa"
    assert box.xpath("string(ancestor::fieldset/legend)").strip() == "art. 5º, III"


def test_the_items_of_the_law_stand_under_their_headings_with_their_sanction() -> None:
    page = drawn(stored("marilandia/auto_infracao"), {}, {})
    assert page.xpath("//summary/text()") == ["Condução (2)", "Autorização (1)"]
    assert page.xpath("//details/@open") == []
    assert "art. 18 · cassação" in page.xpath("string(//label[@for='itens:art18'])")


def test_a_heading_with_a_ticked_item_is_open_and_says_how_many() -> None:
    page = drawn(stored("marilandia/auto_infracao"), {"itens": ["art5_iii"]}, {})
    assert page.xpath("//summary/text()") == ["Condução (2), 1 marcado", "Autorização (1)"]
    (opened,) = page.xpath("//details[@open]")
    assert opened.xpath(".//input[@checked]/@value") == ["art5_iii"]


def test_where_an_item_is_missing_the_first_heading_is_open() -> None:
    page = drawn(stored("marilandia/auto_infracao"), {}, {"itens": "Marque ao menos um."})
    (opened,) = page.xpath("//details[@open]")
    assert opened.xpath("string(summary)") == "Condução (2)"


def test_only_what_may_be_left_empty_is_called_optional() -> None:
    page = drawn(form_of(field("text", "a"), field("text", "b", required=True)), {}, {})
    assert "(opcional)" in page.xpath("string(//label[@for='a'])")
    assert "(opcional)" not in page.xpath("string(//label[@for='b'])")


@pytest.mark.parametrize(
    ("name", "attribute", "value"),
    [
        ("veiculo.placa", "autocapitalize", "characters"),
        ("autuado.cpf", "inputmode", "numeric"),
        ("autuado.telefone", "type", "tel"),
        ("data_fato", "type", "date"),
        ("data_fato", "max", "2025-12-01"),
        ("hora_fato", "type", "time"),
        ("fotos", "multiple", "multiple"),
    ],
)
def test_an_input_brings_up_the_right_keyboard(name: str, attribute: str, value: str) -> None:
    page = drawn(stored("marilandia/auto_infracao"), {}, {})
    (one,) = page.xpath(f"//input[@name='{name}']")
    assert one.get(attribute) == value
