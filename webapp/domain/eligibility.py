"""Whether a person may be holder, auxiliary, employee: what the law requires, one by one."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from webapp.domain.finding import Finding, Verdict, br, counted, fails, meets, unknown
from webapp.domain.numbering import search_key
from webapp.domain.validity import Document, Validity, anniversary, shown
from webapp.domain.waits import Past, Wait, bar

INGRESSO, EXERCICIO = "ingresso", "exercicio"
# Who holds a permit, and who drives under another's.
HOLDERS: Final = frozenset({"titular", "empresa"})
AUXILIARIES: Final = frozenset({"auxiliar", "empregado", "substituto"})


@dataclass(frozen=True, slots=True)
class Requirement:
    """What the law requires of who has one of `roles`, to come in (ingresso), to go on
    (exercicio), or both.

    `check` says how the registry finds out, by which of the other values: idade (`years`),
    habilitacao (`categories`, and for how many `years`), documento (`document`), residencia
    (`city`), limite (`limit`), espera (`wait`); conferir: it cannot know.
    """

    key: str
    label: str
    article: str
    roles: tuple[str, ...]
    check: str
    when: tuple[str, ...] = (INGRESSO, EXERCICIO)
    years: int | None = None
    categories: tuple[str, ...] = ()
    document: Validity | None = None
    city: str = ""
    limit: int | None = None
    wait: Wait | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Licence:
    """A driving licence: its letters, since when they are held, until when it is good."""

    category: str | None = None
    category_on: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """What binds a person to a permit: as titular or auxiliar, from a day to a day."""

    role: str
    permit: str
    from_day: date
    to_day: date | None = None

    def holds(self, on: date) -> bool:
        return self.from_day <= on and (self.to_day is None or on <= self.to_day)


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What the registry knows of a person; None is not known."""

    birth_on: date | None = None
    licence: Licence = Licence()
    city: str | None = None
    documents: tuple[Document, ...] = ()
    ties: tuple[Tie, ...] = ()
    past: tuple[Past, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One requirement, asked of one person."""

    rule: Requirement
    person: PersonFacts
    role: str
    moment: str
    on: date


def eligibility(
    person: PersonFacts, role: str, moment: str, on: date, requirements: Iterable[Requirement]
) -> tuple[Finding, ...]:
    """What becomes of each requirement that the law makes of a role, in the law's order.

    `moment` is INGRESSO (may come in on that day) or EXERCICIO (may go on).
    """
    return tuple(
        _finding(rule, _CHECKS[rule.check](_Asked(rule, person, role, moment, on)))
        for rule in requirements
        if role in rule.roles and moment in rule.when
    )


def _finding(rule: Requirement, verdict: Verdict) -> Finding:
    behind = rule.document or rule.wait
    notes = tuple(dict.fromkeys((*rule.notes, *(behind.notes if behind else ()))))
    return Finding(rule.key, rule.label, rule.article, *verdict, notes=notes)


def _age(asked: _Asked) -> Verdict:
    birth_on, years = asked.person.birth_on, asked.rule.years or 0
    if birth_on is None:
        return unknown("O cadastro não tem a data de nascimento.")
    reached, born = anniversary(birth_on, years), f"nascimento em {br(birth_on)}"
    if reached <= asked.on:
        return meets(f"Completou {years} anos em {br(reached)} ({born}).")
    return fails(
        f"Só completa {years} anos em {br(reached)} ({born}).", f"A partir de {br(reached)}."
    )


def _licence(asked: _Asked) -> Verdict:
    own, wanted = asked.person.licence, " ou ".join(asked.rule.categories)
    if own.until is not None and own.until < asked.on:
        return fails(f"A CNH venceu em {br(own.until)}.", "Com a CNH renovada.")
    if not own.category:
        return unknown("O cadastro não diz a categoria da CNH.")
    if not set(own.category) & set(asked.rule.categories):
        return fails(
            f"A CNH é da categoria {own.category}; a lei pede {wanted}.",
            f"Com habilitação na categoria {wanted}.",
        )
    if asked.rule.years:
        return _held_for(asked.rule.years, own, asked.on)
    return _good(own)


def _held_for(years: int, own: Licence, on: date) -> Verdict:
    if own.category_on is None:
        return unknown("O cadastro não diz desde quando é a habilitação na categoria.")
    reached = anniversary(own.category_on, years)
    if reached <= on:
        return _good(own)
    since = f"Habilitação na categoria desde {br(own.category_on)}"
    return fails(
        f"{since}: só completa {counted(years, 'ano', 'anos')} em {br(reached)}.",
        f"A partir de {br(reached)}.",
    )


def _good(own: Licence) -> Verdict:
    if own.until is None:
        return unknown("O cadastro não diz até quando vale a CNH.")
    since = f" desde {br(own.category_on)}" if own.category_on else ""
    return meets(f"CNH da categoria {own.category}{since}, válida até {br(own.until)}.")


def _document(asked: _Asked) -> Verdict:
    if asked.rule.document is None:
        return unknown("A lei não diz qual é o documento.")
    return shown(asked.person.documents, asked.rule.document, asked.on)


def _residence(asked: _Asked) -> Verdict:
    city, wanted = asked.person.city, asked.rule.city
    if not city:
        return unknown("O cadastro não diz em que município a pessoa mora ou tem sede.")
    if search_key(city) == search_key(wanted):
        return meets(f"O cadastro diz {city}.")
    return fails(f"O cadastro diz {city}.", f"Com residência em {wanted}, comprovada.")


def _limit(asked: _Asked) -> Verdict:
    """Who comes in must be below the limit; who goes on may be at it."""
    if asked.rule.limit is None:
        return unknown("Falta o ato que fixa o limite.")
    roles = HOLDERS if asked.role in HOLDERS else AUXILIARIES
    have = [t.permit for t in asked.person.ties if t.role in roles and t.holds(asked.on)]
    named = f" ({', '.join(have)})" if have else ""
    most = f"Em vigor em {br(asked.on)}: {len(have)}{named}; o máximo é {asked.rule.limit}."
    if len(have) + (asked.moment == INGRESSO) <= asked.rule.limit:
        return meets(most)
    return fails(most, "Depois que a outra terminar.")


def _wait(asked: _Asked) -> Verdict:
    if asked.rule.wait is None:
        return unknown("A lei não diz qual é a espera.")
    return bar(asked.rule.wait, asked.person.past, asked.on).verdict(asked.on)


def _by_hand(_asked: _Asked) -> Verdict:
    return unknown("O cadastro não sabe: confira no documento ou no local.")


_CHECKS: Final[Mapping[str, Callable[[_Asked], Verdict]]] = {
    "idade": _age,
    "habilitacao": _licence,
    "documento": _document,
    "residencia": _residence,
    "limite": _limit,
    "espera": _wait,
    "conferir": _by_hand,
}
