"""What the registry is asked of a law: its entries are whole, or the file is refused."""

from datetime import date
from pathlib import Path

import pytest

from webapp.laws import Law, NotInForce, law
from webapp.laws.files import SHAPES
from webapp.laws.files import read as read_files

ABOUT = 'from = 2020-01-02\narticle = "art. 1º"\nlabel = "x"\n'
DOCUMENT = f'[[validades.cnh]]\n{ABOUT}of = "pessoa"\n'


def refused(tmp_path: Path, complaint: str, **files: str) -> None:
    for subject, text in files.items():
        (tmp_path / f"{subject}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=complaint):
        read_files([tmp_path])


@pytest.mark.parametrize(
    ("subject", "values", "complaint"),
    [
        ("veiculo", 'purposes = ["operacao"]\ncheck = "idade"', "`check` idade needs years"),
        ("veiculo", 'purposes = ["venda"]\ncheck = "placa"', "`purposes` must be one of"),
        ("veiculo", 'purposes = ["operacao"]\ncheck = "vistoria"', "vistoria needs document"),
        ("requisitos", 'roles = ["titular"]\ncheck = "fé"', "`check` must be one of"),
        ("requisitos", 'roles = ["titular"]\ncheck = "espera"', "espera needs wait"),
        ("vagas", "each = 1\nper = 500", "`each` needs rounding"),
        ("vagas", "", "needs exactly one of each, limit, percent"),
        ("esperas", 'after = "cancelamento"\nbars = ["titular"]', "exactly one of length, limit"),
        (
            "esperas",
            'after = "cancelamento"\nbars = ["titular"]\nlength = 2',
            "`length` needs rule",
        ),
        ("validades", 'of = "pessoa"\nlength = 1', "`length` needs rule"),
        ("servico", 'value = "1"\nitems = ["a"]', "exactly one of items, value"),
    ],
)
def test_an_entry_that_is_not_whole_is_refused(
    tmp_path: Path, subject: str, values: str, complaint: str
) -> None:
    refused(tmp_path, complaint, **{subject: f"[[{subject}.um]]\n{ABOUT}{values}\n"})


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ('check = "documento"\ndocument = "cnh2"', "no validades.cnh2 with `of`"),
        ('check = "espera"\nwait = "volta"', "no esperas.volta with `after`"),
        ('check = "limite"\nlimit = "por_titular"', "no vagas.por_titular with `limit`"),
    ],
)
def test_a_requirement_that_names_what_is_not_there_is_refused(
    tmp_path: Path, values: str, complaint: str
) -> None:
    requirement = f'[[requisitos.um]]\n{ABOUT}roles = ["titular"]\n{values}\n'
    refused(tmp_path, complaint, requisitos=requirement, validades=DOCUMENT)


def test_a_document_of_the_law_may_be_required(tmp_path: Path) -> None:
    text = f'{ABOUT}roles = ["titular"]\ncheck = "documento"\ndocument = "cnh"\n'
    (tmp_path / "requisitos.toml").write_text(f"[[requisitos.um]]\n{text}", encoding="utf-8")
    (tmp_path / "validades.toml").write_text(DOCUMENT, encoding="utf-8")
    assert read_files([tmp_path])["requisitos.um"][0]["document"] == "cnh"


def test_a_subject_refers_only_to_values_that_the_other_may_have() -> None:
    for shape in SHAPES.values():
        for subject, value in shape.refers.values():
            assert value in SHAPES[subject].required | SHAPES[subject].optional


def test_a_question_of_a_day_needs_no_dates_of_a_case() -> None:
    marilandia: Law = law("marilandia", [])
    assert marilandia.on("validades.vistoria", date(2018, 12, 3))["length"] == 3
    assert marilandia.on("validades.vistoria", date(2018, 12, 4))["length"] == 6
    with pytest.raises(NotInForce, match="03/12/2018"):
        marilandia.on("requisitos.curso", date(2018, 12, 3))
