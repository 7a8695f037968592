"""What expires, the fleet against its cap and the stands over HTTP, on Monday 2025-12-01."""

from collections.abc import Iterator
from datetime import date, datetime

import pytest
from flask import Flask
from sqlalchemy import Engine, insert, update

from tests.store.test_permits import Registry
from tests.web.conftest import Browser, People, add_clerk
from tests.web.test_permits import Desk
from tests.web.visiting import readings, words
from webapp.store import tables
from webapp.store.database import transaction

OCTOBER, CHRISTMAS, MARCH = date(2025, 10, 31), date(2025, 12, 25), date(2026, 3, 10)


@pytest.fixture
def desk(
    clerks: People, database: Engine, standing_clock: datetime, browser: Browser
) -> Iterator[Desk]:
    """Marilândia: 003 of Arlindo, whose licence is good until 25/12/2025, whose vehicle of 2020
    must leave by 31/12/2025, whose criminal record was good until 31/10/2025, and which was
    inspected until 10/03/2026."""
    with transaction(database) as session:
        desk = Desk(Registry(session), browser, clerks)
        known = {"municipality_id": desk.town.id, "number": ""}
        session.execute(
            insert(tables.certificate).values(
                **known,
                person_id=desk.holder,
                kind="certidao_criminal",
                issued_on=date(2024, 10, 31),
                presented_on=date(2024, 10, 31),
                expires_on=OCTOBER,
            )
        )
        session.execute(
            insert(tables.inspection).values(
                municipality_id=desk.town.id,
                vehicle_id=desk.vehicle,
                kind="vistoria",
                on_day=date(2025, 9, 10),
                result="aprovado",
                inspector="Oficina",
                valid_until=MARCH,
            )
        )
        desk.sign_in()
        yield desk


def neighbours(desk: Desk) -> Registry:
    """Santa Teresa has a permit with a stand, all of it about to expire."""
    other = Registry(desk.town.session, "santa_teresa")
    permit = other.held("900", "Vizinha de Fora", cnh_until=CHRISTMAS)
    other.link(permit, "ponto", stand_id=other.stand("Ponto de Fora"))
    return other


def caio_looks(desk: Desk, town: Registry) -> None:
    """From now on Caio, of the protocol of another town, looks instead of Ana."""
    desk.town = town
    add_clerk(town.session, town.id, "caio", "Caio Reis")
    town.session.commit()
    desk.browser.client.delete_cookie("autos")
    assert desk.browser.sign_in("caio").status_code == 303


# ---- what expires


def test_what_is_over_comes_first_each_with_article_effect_and_permit(desk: Desk) -> None:
    page = desk.says("/vencimentos")
    assert "1 já venceu, 2 vencem em 30 dias, das autorizações em vigor" in page
    over = (
        "Certidão negativa criminal do Foro da Comarca de Marilândia: Arlindo Casotti "
        "art. 7º, V sex 31/10/2025 venceu há 31 dias 003 Falta um requisito"
    )
    assert over in page
    assert "RQB4C17 art. 6º, § 1º qua 31/12/2025 em 30 dias 003" in page
    order = [page.index(word) for word in ("criminal do Foro", "qui 25/12/2025", "qua 31/12/2025")]
    assert order == sorted(order)
    assert 'href="/permissoes/1"' in desk.page("/vencimentos")


def test_one_says_in_how_many_days(desk: Desk) -> None:
    assert "1 já venceu, nada mais vence" in desk.says("/vencimentos?especie=certidao_criminal")
    assert "10/03/2026" not in desk.says("/vencimentos?dias=90")
    assert "ter 10/03/2026 em 99 dias" in desk.says("/vencimentos?dias=180")


@pytest.mark.parametrize(
    ("kind", "left"),
    [
        ("cnh", "Carteira Nacional de Habilitação: Arlindo Casotti"),
        ("vistoria", "Vistoria: RQB4C17"),
        ("idade", "Idade do veículo RQB4C17"),
        ("certidao_criminal", "Certidão negativa criminal do Foro da Comarca de Marilândia: Arlin"),
    ],
)
def test_one_kind_is_left_and_stays_in_the_file(desk: Desk, kind: str, left: str) -> None:
    (row,) = desk.csv(f"/vencimentos?dias=180&especie={kind}&formato=csv")
    assert row["O que"].startswith(left)
    page = desk.page(f"/vencimentos?dias=180&especie={kind}")
    assert f'/vencimentos?dias=180&amp;especie={kind}&amp;formato=csv"' in page
    assert page.count('role="rowheader"') == 1


def test_the_end_of_a_permit_is_listed_by_the_article_that_sets_it(desk: Desk) -> None:
    desk.town.held("017", "Fulano", to_day=CHRISTMAS)
    (row,) = desk.csv("/vencimentos?especie=autorizacao&formato=csv")
    assert (row["O que"], row["Vence em"], row["Artigo"]) == (
        "Autorização: 017",
        "25/12/2025",
        "art. 3º",
    )


def test_the_file_counts_days_without_a_sign(desk: Desk) -> None:
    over, licence, age = desk.csv("/vencimentos?formato=csv")
    assert (over["Situação"], over["Dias"], over["Vence em"]) == ("vencido", "31", "31/10/2025")
    assert (licence["Situação"], licence["Dias"], licence["Número"]) == ("a vencer", "24", "003")
    assert (age["Artigo"], age["Efeito"]) == ("art. 6º, § 1º", "Ter no máximo 5 anos de fabricação")


def test_the_next_page_keeps_days_and_kind_and_the_file_has_all(desk: Desk) -> None:
    for n in range(60):
        desk.town.held(f"1{n:02}", f"Fulano {n}", cnh_until=CHRISTMAS)
    page = desk.page("/vencimentos?dias=60&especie=cnh")
    assert 'rel="next" href="/vencimentos?dias=60&amp;especie=cnh&amp;pagina=2"' in page
    assert "1 a 50 de 61" in words(page)
    assert "51 a 61 de 61" in desk.says("/vencimentos?dias=60&especie=cnh&pagina=2")
    assert "A lista acaba antes desta página" in desk.says("/vencimentos?pagina=9")
    assert len(desk.csv("/vencimentos?especie=cnh&formato=csv")) == 61


def test_where_nothing_expires_the_page_says_so(desk: Desk) -> None:
    page = desk.says("/vencimentos?especie=vistoria")
    assert "nada venceu, nada mais vence em 30 dias" in page
    assert "Nada disto vence em 30 dias" in page
    desk.town.session.execute(update(tables.permit).values(to_day=date(2025, 11, 30)))
    assert "Nada do que está no cadastro vence em 30 dias" in desk.says("/vencimentos")


# ---- the fleet


def test_without_the_population_one_reads_what_to_enter_and_where(desk: Desk) -> None:
    page = desk.says("/frota")
    assert "Falta a certidão do IBGE com a população de Marilândia." in page
    assert "O limite se calcula da população (art. 2º, § 1º), que não se conhece" in page
    assert "Quem lança, em «Valores da lei», é Secretaria, Autoridade ou Administrador" in page
    assert 'href="/valores"' not in desk.page("/frota"), "no way for who may not enter it"
    desk.sign_in("secretaria")
    assert 'href="/valores"' in desk.page("/frota")
    assert "Em vigor: 1." in desk.says("/frota")


def test_the_fleet_is_counted_by_kind_and_quota_as_of_a_day(desk: Desk) -> None:
    desk.town.permit("020", kind="mototaxi", quota="pcd")
    desk.town.permit("021", kind="mototaxi", from_day=date(2025, 11, 3))
    assert "Mototáxi 1 1 2 Táxi 1 0 1" in desk.says("/frota")
    before = desk.says("/frota?em=2025-11-02")
    assert "Como estava em 02/11/2025" in before
    assert "Mototáxi 0 1 1 Táxi 1 0 1" in before
    assert "Nenhuma autorização em vigor" in desk.says("/frota?em=2024-02-29")


@pytest.fixture
def fleet(desk: Desk) -> Desk:
    """Caio looks at the fleet of Santa Teresa, whose cap is 22.808 ÷ 500 = 45."""
    caio_looks(desk, Registry(desk.town.session, "santa_teresa"))
    return desk


def grant(desk: Desk, n: int, **values: str) -> None:
    for one in range(n):
        desk.town.permit(f"{values.get('quota', 'geral')} {one}", **values)


def test_the_cap_shows_its_sum_its_population_its_article_and_its_silence(fleet: Desk) -> None:
    page = fleet.says("/frota")
    assert "0 de 45 autorizações 45 vagas livres" in page
    assert "Um táxi para cada 500 habitantes (art. 18, § 2º)." in page
    assert "22.808 habitantes × 1 ÷ 500 = 45 (a fração se despreza)." in page
    assert "Censo 2022 do IBGE, primeiros resultados, divulgados em 28/06/2023 (art. 18" in page
    assert "sem dizer se é o do censo ou o da estimativa anual. Adota-se: O do último" in page
    assert "De uma outorga das 45 vagas livres, 5 seriam reservadas (10%)." in page


def test_above_the_cap_is_said_in_words_and_never_below_zero(fleet: Desk) -> None:
    grant(fleet, 47)
    page = fleet.says("/frota")
    assert "47 de 45 autorizações 2 acima do limite" in page
    assert "Em vigor: 47; livres: 0. São 2 acima do limite." in page
    assert "Para outorgar mais uma: depois de terminarem 3 das que estão em vigor." in page
    assert "Não há vaga livre de que reservar." in page
    assert "As autorizações que já existiam na publicação da lei ficam" in page


def test_permits_of_villages_stand_outside_the_cap(fleet: Desk) -> None:
    grant(fleet, 45)
    grant(fleet, 3, quota="distrito")
    page = fleet.says("/frota")
    assert "45 de 45 autorizações nenhuma vaga livre" in page
    assert "depois de terminar uma das que estão em vigor" in page
    assert "Contam no limite 45; fora dele ficam 3 de distrito (art. 18, § 6º)." in page


def test_with_few_vacancies_the_authority_decides_on_the_reserve(fleet: Desk) -> None:
    grant(fleet, 40)
    assert "São 5 vagas livres, menos de 10: a Autoridade decide" in fleet.says("/frota")


def test_before_a_census_was_read_the_cap_is_not_invented(fleet: Desk) -> None:
    page = fleet.says("/frota?em=2023-06-27")
    assert "Falta o ato do IBGE com a população de Santa Teresa." in page
    assert "O limite se calcula da população (art. 18, § 3º)" in page
    assert "vagas livres" not in page


# ---- stands


def test_a_stand_tells_its_kind_its_places_and_who_has_them(desk: Desk) -> None:
    assert "Praça da Matriz Fixo 1 de 2 1 livre 003 Arlindo Casotti Ato 2" in desk.says("/pontos")
    desk.town.link(desk.town.held("017", "Fulano"), "ponto", stand_id=desk.stand)
    assert "2 de 2 cheio 003 Arlindo Casotti; 017 Fulano" in desk.says("/pontos")
    desk.town.link(desk.town.held("018", "Beltrano"), "ponto", stand_id=desk.stand)
    assert "3 de 2 1 acima 003" in desk.says("/pontos")
    assert "1 ponto: nenhuma vaga livre; 1 cheio" in desk.says("/pontos")


def test_what_the_law_leaves_to_a_decree_is_told_with_the_decree(desk: Desk) -> None:
    desk.town.session.execute(update(tables.stand).values(capacity=None))
    page = desk.says("/pontos")
    assert "1 ponto: nenhuma vaga livre; 1 sem número de vagas fixado" in page
    assert (
        "A lei manda haver um número máximo de mototaxistas em cada ponto e não diz qual. Falta o "
        "decreto que fixa o número máximo de mototaxistas de cada ponto (art. 4º)"
    ) in page
    assert "1 sem número fixado 003" in page


def test_stands_are_filtered_by_their_room_as_of_a_day_and_in_the_file(desk: Desk) -> None:
    desk.town.stand("Rodoviária")
    desk.town.link(desk.town.held("017", "Fulano"), "ponto", stand_id=desk.stand)
    assert "Rodoviária" not in desk.says("/pontos?situacao=cheio")
    (row,) = desk.csv("/pontos?situacao=livre&formato=csv")
    assert (row["Ponto"], row["Vagas"], row["Ocupadas"], row["Situação"]) == (
        "Rodoviária",
        "2",
        "0",
        "2 livres",
    )
    full = desk.csv("/pontos?situacao=cheio&formato=csv")
    assert [row["Quem está"] for row in full] == ["003 Arlindo Casotti; 017 Fulano"]
    assert "Nenhum ponto sem número de vagas fixado" in desk.says("/pontos?situacao=sem_numero")
    assert "O cadastro não tem pontos neste dia" in desk.says("/pontos?em=2024-02-29")


# ---- all of them


@pytest.mark.parametrize("path", ["/vencimentos?dias=365", "/frota", "/pontos"])
def test_another_municipality_is_invisible(desk: Desk, path: str) -> None:
    before = desk.says(path)
    other = neighbours(desk)
    other.permit("901", kind="mototaxi")
    assert desk.says(path) == before


def test_what_is_invisible_is_there_for_its_own(desk: Desk) -> None:
    caio_looks(desk, neighbours(desk))
    assert "Vizinha de Fora" in desk.says("/vencimentos")
    assert "1 de 45 autorizações" in desk.says("/frota")
    assert "900 Vizinha de Fora" in desk.says("/pontos")


@pytest.mark.parametrize(
    ("path", "most"), [("/vencimentos?dias=365", 8), ("/frota", 9), ("/pontos", 9)]
)
def test_few_statements_are_asked_however_much_there_is(
    desk: Desk, app: Flask, path: str, most: int
) -> None:
    desk.town.session.commit()
    few = readings(app, desk.browser, path)
    for n in range(60):
        permit = desk.town.held(f"2{n:02}", f"Fulano {n}", cnh_until=CHRISTMAS)
        desk.town.link(permit, "ponto", stand_id=desk.town.stand(f"Ponto {n}"))
    desk.town.session.commit()
    assert readings(app, desk.browser, path) == few <= most


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/vencimentos?dias=31", "Escolha um dos prazos da página"),
        ("/vencimentos?especie=xpto", "não conhece «xpto» entre o que vence"),
        ("/vencimentos?formato=pdf", "só existe como página e como «csv»"),
        ("/vencimentos?pagina=0", "não existe"),
        ("/frota?em=ontem", "«ontem» não é uma data"),
        ("/frota?em=2025-12-02", "até hoje, 01/12/2025"),
        ("/pontos?em=ontem", "«ontem» não é uma data"),
        ("/pontos?situacao=xpto", "não se filtram por «xpto»"),
        ("/pontos?formato=pdf", "só existe como página e como «csv»"),
    ],
)
def test_what_no_page_offers_is_refused_in_plain_words(desk: Desk, path: str, said: str) -> None:
    reply = desk.browser.get(path)
    assert reply.status_code == 400
    assert said in reply.text
