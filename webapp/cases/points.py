"""Points: to whom those of a case go, and what each person's come to in the law's windows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from webapp.cases import proposals
from webapp.cases.proposals import Imposed
from webapp.cases.view import AUXILIARY, View
from webapp.domain.points import PointsEntry, PointsWindow, part, pontos_acumulados
from webapp.laws import points_limits

WHOLE, HALF = "inteiro", "metade"
_OF_THE_HOLDER = "penalidades.pontos_titular"


@dataclass(frozen=True, slots=True)
class Share:
    """The points of one item that one person gets: all of them, or the holder's part."""

    person_id: int
    item: str
    points: Decimal
    share: str


@dataclass(frozen=True, slots=True)
class Tally:
    """What the points of a person come to in each of the law's windows."""

    person: str
    windows: tuple[PointsWindow, ...]


def shares(view: View, imposed: Sequence[Imposed]) -> list[Share]:
    """The points of every item that was punished, whatever the penalty, of those who live.

    Whoever is charged gets them all; of what an auxiliary did, the holder gets the law's part too.
    """
    punished = dict.fromkeys(one.code for one in imposed)
    given = {p.code: p.points for p in proposals.table(view) if p.points is not None}
    return [
        share
        for code in punished
        if code in given
        for share in _of_item(view, code, given[code])
        if not view.is_dead(share.person_id)
    ]


def _of_item(view: View, code: str, points: Decimal) -> Iterator[Share]:
    person_id = proposals.punished(view).person_id
    yield Share(person_id, code, points, WHOLE)
    holder = view.holder()
    if view.fact("condutor", "auto") == AUXILIARY and holder not in (None, person_id):
        share = Decimal(view.law(_OF_THE_HOLDER)["share"])
        yield Share(holder, code, part(points, share), HALF)


def windows(
    view: View, entries: Sequence[PointsEntry], last_fact: date
) -> tuple[PointsWindow, ...]:
    """What points come to in the law's windows, which end at the fact of the last infraction."""
    return pontos_acumulados(entries, last_fact, points_limits(view.law), view.today)


def before(view: View) -> tuple[Tally, ...]:
    """What those who would get points of the auto had before it, for whoever decides on it."""
    fact = view.fact("fato", "auto")
    if fact is None or not points_limits(view.law) or not view.parties("autuado"):
        return ()
    known = view.points(_who(view))
    return tuple(
        Tally(view.person_name(person_id), windows(view, entries, date.fromisoformat(fact)))
        for person_id, entries in known.items()
    )


def _who(view: View) -> tuple[int, ...]:
    """The person charged, and the holder where an auxiliary drove."""
    who = proposals.punished(view)
    return tuple(dict.fromkeys((who.person_id, who.payer_id)))
