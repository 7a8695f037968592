"""What an answer leaves in the file besides itself: parties, vehicle, notices, papers taken."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from webapp.cases import (
    cassation,
    deaths,
    effects,
    incidents,
    parties,
    proposals,
    returns,
    serving,
    withdrawing,
)
from webapp.cases.act import Act, EffectDraft
from webapp.cases.checks import papers_of
from webapp.cases.contexts import auto_items, form_parties
from webapp.cases.records import Notice, Task
from webapp.cases.view import View
from webapp.domain.numbering import search_key
from webapp.forms import Form
from webapp.registry import people

Recorder = Callable[[Act, Task, Form, dict[str, Any]], None]

_PROVED = {"ciencia_valida", "data_ciencia", "retorno", "motivo_invalida", "motivo_divergencia"}


def record(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """Record what the form says it records, and what every certificate takes."""
    if form.records:
        RECORDS[form.records](act, task, form, values)
    if form.lapsed and values[form.outcome.name] == "papel":
        _take_papers(act, task)


def _auto(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The auto creates person, party and vehicle where the registry lacks them."""
    muni = act.case.municipality_id
    driver = people.person_of(act.session, muni, values["autuado"])
    act.read_again("people")  # what the registry lacked of a party is there now
    act.case.vehicle_id = people.vehicle_of(act.session, muni, values["veiculo"])
    fact_on = date.fromisoformat(values["data_fato"])
    act.case.permit_id = people.permit_of_vehicle(act.session, act.case.vehicle_id, fact_on)
    holder = act.case.permit_id and people.holder_of(act.session, act.case.permit_id, fact_on)
    if values.get("titular") and holder is None:
        holder = people.person_of(act.session, muni, values["titular"])
    parties.set_all(act, {"autuado": driver, "titular": holder if holder != driver else None})
    act.enter_fact("itens", "auto", None, json.dumps(values["itens"]))
    name_subject(act, fact_on)
    _delivered_on_the_spot(act, values)


def name_subject(act: Act, fact_on: date) -> None:
    """What lists call the case: the articles of its items, in the law of the day of the fact."""
    articles = [
        act.law.value(f"infracoes.{code}", {"fact": fact_on}).article for code in auto_items(act)
    ]
    act.case.subject = "; ".join(articles)[:200]
    act.case.subject_key = search_key(act.case.subject)[:200]


def _delivered_on_the_spot(act: Act, values: dict[str, Any]) -> None:
    """The auto handed over in the street is the first notice of it, where the law says so."""
    if values.get("entrega", "nao_entregue") == "nao_entregue":
        return
    for party in act.parties_in(["autuado"], act.today):
        notice = _add_notice(act, "auto", party.id, "no_ato", None)
        notice.result = values["entrega"]
        notice.result_on = date.fromisoformat(values["data_entrega"])
        notice.valid = True


def _add_notice(act: Act, about: str, party_id: int, means: str, address: str | None) -> Notice:
    tries = [n.attempt for n in act.notices if (n.about, n.party_id) == (about, party_id)]
    notice: Notice = act.notices.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        about=about,
        party_id=party_id,
        attempt=max(tries, default=0) + 1,
        means=means,
        address=address,
        sent_on=act.today,
        seq=act.chain.seq + 1,
    )
    return notice


def _attempt(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """A new attempt to notify each party that lacks a valid notice of the act."""
    means = values[form.outcome.name]
    for party in form_parties(act, task):
        address = values.get("endereco", {}).get(str(party.id))
        _add_notice(act, task.about, party.id, means, address)


def _handed(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    for party_id, notice in returns.last_tries(act, task.about).items():
        result = values.get("entrega", {}).get(str(party_id))
        on = values.get("data_entrega", {}).get(str(party_id))
        if result:
            notice.result = result
            notice.result_on = date.fromisoformat(on) if on else act.today


def _published(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    waiting = {p.id for p in form_parties(act, task)}
    for party_id, notice in returns.last_tries(act, task.about).items():
        if party_id in waiting:
            notice.result = "publicado"
            notice.result_on = date.fromisoformat(values["data_publicacao"])


def _proof(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """Whether each party's notice is valid, from which day, and what came back of a letter."""
    for party_id, notice in returns.last_tries(act, task.about).items():
        told = {name: given.get(str(party_id)) for name, given in values.items() if name in _PROVED}
        if told.get("ciencia_valida") is None:
            continue
        notice.valid = told["ciencia_valida"] == "sim"
        notice.result = told.get("retorno") or notice.result
        notice.reason = told.get("motivo_invalida") or told.get("motivo_divergencia")
        if on := told.get("data_ciencia"):
            notice.result_on = date.fromisoformat(on)


def _decision(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """Keep what the law's table gave when the authority decided: it tells the table's amount
    from one of her own when a date is corrected later."""
    values["_tabela"] = {p.code: p.cents for p in proposals.table(View(act), values) if p.cents}


def _lapse_decided(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """Whom the authority holds to be notified; whom she does not leaves the case that goes on."""
    last = returns.last_tries(act, "auto")
    for party_id, said in values["situacao"].items():
        party, notice = act.parties.get(int(party_id)), last.get(int(party_id))
        if said == "notificada" and notice is not None:
            notice.valid, notice.reason = True, None
            notice.result_on = date.fromisoformat(values["data_ciencia"][party_id])
        elif said != "notificada" and party is not None and values["resultado"] == "notificado":
            party.to_day = act.today - timedelta(days=1)


def _payment_found(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    if values[form.outcome.name] != form.lapsed:
        paid_on = values["data_pagamento"]
        cents = values.get("valor_pago", 0) - _told(act, paid_on)
        draft = payment(paid_on, task.element, max(cents, 0))
        act.drafts.extend(effects.new_only(act, [draft]))


def _told(act: Act, paid_on: str) -> int:
    """What the papers of a day told already: the certificate that finds it pays nothing twice."""
    standing = [e for e in act.effects if e.kind == "payment" and e.stands]
    return sum(e.cents for e in standing if e.body["paid_on"] == paid_on)


def payment(paid_on: str, source: str, cents: int) -> EffectDraft:
    """A payment is a fact: it ends the collection and neither waives nor ends anything else.

    `cents` is 0 where nobody told the amount.
    """
    body = {"paid_on": paid_on, "item": source}
    return EffectDraft("payment", "multa", "registrar_pagamento", "", cents=cents, body=body)


def _take_papers(act: Act, task: Task) -> None:
    """The certificate takes the papers of its term to who decides."""
    wait = (task.body or {}).get("task")
    for filing in papers_of(act, task):
        if filing.task_id is None:
            filing.task_id, filing.delivered_at = wait, act.now
            filing.delivered_seq = act.chain.seq + 1


RECORDS: dict[str, Recorder] = {
    "auto": _auto,
    "decisao": _decision,
    "tentativa": _attempt,
    "entrega": _handed,
    "publicacao": _published,
    "ciencia": _proof,
    "decurso_notificacao": _lapse_decided,
    "pagamento": _payment_found,
    "prazo_com_falha": incidents.decide,
    "obito": deaths.decide,
    "desistencia": withdrawing.decide,
    "cassacao": cassation.decide,
    "cumprimento": serving.begin,
    "fim_impedimento": serving.inspect,
}
