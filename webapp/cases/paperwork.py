"""What a document says of a case: people, vehicle, items, terms, papers, notices, in words."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from webapp.cases import contexts, returns
from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.records import Deadline, Filing, Notice, Party
from webapp.cases.terms import concerned, length_in_words
from webapp.domain import identifiers
from webapp.forms import PARTIES
from webapp.laws import Law

_WEEKDAYS = ("seg", "ter", "qua", "qui", "sex", "sáb", "dom")
# Published: it notifies everyone it names, and so names only those it has to notify.
_TO_WHOM_IT_NAMES = {"edital_notificacao"}


# What a document shows in a place of its own, and not again among the answers.
_APART = {
    "auto": {
        "veiculo", "autuado", "titular", "itens", "relato", "fotos", "testemunha1_nome",
        "testemunha1_endereco", "testemunha2_nome", "testemunha2_endereco",
    },
    "decisao": {
        "resultado", "razoes", "item_penalidade", "item_multa", "suspensao_dias",
        "impedimento_dias", "suspensao_decreto", "dia_pagamento", "fundamento_pagamento",
    },
}  # fmt: skip


def told_apart(act: Act, document: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The answers that a document shows as answers: the others have their own place in it."""
    content = act.law.entries(f"documentos.{document}")[-1].get("content", "")
    apart = _APART.get(content, set())
    return {name: value for name, value in values.items() if name not in apart}


def local_time(act: Act, at: datetime) -> str:
    return at.astimezone(act.law.municipality.zone).strftime("%d/%m/%Y às %H:%M")


@lru_cache(maxsize=1024)
def day(value: date | None) -> str:
    return value.strftime("%d/%m/%Y") if value else ""


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
        return [
            {**_party(p, act.people[p.person_id]), "name": contexts.addressee(act, p)}
            for p in unnotified(act, order.about)
        ]
    return [_party(party, act.people[party.person_id]) for party in chosen]


def unnotified(act: Act, about: str) -> list[Party]:
    """The parties to be notified of an act who have no valid notice of it yet."""
    notified = {n.party_id for n in act.notices if n.about == about and n.valid}
    return [p for p in concerned(act, about) if p.id not in notified]


def _party(party: Party, person: Any) -> dict[str, str]:
    return {
        "role": PARTIES.get(party.role, party.role),
        "name": person.name,
        "cpf": cpf(person),
        "address": person.address or "",
    }


def vehicle(act: Act) -> dict[str, str] | None:
    row = act.vehicle
    if row is None:
        return None
    return {
        "plate": identifiers.show_plate(row.plate),
        "model": row.model or "",
        "colour": row.colour or "",
        "year": str(row.year or ""),
    }


def items(act: Act) -> list[dict[str, str]]:
    """The items of the auto, in the wording of the day of the fact."""
    return described(act, contexts.auto_items(act))


def described(act: Act, codes: Iterable[str]) -> list[dict[str, str]]:
    """Items of the law by their codes, in the wording of the day of the fact."""
    on = contexts.fact_day(act) or act.today
    found = []
    for code in codes:
        entry = act.law.value(f"infracoes.{code}", {"fact": on})
        found.append(
            {
                "code": code,
                "text": entry["text"],
                "article": entry.article,
                "sanction": contexts.sanction(entry),
                "worth": contexts.worth(act.valued(), entry, on),
            }
        )
    return found


# ---- terms


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


# ---- papers and notices


def cpf(person: Any) -> str:
    return identifiers.show_cpf(person.cpf) if person.cpf else "não informado"


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
            "result": result(act.law, n.result),
            "proof": _proof(act, n),
        }
        for n in rows
    ]


def result(rules: Law, code: str | None) -> str:
    """«recusa certificada», «mudou-se»: what came of an attempt to notify."""
    label = returns.label(rules, code or "")
    return RESULTS.get(code or "", label[:1].lower() + label[1:])


def tried(act: Act, notice: Notice) -> str:
    """«01/12/2025, carta com aviso de recebimento: ausente»: an attempt before this one."""
    what = f"{day(notice.sent_on)}, {MEANS.get(notice.means, notice.means)}"
    return ": ".join(filter(None, (what, result(act.law, notice.result) or notice.reason)))


def _proof(act: Act, notice: Notice) -> str:
    """«válida (art. 42, § 2º)», or why it is not."""
    if not notice.valid:
        return notice.reason or ("não vale" if notice.valid is False else "")
    article = returns.basis(act, notice)
    held = f"válida ({article})" if article else "válida"
    return "; ".join(filter(None, (held, notice.reason)))


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
