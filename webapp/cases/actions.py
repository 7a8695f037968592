"""The catalogue of automatic actions: pure functions from a view of the case to effects."""

from collections.abc import Callable
from datetime import date
from typing import Any

from webapp.cases import causes, points, proposals, revocation
from webapp.cases.act import EffectDraft, Returned
from webapp.cases.causes import Ground
from webapp.cases.points import Share
from webapp.cases.proposals import Imposed
from webapp.cases.view import View


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
    """What was imposed is final now: fines, what restricts a person or a vehicle, points, and the
    grounds of cassation that these give."""
    final_on = _final_on(view).isoformat()
    dates = {"fact_on": view.fact("fato", "auto"), "final_on": final_on}
    standing = proposals.surviving(view)
    given = points.shares(view, standing)
    return [
        *((one.effect, one.person_id, one.cents, _told(view, one) | dates) for one in standing),
        *(("points", one.person_id, 0, _counted(one) | dates) for one in given),
        *(
            ("ground", one.person_id, 0, _grounded(one) | dates)
            for one in causes.found(view, standing, given)
        ),
    ]


def _counted(one: Share) -> dict[str, Any]:
    return {"item": one.item, "points": f"{one.points:f}", "share": one.share}


def _grounded(one: Ground) -> dict[str, Any]:
    return {"item": one.item, "letter": one.letter, "article": one.article, "why": one.why}


def _told(view: View, one: Imposed) -> dict[str, Any]:
    told: dict[str, Any] = {"item": one.code, "article": one.article}
    if one.effect != "fine":
        return told | {"days": one.days, "basis": one.basis} | _falls_on(view, one)
    due_on = view.fact("dia_pagamento", "multa")
    return told | {
        "payer_id": one.payer_id,
        "units": one.units,
        "unit": one.unit,
        "unit_value": one.unit_value,
        "unit_source": one.unit_source,
        "due_on": max(due_on, _final_on(view).isoformat()) if due_on else None,
    }


def _falls_on(view: View, one: Imposed) -> dict[str, int | None]:
    """An impediment falls on the vehicle; anything else on the permit of whoever holds it, and on
    an auxiliary alone, whose authorisation is his own."""
    if one.effect == "impediment":
        return {"vehicle_id": view.vehicle_id}
    return {"permit_id": view.permit_id if one.person_id == view.holder() else None}


def _final_on(view: View) -> date:
    """The first day on which the penalty can no longer change.

    The day after the last day to appeal, or to ask for reconsideration, when nobody did; else the
    day of the decision on it (gap of the laws, which are silent).
    """
    for key in ("recurso", "reconsideracao"):
        decided_on = view.decided_on(f"decidir_{key}")
        if decided_on is not None:
            return decided_on
        certified = view.answer(f"certificar_{key}")
        lapsed_on = view.lapsed_on(key) if certified else None
        if certified and certified["outcome"] == "decurso" and lapsed_on:
            return lapsed_on
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
    "aplicar_cassacao": revocation.apply,
    "encaminhar_divida": _send_to_debt_list,
    "emitir_guia": _nothing,
    "emitir_ar": _nothing,
    "certificar_ciencia": _nothing,
}
