"""Effects: what actions returned is applied once, enters the registry, and opens what follows."""

from datetime import datetime

from webapp.cases import aftermath
from webapp.cases.act import Act, EffectDraft
from webapp.cases.records import Effect
from webapp.registry import sanctions

# What names an effect among others of its kind and person, and stays in its counter-entry.
_NAMED = ("item", "letter")


def new_only(act: Act, drafts: list[EffectDraft]) -> list[EffectDraft]:
    """The drafts whose effect does not stand yet: repeating an action doubles nothing.

    An effect that was countered no longer stands, so it may be applied again.
    """
    standing = {_identity(each) for each in act.effects if each.stands}
    standing |= {_identity(each) for each in act.drafts}
    return [draft for draft in drafts if _identity(draft) not in standing]


def _identity(one: EffectDraft | Effect) -> tuple[object, ...]:
    return one.kind, one.about, one.person_id, *map(one.body.get, _NAMED)


def apply(act: Act, at: datetime) -> None:
    """Write the drafts as effects and enter them in the registry."""
    for draft in act.drafts:
        row = act.effects.add(
            municipality_id=act.case.municipality_id,
            case_id=act.case.id,
            kind=draft.kind,
            about=draft.about,
            person_id=draft.person_id,
            cents=draft.cents,
            body=draft.body,
            action=draft.action,
            element=draft.element,
            inputs=draft.inputs,
            effective_at=at,
            seq=act.chain.seq + 1,
        )
        act.applied.append(row.id)
        sanctions.enter(act.connection, _entered(act, draft, row.id))
        aftermath.follow(act, row)
    if any(draft.kind == "fine" for draft in act.drafts):
        _paid_before(act)
    act.drafts.clear()


def _paid_before(act: Act) -> None:
    """A fine that was paid before it became final enters the registry as paid."""
    for row in act.effects:
        if row.kind == "payment" and row.stands and row.body.get("paid_on"):
            sanctions.mark_paid(act.connection, row.case_id, row.body["paid_on"])


def _entered(act: Act, draft: EffectDraft | Effect, effect_id: int) -> sanctions.Entered:
    return sanctions.Entered(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        effect_id=effect_id,
        kind=draft.kind,
        person_id=draft.person_id,
        cents=draft.cents,
        body=draft.body,
    )


def counter_since(act: Act, seq: int, at: datetime) -> None:
    """Counter every effect that stands since an event, the last one first.

    A payment is a fact of the world and stays.
    """
    since = [e for e in act.effects if e.stands and e.seq >= seq and e.kind != "payment"]
    for row in reversed(since):
        counter(act, row, at)


def counter(act: Act, row: Effect, at: datetime) -> None:
    """Enter the counter-entry of an effect, and take back what it had entered."""
    back = act.effects.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        kind=row.kind,
        about=row.about,
        person_id=row.person_id,
        cents=-row.cents,
        body={name: row.body[name] for name in _NAMED if name in row.body},
        action=row.action,
        element=row.element,
        inputs=None,
        effective_at=at,
        seq=act.chain.seq + 1,
        reverses=row.id,
    )
    row.reversed_by = back.id
    act.applied.append(back.id)
    sanctions.cancel(act.connection, _entered(act, row, row.id), back.id)
    aftermath.take_back(act, row, at)
    if row.kind == "payment":
        _paid_before(act)  # another proof of payment may stand
