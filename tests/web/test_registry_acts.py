"""The registry is changed on screen: the law is asked first, and answers with its article."""

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime

import pytest
from sqlalchemy import Engine, insert, select
from werkzeug.test import TestResponse

from tests.store.test_permits import Registry
from tests.web.conftest import Browser, People
from tests.web.visiting import words
from webapp.store import people, tables
from webapp.store.database import transaction

TODAY, MAY, NOVEMBER = "2025-12-01", date(2025, 5, 30), date(2025, 11, 3)
HOLDER, DRIVER, OTHER = "529.982.247-25", "111.444.777-35", "390.533.447-05"
BORN = {"birth_on": date(1990, 5, 6), "city": "Marilândia"}
LICENSED = {
    "cnh_category": "A",
    "cnh_category_on": date(2015, 2, 3),
    "cnh_until": date(2030, 1, 2),
}


class Office:
    """Marilândia on Monday 2025-12-01. Permit 003 is held by Arlindo, with a vehicle of 2022 and
    no auxiliary; Delza and Ciro are drivers. Ana of the Secretaria is signed in."""

    def __init__(self, town: Registry, browser: Browser, clerks: People) -> None:
        self.town, self.browser = town, browser
        self.holder = town.person("Arlindo Casotti", "52998224725", **BORN, **LICENSED)
        self.driver = town.person("Delza Bergami", "11144477735", **BORN, **LICENSED)
        self.other = town.person("Ciro Falqueto", "39053344705", **BORN, **LICENSED)
        bike = {"year": 2022, "engine_cc": 160, "plate_city": "Marilândia"}
        self.vehicle = town.vehicle("RQB4C17", **bike)
        self.permit = town.permit("003")
        town.link(self.permit, "titular", person_id=self.holder)
        town.link(self.permit, "veiculo", vehicle_id=self.vehicle)
        people.add_membership(
            town.session,
            municipality_id=town.id,
            user_id=clerks.ana,
            role="secretaria",
            capacity="titular",
            from_day=date(2025, 1, 2),
        )
        self.path = f"/permissoes/{self.permit}"
        self._commit()
        assert browser.sign_in("ana").status_code == 303

    def _commit(self) -> None:
        self.town.session.commit()

    def send(self, path: str, **typed: str | list[str]) -> TestResponse:
        self._commit()
        hidden = self.browser.hidden(path)
        reply = self.browser.client.post(path, data={**hidden, **typed})
        self._commit()
        return reply

    def ticking(self, path: str, **typed: str) -> TestResponse:
        """Send a form, tick all that the registry does not know, and send it again."""
        asked = self.send(path, **typed)
        assert asked.status_code == 422, words(asked.text)
        keys = re.findall(r'name="conferido" type="checkbox" value="([^"]+)"', asked.text)
        assert keys, words(asked.text)
        return self.send(path, **typed, conferido=keys)

    def bound(self, role: str) -> list[tuple[int | None, date, date | None]]:
        link = tables.permit_link.c
        rows = self.town.session.execute(
            select(link.person_id, link.from_day, link.to_day)
            .where(link.permit_id == self.permit, link.role == role)
            .order_by(link.id)
        )
        return [(row.person_id, row.from_day, row.to_day) for row in rows]


@pytest.fixture
def office(
    clerks: People, database: Engine, standing_clock: datetime, browser: Browser
) -> Iterator[Office]:
    with transaction(database) as session:
        yield Office(Registry(session), browser, clerks)


AUXILIARY: Mapping[str, str] = {"auxiliar": DRIVER, "dia": TODAY, "ato": "Portaria 7/2025"}


def test_an_auxiliary_is_bound_after_what_the_registry_does_not_know_was_looked_up(
    office: Office,
) -> None:
    path = f"{office.path}/auxiliar"
    asked = office.send(path, **AUXILIARY)
    assert asked.status_code == 422
    assert "Ser profissional autônomo, pessoa física" in words(asked.text)
    assert 'value="Portaria 7/2025"' in asked.text, "nothing typed is lost"
    assert office.bound("auxiliar") == []
    done = office.ticking(path, **AUXILIARY)
    assert (done.status_code, done.location) == (303, office.path)
    assert office.bound("auxiliar") == [(office.driver, date(2025, 12, 1), None)]
    assert "Auxiliar cadastrado desde 01/12/2025." in words(office.browser.get(office.path).text)


def test_a_second_auxiliary_is_refused_with_the_article_and_what_is_allowed(office: Office) -> None:
    office.town.link(office.permit, "auxiliar", person_id=office.driver, from_day=NOVEMBER)
    refused = office.send(f"{office.path}/auxiliar", **{**AUXILIARY, "auxiliar": OTHER})
    assert refused.status_code == 422
    said = words(refused.text)
    assert "Um auxiliar para cada mototáxi (art. 8º): já há 1." in said
    assert "Desligue antes o auxiliar atual; a troca se admite a partir de" in said


def test_an_auxiliary_is_not_changed_before_six_months(office: Office) -> None:
    left = date(2025, 11, 28)
    office.town.link(
        office.permit, "auxiliar", person_id=office.driver, from_day=NOVEMBER, to_day=left
    )
    refused = office.send(f"{office.path}/auxiliar", **{**AUXILIARY, "auxiliar": OTHER})
    assert refused.status_code == 422
    assert "(art. 8º, p.ú.): Cadastro do auxiliar em 03/11/2025" in words(refused.text)


@pytest.mark.parametrize(
    ("made", "city", "said"),
    [
        (2021, "Marilândia", "(art. 6º, § 2º)"),
        (2024, "Colatina", "(art. 6º, VI)"),
    ],
)
def test_a_vehicle_that_is_too_old_or_of_another_city_does_not_come_in(
    office: Office, made: int, city: str, said: str
) -> None:
    office.town.vehicle("MQX4E21", year=made, engine_cc=160, plate_city=city)
    typed = {"veiculo": "MQX-4E21", "dia": TODAY, "excecao": "nao", "ato": "Portaria 8/2025"}
    refused = office.send(f"{office.path}/veiculo", **typed)
    assert refused.status_code == 422
    assert said in words(refused.text)
    assert 'value="MQX-4E21"' in refused.text


def test_a_vehicle_is_replaced_and_the_old_one_leaves_on_the_eve(office: Office) -> None:
    office.town.vehicle("MQX4E21", year=2025, engine_cc=160, plate_city="Marilândia")
    typed = {"veiculo": "MQX4E21", "dia": TODAY, "excecao": "nao", "ato": "Portaria 8/2025"}
    assert office.ticking(f"{office.path}/veiculo", **typed).status_code == 303
    assert [to_day for _, _, to_day in office.bound("veiculo")] == [date(2025, 11, 30), None]


def test_a_permit_beyond_the_cap_is_refused_with_its_computation(office: Office) -> None:
    population = {
        "municipality_id": office.town.id,
        "key": "valores.populacao",
        "value": "1000",
        "from_day": date(2022, 1, 1),
        "act": "Certidão do IBGE",
        "state": "in_force",
        "entered_by": office.town.people[0],
        "entered_at": datetime(2025, 1, 2).astimezone(),
        "approved_by": office.town.people[1],
        "approved_at": datetime(2025, 1, 2).astimezone(),
    }
    office.town.session.execute(insert(tables.entered_value).values(**population))
    typed = {
        "numero": "004",
        "titular": OTHER,
        "veiculo": "",
        "dia": TODAY,
        "ato": "Termo 4/2025",
    }
    refused = office.send("/permissoes/outorgar", **typed)
    assert refused.status_code == 422
    said = words(refused.text)
    assert "Uma motocicleta para cada mil habitantes ou fração (art. 2º, § 1º)" in said
    assert "1.000 habitantes × 1 ÷ 1.000 = 1" in said


def test_only_what_the_law_knows_is_asked_of_a_new_permit(office: Office) -> None:
    """Marilândia has mototaxis alone, and no vacancy is kept for anybody."""
    page = office.browser.get("/permissoes/outorgar").text
    assert 'name="titular"' in page
    assert 'name="especie"' not in page
    assert 'name="cota"' not in page


def test_a_permit_is_granted_and_its_page_opens(office: Office) -> None:
    typed = {
        "numero": "004",
        "titular": OTHER,
        "veiculo": "",
        "dia": TODAY,
        "ato": "Termo 4/2025",
    }
    done = office.ticking("/permissoes/outorgar", **typed)
    assert done.status_code == 303
    assert "Autorização 004: Ciro Falqueto" in words(office.browser.get(done.location).text)


def test_an_expired_certificate_is_refused_with_its_article(office: Office) -> None:
    typed = {
        "especie": "certidao_criminal",
        "numero": "",
        "emissao": "2024-11-03",
        "apresentacao": TODAY,
        "validade": "",
    }
    refused = office.send(f"/pessoas/{office.driver}/documento", **typed)
    assert refused.status_code == 422
    assert "(art. 7º, V): venceu em" in words(refused.text)
    assert (
        office.send(
            f"/pessoas/{office.driver}/documento", **{**typed, "emissao": "2025-11-03"}
        ).location
        == f"/pessoas/{office.driver}"
    )


def test_an_inspection_is_recorded_for_six_months(office: Office) -> None:
    typed = {"dia": TODAY, "resultado": "aprovado", "vistoriador": "Oficina Central"}
    assert office.send(f"/veiculos/{office.vehicle}/vistoria", **typed).status_code == 303
    page = words(office.browser.get(f"/veiculos/{office.vehicle}").text)
    assert "Aprovado na vistoria de 01/12/2025, válida até 01/06/2026." in page


def test_whom_the_registry_does_not_have_is_entered_first(office: Office) -> None:
    unknown = office.send(f"{office.path}/auxiliar", **{**AUXILIARY, "auxiliar": "012.345.678-90"})
    assert "O cadastro não tem ninguém com o número 012.345.678-90." in words(unknown.text)
    typed = {"natureza": "fisica", "nome": "Nilda Prado", "cpf": "012.345.678-90"}
    empty = ("nascimento", "cnh", "categoria", "categoria_desde", "cnh_validade")
    rest = dict.fromkeys((*empty, "endereco", "cidade", "telefone", "cnpj"), "")
    done = office.send("/pessoas/nova", **typed, **rest)
    assert done.status_code == 303, words(done.text)
    again = office.send("/pessoas/nova", **typed, **rest)
    assert "Este CPF já é de outra pessoa do cadastro." in words(again.text)
    fixed = {**typed, **rest, "nome": "Nilda Prado Reis", "motivo": "RG: o sobrenome faltava."}
    assert office.send(f"{done.location}/corrigir", **fixed).status_code == 303
    assert "Nilda Prado Reis" in office.browser.get(done.location).text


def test_letters_that_grow_when_they_are_made_plain_and_numbers_beyond_measure_are_no_fault(
    office: Office,
) -> None:
    """«ﬁ» is two letters in plain form."""
    rest = dict.fromkeys(("modelo", "cor", "cilindrada", "cidade", "renavam", "ano"), "")
    vehicle = {**rest, "placa": "ABC1D23", "cilindrada": "99999999999999999999"}
    assert office.send("/veiculos/novo", **vehicle).status_code == 422
    blank = dict.fromkeys(("nascimento", "cnh", "categoria", "categoria_desde", "cnh_validade"), "")
    blank |= dict.fromkeys(("endereco", "cidade", "telefone", "cnpj"), "")
    person = {**blank, "natureza": "fisica", "nome": "ﬁ" * 200, "cpf": "012.345.678-90"}
    entered = office.send("/pessoas/nova", **person)
    assert entered.status_code == 303, words(entered.text)
    stand = {"nome": "ﬁ" * 120, "especie": "fixo", "vagas": "", "dia": TODAY, "ato": "Decreto 1"}
    assert office.send("/pontos/novo", **stand).status_code == 303


def test_an_auxiliary_is_released_and_a_permit_ends_for_a_reason(office: Office) -> None:
    office.town.link(office.permit, "auxiliar", person_id=office.driver, from_day=MAY)
    typed = {"dia": "2025-11-30", "motivo": "troca", "ato": "Requerimento 9/2025"}
    assert office.send(f"{office.path}/desligar-auxiliar", **typed).status_code == 303
    assert office.bound("auxiliar") == [(office.driver, MAY, date(2025, 11, 30))]
    ended = {"dia": "2025-11-30", "motivo": "renuncia", "ato": "Requerimento 10/2025"}
    assert office.send(f"{office.path}/encerrar", **ended).status_code == 303
    assert "encerrada por renúncia" in words(office.browser.get(office.path).text)


def test_who_does_not_keep_the_registry_changes_nothing_and_is_offered_nothing(
    office: Office, browser: Browser
) -> None:
    assert "Cadastrar auxiliar" in words(browser.get(office.path).text)
    browser.client.delete_cookie("autos")
    browser.sign_in("bento")
    assert "Cadastrar auxiliar" not in words(browser.get(office.path).text)
    assert browser.get(f"{office.path}/auxiliar").status_code == 403


def test_a_permit_a_person_and_a_vehicle_of_another_municipality_are_not_there(
    office: Office,
) -> None:
    far = Registry(office.town.session, "vizinha")
    permit, person, vehicle = far.permit("9"), far.person("Fulano"), far.vehicle("ABC1D23")
    office.town.session.commit()
    for path in (
        f"/permissoes/{permit}/auxiliar",
        f"/permissoes/{permit}/documento",
        f"/pessoas/{person}/corrigir",
        f"/veiculos/{vehicle}/vistoria",
    ):
        assert office.browser.get(path).status_code == 404, path
