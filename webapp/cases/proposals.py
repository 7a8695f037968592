"""What the law's table gives for the items of an auto, and what a decision imposed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from webapp.cases.view import AUXILIARY, View
from webapp.domain import money
from webapp.domain.penalties import ItemRule, Proposal, Rules, UnitValue, penalidade_cabivel
from webapp.laws import Entry, item_rule, penalty_rules

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
    "instaurada": "Instaure-se o processo de cassação",
    "nao_instaurada": "Não se instaure: arquive-se a proposta",
    "cassada": "Cassada a autorização",
    "arquivada": "Não cassada a autorização: arquive-se",
}
PENALTIES = {
    "advertencia": "advertência por escrito",
    "multa": "multa",
    "suspensao": "suspensão da autorização",
    "impedimento": "impedimento do veículo",
    "cassacao": "cassação da autorização",
    "nenhuma": "sem penalidade",
}
_EFFECTS = {
    "advertencia": "warning",
    "multa": "fine",
    "suspensao": "suspension",
    "impedimento": "impediment",
    "cassacao": "revocation",
}
# The field that says how long a penalty lasts; where it was filled, the item has the penalty.
LENGTHS = {"suspensao": "suspensao_dias", "impedimento": "impedimento_dias"}
DECISIONS = (
    *("julgar_auto", "fixar_penalidade", "decidir_instauracao", "decidir_cassacao"),
    *("decidir_reconsideracao", "decidir_recurso"),
)
FIXES = frozenset({"penalidade", "alterada", "provido_em_parte"})
_ANNULS = frozenset({"cancelada", "provido"})
UNKNOWN = "nao_identificado"
# What a unit of a fine is worth, and by which act, where a person had to say it.
_WORTH = ("valor_unidade", "fundamento_unidade")
NOTHING: Mapping[str, Any] = MappingProxyType({})


def lasting(kind: str, days: int | None) -> str:
    """«suspensão da autorização por 30 dias», «impedimento do veículo por até 90 dias»."""
    most = "até " if kind == "impedimento" else ""
    return PENALTIES[kind] + (f" por {most}{days} dias" if days else "")


@dataclass(frozen=True, slots=True)
class Punished:
    """Who is punished, as which party, and who owes the fines: of an auxiliary, the holder."""

    party_id: int
    person_id: int
    payer_id: int


@dataclass(frozen=True, slots=True)
class Imposed:
    """One penalty that a decision imposed, as it enters the file and the registry.

    A fine whose unit has no value yet stands in `units`, with no `cents`. `whom` is the name of who
    owes the fine, or is otherwise punished.
    """

    code: str
    article: str
    kind: str
    party_id: int
    person_id: int
    payer_id: int
    whom: str
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
        penalty = lasting(self.kind, self.days) + (f" ({self.basis})" if self.basis else "")
        units = f"{self.units.replace('.', ',')} {self.unit}" if self.cents and self.units else ""
        return {
            "code": self.code,
            "article": self.article,
            "penalty": penalty,
            "amount": self.amount,
            "units": units,
            "why": self.why,
        }

    @property
    def amount(self) -> str:
        """«R$ 759,00», «80 VRTE»; empty where it is no fine."""
        return money.owed(self.cents, self.units, self.unit) if self.kind == "multa" else ""

    def as_debt(self, origin: str, due: str) -> dict[str, str]:
        return {
            "debtor": self.whom,
            "origin": f"processo {origin}",
            "amount": self.amount,
            "due_on": due,
            "basis": self.article,
        }


# ---- what the law gives


def table(view: View, typed: Mapping[str, Any] = NOTHING) -> tuple[Proposal, ...]:
    """What the law gives for the items of the auto, on the day of the fact.

    `typed` is an answer that is not in the file yet: it may say what a unit is worth.
    """
    worth = tuple(typed.get(name) for name in _WORTH)
    return view.by_facts(("table", *worth), lambda look: _table(look, typed))


def _table(view: View, typed: Mapping[str, Any]) -> tuple[Proposal, ...]:
    fact, autuados = view.fact("fato", "auto"), view.parties("autuado")
    items = _items(view)
    if not items or fact is None or not autuados:
        return ()
    history = view.history(view.person_of(autuados[0]))
    rules = _rules(view, items, typed)
    given = penalidade_cabivel(items, history, date.fromisoformat(fact), rules)
    return tuple(_presumed(view, proposal) for proposal in given)


def missing_value(view: View) -> str:
    """The act that must still say what the unit of a fine of the auto is worth; empty where the
    law data, or somebody since, has said it."""
    items = _items(view)
    return next(iter(_rules(view, items, NOTHING).missing.values()), "") if items else ""


def _items(view: View) -> list[ItemRule]:
    codes = view.fact("itens", "auto")
    return [item_rule(view.law(f"infracoes.{code}")) for code in json.loads(codes or "[]")]


def _rules(view: View, items: Sequence[ItemRule], typed: Mapping[str, Any]) -> Rules:
    """The rules for the items. A unit is worth what was known when the fine was fixed; where
    nothing was, what somebody typed with the act that fixes it, else what was entered since."""
    rules = penalty_rules(lambda key: view.law_as_decided(key, DECISIONS, FIXES), items)
    value, source = (typed.get(name) or view.fact(name, "multa") for name in _WORTH)
    if value is None:
        return penalty_rules(view.law, items) if rules.missing else rules
    known = {unit: UnitValue.in_reais(unit, value, source or "") for unit in rules.missing}
    return replace(rules, units={**rules.units, **known}, missing={})


def _presumed(view: View, proposal: Proposal) -> Proposal:
    """Nobody is presumed to have driven: what falls on the driver as a person waits for reasons."""
    entry = unidentified(view)
    if entry is None or proposal.kind not in ("suspensao", "cassacao") or proposal.blocked:
        return proposal
    return replace(proposal, blocked=f"{entry['because']} ({entry.article}).")


def unidentified(view: View) -> Entry | None:
    """What the law says of a driver whom nobody identified; None where he was."""
    if view.fact("condutor", "auto") != UNKNOWN:
        return None
    return view.law("penalidades.condutor_nao_identificado")


# ---- what was imposed


def decisions(view: View) -> list[Mapping[str, Any]]:
    """The decisions on the auto that stand, in the order in which the law takes them."""
    found = [view.answer(element) for element in DECISIONS]
    return [answer for answer in found if answer is not None]


def standing_decision(view: View) -> Mapping[str, Any] | None:
    """The answer that fixes the penalty now: the later one where it changed it, none where it
    annulled it; any other leaves it as it was."""
    fixing: Mapping[str, Any] | None = None
    for answer in decisions(view):
        if answer["outcome"] in FIXES:
            fixing = answer
        elif answer["outcome"] in _ANNULS:
            fixing = None
    return fixing


def kinds(answer: Mapping[str, Any], code: str) -> tuple[str, ...]:
    """The penalties that a decision gives an item: none where the item does not stand."""
    if answer.get("item_resultado", {}).get(code) != "subsistente":
        return ()
    named = answer.get("item_penalidade", {}).get(code, "nenhuma")
    long = [kind for kind, field in LENGTHS.items() if code in answer.get(field, {})]
    return tuple(kind for kind in dict.fromkeys((named, *long)) if kind != "nenhuma")


def imposed(view: View) -> list[Imposed]:
    """What the decision that stands imposed, item by item; empty when it imposed nothing.

    A penalty for an item that a correction took out of the auto has nothing to stand on.
    """
    deciding = standing_decision(view)
    if deciding is None:
        return []
    who = punished(view)
    return [_imposed(view, deciding, *found, who) for found in _found(table(view), deciding)]


def surviving(view: View) -> list[Imposed]:
    """What was imposed and did not die with the person: what is personal is extinct (Constituição,
    art. 5º, XLV), the fine is the estate's."""
    return [one for one in imposed(view) if one.effect == "fine" or not view.has_died(one.party_id)]


def _found(
    given: Sequence[Proposal], deciding: Mapping[str, Any]
) -> Iterator[tuple[Proposal, str]]:
    """Each penalty of each item, with the table's proposal of its kind, else the item's first
    (the law gives no other)."""
    for code in dict.fromkeys(proposal.code for proposal in given):
        own = [proposal for proposal in given if proposal.code == code]
        for kind in kinds(deciding, code):
            yield next((p for p in own if p.kind == kind), own[0]), kind


def punished(view: View) -> Punished:
    """Who is punished. The holder pays the fines of an auxiliary who drove."""
    party = view.parties("autuado")[0]
    person_id = view.person_of(party)
    holder = view.holder() if view.fact("condutor", "auto") == AUXILIARY else None
    return Punished(party.id, person_id, holder or person_id)


def _imposed(
    view: View, deciding: Mapping[str, Any], proposal: Proposal, kind: str, who: Punished
) -> Imposed:
    cents = _cents(deciding, proposal) if kind == "multa" else 0
    basis = deciding.get("suspensao_decreto", {}) if kind == "suspensao" else {}
    own = kind == proposal.kind
    return Imposed(
        code=proposal.code,
        article=proposal.article if own else article(view, kind),
        kind=kind,
        party_id=who.party_id,
        person_id=who.person_id,
        payer_id=who.payer_id,
        whom=view.person_name(who.payer_id if kind == "multa" else who.person_id),
        cents=cents,
        days=deciding.get(LENGTHS.get(kind, ""), {}).get(proposal.code),
        basis=basis.get(proposal.code),
        **_account(proposal, kind, cents),
    )


def article(view: View, kind: str) -> str:
    """The article on penalties of a kind, whatever the item."""
    names = sorted(view.keys("penalidades"), key=lambda name: name != kind)
    entries = (view.law(f"penalidades.{name}") for name in names)
    return next(entry.article for entry in entries if entry.get("kind") == kind)


def _account(proposal: Proposal, kind: str, cents: int) -> dict[str, Any]:
    """How the law comes to a penalty; it explains no other one than that of the table."""
    if kind != proposal.kind:
        return {"why": "Penalidade fixada pela Autoridade, com as razões da decisão."}
    if kind != "multa":
        return {"why": " ".join(proposal.why)}
    if cents != (proposal.cents or 0) or proposal.units is None:
        return {"why": "Valor fixado pela Autoridade, com as razões da decisão."}
    return {
        "why": " ".join(proposal.why),
        "units": f"{proposal.units:f}",
        "unit": proposal.unit,
        "unit_value": money.unit_value(proposal.unit_cents) if proposal.unit_cents else "",
        "unit_source": proposal.unit_source,
    }


def _cents(deciding: Mapping[str, Any], proposal: Proposal) -> int:
    """The amount typed; the table's own, recomputed, where the authority had taken the table's.

    Left blank, because nobody knew the value of the unit, it is the table's as soon as it is.
    """
    typed = deciding.get("item_multa", {}).get(proposal.code)
    taken = deciding.get("_tabela", {}).get(proposal.code)
    own = proposal.cents if typed in (None, taken) else None
    return int(own or typed or 0)
