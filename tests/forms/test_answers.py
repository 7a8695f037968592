"""What was posted becomes values, facts and an outcome; or sentences; or nothing at all."""

import json
from datetime import date
from time import perf_counter
from typing import Any

import pytest

from tests.forms.samples import AUTO, CONTEXT, field, form_of, stored
from webapp.domain.errors import Refused
from webapp.forms import Checked, Context, FactEntry, Form, Invalid, Option, Upload, check

DONE = {"resultado": ["feito"]}
DONE_VALUES = {"resultado": "feito"}


def answer(form: Form, **posted: list[str]) -> Checked:
    return check(form, DONE | posted, {}, CONTEXT)


def errors(form: Form, posted: dict[str, list[str]]) -> dict[str, str]:
    with pytest.raises(Invalid) as caught:
        check(form, posted, {}, CONTEXT)
    return caught.value.errors


@pytest.mark.parametrize(
    ("asked", "typed", "value"),
    [
        (field("text"), "  Rua   Um ,\t10 ", "Rua Um , 10"),
        (field("text"), "Jose\u0301", "José"),
        (field("long_text"), " um\r\n\r\ndois ", "um\n\ndois"),
        (field("date"), "2025-02-28", "2025-02-28"),
        (field("date"), "1/2/2025", "2025-02-01"),
        (field("date", limit="past"), "2025-12-01", "2025-12-01"),
        (field("date", limit="future"), "2025-12-02", "2025-12-02"),
        (field("time"), "7h05", "07:05"),
        (field("money"), "1.621,00", 162100),
        (field("money"), "R$ 1621,00", 162100),
        (field("money"), "1.621", 162100),
        (field("money"), "0,05", 5),
        (field("money"), "1.000.000,99", 100000099),
        (field("integer"), "-3", -3),
        (field("yes_no"), "nao", "nao"),
        (field("text", pattern="cpf"), "529.982.247-25", "52998224725"),
    ],
)
def test_what_people_type_becomes_one_value(asked: dict[str, Any], typed: str, value: Any) -> None:
    assert answer(form_of(asked), campo=[typed]).values["campo"] == value


@pytest.mark.parametrize(
    ("asked", "typed", "said"),
    [
        (field("text"), "a" * 201, "Escreva até 200 caracteres; aqui há 201."),
        (field("text", max=3), "abcd", "Escreva até 3 caracteres; aqui há 4."),
        (field("text"), "a\x00b", "Há sinais que não se imprimem"),
        (field("text"), "Ana\u202eofni", "Há sinais que não se imprimem"),
        (field("text"), "\ud800", "Há sinais que não se imprimem"),
        (field("long_text"), "a" * 20_001, "Escreva até 20000 caracteres"),
        (field("date"), "2025-02-29", "Este dia não existe"),
        (field("date"), "31/04/2025", "Este dia não existe"),
        (field("date"), "amanhã", "Escreva o dia como 05/10/2026."),
        (field("date"), "2025-1-1", "Escreva o dia como"),
        (field("date"), "05/10/25", "Escreva o dia como"),
        (field("date"), "٢٠٢٥-٠١-٠١", "Escreva o dia como"),
        (field("date"), "0025-10-05", "O ano 25 não serve"),
        (field("date", limit="past"), "2025-12-02", "O dia 02/12/2025 ainda não chegou"),
        (field("date", limit="future"), "2025-12-01", "O dia 01/12/2025 não está no futuro"),
        (field("time"), "24:00", "Esta hora não existe"),
        (field("time"), "noite", "Escreva a hora como 17:25."),
        (field("money"), "1621.00", "com vírgula nos centavos"),
        (field("money"), "16,2", "com vírgula nos centavos"),
        (field("money"), "-5,00", "com vírgula nos centavos"),
        (field("money"), "1e9", "com vírgula nos centavos"),
        (field("money", min=1), "0", "O menor valor aceito é R$ 0,01."),
        (field("integer"), "1,5", "Escreva um número inteiro"),
        (field("integer"), "٣", "Escreva um número inteiro"),
        (field("integer", min=1, max=5), "6", "O maior valor aceito é 5."),
        (field("yes_no"), "talvez", "Escolha uma das opções"),
        (field("text", pattern="placa"), "QRG2H1", "A placa tem 7"),
    ],
)
def test_what_is_no_value_gets_a_sentence(asked: dict[str, Any], typed: str, said: str) -> None:
    found = errors(form_of(asked), DONE | {"campo": [typed]})
    assert said in found["campo"]


@pytest.mark.parametrize(
    ("type_", "keys", "said"),
    [
        ("text", {}, "Preencha «Campo»."),
        ("date", {}, "Informe o dia."),
        ("time", {}, "Informe a hora."),
        ("yes_no", {}, "Responda sim ou não."),
        ("several", {"options_from": "infracoes"}, "Marque pelo menos uma opção."),
        ("choice", {"options_from": "infracoes"}, "Escolha uma opção."),
    ],
)
def test_what_is_required_is_asked_for(type_: str, keys: dict[str, Any], said: str) -> None:
    form = form_of(field(type_, required=True, **keys))
    assert errors(form, DONE | {"campo": ["  "]}) == {"campo": said}
    assert errors(form, {}) == {"resultado": "Escolha uma opção.", "campo": said}


def test_what_is_left_empty_has_no_key() -> None:
    assert answer(form_of(field("text")), campo=[""]).values == {"resultado": "feito"}


@pytest.mark.parametrize(
    "name",
    ["aprovado", "version", "municipality_id", "__builtins__", "typename", "fato", "_csrf",
     "campo.7", "resultado.7", "por_parte", "por_parte.9", "por_parte.7.8", "quem", "quem.senha",
     "foto", ""],
)  # fmt: skip
def test_a_key_that_the_page_does_not_have_is_refused(name: str) -> None:
    form = form_of(
        field("text"), field("text", "por_parte", per="party"), field("person", "quem"),
        field("file", "foto"),
    )  # fmt: skip
    with pytest.raises(Refused, match="Nada foi gravado") as caught:
        check(form, DONE | {name: ["x"]}, {}, CONTEXT)
    assert caught.value.status == 400


def test_a_file_where_no_file_is_asked_is_refused() -> None:
    with pytest.raises(Refused, match="não tem o campo «campo»"):
        check(form_of(field("text")), DONE, {"campo": [Upload("a.pdf", b"%PDF-")]}, CONTEXT)


def test_a_single_input_sent_twice_is_refused() -> None:
    with pytest.raises(Refused, match="«resultado» veio duas vezes"):
        check(form_of(), {"resultado": ["feito", "parado"]}, {}, CONTEXT)


def test_several_are_kept_once_each_in_the_order_of_the_list() -> None:
    form = form_of(field("several", options_from="infracoes"))
    found = answer(form, campo=["art18", "art5_i", "art18"])
    assert found.values["campo"] == ["art5_i", "art18"]


def test_one_wrong_code_among_several_is_an_error() -> None:
    form = form_of(field("several", options_from="infracoes"))
    assert "campo" in errors(form, DONE | {"campo": ["art18", "art99"]})


def test_what_is_not_asked_is_dropped_even_when_it_is_wrong() -> None:
    reason = field("text", "motivo", required=True, max=2,
                   show_if={"field": "resultado", "in": ["parado"]})  # fmt: skip
    assert answer(form_of(reason), motivo=["longo"]).values == {"resultado": "feito"}
    assert errors(form_of(reason), {"resultado": ["parado"]}) == {"motivo": "Preencha «Campo»."}


def test_what_hangs_on_a_hidden_question_is_hidden_with_it() -> None:
    first = field("yes_no", "ordem", show_if={"field": "resultado", "in": ["parado"]})
    second = field("text", "qual", show_if={"field": "ordem", "in": ["sim"]})
    assert answer(form_of(first, second), ordem=["sim"], qual=["x"]).values == DONE_VALUES


def test_each_party_is_asked_by_itself() -> None:
    form = form_of(
        field("yes_no", "veio", per="party", required=True),
        field("text", "motivo", per="party", required=True,
              show_if={"field": "veio", "in": ["nao"]}),
    )  # fmt: skip
    found = check(form, DONE | {"veio.7": ["sim"], "motivo.7": ["nada"], "veio.8": ["nao"],
                                "motivo.8": ["doente"]}, {}, CONTEXT)  # fmt: skip
    assert found.values == DONE_VALUES | {
        "veio": {"7": "sim", "8": "nao"},
        "motivo": {"8": "doente"},
    }
    assert list(errors(form, DONE | {"veio.7": ["nao"]})) == ["motivo.7", "veio.8"]


def test_what_only_letters_have_is_asked_of_those_parties_beside_the_rest() -> None:
    """Ana Prado (7) was sought by letter, Bento Luz (8) was not."""
    form = form_of(field("yes_no", "veio", per="party"), field("text", "voltou", per="carta"))
    (section,) = form.sections(CONTEXT)
    drawn = [[one.name for one in block.inputs] for block in section.blocks]
    assert drawn == [["resultado"], ["veio.7", "voltou.7"], ["veio.8"]]
    with pytest.raises(Refused, match="não tem o campo «voltou"):
        answer(form, **{"voltou.8": ["Ausente"]})


def test_without_parties_nothing_is_asked_of_them() -> None:
    form = form_of(field("text", per="party", required=True))
    assert check(form, DONE, {}, Context(date(2025, 12, 1))).values == DONE_VALUES


def test_a_person_may_be_known_by_name_alone() -> None:
    form = form_of(field("person", "quem", required=True))
    found = check(form, DONE | {"quem.nome": ["Ana"], "quem.cpf": [""]}, {}, CONTEXT)
    assert found.values["quem"] == {"nome": "Ana"}
    assert errors(form, DONE) == {"quem.nome": "Preencha «Nome completo»."}


def test_a_person_who_need_not_be_named_needs_a_name_once_begun() -> None:
    form = form_of(field("person", "quem"))
    assert check(form, DONE | {"quem.nome": [" "]}, {}, CONTEXT).values == DONE_VALUES
    found = errors(form, DONE | {"quem.cpf": ["52998224725"]})
    assert found == {"quem.nome": "Preencha «Nome completo»."}


def test_a_checklist_says_of_each_document_whether_it_is_there() -> None:
    options = [{"code": "cnh", "label": "CNH"}, {"code": "curso", "label": "Curso"}]
    form = form_of(field("checklist", "documentos", required=True, options=options))
    posted = DONE | {"documentos.cnh": ["apresentado"], "documentos.curso": ["falta"]}
    assert check(form, posted, {}, CONTEXT).values["documentos"] == {
        "cnh": "apresentado",
        "curso": "falta",
    }
    assert list(errors(form, DONE)) == ["documentos.cnh", "documentos.curso"]


def test_a_fact_is_of_the_case_or_of_each_party() -> None:
    form = form_of(
        field("date", "dia", fact="fato", about="auto"),
        field("date", "ciencia", fact="ciencia", per="party"),
        field("date", "vazio", fact="outro"),
    )
    found = check(form, DONE | {"dia": ["2025-11-28"], "ciencia.8": ["2025-11-29"]}, {}, CONTEXT)
    assert found.facts == [
        FactEntry("fato", "auto", None, "2025-11-28"),
        FactEntry("ciencia", None, "8", "2025-11-29"),
    ]


def test_a_notice_becomes_pure_json_with_its_facts() -> None:
    found = check(stored("marilandia/auto_infracao"), AUTO, {}, CONTEXT)
    assert found.outcome == "entregue"
    assert found.values["veiculo"] == {"placa": "QRG2H15", "ano": 2021}
    assert found.values["autuado"] == {"nome": "Jonas Gasparini", "cpf": "52998224725"}
    assert found.values["itens"] == ["art5_i", "art5_iii"]
    assert found.values["lugar"] == "Rua Ângela Savergnini, em frente à praça"
    assert found.facts == [
        FactEntry("fato", "auto", None, "2025-11-28"),
        FactEntry("ciencia", "auto", None, "2025-11-28"),
    ]
    assert json.loads(json.dumps(found.values)) == found.values


def test_a_notice_that_was_not_delivered_states_no_service() -> None:
    found = check(
        stored("marilandia/auto_infracao"), AUTO | {"entrega": ["nao_entregue"]}, {}, CONTEXT
    )
    assert "data_entrega" not in found.values
    assert [fact.name for fact in found.facts] == ["fato"]


def test_a_suspension_is_asked_for_its_decree_item_by_item() -> None:
    form = stored("marilandia/julgar_auto")
    posted = {
        "vicio": ["nenhum"], "resultado": ["penalidade"], "razoes": ["Provado."],
        "item_resultado.art5_i": ["subsistente"], "item_penalidade.art5_i": ["suspensao"],
        "item_resultado.art5_iii": ["insubsistente"], "item_multa.art5_iii": ["10,00"],
    }  # fmt: skip
    assert list(errors(form, posted)) == ["suspensao_dias.art5_i", "suspensao_decreto.art5_i"]


@pytest.mark.parametrize("type_", ["text", "long_text", "date", "time", "integer", "money"])
@pytest.mark.parametrize("text", ["9", "1.", "-", "1,", "a ", "R$"])
def test_no_text_makes_the_check_slow(type_: str, text: str) -> None:
    form = form_of(field(type_))
    began = perf_counter()
    errors(form, DONE | {"campo": [text * 200_000]})
    assert perf_counter() - began < 1


def test_an_option_with_a_code_that_is_no_input_name_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="not the code of an option"):
        Option("a b", "A B")
