"""A value of the law that an act of the year fixes, entered on screen: proposed, then approved."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from sqlalchemy.orm import Session

from webapp.cases import second_person
from webapp.cases.second_person import VALUE
from webapp.domain import counting
from webapp.domain.competence import Actor
from webapp.domain.errors import Unacceptable
from webapp.laws import Entry, Law, law
from webapp.store import entered_values, proposed
from webapp.store.proposed import PROPOSED

SUBJECT: Final = "valores"
# The oldest law began then; what is further ahead than the next year is a slip of the pen.
FIRST: Final = date(2009, 1, 1)
YEARS_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class NewValue:
    """A value as somebody enters it: of which key of `valores` («vrte»), decimal text («4.7175»),
    from which day on and until which, and the act that fixes it."""

    key: str
    value: str
    act: str
    since: date
    until: date | None = None


def enter_value(session: Session, new: NewValue, *, now: datetime, actor: Actor) -> int:
    """Propose a value. Returns its id; it is worth nothing before a second person approves it.

    Raises Unacceptable for a key that the law has not, a value without act, one that changes
    nothing or waits already, and one without an end where the law has such values year by year;
    NoCompetence.
    """
    second_person.authorise(actor)
    rules = entered_values.valued(session, law(actor.municipality), actor.municipality_id)
    today = counting.local_day(now, rules.municipality.zone)
    errors = _wrong(rules, new, today) or _waiting(session, new, actor)
    if errors:
        raise Unacceptable(errors)
    key = f"{SUBJECT}.{new.key}"
    value_id = proposed.add(
        session,
        VALUE,
        municipality_id=actor.municipality_id,
        key=key,
        value=new.value,
        from_day=new.since,
        to_day=new.until,
        act=new.act.strip(),
        entered_by=actor.user_id,
        entered_at=now,
        state=PROPOSED,
    )
    end = {"until": new.until.isoformat()} if new.until else {}
    body = {VALUE: value_id, "key": key, "value": new.value, "from": new.since.isoformat(), **end}
    second_person.note(session, "entered", f"{VALUE}:{value_id}", body, now, actor)
    return value_id


def history(rules: Law) -> list[tuple[str, Sequence[Entry]]]:
    """Each key of `valores` of a municipality with its entries, the newest first."""
    return [(key, rules.entries(f"{SUBJECT}.{key}")[::-1]) for key in rules.keys(SUBJECT)]


# ---- what may be entered


def _wrong(rules: Law, new: NewValue, today: date) -> dict[str, str]:
    errors = {}
    if new.key not in rules.keys(SUBJECT):
        return {"chave": f"A {rules.municipality.law} não tem o valor «{new.key}». Escolha um."}
    if not new.act.strip():
        errors["ato"] = "Informe o ato que fixa o valor: decreto ou lei, com número e ano."
    if not FIRST <= new.since <= date(today.year + YEARS_AHEAD, 12, 31):
        errors["desde"] = f"{new.since:%d/%m/%Y} está longe demais de hoje. Confira o ano."
    elif sentence := _wrong_end(rules, new):
        errors["ate"] = sentence
    elif sentence := _not_whole(rules, new) or _same(rules, new):
        errors["valor"] = sentence
    return errors


def _wrong_end(rules: Law, new: NewValue) -> str:
    newest = rules.entries(f"{SUBJECT}.{new.key}")[-1]
    if new.until and new.until < new.since:
        return (
            f"Vale até {new.until:%d/%m/%Y}, antes de começar, em {new.since:%d/%m/%Y}. "
            "Confira os dois dias."
        )
    if new.until is None and newest.until:
        return (
            f"«{newest['label']}» é fixado de tempos em tempos: sem o último dia, o valor "
            f"continuaria valendo sem ato. Informe até quando vale, como 31/12/{new.since.year}."
        )
    return ""


def _not_whole(rules: Law, new: NewValue) -> str:
    """What has only been known in whole numbers, as people are, has no decimals."""
    entries = rules.entries(f"{SUBJECT}.{new.key}")
    known = [entry["value"] for entry in entries if not entry.missing]
    if "." not in new.value or not known or any("." in value for value in known):
        return ""
    return f"«{entries[-1]['label']}» é um número inteiro, como {known[-1]}. Confira o ato."


def _same(rules: Law, new: NewValue) -> str:
    entries = rules.entries(f"{SUBJECT}.{new.key}")
    known = next((entry for entry in reversed(entries) if entry.since <= new.since), None)
    if known is None or known.missing or (known.until and known.until < new.since):
        return ""
    if Decimal(known["value"]) != Decimal(new.value) or known.until != new.until:
        return ""
    source = known.get("act", known.article)
    return f"«{known['label']}» já vale isso em {new.since:%d/%m/%Y} ({source}): nada mudaria."


def _waiting(session: Session, new: NewValue, actor: Actor) -> dict[str, str]:
    key = f"{SUBJECT}.{new.key}"
    for one in entered_values.listed(session, actor.municipality_id):
        if (one.state, one.key, one.from_day) == (PROPOSED, key, new.since):
            return {
                "desde": f"Um valor a partir de {new.since:%d/%m/%Y} já espera aprovação, lançado "
                f"por {one.by} ({one.act}). Aprove-o ou recuse-o antes de lançar outro."
            }
    return {}
