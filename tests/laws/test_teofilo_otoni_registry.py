"""What the law data of Teófilo Otoni says of who may hold a permit, with what, and how many."""

from datetime import date

import pytest

from webapp.laws import MissingValue, law

TEOFILO_OTONI = law("teofilo_otoni", [])
TODAY = date(2026, 3, 2)
DATES = dict.fromkeys(("fact", "request", "inspection"), TODAY)
REQUIREMENTS = TEOFILO_OTONI.keys("requisitos")


@pytest.mark.parametrize(
    ("key", "value", "article"),
    [
        ("requisitos.idade_minima", {"years": 21}, "20, II"),
        ("requisitos.habilitacao", {"years": 2, "categories": ("A",)}, "20, IV"),
        ("requisitos.sem_suspensao_para_dirigir", {"months": 12}, "20, V"),
        ("veiculo.idade_de_inclusao", {"years": 4}, "art. 27, p.ú."),
        ("veiculo.idade_do_substituto", {"years": 4}, "art. 30"),
        ("veiculo.idade_em_operacao", {"years": 10}, "art. 29, IV"),
        ("veiculo.cilindrada", {"cc": (125,)}, "29, II"),
        ("vagas.frota", {"each": 3, "per": 1000, "rounding": "piso"}, "art. 45 (segundo)"),
        ("vagas.por_titular", {"limit": 1}, "art. 8º"),
        ("vagas.por_empresa", {"limit": 10}, "art. 8º"),
        ("vagas.auxiliares", {"limit": 1}, "8º, p.ú."),
        ("validades.autorizacao", {"length": 4, "rule": "ANOS_CC132_ROLA"}, "art. 3º, § 1º"),
        ("validades.atestado_medico", {"present_within": 90, "over_age": 65}, "22, § 2º"),
        ("validades.vistoria_mecanica", {"length": 4}, "art. 34"),
        ("validades.vistoria_tecnica", {"length": 1}, "art. 5º, XXVI"),
        ("servico.preco_da_transferencia", {"value": "100", "unit": "UFPTO"}, "art. 3º, § 2º"),
        ("servico.passageiros", {"value": "1"}, "art. 5º, XIX"),
        ("valores.populacao", {"value": "137418"}, "art. 45 (segundo)"),
    ],
)
def test_a_value_is_that_of_the_law_with_its_article(
    key: str, value: dict[str, object], article: str
) -> None:
    entry = TEOFILO_OTONI.value(key, DATES)
    assert {name: entry[name] for name in value} == value
    assert article in entry.article


@pytest.mark.parametrize(
    ("role", "article", "items"),
    [
        ("auxiliar", "20", ("II", "IV", "V", "VI", "VII", "IX", "X", "XII", "XV")),
        ("empregado", "22", ("I", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")),
        ("substituto", "25", ("I", "II", "III", "IV", "V", "VI")),
    ],
)
def test_a_role_has_a_requirement_for_each_item_of_its_article(
    role: str, article: str, items: tuple[str, ...]
) -> None:
    """The auxiliary's are those that art. 20, § 3º, lists."""
    entries = [TEOFILO_OTONI.value(f"requisitos.{name}", DATES) for name in REQUIREMENTS]
    sources = [entry.article for entry in entries if role in entry["roles"]]
    for item in items:
        assert any(f"{article}, {item}" in source for source in sources), item


@pytest.mark.parametrize(
    ("key", "both"),
    [
        ("veiculo.idade_de_inclusao", ("terá que ter quatro anos", "quatro anos no máximo")),
        ("veiculo.idade_em_operacao", ("arts. 31 e 32", "depois deles, o veículo sai")),
        ("validades.vistoria_tecnica", ("a cada quatro anos", "Todo ano")),
        ("vagas.frota", ("fração de mil", "três para cada mil completos")),
        ("requisitos.frota_da_empresa", ("dois a nove veículos", "vai à Autoridade")),
        ("servico.suplentes", ("aos sucessores", "Primeiro a família")),
    ],
)
def test_where_the_law_contradicts_itself_both_readings_are_told(
    key: str, both: tuple[str, str]
) -> None:
    entry = TEOFILO_OTONI.value(key, DATES)
    told = f"{entry.gap} {entry.default_because}"
    assert all(words in told for words in both)


@pytest.mark.parametrize(
    ("key", "field"),
    [("servico.email_da_dtt", "value"), ("servico.pontos", "items"), ("servico.tarifa", "value")],
)
def test_what_an_act_must_still_fix_is_missing(key: str, field: str) -> None:
    with pytest.raises(MissingValue, match="Falta o"):
        TEOFILO_OTONI.value(key, DATES)[field]


def test_before_the_census_was_published_the_population_is_not_known() -> None:
    before = TEOFILO_OTONI.value("valores.populacao", {"fact": date(2023, 6, 27)})
    with pytest.raises(MissingValue, match="o ato do IBGE"):
        before["value"]
