"""What the law's table gives for the items of an auto, and what a decision imposed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from webapp.cases.view import View
from webapp.domain import money
from webapp.domain.penalties import PastPenalty, Proposal, penalidade_cabivel
from webapp.laws import item_rule, penalty_rules

RESULTS = {
    "penalidade": "Auto subsistente: imposta a penalidade abaixo",
    "insubsistente": "Auto insubsistente: arquive-se",
    "arquivado": "Auto insubsistente: arquive-se",
    "mantida": "Penalidade mantida",
    "alterada": "Penalidade alterada",
    "cancelada": "Penalidade cancelada",
    "nao_conhecido": "Pedido não conhecido",
    "provido": "Recurso provido: nada subsiste da penalidade",
    "provido_em_parte": "Recurso provido em parte: fica a penalidade abaixo",
    "improvido": "Recurso improvido: a penalidade fica como está",
    "desistencia": "Desistência do recurso homologada: a penalidade fica como está",
}
PENALTIES = {
    "advertencia": "advertência por escrito",
    "multa": "multa",
    "suspensao": "suspensão da autorização",
    "cassacao": "cassação da autorização",
    "nenhuma": "sem penalidade",
}
_EFFECTS = {
    "advertencia": "warning",
    "multa": "fine",
    "suspensao": "suspension",
    "cassacao": "revocation",
}


@dataclass(frozen=True, slots=True)
class Imposed:
    """One penalty that a decision imposed, as it enters the file and the registry."""

    code: str
    article: str
    kind: str
    party_id: int
    person_id: int
    payer: str
    cents: int
    why: str
    units: str = ""
    unit: str = ""
    unit_value: str = ""
    unit_source: str = ""
    days: int | None = None
    basis: str | None = None

    @property
    def effect(self) -> str:
        return _EFFECTS[self.kind]

    def in_words(self) -> dict[str, str]:
        penalty = PENALTIES[self.kind]
        if self.days:
            penalty += f" por {self.days} dias ({self.basis})"
        return {
            "code": self.code,
            "article": self.article,
            "penalty": penalty,
            "amount": money.reais(self.cents) if self.cents else "",
            "units": f"{self.units.replace('.', ',')} {self.unit}" if self.units else "",
            "why": self.why,
        }

    def as_debt(self, origin: str, due: str) -> dict[str, str]:
        return {
            "debtor": self.payer,
            "origin": f"processo {origin}",
            "amount": money.reais(self.cents),
            "due_on": due,
            "basis": self.article,
        }


def table(view: View) -> tuple[Proposal, ...]:
    """What the law gives for the items of the auto, on the day of the fact."""
    codes, fact = view.fact("itens", "auto"), view.fact("fato", "auto")
    autuados = view.parties("autuado")
    if codes is None or fact is None or not autuados:
        return ()
    on = date.fromisoformat(fact)
    history: tuple[PastPenalty, ...] = view.history(view.person_of(autuados[0]))
    items = [item_rule(view.law(f"infracoes.{code}")) for code in json.loads(codes)]
    return penalidade_cabivel(items, history, on, penalty_rules(view.law, items))


def imposed(view: View) -> list[Imposed]:
    """What the decision that stands imposed, item by item; empty when it imposed nothing.

    A penalty for an item that a correction took out of the auto has nothing to stand on.
    """
    deciding = standing_decision(view)
    if deciding is None:
        return []
    given = table(view)
    party = view.parties("autuado")[0]
    person_id = view.person_of(party)
    return [
        _imposed(view, deciding, _proposal(given, code, kind), kind, party.id, person_id)
        for code, kind in deciding.get("item_penalidade", {}).items()
        if kind in _EFFECTS and any(p.code == code for p in given)
    ]


def _proposal(given: Sequence[Proposal], code: str, kind: str) -> Proposal:
    """The table's proposal of this kind for the item, else its first (the law gives no other)."""
    own = [p for p in given if p.code == code]
    return next((p for p in own if p.kind == kind), own[0])


DECISIONS = ("julgar_auto", "fixar_penalidade", "decidir_reconsideracao", "decidir_recurso")
_FIXES = {"penalidade", "alterada", "provido_em_parte"}
_ANNULS = {"cancelada", "provido"}


def decisions(view: View) -> list[Mapping[str, Any]]:
    """The decisions on the auto that stand, in the order in which the law takes them."""
    found = [view.answer(element) for element in DECISIONS]
    return [answer for answer in found if answer is not None]


def standing_decision(view: View) -> Mapping[str, Any] | None:
    """The answer that fixes the penalty now: the later one where it changed it, none where it
    annulled it; any other leaves it as it was."""
    fixing: Mapping[str, Any] | None = None
    for answer in decisions(view):
        if answer["outcome"] in _FIXES:
            fixing = answer
        elif answer["outcome"] in _ANNULS:
            fixing = None
    return fixing


def _imposed(
    view: View,
    deciding: Mapping[str, Any],
    proposal: Proposal,
    kind: str,
    party_id: int,
    person_id: int,
) -> Imposed:
    cents = _cents(deciding, proposal) if kind == "multa" else 0
    days = deciding.get("suspensao_dias", {}).get(proposal.code)
    own = kind == proposal.kind
    return Imposed(
        code=proposal.code,
        article=proposal.article if own else view.law(f"penalidades.{kind}").article,
        kind=kind,
        party_id=party_id,
        person_id=person_id,
        payer=view.person_name(person_id),
        cents=cents,
        days=days if kind == "suspensao" else None,
        basis=deciding.get("suspensao_decreto", {}).get(proposal.code),
        **_account(proposal, kind, cents),
    )


def _account(proposal: Proposal, kind: str, cents: int) -> dict[str, Any]:
    """How the law comes to a penalty; it explains no other one than that of the table."""
    if kind != proposal.kind:
        return {"why": "Penalidade fixada pela Autoridade, com as razões da decisão."}
    if kind != "multa":
        return {"why": " ".join(proposal.why)}
    if cents != proposal.cents or proposal.units is None:
        return {"why": "Valor fixado pela Autoridade, com as razões da decisão."}
    return {
        "why": " ".join(proposal.why),
        "units": f"{proposal.units:f}",
        "unit": proposal.unit,
        "unit_value": money.unit_value(proposal.unit_cents) if proposal.unit_cents else "",
        "unit_source": proposal.unit_source,
    }


def _cents(deciding: Mapping[str, Any], proposal: Proposal) -> int:
    """The amount typed; the table's own, recomputed, where the authority had taken the table's."""
    typed = int(deciding["item_multa"][proposal.code])
    taken = deciding.get("_tabela", {}).get(proposal.code)
    return proposal.cents if typed == taken and proposal.cents is not None else typed
