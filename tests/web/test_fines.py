"""The fines over HTTP: who may look, words for days, the file for the Fazenda, refusals."""

import csv
import io
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine

from tests.store.town import AT, Town
from tests.web.conftest import Browser, People
from tests.web.visiting import readings, words
from webapp.store import people
from webapp.store.database import transaction

MONDAY, TUESDAY, FRIDAY = date(2025, 12, 1), date(2025, 12, 2), date(2025, 11, 28)
CPF = "52998224725"


class Desk:
    """Marilândia on Monday 2025-12-01; Bento of the collection is signed in."""

    def __init__(self, town: Town, browser: Browser, clerks: People) -> None:
        self.town, self.browser = town, browser
        self.appoint(clerks.bento, "arrecadacao")
        self.debtor = town.person("Fulano da Silva", CPF, address="Rua das Flores, 10")

    def appoint(self, user_id: int, role: str) -> None:
        people.add_membership(
            self.town.session,
            municipality_id=self.town.id,
            user_id=user_id,
            role=role,
            capacity="titular",
            from_day=date(2025, 1, 2),
        )
        self.town.session.commit()

    def sign_in(self, login: str) -> None:
        self.town.session.commit()
        self.browser.client.delete_cookie("autos")
        assert self.browser.sign_in(login).status_code == 303

    def fine(self, **values: Any) -> int:
        return self.town.fine(self.town.case("Fulano da Silva"), self.debtor, **values)

    def page(self, path: str = "/multas") -> str:
        self.town.session.commit()
        page = self.browser.get(path)
        assert page.status_code == 200, page.text
        return page.text

    def csv(self, path: str) -> list[dict[str, str]]:
        text = io.StringIO(self.page(path).removeprefix("\ufeff"))
        return list(csv.DictReader(text, delimiter=";"))


@pytest.fixture
def desk(
    clerks: People, database: Engine, standing_clock: datetime, browser: Browser
) -> Iterator[Desk]:
    with transaction(database) as session:
        desk = Desk(Town(session), browser, clerks)
        desk.sign_in("bento")
        yield desk


@pytest.mark.parametrize("role", ["arrecadacao", "secretaria", "autoridade"])
def test_who_collects_prepares_or_decides_has_the_page_in_the_menu(
    desk: Desk, clerks: People, role: str
) -> None:
    desk.appoint(clerks.ana, role)
    desk.sign_in("ana")
    assert 'href="/multas"' in desk.page("/tarefas")
    desk.page("/multas")


def test_who_has_another_role_has_no_such_page(desk: Desk) -> None:
    desk.sign_in("ana")
    assert 'href="/multas"' not in desk.page("/tarefas")
    assert desk.browser.get("/multas").status_code == 403


@pytest.mark.parametrize(
    ("values", "tab", "said"),
    [
        ({"due_on": TUESDAY}, "abertas", "1 dia útil ter 02/12/2025"),
        ({"due_on": MONDAY}, "abertas", "Vence hoje seg 01/12/2025"),
        ({}, "abertas", "Falta o último dia para pagar"),
        ({"due_on": FRIDAY}, "vencidas", "Venceu há 1 dia útil sex 28/11/2025"),
        (
            {"due_on": FRIDAY, "sent_on": MONDAY},
            "remetidas",
            "Remetida seg 01/12/2025 venceu em 28/11/2025",
        ),
        ({"paid_on": MONDAY}, "pagas", "Paga seg 01/12/2025"),
        (
            {"paid_on": MONDAY, "sent_on": FRIDAY},
            "pagas",
            "Paga seg 01/12/2025 já remetida, em 28/11/2025: avise a Fazenda",
        ),
    ],
)
def test_a_fine_says_how_it_stands_on_the_day(
    desk: Desk, values: dict[str, Any], tab: str, said: str
) -> None:
    desk.fine(**values)
    page = words(desk.page(f"/multas?lista={tab}"))
    assert f"{said} 0001/2025 art. 5º, II Fulano da Silva ***.982.247-**" in page
    assert "R$ 759,00 0,5 UPM" in page


def test_a_row_leads_to_its_case_and_the_key_f_to_the_registration_of_a_payment(
    desk: Desk,
) -> None:
    desk.fine(due_on=TUESDAY)
    page = desk.page()
    assert '<a href="/processos/1">0001/2025</a>' in page
    assert 'data-filing="/processos/1/papel?especie=pagamento"' in page


@pytest.mark.parametrize(
    ("final", "paid", "tab", "said"),
    [
        (75900, 50000, "pagas", "pago R$ 500,00 faltam R$ 259,00"),
        (75900, 75900, "pagas", "pago R$ 759,00"),
        (75900, 0, "pagas", "valor pago não informado"),
        (75900, 50000, "a_menor", "Faltam R$ 259,00 pago em sex 28/11/2025"),
        (30000, 75900, "a_restituir", "Restituir R$ 459,00 pago em sex 28/11/2025"),
        (None, 75900, "a_restituir", "Restituir R$ 759,00 pago em sex 28/11/2025"),
        (None, 0, "a_restituir", "Restituir (valor não informado) pago em sex 28/11/2025"),
    ],
)
def test_what_was_paid_is_shown_against_what_is_owed(
    desk: Desk, final: int | None, paid: int, tab: str, said: str
) -> None:
    case_id = desk.town.case("Fulano da Silva", ended_at=AT)
    if final is not None:
        desk.town.fine(case_id, desk.debtor, final, paid_on=FRIDAY)
    desk.town.payment(case_id, FRIDAY, paid)
    assert said in words(desk.page(f"/multas?lista={tab}"))


def test_tabs_keep_the_search_and_tell_how_many_there_are(desk: Desk) -> None:
    desk.fine(due_on=TUESDAY)
    desk.fine(due_on=FRIDAY)
    page = desk.page("/multas?lista=vencidas&q=fulano")
    assert "A pagar 1 Vencidas, a remeter 1 Na Fazenda 0" in words(page)
    assert 'href="/multas?lista=abertas&amp;q=fulano"' in page
    assert '<input type="hidden" name="lista" value="vencidas">' in page
    assert "Nenhuma multa vencida por remeter para «beltrana»" in words(
        desk.page("/multas?lista=vencidas&q=beltrana")
    )


@pytest.mark.parametrize("typed", ["0001/2025", "1/2025", "fulano silva", "529.982.247-25"])
def test_a_fine_is_found_as_people_look_for_it(desk: Desk, typed: str) -> None:
    case_id = desk.town.case()
    desk.town.join(desk.debtor, case_id=case_id)
    desk.town.fine(case_id, desk.debtor, due_on=TUESDAY)
    desk.town.fine(desk.town.case("Beltrana Souza"), desk.town.person("Beltrana Souza"))
    reply = desk.page(f"/multas?q={typed}")
    assert ("0001/2025</a>" in reply, "0002/2025</a>" in reply) == (True, False)


def test_a_long_list_has_pages(desk: Desk) -> None:
    for _ in range(60):
        desk.fine(due_on=TUESDAY)
    first, second = desk.page(), desk.page("/multas?pagina=2")
    assert "1 a 50 de 60" in words(first)
    assert 'rel="next" href="/multas?pagina=2"' in first
    assert "51 a 60 de 60" in words(second)
    assert "A lista terminou antes desta página" in desk.page("/multas?pagina=3")


def test_the_number_of_statements_does_not_grow_with_the_list(desk: Desk, app: Flask) -> None:
    desk.fine(due_on=TUESDAY)
    desk.town.session.commit()
    few = readings(app, desk.browser, "/multas")
    for _ in range(40):
        desk.fine(due_on=TUESDAY)
    desk.town.session.commit()
    assert readings(app, desk.browser, "/multas") == few <= 4


def test_the_file_for_the_fazenda_tells_who_collects_the_whole_cpf_and_the_address(
    desk: Desk,
) -> None:
    desk.fine(due_on=FRIDAY)
    (row,) = desk.csv("/multas?lista=vencidas&formato=csv")
    assert row == {
        "Processo": "0001/2025",
        "Infração": "art. 5º, II",
        "Dispositivo da multa": "art. 15, § 1º",
        "Devedor": "Fulano da Silva",
        "CPF": "529.982.247-25",
        "Endereço": "Rua das Flores, 10",
        "Placa": "",
        "Data do fato": "03/11/2025",
        "Definitiva em": "24/11/2025",
        "Valor da multa": "759,00",
        "Unidades da lei": "0,5 UPM",
        "Pagar até": "28/11/2025",
        "Paga em": "",
        "Pago no processo": "",
        "A restituir": "",
        "Remetida em": "",
    }


@pytest.mark.parametrize(
    ("role", "tab"), [("secretaria", "vencidas"), ("autoridade", "vencidas"), ("", "abertas")]
)
def test_nobody_else_and_no_other_file_has_the_whole_cpf_or_an_address(
    desk: Desk, clerks: People, role: str, tab: str
) -> None:
    """Without a role named it is Bento of the collection."""
    desk.fine(due_on=FRIDAY if tab == "vencidas" else TUESDAY)
    if role:
        desk.appoint(clerks.ana, role)
        desk.sign_in("ana")
    (row,) = desk.csv(f"/multas?lista={tab}&formato=csv")
    assert (row["CPF"], row["Endereço"]) == ("***.982.247-**", "")


def test_a_file_holds_the_rows_marked_or_every_page_of_the_search(desk: Desk) -> None:
    ids = [desk.fine(due_on=FRIDAY) for _ in range(60)]
    everything = "/multas?lista=vencidas&formato=csv"
    assert len(desk.csv(everything)) == 60
    marked = f"{everything}&marcadas=sim&multa={ids[2]}&multa={ids[0]}&multa=0"
    assert [row["Processo"] for row in desk.csv(marked)] == ["0001/2025", "0003/2025"]
    reply = desk.browser.get(everything)
    assert 'filename="multas-vencidas-2025-12-01.csv"' in reply.headers["Content-Disposition"]


def test_a_refund_is_told_in_the_file_with_the_case_s_own_sums(desk: Desk) -> None:
    case_id = desk.town.case("Fulano da Silva", ended_at=AT)
    desk.town.fine(case_id, desk.debtor, 30000, paid_on=FRIDAY)
    desk.town.payment(case_id, FRIDAY, 75900)
    (row,) = desk.csv("/multas?lista=a_restituir&formato=csv")
    told = {name: row[name] for name in ("Valor da multa", "Pago no processo", "A restituir")}
    assert told == {
        "Valor da multa": "300,00",
        "Pago no processo": "759,00",
        "A restituir": "459,00",
    }


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("lista=xpto", 400, "Não há a lista de multas «xpto»"),
        ("pagina=0", 400, "não existe"),
        ("formato=pdf", 400, "só existe como página e como «csv»"),
        ("marcadas=sim&formato=csv", 422, "Nenhuma linha foi marcada"),
        ("marcadas=sim&formato=csv" + "&multa=1" * 101, 400, "Marque no máximo 100"),
    ],
)
def test_what_no_page_offers_is_refused_in_plain_words(
    desk: Desk, query: str, status: int, said: str
) -> None:
    desk.town.session.commit()
    reply = desk.browser.get(f"/multas?{query}")
    assert reply.status_code == status
    assert said in reply.text


@pytest.mark.parametrize("name", ["=1+1", "@x", "-2"])
def test_a_name_that_a_spreadsheet_would_compute_stays_text(desk: Desk, name: str) -> None:
    desk.town.fine(desk.town.case(), desk.town.person(name), due_on=FRIDAY)
    (row,) = desk.csv("/multas?lista=vencidas&formato=csv")
    assert row["Devedor"] == f"'{name}"
