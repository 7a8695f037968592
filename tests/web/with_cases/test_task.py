"""The card of a step: what it says, who may press what, and what an answer does."""

import html
import re
from urllib.parse import unquote_plus

import pytest
from flask import Flask
from sqlalchemy import update

from tests.cases.kit import CAST, JUDGED, World
from tests.web import cases
from tests.web.conftest import PASSWORD
from tests.web.serving import application
from tests.web.visiting import readings, visit, words
from webapp.diagrams.stage import Player
from webapp.store import tables
from webapp.store.database import transaction


def paths(world: World, element: str) -> tuple[str, str]:
    """The page of the case, and where the answer to its open step goes."""
    case = f"/processos/{world.case_id}"
    return case, f"{case}/tarefas/{world.task(element).id}"


# ---- what the card says


def test_a_certificate_says_which_term_ended_and_from_when_it_needs_no_reason(
    app: Flask, world: World
) -> None:
    cases.lapsed(world)
    page = words(visit(app, world, "secretaria").get(paths(world, "certificar_defesa")[0]).text)
    assert "Próximo passo: certificar decurso da defesa" in page
    assert "Fulano da Silva: defesa, até seg 08/12/2025 prazo encerrado" in page
    assert "Nenhum papel deste prazo foi registrado até agora." in page
    assert "A partir de seg 15/12/2025 certifica-se sem escrever motivo" in page


def test_a_certificate_shows_a_late_paper_as_late(app: Flask, world: World) -> None:
    cases.lapsed(world)
    world.paper("defesa", "2025-12-09")
    page = words(visit(app, world, "secretaria").get(paths(world, "certificar_defesa")[0]).text)
    assert "Defesa, protocolo 00001/2025 fora do prazo" in page


def test_the_judgement_shows_what_the_law_gives_and_why_and_where_it_is_silent(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    page = words(visit(app, world, "diretor").get(paths(world, "julgar_auto")[0]).text)
    assert "Defesa, protocolo 00001/2025 em tempo" in page
    assert "Multa: R$ 759,00 (art. 15, § 1º)" in page
    assert "0,5 × R$ 1.518,00 (salário mínimo em 01/12/2025" in page
    assert "lacuna da lei A lei fixa a multa em salários mínimos" in page
    assert "Dário Diretor, Autoridade, titular · Portaria 12/2025" in page


def test_every_article_on_the_form_of_a_decision_opens_beside_it_as_on_the_day_of_the_fact(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser = visit(app, world, "diretor")
    page = browser.get(paths(world, "julgar_auto")[0]).text
    card = page[page.index('id="passo"') : page.index("</form>", page.index("data-autosave"))]
    links = re.findall(r'<a href="/lei/marilandia\?base=([^"&]+)([^"]*)"([^>]*)>', card)
    cited = {unquote_plus(base) for base, _, _ in links}
    assert {"art. 5º, II", "art. 15, § 1º", "art. 14", "art. 17", "art. 18"} <= cited
    assert all('target="_blank" rel="noopener"' in rest for _, _, rest in links)
    assert '<a href="/lei/marilandia?base=art.+15%2C+%C2%A7+1%C2%BA&amp;em=2025-12-01"' in card
    assert "Os artigos abrem em outra aba" in card
    for address in set(re.findall(r'href="(/lei/[^"]+)"', card)):
        assert browser.get(html.unescape(address)).status_code == 200
    bare = re.sub(r"<a [^>]*>.*?</a>", "", card)
    assert not re.search(r"arts?\. (?:5º|14|15|16|17|18|19|21)", bare)


def to_check_a_proof(world: World) -> str:
    """The page on which the proof of the notice is checked."""
    return paths(world, "conferir_ciencia")[0]


def test_of_a_letter_it_is_asked_what_came_back_with_what_the_law_makes_of_each_answer(
    app: Flask, world: World
) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go("2025-12-10").paper("retorno_ar", "2025-12-10", party=None)
    page = words(visit(app, world, "protocolo").get(to_check_a_proof(world)).text)
    assert "Aviso de recebimento devolvido pelos Correios, protocolo 00001/2025" in page
    assert (
        "Entregue Vale como ciência no dia da entrega escrito no AR (art. 22, § 1º); "
        "lacuna da lei." in page
    )
    assert "Ausente Não vale como ciência: conta como tentativa (art. 22, § 1º)" in page
    assert "Falecido Não vale como ciência: registre o óbito, com a certidão" in page


def test_a_letter_of_which_nothing_came_back_begins_as_such(app: Flask, world: World) -> None:
    """The twenty days of the wait end on Monday 22/12/2025."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go("2025-12-23").tick()
    page = visit(app, world, "protocolo").get(to_check_a_proof(world)).text
    for name, value in (("retorno", "nao_voltou"), ("ciencia_valida", "nao")):
        assert f'name="{name}.{world.party()}" type="radio" value="{value}" checked' in page


def test_nobody_is_asked_of_the_post_after_a_delivery_by_hand(app: Flask, world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    handed = {"entrega.autuado": "entregue", "data_entrega.autuado": "2025-12-01"}
    world.answer("entregar_em_maos", resultado="feita", **handed)
    page = visit(app, world, "protocolo").get(to_check_a_proof(world)).text
    assert "Há prova válida da ciência?" in page
    assert 'name="retorno.' not in page
    assert "difere do que a lei" not in page


def test_what_the_agent_saw_stands_beside_the_form(app: Flask, world: World) -> None:
    cases.defended(world)
    page = words(visit(app, world, "diretor").get(paths(world, "julgar_auto")[0]).text)
    assert "O que o agente viu Conduzia passageira sem touca descartável." in page
    assert "01/12/2025, 08:30, Praça da Matriz" in page


def test_a_reconsideration_shows_the_penalty_that_was_imposed(app: Flask, world: World) -> None:
    cases.notified(world)
    world.go("2025-12-10").paper("reconsideracao", "2025-12-10")
    page = words(visit(app, world, "diretor").get(paths(world, "decidir_reconsideracao")[0]).text)
    assert "A penalidade imposta Multa: R$ 759,00 a Fulano da Silva (art. 15, § 1º)" in page


def test_a_wait_says_what_is_awaited_until_when_and_offers_to_receive_it(
    app: Flask, world: World
) -> None:
    cases.opened(world)
    page = visit(app, world, "protocolo").get(f"/processos/{world.case_id}").text
    assert "Fulano da Silva: defesa, até seg 08/12/2025 em curso" in words(page)
    assert f'href="/processos/{world.case_id}/papel?especie=defesa"' in page


# ---- who has it


def test_a_free_task_may_be_taken_and_one_of_mine_given_back(app: Flask, world: World) -> None:
    cases.lapsed(world)
    browser = visit(app, world, "secretaria")
    case, _ = paths(world, "certificar_defesa")
    task = world.task("certificar_defesa").id
    assert "Não está com ninguém." in words(browser.get(case).text)
    volta = f"{case}?tarefa={task}"
    taken = browser.send("/tarefas/assumir", case, _so=str(task), _volta=volta)
    assert taken.location == volta
    assert "Está com você desde 09/12/2025 09:00." in words(browser.get(case).text)
    browser.send("/tarefas/devolver", case, _so=str(task), _volta=volta)
    assert "Não está com ninguém." in words(browser.get(case).text)


def test_a_task_of_a_colleague_shows_no_form_but_may_be_taken_over(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    task = world.task("julgar_auto").id
    assign(world, task, "substituta")
    browser, (case, _) = visit(app, world, "diretor"), paths(world, "julgar_auto")
    page = browser.get(case).text
    assert "Está com Sônia Substituta" in page
    assert "Assumir mesmo assim" in page
    assert 'value="concluir"' not in page
    browser.send(f"/tarefas/{task}/assumir", case, _so=str(task), _volta=case)
    assert 'value="concluir"' in browser.get(case).text


def test_whoever_does_not_hold_the_role_sees_why_and_no_button(app: Flask, world: World) -> None:
    cases.defended(world)
    page = visit(app, world, "protocolo").get(paths(world, "julgar_auto")[0]).text
    assert "Você não o exerce hoje: peça a quem o exerce." in page
    assert 'name="_action"' not in page
    assert "/assumir" not in page


def test_who_is_barred_is_told_why_and_nowhere_offered_to_take_it(database_url: str) -> None:
    cast = {**CAST, "diretor": Player("Dário Diretor", ("autoridade", "fiscalizacao"))}
    world = World(database_url, cast=cast)
    world.open(who="diretor")
    world.go("2025-12-05").paper("defesa", "2025-12-05")
    case = paths(world, "julgar_auto")[0]
    with application(database_url) as app:
        director = visit(app, world, "diretor")
        page = director.get(case).text
        assert "lavrou o auto" in page
        assert "Peça o ato a quem substitui você." in page
        assert "/assumir" not in page
        in_list = director.get("/tarefas").text
        assert "você está impedido" in in_list
        assert "data-claim" not in in_list
        judging = str(world.task("julgar_auto").id)
        pressed = director.send("/tarefas/assumir", "/tarefas", _so=judging)
        assert pressed.status_code == 403
        assert "lavrou o auto" in pressed.text
        substitute = visit(app, world, "substituta")
        assert "/assumir" in substitute.get(case).text
        assert "data-claim" in substitute.get("/tarefas").text
    world.engine.dispose()


def test_support_drafts_and_does_not_sign(app: Flask, world: World) -> None:
    cases.defended(world)
    page = visit(app, world, "apoio").get(paths(world, "julgar_auto")[0]).text
    assert 'value="rascunho"' in page
    assert 'value="concluir"' not in page
    assert "Este ato é assinado." in page


def assign(world: World, task_id: int, login: str) -> None:
    table = tables.task
    holder = world.actors[login].user_id
    with transaction(world.engine) as session:
        session.execute(
            update(table)
            .where(table.c.id == task_id)
            .values(assignee_id=holder, assigned_at=world.now)
        )


# ---- answering


def test_the_director_judges_with_the_password_and_the_decision_bears_the_signature(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser = visit(app, world, "diretor")
    case, post = paths(world, "julgar_auto")
    reply = browser.send(post, case, **JUDGED, _action="concluir", _password=PASSWORD)
    assert (reply.status_code, reply.location) == (303, case)
    assert "«Julgar auto e defesa» concluída." in browser.get(case).text
    with transaction(world.engine) as session:
        signed = session.execute(tables.signature.select()).all()
    assert [(s.name, s.capacity) for s in signed][-1] == ("Dário Diretor", "titular")


def test_a_draft_comes_back_and_belongs_to_the_task(app: Flask, world: World) -> None:
    cases.defended(world)
    case, post = paths(world, "julgar_auto")
    helper = visit(app, world, "apoio")
    reply = helper.send(post, case, _action="rascunho", razoes="A touca faltava.", vicio="nenhum")
    assert (reply.status_code, reply.location) == (303, case)
    page = visit(app, world, "diretor").get(case).text
    assert "A touca faltava." in page
    assert "Rascunho guardado em 05/12/2025 09:00 por Abel Apoio" in words(page)


def test_a_script_keeps_a_draft_in_silence(app: Flask, world: World) -> None:
    cases.defended(world)
    browser = visit(app, world, "diretor")
    case, post = paths(world, "julgar_auto")
    typed = {**browser.hidden(case), "_action": "rascunho", "razoes": "Em estudo."}
    reply = browser.client.post(post, data=typed, headers={"Accept": "application/json"})
    assert reply.json == {"saved": True}
    page = browser.get(case).text
    assert "Em estudo." in page
    assert 'class="aviso t-ok" role="status">Rascunho' not in page


def test_an_answer_with_mistakes_comes_back_as_it_was_typed(app: Flask, world: World) -> None:
    cases.defended(world)
    browser = visit(app, world, "diretor")
    case, post = paths(world, "julgar_auto")
    typed = {**JUDGED, "dia_pagamento": "2020-01-01", "razoes": "Texto <b>longo</b>"}
    reply = browser.send(post, case, **typed, _action="concluir", _password=PASSWORD)
    assert reply.status_code == 422
    assert "O dia 01/01/2020 não está no futuro." in reply.text
    assert "Texto &lt;b&gt;longo&lt;/b&gt;" in reply.text
    assert PASSWORD not in reply.text


@pytest.mark.parametrize("password", ["", "errada"])
def test_what_is_wrong_with_an_answer_is_told_whatever_the_password(
    app: Flask, world: World, password: str
) -> None:
    cases.defended(world)
    browser, (case, post) = visit(app, world, "diretor"), paths(world, "julgar_auto")
    reply = browser.send(post, case, _action="concluir", razoes="Em estudo.", _password=password)
    said = words(reply.text)
    assert reply.status_code == 422
    assert "O auto tem defeito de forma? " in said
    assert ("A senha não confere." if password else "Digite a sua senha.") in said
    assert "Em estudo." in said
    assert world.names() == ["julgar_auto"]


def test_a_right_answer_with_a_wrong_password_lacks_only_the_password(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser, (case, post) = visit(app, world, "diretor"), paths(world, "julgar_auto")
    reply = browser.send(post, case, **JUDGED, _action="concluir", _password="errada")
    assert "Corrija uma resposta" in words(reply.text)
    assert world.names() == ["julgar_auto"]
    assert len(world.rows(tables.signature)) == 1, "that of the auto"
    done = browser.send(post, case, **JUDGED, _action="concluir", _password=PASSWORD)
    assert done.status_code == 303


def test_nothing_typed_is_no_try_and_the_eleventh_wrong_password_waits_on_the_form(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser, (case, post) = visit(app, world, "diretor"), paths(world, "julgar_auto")
    typed = {**browser.hidden(case), **JUDGED, "_action": "concluir"}
    for _ in range(11):
        assert browser.client.post(post, data={**typed, "_password": ""}).status_code == 422
    for _ in range(10):
        assert browser.client.post(post, data={**typed, "_password": "errada"}).status_code == 422
    reply = browser.client.post(post, data={**typed, "_password": PASSWORD})
    assert reply.status_code == 429
    assert "Sua senha: Houve muitas tentativas seguidas. Espere 10 minutos" in words(reply.text)
    assert JUDGED["razoes"] in reply.text
    assert 'name="razoes"' in reply.text
    assert world.names() == ["julgar_auto"]


def test_what_was_typed_for_a_step_that_another_took_is_told_in_the_words_of_its_form(
    app: Flask, world: World
) -> None:
    cases.defended(world)
    browser, (case, post) = visit(app, world, "diretor"), paths(world, "julgar_auto")
    hidden = browser.hidden(case)
    world.answer("julgar_auto", "substituta", **JUDGED)
    sent = {**hidden, **JUDGED, "_action": "concluir", "_password": PASSWORD}
    said = words(browser.client.post(post, data=sent).text)
    assert "Razões A falta da touca foi vista" in said
    assert "O auto tem defeito de forma? Não" in said
    assert "Vicio" not in said


def test_the_address_of_a_step_leads_to_its_case(app: Flask, world: World) -> None:
    cases.defended(world)
    browser = visit(app, world, "diretor")
    case, address = paths(world, "julgar_auto")
    assert browser.get(address).location == f"{case}?tarefa={world.task('julgar_auto').id}"
    closed = world.rows(tables.task, tables.task.c.element == "aguardar_defesa")[0].id
    assert browser.get(f"{case}/tarefas/{closed}").location == case
    assert "«Aguardar defesa» foi encerrada em 05/12/2025" in browser.get(case).text


# ---- cost


@pytest.mark.parametrize("stage", ["lapsed", "defended", "notified"])
def test_a_page_costs_the_same_however_many_papers_the_case_has(
    app: Flask, world: World, stage: str
) -> None:
    cases.STAGES[stage](world)
    browser = visit(app, world, "diretor")
    case = f"/processos/{world.case_id}"
    browser.get(case)
    before = readings(app, browser, case)
    for _ in range(3):
        world.paper("documento", "2025-12-05")
    assert readings(app, browser, case) == before
