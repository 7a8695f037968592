"""The inbox over HTTP: lists, words for days, filters in the address, CSV."""

import csv
import io
from collections.abc import Iterator
from datetime import date, datetime

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from tests.store.town import Town
from tests.web.conftest import Browser, People
from tests.web.visiting import words
from webapp.store.database import transaction
from webapp.web import spreadsheet
from webapp.web.database import db

TUESDAY = date(2025, 12, 2)


@pytest.fixture
def town(
    clerks: People, database: Engine, standing_clock: datetime, browser: Browser
) -> Iterator[Town]:
    """Marilândia on Monday 2025-12-01, with Ana of the protocolo signed in."""
    browser.sign_in()
    with transaction(database) as session:
        yield Town(session)


class Desk:
    """What the browser shows once what the town wrote is committed."""

    def __init__(self, town: Town, browser: Browser) -> None:
        self.town, self.browser = town, browser

    def task(self, **values: object) -> int:
        return self.town.task(self.town.case("Fulano da Silva"), role="protocolo", **values)

    def page(self, path: str = "/tarefas") -> str:
        self.town.session.commit()
        page = self.browser.get(path)
        assert page.status_code == 200, page.text
        return page.text

    def csv(self, path: str) -> list[list[str]]:
        return list(csv.reader(io.StringIO(self.page(path).removeprefix("\ufeff")), delimiter=";"))


@pytest.fixture
def desk(town: Town, browser: Browser) -> Desk:
    return Desk(town, browser)


def test_nobody_sees_tasks_without_signing_in(browser: Browser) -> None:
    assert browser.get("/tarefas").headers["Location"] == "/entrar?proximo=/tarefas"


def test_the_first_page_is_the_inbox(desk: Desk) -> None:
    assert desk.browser.get("/").headers["Location"] == "/tarefas"


@pytest.mark.parametrize(
    ("due", "said"),
    [
        (date(2025, 12, 3), "2 dias úteis qua 03/12/2025"),
        (date(2025, 12, 1), "Vence hoje seg 01/12/2025"),
        (date(2025, 11, 28), "Venceu há 1 dia útil sex 28/11/2025"),
        # Christmas is no office day.
        (date(2025, 12, 26), "18 dias úteis sex 26/12/2025"),
    ],
)
def test_a_line_says_in_office_days_how_far_the_end_is(desk: Desk, due: date, said: str) -> None:
    desk.task(due_day=due, due_kind="prazo")
    assert said in words(desk.page())


def test_a_goal_of_the_office_is_called_a_goal(desk: Desk) -> None:
    desk.task(due_day=date(2025, 12, 3), due_kind="meta")
    assert "2 dias úteis qua 03/12/2025 meta" in words(desk.page())


@pytest.mark.parametrize(
    ("due", "said", "overdue"),
    [
        (date(2025, 12, 9), "Certificar a partir de ter 09/12/2025", 0),
        (date(2025, 12, 1), "Certificar hoje seg 01/12/2025", 0),
        (date(2025, 11, 28), "Certificar desde sex 28/11/2025", 1),
    ],
)
def test_a_certificate_is_not_overdue_before_its_day(
    desk: Desk, due: date, said: str, overdue: int
) -> None:
    desk.task(due_day=due, due_kind="certidao")
    page = words(desk.page())
    assert said in page
    assert f"Vencidas {overdue}" in page


def test_a_wait_says_for_whom_and_until_when(desk: Desk) -> None:
    case_id = desk.town.case()
    first, second = desk.town.party(case_id, "Fulano"), desk.town.party(case_id, "Beltrana")
    wait = desk.town.task(
        case_id, kind="wait", role="protocolo", name="Aguardar defesa", key="defesa"
    )
    desk.town.term(case_id, wait, party_id=first, last_day=date(2025, 12, 9))
    desk.town.term(case_id, wait, party_id=second, state="waiting_start")
    page = words(desk.page("/tarefas?lista=esperando"))
    assert "Fulano até ter 09/12/2025" in page
    assert "Beltrana falta a data da ciência" in page
    assert "registrar papel" in page


def test_a_wait_without_first_day_says_what_is_missing(desk: Desk) -> None:
    desk.task(kind="wait", key="defesa", due_kind="falta")
    assert "Falta a data da ciência" in words(desk.page("/tarefas?lista=esperando"))


def test_a_case_on_hold_says_when_it_is_looked_at_again(desk: Desk) -> None:
    desk.town.task(desk.town.case(held_until=date(2026, 1, 5)), role="protocolo")
    assert "Sobrestado; rever em seg 05/01/2026" in words(desk.page("/tarefas?lista=sobrestadas"))


def test_a_line_names_case_party_basis_and_who_has_it(desk: Desk, clerks: People) -> None:
    case_id = desk.town.case("Fulano da Silva", "Beltrana Souza")
    task = desk.town.task(case_id, role="protocolo", basis="art. 24", assignee_id=clerks.bento)
    page = desk.page()
    line = "Julgar auto e defesa 0001/2025 · art. 5º, II Fulano da Silva e mais 1 art. 24"
    assert f"{line} Bento Reis assumir…" in words(page)
    assert f'href="/processos/{case_id}?tarefa={task}"' in page
    assert f'data-filing="/processos/{case_id}/papel"' in page
    assert 'href="/lei/marilandia?base=art.+24"' in page


def test_a_task_of_another_role_is_shown_and_not_offered(desk: Desk) -> None:
    desk.town.task(desk.town.case(), role="autoridade")
    page = desk.page("/tarefas?quem=todas")
    assert "Julgar auto e defesa" in page
    assert 'name="_tarefa"' not in page
    assert "data-claim" not in page


def test_tabs_and_filters_stay_in_the_address(desk: Desk) -> None:
    desk.task(element="aguardar_ar")
    page = desk.page("/tarefas?quem=todas&lista=semana&processo=infracao&etapa=julgar_auto")
    kept = "processo=infracao&amp;etapa=julgar_auto"
    assert f'href="/tarefas?quem=todas&amp;lista=vencidas&amp;{kept}"' in page
    assert f'href="/tarefas?lista=semana&amp;{kept}"' in page
    assert 'value="infracao" selected' in page
    assert '<input type="hidden" name="lista" value="semana">' in page


def test_the_filters_offer_the_law_and_its_diagrams_not_the_open_cases(desk: Desk) -> None:
    page = desk.page()
    assert "Infração de mototáxi" in page
    for step in ("Julgar auto e defesa", "Aguardar retorno do AR", "Apreciar petição"):
        assert f">{step}</option>" in page
    assert ">Arrecadação</option>" in page
    assert "Comissão de recursos" not in page


@pytest.mark.parametrize(
    "query",
    [
        "quem=deles",
        "lista=xpto",
        "processo=recurso",
        "etapa=x",
        "papel=rei",
        "pagina=0",
        "pagina=201",
        "pagina=²",
        "formato=pdf",
    ],
)
def test_a_value_that_no_page_offers_is_refused_in_plain_words(desk: Desk, query: str) -> None:
    desk.town.session.commit()
    page = desk.browser.get(f"/tarefas?{query}")
    assert page.status_code == 400
    assert "Volte à lista" in page.text


def test_an_empty_value_filters_nothing(desk: Desk) -> None:
    desk.task()
    assert "Fulano da Silva" in desk.page("/tarefas?processo=&etapa=&papel=&quem=&desconhecido=1")


def test_a_filter_by_process_step_and_role(desk: Desk) -> None:
    desk.task(name="Esta")
    desk.task(name="Outra etapa", element="certificar_defesa")
    page = desk.page("/tarefas?processo=infracao&etapa=julgar_auto&papel=protocolo")
    assert ">Esta</a>" in page
    assert ">Outra etapa</a>" not in page


def test_a_long_list_has_pages(desk: Desk) -> None:
    for n in range(60):
        desk.task(name=f"Tarefa {n:02}")
    first, second = desk.page(), desk.page("/tarefas?pagina=2")
    assert ("Tarefa 49" in first, "Tarefa 50" in first) == (True, False)
    assert "1 a 50 de 60" in words(first)
    assert 'rel="next" href="/tarefas?pagina=2"' in first
    assert "51 a 60 de 60" in words(second)
    assert 'rel="prev" href="/tarefas"' in second
    assert "A lista terminou antes desta página" in desk.page("/tarefas?pagina=3")


def test_an_empty_list_names_the_next_task_and_acts(desk: Desk) -> None:
    desk.task(due_day=date(2025, 12, 9), due_kind="prazo")
    page = words(desk.page("/tarefas?lista=hoje"))
    assert "Nada vence hoje" in page
    assert "O próximo prazo é ter 09/12/2025 (6 dias úteis)" in page
    assert "Ver a tarefa a fazer" in page
    assert "Assumir a tarefa sem responsável" in page


def test_a_day_closed_by_decree_is_no_working_day_of_the_list(desk: Desk) -> None:
    """Monday 2025-12-01 to Friday 2025-12-05; the Wednesday was closed and approved."""
    desk.task(due_day=date(2025, 12, 5), due_kind="prazo")
    assert "4 dias úteis" in words(desk.page())
    desk.town.close(date(2025, 12, 3))
    assert "3 dias úteis" in words(desk.page())


def test_the_number_of_statements_does_not_grow_with_the_list(desk: Desk, app: Flask) -> None:
    def statements(path: str) -> int:
        desk.town.session.commit()
        seen: list[str] = []
        with app.app_context():
            engine = db.engine

        def note(_c: object, _u: object, sql: str, *_: object) -> None:
            seen.append(sql)

        event.listen(engine, "before_cursor_execute", note)
        desk.browser.get(path)
        event.remove(engine, "before_cursor_execute", note)
        return sum(sql.lstrip().startswith("SELECT") for sql in seen)

    desk.task(kind="wait", key="defesa", due_kind="falta")
    desk.task()
    few = statements("/tarefas"), statements("/tarefas?lista=esperando")
    for _ in range(40):
        desk.task(kind="wait", key="defesa", due_kind="falta")
        desk.task()
    many = statements("/tarefas"), statements("/tarefas?lista=esperando")
    assert few == many
    assert max(many) <= 6


def test_a_list_as_csv_holds_every_page_with_the_same_filter(desk: Desk) -> None:
    for n in range(60):
        desk.task(name=f"Tarefa {n:02}", due_day=TUESDAY, due_kind="meta", basis="art. 24")
    desk.task(name="Outra etapa", element="certificar_defesa")
    desk.town.session.commit()
    reply = desk.browser.get("/tarefas?etapa=julgar_auto&formato=csv")
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="tarefas-2025-12-01.csv"' in reply.headers["Content-Disposition"]
    assert reply.data.startswith("\ufeffSituação;Prazo;Tipo de prazo;Tarefa;Processo".encode())
    header, *rows = desk.csv("/tarefas?etapa=julgar_auto&formato=csv")
    assert len(rows) == 60
    assert dict(zip(header, rows[0], strict=True)) == {
        "Situação": "1 dia útil",
        "Prazo": "02/12/2025",
        "Tipo de prazo": "meta",
        "Tarefa": "Tarefa 00",
        "Processo": "0001/2025",
        "Assunto": "art. 5º, II",
        "Interessado": "Fulano da Silva",
        "Outros interessados": "0",
        "Base legal": "art. 24",
        "Função": "Protocolo",
        "Responsável": "",
    }


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_a_name_that_a_spreadsheet_would_compute_stays_text(desk: Desk, sign: str) -> None:
    desk.town.task(desk.town.case(f'{sign}HYPERLINK("x")'), role="protocolo")
    _, row = desk.csv("/tarefas?formato=csv")
    assert row[6] == f'\'{sign}HYPERLINK("x")'


def test_a_csv_that_was_cut_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheet, "LIMIT", 2)
    for _ in range(3):
        desk.task()
    rows = desk.csv("/tarefas?formato=csv")
    assert len(rows) == 4
    assert rows[-1] == ["Lista cortada em 2 linhas. Use os filtros para ver o resto."]
