"""A registry kept elsewhere comes in whole, or not at all, and each bad line is told."""

from collections.abc import Iterable, Mapping
from datetime import date
from time import monotonic

import pytest
from sqlalchemy import Engine, func, select
from validate_docbr import CPF

from tests.registry.office import Town
from tests.tree import ROOT
from webapp.domain.swaps import SUBSTITUICAO_VEICULO
from webapp.registry import importing
from webapp.registry.importing import Plan, Problem
from webapp.store import tables
from webapp.store.database import transaction
from webapp.store.search import Name

SAMPLE = ROOT / "webapp" / "cli" / "sample" / "cadastro"
DAY = date(2025, 12, 1)
PEOPLE = "cpf_ou_cnpj,nome\n52998224725,Ana\n"
PERMITS = "numero,especie,desde,ato\n7,taxi,2024-01-02,Termo 7\n"
LINKS = "numero,papel,vinculado,desde,ato\n"


@pytest.fixture
def town(database: Engine) -> Town:
    return Town(database, "santa_teresa", DAY)


def bring(town: Town, files: Mapping[str, bytes]) -> Plan:
    """Plan an import, and make it where nothing keeps it from being made."""
    with transaction(town.engine) as session:
        asked = town.ask(session)
        plan = importing.plan(session, asked, files)
        if not plan.problems:
            importing.enter(session, plan, asked, now=town.now, actor="operador")
    return plan


def texts(**files: str) -> dict[str, bytes]:
    return {f"{name}.csv": text.encode() for name, text in files.items()}


def told(problems: Iterable[Problem]) -> list[tuple[str, int, str, str]]:
    return [(one.file, one.line, one.column, one.why) for one in problems]


def sample() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(SAMPLE.glob("*.csv"))}


def test_the_sample_files_come_in_and_the_registry_answers_from_them(town: Town) -> None:
    plan = bring(town, sample())
    assert plan.problems == ()
    assert sum(plan.counts.values()) == 27
    with transaction(town.engine) as session:
        ids = {r.number: r.id for r in session.execute(select(tables.permit))}
        asked = town.ask(session)
        permit = asked.permit(ids["101"])
        roles = ("titular", "auxiliar", "veiculo", "ponto")
        names = [one.name if (one := permit.bound(role)) else None for role in roles]
        assert names == ["Antônio Ribeiro", "Beatriz Lopes", "MQX4E21", "Praça Augusto Ruschi"]
        before = town.ask(session, date(2025, 5, 19)).permit(ids["101"]).bound("veiculo")
        assert before is not None
        assert before.name == "RQM2B77"
        assert asked.may_swap(ids["101"], SUBSTITUICAO_VEICULO).allowed
        assert (asked.fleet().occupied, asked.fleet().village) == (1, 1)
        labels = [one.label for one, _ in town.ask(session, date(2026, 5, 1)).expiring(45)]
        assert "Documento de Identificação do Veículo (DIV): MQX4E21" in labels
        found = session.execute(Name(("SERRANA",)).people(town.id)).all()
        assert len(found) == 1
    assert town.events(f"registry:{town.id}") == ["registry_imported"]


def test_the_holder_who_gave_a_permit_back_waits_also_when_it_was_imported(town: Town) -> None:
    bring(town, sample())
    with transaction(town.engine) as session:
        cpf = tables.person.c.cpf == "11144477735"
        who = session.execute(select(tables.person.c.id).where(cpf)).scalar_one()
    found = town.findings(who)["apos_cancelamento"]
    assert (found.state, found.allowed) == ("nao_atende", "A partir de 01/10/2027.")


def test_every_bad_line_is_told_with_its_column_and_nothing_comes_in(town: Town) -> None:
    people = (
        "cpf_ou_cnpj;nome;nascimento;cnh_categoria\n"
        "529.982.247-25;Ana;31/02/1990;Z\n"
        "111.111.111-11;Bia;;\n"
        "390.533.447-05;;;\n"
        "12ABC34501DE35;Empresa;;\n"
    )
    plan = bring(town, texts(pessoas=people, permissoes=PERMITS))
    assert told(plan.problems) == [
        ("pessoas.csv", 2, "cnh_categoria", "A categoria é como A, B ou AB."),
        ("pessoas.csv", 2, "nascimento", "Não é uma data. Escreva AAAA-MM-DD ou DD/MM/AAAA."),
        (
            "pessoas.csv",
            3,
            "cpf_ou_cnpj",
            "Este CPF não existe: os dígitos não conferem. Confira no documento.",
        ),
        ("pessoas.csv", 4, "nome", "Falta este valor."),
    ]
    assert counted(town, tables.person) == counted(town, tables.permit) == 0


def counted(town: Town, table: object) -> int:
    with transaction(town.engine) as session:
        return session.execute(select(func.count()).select_from(table)).scalar_one()  # type: ignore[arg-type]


LINE_2 = "na linha 2 de vinculos.csv"


@pytest.mark.parametrize(
    ("lines", "line", "column", "why"),
    [
        ("8,titular,52998224725,2024-01-02,A", 2, "numero", "Não há 8 nos arquivos"),
        ("7,titular,39053344705,2024-01-02,A", 2, "vinculado", "Não há 39053344705"),
        ("7,titular,123,2024-01-02,A", 2, "vinculado", "O CPF tem 11 números e o CNPJ, 14"),
        ("7,veiculo,PPT1234,2024-01-02,A", 2, "vinculado", "Não há PPT1234"),
        ("7,dono,52998224725,2024-01-02,A", 2, "papel", "Escreva um destes: titular"),
        ("7,titular,52998224725,2024-01-01,A", 2, "desde", "É antes de 02/01/2024"),
        (
            "7,titular,52998224725,2024-01-02,A\n7,titular,11144477735,2024-05-02,A",
            3, "desde", f"Já há titular nesse tempo, {LINE_2}.",
        ),
        (
            "7,auxiliar,52998224725,2024-01-02,A\n7,auxiliar,11144477735,2024-05-02,A",
            3, "desde", f"Já há auxiliar nesse tempo (art. 23, caput), {LINE_2}.",
        ),
        (
            "7,veiculo,MQX4E21,2024-01-02,A\n9,veiculo,MQX4421,2024-05-02,A",
            3, "desde", f"Já há outra que este veículo serve nesse tempo, {LINE_2}.",
        ),
    ],
)  # fmt: skip
def test_a_link_names_what_is_there_and_stands_alone(
    town: Town, lines: str, line: int, column: str, why: str
) -> None:
    files = texts(
        pessoas=PEOPLE + "11144477735,Bia\n",
        permissoes=PERMITS + "9,taxi,2024-01-02,Termo 9\n",
        veiculos="placa,marca_modelo\nMQX4E21,Spin\n",
        vinculos=LINKS + lines,
    )
    (problem,) = bring(town, files).problems
    assert (problem.file, problem.line, problem.column) == ("vinculos.csv", line, column)
    assert problem.why.startswith(why)


@pytest.mark.parametrize(
    ("files", "where", "why"),
    [
        (texts(x="cpf,nome\n1,Ana\n"), ("x.csv", 1, ""), "faltam cpf_ou_cnpj; não se conhecem cpf"),
        (texts(x=PEOPLE + "52998224725,Eva\n"), ("x.csv", 3, "cpf_ou_cnpj"), "Já está na linha 2"),
        (
            texts(x="numero,especie,desde,ate,ato\n7,taxi,2024-01-02,2023-01-02,T\n"),
            ("x.csv", 2, "ate"),
            "É antes de «desde».",
        ),
        (
            texts(p=PEOPLE, x="de,pertence_a,documento,emissao\npessoa,52998224725,div,2025-01-02"),
            ("x.csv", 2, "documento"),
            "A lei não o tem. De pessoa: cadastro",
        ),
        (
            texts(p=PEOPLE, x="de,pertence_a,documento,emissao\npessoa,52998224725,cnh,2025-12-02"),
            ("x.csv", 2, "emissao"),
            "02/12/2025 ainda não chegou.",
        ),
    ],
)
def test_files_are_known_by_their_columns_and_agree_with_the_law_and_the_day(
    town: Town, files: Mapping[str, bytes], where: tuple[str, int, str], why: str
) -> None:
    (problem,) = bring(town, files).problems
    assert (problem.file, problem.line, problem.column) == where
    assert why in problem.why


def test_who_is_there_already_stays_as_he_is_and_a_permit_comes_once(town: Town) -> None:
    bring(town, texts(pessoas=PEOPLE, permissoes=PERMITS))
    again = texts(pessoas=PEOPLE.replace("Ana", "Outra"), vinculos=LINKS)
    assert bring(town, again).problems == ()
    with transaction(town.engine) as session:
        assert session.execute(select(tables.person.c.name)).scalars().all() == ["Ana"]
    (problem,) = bring(town, texts(permissoes=PERMITS)).problems
    assert problem.why == "O número 7 já está no cadastro."


def test_another_municipality_s_people_are_not_there(town: Town, database: Engine) -> None:
    bring(Town(database, "marilandia", DAY), texts(pessoas=PEOPLE))
    files = texts(permissoes=PERMITS, vinculos=LINKS + "7,titular,52998224725,2024-01-02,A")
    (problem,) = bring(town, files).problems
    assert problem.why == "Não há 52998224725 nos arquivos nem no cadastro."


def test_a_file_as_excel_of_windows_writes_it_is_read(town: Town) -> None:
    file = "cpf_ou_cnpj;nome\r\n529.982.247-25;João Conceição\r\n".encode("cp1252")
    assert bring(town, {"p.csv": file}).problems == ()
    with transaction(town.engine) as session:
        assert session.execute(select(tables.person.c.name)).scalar_one() == "João Conceição"


def many(rows: int) -> dict[str, bytes]:
    """So many rows: a fifth people, a fifth vehicles, a fifth permits, the rest links."""
    n, cpf = rows // 5, CPF()
    cpfs: dict[str, None] = {}
    while len(cpfs) < n:
        cpfs[cpf.generate()] = None
    plates = [
        f"{''.join(chr(65 + i // p % 26) for p in (676, 26, 1))}1A{10 + i // 17_576}"
        for i in range(n)
    ]
    since = "2024-01-02,Termo"
    links = [f"{i},titular,{who},{since}" for i, who in enumerate(cpfs)]
    links += [f"{i},veiculo,{plate},{since}" for i, plate in enumerate(plates)]
    return texts(
        pessoas="cpf_ou_cnpj,nome\n" + "".join(f"{who},Pessoa {who}\n" for who in cpfs),
        veiculos="placa,marca_modelo\n" + "".join(f"{plate},Spin\n" for plate in plates),
        permissoes="numero,especie,desde,ato\n" + "".join(f"{i},taxi,{since}\n" for i in range(n)),
        vinculos=LINKS + "\n".join(links),
    )


def test_ten_thousand_rows_come_in_under_a_minute(town: Town) -> None:
    files = many(10_000)
    began = monotonic()
    assert bring(town, files).problems == ()
    assert monotonic() - began < 60
    assert counted(town, tables.permit_link) == 4_000
