"""Checks of a decision on an auto: against itself, the law's table, the registry and the money."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from webapp.cases import proposals
from webapp.cases.act import Act
from webapp.cases.proposals import LENGTHS
from webapp.cases.records import Task
from webapp.cases.terms import started_by
from webapp.cases.view import View
from webapp.domain import money
from webapp.domain.counting import Rule
from webapp.domain.errors import Errors
from webapp.domain.penalties import Proposal
from webapp.forms import Form

_ARCHIVED = ("insubsistente", "arquivado")
_PERSONAL = ("suspensao", "cassacao")


def judgement_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    name, outcome = form.outcome.name, values[form.outcome.name]
    imposed = _imposed(values)
    if outcome == "penalidade" and values.get("vicio") == "insanavel":
        return {name: f"Sobre o defeito do auto se respondeu «{_vice(form)}». Arquive-o."}
    if outcome == "penalidade" and not imposed:
        return {name: "Nenhum item teve penalidade: o auto é insubsistente, ou falta marcá-la."}
    if outcome in _ARCHIVED and imposed:
        return {name: "Há item com penalidade: o auto subsiste, ou o item é insubsistente."}
    return {}


def _vice(form: Form) -> str:
    vice = next(field for field in form.fields if field.name == "vicio")
    return next(option.label for option in vice.choices if option.code == "insanavel")


def _imposed(values: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of penalty that an answer gives to any item."""
    codes = values.get("item_resultado", {})
    return frozenset(kind for code in codes for kind in proposals.kinds(values, code))


# ---- the law's table


def penalty_of_the_table(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Nothing that the law forbids; and reasons for anything else than what it gives."""
    view = View(act)
    given = proposals.table(view, values)
    errors: Errors = {}
    for code in values.get("item_resultado", {}):
        own = [proposal for proposal in given if proposal.code == code]
        kinds = proposals.kinds(values, code)
        if own and values["item_resultado"][code] == "subsistente":
            found = _forbidden(view, own, kinds, values) or _unreasoned(form, own, kinds, values)
            errors = {**found, **errors}
    return errors


def _forbidden(
    view: View, own: Sequence[Proposal], kinds: Sequence[str], values: Mapping[str, Any]
) -> Errors:
    """What no reasons justify."""
    code = own[0].code
    if own[0].kind == "sem_sancao" and set(kinds) - {"advertencia"}:
        return {f"item_penalidade.{code}": _no_sanction(view, own[0])}
    for proposal in own:
        if proposal.kind == "cassacao" in kinds and proposal.blocked:
            return {f"item_penalidade.{code}": proposal.blocked}
    return _no_amount(own, kinds, values) or _too_long(own, values)


def _no_sanction(view: View, own: Proposal) -> str:
    return (
        f"A lei não liga sanção ao {own.article}: o fato pode ser registrado, não punido com "
        "multa, suspensão ou cassação. Escolha «Nenhuma» ou, se couber, advertência "
        f"({proposals.article(view, 'advertencia')})."
    )


def _no_amount(own: Sequence[Proposal], kinds: Sequence[str], values: Mapping[str, Any]) -> Errors:
    """A fine is left without an amount only where its unit has no value yet, or is given one in
    the same answer."""
    code = own[0].code
    fine = next((p for p in own if p.kind == "multa"), None)
    if "multa" not in kinds or code in values.get("item_multa", {}):
        return {}
    if fine is not None and (fine.cents is None or values.get("valor_unidade")):
        return {}
    gives = f" A lei dá {money.reais(fine.cents)}." if fine and fine.cents else ""
    return {f"item_multa.{code}": f"Escreva o valor da multa.{gives}"}


def _too_long(own: Sequence[Proposal], values: Mapping[str, Any]) -> Errors:
    code = own[0].code
    typed = values.get(LENGTHS["impedimento"], {}).get(code)
    most = next((p for p in own if p.kind == "impedimento" and p.days), None)
    if typed is None or most is None or typed <= (most.days or 0):
        return {}
    return {
        f"{LENGTHS['impedimento']}.{code}": f"A lei dá no máximo {most.days} dias de impedimento "
        f"({most.article})."
    }


def _unreasoned(
    form: Form, own: Sequence[Proposal], kinds: Sequence[str], values: Mapping[str, Any]
) -> Errors:
    if values.get("motivo_divergencia"):
        return {}
    blocked = [p.blocked for p in own if p.kind in _PERSONAL and p.kind in kinds and p.blocked]
    if blocked and not values.get("suspensao_decreto", {}).get(own[0].code):
        return {"motivo_divergencia": f"{blocked[0]} Para impô-la, escreva por quê."}
    if not any(_divergences(form, own, kinds, values)):
        return {}
    told = " e ".join(_in_words(p) for p in own if _may_be_imposed(p)) or "nenhuma"
    return {
        "motivo_divergencia": f"A penalidade não é a que a lei dá para este item: {told}. "
        "Escreva por que difere, ou use a do quadro."
    }


def _may_be_imposed(proposal: Proposal) -> bool:
    return proposal.kind in proposals.PENALTIES and not proposal.blocked


def _in_words(proposal: Proposal) -> str:
    amount = ""
    if proposal.kind == "multa":
        amount = f" de {money.owed(proposal.cents or 0, str(proposal.units), proposal.unit)}"
    return f"{proposals.lasting(proposal.kind, proposal.days)}{amount} ({proposal.article})"


def _divergences(
    form: Form, own: Sequence[Proposal], kinds: Sequence[str], values: Mapping[str, Any]
) -> Iterator[bool]:
    """Where a decision on an item parts from the table: the penalty chosen, those that come with
    it, and their amounts."""
    code, gives = own[0].code, {p.kind for p in own if _may_be_imposed(p)}
    fields = {field.name: field for field in form.fields}
    choice = {option.code for option in fields["item_penalidade"].choices}
    named = values.get("item_penalidade", {}).get(code, "nenhuma")
    yield bool(gives & choice) if named == "nenhuma" else named not in {p.kind for p in own}
    for kind, field in LENGTHS.items():
        if field in fields and kind not in choice:
            yield (kind in kinds) != (kind in gives)
    days = values.get(LENGTHS["suspensao"], {}).get(code)
    yield days is not None and any(p.days not in (None, days) for p in own if p.kind == "suspensao")
    typed = values.get("item_multa", {}).get(code)
    yield typed is not None and any(p.cents != typed for p in own if p.kind == "multa")


def there_is_a_permit(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Suspension and revocation fall on an authorisation; the registry may lack it."""
    view = View(act)
    heavy = [kind for kind in _PERSONAL if kind in _imposed(values)]
    if not heavy or values.get("motivo_divergencia") or view.is_authorised():
        return {}
    articles = " e ".join(proposals.article(view, kind) for kind in heavy)
    penalties = " e ".join(proposals.PENALTIES[kind] for kind in heavy)
    return {
        "motivo_divergencia": "No dia do fato o cadastro não tem a autorização sobre a qual recai: "
        f"{penalties} ({articles}). Escreva qual é, ou escolha outra penalidade."
    }


# ---- the money


def payment_with_basis(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    fined = "multa" in _imposed(values)
    if not fined or values[form.outcome.name] not in proposals.FIXES:
        return {}
    errors: Errors = {}
    known = act.fact("dia_pagamento", "multa")
    if not values.get("dia_pagamento") and known is None:
        errors["dia_pagamento"] = (
            "Há multa: informe até que dia se paga. A lei deixa o prazo ao regulamento (art. 15)."
        )
    if values.get("dia_pagamento") and not values.get("fundamento_pagamento"):
        errors["fundamento_pagamento"] = "Informe a norma que dá o prazo de pagamento (art. 15)."
    return errors


def payment_after_request(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Nothing is due while the penalty may still be asked to be reconsidered."""
    entry, typed = started_by(act, "penalidade"), values.get("dia_pagamento")
    if entry is None or typed is None:
        return {}
    end = act.clock.count(Rule(entry["rule"]), entry["length"], act.today).last_day
    if date.fromisoformat(typed) > end:
        return {}
    return {
        "dia_pagamento": f"Mesmo notificada hoje, a penalidade ainda se discute até "
        f"{end:%d/%m/%Y} ({entry.article}). Fixe um dia de pagamento depois desse, com folga para "
        "a notificação."
    }


_LETS_STAND = frozenset({"decurso", "improvido", "nao_conhecido", "desistencia"})


def unit_has_a_source(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A value of the unit typed by hand stands on the act that fixes it."""
    if not values.get("valor_unidade") or values.get("fundamento_unidade"):
        return {}
    return {"fundamento_unidade": "Informe o ato que fixa o valor da unidade: número, ano e data."}


def unit_has_a_value(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A fine that becomes final must be known in money: who lets it stand says what a unit was
    worth on the day of the fact, where the law data does not know it."""
    view = View(act)
    missing = proposals.missing_value(view)
    if not missing or values.get("valor_unidade") or not _leaves_units(view, form, values):
        return {}
    return {
        "valor_unidade": f"A multa vai se tornar definitiva e falta {missing}. Informe o valor da "
        "unidade no dia do fato, e o ato que o fixa."
    }


def _leaves_units(view: View, form: Form, values: Mapping[str, Any]) -> bool:
    """Whether a fine stands after the answer of which only the units are known."""
    outcome = values[form.outcome.name]
    if outcome in _LETS_STAND:
        return any(one.kind == "multa" and not one.cents for one in proposals.imposed(view))
    typed = values.get("item_multa", {})
    fined = (c for c in values.get("item_resultado", {}) if "multa" in proposals.kinds(values, c))
    return outcome in proposals.FIXES and any(code not in typed for code in fined)
