"""Documents that were shown to the registry, and until when each is good."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from webapp.domain.calendar import Calendar
from webapp.domain.counting import Rule, count
from webapp.domain.finding import Verdict, br, counted, fails, meets, unknown


@dataclass(frozen=True, slots=True)
class Validity:
    """What the law says of one kind of document.

    `of` is pessoa, veiculo or autorizacao. It is good for `length` by `rule` from its issue;
    without them it does not expire, or its own date says when. It must be shown within
    `present_within` days of its issue. From `over_age` years of age on, `length_over_age` stands
    for `length`. `effect` is what follows when it is no longer good.
    """

    kind: str
    label: str
    article: str
    of: str
    length: int | None = None
    rule: Rule | None = None
    present_within: int | None = None
    effect: str = ""
    over_age: int | None = None
    length_over_age: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it was shown; without `expires_on` it does not expire."""

    kind: str
    issued_on: date
    expires_on: date | None
    presented_on: date


def last_good_day(
    validity: Validity, issued_on: date, calendar: Calendar, birth_on: date | None = None
) -> date | None:
    """Until when a document of this kind is good; None where the law does not say.

    `birth_on` is of its owner; where the law asks about age and it is not known, the shorter of
    the two lengths counts.
    """
    length = validity.length
    if length is None or validity.rule is None:
        return None
    if validity.over_age is not None and validity.length_over_age is not None:
        older = birth_on is None or issued_on > anniversary(birth_on, validity.over_age)
        length = validity.length_over_age if older else length
    return count(validity.rule, length, issued_on, calendar).last_day


def presented_last(documents: Iterable[Document], kind: str, on: date) -> Document | None:
    """Of one kind, the document that was shown last up to a day."""
    shown = [d for d in documents if d.kind == kind and d.presented_on <= on]
    return max(enumerate(shown), key=lambda d: (d[1].presented_on, d[0]), default=(0, None))[1]


def shown(documents: Iterable[Document], validity: Validity, on: date) -> Verdict:
    """Whether a document of the kind was shown, in time, and is good on a day."""
    document = presented_last(documents, validity.kind, on)
    if document is None:
        return unknown("O cadastro não tem este documento. Peça-o e anote a emissão e a validade.")
    if document.expires_on is not None and document.expires_on < on:
        return fails(
            f"{validity.label}: venceu em {br(document.expires_on)}.",
            "Com o documento renovado e anotado no cadastro.",
        )
    return _in_time(document, validity)


def _in_time(document: Document, validity: Validity) -> Verdict:
    late, within = (document.presented_on - document.issued_on).days, validity.present_within
    if within is not None and late > within:
        return fails(
            f"{validity.label}: emissão em {br(document.issued_on)}, apresentação "
            f"{counted(late, 'dia', 'dias')} depois; o máximo são {within}.",
            f"Com documento emitido há {within} dias ou menos.",
        )
    until = f"vale até {br(document.expires_on)}" if document.expires_on else "sem vencimento"
    return meets(f"{validity.label}: emissão em {br(document.issued_on)}, {until}.")


def anniversary(day: date, years: int) -> date:
    """The same day so many years later; 1 March where it does not exist (Lei 810/1949, art. 3º)."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
