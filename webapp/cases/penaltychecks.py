"""Checks of a decision: against itself, the law's table and the decision it reconsiders."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from webapp.cases import proposals
from webapp.cases.act import Act
from webapp.cases.records import Task
from webapp.cases.terms import started_by
from webapp.cases.view import View
from webapp.domain import money
from webapp.domain.counting import Rule
from webapp.domain.errors import Errors
from webapp.forms import Form


def judgement_agrees(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    penalties = [k for k in values.get("item_penalidade", {}).values() if k != "nenhuma"]
    name, outcome = form.outcome.name, values[form.outcome.name]
    if outcome == "penalidade" and values.get("vicio") == "insanavel":
        return {name: "Com defeito que impede a defesa o auto não subsiste (art. 22). Arquive-o."}
    if outcome == "penalidade" and not penalties:
        return {name: "Nenhum item teve penalidade: o auto é insubsistente, ou falta marcá-la."}
    if outcome == "insubsistente" and penalties:
        return {name: "Há item com penalidade: o auto subsiste, ou o item é insubsistente."}
    return {}


def penalty_of_the_table(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    errors: Errors = {}
    table = proposals.table(View(act))
    for code, kind in values.get("item_penalidade", {}).items():
        own = [p for p in table if p.code == code]
        if own and own[0].kind == "sem_sancao" and kind not in ("nenhuma", "advertencia"):
            errors[f"item_penalidade.{code}"] = (
                f"A lei não liga sanção ao {own[0].article}: o fato pode ser registrado, não "
                "punido com multa, suspensão ou cassação. Escolha «Nenhuma» ou, se couber, "
                "advertência (art. 14)."
            )
            continue
        differs = kind != "nenhuma" and kind not in {p.kind for p in own}
        typed = values.get("item_multa", {}).get(code)
        cents = next((p.cents for p in own if p.kind == "multa"), None)
        if kind == "multa" and cents is not None and typed != cents:
            differs = True
        if differs and not values.get("motivo_divergencia"):
            errors["motivo_divergencia"] = _outside_table(own[0].article if own else "", cents)
    return errors


def there_is_a_permit(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Suspension and revocation fall on a permit (arts. 17 and 18); the registry may lack it."""
    kinds = values.get("item_penalidade", {}).values()
    heavy = {"suspensao", "cassacao"} & set(kinds)
    if not heavy or act.case.permit_id is not None or values.get("motivo_divergencia"):
        return {}
    return {
        "motivo_divergencia": "No dia do fato o cadastro não liga a placa a nenhuma autorização, e "
        "a suspensão e a cassação recaem sobre uma (arts. 17 e 18). Escreva qual é, ou escolha "
        "outra penalidade."
    }


def _outside_table(article: str, cents: int | None) -> str:
    value = f", de {money.reais(cents)}" if cents is not None else ""
    return (
        f"A penalidade não é a que a lei dá para o {article}{value}. "
        "Escreva por que difere, ou use a do quadro."
    )


def payment_with_basis(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    fined = "multa" in values.get("item_penalidade", {}).values()
    if not fined or values[form.outcome.name] not in ("penalidade", "alterada"):
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


_WEIGHT = ("nenhuma", "advertencia", "multa", "suspensao", "cassacao")


def no_heavier(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """Who asked to be heard again is not punished for asking: nothing grows, item by item."""
    first = next(iter(proposals.decisions(View(act))), None)
    if first is None or values[form.outcome.name] not in ("alterada", "provido_em_parte"):
        return {}
    errors: Errors = {}
    for code, kind in values.get("item_penalidade", {}).items():
        had = first.get("item_penalidade", {}).get(code, "nenhuma")
        if _WEIGHT.index(kind) > _WEIGHT.index(had):
            errors[f"item_penalidade.{code}"] = _heavier(proposals.PENALTIES[had])
        for name, show in (("item_multa", money.reais), ("suspensao_dias", _days)):
            one, other = _amounts(first, values, name, code)
            if had == kind and other > one:
                errors[f"{name}.{code}"] = _heavier(show(one))
    return errors


def _amounts(
    first: Mapping[str, Any], second: Mapping[str, Any], name: str, code: str
) -> tuple[int, int]:
    return (int(first.get(name, {}).get(code, 0)), int(second.get(name, {}).get(code, 0)))


def _days(days: int) -> str:
    return f"{days} dias"


def _heavier(had: str) -> str:
    return (
        f"O pedido de reconsideração não agrava a penalidade, que foi: {had} (art. 24, p.ú.). "
        "Agravar pede ouvir antes o autuado (Lei 9.784/1999, art. 64, p.ú.), e esta etapa não o "
        "ouve. Mantenha, reduza ou cancele."
    )


_LETS_STAND = ("penalidade", "decurso", "improvido", "nao_conhecido", "desistencia")


def unit_has_a_source(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A value of the unit typed by hand stands on the act that fixes it."""
    if not values.get("valor_unidade") or values.get("fundamento_unidade"):
        return {}
    return {"fundamento_unidade": "Informe o ato que fixa o valor da unidade: número, ano e data."}


def unit_has_a_value(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """A fine that becomes final must be known in money: who lets it stand says what a unit was
    worth on the day of the fact, where the law data does not know it."""
    if values[form.outcome.name] not in (*_LETS_STAND, "provido_em_parte"):
        return {}
    if values.get("valor_unidade") or act.fact("valor_unidade", "multa"):
        return {}
    unknown = [p for p in proposals.table(View(act)) if p.kind == "multa" and p.cents is None]
    if not unknown or not any(one.kind == "multa" for one in proposals.imposed(View(act))):
        return {}
    return {
        "valor_unidade": f"A multa vai se tornar definitiva e não se conhece o valor da "
        f"{unknown[0].unit} no dia do fato. Informe-o, com o ato que o fixa."
    }
