"""The cases of Santa Teresa, each told as a story; it stands where its story ends."""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.cli.sample.case import Case, Story, Told
from webapp.cli.sample.cast import Permit
from webapp.cli.sample.santa_teresa.cast import PERMITS

FARE = "Cobrou R$ 60,00 por corrida que a tabela fixa em R$ 42,00; o passageiro mostrou o recibo."
RISK = "Fez ultrapassagem em faixa contínua na rodovia, com passageiros."
RUDE = "Respondeu aos gritos ao passageiro que pediu o troco."
CHANGE = "Disse não ter troco para R$ 50,00 e ficou com a diferença."
FIGHT = "Empurrou o passageiro que reclamou do itinerário e levava uma faca no painel."
LONG_WAY = "Foi do centro ao bairro Vila Nova pela rodovia, trajeto duas vezes mais longo."
RIVAL = "Parou dez metros antes do ponto e tomou o passageiro do primeiro da fila."
SQUARE = "Ponto da Praça Augusto Ruschi"
STATION = "Rodoviária, plataforma de desembarque"
FINE = 70763
FEATURES = ("nome", "autorizacao", "dispositivo", "veiculo", "local", "agente")
CONTENTS = ("qualificacao", "razoes", "documentos")


def drawn_up(case: Case, day: str, clock: str, item: str, told: str, *more: str) -> Story:
    """The agent draws up the auto, of the auxiliary where there is one; its items go with it."""
    yield case.at(day, clock)
    permit = case.permit
    drove = {"condutor": "autorizatario"}
    if permit.auxiliary:
        owner = {f"titular.{part}": text for part, text in permit.holder.typed().items()}
        drove = {"condutor": "auxiliar", **owner}
    case.open(
        (item, *more),
        told,
        by="agente",
        driver=permit.driver,
        hora_fato=clock,
        lugar=SQUARE if permit.auxiliary else STATION,
        numero_autorizacao=permit.number,
        data_lavratura=day,
        assinatura="recusou",
        **drove,
    )


def checked(case: Case, day: str) -> Story:
    """The auto has what article 43 asks for."""
    yield case.at(day, "09:30")
    shown: dict[str, Any] = {f"requisitos.{feature}": "apresentado" for feature in FEATURES}
    case.answer("conferir_auto", "transportes", **shown, resultado="regular")


def decided(case: Case, day: str, by: str = "secretario") -> Story:
    """The penalties of the law's table are imposed."""
    yield case.at(day, "14:10")
    case.answer(
        "fixar_penalidade",
        by,
        vicio="nenhum",
        each_item={"item_resultado": "subsistente"},
        resultado="penalidade",
        razoes="O relato do agente é claro e nada nos autos o contradiz. A penalidade é a da lei.",
    )


def by_hand(case: Case, day: str) -> Story:
    """Every party is handed the notice on one day, and its proof is checked."""
    yield case.at(day, "08:10")
    case.answer("escolher_meio", "balcao", meio="em_maos")
    yield case.at(day, "11:00")
    handed = {"entrega": "entregue", "data_entrega": day}
    case.answer("entregar_em_maos", "agente", each_party=handed, resultado="feita")
    yield case.at(day, "15:30")
    case.answer("conferir_ciencia", "balcao", resultado="todas")


def notified(case: Case, days: Mapping[str, str], item: str, told: str, *more: str) -> Story:
    """On four days: the fact, the check, the decision, the notice of auto and penalty."""
    yield from drawn_up(case, days["fact"], "13:40", item, told, *more)
    yield from checked(case, days["check"])
    yield from decided(case, days["decision"])
    yield from by_hand(case, days["notice"])


def final(case: Case, days: Mapping[str, str], item: str, told: str, *more: str) -> Story:
    """Nobody appealed, and that was certified."""
    yield from notified(case, days, item, told, *more)
    yield case.at(days["certificate"], "10:20")
    case.answer("certificar_recurso", "transportes", resultado="decurso")


def paid(case: Case, day: str) -> Story:
    yield case.at(day, "10:45")
    case.pay(FINE, by="balcao")


def served(case: Case, day: str) -> Story:
    """A suspension begins to be served."""
    yield case.at(day, "08:30")
    case.answer(
        "iniciar_cumprimento",
        "transportes",
        resultado="iniciado",
        dia_inicio=day,
        documentos_entregues="sim",
    )


def appealed(case: Case, day: str) -> Story:
    yield case.at(day, "16:15")
    case.paper("recurso", by="balcao")


def prepared(case: Case, day: str, says: str) -> Story:
    """The appeal is prepared for whoever decides on it."""
    yield case.at(day, "09:50")
    brought: dict[str, Any] = {f"conteudo.{part}": "apresentado" for part in CONTENTS}
    brought |= {"conteudo.provas": "dispensado"}
    case.answer(
        "instruir_recurso",
        "transportes",
        representacao="parte",
        **brought,
        testemunhas="0",
        diligencias="nenhuma",
        relatorio=says,
        resultado="instruido",
    )


# ---- the cases


def to_be_checked(case: Case) -> Story:
    yield from drawn_up(case, "2025-11-28", "17:25", "54-VIII", RUDE)


def to_be_decided(case: Case) -> Story:
    """The first of its group: a warning instead of the fine."""
    yield from drawn_up(case, "2025-11-24", "09:15", "54-IX", CHANGE)
    yield from checked(case, "2025-11-26")


def letters_near_the_sixtieth_day(case: Case) -> Story:
    """Of Monday 2025-10-06: the sixtieth day is Friday 2025-12-05."""
    yield from drawn_up(case, "2025-10-06", "18:05", "54-XVI", FARE)
    yield from checked(case, "2025-10-09")
    yield from decided(case, "2025-10-20", by="adjunta")
    yield case.at("2025-11-17", "09:05")
    case.answer("escolher_meio", "balcao", meio="carta")


def appeal_running(case: Case) -> Story:
    days = {
        "fact": "2025-10-27",
        "check": "2025-10-29",
        "decision": "2025-11-05",
        "notice": "2025-11-12",
    }
    yield from notified(case, days, "54-XVI", FARE)


def appeal_to_decide(case: Case) -> Story:
    """The auxiliary appeals, the holder pays meanwhile and lets her own term pass."""
    days = {
        "fact": "2025-09-15",
        "check": "2025-09-16",
        "decision": "2025-09-18",
        "notice": "2025-09-23",
    }
    yield from notified(case, days, "54-XIV", RISK)
    yield from paid(case, "2025-10-02")
    yield from appealed(case, "2025-10-20")
    yield case.at("2025-11-13", "10:20")
    case.answer("certificar_recurso", "transportes", resultado="papel")
    yield from prepared(
        case,
        "2025-11-18",
        "O recorrente diz que naquele trecho a faixa é tracejada e junta fotografia.",
    )


def granted_after_payment(case: Case) -> Story:
    days = {
        "fact": "2025-06-09",
        "check": "2025-06-10",
        "decision": "2025-06-12",
        "notice": "2025-06-17",
    }
    yield from notified(case, days, "54-XVII", RIVAL)
    yield from paid(case, "2025-06-24")
    yield from appealed(case, "2025-07-08")
    yield from prepared(case, "2025-07-14", "O recorrente junta fotografia da fila do ponto.")
    yield case.at("2025-07-28", "15:00")
    case.answer(
        "decidir_recurso",
        "prefeito",
        resultado="provido",
        razoes="A fotografia, da hora do fato, mostra o recorrente como primeiro da fila.",
    )


def twenty_points(case: Case) -> Story:
    """Twenty points at once are not yet above twenty. Two suspensions are served one after the
    other, and the fines go to the Fazenda."""
    days = {
        "fact": "2025-01-13",
        "check": "2025-01-14",
        "decision": "2025-01-16",
        "notice": "2025-01-21",
        "certificate": "2025-03-18",
    }
    yield from final(case, days, "54-XXI", FIGHT, "54-XXIII")
    yield from served(case, "2025-03-24")
    yield case.at("2025-04-08", "10:00")
    case.answer("certificar_pagamento", "tesouraria", resultado="nao_localizado")
    yield from served(case, "2025-05-23")


def above_twenty_points(case: Case) -> Story:
    """Five more within the year: the cassation is to be proposed, the suspension to begin, and the
    lack of payment to be certified."""
    days = {
        "fact": "2025-09-08",
        "check": "2025-09-09",
        "decision": "2025-09-11",
        "notice": "2025-09-16",
        "certificate": "2025-11-06",
    }
    yield from final(case, days, "54-XX", LONG_WAY)


def suspended(case: Case) -> Story:
    days = {
        "fact": "2025-05-12",
        "check": "2025-05-13",
        "decision": "2025-05-15",
        "notice": "2025-05-20",
        "certificate": "2025-07-09",
    }
    yield from final(case, days, "54-XVI", FARE)
    yield from paid(case, "2025-07-11")
    yield from served(case, "2025-07-14")


def _stories() -> Iterator[tuple[Permit, Told]]:
    told: tuple[tuple[int, Told], ...] = (
        (4, twenty_points),
        (5, suspended),
        (2, granted_after_payment),
        (4, above_twenty_points),
        (3, appeal_to_decide),
        (1, letters_near_the_sixtieth_day),
        (5, appeal_running),
        (6, to_be_decided),
        (0, to_be_checked),
    )
    yield from ((PERMITS[n], story) for n, story in told)


STORIES = tuple(_stories())
