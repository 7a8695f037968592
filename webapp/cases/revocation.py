"""Cassation that is final: the person's authorization ends, and no other is given for years."""

from datetime import date, timedelta
from typing import Any, Final

from webapp.cases.act import Returned
from webapp.cases.view import View
from webapp.registry.authorizations import HELD

ITEM: Final = "cassacao"
BAN, APPEAL = "sem_nova_autorizacao", "recurso_cassacao"


def apply(view: View) -> Returned:
    """The revocation of whoever the case is against, as an effect.

    An auxiliary loses his own link; the permit is its holder's, who answers for nothing here. Who
    is named by a correction made since is not hit by it: that is for the authority to decide.
    """
    accused = view.parties("autuado")[0]
    if view.has_died(accused.id):
        return []  # what is personal is extinct with the person (Constituição, art. 5º, XLV)
    final_on = _final_on(view)
    ban, banned_until = view.counted(BAN, final_on)
    ends = _ends(view, accused.person_id, final_on - timedelta(days=1))
    body = {
        "item": ITEM,
        "article": view.grounds()[:80],
        "basis": ban.article,
        "fact_on": view.fact("fato", "auto"),
        "final_on": final_on.isoformat(),
        "from_day": final_on.isoformat(),
        "to_day": banned_until.isoformat(),
        "permit_id": ends["row"] if ends and ends["table"] == HELD else None,
        "ends": ends,
    }
    return [("revocation", accused.person_id, 0, body)]


def stands(view: View) -> bool | None:
    """Whether the authority revoked and no appeal was granted; None before she decided."""
    decided, appeal = view.answer("decidir_cassacao"), view.answer("decidir_recurso")
    if decided is None:
        return None
    granted = appeal is not None and appeal["outcome"] == "provido"
    return bool(decided["outcome"] == "cassada") and not granted


def in_words(view: View) -> list[dict[str, str]]:
    """The cassation that stands, as a document lists what was imposed."""
    if not stands(view):
        return []
    why = "Processo próprio de cassação, com defesa e instrução."
    told = {"article": view.grounds(), "penalty": "cassação da autorização", "why": why}
    return [{"code": "", "amount": "", "units": "", **told}]


def _ends(view: View, person_id: int, last_day: date) -> dict[str, Any] | None:
    """The authorization that ends, and its former last day, to be given back if this is undone."""
    applied = next((e.body.get("ends") for e in view.standing("revocation")), None)
    if applied is not None:  # run again after a correction: the registry shows our own end
        return {**applied, "last_day": last_day.isoformat()}
    found = view.authorization(person_id, last_day)
    if found is None:
        return None
    before = found.to_day.isoformat() if found.to_day else None
    day = last_day.isoformat()
    return {"table": found.table, "row": found.row_id, "last_day": day, "before": before}


def _final_on(view: View) -> date:
    """The first day on which the cassation can no longer change: that on which the last party knew
    of the decision of the appeal; without appeal, the day after the longest reading of the term.
    """
    if view.answer("decidir_recurso") is None:
        return view.lapsed_on(APPEAL) or view.today
    parties = view.parties("autuado", "titular")
    told = [view.fact("ciencia", "decisao", party.id) for party in parties]
    return max((date.fromisoformat(day) for day in told if day), default=view.today)
