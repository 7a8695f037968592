"""A form that somebody wrote is read whole, or refused with everything that is wrong with it."""

import json
from hashlib import sha256
from typing import Any

import pytest

from tests.forms.samples import OUTCOME, field, form_of, text_of
from webapp.forms import BadForm, Form

OPTIONS = [{"code": "a", "label": "A"}]


def problems(text: str) -> str:
    with pytest.raises(BadForm) as caught:
        Form.read(text)
    return "\n".join(caught.value.problems)


def test_a_form_keeps_the_hash_of_its_very_text() -> None:
    text = text_of(field("text"))
    assert Form.read(text).sha256 == sha256(text.encode()).hexdigest()


def test_a_form_says_its_outcome_and_finds_its_fields() -> None:
    form = form_of(field("date", "dia", limit="past"), lapsed="parado", signed=True)
    assert form.outcome.name == "resultado"
    assert form.field("dia").limit == "past"
    assert (form.lapsed, form.signed, form.checks) == ("parado", True, ())


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (field("texto"), "o tipo «texto» não existe"),
        (field("text", requird=True), "a chave «requird» não existe"),
        (field("text", pattern="^(a+)+$"), "não está na lista de «pattern»"),
        (field("text", limit="past"), "o tipo «text» não aceita «limit»"),
        (field("text", max=201), "«max» vai de 1 a 200 caracteres"),
        (field("integer", min=3, max=2), "«min» é maior que «max»"),
        (field("integer", min=True), "o valor de «min» não serve"),
        (field("money", min=-1), "valor em dinheiro não é negativo"),
        (field("date", limit="ontem"), "não está na lista de «limit»"),
        (field("date", about="auto"), "«about» só com «fact»"),
        (field("date", per="item", fact="fato"), "não de um item"),
        (field("text", per="carro"), "não está na lista de «per»"),
        (field("person", per="party"), "não aceita «per»"),
        (field("person", party="amigo"), "não está na lista de «party»"),
        (field("choice"), "um dos dois"),
        (field("choice", options=OPTIONS, options_from="infracoes"), "um dos dois"),
        (field("choice", options_from="leis"), "não está na lista de «options_from»"),
        (field("several", options=OPTIONS * 2), "duas opções com o mesmo código"),
        (field("several", options=[{"code": "não", "label": "Não"}]), "sem acento"),
        (field("several", options=[{"code": "a"}]), "«code» e «label»"),
        (field("several", options=[{"code": "a", "label": "A", "cor": "b"}]), "opção só tem"),
        (field("text", "resultado"), "mais de um campo «resultado»"),
        (field("text", label="  "), "o valor de «label» não serve"),
        (field("text", label="\ud800"), "o valor de «label» não serve"),
        (field("yes_no", outcome=True, required=True), "só um; há 2"),
        (field("text", show_if={"field": "nada", "in": ["a"]}), "campo anterior"),
        (field("text", show_if={"field": "campo", "in": ["a"]}), "campo anterior"),
        (field("text", show_if={"field": "resultado", "in": ["x"]}), "não tem: x"),
        (field("text", show_if={"field": "resultado", "in": []}), "«show_if» não serve"),
        (field("text", show_if=["resultado", "feito"]), "«show_if» não serve"),
    ],
)
def test_a_mistake_in_a_field_is_named(bad: dict[str, Any], said: str) -> None:
    assert said in problems(text_of(bad))


@pytest.mark.parametrize(
    "name",
    ["typename", "version", "municipality_id", "fato", "prazo", "__builtins__", "_csrf", "a.b",
     "Nome", "relatório", "1campo", "a" * 41, ""],
)  # fmt: skip
def test_a_name_of_the_machine_or_out_of_the_alphabet_is_refused(name: str) -> None:
    assert "«name»" in (said := problems(text_of(field("text", name)))) or "reservado" in said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"sgned": True}, "a chave «sgned» não existe"),
        ({"signed": "sim"}, "o valor de «signed» não serve"),
        ({"checks": ["apaga_tudo"]}, "não está na lista de «checks»"),
        ({"records": "nota"}, "não está na lista de «records»"),
        ({"records": "publicacao"}, "precisa dos campos publicado, data_publicacao"),
        ({"panel": "mapa"}, "o quadro «mapa» não existe"),
        ({"impedimento": ["vizinho"]}, "o impedimento «vizinho» não existe"),
        ({"lapsed": "decurso"}, "não é código do resultado"),
        ({"fields": []}, "o valor de «fields» não serve"),
        ({"title": ""}, "o valor de «title» não serve"),
    ],
)
def test_a_mistake_in_the_form_is_named(keys: dict[str, Any], said: str) -> None:
    assert said in problems(json.dumps({"title": "Amostra", "fields": [OUTCOME], **keys}))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"required": False}, "o resultado é obrigatório"),
        ({"per": "party"}, "o resultado não se repete"),
        ({"options": [{"code": "Feito", "label": "Feito"}]}, "minúsculas sem acento"),
        ({"outcome": False}, "só um; há 0"),
    ],
)
def test_the_outcome_is_one_closed_required_answer(changed: dict[str, Any], said: str) -> None:
    assert said in problems(json.dumps({"title": "Amostra", "fields": [OUTCOME | changed]}))


def test_a_condition_may_not_look_at_another_party() -> None:
    by_party = field("yes_no", "veio", per="party")
    plain = field("text", "motivo", show_if={"field": "veio", "in": ["nao"]})
    assert "se repete para outra coisa" in problems(text_of(by_party, plain))
    form_of(by_party, plain | {"per": "party"})


def test_what_only_letters_have_may_hang_on_what_each_party_has_but_not_the_other_way() -> None:
    veio, voltou = field("yes_no", "veio", per="party"), field("yes_no", "voltou", per="carta")
    on_party = field("text", "motivo", per="carta", show_if={"field": "veio", "in": ["nao"]})
    on_letter = field("text", "motivo", per="party", show_if={"field": "voltou", "in": ["nao"]})
    assert Form.read(text_of(veio, on_party)).field("motivo").per == "carta"
    assert "se repete para outra coisa" in problems(text_of(voltou, on_letter))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "não é JSON"),
        ("[]", "tem de ser um objeto"),
        ('{"title": "A", "title": "B"}', "«title» aparece duas vezes"),
        ('{"title": NaN}', "«NaN»"),
        ('{"max": ' + "9" * 5000 + "}", "grande demais"),
        ("[" * 100_000, "partes demais"),
        (" " * 200_001, "passa de 200000"),
    ],
)
def test_a_text_that_is_no_form_is_refused(text: str, said: str) -> None:
    assert said in problems(text)


def test_all_mistakes_are_told_at_once() -> None:
    said = problems(text_of(field("texto"), field("text", "version")))
    assert "«texto»" in said
    assert "reservado" in said
