"""What anybody may check with the code of a document, and what nobody is told."""

import pytest
from flask import Flask
from sqlalchemy import update

from tests.cases.kit import World
from tests.web import cases
from tests.web.conftest import Browser
from tests.web.visiting import words
from webapp.domain.numbering import show_code
from webapp.store import tables
from webapp.store.database import transaction
from webapp.web.public import TRIES


@pytest.fixture
def anybody(app: Flask) -> Browser:
    """Somebody who never signed in."""
    return Browser(app.test_client())


def at_stage(world: World, stage: str) -> str:
    """Bring the case to a stage, stop the clock there, and read the code of its auto."""
    cases.STAGES[stage](world)
    cases.stand_still(world)
    return code_of(world, "auto_infracao")


def code_of(world: World, kind: str) -> str:
    return str(world.rows(tables.piece, tables.piece.c.kind == kind)[0].code)


ANSWERS = {
    "opened": "Prazo de defesa até segunda-feira, 8 de dezembro de 2025",
    "defended": "Processo em andamento: julgar auto e defesa",
    "lapsed": "Processo em andamento: certificar decurso da defesa",
    "judged": "Processo em andamento: escolher meio da notificação",
    "notified": "Prazo de pedido de reconsideração até terça-feira, 16 de dezembro de 2025",
    "final": "Prazo de pagamento da multa até segunda-feira, 2 de março de 2026",
    "paid": "Processo encerrado em 20/01/2026",
}


@pytest.mark.parametrize("stage", ANSWERS)
def test_the_answer_is_the_title_and_tells_nothing_of_the_parties(
    anybody: Browser, world: World, stage: str
) -> None:
    found = anybody.get(f"/v/{at_stage(world, stage)}")
    assert found.status_code == 200
    assert f"<h1>{ANSWERS[stage]}</h1>" in found.text
    assert [secret for secret in cases.SECRETS if secret.lower() in found.text.lower()] == []


@pytest.mark.parametrize("kind", ["decisao_auto", "notificacao_penalidade", "recibo"])
def test_no_document_of_the_case_tells_more(anybody: Browser, world: World, kind: str) -> None:
    at_stage(world, "notified")
    found = anybody.get(f"/v/{code_of(world, kind)}")
    assert found.status_code == 200
    assert [secret for secret in cases.SECRETS if secret.lower() in found.text.lower()] == []


def test_the_document_is_named_with_its_day_office_and_hash(anybody: Browser, world: World) -> None:
    at_stage(world, "judged")
    auto = world.rows(tables.piece, tables.piece.c.kind == "decisao_auto")[0]
    page = anybody.get(f"/v/{auto.code}").text
    said = words(page)
    assert "Decisão nº 0001/2025, sobre o Auto de infração nº 0001/2025" in said
    assert "Emitido em seg 08/12/2025 por Prefeitura Municipal de Marilândia" in said
    assert "Assinado por Autoridade em seg 08/12/2025" in said
    assert auto.content_sha256 in page
    assert "Dário" not in page


def test_the_term_has_its_article_one_click_away(anybody: Browser, world: World) -> None:
    page = anybody.get(f"/v/{at_stage(world, 'opened')}").text
    assert "Prazo de defesa até seg 08/12/2025 (art. 23)" in words(page)
    assert "/lei/marilandia?base=art.+23" in page
    assert "Prazo de defesa: 5 dias úteis" in words(page)


def test_a_term_that_is_over_is_not_announced_while_the_clock_has_not_taken_effect(
    anybody: Browser, world: World
) -> None:
    code = at_stage(world, "opened")
    world.go("2025-12-09", 0)
    cases.stand_still(world)
    said = words(anybody.get(f"/v/{code}").text)
    assert "08/12/2025" not in said
    assert "Nenhum prazo corre agora." in said


def with_code(world: World, code: str) -> None:
    with transaction(world.engine) as session:
        session.execute(update(tables.piece).values(code=code))


@pytest.mark.parametrize("typed", ["0A1B2-C3D4E", "oaib2c3d4e", " 0alb2 c3d4e ", "OAIB2-C3D4E"])
def test_a_code_is_found_however_it_is_typed(anybody: Browser, world: World, typed: str) -> None:
    at_stage(world, "opened")
    with_code(world, "0A1B2C3D4E")
    assert anybody.get(f"/v/{typed}").status_code == 200
    asked = anybody.client.get("/consulta", query_string={"codigo": typed})
    assert "Auto de infração nº 0001/2025" in asked.text


MISSES = ["", "0000000000", "x", "0A1B2C3D4E0", "../conta", "' or 1=1 --", "%00", "é" * 300]


def test_every_code_that_stands_for_nothing_gets_one_and_the_same_answer(
    anybody: Browser, world: World
) -> None:
    at_stage(world, "opened")
    found = [anybody.client.get("/consulta", query_string={"codigo": miss}) for miss in MISSES]
    assert {reply.status_code for reply in found} == {404}
    assert len({reply.data for reply in found}) == 1
    assert anybody.get("/v/0000000000").data == found[0].data
    assert anybody.get("/v/a/b").data == found[0].data


def test_who_guesses_is_stopped_and_learns_no_more_from_a_right_code(
    anybody: Browser, world: World
) -> None:
    code = at_stage(world, "opened")
    for _ in range(TRIES):
        assert anybody.get("/v/0000000000").status_code == 404
    wrong, right = anybody.get("/v/0000000000"), anybody.get(f"/v/{code}")
    assert (wrong.status_code, right.status_code) == (429, 429)
    assert wrong.data == right.data


def test_a_right_code_may_be_looked_up_as_often_as_one_likes(
    anybody: Browser, world: World
) -> None:
    code = at_stage(world, "opened")
    looked = [anybody.get(f"/v/{show_code(code)}").status_code for _ in range(TRIES + 2)]
    assert set(looked) == {200}


def test_the_form_asks_for_a_code_and_search_engines_keep_out(anybody: Browser) -> None:
    page = anybody.get("/consulta")
    assert page.status_code == 200
    assert 'name="codigo"' in page.text
    assert '<meta name="robots" content="noindex">' in page.text
