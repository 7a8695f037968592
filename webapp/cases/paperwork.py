"""The facts of a document: what a template is given, in words ready to read."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import select

from webapp.cases import contexts, proposals
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.records import Deadline, Filing, Party
from webapp.cases.terms import concerned, length_in_words, started_by
from webapp.cases.view import View
from webapp.domain import identifiers, money
from webapp.forms import PARTIES
from webapp.laws import Entry
from webapp.store import tables

_WEEKDAYS = ("seg", "ter", "qua", "qui", "sex", "sáb", "dom")
_DECISIONS = {"decisao_auto", "decisao_reconsideracao", "notificacao_penalidade", "carta_ar",
              "edital_notificacao", "guia_multa", "remessa_divida"}  # fmt: skip

# Published: it notifies everyone it names, and so names only those it has to notify.
_TO_WHOM_IT_NAMES = {"edital_notificacao"}


# What a document shows in a place of its own, and not again among the answers.
_APART = {
    "auto_infracao": {
        "veiculo", "autuado", "itens", "relato", "fotos", "testemunha1_nome",
        "testemunha1_endereco", "testemunha2_nome", "testemunha2_endereco",
    },
    "decisao_auto": {
        "resultado", "razoes", "item_penalidade", "item_multa", "suspensao_dias",
        "suspensao_decreto", "dia_pagamento", "fundamento_pagamento",
    },
}  # fmt: skip
_APART["decisao_reconsideracao"] = _APART["decisao_auto"]


def told_apart(document: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a document shows as answers: the others have their own place in it."""
    apart = _APART.get(document, set())
    return {name: value for name, value in values.items() if name not in apart}


def local_time(act: Act, at: datetime) -> str:
    return at.astimezone(act.law.municipality.zone).strftime("%d/%m/%Y às %H:%M")


def day(value: date | None) -> str:
    return value.strftime("%d/%m/%Y") if value else ""


def facts(act: Act, order: Order, entry: Entry, number: str) -> dict[str, Any]:
    """Everything a template may show; each template takes what it needs."""
    municipality = act.law.municipality
    return {
        "municipality": {
            "name": municipality.name,
            "uf": municipality.uf,
            "prefeitura": municipality.prefeitura,
        },
        "document": {
            "kind": order.document,
            "title": entry["title"],
            "number": number,
            "basis": f"{municipality.law}, {entry.article}",
            "issued_at": act.now.isoformat(),
            "issued_on": day(act.today),
        },
        "case": {
            "number": act.case.number,
            "process": process_name(act),
            "opened_on": day(act.local_day(act.case.opened_at)),
            "fact_on": day(contexts.fact_day(act)),
        },
        "parties": parties(act, order),
        "vehicle": vehicle(act),
        "items": items(act),
        "terms": [term(act, row) for row in _terms(act, order)],
        "texts": list(entry.get("texts", {}).values()),
        "fields": [{"label": label, "value": value} for label, value in order.labels],
        "issued_by": _issuer(act),
        **_by_kind(act, order),
        **(order.extra or {}),
    }


def _issuer(act: Act) -> dict[str, str] | None:
    """Who issues a document that nobody signs; the clock issues none in its own name."""
    if act.actor.user_id is None:
        return None
    office = next((m.office for m in act.actor.memberships if m.office), "")
    return {
        "name": act.actor.name,
        "office": office or "",
        "registration": act.actor.registration or "",
    }


def process_name(act: Act) -> str:
    """The name of the case's process in the law data («Infração de mototáxi»)."""
    for key in act.law.keys("processos"):
        entry = act.law.entries(f"processos.{key}")[-1]
        if entry["process"] == act.case.process:
            return str(entry["label"])
    return act.case.process


def parties(act: Act, order: Order) -> list[dict[str, str]]:
    chosen = [p for p in act.parties if order.party_id in (None, p.id)]
    if order.document in _TO_WHOM_IT_NAMES:
        chosen = unnotified(act, order.about)
    return [_party(party, act.people[party.person_id]) for party in chosen]


def unnotified(act: Act, about: str) -> list[Party]:
    """The parties to be notified of an act who have no valid notice of it yet."""
    notified = {n.party_id for n in act.notices if n.about == about and n.valid}
    return [p for p in concerned(act, about) if p.id not in notified]


def _party(party: Party, person: Any) -> dict[str, str]:
    return {
        "role": PARTIES.get(party.role, party.role),
        "name": person.name,
        "cpf": _cpf(person),
        "address": person.address or "",
    }


def vehicle(act: Act) -> dict[str, str] | None:
    if act.case.vehicle_id is None:
        return None
    table = tables.vehicle
    row = act.session.execute(select(table).where(table.c.id == act.case.vehicle_id)).one()
    return {
        "plate": identifiers.show_plate(row.plate),
        "model": row.model or "",
        "colour": row.colour or "",
        "year": str(row.year or ""),
    }


def items(act: Act) -> list[dict[str, str]]:
    on = contexts.fact_day(act) or act.today
    found = []
    for code in contexts.auto_items(act):
        entry = act.law.value(f"infracoes.{code}", {"fact": on})
        found.append(
            {
                "code": code,
                "text": entry["text"],
                "article": entry.article,
                "sanction": contexts.sanction(entry),
            }
        )
    return found


# ---- terms


def _terms(act: Act, order: Order) -> list[Deadline]:
    rows = [d for d in act.deadlines if d.last_day and (not order.about or d.about == order.about)]
    if order.task_id is not None:
        certificate = act.tasks.get(order.task_id)
        if certificate is not None and certificate.body and "task" in certificate.body:
            return [d for d in rows if d.task_id == certificate.body["task"]]
    return rows


def term(act: Act, row: Deadline) -> dict[str, Any]:
    label = row.rule_snapshot.get("label", row.key)
    return {
        "name": label,
        "article": row.article or "",
        "reference_on": day(row.reference_date),
        "last_day_on": day(row.last_day),
        "rule": length_in_words(row.rule_snapshot),
        "ledger": [_line(line) for line in row.ledger or ()],
        "alternatives": [
            {"last_day_on": day(date.fromisoformat(o["last_day"])), "because": o["because"]}
            for o in row.alternatives or ()
        ],
        "party": party_name(act, row.party_id),
        "state": row.state,
    }


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    on = date.fromisoformat(line["day"])
    return {
        "day_on": day(on),
        "weekday": _WEEKDAYS[on.weekday()],
        "kind": line["kind"],
        "n": 0 if line["kind"] == "excluded" else line.get("n"),
        "reason": line.get("reason", ""),
    }


def party_name(act: Act, party_id: int | None) -> str:
    party = act.parties.get(party_id)
    return contexts.person_names(act, [party])[party.person_id] if party else ""


# ---- by kind of document


def _by_kind(act: Act, order: Order) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if order.document in _DECISIONS:
        found |= decision(act)
    if order.document == "certidao_decurso":
        found["papers"] = [paper(act, f) for f in certified_papers(act, order)]
    if order.document == "certidao_ciencia":
        found["notices"] = notices(act, order.about)
    if order.document == "parecer":
        found["question"] = _question(act, order)
    if order.document == "auto_infracao":
        found |= _auto(order.values or {})
        found["notice"] = _what_may_be_done(act, "auto")
    if order.document in {"notificacao_penalidade", "carta_ar", "edital_notificacao", "recibo"}:
        found["notice"] = _notice(act, order) | _what_may_be_done(act, order.about)
    return found


def _question(act: Act, order: Order) -> str:
    task = act.tasks.get(order.task_id)
    return str(task.body["question"]) if task is not None and task.body else ""


def _auto(values: Mapping[str, Any]) -> dict[str, Any]:
    witnesses = [
        {"name": values.get(f"testemunha{n}_nome", ""),
         "address": values.get(f"testemunha{n}_endereco", "")}
        for n in (1, 2)
    ]  # fmt: skip
    found: dict[str, Any] = {
        "witnesses": [w for w in witnesses if w["name"]],
        "paragraphs": [values.get("relato", "")],
    }
    if values.get("entrega") == "recusa_certificada":
        found["refusal"] = {
            "text": "Certifico que o autuado, ciente deste auto, recusou-se a assiná-lo, na "
            "presença das duas testemunhas identificadas, e que recebeu a 2ª via.",
            "article": "art. 22, § 2º",
        }
    return found


def decision(act: Act) -> dict[str, Any]:
    """The decision that stands: result, items with amount and why, reasons, payment day."""
    view = View(act)
    first = act.answers.get("julgar_auto")
    if first is None:
        return {}
    second = act.answers.get("decidir_reconsideracao")
    last = second or first
    upheld = proposals.imposed(view)
    total = sum(one.cents for one in upheld)
    paid_by = act.fact("dia_pagamento", "multa")
    due = date.fromisoformat(paid_by.value) if paid_by else None
    return {
        "decision": {
            "result": proposals.RESULTS[last["outcome"]],
            "reasons": last.get("razoes", ""),
            "payment_day": day(due),
            "payment_basis": last.get("fundamento_pagamento")
            or first.get("fundamento_pagamento", ""),
            "items": [one.in_words() for one in upheld],
        },
        "amount": {
            "text": money.reais(total),
            "in_words": money.reais_in_words(total),
            "due_on": day(due),
            "payer": party_name(act, upheld[0].party_id) if upheld else "",
            "calculation": "; ".join(one.why for one in upheld if one.cents),
        }
        if total
        else None,
        "debts": [
            one.as_debt(act.case.number, day(due)) | _debtor(act, one.person_id)
            for one in upheld
            if one.cents
        ],
    }


def _debtor(act: Act, person_id: int) -> dict[str, str]:
    """What the debt is entered with (CTN, art. 202, I; Lei 6.830/1980, art. 2º, § 5º, I)."""
    person = act.people[person_id]
    return {"cpf": _cpf(person), "address": person.address or ""}


def _cpf(person: Any) -> str:
    return identifiers.show_cpf(person.cpf) if person.cpf else "não informado"


def certified_papers(act: Act, order: Order) -> Sequence[Filing]:
    certificate = act.tasks.get(order.task_id)
    message = (certificate.body or {}).get("message") if certificate else None
    return [f for f in act.filings if f.kind == message and f.withdrawn_by is None]


def paper(act: Act, filing: Filing) -> dict[str, str]:
    return {
        "number": filing.number,
        "kind": act.law.entries(f"papeis.{filing.kind}")[-1]["label"],
        "party": party_name(act, filing.party_id) or filing.presenter,
        "on": day(filing.paper_on),
        "timeliness": TIMELINESS[filing.timeliness],
    }


def notices(act: Act, about: str) -> list[dict[str, str]]:
    rows = [n for n in act.notices if n.about == about]
    roles = {p.id: p.role for p in act.parties}
    return [
        {
            "party": party_name(act, n.party_id),
            "role": PARTIES.get(roles.get(n.party_id, ""), ""),
            "attempt": str(n.attempt),
            "means": MEANS.get(n.means, n.means),
            "on": day(n.result_on or n.sent_on),
            "result": RESULTS.get(n.result or "", ""),
            "proof": "válida" if n.valid else (n.reason or ""),
        }
        for n in rows
    ]


TIMELINESS = {
    "tempestivo": "em tempo",
    "intempestivo": "fora do prazo",
    "controvertido": "tempestividade controvertida",
    "sem_termo": "sem prazo em curso",
}
RESULTS = {
    "entregue": "entregue",
    "recusado": "recusado",
    "recusa_certificada": "recusa certificada",
    "nao_encontrado": "não encontrado",
    "publicado": "publicado",
}
MEANS = {
    "no_ato": "no ato da autuação",
    "em_maos": "em mãos",
    "carta": "carta com aviso de recebimento",
    "edital": "edital",
}


def _what_may_be_done(act: Act, about: str) -> dict[str, str]:
    """The term that the notice of an act starts, and to whom the paper is addressed."""
    entry = started_by(act, about)
    if entry is None:
        return {}
    words = length_in_words(entry)
    return {
        "deadline": f"{entry['label']}: {words} contados do recebimento ({entry.article}).",
        "to_whom": str(act.law.role("autoridade")["holder"]),
    }


def _notice(act: Act, order: Order) -> dict[str, str]:
    own: Iterable[Any] = [
        n for n in act.notices if n.about == order.about and n.party_id == order.party_id
    ]
    last = max(own, key=lambda n: n.attempt, default=None)
    return {
        "means": MEANS.get(last.means, "") if last else "",
        "address": (last.address or "") if last else "",
        "addressee": party_name(act, order.party_id),
    }
