"""Causes of cassation in what became final. They only make it be proposed: people decide."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from webapp.cases import points, proposals
from webapp.cases.points import Share
from webapp.cases.proposals import Imposed
from webapp.cases.view import View
from webapp.domain.penalties import Proposal
from webapp.domain.points import PointsEntry
from webapp.laws import Entry

_DURING: Final = "cassacao_durante"
_SERVED: Final = {"suspensao": "a suspensão da autorização", "impedimento": "o impedimento do táxi"}


@dataclass(frozen=True, slots=True)
class Ground:
    """Why the cassation of a person may be proposed; `item` where one item alone is the cause."""

    person_id: int
    article: str
    why: str
    item: str | None = None

    @property
    def letter(self) -> str:
        """«d», of «art. 55, V, d»."""
        return self.article.rpartition(", ")[2]


def found(view: View, imposed: Sequence[Imposed], given: Sequence[Share]) -> list[Ground]:
    """Every ground in what became final, the points `given` by it included.

    What falls on the driver as a person is not presumed of one whom nobody identified.
    """
    grounds = list(_points(view, given))
    who = proposals.punished(view)
    if not view.has_died(who.party_id) and proposals.unidentified(view) is None:
        codes = frozenset(one.code for one in imposed)
        grounds += _repeated(view, codes, who.person_id)
        grounds += _during(view, who.person_id)
    return grounds


def gone(view: View) -> tuple[str, ...]:
    """The grounds that entered with the case and are none today, in words: what another case had
    against the person was taken back since."""
    entered = view.standing("ground")
    if not entered:
        return ()
    standing = proposals.surviving(view)
    now = found(view, standing, points.shares(view, standing))
    known = {(one.person_id, one.letter, one.item) for one in now}
    return tuple(
        f"Já não subsiste o fundamento do {row.body['article']}: o que constava de outro processo "
        "contra a pessoa foi retirado depois."
        for row in entered
        if (row.person_id, row.body["letter"], row.body["item"]) not in known
    )


def _repeated(view: View, codes: frozenset[str], person_id: int) -> Iterator[Ground]:
    """The items whose repetition, by the law's table, only a case of its own may punish."""
    for proposal in proposals.table(view):
        if proposal.code in codes and _has_own_case(view, proposal):
            yield Ground(person_id, proposal.article, " ".join(proposal.why), proposal.code)


def _has_own_case(view: View, proposal: Proposal) -> bool:
    brought = view.law(f"infracoes.{proposal.code}").get("repetition", ())
    entries = (view.law(f"penalidades.{name}") for name in brought if name != "dobro")
    return any(e.get("own_case") and e.article == proposal.article for e in entries)


def _during(view: View, person_id: int) -> Iterator[Ground]:
    """The fact happened while the driver served a suspension, or the vehicle an impediment."""
    fact = view.fact("fato", "auto")
    if fact is None or _DURING not in view.keys("penalidades"):
        return
    on = date.fromisoformat(fact)
    served = view.served(person_id, on)
    if served:
        told = "; ".join(
            f"{_SERVED[one.kind]} de {one.from_day:%d/%m/%Y} "
            f"{f'a {one.to_day:%d/%m/%Y}' if one.to_day else 'em diante'} ({one.record})"
            for one in served
        )
        entry: Entry = view.law(f"penalidades.{_DURING}")
        why = f"{entry['label']}. No dia do fato, {on:%d/%m/%Y}, cumpria-se {told}."
        yield Ground(person_id, entry.article, why)


def _points(view: View, given: Sequence[Share]) -> Iterator[Ground]:
    fact = view.fact("fato", "auto")
    if fact is None or not given:
        return
    own = _entries(view, given, date.fromisoformat(fact))
    known = view.points(tuple(own))
    for person_id, entries in own.items():
        every = (*known[person_id], *entries)
        last = max(entry.fact_on for entry in every)
        for window in points.windows(view, every, last):
            if window.passed:
                why = " ".join((*window.why, window.alternative))
                yield Ground(person_id, window.limit.article, why)


def _entries(view: View, given: Sequence[Share], fact_on: date) -> Mapping[int, list[PointsEntry]]:
    found: dict[int, list[PointsEntry]] = {}
    for share in given:
        article = view.law(f"infracoes.{share.item}").article
        entry = PointsEntry(f"processo {view.number}, {article}", fact_on, share.points)
        found.setdefault(share.person_id, []).append(entry)
    return found
