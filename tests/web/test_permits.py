"""The registry's pages over HTTP: who may look, what is hidden, lists, past days, refusals."""

import csv
import io
from collections.abc import Iterator
from datetime import date, datetime

import pytest
from flask import Flask
from sqlalchemy import Engine

from tests.store.test_permits import LAST_YEAR, Registry
from tests.web.conftest import Browser, People
from tests.web.visiting import readings, words
from webapp.laws import law
from webapp.store import people, tables
from webapp.store.database import transaction
from webapp.web import permit_words
from webapp.web.permits import understood

NOVEMBER, CHRISTMAS = date(2025, 11, 3), date(2025, 12, 25)
CPF = "52998224725"


class Desk:
    """Marilândia on Monday 2025-12-01; Ana of the protocol is signed in. 003 is held by Arlindo,
    whose auxiliary Delza was bound on 03/11/2025; its vehicle is of 2020."""

    def __init__(self, town: Registry, browser: Browser, clerks: People) -> None:
        self.town, self.browser, self.clerks = town, browser, clerks
        own = {"address": "Rua das Flores, 10", "phone": "27999990000", "cnh_until": CHRISTMAS}
        self.holder = town.person("Arlindo Casotti", CPF, birth_on=date(1980, 5, 6), **own)
        self.auxiliary = town.person("Delza Bergami", "11144477735")
        self.vehicle = town.vehicle("RQB4C17", model="Honda CG 160", year=2020, engine_cc=160)
        self.stand = town.stand("Praça da Matriz")
        self.permit = town.permit("003")
        town.link(self.permit, "titular", person_id=self.holder)
        town.link(self.permit, "veiculo", vehicle_id=self.vehicle)
        town.link(self.permit, "auxiliar", person_id=self.auxiliary, from_day=NOVEMBER)
        town.link(self.permit, "ponto", stand_id=self.stand)

    def sign_in(self, role: str = "") -> None:
        """Ana has also that role from now on."""
        if role:
            people.add_membership(
                self.town.session,
                municipality_id=self.town.id,
                user_id=self.clerks.ana,
                role=role,
                capacity="titular",
                from_day=date(2025, 1, 2),
            )
        self.town.session.commit()
        self.browser.client.delete_cookie("autos")
        assert self.browser.sign_in("ana").status_code == 303

    def page(self, path: str) -> str:
        self.town.session.commit()
        page = self.browser.get(path)
        assert page.status_code == 200, page.text
        return page.text

    def says(self, path: str) -> str:
        return words(self.page(path))

    def csv(self, path: str) -> list[dict[str, str]]:
        text = io.StringIO(self.page(path).removeprefix("\ufeff"))
        return list(csv.DictReader(text, delimiter=";"))


@pytest.fixture
def desk(
    clerks: People, database: Engine, standing_clock: datetime, browser: Browser
) -> Iterator[Desk]:
    with transaction(database) as session:
        desk = Desk(Registry(session), browser, clerks)
        desk.sign_in()
        yield desk


@pytest.mark.parametrize(
    ("municipality", "many"),
    [
        ("marilandia", "Autorizações"),
        ("santa_teresa", "Autorizações"),
        ("teofilo_otoni", "Permissões"),
    ],
)
def test_pages_call_permits_what_the_law_calls_them(municipality: str, many: str) -> None:
    assert permit_words.word(law(municipality)).titles == many


PATHS = ("/permissoes", "/permissoes/1", "/pessoas/1", "/veiculos/1", "/vencimentos", "/frota")


@pytest.mark.parametrize("path", [*PATHS, "/pontos"])
def test_whoever_works_in_cases_reads_and_nobody_else(desk: Desk, path: str) -> None:
    assert 'href="/permissoes"' in desk.page(path)
    desk.town.session.execute(tables.membership.update().values(role="operador"))
    desk.sign_in()
    assert desk.browser.get(path).status_code == 403
    assert 'href="/permissoes"' not in desk.browser.get("/conta").text


def test_the_list_shows_who_and_what_is_linked_today(desk: Desk) -> None:
    page = desk.says("/permissoes")
    assert "003 Táxi Arlindo Casotti ***.982.247-** RQB4C17 Honda CG 160 Delza Bergami" in page
    assert "Praça da Matriz em vigor" in page


@pytest.mark.parametrize("typed", ["3", "003", "rqb-4c17", "rqb4217"])
def test_the_one_permit_of_a_number_or_a_plate_is_gone_to(desk: Desk, typed: str) -> None:
    assert desk.browser.get(f"/permissoes?q={typed}").location == "/permissoes/1"


@pytest.mark.parametrize("typed", ["casotti", "bergami+del", "529.982.247-25", "praça+matriz"])
def test_a_person_or_a_stand_lists_the_permits(desk: Desk, typed: str) -> None:
    desk.town.held("017", "Outra Pessoa")
    page = desk.page(f"/permissoes?q={typed}")
    assert ("/permissoes/1" in page, "/permissoes/2" in page) == (True, False)


def test_a_search_that_finds_nothing_says_what_can_be_typed(desk: Desk) -> None:
    assert "Nada encontrado para «ninguém»" in desk.says("/permissoes?q=ninguém")
    assert understood("") == ()


def test_filters_and_order_stay_in_the_address_of_the_next_page(desk: Desk) -> None:
    for n in range(60):
        desk.town.held(f"1{n:02}", f"Fulano {n}")
    page = desk.page("/permissoes?situacao=em_vigor&ordem=titular&q=fulano")
    asked = "q=fulano&amp;situacao=em_vigor&amp;ordem=titular"
    assert f'rel="next" href="/permissoes?{asked}&amp;pagina=2"' in page
    assert "1 a 50 de 60" in words(page)


def test_the_file_has_every_page_and_hides_what_the_page_hides(desk: Desk) -> None:
    row = desk.csv("/permissoes?formato=csv")[0]
    assert (row["Número"], row["CPF ou CNPJ"], row["Placa"]) == ("003", "***.982.247-**", "RQB4C17")
    assert (row["Situação"], row["Ponto"], row["Desde"]) == (
        "em vigor",
        "Praça da Matriz",
        "01/03/2024",
    )
    desk.sign_in("secretaria")
    assert desk.csv("/permissoes?formato=csv")[0]["CPF ou CNPJ"] == "529.982.247-25"


def test_only_who_keeps_the_registry_sees_number_address_and_telephone(desk: Desk) -> None:
    hidden = desk.says("/pessoas/1")
    assert "***.982.247-**" in hidden
    for private in ("529.982.247-25", "Rua das Flores", "99999-0000"):
        assert private not in hidden
    desk.sign_in("secretaria")
    shown = desk.says("/pessoas/1")
    for private in ("529.982.247-25", "Rua das Flores", "(27) 99999-0000"):
        assert private in shown


def test_the_page_of_a_permit_tells_how_it_stood_on_a_day(desk: Desk) -> None:
    assert "Auxiliar Delza Bergami" in desk.says("/permissoes/1")
    before = desk.says("/permissoes/1?em=2025-11-02")
    assert "Como estava em 02/11/2025" in before
    assert "Delza" not in before


def test_the_page_of_a_permit_tells_what_the_law_says_of_each(desk: Desk) -> None:
    page = desk.says("/permissoes/1")
    assert "Ter no máximo 5 anos de fabricação" in page
    assert "Pode ficar até 31/12/2025." in page
    assert "CNH" in page
    assert "Carteira Nacional de Habilitação: Arlindo Casotti" in page
    assert "qui 25/12/2025 em 24 dias" in page


def test_a_swap_tells_from_which_day_it_is_allowed_and_by_which_article(desk: Desk) -> None:
    """Delza was bound on 03/11/2025: six months, to 03/05/2026."""
    page = desk.says("/permissoes/1")
    assert "Trocar o auxiliar: só a partir de 04/05/2026" in page
    assert "Cadastro do auxiliar em 03/11/2025" in page
    assert "art. 8º, p.ú." in page
    assert "Substituir o veículo: já se admite A lei não marca espera." in page


def test_the_history_tells_who_came_and_who_left(desk: Desk) -> None:
    old = desk.town.vehicle("ABC1D23")
    row = {"from_day": date(2023, 1, 2), "to_day": LAST_YEAR, "end_reason": "troca"}
    desk.town.link(desk.permit, "veiculo", vehicle_id=old, **row)
    page = desk.says("/permissoes/1")
    assert "Auxiliar: entra Delza Bergami 03/11/2025 · Ato 1" in page
    assert "Veículo: sai ABC1D23 31/12/2024 · troca" in page
    assert "Veículo: entra RQB4C17 01/03/2024 · Ato 1 Outorga 01/03/2024 · Ato 1" in page


def test_what_is_final_against_holder_and_auxiliary_is_shown_with_its_case(desk: Desk) -> None:
    case_id = desk.town.case("Arlindo Casotti")
    desk.town.join(desk.holder, case_id=case_id)
    desk.town.fine(case_id, desk.holder, due_on=CHRISTMAS)
    page = desk.says("/permissoes/1")
    assert "0001/2025: multa, art. 15, § 1º, Arlindo Casotti pagar até 25/12/2025" in page
    assert "0001/2025, art. 5º, II" in page
    assert "Multa definitiva" not in desk.says("/permissoes/1?em=2025-11-20")


def test_a_process_that_one_may_not_start_says_why(desk: Desk) -> None:
    page = desk.page("/permissoes/1")
    assert "Cabe à Fiscalização." in page
    assert "/autos/novo" not in page
    desk.sign_in("fiscalizacao")
    link = '<a href="/autos/novo?placa=RQB4C17"><b>Infração de mototáxi</b></a>'
    assert link in desk.page("/permissoes/1")
    drawn_up = desk.page("/autos/novo?placa=RQB4C17")
    assert 'value="RQB4C17"' in drawn_up
    assert 'value="Arlindo Casotti"' in drawn_up


@pytest.mark.parametrize("path", [*PATHS, "/pontos"])
def test_the_number_of_statements_does_not_grow_with_the_registry(
    desk: Desk, app: Flask, path: str
) -> None:
    desk.town.session.commit()
    few = readings(app, desk.browser, path)
    for n in range(20):
        permit = desk.town.held(f"2{n:02}", f"Fulano {n}", cnh_until=CHRISTMAS)
        desk.town.link(permit, "ponto", stand_id=desk.stand)
        desk.town.link(desk.permit, "auxiliar", person_id=desk.auxiliary, to_day=LAST_YEAR)
    desk.town.session.commit()
    assert readings(app, desk.browser, path) == few <= 32


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/permissoes?situacao=xpto", "não se filtra nem se ordena por «xpto»"),
        ("/permissoes?ordem=xpto", "não se filtra nem se ordena por «xpto»"),
        ("/permissoes?formato=pdf", "só existe como página e como «csv»"),
        ("/permissoes?pagina=0", "não existe"),
        ("/permissoes/1?em=ontem", "«ontem» não é uma data"),
        ("/permissoes/1?em=2025-12-02", "até hoje, 01/12/2025"),
    ],
)
def test_what_no_page_offers_is_refused_in_plain_words(desk: Desk, path: str, said: str) -> None:
    reply = desk.browser.get(path)
    assert reply.status_code == 400
    assert said in reply.text
