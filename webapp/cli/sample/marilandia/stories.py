"""The cases of Marilândia, each told as a story; it stands where its story ends."""

from collections.abc import Iterator

from webapp.cli.sample.case import Case, Story, Told
from webapp.cli.sample.cast import Permit
from webapp.cli.sample.marilandia.cast import PERMITS

CAP = "Conduzia passageira sem touca descartável para o capacete. Perguntado, disse que acabara."
VEST = "Prestava o serviço sem o colete laranja com o número do prefixo."
TWO = "Levava dois passageiros na mesma motocicleta, um deles criança, em direção à escola."
GUARD = "A motocicleta em serviço não tinha o protetor de isolamento do escapamento."
FINE = 75900
BASIS = "Decreto de exemplo 1/2025, art. 3º"
PLACE = "Praça da Matriz, em frente ao ponto"
ROAD = "Avenida Beira-Rio, junto à ponte"
NOTHING_SEIZED = {"ordem": "nao", "apreensao": "nao"}


def delivered(
    case: Case, day: str, clock: str, items: tuple[str, ...], told: str, by: str = "fiscal"
) -> Story:
    """The auto is drawn up and handed over in the street."""
    yield case.at(day, clock)
    seen = {"hora_fato": clock, "lugar": PLACE, **NOTHING_SEIZED}
    given = {"entrega": "entregue", "data_entrega": day}
    case.open(items, told, by=by, driver=case.permit.driver, **seen, **given)


def not_delivered(
    case: Case, day: str, clock: str, items: tuple[str, ...], told: str, by: str = "fiscal"
) -> Story:
    """The driver did not stop: the auto has to be notified."""
    yield case.at(day, clock)
    seen = {"hora_fato": clock, "lugar": ROAD, **NOTHING_SEIZED}
    case.open(items, told, by=by, driver=case.permit.driver, **seen, entrega="nao_entregue")


def by_hand(case: Case, day: str, clock: str) -> Story:
    """A notice handed over by the inspection and checked by the front desk, in one day."""
    yield case.at(day, "08:20")
    case.answer("escolher_meio", "protocolo", meio="em_maos")
    yield case.at(day, clock)
    handed = {"entrega": "entregue", "data_entrega": day}
    case.answer("entregar_em_maos", "fiscal2", each_party=handed, resultado="feita")
    yield case.at(day, "16:30")
    case.answer("conferir_ciencia", "protocolo", resultado="todas")


def by_letter(case: Case, day: str) -> Story:
    yield case.at(day, "09:40")
    case.answer("escolher_meio", "protocolo", meio="carta")


def filed(case: Case, day: str, clock: str, kind: str) -> Story:
    yield case.at(day, clock)
    case.paper(kind, by="atendimento")


def lapsed(case: Case, day: str, element: str) -> Story:
    yield case.at(day, "10:15")
    case.answer(element, "secretaria", resultado="decurso")


def judged(case: Case, day: str, pay_by: str, by: str = "diretor") -> Story:
    """The penalty of the law's table is imposed."""
    yield case.at(day, "14:00")
    case.answer(
        "julgar_auto",
        by,
        vicio="nenhum",
        each_item={"item_resultado": "subsistente"},
        resultado="penalidade",
        razoes="O relato do auto é claro e não há prova em contrário. A conduta está descrita "
        "na lei e a penalidade é a que ela dá.",
        dia_pagamento=pay_by,
        fundamento_pagamento=BASIS,
    )


def fined(case: Case, days: tuple[str, ...], pay_by: str, told: str = CAP) -> Story:
    """A fine becomes final without defence or request, on five days: fact, certificate,
    decision, notice, certificate."""
    fact, certified, decided, told_on, closed = days
    yield from delivered(case, fact, "07:50", ("5-II",), told)
    yield from lapsed(case, certified, "certificar_defesa")
    yield from judged(case, decided, pay_by)
    yield from by_hand(case, told_on, "11:10")
    yield from lapsed(case, closed, "certificar_reconsideracao")


# ---- finished


def paid(case: Case) -> Story:
    days = ("2025-09-01", "2025-09-17", "2025-09-22", "2025-09-24", "2025-10-09")
    yield from fined(case, days, "2025-10-31")
    yield case.at("2025-10-20", "10:05")
    case.pay(FINE, by="protocolo")


def archived(case: Case) -> Story:
    yield from delivered(case, "2025-10-13", "17:20", ("5-III",), VEST, by="fiscal2")
    yield from filed(case, "2025-10-17", "09:30", "defesa")
    yield case.at("2025-10-29", "15:10")
    case.answer(
        "julgar_auto",
        "diretor",
        vicio="nenhum",
        each_item={"item_resultado": "insubsistente"},
        resultado="insubsistente",
        razoes="As fotografias juntadas com a defesa mostram o colete com o número do prefixo.",
    )


# ---- before the decision


def defence_running_today(case: Case) -> Story:
    yield from delivered(case, "2025-12-01", "08:35", ("5-II",), CAP)


def defence_running(case: Case) -> Story:
    yield from delivered(case, "2025-11-26", "12:15", ("6-III",), GUARD, by="fiscal2")


def to_be_notified(day: str, clock: str, item: str = "5-III", told: str = VEST) -> Told:
    def story(case: Case) -> Story:
        yield from not_delivered(case, day, clock, (item,), told)

    return story


def to_be_handed_over(case: Case) -> Story:
    yield from not_delivered(case, "2025-11-26", "18:05", ("5-I",), TWO)
    yield case.at("2025-11-27", "08:40")
    case.answer("escolher_meio", "protocolo", meio="em_maos")


def letter_on_its_way(case: Case) -> Story:
    yield from not_delivered(case, "2025-11-18", "07:25", ("5-III",), VEST)
    yield from by_letter(case, "2025-11-19")


def letter_came_back(case: Case) -> Story:
    yield from not_delivered(case, "2025-11-10", "16:45", ("5-II",), CAP, by="fiscal2")
    yield from by_letter(case, "2025-11-11")
    yield case.at("2025-11-28", "11:20")
    case.letter_back(by="atendimento")


def term_over(day: str, clock: str, item: str = "5-II", told: str = CAP) -> Told:
    """Nobody answered: the certificate is open."""

    def story(case: Case) -> Story:
        yield from delivered(case, day, clock, (item,), told)

    return story


def defence_to_judge(case: Case) -> Story:
    yield from delivered(case, "2025-11-19", "08:10", ("5-I", "5-II"), TWO)
    yield from filed(case, "2025-11-26", "15:45", "defesa")
    yield case.at("2025-11-28", "17:05")
    case.draft(
        "julgar_auto",
        "assessor",
        vicio="nenhum",
        razoes="O autuado diz que a criança viajava só até a esquina. A lei não distingue a "
        "distância: cada deslocamento leva um passageiro.",
    )


def judged_by_another(case: Case) -> Story:
    """The substitute has taken the task."""
    yield from delivered(case, "2025-11-17", "13:30", ("5-III",), VEST)
    yield from filed(case, "2025-11-24", "10:50", "defesa")
    yield case.at("2025-11-27", "09:15")
    case.claim("julgar_auto", "substituta")


def repeated(case: Case) -> Story:
    """The same driver and item as a fine that is final: twice the fine."""
    yield from delivered(case, "2025-11-21", "17:40", ("5-II",), CAP)
    yield from filed(case, "2025-11-28", "14:25", "defesa")


# ---- after the decision


def penalty_to_be_notified(case: Case) -> Story:
    yield from delivered(case, "2025-11-03", "09:10", ("5-II",), CAP)
    yield from filed(case, "2025-11-07", "11:35", "defesa")
    yield from judged(case, "2025-11-28", "2026-01-30")


def request_running(case: Case) -> Story:
    yield from delivered(case, "2025-10-20", "16:20", ("5-II",), CAP, by="fiscal2")
    yield from filed(case, "2025-10-24", "13:50", "defesa")
    yield from judged(case, "2025-11-17", "2026-01-15", by="substituta")
    yield from by_hand(case, "2025-11-26", "10:30")


def request_to_decide(case: Case) -> Story:
    yield from delivered(case, "2025-10-14", "11:45", ("6-III",), GUARD)
    yield from filed(case, "2025-10-20", "16:05", "defesa")
    yield from judged(case, "2025-11-12", "2026-01-15")
    yield from by_hand(case, "2025-11-19", "09:50")
    yield from filed(case, "2025-11-26", "10:20", "reconsideracao")


def request_lapsed(case: Case) -> Story:
    yield from delivered(case, "2025-10-06", "15:15", ("5-III",), VEST)
    yield from lapsed(case, "2025-10-21", "certificar_defesa")
    yield from judged(case, "2025-11-05", "2026-01-09")
    yield from by_hand(case, "2025-11-12", "14:40")


def payment_running(case: Case) -> Story:
    days = ("2025-09-15", "2025-10-01", "2025-10-08", "2025-10-15", "2025-10-30")
    yield from fined(case, days, "2025-12-15")


def payment_overdue(case: Case) -> Story:
    days = ("2025-09-08", "2025-09-23", "2025-09-30", "2025-10-07", "2025-10-22")
    yield from fined(case, days, "2025-11-14")


def _stories() -> Iterator[tuple[Permit, Told]]:
    told: tuple[tuple[int, Told], ...] = (
        (0, paid),
        (1, archived),
        (2, payment_overdue),
        (3, payment_running),
        (4, request_lapsed),
        (5, request_to_decide),
        (6, request_running),
        (7, penalty_to_be_notified),
        (8, letter_came_back),
        (9, letter_on_its_way),
        (1, judged_by_another),
        (4, defence_to_judge),
        (0, repeated),
        (2, to_be_handed_over),
        (7, to_be_notified("2025-11-25", "08:55")),
        (9, to_be_notified("2025-11-27", "17:30", "5-I", TWO)),
        (6, to_be_notified("2025-11-28", "18:10", "5-II", CAP)),
        (0, to_be_notified("2025-11-28", "12:20", "6-III", GUARD)),
        (3, term_over("2025-11-05", "07:35")),
        (7, term_over("2025-11-13", "11:05", "5-I", TWO)),
        (5, term_over("2025-11-12", "12:50", "5-III", VEST)),
        (8, term_over("2025-11-19", "16:55", "6-III", GUARD)),
        (9, term_over("2025-11-20", "09:25", "5-I", TWO)),
        (2, defence_running),
        (1, defence_running_today),
    )
    yield from ((PERMITS[n], story) for n, story in told)


STORIES = tuple(_stories())
