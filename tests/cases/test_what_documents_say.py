"""What the documents of a case say to whom gets them, on which article, and what they are called.

Marilândia, Lei 853/2009: defence in 5 working days of receiving the auto (art. 23),
reconsideration in 5 of the penalty's notice (art. 24, p.ú.).
"""

from typing import Any

from tests.cases.kit import World
from tests.cases.test_documents_of_a_case import (
    DEFENDED,
    JUDGED,
    collected,
    defended,
    judged,
    piece,
    read,
)
from tests.documents.reading import joined
from webapp.store import tables

NOT_GIVEN: dict[str, Any] = {"entrega": "nao_entregue", "data_entrega": None}
SEIZED: dict[str, Any] = {
    "itens": ["19-3"],
    "apreensao": "sim",
    "apreensao_data": "2025-12-01",
    "apreensao_hora": "08:40",
    "apreensao_lugar": "Praça da Matriz",
    "apreensao_deposito": "Depósito municipal",
}
DEFENCE = "Defesa: 5 dias úteis contados do recebimento (art. 23)."
ASKING = "Pedido de reconsideração: 5 dias úteis contados"


def by_edital(world: World, day: str) -> None:
    """Nobody knows where the autuado lives: the notice is published and proved on a day."""
    unknown = {"endereco_desconhecido.autuado": "sim", "motivo": "Ninguém o conhece."}
    world.answer("escolher_meio", meio="edital", **unknown)
    told = {"data_publicacao": day, "veiculo_publicacao": "Diário Oficial, ed. 1"}
    world.answer("publicar_edital", publicado="publicado", **told)


def deadline(world: World, kind: str) -> str:
    return str(piece(world, kind).facts["notice"].get("deadline", ""))


# ---- which term a notice announces


def test_the_letter_of_an_auto_announces_the_defence_and_not_the_wait_for_the_post(
    world: World,
) -> None:
    world.open(**NOT_GIVEN)
    world.send_letter()
    assert deadline(world, "carta_ar") == DEFENCE
    assert "Retorno" not in read(world, "carta_ar")


def test_the_letter_of_a_penalty_announces_the_reconsideration(world: World) -> None:
    judged(world)
    world.send_letter()
    assert deadline(world, "carta_ar") == f"{ASKING} do recebimento (art. 24, p.ú.)."
    assert "Retorno" not in read(world, "carta_ar")


def test_an_edital_counts_from_its_publication(world: World) -> None:
    world.open(**NOT_GIVEN)
    by_edital(world, "2025-12-01")
    told = "Defesa: 5 dias úteis contados da publicação deste edital (art. 23)."
    assert deadline(world, "edital_notificacao") == told


def test_a_decision_tells_until_when_and_to_whom_to_ask_for_reconsideration(world: World) -> None:
    judged(world)
    told = piece(world, "decisao_auto").facts["notice"]
    assert told["deadline"] == f"{ASKING} da ciência desta decisão (art. 24, p.ú.)."
    assert told["to_whom"] == "Diretor do órgão municipal regulamentador"


def test_a_decision_that_imposes_nothing_offers_no_reconsideration(world: World) -> None:
    defended(world)
    kept = {"item_resultado.5-II": "insubsistente", "resultado": "insubsistente"}
    world.go(JUDGED).answer("julgar_auto", vicio="nenhum", razoes="Não há prova.", **kept)
    assert deadline(world, "decisao_auto") == ""


def test_the_certificate_of_service_names_only_the_term_that_the_notice_starts(
    world: World,
) -> None:
    world.open(**NOT_GIVEN)
    world.send_letter()
    world.go("2025-12-10").paper("retorno_ar", "2025-12-10", party=None)
    world.prove_letter("2025-12-08")
    terms = piece(world, "certidao_ciencia").facts["terms"]
    assert [one["name"] for one in terms] == ["Defesa"]


def test_the_seized_vehicle_is_told_by_itself(world: World) -> None:
    defended(world, **SEIZED)
    told = ["Retirada do veículo apreendido: até 02/03/2026 (art. 20)."]
    assert piece(world, "auto_infracao").facts["measures"] == told
    assert deadline(world, "auto_infracao") == DEFENCE


# ---- what the auto says goes with its notice


def test_every_notice_of_an_auto_carries_what_the_agent_wrote(world: World) -> None:
    world.open(**NOT_GIVEN)
    world.send_letter()
    world.go("2025-12-10").paper("retorno_ar", "2025-12-10", party=None)
    world.lose_letter("mudou_se")
    by_edital(world, "2025-12-10")
    for kind in ("carta_ar", "edital_notificacao"):
        said = read(world, kind)
        for told in ("Conduziapassageirasemtoucadescartável.", "01/12/2025", "08:30",
                     "PraçadaMatriz", "art.5º,II"):  # fmt: skip
            assert told in said, (kind, told)


def test_an_ordinary_auto_stands_on_one_sheet_a_copy_signatures_included(world: World) -> None:
    """With a vehicle seized, two items and two witnesses."""
    witnesses = {
        "testemunha1_nome": "Tereza Souza",
        "testemunha1_endereco": "Beco da Lua, 3, Centro",
        "testemunha2_nome": "João Pires",
        "testemunha2_endereco": "Rua São José, 12, Centro",
    }
    told = "Conduzia passageira sem touca descartável pela Avenida Central. " * 4
    world.open(**{**SEIZED, **witnesses, "itens": ["5-II", "19-3"], "relato": told.strip()})
    assert piece(world, "auto_infracao").pages == 2


# ---- names and articles


def test_a_document_bears_its_own_number_and_names_the_auto_it_is_about(world: World) -> None:
    world.open(name="outro")
    collected(world)
    about = "sobre o Auto de infração nº 0002/2025"
    titles = [p.title for p in world.rows(tables.piece)]
    assert titles[1:3] == [
        f"Decisão nº 0001/2025, {about}",
        f"Notificação de penalidade nº 0001/2025, {about}",
    ]
    for kind in ("decisao_auto", "certidao_decurso", "guia_multa", "notificacao_penalidade"):
        assert joined(about) in read(world, kind), kind


def bases(world: World) -> dict[str, str]:
    return {p.kind: p.basis for p in world.rows(tables.piece) if p.basis}


def test_a_notice_stands_on_the_article_of_the_act_it_notifies(world: World) -> None:
    world.open(**NOT_GIVEN)
    world.send_letter()
    assert bases(world)["carta_ar"] == "art. 22, § 1º"
    world.go(DEFENDED).paper("retorno_ar", DEFENDED, party=None)
    world.prove_letter(DEFENDED)
    assert bases(world)["certidao_ciencia"] == "art. 22, § 1º"
    world.paper("defesa", DEFENDED)
    world.go(JUDGED).judge()
    world.notify(JUDGED)
    assert {kind: bases(world)[kind] for kind in ("recibo", "certidao_ciencia")} == {
        "recibo": "art. 24",
        "certidao_ciencia": "art. 24",
    }


# ---- certificates


def certificate(world: World, until: str, element: str, **answer: Any) -> tuple[str, str]:
    world.go(until).tick()
    world.answer(element, **answer)
    found = piece(world, "certidao_decurso")
    return found.facts["document"]["title"], found.basis


def test_a_lapse_is_certified_on_the_article_of_its_term(world: World) -> None:
    world.open()
    lapsed = certificate(world, "2025-12-17", "certificar_defesa", resultado="decurso")
    assert lapsed == ("Certidão de decurso de prazo", "art. 23")


def test_a_paper_found_is_certified_as_such(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-10")
    found = certificate(world, "2025-12-16", "certificar_defesa", resultado="papel")
    assert found == ("Certidão de apresentação de papel", "art. 23")


def test_a_term_reopened_is_certified_as_such(world: World) -> None:
    world.open()
    again = {"motivo": "Recebeu depois.", "nova_ciencia.autuado": "2025-12-12"}
    title = certificate(
        world, "2025-12-16", "certificar_defesa", resultado="prazo_reaberto", **again
    )
    assert title == ("Certidão de reabertura de prazo", "art. 23")
    assert "decorreuoprazo" not in read(world, "certidao_decurso")


def to_be_paid(world: World) -> None:
    judged(world)
    world.notify(JUDGED)
    world.go("2025-12-20").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")


def test_a_payment_found_is_certified_on_the_article_of_the_fine(world: World) -> None:
    to_be_paid(world)
    paid = {"resultado": "localizado", "data_pagamento": "2026-03-01", "valor_pago": "759,00"}
    assert certificate(world, "2026-03-12", "certificar_pagamento", **paid) == (
        "Certidão de pagamento",
        "art. 15",
    )
    said = read(world, "certidao_decurso")
    assert "pagamentodamultafoilocalizado" in said
    assert "decorreuoprazo" not in said


# ---- what was heard


def test_a_decision_cites_the_defence_with_protocol_day_and_timeliness(world: World) -> None:
    judged(world)
    assert piece(world, "decisao_auto").facts["paragraphs"] == [
        "Defesa de Fulano da Silva: protocolo nº 00001/2025, de 02/12/2025, em tempo."
    ]


def test_a_decision_says_that_there_was_no_defence(world: World) -> None:
    world.open()
    world.go("2025-12-17").tick()
    world.answer("certificar_defesa", resultado="decurso")
    world.judge()
    assert piece(world, "decisao_auto").facts["paragraphs"] == [
        "Defesa de Fulano da Silva: não houve até 08/12/2025, fim do prazo (art. 23)."
    ]


# ---- money


def test_an_amount_of_the_authoritys_own_is_not_explained_by_the_table(world: World) -> None:
    defended(world)
    own = {"item_multa.5-II": "500,00", "motivo_divergencia": "Primeira vez."}
    world.go(JUDGED).judge(**own)
    facts = piece(world, "notificacao_penalidade").facts
    (item,) = facts["decision"]["items"]
    own_words = "Valor fixado pela Autoridade, com as razões da decisão."
    assert (item["amount"], item["units"], item["why"]) == ("R$ 500,00", "", own_words)
    assert facts["amount"]["calculation"] == own_words
    assert "759" not in read(world, "notificacao_penalidade")


def test_the_amount_of_the_table_comes_with_its_account(world: World) -> None:
    judged(world)
    (item,) = piece(world, "decisao_auto").facts["decision"]["items"]
    assert (item["amount"], item["units"]) == ("R$ 759,00", "0,5 SM")
    assert item["why"].endswith("= R$ 759,00.")


def test_a_penalty_that_the_table_does_not_give_stands_on_its_own_article(world: World) -> None:
    defended(world)
    warned: dict[str, Any] = {
        "item_penalidade.5-II": "advertencia",
        "item_multa.5-II": None,
        "motivo_divergencia": "Primeira vez.",
        "dia_pagamento": None,
        "fundamento_pagamento": None,
    }
    world.go(JUDGED).judge(**warned)
    facts = piece(world, "decisao_auto").facts
    (item,) = facts["decision"]["items"]
    assert (item["article"], item["amount"]) == ("art. 14", "")
    assert item["why"] == "Penalidade fixada pela Autoridade, com as razões da decisão."
    assert facts["decision"]["payment_day"] == ""


def test_the_payment_slip_lists_only_the_items_that_were_fined(world: World) -> None:
    defended(world, itens=["5-II", "5-III"])
    acquitted = {"item_resultado.5-III": "insubsistente"}
    world.go(JUDGED).judge(**acquitted)
    world.notify(JUDGED)
    world.go("2025-12-20").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    assert [one["code"] for one in piece(world, "guia_multa").facts["items"]] == ["5-II"]


# ---- days


def test_the_slip_has_the_day_of_the_term_that_waits_for_the_payment(world: World) -> None:
    """The day fixed, 19/12/2025, is over when the penalty becomes final on 20/12/2025."""
    defended(world)
    world.go(JUDGED).judge(dia_pagamento="2025-12-19")
    world.notify(JUDGED)
    world.go("2025-12-20").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    (term,) = world.deadlines("pagamento")
    assert f"{term.last_day:%d/%m/%Y}" == "20/12/2025"
    assert piece(world, "guia_multa").facts["amount"]["due_on"] == "20/12/2025"
