"""What came back of a letter with AR, and what the law makes of it: a notice, or only a try."""

from collections.abc import Iterable, Mapping
from datetime import date

from webapp.cases import terms
from webapp.cases.act import Act
from webapp.cases.records import Filing, Notice, Party
from webapp.forms import Option
from webapp.laws import Entry, Law, NotInForce
from webapp.registry import people
from webapp.store.letters import AR, LETTER

NOTICE = "ciencia"
_HOLDER = "titular"
_NEXT = {
    "": "Não vale como ciência: conta como tentativa",
    "obito": "Não vale como ciência: registre o óbito, com a certidão",
}


def last_tries(act: Act, about: str) -> dict[int, Notice]:
    """The latest attempt of each party on the act notified, by party."""
    return {notice.party_id: notice for notice in act.notices if notice.about == about}


def of_letters(act: Act, about: str, parties: Iterable[Party]) -> list[Party]:
    """Those of the parties who were last sought by letter."""
    tries = last_tries(act, about)
    return [p for p in parties if p.id in tries and tries[p.id].means == LETTER]


def papers_since(act: Act, notice: Notice) -> list[Filing]:
    """The AR that reached the file after the letter was sent."""
    return [paper for paper in act.filings if paper.kind == AR and paper.seq > notice.seq]


def papers_of_letters(act: Act, about: str, parties: Iterable[Party]) -> list[Filing]:
    """The AR that reached the file since the first of the parties' letters was sent."""
    tries = last_tries(act, about)
    sent = [tries[party.id] for party in of_letters(act, about, parties)]
    return papers_since(act, min(sent, key=lambda notice: notice.seq)) if sent else []


def never_back(act: Act, tries: Iterable[Notice]) -> dict[int, str]:
    """The parties whose letter has no AR in the file, with the code by which the law says so."""
    absent = next((code for code, one in in_force(act).items() if one.get("absent")), None)
    letters = [notice for notice in tries if notice.means == LETTER]
    return {
        notice.party_id: absent
        for notice in letters
        if absent is not None and not papers_since(act, notice)
    }


def ruling(act: Act, code: str) -> Entry:
    """What the law of the day makes of a return. Raises NotInForce."""
    return act.law.value(f"retornos.{code}", _dates(act))


def _dates(act: Act) -> dict[str, date]:
    return {**terms.dates(act), "notice": act.today}


def in_force(act: Act) -> dict[str, Entry]:
    """Every return that the law of the day knows, by code."""
    found, dates = {}, _dates(act)
    for code in act.law.keys("retornos"):
        try:
            found[code] = act.law.value(f"retornos.{code}", dates)
        except NotInForce:
            continue
    return found


def options(act: Act) -> list[Option]:
    """The returns to choose from, each with what the law makes of it."""
    return [Option(code, str(one["label"]), _hint(one)) for code, one in in_force(act).items()]


def article_for(act: Act, entry: Entry, party_id: int) -> str:
    """The article by which a return counts for this party: the holder may have one of his own."""
    of_holder = _of_holder(entry)
    return of_holder if of_holder and _holds(act, party_id) else entry.article


def basis(act: Act, notice: Notice) -> str:
    """The article by which the law makes a notice of what came back of a letter; empty where the
    return is only a try, or where there was no letter."""
    entry = in_force(act).get(notice.result or "") if notice.means == LETTER else None
    if entry is None or entry["counts"] != NOTICE:
        return ""
    return article_for(act, entry, notice.party_id)


def label(rules: Law, code: str) -> str:
    """«Mudou-se»: a return in the words of the law data; empty for what is no return."""
    if code not in rules.keys("retornos"):
        return ""
    return str(rules.entries(f"retornos.{code}")[-1]["label"])


def _hint(entry: Entry) -> str:
    told = [f"{what} ({article})" for what, article in _told(entry)]
    return "; ".join(told) + ("; lacuna da lei." if entry.gap else ".")


def _told(entry: Entry) -> list[tuple[str, str]]:
    if entry["counts"] != NOTICE:
        return [(_NEXT[entry.get("asks", "")], entry.article)]
    day = f"Vale como ciência no dia da {entry['day']} escrito no AR"
    holder = _of_holder(entry)
    return [(day, entry.article), *([("do titular", holder)] if holder else [])]


def _of_holder(entry: Entry) -> str:
    own: Mapping[str, str] = entry.get("whom", {}).get(_HOLDER, {})
    return own.get("article", "")


def _holds(act: Act, party_id: int) -> bool:
    """Whether the party holds the authorization of the case."""
    party, permit = act.parties.get(party_id), act.case.permit_id
    if party is None or party.role == _HOLDER or permit is None:
        return party is not None and party.role == _HOLDER
    on = terms.dates(act).get("fact", act.today)
    return people.holder_of(act.session, permit, on) == party.person_id
