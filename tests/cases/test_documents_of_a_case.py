"""The documents of a case: issued when they should be, numbered, signed, and checkable."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Row

from tests.cases.kit import CPF_FULANO, World
from tests.documents.reading import joined, text_of
from webapp import documents
from webapp.domain import events
from webapp.domain.errors import Unacceptable
from webapp.domain.numbering import read_code
from webapp.store import blobs, tables
from webapp.store.database import transaction

DEFENDED = "2025-12-02"
JUDGED = "2025-12-03"
CPF_SHOWN = "529.982.247-25"


def pieces(world: World) -> list[Row[Any]]:
    return world.rows(tables.piece)


def kinds(world: World) -> list[str]:
    return [p.kind for p in pieces(world)]


def piece(world: World, kind: str) -> Row[Any]:
    return [p for p in pieces(world) if p.kind == kind][-1]


def read(world: World, kind: str) -> str:
    """The text of the last document of a kind, without blanks."""
    with transaction(world.engine) as session:
        return joined(text_of(blobs.get(session, piece(world, kind).blob_sha256).data))


def defended(world: World, **changes: Any) -> None:
    world.open(**changes)
    world.go(DEFENDED).paper("defesa", DEFENDED)


def judged(world: World) -> None:
    defended(world)
    world.go(JUDGED).judge()


def collected(world: World) -> None:
    """Nobody asked for reconsideration nor paid: the fine goes to dívida ativa in March 2026."""
    judged(world)
    world.notify(JUDGED)
    world.go("2025-12-20").tick()
    world.answer("certificar_reconsideracao", resultado="decurso")
    world.go("2026-03-12").tick()
    world.answer("certificar_pagamento", resultado="nao_localizado")


# ---- when each is issued


def test_each_act_leaves_its_document_in_the_file_in_order(world: World) -> None:
    world.open()
    assert kinds(world) == ["auto_infracao"]
    world.go(DEFENDED).paper("defesa", DEFENDED)
    assert kinds(world) == ["auto_infracao"]
    world.go(JUDGED).judge()
    assert kinds(world)[1:] == ["decisao_auto", "notificacao_penalidade"]
    world.notify(JUDGED)
    assert kinds(world)[3:] == ["recibo", "certidao_ciencia"]
    world.go("2025-12-20").tick()
    assert len(kinds(world)) == 5, "the clock issues nothing"
    world.answer("certificar_reconsideracao", resultado="decurso")
    assert kinds(world)[5:] == ["certidao_decurso", "guia_multa"]
    world.go("2026-03-12").tick()
    world.answer("certificar_pagamento", resultado="nao_localizado")
    assert kinds(world)[7:] == ["certidao_decurso", "remessa_divida"]
    assert [p.n for p in pieces(world)] == list(range(1, 10))


def test_an_act_that_is_refused_leaves_no_document(world: World) -> None:
    defended(world)
    with pytest.raises(Unacceptable):
        world.go(JUDGED).judge(**{"item_multa.5-II": "1,00"})
    assert kinds(world) == ["auto_infracao"]


def test_a_delivery_that_failed_leaves_no_receipt_of_delivery(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    tried = {"entrega.autuado": "nao_encontrado", "data_entrega.autuado": "2025-12-01"}
    world.answer("entregar_em_maos", resultado="frustrada", **tried)
    assert "recibo" not in kinds(world)


# ---- numbers


def test_each_series_is_numbered_by_itself(world: World) -> None:
    collected(world)
    assert [(p.kind, p.number) for p in pieces(world)] == [
        ("auto_infracao", "0001/2025"),
        ("decisao_auto", "0001/2025"),
        ("notificacao_penalidade", "0001/2025"),
        ("recibo", "0002/2025"),
        ("certidao_ciencia", "0001/2025"),
        ("certidao_decurso", "0002/2025"),
        ("guia_multa", "0001/2025"),
        ("certidao_decurso", "0001/2026"),
        ("remessa_divida", "0001/2026"),
    ]


def test_a_number_taken_by_an_act_that_failed_is_given_to_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    defended(world)
    world.go(JUDGED)
    with monkeypatch.context() as broken:
        broken.setattr(documents, "render", failing)
        with pytest.raises(OSError, match="no space left"):
            world.judge()
    world.judge()
    assert piece(world, "decisao_auto").number == "0001/2025"
    assert piece(world, "decisao_auto").n == 2


def failing(*_: object) -> bytes:
    raise OSError("no space left")


def test_two_cases_share_the_series_of_their_municipality(world: World) -> None:
    world.open(name="primeiro")
    world.open(name="segundo")
    assert piece(world, "auto_infracao").number == "0002/2025"
    assert piece(world, "auto_infracao").n == 1, "pieces are numbered by case"


# ---- what makes a document checkable


def test_every_document_has_a_code_of_its_own_printed_on_it(world: World) -> None:
    collected(world)
    codes = [p.code for p in pieces(world)]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{10}", code) for code in codes)
    shown = piece(world, "decisao_auto").facts["verification"]["code"]
    assert read_code(shown) == piece(world, "decisao_auto").code
    assert shown in read(world, "decisao_auto")


def test_the_content_hash_is_the_hash_of_the_facts_it_was_drawn_from(world: World) -> None:
    collected(world)
    for one in pieces(world):
        facts = {name: value for name, value in one.facts.items() if name != "verification"}
        digest = hashlib.sha256(events.canonical(facts).encode()).hexdigest()
        assert one.content_sha256 == digest == one.facts["verification"]["sha256"]


def test_the_bytes_kept_are_those_of_their_hash_and_can_be_drawn_again(world: World) -> None:
    world.open()
    auto = piece(world, "auto_infracao")
    with transaction(world.engine) as session:
        kept = blobs.get(session, auto.blob_sha256)
    assert hashlib.sha256(kept.data).hexdigest() == auto.blob_sha256
    assert documents.render("auto_infracao", auto.facts) == kept.data


def test_the_record_of_an_act_names_the_pieces_it_issued(world: World) -> None:
    judged(world)
    done = [e for e in world.events() if e.kind == "task_completed"]
    assert [e.body["pieces"] for e in done] == [
        [piece(world, "auto_infracao").id],
        [piece(world, "decisao_auto").id, piece(world, "notificacao_penalidade").id],
    ]


# ---- who signed


def test_a_decision_bears_who_signed_in_which_office_by_which_act_and_of_what(
    world: World,
) -> None:
    judged(world)
    decision = piece(world, "decisao_auto")
    (signature,) = world.rows(tables.signature, tables.signature.c.piece_id == decision.id)
    assert signature.name == "Dário Diretor"
    assert signature.office == "Autoridade"
    assert signature.capacity == "titular"
    assert signature.appointed_by == "Portaria 12/2025"
    assert signature.registration == "M-diretor"
    assert signature.at == world.now
    assert signature.content_sha256 == decision.content_sha256
    (shown,) = decision.facts["signatures"]
    assert (shown["name"], shown["at"]) == ("Dário Diretor", "03/12/2025 às 09:00")
    assert "DárioDiretor" in read(world, "decisao_auto")


def test_a_substitute_signs_as_such(world: World) -> None:
    defended(world)
    world.go(JUDGED).answer("julgar_auto", who="substituta", **verdict())
    decision = piece(world, "decisao_auto")
    (signature,) = world.rows(tables.signature, tables.signature.c.piece_id == decision.id)
    assert (signature.name, signature.capacity) == ("Sônia Substituta", "em substituição")


def test_what_a_signed_act_gives_birth_to_is_signed_by_whoever_signed_the_act(
    world: World,
) -> None:
    judged(world)
    world.notify(JUDGED)
    signers = {
        kind: [one["name"] for one in piece(world, kind).facts["signatures"]]
        for kind in ("notificacao_penalidade", "recibo", "certidao_ciencia")
    }
    assert signers == {
        "notificacao_penalidade": ["Dário Diretor"],
        "recibo": ["Aurora Agente"],
        "certidao_ciencia": ["Paula Protocolo"],
    }


def test_what_an_act_without_signature_gives_birth_to_says_who_issued_it(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    letter = piece(world, "carta_ar")
    assert world.rows(tables.signature, tables.signature.c.piece_id == letter.id) == []
    assert letter.facts["signatures"] == []
    assert letter.facts["issued_by"]["name"] == "Paula Protocolo"


def verdict() -> dict[str, str]:
    return {
        "vicio": "nenhum",
        "item_resultado.5-II": "insubsistente",
        "resultado": "insubsistente",
        "razoes": "Não há prova do fato.",
    }


# ---- what a document says, and to whom


def test_the_addresses_of_witnesses_stay_in_the_auto(world: World) -> None:
    seen = {"testemunha1_nome": "Tereza", "testemunha1_endereco": "Beco da Lua, 3"}
    defended(world, **seen)
    world.go(JUDGED).judge()
    assert "Beco da Lua" in str(piece(world, "auto_infracao").facts)
    for kind in ("decisao_auto", "notificacao_penalidade"):
        assert "Beco da Lua" not in str(piece(world, kind).facts)


def test_a_notice_to_one_party_knows_nothing_of_the_other(two_parties: World) -> None:
    world = two_parties
    world.open(entrega="nao_entregue", data_entrega=None)
    a, b = world.party(0), world.party(1)
    world.answer(
        "escolher_meio", meio="carta", **{f"endereco.{a}": "Rua A, 1", f"endereco.{b}": "Rua B, 2"}
    )
    letters = [p.facts for p in pieces(world) if p.kind == "carta_ar"]
    assert [[p["name"] for p in one["parties"]] for one in letters] == [
        ["Fulano da Silva"],
        ["Beltrano Titular"],
    ]
    assert "Rua B, 2" not in str(letters[0])
    assert CPF_SHOWN not in str(letters[1])


def test_the_published_notice_names_only_who_is_notified_and_no_whole_cpf(world: World) -> None:
    world.register_holder("Beltrano Titular", "11144477735", "MQX4E21")
    world.open(entrega="nao_entregue", data_entrega=None)
    assert [p.role for p in world.parties()] == ["autuado", "titular"]
    unknown = {"endereco_desconhecido.autuado": "sim", "motivo": "Ninguém o conhece."}
    world.answer("escolher_meio", meio="edital", **unknown)
    world.answer(
        "publicar_edital",
        publicado="publicado",
        data_publicacao="2025-12-01",
        veiculo_publicacao="Diário Oficial, ed. 1",
    )
    published = read(world, "edital_notificacao")
    assert "FulanodaSilva" in published
    assert "Beltrano" not in published, "the holder is not notified by this edital"
    assert CPF_SHOWN not in published
    assert CPF_FULANO not in published


def test_the_remittance_identifies_the_debtor(world: World) -> None:
    collected(world)
    text = read(world, "remessa_divida")
    for told in ("FulanodaSilva", CPF_SHOWN, "RuadasFlores,10", "R$759,00"):
        assert told in text


def test_the_certificate_lists_the_late_paper(world: World) -> None:
    world.open()
    world.go("2025-12-10").paper("defesa", "2025-12-10")
    world.go("2025-12-16").answer("certificar_defesa", resultado="papel")
    (paper,) = piece(world, "certidao_decurso").facts["papers"]
    assert (paper["number"], paper["timeliness"]) == ("00001/2025", "fora do prazo")


def test_a_new_payment_day_is_told_with_its_own_basis(world: World) -> None:
    judged(world)
    world.notify(JUDGED)
    world.go("2025-12-09").paper("reconsideracao", "2025-12-09")
    world.go("2025-12-11").answer(
        "decidir_reconsideracao",
        resultado="mantida",
        razoes="Nada de novo.",
        dia_pagamento="2026-04-30",
        fundamento_pagamento="Decreto 77/2025, art. 1º",
    )
    decided = piece(world, "decisao_reconsideracao").facts["decision"]
    assert (decided["payment_day"], decided["payment_basis"]) == (
        "30/04/2026",
        "Decreto 77/2025, art. 1º",
    )


# ---- the template pinned with the case


def test_a_running_case_keeps_its_template_and_a_new_case_has_the_new_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_from: list[str | None] = []
    render = documents.render

    def watched(template: str, facts: dict[str, Any], source: str | None = None) -> bytes:
        if template == "decisao_auto":
            drawn_from.append(source)
        return render(template, facts, source)

    monkeypatch.setattr(documents, "render", watched)
    defended(world, name="antes")
    monkeypatch.setattr(documents, "source_of", changed(documents.source_of))
    world.go(JUDGED).judge()
    defended(world, name="depois")
    world.go(JUDGED).judge()
    before, after = drawn_from
    assert before is not None
    assert "// modelo novo" not in before
    assert after == f"{before}\n// modelo novo"


def changed(source_of: Callable[[str], str]) -> Callable[[str], str]:
    return lambda template: f"{source_of(template)}\n// modelo novo"
