"""What the law data says about people, vehicles, vacancies and waits, as the domain takes it.

Each function gives the rules in force on a day, in the order of the files.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from webapp.domain.counting import Rule
from webapp.domain.eligibility import EXERCICIO, INGRESSO, Requirement
from webapp.domain.fitness import VehicleRule
from webapp.domain.vacancy import FleetRule, ReserveRule, VacancyRules
from webapp.domain.validity import Validity
from webapp.domain.waits import Wait
from webapp.laws.entry import Entry, UnknownKey
from webapp.laws.penalties import entry_notes
from webapp.laws.reading import Law


def requirements(law: Law, on: date) -> tuple[Requirement, ...]:
    """What the law requires of people."""
    return tuple(_requirement(law, entry, on) for entry in _in_force(law, "requisitos", on))


def vehicle_rules(law: Law, on: date) -> tuple[VehicleRule, ...]:
    """What the law requires of vehicles."""
    return tuple(_vehicle_rule(law, entry, on) for entry in _in_force(law, "veiculo", on))


def waits(law: Law, on: date) -> tuple[Wait, ...]:
    """What the law makes wait."""
    return tuple(_wait(law, entry, on) for entry in _in_force(law, "esperas", on))


def validities(law: Law, on: date) -> Mapping[str, Validity]:
    """The kinds of documents, by the name of their key."""
    found = (_validity(entry) for entry in _in_force(law, "validades", on))
    return {validity.kind: validity for validity in found}


def vacancy_rules(law: Law, on: date) -> VacancyRules:
    """How the cap of the fleet is computed, and what is reserved of it."""
    fleet, reserve = _asked(law, "vagas.frota", on), _asked(law, "vagas.reserva_pcd", on)
    return VacancyRules(
        fleet=_fleet(fleet) if fleet and not fleet.missing else None,
        reserve=_reserve(reserve) if reserve and not reserve.missing else None,
        missing=_population(law, on)[1],
        village=fleet["outside"]["distrito"]["article"] if fleet and "outside" in fleet else "",
    )


def population(law: Law, on: date) -> int | None:
    """How many inhabitants the act in force on a day says there are; None where none does yet."""
    return _population(law, on)[0]


def population_said(law: Law, on: date) -> Entry | None:
    """What the law data says of the population on a day: the act, the article, what is missing."""
    return _asked(law, "valores.populacao", on)


def limit(law: Law, name: str, on: date) -> Entry | None:
    """An entry of `vagas` that sets a limit («auxiliares»), where the law has it on a day."""
    return _asked(law, f"vagas.{name}", on)


def _in_force(law: Law, subject: str, on: date) -> Iterator[Entry]:
    for name in law.keys(subject):
        entry = _asked(law, f"{subject}.{name}", on)
        if entry is not None:
            yield entry


def _asked(law: Law, key: str, on: date) -> Entry | None:
    try:
        return law.wording(key, on)
    except UnknownKey:
        return None


def _requirement(law: Law, entry: Entry, on: date) -> Requirement:
    return Requirement(
        **_about(entry),
        roles=entry["roles"],
        check=entry["check"],
        when=entry.get("when", (INGRESSO, EXERCICIO)),
        years=entry.get("years"),
        categories=entry.get("categories", ()),
        document=_named_document(law, entry, on),
        city=law.municipality.name,
        limit=_named_limit(law, entry, on),
        wait=_named_wait(law, entry, on),
    )


def _vehicle_rule(law: Law, entry: Entry, on: date) -> VehicleRule:
    return VehicleRule(
        **_about(entry),
        purposes=entry["purposes"],
        check=entry["check"],
        years=entry.get("years"),
        newer_by=entry.get("newer_by"),
        at_year_end="grace" in entry,
        old_from=entry.get("old_from"),
        old_until=entry.get("old_until"),
        cc=entry.get("cc", ()),
        document=_named_document(law, entry, on),
        city=law.municipality.name,
    )


def _wait(law: Law, entry: Entry, on: date) -> Wait:
    counted = law.on(f"prazos.{entry['term']}", on) if "term" in entry else entry
    return Wait(
        **_about(entry),
        after=entry["after"],
        bars=entry["bars"],
        length=counted.get("length"),
        rule=Rule(counted["rule"]) if "rule" in counted else None,
        limit=entry.get("limit"),
        window=entry.get("window", ""),
        years=entry.get("years", 0),
        exception=entry.get("except", ""),
    )


def _validity(entry: Entry) -> Validity:
    return Validity(
        kind=entry.key.partition(".")[2],
        label=entry["label"],
        article=entry.article,
        of=entry["of"],
        length=entry.get("length"),
        rule=Rule(entry["rule"]) if "rule" in entry else None,
        present_within=entry.get("present_within"),
        effect=entry.get("effect", ""),
        over_age=entry.get("over_age"),
        length_over_age=entry.get("length_over_age"),
        notes=entry_notes(entry),
    )


def _fleet(entry: Entry) -> FleetRule:
    rounds_up = entry["rounding"] == "teto"
    return FleetRule(**_about(entry), each=entry["each"], per=entry["per"], rounds_up=rounds_up)


def _reserve(entry: Entry) -> ReserveRule:
    return ReserveRule(
        **_about(entry),
        percent=entry["percent"],
        rounds_up=entry["rounding"] == "teto",
        from_vacancies=entry.get("from_vacancies", 0),
    )


def _about(entry: Entry) -> dict[str, Any]:
    """What every rule says of itself."""
    return {
        "key": entry.key,
        "label": entry["label"],
        "article": entry.article,
        "notes": entry_notes(entry),
    }


def _named_document(law: Law, entry: Entry, on: date) -> Validity | None:
    named = _asked(law, f"validades.{entry['document']}", on) if "document" in entry else None
    return _validity(named) if named else None


def _named_limit(law: Law, entry: Entry, on: date) -> int | None:
    named = _asked(law, f"vagas.{entry['limit']}", on) if "limit" in entry else None
    return named.get("limit") if named else None


def _named_wait(law: Law, entry: Entry, on: date) -> Wait | None:
    named = _asked(law, f"esperas.{entry['wait']}", on) if "wait" in entry else None
    return _wait(law, named, on) if named else None


def _population(law: Law, on: date) -> tuple[int | None, str]:
    """The population, or None and the act that must say it."""
    entry = population_said(law, on)
    if entry is None:
        return None, "o ato que diz a população"
    if "value" in entry.missing:
        return None, entry.missing["value"]
    return int(Decimal(entry["value"])), ""
