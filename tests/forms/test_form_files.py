"""The forms of the product: every one reads, and says what the rest of the product relies on."""

import pytest

from tests.forms.samples import CONTEXT, FOLDER, stored

FORMS = sorted(str(path.relative_to(FOLDER))[:-5] for path in FOLDER.glob("*/*.json"))

OUTCOMES = {
    "marilandia/auto_infracao": ["entregue", "recusa_certificada", "nao_entregue"],
    "marilandia/certificar_defesa": ["papel", "decurso", "prazo_reaberto"],
    "marilandia/certificar_reconsideracao": ["papel", "decurso", "prazo_reaberto"],
    "marilandia/julgar_auto": ["penalidade", "insubsistente"],
    "marilandia/decidir_reconsideracao": ["mantida", "alterada", "cancelada", "nao_conhecido"],
    "shared/certificar_pagamento": ["localizado", "nao_localizado"],
    "shared/conferir_ciencia": ["todas", "faltam"],
    "shared/entregar_em_maos": ["feita", "frustrada"],
    "shared/escolher_meio": ["em_maos", "carta", "edital"],
    "shared/publicar_edital": ["publicado"],
}
"""The codes that the diagrams' gateways read."""


@pytest.mark.parametrize("path", FORMS)
def test_every_form_reads_and_every_field_of_it_is_drawn(path: str) -> None:
    form = stored(path)
    assert {one.field.name for one in form.inputs(CONTEXT)} == {f.name for f in form.fields}


@pytest.mark.parametrize("path", [path for path in FORMS if not path.startswith("shared/")])
def test_a_form_of_a_municipality_names_its_article(path: str) -> None:
    assert stored(path).basis.startswith("art")


@pytest.mark.parametrize(("path", "codes"), OUTCOMES.items())
def test_a_form_answers_with_the_codes_that_the_diagram_reads(path: str, codes: list[str]) -> None:
    assert [option.code for option in stored(path).outcome.choices] == codes


@pytest.mark.parametrize(
    ("path", "lapsed"),
    [
        ("marilandia/certificar_defesa", "decurso"),
        ("marilandia/certificar_reconsideracao", "decurso"),
        ("shared/certificar_pagamento", "nao_localizado"),
    ],
)
def test_a_certificate_names_the_code_of_a_lapse(path: str, lapsed: str) -> None:
    assert stored(path).lapsed == lapsed


@pytest.mark.parametrize("name", ["julgar_auto", "decidir_reconsideracao"])
def test_who_drew_up_the_notice_or_is_a_party_signs_no_decision(name: str) -> None:
    form = stored(f"marilandia/{name}")
    assert form.signed
    assert form.impedimento == ("lavrou", "parte")
