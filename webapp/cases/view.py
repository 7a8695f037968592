"""What facts and registered actions may ask of a case; it writes down what was asked."""

from collections.abc import Callable, Mapping, Sequence, Set
from datetime import date
from functools import cached_property
from typing import Any, TypeVar

from sqlalchemy import Row

from webapp.cases import grounds, terms
from webapp.cases.act import Act, EffectDraft
from webapp.cases.records import Effect, Party
from webapp.domain import counting
from webapp.domain.penalties import PastPenalty
from webapp.domain.points import PointsEntry
from webapp.laws import Entry
from webapp.registry import authorizations, people, sanctions
from webapp.registry.authorizations import Authorization
from webapp.registry.sanctions import Served

Told = TypeVar("Told")

_VALUES = "valores."
# Who drove, where it was the holder's auxiliary.
AUXILIARY = "auxiliar"


class View:
    """A read-only look at one case, inside one act."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._asked: dict[str, list[Any]] = {"facts": [], "answers": []}
        self._law: dict[int, Entry] = {}

    @property
    def inputs(self) -> dict[str, Any]:
        """Everything that was asked so far, to be kept with what it decided."""
        return {**self._asked, "law": [entry.snapshot() for entry in self._law.values()]}

    def _note(self, kind: str, asked: Any) -> None:
        if asked not in self._asked[kind]:
            self._asked[kind].append(asked)

    def by_facts(self, key: tuple[Any, ...], ask: Callable[["View"], Told]) -> Told:
        """What `ask` tells, asked once in this act while facts and parties stay as they are; what
        it asked is written down each time. `key` is all else that the answer depends on."""
        act = self._act
        facts = tuple(fact.id for fact in act.facts)
        parties = tuple((p.id, p.person_id, p.role, p.from_day, p.to_day) for p in act.parties)

        def look() -> tuple[Told, View]:
            fresh = View(act)
            return ask(fresh), fresh

        told, asked = act.once((*key, facts, parties), look)
        for kind, names in asked._asked.items():
            for name in names:
                self._note(kind, name)
        self._law |= asked._law
        return told

    def fact(self, name: str, about: str, party_id: int | None = None) -> str | None:
        """The value of the fact in force, the party's own before the one for all."""
        self._note("facts", [name, about])
        found = self._act.fact(name, about, party_id)
        return found.value if found else None

    def answer(self, element: str) -> Mapping[str, Any] | None:
        """The values of the last answer of an element that stands, with its `outcome`."""
        self._note("answers", element)
        return self._act.answers.get(element)

    def decided_on(self, element: str) -> date | None:
        """The day on which the last answer of an element that stands was given."""
        self._note("answers", element)
        given = [row.at for row in self._act.answer_rows if row.element == element]
        return self._act.local_day(given[-1]) if given else None

    def law(self, key: str, on: Mapping[str, date] | None = None) -> Entry:
        """The entry in force by the dates of the case (or `on`); kept with what it decided."""
        asked = self._act.valued() if key.startswith(_VALUES) else self._act.law
        return self._noted(asked.value(key, {**self._dates, **on} if on else self._dates))

    def law_as_decided(self, key: str, elements: Sequence[str], outcomes: Set[str]) -> Entry:
        """As `law`; but of the values entered on screen only those that were known when one of
        these elements was first answered so, where one was."""
        if not key.startswith(_VALUES) or not self._act.has_entered_values:
            return self.law(key)
        rows = [row for row in self._act.answer_rows if row.element in elements]
        given = (row.at for row in rows if row.outcome in outcomes)
        return self._noted(self._act.valued(min(given, default=None)).value(key, self._dates))

    def _noted(self, entry: Entry) -> Entry:
        self._law[id(entry)] = entry
        return entry

    @cached_property
    def _dates(self) -> dict[str, date]:
        """The dates by which the law is chosen; a look lasts no longer than one question."""
        return {"notice": self._act.today, **terms.dates(self._act)}

    def keys(self, subject: str) -> tuple[str, ...]:
        """The names that the municipality's law has for a subject («penalidades»)."""
        return tuple(self._act.law.keys(subject))

    def parties(self, *roles: str) -> list[Party]:
        return self._act.parties_in(roles, self._act.today)

    def standing(self, kind: str) -> list[Effect | EffectDraft]:
        """Effects of a kind that stand, those returned so far in this act included."""
        applied: list[Effect | EffectDraft] = [
            e for e in self._act.effects if e.kind == kind and e.stands
        ]
        return applied + [d for d in self._act.drafts if d.kind == kind]

    def history(self, person_id: int) -> tuple[PastPenalty, ...]:
        """Final penalties of the person in other cases, not cancelled."""
        act = self._act  # of other cases: nothing in this act changes it
        return act.once(
            ("history", person_id),
            lambda: sanctions.history(act.connection, person_id, act.case.id),
        )

    def points(self, person_ids: Sequence[int]) -> Mapping[int, tuple[PointsEntry, ...]]:
        """The points on record against each person in other cases, not cancelled."""
        act = self._act
        return sanctions.points(act.session, person_ids, act.case.id, self._article)

    def _article(self, item: str) -> str:
        return self._act.law.entries(f"infracoes.{item}")[-1].article

    def served(self, person_id: int, on: date) -> tuple[Served, ...]:
        """What was being served on a day: the person's suspensions, the vehicle's impediments."""
        case = self._act.case
        return sanctions.served(self._act.session, person_id, case.vehicle_id, on, case.id)

    def counted(self, key: str, reference: date) -> tuple[Entry, date]:
        """A term that is no step's, and the day on which it ends counted from another."""
        entry = self.law(f"prazos.{key}", {"notice": reference})
        rule = counting.Rule(entry["rule"])
        found = counting.count(rule, entry["length"], reference, self._act.calendar)
        return entry, found.last_day

    def grounds(self) -> str:
        """The articles on which the case of cassation was opened."""
        return grounds.articles(self._act.law, grounds.charged(self._act))

    def authorization(self, person_id: int, on: date) -> Authorization | None:
        """By what the person drove on a day: a permit of his own, or the link to another's."""
        return authorizations.of_person(self._act.connection, person_id, on)

    def lapsed_on(self, key: str) -> date | None:
        """The day after the last day of the latest term of this key that ended without a paper."""
        ends = [d for d in self._act.deadlines if d.key == key and d.state == "fired"]
        moments = [d.effective_at for d in ends if d.effective_at]
        return self._act.local_day(max(moments)) if moments else None

    def person_of(self, party: Party) -> int:
        """The person behind a party, as entered or as corrected since."""
        told = self.fact("pessoa", party.role, party.id)
        return int(told) if told else party.person_id

    def has_died(self, party_id: int) -> bool:
        party = self._act.parties.get(party_id)
        return party is not None and party.died_on is not None

    def is_dead(self, person_id: int) -> bool:
        """Whether the case knows of the person's death."""
        mine = [party for party in self._act.parties if party.person_id == person_id]
        return any(party.died_on is not None for party in mine)

    def person(self, person_id: int) -> Row[Any]:
        """Name, CPF and address: of who is no party of the case, as the registry has them."""
        return self._act.people.get(person_id) or people.known(self._act.session, person_id)

    def person_name(self, person_id: int) -> str:
        return str(self.person(person_id).name)

    def holder(self) -> int | None:
        """Who answers for the permit: the holder who is a party; where none ever was, whom the
        registry names on the day of the fact."""
        fact = self.fact("fato", "auto")
        if any(party.role == "titular" for party in self._act.parties):
            return next(map(self.person_of, self.parties("titular")), None)
        if self.permit_id is None or fact is None:
            return None
        return people.holder_of(self._act.session, self.permit_id, date.fromisoformat(fact))

    def is_authorised(self) -> bool:
        """Whether the registry has, on the day of the fact, the authorisation of whoever is
        charged: the permit of the plate, or the auxiliary's own."""
        fact, charged = self.fact("fato", "auto"), self.parties("autuado")
        if self.fact("condutor", "auto") != AUXILIARY:
            return self.permit_id is not None
        if fact is None or not charged:
            return False
        person_id = self.person_of(charged[0])
        return people.is_linked(self._act.session, person_id, date.fromisoformat(fact))

    @property
    def number(self) -> str:
        return self._act.case.number

    @property
    def today(self) -> date:
        return self._act.today

    @property
    def permit_id(self) -> int | None:
        return self._act.case.permit_id

    @property
    def vehicle_id(self) -> int | None:
        return self._act.case.vehicle_id
