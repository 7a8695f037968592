"""Notices by letter with AR: what came back, and what the law makes of it.

Marilândia: only what was delivered or refused is a notice; what else comes back is one more try.
The letter goes out on Monday 2025-12-01 and its AR comes back on Wednesday 2025-12-10.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.cases.kit import World
from tests.cases.test_contradictions import refused
from tests.cases.test_documents_of_a_case import piece, read
from tests.documents.reading import joined
from webapp.store import tables

SENT, BACK = "2025-12-01", "2025-12-10"
HELD = {"ciencia_valida.autuado": "sim"}
STALE_COUNTS = """
[[retornos.mudou_se]]
from = 2009-10-13
label = "Mudou-se"
counts = "ciencia"
day = "visita"
dated_by = "notice"
article = "art. 22"
[retornos.mudou_se.whom.titular]
article = "art. 22, § 1º"
"""


def came_back(world: World) -> World:
    """The letter went out and its AR is in the file: the proof is to be checked."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go(BACK).paper("retorno_ar", BACK, party=None)
    return world


def told(world: World, returned: str, **values: Any) -> dict[str, str]:
    """The refusal of a proof, by field, without the number of the party."""
    errors = refused(world, "conferir_ciencia", **{"retorno.autuado": returned}, **values)
    return {name.partition(".")[0]: said for name, said in errors.items()}


def attempts(world: World) -> list[tuple[str, str | None, date | None, bool | None, str | None]]:
    rows = world.rows(tables.notice)
    return [(n.means, n.result, n.result_on, n.valid, n.reason) for n in rows]


# ---- what is a notice


@pytest.mark.parametrize("returned", ["entregue", "recusado"])
def test_what_was_delivered_or_refused_is_a_notice_on_the_day_of_the_ar(
    world: World, returned: str
) -> None:
    came_back(world).prove_letter("2025-12-05", returned)
    assert attempts(world) == [("carta", returned, date(2025, 12, 5), True, None)]
    assert world.names() == ["aguardar_defesa"]


TRIES = (
    "mudou_se", "endereco_insuficiente", "numero_inexistente", "desconhecido", "ausente",
    "nao_procurado", "falecido", "outro",
)  # fmt: skip


@pytest.mark.parametrize("returned", TRIES)
def test_any_other_return_is_a_try_and_leads_to_the_next(world: World, returned: str) -> None:
    came_back(world).lose_letter(returned)
    assert attempts(world) == [("carta", returned, None, False, None)]
    assert world.names() == ["escolher_meio"]


def test_a_try_is_a_notice_only_with_a_reason_which_the_notice_keeps(world: World) -> None:
    came_back(world)
    known = {**HELD, "data_ciencia.autuado": "2025-12-05", "resultado": "todas"}
    errors = told(world, "ausente", **known)
    assert errors == {
        "motivo_divergencia": "Para a lei, a carta que voltou com «Ausente» é só uma tentativa "
        "(art. 22, § 1º). Se esta vale como ciência, escreva por quê."
    }
    why = {"retorno.autuado": "ausente", "motivo_divergencia.autuado": "Veio ao balcão no dia 5."}
    world.answer("conferir_ciencia", **known, **why)
    assert attempts(world) == [
        ("carta", "ausente", date(2025, 12, 5), True, "Veio ao balcão no dia 5.")
    ]


def test_a_notice_by_the_law_is_put_aside_only_with_a_reason(world: World) -> None:
    came_back(world)
    put_aside = {"ciencia_valida.autuado": "nao", "resultado": "faltam"}
    errors = told(world, "entregue", **put_aside)
    assert errors["motivo_invalida"] == (
        "Para a lei, a carta que voltou com «Entregue» vale como ciência (art. 22, § 1º). Se esta "
        "não vale, escreva por quê."
    )
    why = {"motivo_invalida.autuado": "Assinou o vizinho."}
    world.answer("conferir_ciencia", **{"retorno.autuado": "entregue"}, **put_aside, **why)
    assert attempts(world) == [("carta", "entregue", None, False, "Assinou o vizinho.")]


def test_who_died_has_no_notice_whatever_the_reason(world: World) -> None:
    came_back(world)
    known = {**HELD, "data_ciencia.autuado": "2025-12-05", "resultado": "todas"}
    why = {"motivo_divergencia.autuado": "A viúva assinou."}
    assert (
        "registre o óbito, com a certidão"
        in told(world, "falecido", **known, **why)["ciencia_valida"]
    )


@pytest.mark.parametrize("day", ["2025-12-11", "2025-12-12"])
def test_a_day_after_the_ar_came_back_is_not_the_day_written_in_it(world: World, day: str) -> None:
    came_back(world).go("2025-12-12")
    errors = told(world, "entregue", **HELD, **{"data_ciencia.autuado": day, "resultado": "todas"})
    assert errors == {
        "data_ciencia": "A carta foi enviada em 01/12/2025, e o aviso voltou em 10/12/2025: o dia "
        "escrito no AR está entre os dois. Confira-o, ou escreva por que a ciência é de outro dia."
    }


@pytest.mark.parametrize("day", [SENT, BACK])
def test_the_day_of_the_ar_may_be_that_of_the_sending_or_of_the_return(
    world: World, day: str
) -> None:
    came_back(world).prove_letter(day)
    assert "conferir_ciencia" not in world.names()


def test_a_day_before_the_letter_was_sent_needs_a_reason_too(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.go("2025-12-03").send_letter()
    world.go(BACK).paper("retorno_ar", BACK, party=None)
    known = {**HELD, "data_ciencia.autuado": "2025-12-02", "resultado": "todas"}
    assert "enviada em 03/12/2025" in told(world, "entregue", **known)["data_ciencia"]


# ---- the proof is in the file


def test_what_came_back_is_told_only_of_an_ar_that_is_in_the_file(world: World) -> None:
    """The twenty days of the wait end on Monday 2025-12-22, and nothing was filed."""
    world.open(entrega="nao_entregue", data_entrega=None)
    world.send_letter()
    world.go("2025-12-23").tick()
    known = {**HELD, "data_ciencia.autuado": "2025-12-05", "resultado": "todas"}
    assert "não está nos autos: registre-o" in told(world, "entregue", **known)["retorno"]
    world.lose_letter("nao_voltou")
    assert attempts(world) == [("carta", "nao_voltou", None, False, None)]


def test_an_ar_of_a_former_letter_proves_nothing_of_the_next(world: World) -> None:
    came_back(world).lose_letter("ausente")
    world.send_letter()
    world.go("2026-01-07").tick()
    known = {**HELD, "data_ciencia.autuado": "2026-01-05", "resultado": "todas"}
    assert "retorno" in told(world, "entregue", **known)


def test_a_proof_that_does_not_hold_says_why_where_there_was_no_letter(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    world.answer("escolher_meio", meio="em_maos", **{"endereco.autuado": "Rua das Flores, 10"})
    missed = {"entrega.autuado": "nao_encontrado", "data_entrega.autuado": SENT}
    world.answer("entregar_em_maos", resultado="frustrada", **missed)
    silent = {"ciencia_valida.autuado": "nao", "resultado": "faltam"}
    errors = refused(world, "conferir_ciencia", **silent)
    assert errors == {f"motivo_invalida.{world.party()}": "Escreva por que a prova não vale."}


# ---- who has to keep the address current


@pytest.fixture
def stale(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A law by which a letter to an address out of date is a notice, of the holder by an article
    of his own."""
    (tmp_path / "laws/marilandia").mkdir(parents=True)
    (tmp_path / "laws/marilandia/retornos.toml").write_text(STALE_COUNTS, "utf-8")
    monkeypatch.setenv("AUTOS_ROOTS", str(tmp_path))
    world = World(database_url)
    yield world
    world.engine.dispose()


@pytest.mark.parametrize(
    ("holder", "article"),
    [("Beltrano Titular", "art. 22"), ("Fulano da Silva", "art. 22, § 1º")],
)
def test_the_letter_counts_by_the_article_of_whoever_it_was_sent_to(
    stale: World, holder: str, article: str
) -> None:
    cpf = "52998224725" if holder == "Fulano da Silva" else "11144477735"
    stale.register_holder(holder, cpf, "MQX4E21")
    came_back(stale).prove_letter("2025-12-05", "mudou_se")
    (one,) = piece(stale, "certidao_ciencia").facts["notices"]
    assert (one["result"], one["proof"]) == ("mudou-se", f"válida ({article})")
    assert joined(f"mudou-se válida ({article})") in read(stale, "certidao_ciencia")


# ---- what comes after


def test_a_try_by_letter_opens_the_way_to_the_edital(world: World) -> None:
    came_back(world).lose_letter("ausente")
    known = {"endereco_desconhecido.autuado": "nao", "motivo": "A carta voltou em 10/12/2025."}
    world.answer("escolher_meio", meio="edital", **known)
    assert world.names() == ["publicar_edital"]


def test_a_letter_still_on_its_way_does_not(world: World) -> None:
    world.open(entrega="nao_entregue", data_entrega=None)
    known = {"endereco_desconhecido.autuado": "nao", "motivo": "Tem pressa."}
    errors = refused(world, "escolher_meio", meio="edital", **known)
    assert "depois de tentativa frustrada" in errors[f"endereco_desconhecido.{world.party()}"]


def test_the_certificate_names_each_try_and_what_came_back(world: World) -> None:
    came_back(world).lose_letter("nao_procurado")
    world.notify(BACK)
    tries = piece(world, "certidao_ciencia").facts["notices"]
    assert [(one["means"], one["result"], one["proof"]) for one in tries] == [
        ("carta com aviso de recebimento", "não procurado", "não vale"),
        ("em mãos", "entregue", "válida"),
    ]


def test_the_next_letter_says_what_came_of_those_before(world: World) -> None:
    came_back(world).lose_letter("endereco_insuficiente")
    world.send_letter()
    said = [read(world, "carta_ar"), *(p.facts["notice"]["before"] for p in letters(world))]
    before = "01/12/2025, carta com aviso de recebimento: endereço insuficiente"
    assert joined(f"Tentativas anteriores: {before}.") in said[0]
    assert said[1:] == ["", before]


def letters(world: World) -> list[Any]:
    return world.rows(tables.piece, tables.piece.c.kind == "carta_ar")
