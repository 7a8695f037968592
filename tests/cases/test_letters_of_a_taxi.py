"""Santa Teresa: an address that is out of date does not keep a notice from being one.

Both the auxiliary, who drove, and the holder are told (arts. 42, § 2º, and 43, § 2º). The letters
go out on Thursday 2025-02-06 and their AR come back on Wednesday 2025-02-19.
"""

import pytest

from tests.cases.taxi import AUXILIARY, HOLDER, Taxi
from tests.cases.test_documents_of_a_case import piece
from webapp.store import tables

FINED = {
    "item_resultado.54-XVI": "subsistente",
    "item_penalidade.54-XVI": "multa",
    "item_multa.54-XVI": "707,63",
    "suspensao_dias.54-XVI": "30",
}
STALE = ("mudou_se", "endereco_insuficiente", "desconhecido")


def told_by_letter(taxi: Taxi) -> Taxi:
    """The auxiliary's infraction of Monday 2025-02-03 is notified by letter to both."""
    taxi.draw("2025-02-03", "auxiliar")
    taxi.check()
    taxi.fix(**FINED)
    addresses = {f"endereco.{party.id}": "Rua do Lampião, 12" for party in taxi.parties()}
    taxi.go("2025-02-06").answer("escolher_meio", meio="carta", **addresses)
    return taxi


def came_back(taxi: Taxi, *returned: str) -> None:
    """What the AR say, party by party; the visit was on Wednesday 2025-02-12."""
    told_by_letter(taxi).go("2025-02-19").paper("retorno_ar", "2025-02-19", party=None)
    proof: dict[str, str] = {}
    for party, code in zip(taxi.parties(), returned, strict=True):
        told = code in (*STALE, "entregue", "recusado")
        proof |= {f"retorno.{party.id}": code}
        proof |= {f"ciencia_valida.{party.id}": "sim" if told else "nao"}
        proof |= {f"data_ciencia.{party.id}": "2025-02-12"} if told else {}
    missed = "nao" in proof.values()
    taxi.answer("conferir_ciencia", resultado="faltam" if missed else "todas", **proof)


@pytest.mark.parametrize("code", STALE)
def test_each_is_told_on_the_day_of_the_visit_by_an_article_of_its_own(
    taxi: Taxi, code: str
) -> None:
    came_back(taxi, code, code)
    told = {one["party"]: one["proof"] for one in piece(taxi, "certidao_ciencia").facts["notices"]}
    assert told == {AUXILIARY: "válida (art. 42, § 2º)", HOLDER: "válida (art. 43, § 2º)"}
    days = [f"{notice.result_on:%d/%m}" for notice in taxi.rows(tables.notice)]
    assert days == ["12/02", "12/02"]
    assert "aguardar_recurso" in taxi.names()


def test_a_refusal_is_received_and_the_certificate_says_so(taxi: Taxi) -> None:
    came_back(taxi, "recusado", "entregue")
    notices = piece(taxi, "certidao_ciencia").facts["notices"]
    assert [(one["result"], one["proof"]) for one in notices] == [
        ("recusado", "válida (art. 43, § 1º)"),
        ("entregue", "válida (art. 42)"),
    ]


@pytest.mark.parametrize("code", ["ausente", "nao_procurado"])
def test_who_was_out_is_sought_again_and_who_moved_is_told(taxi: Taxi, code: str) -> None:
    came_back(taxi, code, "mudou_se")
    auxiliary, holder = taxi.rows(tables.notice)
    assert (auxiliary.result, auxiliary.valid) == (code, False)
    assert (holder.result, holder.valid) == ("mudou_se", True)
    known = {f"endereco_desconhecido.{taxi.party(0)}": "nao", "motivo": "Não se achou em casa."}
    taxi.answer("escolher_meio", meio="edital", **known)
    assert "publicar_edital" in taxi.names()
