"""Papers at the counter: received at any date, judged by the date on them, receipted at once."""

import io
import re

import pikepdf
import pytest
from flask import Flask

from tests.cases.kit import World
from tests.documents.reading import text_of
from tests.web import cases
from tests.web.visiting import readings, visit, words
from webapp.store import tables


@pytest.fixture
def world(world: World) -> World:
    """Marilândia on Monday 2025-12-01: an auto was delivered, and the defence is awaited."""
    cases.opened(world)
    return world


def sheet() -> bytes:
    """A PDF of one page."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        kept = io.BytesIO()
        pdf.save(kept)
    return kept.getvalue()


def paper(world: World, **changes: str) -> dict[str, str]:
    """What the counter types for a defence handed in on Friday 2025-12-05."""
    typed = {
        "especie": "defesa",
        "de_quem": world.party(),
        "apresentante": "Fulano da Silva",
        "meio": "balcao",
        "data": "2025-12-05",
    }
    return {**typed, **changes}


def test_the_case_is_found_by_its_number_as_people_type_it(app: Flask, world: World) -> None:
    browser = visit(app, world, "protocolo")
    number = world.case().number
    for typed in (number, number.replace("/", ""), f" {number} "):
        found = browser.client.get("/papel", query_string={"processo": typed})
        assert found.location == f"/processos/{world.case_id}/papel"
    missing = browser.client.get("/papel", query_string={"processo": "0999/2025"})
    assert missing.status_code == 404
    assert "Não há processo com o número «0999/2025»." in missing.text


def test_an_empty_number_is_told(app: Flask, world: World) -> None:
    browser = visit(app, world, "protocolo")
    assert "Escreva o número" not in browser.get("/papel").text
    for typed in ("", "+"):
        reply = browser.get(f"/papel?processo={typed}")
        assert reply.status_code == 422
        assert "Escreva o número do processo, como 0001/2025." in words(reply.text)


def test_the_form_says_what_is_awaited_and_what_a_paper_of_today_would_be(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05")
    page = (
        visit(app, world, "protocolo").get(f"/processos/{world.case_id}/papel?especie=defesa").text
    )
    assert "Defesa de Fulano da Silva em curso" in words(page)
    assert "Em tempo até seg 08/12/2025." in words(page)
    assert "Tempestividade de um papel de hoje: em tempo" in words(page)
    assert re.search(r'value="defesa" checked', page)
    assert 'value="2025-12-05"' in page


@pytest.mark.parametrize(
    ("today", "on", "said"),
    [
        ("2025-12-05", "2025-12-05", "em tempo"),
        ("2025-12-20", "2025-12-08", "em tempo"),
        ("2025-12-20", "2025-12-20", "fora do prazo"),
    ],
)
def test_a_paper_is_received_on_any_day_and_judged_by_its_own_date(
    app: Flask, world: World, today: str, on: str, said: str
) -> None:
    world.go(today).tick()
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    reply = browser.send(form, form, **paper(world, data=on))
    assert reply.status_code == 303
    receipt = words(browser.get(reply.location).text)
    assert "Protocolo 00001/2025" in receipt
    assert f"Tempestividade {said}" in receipt


def test_a_proof_of_payment_says_how_much_and_the_receipt_repeats_it(
    app: Flask, world: World
) -> None:
    """Tuesday 2025-12-02: less is paid than the law's table gives, while the defence is awaited."""
    world.go("2025-12-02")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    payment = {"especie": "pagamento", "de_quem": "outra", "data": "2025-12-02"}
    unsaid = browser.send(form, form, **paper(world, **payment))
    assert unsaid.status_code == 422
    assert "Preencha «Valor pago»." in unsaid.text
    reply = browser.send(form, form, **paper(world, **payment, valor_pago="500,00"))
    assert "Valor pago R$ 500,00" in words(browser.get(reply.location).text)
    assert "R$ 500,00" in text_of(browser.get(f"{reply.location}/recibo.pdf").data)
    case = words(browser.get(f"/processos/{world.case_id}").text)
    assert "pagamento de R$ 500,00, em 02/12/2025" in case


def test_only_a_proof_of_payment_is_asked_how_much(app: Flask, world: World) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    reply = browser.send(form, form, **paper(world, valor_pago="500,00"))
    assert "Valor pago" not in browser.get(reply.location).text
    assert world.rows(tables.effect) == []


def test_a_stranger_s_paper_with_files_is_received_and_each_file_is_a_piece(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    files = [
        (io.BytesIO(b"\x89PNG\r\n\x1a\nimagem"), "foto.png"),
        (io.BytesIO(sheet()), "carta.pdf"),
    ]
    typed = paper(world, especie="documento", de_quem="outra", apresentante="Associação")
    data = {**browser.hidden(form), **typed, "pecas": files}
    reply = browser.client.post(form, data=data, content_type="multipart/form-data")
    assert reply.status_code == 303
    receipt = words(browser.get(reply.location).text)
    assert "2 peças entregues" in receipt
    assert "Documento: foto.png" in receipt
    assert "sem prazo em curso" in receipt


def test_a_file_is_judged_by_its_content_and_nothing_typed_is_lost(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    data = {
        **browser.hidden(form),
        **paper(world, observacao="Veio sem assinatura."),
        "pecas": (io.BytesIO(b"MZ programa"), "defesa.pdf"),
    }
    reply = browser.client.post(form, data=data, content_type="multipart/form-data")
    assert reply.status_code == 422
    assert "«defesa.pdf» não é PDF, JPEG nem PNG" in reply.text
    assert "Veio sem assinatura." in reply.text
    assert world.rows(tables.filing) == []


def test_a_damaged_file_is_told_and_not_kept(app: Flask, world: World) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    damaged = (io.BytesIO(b"%PDF-1.7 cortado"), "defesa.pdf")
    data = {**browser.hidden(form), **paper(world), "pecas": damaged}
    reply = browser.client.post(form, data=data, content_type="multipart/form-data")
    assert reply.status_code == 422
    assert "não pode ser lida: o arquivo está danificado" in reply.text
    assert world.rows(tables.filing) == []


def test_the_receipt_is_printed_with_number_day_and_timeliness(app: Flask, world: World) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    receipt = browser.send(form, form, **paper(world, hora="10:40")).location
    pdf = browser.get(f"{receipt}/recibo.pdf")
    assert pdf.mimetype == "application/pdf"
    printed = text_of(pdf.data)
    assert "00001/2025" in printed
    assert "05/12/2025" in printed
    assert "10:40" in printed
    assert pdf.data == browser.get(f"{receipt}/recibo.pdf").data


def test_the_printed_receipt_says_for_whom_and_numbers_pieces_as_the_file_does(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05")
    browser = visit(app, world, "protocolo")
    form = f"/processos/{world.case_id}/papel"
    sent = {
        **browser.hidden(form),
        **paper(world, apresentante="Maria Procuradora"),
        "pecas": (io.BytesIO(sheet()), "defesa.pdf"),
    }
    receipt = browser.client.post(form, data=sent, content_type="multipart/form-data").location
    pages = browser.get(receipt).text
    number = re.search(r"Peça (\d+):", pages)
    assert number
    assert int(number[1]) > 1
    printed = " ".join(text_of(browser.get(f"{receipt}/recibo.pdf").data).split())
    assert "Maria Procuradora, por Fulano da Silva" in printed
    assert re.search(rf"{number[1]} Defesa: defesa\.pdf", printed), printed


def test_every_role_of_the_counter_may_receive_and_nobody_else(app: Flask, world: World) -> None:
    form = f"/processos/{world.case_id}/papel"
    for login in ("protocolo", "secretaria", "diretor", "arrecadacao", "agente"):
        assert visit(app, world, login).get(form).status_code == 200


def test_form_and_receipt_cost_the_same_however_many_papers_there_are(
    app: Flask, world: World
) -> None:
    world.go("2025-12-05").paper("documento", "2025-12-05")
    browser = visit(app, world, "protocolo")
    pages = (f"/processos/{world.case_id}/papel", "/protocolos/1")
    before = [readings(app, browser, path) for path in pages]
    for _ in range(3):
        world.paper("documento", "2025-12-05")
    assert [readings(app, browser, path) for path in pages] == before


def test_the_receipt_stands_on_the_article_of_its_paper(app: Flask, world: World) -> None:
    world.go("2025-12-05").paper("reconsideracao", "2025-12-05")
    number = world.rows(tables.filing)[-1].id
    pdf = visit(app, world, "protocolo").get(f"/protocolos/{number}/recibo.pdf")
    assert "Base legal: Lei 853/2009, art. 24, p.ú." in text_of(pdf.data)
