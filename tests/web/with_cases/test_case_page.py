"""The page of a case, its pieces and the whole file, at each stage of a case of Marilândia."""

import io
import re
import shutil
from pathlib import Path

import pikepdf
import pytest
from flask import Flask
from sqlalchemy import event, insert, update

from tests.cases.kit import World
from tests.tree import ROOT
from tests.web import cases
from tests.web.conftest import Browser, add_clerk
from tests.web.visiting import visit, words
from webapp.domain import events
from webapp.store import people, tables
from webapp.store.case_file import LATEST
from webapp.store.database import transaction
from webapp.web.database import db
from webapp.web.timeline import tells


def path(world: World, rest: str = "") -> str:
    return f"/processos/{world.case_id}{rest}"


def page(app: Flask, world: World, login: str = "secretaria", rest: str = "") -> str:
    found = visit(app, world, login).get(path(world, rest))
    assert found.status_code == 200
    return found.text


# ---- what each stage says

STAGES = {
    "opened": (
        "Infração 0001/2025: Fulano da Silva",
        "Auto de infração 0001/2025 · fato em 01/12/2025",
        "CPF ***.982.247-**",
        "Titular da autorização Beltrana Souza",
        "Defesa: faltam 5 dias úteis corre termina seg 08/12/2025",
        "Lavrar auto em duas vias» concluída: Entregue ao autuado, que assinou (peça 1)",
        "Etapa atual: Aguardar defesa",
    ),
    "defended": (
        "Próximo passo: julgar auto e defesa",
        "Defesa cumprido em 05/12/2025 último dia: seg 08/12/2025",
        "00001/2025 Defesa no balcão",
        "tempestivo",
        "Papel recebido: Defesa (protocolo 00001/2025), apresentado por Fulano da Silva",
    ),
    "lapsed": (
        "Próximo passo: certificar decurso da defesa",
        "Defesa decorrido em 08/12/2025",
        "Prazo terminado em 08/12/2025: Defesa, de Fulano da Silva",
        "Relógio · com efeito desde 09/12/2025 00:00",
    ),
    "judged": (
        "Multa de R$ 759,00, art. 15, § 1º imposta, ainda não definitiva",
        "Etapa atual: Notificar penalidade",
        "assinada Dário Diretor",
    ),
    "notified": (
        "Pedido de reconsideração: faltam 5 dias úteis corre termina ter 16/12/2025",
        "Fulano da Silva: penalidade, em mãos ciência válida",
        "Etapa atual: Aguardar pedido de reconsideração",
    ),
    "final": (
        "Penalidades definitivas",
        "definitiva em 17/12/2025; a pagar até 02/03/2026",
        "Etapa atual: Cobrar multa, se houver",
    ),
    "paid": (
        "encerrado em 20/01/2026",
        "Processo encerrado Nenhuma etapa está aberta.",
        "paga em 20/01/2026",
        "Nenhuma etapa aberta neste processo.",
    ),
}


@pytest.mark.parametrize("stage", STAGES)
def test_the_page_says_where_the_case_is_and_what_runs(
    app: Flask, world: World, stage: str
) -> None:
    cases.STAGES[stage](world)
    said = words(page(app, world))
    assert [sentence for sentence in STAGES[stage] if sentence not in said] == []


def test_of_two_figures_that_call_one_process_the_right_one_is_current(
    app: Flask, world: World
) -> None:
    """An auto that was not delivered in the street is notified; the penalty is not, yet."""
    world.open(entrega="nao_entregue", data_entrega=None)
    said = page(app, world, "protocolo")
    assert "Etapa atual: Notificar autuado." in said
    assert "Notificar penalidade (etapa chamada)" in said


def test_a_cpf_is_never_shown_whole(app: Flask, world: World) -> None:
    cases.defended(world)
    said = page(app, world)
    assert "529.982.247-25" not in said
    assert "52998224725" not in said


def test_the_law_of_a_term_is_one_click_away_as_it_read_that_day(app: Flask, world: World) -> None:
    cases.opened(world)
    browser = visit(app, world, "secretaria")
    links = re.findall(r'href="(/lei/[^"]+)"', browser.get(path(world)).text)
    assert "/lei/marilandia?base=art.+23&amp;em=2025-12-01" in links
    for link in links:
        assert browser.get(link.replace("&amp;", "&")).status_code == 200


def test_the_article_of_an_item_of_its_sanction_and_of_the_penalty_are_one_click_away(
    app: Flask, world: World
) -> None:
    cases.judged(world)
    shown = page(app, world)
    facts = shown[shown.index('aria-label="Partes e objeto"') : shown.index('class="lado"')]
    links = re.findall(r">(art[^<]+)</a>", facts)
    assert links == ["art. 5º, II", "art. 15, § 1º", "art. 15, § 1º"]
    assert "Multa de R$ 759,00, art. 15, § 1º" in words(facts)


def test_the_gap_of_the_law_and_its_default_are_shown_with_the_term(
    app: Flask, world: World
) -> None:
    cases.opened(world)
    said = words(page(app, world))
    assert "lacuna da lei" in said
    assert "Adota-se: Exclui-se o dia do recebimento" in said


def test_another_reading_of_the_law_is_told_where_it_ends_on_another_day(
    app: Flask, world: World
) -> None:
    """An auto received on Saturday 29/11/2025 counts from Monday by the other reading."""
    world.open(data_fato="2025-11-29", data_entrega="2025-11-29")
    said = words(page(app, world))
    assert "termina sex 05/12/2025" in said
    assert "Outra leitura: até seg 08/12/2025." in said


def test_every_open_step_can_be_chosen(app: Flask, world: World) -> None:
    cases.paid(world)
    world.go("2026-01-21").paper("peticao", "2026-01-21")
    world.paper("peticao", "2026-01-21")
    tasks = [task.id for task in world.open_tasks()]
    said = page(app, world, "diretor", f"?tarefa={tasks[1]}")
    assert f'tarefa={tasks[1]}" aria-current="true"' in said
    assert f'tarefa={tasks[0]}" aria-current' not in said


def test_the_first_step_shown_is_one_that_the_visitor_may_do(app: Flask, world: World) -> None:
    cases.lapsed(world)
    world.paper("peticao", "2025-12-09")
    assert "Próximo passo: certificar decurso" in words(page(app, world, "secretaria"))
    assert "Próximo passo: apreciar petição" in words(page(app, world, "diretor"))


# ---- timeline


def test_every_kind_of_event_of_a_case_has_its_sentence() -> None:
    of_users = {"user_added", "membership_added", "password_changed"}
    of_the_calendar = {"calendar_day_entered", "calendar_day_decided", "clock_event_decided"}
    of_the_operator = {"database_restored", "hold_released"}
    of_the_law = {"value_entered", "value_decided"}
    of_the_registry = {
        *("permit_granted", "permit_ended", "permit_bound", "permit_unbound"),
        *("certificate_recorded", "inspection_recorded"),
        *("registered", "registry_imported", "registry_corrected"),
    }
    silent = {kind for kind in events.KINDS if not tells(kind)}
    elsewhere = of_users | of_the_calendar | of_the_operator | of_the_law | of_the_registry
    assert silent <= elsewhere


def add_rows(world: World, many: int) -> None:
    """So many more pieces, events and papers in the file."""
    with transaction(world.engine) as session:
        copies = {
            tables.piece: world.rows(tables.piece)[0],
            tables.event: world.events()[0],
            tables.filing: world.rows(tables.filing)[0],
        }
        for table, row in copies.items():
            own = {"id", "code"}
            for n in range(1000, 1000 + many):
                kept = {k: v for k, v in row._mapping.items() if k not in own}
                new = {"n": n, "seq": n, "number": f"{n}/2025"}
                session.execute(
                    insert(table).values(**kept | {k: new[k] for k in new if k in kept})
                )


class Statements:
    """Counts what the application asks the database."""

    def __init__(self, app: Flask) -> None:
        self.count = 0
        with app.app_context():
            event.listen(db.engine, "before_cursor_execute", self._see)

    def _see(self, *_: object) -> None:
        self.count += 1

    def of(self, browser: Browser, path: str) -> int:
        before = self.count
        assert browser.get(path).status_code == 200
        return self.count - before


def test_a_long_file_asks_no_more_of_the_database_than_a_short_one(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser, statements = visit(app, world, "secretaria"), Statements(app)
    statements.of(browser, path(world))
    short = statements.of(browser, path(world))
    add_rows(world, 30)
    assert statements.of(browser, path(world)) == short
    assert short <= 40


def test_the_timeline_stops_at_a_hundred_until_all_are_asked_for(app: Flask, world: World) -> None:
    cases.defended(world)
    kept = len(world.events())
    add_rows(world, LATEST)
    first, whole = page(app, world), page(app, world, rest="?andamento=todos")
    assert f"Ver todos os {LATEST + kept} registros" in first
    assert first.count("Processo 0001/2025 aberto<") == LATEST
    assert whole.count("Processo 0001/2025 aberto<") == LATEST + 1
    assert "Ver todos os" not in whole


# ---- pieces


def test_a_piece_opens_in_the_browser_and_can_run_nothing(app: Flask, world: World) -> None:
    cases.opened(world)
    piece = visit(app, world, "secretaria").get(path(world, "/pecas/1"))
    assert piece.mimetype == "application/pdf"
    assert piece.data.startswith(b"%PDF")
    assert (
        piece.headers["Content-Disposition"] == 'inline; filename="processo-0001-2025-peca-1.pdf"'
    )
    assert "sandbox" in piece.headers["Content-Security-Policy"]
    assert piece.headers["X-Content-Type-Options"] == "nosniff"
    assert piece.headers["Cache-Control"] == "private"


def test_a_piece_of_any_other_type_is_only_downloaded(app: Flask, world: World) -> None:
    cases.opened(world)
    with transaction(world.engine) as session:
        session.execute(update(tables.blob).values(media_type="text/html"))
    piece = visit(app, world, "secretaria").get(path(world, "/pecas/1"))
    assert piece.mimetype == "application/octet-stream"
    assert piece.headers["Content-Disposition"].startswith("attachment;")


def test_the_whole_file_is_one_pdf_with_a_bookmark_for_each_piece(app: Flask, world: World) -> None:
    cases.judged(world)
    reply = visit(app, world, "secretaria").get(path(world, "/autos.pdf"))
    assert reply.headers["Content-Disposition"] == 'inline; filename="autos-0001-2025.pdf"'
    with pikepdf.Pdf.open(io.BytesIO(reply.data)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
    assert titles == ["Capa e índice", *(p.title for p in world.rows(tables.piece))]


# ---- the wall between municipalities


@pytest.fixture
def neighbour(app: Flask, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """A clerk of the next town, whose law is a copy of Marilândia's."""
    shutil.copytree(ROOT / "webapp/laws/marilandia", tmp_path / "laws/vizinha")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    cases.opened(world)
    with transaction(world.engine) as session:
        town = people.municipality_id(session, slug="vizinha", name="Vizinha", uf="ES")
        add_clerk(session, town, "vizinho", "Vicente Vizinho")
    return visit(app, world, "vizinho")


@pytest.mark.parametrize("rest", ["", "/pecas/1", "/autos.pdf"])
def test_a_case_of_another_town_is_not_there(neighbour: Browser, world: World, rest: str) -> None:
    theirs, missing = neighbour.get(path(world, rest)), neighbour.get(f"/processos/999{rest}")
    assert (theirs.status_code, missing.status_code) == (404, 404)
    assert hidden(theirs.text) == hidden(missing.text)


def hidden(text: str) -> str:
    """A page without the token and the key that every page has of its own."""
    return re.sub(r'value="[^"]+"', "", text)


@pytest.mark.parametrize("rest", ["", "/pecas/1", "/autos.pdf"])
def test_nobody_is_sent_to_sign_in(app: Flask, world: World, rest: str) -> None:
    cases.opened(world)
    reply = Browser(app.test_client()).get(path(world, rest))
    assert reply.status_code == 303
    assert reply.headers["Location"].startswith("/entrar")
