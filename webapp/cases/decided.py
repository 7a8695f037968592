"""What a decision says in a document: what was heard, what was imposed, what is to be paid."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from webapp.cases import proposals, revocation
from webapp.cases.act import Act
from webapp.cases.paperwork import TIMELINESS, cpf, day, party_name
from webapp.cases.proposals import Imposed
from webapp.cases.records import Deadline, Filing
from webapp.cases.terms import payment_day
from webapp.cases.view import View
from webapp.domain import money


def decision(act: Act) -> dict[str, Any]:
    """The decision that stands: result, items with amount and why, reasons, payment day."""
    decisions = proposals.decisions(View(act))
    if not decisions:
        return {}
    first, last = decisions[0], decisions[-1]
    upheld = proposals.imposed(View(act))
    due = day(_due(act, last))
    return {
        "decision": {
            "result": proposals.RESULTS[last["outcome"]],
            "reasons": last.get("razoes", ""),
            "payment_day": due if fined(upheld) else "",
            "payment_basis": last.get("fundamento_pagamento")
            or first.get("fundamento_pagamento", ""),
            "items": [one.in_words() for one in upheld] + revocation.in_words(View(act)),
        },
        "amount": _amount(act, fined(upheld), due),
        "debts": [
            one.as_debt(act.case.number, due) | _debtor(act, one.payer_id) for one in fined(upheld)
        ],
    }


def fined(upheld: Sequence[Imposed]) -> list[Imposed]:
    return [one for one in upheld if one.kind == "multa"]


def imposes(act: Act) -> bool:
    """Whether the decision on the auto imposed a penalty, or that on a cassation opened or imposed
    one: that may be answered."""
    found = act.answers.get("decidir_cassacao") or first(act)
    return found is not None and found["outcome"] in ("penalidade", "instaurada", "cassada")


def first(act: Act) -> Mapping[str, Any] | None:
    """The decision on the auto itself, before anybody answered it."""
    return next(iter(proposals.decisions(View(act))), None)


def _due(act: Act, last: Mapping[str, Any]) -> date | None:
    """The day to pay; of a decision not yet signed, the day that was typed."""
    typed = last.get("dia_pagamento")
    return payment_day(act) or (date.fromisoformat(typed) if typed else None)


def _amount(act: Act, fines: Sequence[Imposed], due: str) -> dict[str, str] | None:
    """What is to be paid in all, and by whom; nothing while a fine stands in units alone."""
    if not fines or not all(one.cents for one in fines):
        return None
    total = sum(one.cents for one in fines)
    return {
        "text": money.reais(total),
        "in_words": money.reais_in_words(total),
        "due_on": due,
        "payer": fines[0].whom,
        "calculation": "\n".join(one.why for one in fines),
    }


def _debtor(act: Act, person_id: int) -> dict[str, str]:
    """What the debt is entered with (CTN, art. 202, I; Lei 6.830/1980, art. 2º, § 5º, I)."""
    person = View(act).person(person_id)
    return {"cpf": cpf(person), "address": person.address or ""}


# ---- what was heard before deciding


def heard(act: Act, kind: str) -> list[str]:
    """What a decision says of the papers it decides on («defesa»): each with protocol number,
    day and timeliness; or that there was none, and when the term of each party ended."""
    label = act.law.entries(f"papeis.{kind}")[-1]["label"]
    papers = [filing for filing in act.filings if filing.kind == kind]
    told = [_heard(act, label, filing) for filing in papers]
    rows = [row for row in act.deadlines if row.paper == kind and row.state == "fired"]
    met = {filing.party_id for filing in papers if filing.withdrawn_by is None}
    told += [_unheard(act, label, row) for row in _last(rows) if row.party_id not in met]
    return told or [f"{label}: não consta dos autos."]


def _heard(act: Act, label: str, filing: Filing) -> str:
    who = party_name(act, filing.party_id) or filing.presenter
    what = f"{label} de {who}: protocolo nº {filing.number}, de {day(filing.paper_on)}"
    if filing.withdrawn_by is not None:
        return f"{what}; houve desistência."
    return f"{what}, {TIMELINESS[filing.timeliness]}."


def _unheard(act: Act, label: str, row: Deadline) -> str:
    who = party_name(act, row.party_id)
    whose = f" de {who}" if who else ""
    return f"{label}{whose}: não houve até {day(row.last_day)}, fim do prazo ({row.article})."


def _last(rows: Sequence[Deadline]) -> Iterator[Deadline]:
    """The last row of each party."""
    yield from {row.party_id: row for row in rows}.values()
