"""Terms: which entry of the law rules one, from which day it counts, and when it ends."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from webapp.cases.act import Act
from webapp.cases.reckoning import Owner, due_at, reckon
from webapp.cases.records import Deadline, Fact, Party, Task
from webapp.domain import counting
from webapp.laws import Entry, Law

# Names of facts, and the date of the case that each stands for when the law chooses by date.
DATE_NAMES = {
    "fato": "fact",
    "ciencia": "notice",
    "dia_pagamento": "payment",
    "obito": "death",
    "requerimento": "request",
    "vistoria": "inspection",
}
# The fact that the decision of an appeal was notified.
DECISION_TOLD = ("ciencia", "decisao")


def dates(act: Act) -> dict[str, date]:
    """The named dates of the case, by which entries of the law are chosen."""
    found: dict[str, date] = {"opened": act.local_day(act.case.opened_at)}
    for fact in act.facts:
        if fact.name in DATE_NAMES:
            found[DATE_NAMES[fact.name]] = date.fromisoformat(fact.value)
    return found


def latest(act: Act, key: str) -> Entry:
    """The newest wording: what starts a term, and for whom, is read from it."""
    return act.law.entries(f"prazos.{key}")[-1]


def ruling_on(act: Act, key: str, reference: date) -> Entry:
    """The wording that rules a term which the act of a day starts (tempus regit actum)."""
    return act.law.value(f"prazos.{key}", {**dates(act), latest(act, key).dated_by: reference})


def whose(act: Act, key: str) -> list[Party] | None:
    """The parties whose term this is; None where it runs for the case as a whole."""
    entry = latest(act, key)
    if entry.get("per", "party") == "case":
        return None
    return act.parties_in(entry.get("who", ()), act.today)


def owners(act: Act, key: str) -> list[int | None]:
    """Whose rows a term has: one for each living party; one of nobody's where it runs for the
    case or no party is known yet; none where every party has died: no term runs for the dead."""
    parties = whose(act, key)
    if not parties:
        return [None]
    return [party.id for party in parties if party.died_on is None]


def started_by(act: Act, subject: str) -> Entry | None:
    """The term that the notice of an act («auto», «penalidade») starts for its parties."""
    return _started_by(act.law, subject)


@lru_cache(maxsize=256)
def _started_by(law: Law, subject: str) -> Entry | None:
    for key in law.keys("prazos"):
        entry = law.entries(f"prazos.{key}")[-1]
        if (entry.get("starts"), entry.get("about")) == ("ciencia", subject):
            return entry
    return None


def concerned(act: Act, subject: str) -> list[Party]:
    """The parties that an act is notified to: those whose term its notice starts; where it starts
    none, those who were notified of an earlier act of the case.

    Who died is notified of nothing while another party lives; after that the estate is.
    """
    entry = started_by(act, subject)
    roles = entry["who"] if entry else _notified_roles(act) or ("autuado",)
    found = act.parties_in(roles, act.today)
    return [party for party in found if party.died_on is None] or found


def _notified_roles(act: Act) -> list[str]:
    parties = [act.parties.get(notice.party_id) for notice in act.notices if notice.valid]
    return [party.role for party in parties if party is not None]


def about(act: Act, task: Task) -> str:
    """What the term of a step is about: the call's subject, else what the law entry says."""
    return task.about or str(latest(act, task.key or "").get("about", ""))


def open_row(act: Act, task: Task, party_id: int | None, entered: date) -> Deadline:
    """Count the term of one party on one step and write its row, as the next round."""
    rounds = [d.round for d in act.deadlines if (d.task_id, d.party_id) == (task.id, party_id)]
    row: Deadline = act.deadlines.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        task_id=task.id,
        kind="engine",
        round=max(rounds, default=0) + 1,
        key=task.key,
        about=about(act, task),
        party_id=party_id,
        **counted(act, task.key or "", about(act, task), party_id, entered),
    )
    _take_over(act, row)
    return row


def _take_over(act: Act, row: Deadline) -> None:
    """The step of a term that was announced has begun: its row stands in the other's place."""
    for other in act.deadlines:
        if other.state == "announced" and owner(other) == owner(row):
            other.supersede()
            row.carried_from = other.id


def announce(act: Act, fact: str, subject: str, party_id: int | None = None) -> None:
    """Write the terms that a fact alone starts («retirada do veículo», art. 20; the 60 days to
    notify): they are shown with their last day, and only the step that has their clock makes
    them fire."""
    for one in _hung_on(act, fact, subject, party_id):
        announce_one(act, one)


def announce_again(act: Act) -> None:
    """After facts were put aside and steps opened anew: what hangs on a fact that stands is
    announced, unless its step runs it; what hangs on none is not."""
    facts = ((fact.name, fact.about, fact.party_id) for fact in act.facts)
    wanted = [one for fact in facts for one in _hung_on(act, *fact)]
    for row in act.deadlines:
        if row.state == "announced" and owner(row) not in wanted:
            row.supersede()
    known = {owner(row) for row in act.deadlines if row.is_open or row.state in _STANDING}
    for one in wanted:
        if one not in known:
            announce_one(act, one)


_STANDING = ("announced", "met", "fired")


def _hung_on(act: Act, fact: str, subject: str, party_id: int | None) -> list[Owner]:
    """Whose terms a fact alone starts: the party's own, where they are of parties."""
    found = []
    for key, entry in _of_facts(act.law):
        if (entry["starts"], entry.get("about")) == (fact, subject):
            party = act.parties.get(party_id) if entry.get("per") == "party" else None
            if party is None or party.role in entry.get("who", ()):
                found.append(Owner(key, subject, party.id if party is not None else None))
    return found


@lru_cache(maxsize=64)
def _of_facts(law: Law) -> tuple[tuple[str, Entry], ...]:
    entries = ((key, law.entries(f"prazos.{key}")[-1]) for key in law.keys("prazos"))
    return tuple((key, entry) for key, entry in entries if entry.get("kind") == "fact")


def announce_one(act: Act, one: Owner) -> None:
    """Write one term that a fact alone starts, in the place of an earlier count of it."""
    for row in act.deadlines:
        if row.state == "announced" and owner(row) == one:
            row.supersede()
    act.deadlines.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        task_id=None,
        kind="fact",
        round=1,
        key=one.key,
        about=one.about,
        party_id=one.party_id,
        **{
            **counted(act, one.key, one.about, one.party_id, act.today),
            "state": "announced",
            "next_at": None,
        },
    )


def counted(
    act: Act, key: str, subject: str, party_id: int | None, entered: date
) -> dict[str, Any]:
    """The columns of a term's row: running from its reference, or waiting for it to be known."""
    entry = latest(act, key)
    if entry["starts"] == "asked":
        return _asked(act, entry, subject, entered)
    reference = _reference(act, entry, subject, party_id, entered)
    if reference is None:
        return {"state": "waiting_start", **_source(entry)}
    ruling = ruling_on(act, key, reference)
    found = reckon(ruling, reference, act.clock, Owner(key, subject, party_id))
    used = found.pop("used")
    source = _source(ruling, used)
    return {
        **found,
        "fires_on": ruling.get("fires_on", "default"),
        **_runs(found["due_at"]),
        **source,
    }


def _asked(act: Act, entry: Entry, subject: str, entered: date) -> dict[str, Any]:
    last_day = _asked_day(act, entry, subject, entered)
    if last_day is None:
        return {"state": "waiting_start", **_source(entry)}
    due = due_at(entry, last_day, (), act.law)
    return {
        "last_day": last_day,
        "fires_on": entry.get("fires_on", "default"),
        **_runs(due),
        **_source(entry),
    }


def _asked_day(act: Act, entry: Entry, subject: str, entered: date) -> date | None:
    """The day that a person fixed; nothing is due before the step that waits for it begins (the
    penalty is final only then)."""
    day = act.fact(entry["asked_fact"], subject)
    return max(date.fromisoformat(day.value), entered) if day else None


def payment_day(act: Act) -> date | None:
    """The last day to pay the fine, one for every document and screen: that of the term that runs
    or has ended; before it begins, the day fixed, or today where that is over."""
    rows = [row for row in act.deadlines if row.key == "pagamento" and row.state != "cancelled"]
    if rows and rows[-1].last_day:
        return rows[-1].last_day
    entry = latest(act, "pagamento")
    if entry["starts"] != "asked":  # counted by the law, and not before the step begins
        return None
    return _asked_day(act, entry, str(entry["about"]), act.today)


def _reference(
    act: Act, entry: Entry, subject: str, party_id: int | None, entered: date
) -> date | None:
    """The day from which a term counts, as its entry says; None while it is not known."""
    match entry["starts"]:
        case "entry":
            return entered
        case "definitividade":
            return _settled_on(act)
    return _fact_day(act, entry, subject, party_id)


def _settled_on(act: Act) -> date | None:
    """The day on which a fine is final or, if later, that on which the decision of the appeal
    was notified."""
    final = [one.body["final_on"] for one in act.effects if one.kind == "fine" and one.stands]
    final += [one.body["final_on"] for one in act.drafts if one.kind == "fine"]
    told = [fact.value for fact in act.facts if (fact.name, fact.about) == DECISION_TOLD]
    return date.fromisoformat(max(final + told)) if final else None


def counts_anew(rule: Mapping[str, Any]) -> bool:
    """Whether a person may say from which other day a term counts («Reabrir prazo»): not one
    that begins by itself, nor one of the office that the law lets nobody lengthen."""
    return rule.get("starts") not in ("entry", "definitividade") and not rule.get("alert")


def rests_on(row: Deadline, fact: Fact) -> bool:
    """Whether the count of a term begins with a fact."""
    starts, asked = row.rule_snapshot.get("starts"), row.rule_snapshot.get("asked_fact")
    if starts == "definitividade":
        return (fact.name, fact.about) == DECISION_TOLD
    return fact.name in (starts, asked) and row.about == fact.about


def _fact_day(act: Act, entry: Entry, subject: str, party_id: int | None) -> date | None:
    fact = act.fact(entry["starts"], subject, party_id)
    return date.fromisoformat(fact.value) if fact else None


def _runs(due: datetime) -> dict[str, Any]:
    return {"state": "running", "due_at": due, "next_at": due}


def _source(entry: Entry, used: Sequence[int] = ()) -> dict[str, Any]:
    """What the row keeps of the law, and of the events of the clock that its count met."""
    kept = {"clock_events": list(used)} if used else {}
    return {"article": entry.article, "rule_snapshot": {**entry.snapshot(), **kept}}


def due_by(act: Act, target: str, opened: date, more: int = 0) -> date:
    """The office's own goal for a step: working days, or the key of a term of the law, longer
    by what was extended."""
    if target.isdecimal():
        return act.clock.count(counting.Rule.UTEIS, int(target), opened).last_day
    entry = ruling_on(act, target, opened)
    return act.clock.count(counting.Rule(entry["rule"]), entry["length"] + more, opened).last_day


def certify_from(act: Act, ended: date) -> date:
    """The day from which a lapse is certified without a reason: papers may still be under way."""
    entry = ruling_on(act, "dias_espera_correio", ended)
    return counting.count(
        counting.Rule(entry["rule"]), entry["length"], ended, act.calendar
    ).last_day


def would_end(act: Act, row: Deadline, reference: date) -> date:
    """The last day that the term of a row would have from another starting day."""
    entry = ruling_on(act, row.key, reference)
    last_day: date = reckon(entry, reference, act.clock, owner(row))["last_day"]
    return last_day


def owner(row: Deadline) -> Owner:
    """Whose term a row is."""
    return Owner(row.key, row.about, row.party_id)


_UNITS = (
    ("UTEIS", "dia útil", "dias úteis"),
    ("CPC", "dia útil", "dias úteis"),
    ("MESES", "mês", "meses"),
    ("JANELA_MESES", "mês", "meses"),
    ("ANOS", "ano", "anos"),
    ("PENA", "dia", "dias"),
    ("CORRIDOS", "dia corrido", "dias corridos"),
)


def length_in_words(rule: Mapping[str, Any]) -> str:
    """«5 dias úteis», from an entry of `prazos` or the snapshot of one; empty without length."""
    if not rule.get("length"):
        return ""
    length, name = rule["length"], rule["rule"]
    one, many = next((o, m) for prefix, o, m in _UNITS if name.startswith(prefix))
    return f"{length} {one if length == 1 else many}"
