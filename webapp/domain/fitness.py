"""Whether a vehicle may come into the service, take another's place, or go on in it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from webapp.domain.finding import Finding, State, Verdict, br, counted, fails, meets, unknown
from webapp.domain.numbering import search_key
from webapp.domain.validity import Document, Validity, shown

INCLUSAO, SUBSTITUICAO, OPERACAO = "inclusao", "substituicao", "operacao"


@dataclass(frozen=True, slots=True)
class VehicleRule:
    """What the law requires of a vehicle for one of `purposes`.

    `check` says how the registry finds out, by which of the other values: idade (`years` at most,
    and in a substitution `newer_by` years newer than the vehicle that leaves), placa (`city`),
    cilindrada (`cc`, the least and the most), documento and vistoria (`document`); conferir: it
    cannot know. A rule of substitution may hold only where the vehicle that leaves has
    `old_from` years or more, or `old_until` or less; where two of them hold, one is enough.
    Age is the year of the day less the year in which the vehicle was made. `at_year_end`: it must
    leave by the end of the year in which it reaches `years`.
    """

    key: str
    label: str
    article: str
    purposes: tuple[str, ...]
    check: str
    years: int | None = None
    newer_by: int | None = None
    at_year_end: bool = False
    old_from: int | None = None
    old_until: int | None = None
    cc: tuple[int, ...] = ()
    document: Validity | None = None
    city: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Inspection:
    """What an inspection of a kind found, and until when it is good."""

    kind: str
    on: date
    approved: bool
    valid_until: date | None = None


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """What the registry knows of a vehicle; None is not known. `year` is when it was made."""

    year: int | None = None
    engine_cc: int | None = None
    plate_city: str | None = None
    documents: tuple[Document, ...] = ()
    inspections: tuple[Inspection, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One rule, asked of one vehicle; `old` is the one that leaves."""

    rule: VehicleRule
    vehicle: VehicleFacts
    old: VehicleFacts | None
    on: date


def fitness(
    vehicle: VehicleFacts,
    purpose: str,
    on: date,
    rules: Iterable[VehicleRule],
    old: VehicleFacts | None = None,
) -> tuple[Finding, ...]:
    """What becomes of each rule that the law makes for a purpose, in the law's order.

    `old` is the vehicle that leaves in a SUBSTITUICAO: where nobody knows it, or its year, a rule
    that asks about it is to be looked at by a person.
    """
    asked = [_Asked(rule, vehicle, old, on) for rule in rules if purpose in rule.purposes]
    plain = [_finding(one) for one in asked if not _about_the_old(one.rule)]
    return (*plain, *_either(_finding(one) for one in asked if _holds(one)))


def last_year_end(year: int, years: int) -> date:
    """31 December of the year in which a vehicle of a year reaches an age."""
    return date(year + years, 12, 31)


def _about_the_old(rule: VehicleRule) -> bool:
    return rule.old_from is not None or rule.old_until is not None


def _holds(asked: _Asked) -> bool:
    """Whether a rule that depends on the vehicle that leaves holds for it, as far as is known."""
    rule = asked.rule
    if not _about_the_old(rule):
        return False
    if asked.old is None or asked.old.year is None:
        return True
    age = asked.on.year - asked.old.year
    reaches = rule.old_from is None or age >= rule.old_from
    return reaches and (rule.old_until is None or age <= rule.old_until)


def _either(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Of rules of which one is enough, those that are met, if any is."""
    findings = tuple(found)
    met = tuple(finding for finding in findings if finding.state is State.ATENDE)
    return met[:1] or findings


def _finding(asked: _Asked) -> Finding:
    rule, verdict = asked.rule, _CHECKS[asked.rule.check](asked)
    behind = rule.document.notes if rule.document else ()
    notes = tuple(dict.fromkeys((*rule.notes, *behind)))
    return Finding(rule.key, rule.label, rule.article, *verdict, notes=notes)


def _age(asked: _Asked) -> Verdict:
    made, years = asked.vehicle.year, asked.rule.years
    if made is None:
        return unknown("O cadastro não tem o ano de fabricação.")
    if years is None or made > asked.on.year:
        return unknown(f"O cadastro diz que foi fabricado em {made}: confira no documento.")
    if _about_the_old(asked.rule) and (asked.old is None or asked.old.year is None):
        return unknown("O cadastro não tem o ano de fabricação do veículo que sai.")
    oldest = max(asked.on.year - years, _newer_than(asked))
    told = f"Fabricado em {made}: em {br(asked.on)} tem {_years(asked.on.year - made)}"
    if made >= oldest:
        return meets(f"{told}, e o máximo são {years}.{_until(asked.rule, made, years)}")
    return fails(f"{told}{_behind(asked)}.", f"Com veículo fabricado em {oldest} ou depois.")


def _newer_than(asked: _Asked) -> int:
    """The first year of make that is enough newer than the vehicle that leaves."""
    if asked.rule.newer_by is None or asked.old is None or asked.old.year is None:
        return 0
    return asked.old.year + asked.rule.newer_by


def _behind(asked: _Asked) -> str:
    most = f", e o máximo são {asked.rule.years}"
    if not _newer_than(asked) or asked.old is None:
        return most
    return f"{most}; o que sai é de {asked.old.year} e a lei pede {asked.rule.newer_by} a menos"


def _until(rule: VehicleRule, made: int, years: int) -> str:
    if OPERACAO not in rule.purposes:
        return ""
    last = br(last_year_end(made, years))
    return f" Deve sair do serviço até {last}." if rule.at_year_end else f" Pode ficar até {last}."


def _years(age: int) -> str:
    return counted(age, "ano", "anos")


def _plate(asked: _Asked) -> Verdict:
    city, wanted = asked.vehicle.plate_city, asked.rule.city
    if not city:
        return unknown("O cadastro não diz em que município o veículo foi emplacado.")
    if search_key(city) == search_key(wanted):
        return meets(f"Emplacado em {city}.")
    return fails(f"Emplacado em {city}.", f"Com o veículo emplacado em {wanted}.")


def _engine(asked: _Asked) -> Verdict:
    cc, (least, *most) = asked.vehicle.engine_cc, asked.rule.cc
    if cc is None:
        return unknown("O cadastro não tem a cilindrada.")
    wanted = f"de {least} a {most[0]}" if most else f"de {least} ou mais"
    if least <= cc and (not most or cc <= most[0]):
        return meets(f"Tem {cc} cilindradas; a lei pede {wanted}.")
    return fails(f"Tem {cc} cilindradas.", f"Com motor {wanted} cilindradas.")


def _document(asked: _Asked) -> Verdict:
    if asked.rule.document is None:
        return unknown("A lei não diz qual é o documento.")
    return shown(asked.vehicle.documents, asked.rule.document, asked.on)


def _inspection(asked: _Asked) -> Verdict:
    kind = asked.rule.document.kind if asked.rule.document else ""
    done = [one for one in asked.vehicle.inspections if one.kind == kind and one.on <= asked.on]
    if not done:
        return unknown("O cadastro não tem vistoria. Vistorie o veículo e anote o resultado.")
    last = max(done, key=lambda one: one.on)
    if not last.approved:
        return fails(
            f"Reprovado na vistoria de {br(last.on)}.", "Depois de aprovado em nova vistoria."
        )
    if last.valid_until is not None and last.valid_until < asked.on:
        return fails(
            f"A vistoria de {br(last.on)} valeu até {br(last.valid_until)}.",
            "Depois de aprovado em nova vistoria.",
        )
    until = f", válida até {br(last.valid_until)}" if last.valid_until else ""
    return meets(f"Aprovado na vistoria de {br(last.on)}{until}.")


def _by_hand(_asked: _Asked) -> Verdict:
    return unknown("O cadastro não sabe: confira no documento ou no veículo.")


_CHECKS: Final[Mapping[str, Callable[[_Asked], Verdict]]] = {
    "idade": _age,
    "placa": _plate,
    "cilindrada": _engine,
    "documento": _document,
    "vistoria": _inspection,
    "conferir": _by_hand,
}
