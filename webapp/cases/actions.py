"""The catalogue of automatic actions: pure functions from a view of the case to effects."""

from collections.abc import Callable
from datetime import date
from typing import Any

from webapp.cases import proposals
from webapp.cases.act import EffectDraft
from webapp.cases.view import View

Returned = list[tuple[str, int | None, int, dict[str, Any]]]


def run(action: str, element: str, about: str, view: View) -> list[EffectDraft]:
    """Run an action of the catalogue. Raises ValueError for a name outside it."""
    if action not in ACTIONS:
        raise ValueError(f"ação desconhecida «{action}»")
    returned = ACTIONS[action](view)
    return [
        EffectDraft(kind, about, action, element, person_id, cents, body, view.inputs)
        for kind, person_id, cents, body in returned
    ]


def _apply_penalty(view: View) -> Returned:
    """What was imposed is final now: fines, warnings, suspensions and revocations."""
    fact_on = view.fact("fato", "auto")
    final_on = _final_on(view).isoformat()
    due_on = view.fact("dia_pagamento", "multa")
    effects: Returned = []
    for one in proposals.imposed(view):
        if one.effect != "fine" and view.has_died(one.party_id):
            continue  # what is personal is extinct with the person (Constituição, art. 5º, XLV)
        body: dict[str, Any] = {
            "item": one.code,
            "article": one.article,
            "fact_on": fact_on,
            "final_on": final_on,
        }
        if one.effect == "fine":
            body |= {
                "payer_id": one.person_id,
                "units": one.units,
                "unit": one.unit,
                "unit_value": one.unit_value,
                "unit_source": one.unit_source,
                "due_on": max(due_on, final_on) if due_on else None,
            }
        else:
            body |= {"days": one.days, "basis": one.basis, "permit_id": view.permit_id}
        effects.append((one.effect, one.person_id, one.cents, body))
    return effects


def _final_on(view: View) -> date:
    """The first day on which the penalty can no longer change.

    The day after the last day to ask for reconsideration when nobody asked; else the day of
    the decision on the request (gap of the law: art. 24, p.ú., is silent).
    """
    certified = view.answer("certificar_reconsideracao")
    asked = view.answer("decidir_reconsideracao")
    if asked is None and certified is not None and certified["outcome"] == "decurso":
        lapsed = view.lapsed_on("reconsideracao")
        if lapsed is not None:
            return lapsed
    return view.today


def _send_to_debt_list(view: View) -> Returned:
    """The unpaid fine goes to the list for dívida ativa; the Fazenda enters it, not this system."""
    owed = sum(e.cents for e in view.standing("fine"))
    return [("remittance", None, 0, {"sent_on": view.today.isoformat(), "cents": owed})]


def _nothing(view: View) -> Returned:
    """The action only gives birth to its document."""
    return []


ACTIONS: dict[str, Callable[[View], Returned]] = {
    "aplicar_penalidade": _apply_penalty,
    "encaminhar_divida": _send_to_debt_list,
    "emitir_guia": _nothing,
    "emitir_ar": _nothing,
    "certificar_ciencia": _nothing,
}
