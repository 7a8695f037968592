"""What the law answers about the registry of a municipality as of a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from webapp.domain.calendar import Calendar
from webapp.domain.eligibility import eligibility
from webapp.domain.expiry import Expiring, expiring
from webapp.domain.finding import Finding
from webapp.domain.fitness import OPERACAO, VehicleRule, fitness, last_year_end
from webapp.domain.swaps import Swap, swap
from webapp.domain.vacancy import Vacancy, vacancy
from webapp.domain.validity import Validity
from webapp.laws import Law, law
from webapp.laws import requirements as rules
from webapp.registry import expirations, facts
from webapp.registry.facts import PermitOn
from webapp.store import clockevents
from webapp.store.entered_values import valued


class Served(NamedTuple):
    """A permit that something serves."""

    id: int
    number: str


@dataclass(frozen=True, slots=True)
class Registry:
    """The registry of a municipality, asked as of `on`, with the law in force on that day.

    Whatever belongs to another municipality is NotFound.
    """

    session: Session
    municipality_id: int
    law: Law
    on: date

    def permit(self, permit_id: int) -> PermitOn:
        """A permit, who and what is bound to it, and its history up to the day."""
        return facts.permit_on(self.session, self.municipality_id, permit_id, self.on)

    def may_be(self, person_id: int, role: str, moment: str) -> tuple[Finding, ...]:
        """What becomes of each requirement for a person to come in (ingresso) or go on (exercicio)
        as titular, auxiliar, empresa, empregado or substituto."""
        person = facts.person_facts(self.session, self.municipality_id, person_id, self.on)
        required = rules.requirements(self.law, self.on)
        return eligibility(person, role, moment, self.on, required)

    def fits(self, vehicle_id: int, purpose: str, old_id: int | None = None) -> tuple[Finding, ...]:
        """What becomes of each rule for a vehicle (inclusao, substituicao, operacao); `old_id` is
        the vehicle that leaves in a substitution."""
        known, place = facts.vehicle_facts, self.municipality_id
        old = known(self.session, place, old_id, self.on) if old_id is not None else None
        vehicle = known(self.session, place, vehicle_id, self.on)
        return fitness(vehicle, purpose, self.on, rules.vehicle_rules(self.law, self.on), old)

    def fleet(self) -> Vacancy:
        """The cap of the fleet, what is free of it, and what stands above it."""
        population = rules.population(self.law, self.on)
        counted = facts.in_force(self.session, self.municipality_id, self.on)
        return vacancy(population, counted, rules.vacancy_rules(self.law, self.on))

    def may_swap(self, permit_id: int, kind: str) -> Swap:
        """Whether the auxiliary (TROCA_AUXILIAR) or the vehicle (SUBSTITUICAO_VEICULO) of a permit
        may be changed, or from when."""
        return swap(kind, self.permit(permit_id).past(), self.on, rules.waits(self.law, self.on))

    def kinds(self) -> dict[str, Validity]:
        """The kinds of documents and inspections that the law knows."""
        return dict(rules.validities(self.law, self.on))

    def expiring(
        self, days: int, permit_id: int | None = None
    ) -> tuple[tuple[Expiring, tuple[Served, ...]], ...]:
        """What has expired, and what will within `days` days, of the permits in force or of one of
        them; each once, with the permits that it serves, by last day."""
        last, ages = self.on + timedelta(days=days), self._oldest_age()
        oldest = _oldest(last, ages.years) if ages and ages.years else None
        rows = expirations.due(
            self.session, self.municipality_id, self.on, last, oldest=oldest, permit_id=permit_id
        )
        kinds = self.kinds()
        serves: dict[Expiring, dict[Served, None]] = {}
        for row in rows:
            mine = serves.setdefault(_expiring(row, kinds, ages), {})
            mine[Served(row.permit_id, row.number)] = None
        return tuple((one, tuple(serves[one])) for one in expiring(serves, self.on, days))

    def calendar(self) -> Calendar:
        """The office days, with those entered on screen."""
        days, _ = clockevents.all_in_force(self.session, self.municipality_id)
        return self.law.calendar(days)

    def _oldest_age(self) -> VehicleRule | None:
        asked = rules.vehicle_rules(self.law, self.on)
        return next((r for r in asked if r.check == "idade" and OPERACAO in r.purposes), None)


def registry(session: Session, municipality_id: int, municipality: str, on: date) -> Registry:
    """The registry of a municipality by its id and slug, with the values entered on screen."""
    own = valued(session, law(municipality), municipality_id)
    return Registry(session, municipality_id, own, on)


def _oldest(last: date, years: int) -> int:
    """The latest year of make of vehicles that must leave by a day."""
    return last.year - years - (0 if last == date(last.year, 12, 31) else 1)


def _expiring(row: Any, kinds: dict[str, Validity], ages: VehicleRule | None) -> Expiring:
    subject = row.subject, row.subject_id
    if row.kind == expirations.AGE and ages is not None and ages.years is not None:
        label = f"Idade do veículo {row.name}"
        last_day = last_year_end(row.year, ages.years)
        return Expiring(row.kind, label, ages.article, last_day, *subject, ages.label)
    kind = kinds.get(row.kind)
    label = f"{kind.label if kind else row.kind}: {row.name}"
    article, effect = (kind.article, kind.effect) if kind else ("", "")
    return Expiring(row.kind, label, article, row.last_day, *subject, effect)


def refusal(findings: Iterable[Finding]) -> str:
    """What a refusal tells: each requirement that is not met, by which article, and what would be
    allowed."""
    return " ".join(finding.sentence for finding in findings)
