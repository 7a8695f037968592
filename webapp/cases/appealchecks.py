"""Who asks to be heard again is not punished for asking: nothing grows, item by item."""

from collections.abc import Iterator, Mapping
from typing import Any

from webapp.cases import proposals
from webapp.cases.act import Act
from webapp.cases.proposals import LENGTHS, Imposed
from webapp.cases.records import Task
from webapp.cases.view import View
from webapp.domain.errors import Errors
from webapp.forms import Form

_WEIGHT = ("advertencia", "multa", "impedimento", "suspensao", "cassacao")
_CHANGES = frozenset({"alterada", "provido_em_parte"})

Before = Mapping[str, Imposed]


def no_heavier(act: Act, task: Task, form: Form, values: dict[str, Any]) -> Errors:
    """What a decision on a request leaves of an item is not more than what the item had."""
    view = View(act)
    if values[form.outcome.name] not in _CHANGES:
        return {}
    errors: Errors = {}
    imposed = proposals.imposed(view)
    for code in values.get("item_resultado", {}):
        had = {one.kind: one for one in imposed if one.code == code}
        for field, was in _grown(view, had, code, values):
            errors[f"{field}.{code}"] = _heavier(act, task, was)
    return errors


def _grown(
    view: View, had: Before, code: str, values: Mapping[str, Any]
) -> Iterator[tuple[str, str]]:
    """The fields in which an item has more than before, each with what it had."""
    kinds = proposals.kinds(values, code)
    given_up = [_WEIGHT.index(kind) for kind in had if kind not in kinds]
    for kind in kinds:
        if kind not in had:
            if _WEIGHT.index(kind) >= max(given_up, default=-1):
                named = values.get("item_penalidade", {}).get(code) == kind
                yield ("item_penalidade" if named else LENGTHS[kind]), _all(had)
        elif kind in LENGTHS and values[LENGTHS[kind]][code] > (had[kind].days or 0):
            yield LENGTHS[kind], proposals.lasting(kind, had[kind].days)
        elif kind == "multa" and _fine(values, code) > _most(view, had[kind], values):
            yield "item_multa", had[kind].amount


def _all(had: Before) -> str:
    return " e ".join(one.in_words()["penalty"] for one in had.values()) or "nenhuma"


def _fine(values: Mapping[str, Any], code: str) -> int:
    return int(values.get("item_multa", {}).get(code, 0))


def _most(view: View, had: Imposed, values: Mapping[str, Any]) -> int:
    """What the fine came to; of one in units alone, what the table gives now that somebody says
    what a unit is worth."""
    own = (
        p.cents for p in proposals.table(view, values) if (p.code, p.kind) == (had.code, "multa")
    )
    return had.cents or next(own, None) or 0


def _heavier(act: Act, task: Task, had: str) -> str:
    key = task.element.removeprefix("decidir_")
    asked = str(act.law.entries(f"papeis.{key}")[-1]["label"])
    article = act.law.entries(f"prazos.{key}")[-1].article
    return (
        f"O {asked[:1].lower()}{asked[1:]} não agrava a penalidade, que foi: {had} ({article}). "
        "Agravar pede ouvir antes o autuado (Lei 9.784/1999, art. 64, p.ú.), e esta etapa não o "
        "ouve. Mantenha, reduza ou cancele."
    )
