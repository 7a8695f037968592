"""The data of Teófilo Otoni against its law: the whole text, the days, what is not known."""

import csv
import tomllib
from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

import webapp.laws
from webapp.domain.counting import Rule, count
from webapp.laws import MissingValue, NotInForce, Passage, UnknownKey, citation, law
from webapp.laws.citation import Level

TEOFILO_OTONI = law("teofilo_otoni", [])
TODAY = date(2026, 3, 2)
FOLDER = Path(webapp.laws.__file__).parent / "teofilo_otoni"
DEADLINES = Path(__file__).parent.parent / "data" / "deadlines.csv"
WORKED = {row["id"]: row for row in csv.DictReader(DEADLINES.read_text("utf-8").splitlines())}


def written() -> Mapping[str, Any]:
    """The units of `texto.toml` as they stand in the file."""
    texts: Mapping[str, Any] = tomllib.loads((FOLDER / "texto.toml").read_text("utf-8"))["texto"]
    return texts


def passages(basis: str) -> list[Passage]:
    return TEOFILO_OTONI.passages(basis, TODAY)


def cited(basis: str) -> list[str]:
    return [passage.citation for passage in passages(basis)]


def one(basis: str) -> Passage:
    (passage,) = passages(basis)
    return passage


def below(parent: str, level: Level) -> list[str]:
    """What stands right below a unit at a level, as its last part is printed."""
    above = citation.unit(parent)
    found = [p for p in TEOFILO_OTONI.units if p[:-1] == above and p[-1].level is level]
    return [citation.show(path).rpartition(", ")[2] for path in found]


def test_the_municipality_is_the_one_of_the_law() -> None:
    assert TEOFILO_OTONI.municipality.name == "Teófilo Otoni"
    assert TEOFILO_OTONI.municipality.uf == "MG"
    assert TEOFILO_OTONI.municipality.ibge == "3168606"


def test_the_whole_law_reads_as_its_units_in_its_order() -> None:
    read = [(passage.citation, passage.text) for passage in passages("arts. 1º a 48")]
    assert read == [(key, entries[0]["text"]) for key, entries in written().items()]
    assert len(read) == 251


def test_the_units_are_as_many_of_each_kind_as_the_law_prints() -> None:
    """Counted in the publication: 48 articles, for 45 is printed twice and there is no 46."""
    kinds = Counter(path[-1].level for path in TEOFILO_OTONI.units)
    assert kinds == {
        Level.ARTICLE: 48,
        Level.PARAGRAPH: 45,
        Level.ITEM: 119,
        Level.LETTER: 39,
    }


def test_the_articles_go_to_48_with_two_45_and_no_46() -> None:
    articles = [citation.show(path) for path in TEOFILO_OTONI.units if len(path) == 1]
    assert articles[-5:] == [
        *("art. 44", "art. 45 (primeiro)", "art. 45 (segundo)", "art. 47", "art. 48")
    ]
    assert cited("art. 45") == ["art. 45 (primeiro)", "art. 45 (segundo)"]
    with pytest.raises(UnknownKey, match=r"não tem «art\. 46»"):
        passages("art. 46")


def test_the_paragraphs_of_article_4_go_on_from_those_of_article_3() -> None:
    assert below("art. 3º", Level.PARAGRAPH) == ["§ 1º", "§ 2º", "§ 3º"]
    assert below("art. 4º", Level.PARAGRAPH) == ["§ 4º", "§ 5º", "§ 6º", "§ 7º", "§ 8º", "§ 9º"]
    assert one("art. 4º, § 4º").text.endswith("moto frete em exercício de sua função.")
    assert "não há art. 4º, §§ 1º a 3º" in (one("art. 4º, § 4º").note or "")


@pytest.mark.parametrize(
    ("parent", "level", "printed"),
    [
        ("art. 4º, VI", Level.LETTER, "a b c d e f g h i j k l m n o"),
        ("art. 9º", Level.LETTER, "a b c d g h i j m"),
        ("art. 20", Level.ITEM, "I II III IV V VI VII VIII IX X XI XII XV XXI"),
        ("art. 22", Level.ITEM, "I II IV V VI VII VIII IX X XI XII XIII"),
        ("art. 43", Level.ITEM, "I II III V VI"),
        ("art. 44", Level.ITEM, "I II III IV V VI VII XIII"),
    ],
)
def test_a_list_keeps_the_numbers_that_were_printed(
    parent: str, level: Level, printed: str
) -> None:
    assert below(parent, level) == printed.split()


def test_what_the_law_prints_twice_is_told_apart() -> None:
    assert one("art. 21, XIII (primeiro)").text.startswith("Relação dos empregados")
    assert one("art. 21, XIII (segundo)").text.startswith("Comprovação de todos os sócios")
    assert one("art. 42, a (primeira)").text.startswith("Não emitir comprovante")
    assert one("art. 42, a (segunda)").text.startswith("Exercer a atividade sob a influência")
    assert below("art. 42", Level.LETTER) == [
        *("a (primeira)", "b (primeira)", "c", "l (primeira)"),
        *("a (segunda)", "b (segunda)", "l (segunda)"),
    ]


def test_a_prohibition_has_its_penalties_below_it_and_its_code_in_the_note() -> None:
    rude = one("art. 42, b (primeira)")
    assert rude.text.splitlines()[1:] == [
        "Penalidades e medidas administrativas cabíveis:",
        "- 10 (dez) dias a partir da primeira incidência;",
        "- 15 (quinze) dias a partir da segunda incidência;",
        "- Abertura de processo administrativo.",
    ]
    assert "«GRUPO 2: Código: 91102»" in (rude.note or "")


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        ("art. 6º, caput", "A permissão para exploração", "A permissão” para"),
        ("art. 14, § 2º", "telefone instalado nos pontos", "telefone instado"),
        ("art. 30", "no máximo, 04 (quatro) anos", "máximo,04 (quatro)"),
        ("art. 34, caput", "a cada 04 (quatro) anos, em local", "04(quatro), anos"),
        ("art. 34, § 2º", "A vistoria Mecânica", "vistoria Pecânica"),
        ("art. 45 (segundo)", "a partir da sanção desta lei", "sansão desta lei"),
    ],
)
def test_an_error_of_the_publication_is_put_right_and_told(
    unit: str, right: str, wrong: str
) -> None:
    found = one(unit)
    assert right in found.text
    assert wrong not in found.text
    assert f"«{wrong}»" in (found.note or "")


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("art. 3º, § 2º", "ao pagamento de 100 UFPTO a título fiscal"),
        ("art. 4º, VI, e", 'na categoria "A", há dois anos no mínimo'),
        ("art. 5º, XXIV", "enquanto o permissionário exercer cargo de confiança ou eletivo"),
        ("art. 8º, p.ú.", "01 (um) veículo e mais um preposto auxiliar do serviço"),
        ("art. 17", "inciso LVII do artigo 5º da Constituição Federal"),
        ("art. 20, § 3º", "incisos: II,III,IV, V, VI, VII, IX, X, XII, XV, deste artigo"),
        ("art. 22, § 2º", "que tenham até 65 (sessenta e cinco) anos e anualmente"),
        ("art. 29, XII", "Resoluções 219/2007 e 251/2007 do CONTRAN"),
        ("art. 36, p.ú.", "E conveniados (polícia militar) é responsável"),
        ("art. 40, § 2º", "Decreto-Lei Federal nº 3.240, de 8 de maio de 1941"),
        ("art. 43, III, b", "Renovação de cadastro de auxiliar de condutor autônomo"),
        ("art. 48", "a Lei Municipal 6.316/2011 e a Lei Municipal 6.453/2012"),
    ],
)
def test_words_of_the_law_stand_where_it_has_them(unit: str, words: str) -> None:
    assert words in one(unit).text


def test_whoever_reads_the_law_is_told_that_its_date_is_not_known() -> None:
    first = passages("art. 1º, caput")[0]
    assert "As datas da sanção e da publicação desta lei não constam" in (first.note or "")
    with pytest.raises(NotInForce, match="26/03/2019"):
        TEOFILO_OTONI.passages("art. 1º", date(2019, 3, 26))


@pytest.mark.parametrize(
    ("day", "reason"),
    [(date(2026, 6, 29), "São Pedro"), (date(2026, 12, 8), "Imaculada Conceição")],
)
def test_the_municipal_days_that_lists_name_are_closed(day: date, reason: str) -> None:
    status = TEOFILO_OTONI.calendar().status(day)
    assert not TEOFILO_OTONI.calendar().is_open(day)
    assert status.reason == reason


def test_the_days_of_the_nation_are_closed_and_those_of_espirito_santo_are_not() -> None:
    calendar = TEOFILO_OTONI.calendar()
    assert not calendar.is_open(date(2026, 4, 21))
    assert not calendar.is_open(date(2026, 11, 20))
    assert calendar.is_full(date(2026, 4, 13))  # Nossa Senhora da Penha, of Espírito Santo
    assert calendar.is_full(date(2026, 6, 4))  # Corpus Christi, not known to be a holiday


def test_a_defence_has_ten_days_and_the_shorter_reading_beside() -> None:
    defence = TEOFILO_OTONI.value("prazos.defesa", {"notice": TODAY})
    assert (defence["length"], defence["rule"]) == (10, "CORRIDOS_9784")
    assert [(r["length"], r["rule"]) for r in defence["alternatives"]] == [(5, "CORRIDOS_9784")]
    assert "não dá prazo para a defesa" in str(defence.gap)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("T04", "atualizar_cadastro"),
        ("T22", "atualizar_cadastro"),
        ("T23", "atualizar_cadastro"),
        ("T05", "regularizar_transferencia"),
        ("T06", "regularizar_transferencia"),
        ("T07", "quitar_dividas"),
        ("T26", "quitar_dividas"),
        ("T09", "renovacao"),
        ("T14", "suplentes"),
        ("T18", "recurso"),
        ("T19", "recurso"),
    ],
)
def test_a_term_ends_on_the_day_worked_by_hand(row: str, name: str) -> None:
    worked = WORKED[row]
    start = datetime.fromisoformat(worked["trigger_datetime"]).date()
    found = TEOFILO_OTONI.value(f"prazos.{name}", {"notice": start, "fact": start})
    counted = count(
        Rule(found["rule"]), found["length"], start, TEOFILO_OTONI.calendar(), ()
    ).last_day
    assert counted == date.fromisoformat(worked["expected_due"]), worked["reason"]


def test_an_appeal_has_ten_days() -> None:
    appeal = TEOFILO_OTONI.value("prazos.recurso", {"notice": TODAY})
    assert (appeal["length"], appeal["rule"]) == (10, "CORRIDOS_9784")
    assert "Lei 9.784/1999, art. 59" in str(appeal.default_because)


@pytest.mark.parametrize(
    ("name", "reais"),
    [
        ("preco_autorizacao", "23.00"),
        ("preco_cgoe", "40.00"),
        ("preco_credenciamento", "400.00"),
        ("preco_expediente", "4.50"),
        ("multa_sem_permissao", "400.00"),
    ],
)
def test_a_price_of_the_law_is_the_one_it_prints(name: str, reais: str) -> None:
    assert TEOFILO_OTONI.value(f"valores.{name}", {"fact": TODAY})["value"] == reais


@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("ufpto", "o ato que fixa o valor da UFPTO"),
        ("preco_vistoria", "o ato que fixa o preço da vistoria"),
        ("preco_cgo", "o ato do Município que fixa o valor do CGO"),
    ],
)
def test_a_value_that_no_act_gives_is_not_made_up(name: str, act: str) -> None:
    entry = TEOFILO_OTONI.value(f"valores.{name}", {"fact": TODAY})
    with pytest.raises(MissingValue, match=act):
        entry["value"]
