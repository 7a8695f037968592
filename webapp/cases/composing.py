"""The facts of a document: everything that its template is given."""

from collections.abc import Iterable, Mapping
from typing import Any

from webapp.cases import contexts, decided, grounds, paperwork, proposals, serving
from webapp.cases.act import Act
from webapp.cases.headings import Heading, auto_number, certified
from webapp.cases.orders import Order
from webapp.cases.paperwork import MEANS, day
from webapp.cases.records import Deadline, Filing
from webapp.cases.terms import length_in_words, started_by
from webapp.cases.view import View


def facts(act: Act, order: Order, head: Heading, number: str) -> dict[str, Any]:
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
            "title": head.title,
            "subject": head.subject,
            "number": number,
            "basis": f"{municipality.law}, {head.article}",
            "issued_at": act.now.isoformat(),
            "issued_on": day(act.today),
        },
        "case": _case(act),
        "parties": paperwork.parties(act, order),
        "vehicle": paperwork.vehicle(act),
        "items": paperwork.items(act),
        "terms": [paperwork.term(act, row) for row in _terms(act, order)],
        "texts": list(head.texts),
        "fields": [{"label": label, "value": value} for label, value in order.labels],
        "issued_by": _issuer(act),
        **_by_kind(act, order, head),
        **(order.extra or {}),
    }


def _case(act: Act) -> dict[str, str]:
    return {
        "number": act.case.number,
        "process": paperwork.process_name(act),
        "opened_on": day(act.local_day(act.case.opened_at)),
        "fact_on": day(contexts.fact_day(act)),
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


def _terms(act: Act, order: Order) -> list[Deadline]:
    """The terms that a certificate certifies; of any other document, only those that the notice
    of its act starts, of the parties it is for."""
    if found := certified(act, order):
        return found
    started = started_by(act, order.about)
    return [
        row
        for row in act.deadlines
        if started is not None
        and (f"prazos.{row.key}", row.about) == (started.key, order.about)
        and (order.party_id in (None, row.party_id) and row.last_day)
    ]


# ---- by kind of document


def _by_kind(act: Act, order: Order, head: Heading) -> dict[str, Any]:
    kind = order.document
    found: dict[str, Any] = {"measures": _measures(act)} | _by_content(act, order, head)
    if head.hears:
        found["paragraphs"] = decided.heard(act, head.hears)
    if kind == "certidao_decurso":
        found["papers"] = [paperwork.paper(act, one) for one in _papers(act, order)]
        found["certificate"] = {"says": head.says, "ended": head.ended}
    if kind == "certidao_ciencia":
        found["notices"] = paperwork.notices(act, order.about)
    if kind == "parecer":
        found["question"] = _question(act, order)
    if grounds.charged(act):
        found["charge"] = grounds.charge(act)
    return found | {"notice": _notice(act, order) | _what_may_be_done(act, order, head)}


def _by_content(act: Act, order: Order, head: Heading) -> dict[str, Any]:
    match head.content:
        case "auto":
            return _auto(order.values or {})
        case "decisao":
            return decided.decision(act)
        case "notificacao":
            return _notified(act, order)
        case "cumprimento":
            return {"paragraphs": _served(act, order)}
        case "cobranca":
            return decided.decision(act) | {"items": _fined_items(act)}
    return {}


def _served(act: Act, order: Order) -> list[str]:
    task = act.tasks.get(order.task_id)
    return list(serving.told(act, task)) if task is not None else []


def _measures(act: Act) -> list[str]:
    """The terms that a fact alone starts, each a sentence of its own: nothing to ask for."""
    told = [paperwork.term(act, row) for row in act.deadlines if row.state == "announced"]
    return [
        f"{one['name']}: até {one['last_day_on']} ({one['article']})."
        for one in told
        if one["last_day_on"]
    ]


def _fined_items(act: Act) -> list[dict[str, str]]:
    fines = decided.fined(proposals.imposed(View(act)))
    return paperwork.described(act, [one.code for one in fines])


def _papers(act: Act, order: Order) -> Iterable[Filing]:
    certificate = act.tasks.get(order.task_id)
    message = (certificate.body or {}).get("message") if certificate else None
    return [f for f in act.filings if f.kind == message and f.withdrawn_by is None]


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
        "signing_only": "assinatura" in values,
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


# ---- notices


def _notified(act: Act, order: Order) -> dict[str, Any]:
    """What is notified: the auto as it was drawn up, with the penalty where it has one already;
    or the decision."""
    told = {"auto": _account(act)} if order.about == "auto" else {}
    return told | decided.decision(act)


def _account(act: Act) -> dict[str, str]:
    """What the agent wrote, without which nobody can defend himself of it (art. 22)."""
    told = act.answers.get("lavrar_auto", {})
    return {
        "number": auto_number(act),
        "on": day(contexts.fact_day(act)),
        "hour": told.get("hora_fato", ""),
        "place": told.get("lugar", ""),
        "account": told.get("relato", ""),
    }


def _what_may_be_done(act: Act, order: Order, head: Heading) -> dict[str, str]:
    """The term that the notice of the act starts, and to whom the paper is addressed."""
    entry = started_by(act, head.answered or order.about)
    if entry is None or (decided.first(act) is not None and not decided.imposes(act)):
        return {}
    words = length_in_words(entry)
    return {
        "deadline": f"{entry['label']}: {words} contados {head.counted} ({entry.article}).",
        "to_whom": str(act.law.role(entry.get("to", "autoridade"))["holder"]),
    }


def _notice(act: Act, order: Order) -> dict[str, str]:
    own = [n for n in act.notices if (n.about, n.party_id) == (order.about, order.party_id)]
    own.sort(key=lambda n: n.attempt)
    last = own[-1] if own else None
    party = act.parties.get(order.party_id)
    return {
        "means": MEANS.get(last.means, "") if last else "",
        "address": (last.address or "") if last else "",
        "addressee": contexts.addressee(act, party) if party else "",
        "before": "; ".join(paperwork.tried(act, one) for one in own[:-1]),
    }
