"""Terms as the page of a case shows them: words, state, and the ledger as weeks of a calendar."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final
from zoneinfo import ZoneInfo

from webapp.cases.terms import counts_anew
from webapp.domain.calendar import Calendar
from webapp.domain.counting import Kind, in_words, local_day
from webapp.web.words import how_many

Line = Mapping[str, Any]

# What a cell says and how it looks; a last day looks the same whatever ended on it.
_CELLS: Final = {
    Kind.EXCLUDED: ("0", "x"),
    Kind.WEEKEND: ("–", "w"),
    Kind.CLOSED: ("não", "f"),
    Kind.HALF_DAY: ("não", "f"),
    Kind.SUSPENDED: ("não", "f"),
    Kind.ROLLED: ("fim", "u"),
}
_UNITS: Final = (
    ("UTEIS", "dia útil", "dias úteis"),
    ("DJE", "dia útil", "dias úteis"),
    ("CORRIDOS", "dia corrido", "dias corridos"),
    ("DIAS", "dia", "dias"),
    ("MESES", "mês", "meses"),
    ("ANO", "ano", "anos"),
)
_WAITS: Final = {"ciencia": "à espera da ciência", "asked": "à espera do dia informado"}
_OPEN: Final = frozenset({"waiting_start", "running", "suspended"})


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar; `said` is what only a screen reader is told."""

    day: date
    text: str
    style: str
    said: str = ""


Week = tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One term of one party, or of the case. `how` is its length in words, `others` the ends by
    other readings of the law: (day, why). `unfolded`: its ledger is shown without a click.
    `may_reopen`: «Reabrir prazo» may be asked for it."""

    id: int
    label: str
    party: str
    words: str
    tone: str
    state: str
    state_tone: str
    last_day: date | None
    reference: date | None
    article: str
    how: str
    weeks: tuple[Week, ...]
    reasons: tuple[tuple[date, str], ...]
    others: tuple[tuple[date, str], ...]
    gap: str
    because: str
    unfolded: bool = False
    may_reopen: bool = False


def terms(
    rows: Iterable[Any],
    filings: Sequence[Any],
    *,
    today: date,
    calendar: Calendar,
    zone: ZoneInfo,
) -> list[Term]:
    """The latest round of each term: those that are open first, the nearest end before all."""
    latest = {(row.key, row.about, row.party_id): row for row in rows}
    ordered = sorted(latest.values(), key=_order)
    nearest = next((row.id for row in ordered if row.state == "running"), None)
    return [
        _term(row, filings, today, calendar, zone, unfolded=row.id == nearest) for row in ordered
    ]


def _order(row: Any) -> tuple[object, ...]:
    if row.state in _OPEN:
        return (0, row.last_day is None, row.last_day or date.max, row.id)
    return (1, False, date.max, -row.id)


def _term(
    row: Any,
    filings: Sequence[Any],
    today: date,
    calendar: Calendar,
    zone: ZoneInfo,
    *,
    unfolded: bool,
) -> Term:
    rule = row.rule_snapshot
    words, tone = _distance(row, today, calendar)
    state, state_tone = _state(row, filings, zone)
    return Term(
        id=row.id,
        label=rule.get("label", row.key),
        party=row.party or "",
        words=words,
        tone=tone,
        state=state,
        state_tone=state_tone,
        last_day=row.last_day,
        reference=row.reference_date,
        article=row.article or "",
        how=length_in_words(rule),
        weeks=weeks(row.ledger or (), row.last_day, today),
        reasons=reasons(row.ledger or ()),
        others=_others(row),
        gap=rule.get("gap", ""),
        because=rule.get("default_because", ""),
        unfolded=unfolded,
        may_reopen=_may_reopen(row),
    )


def _may_reopen(row: Any) -> bool:
    """A term of a step that counts from a day of a fact, and that runs or has lapsed."""
    told = row.kind == "engine" and counts_anew(row.rule_snapshot)
    return told and row.state in ("running", "fired")


def _distance(row: Any, today: date, calendar: Calendar) -> tuple[str, str]:
    """How far the end of a running term is, and the tone of that; nothing for the others."""
    runs = row.state == "running" or (row.state == "announced" and row.rule_snapshot.get("alert"))
    if not runs or row.last_day is None:
        return "", "nt"
    words = in_words(today, row.last_day, calendar)
    if row.last_day < today:
        return words, "mal"
    return left_in_words(words), "at" if words in _NEAR else "inf"


def left_in_words(words: str) -> str:
    """«faltam 14 dias úteis», so that nobody takes what is left for the length of the term."""
    if not words[:1].isdecimal():
        return words
    return f"falta {words}" if words.startswith("1 ") else f"faltam {words}"


_NEAR: Final = frozenset({"vence hoje", "vence amanhã", "1 dia útil", "2 dias úteis"})


def _state(row: Any, filings: Sequence[Any], zone: ZoneInfo) -> tuple[str, str]:
    if row.state == "waiting_start":
        return _waiting(row), "at"
    if row.state == "met":
        return f"cumprido em {_met_on(row, filings, zone):%d/%m/%Y}", "ok"
    if row.state == "fired":
        return f"decorrido em {row.last_day:%d/%m/%Y}", "nt"
    return {
        "running": ("corre", "inf"),
        "suspended": ("suspenso", "at"),
        "cancelled": ("cancelado", "nt"),
        "announced": ("anunciado", "nt"),
    }[row.state]


def _waiting(row: Any) -> str:
    rule = row.rule_snapshot
    if row.party_id is None and rule.get("per") == "party":
        return "falta a parte"
    return _WAITS.get(rule.get("starts", ""), "à espera do começo")


def _met_on(row: Any, filings: Sequence[Any], zone: ZoneInfo) -> date:
    """The date on the paper that met the term; else the day on which it was met."""
    for filing in filings:
        mine = filing.task_id == row.task_id and row.party_id in (None, filing.party_id)
        if mine and filing.undone_by is None:
            day: date = filing.paper_on
            return day
    return local_day(row.effective_at, zone)


def _others(row: Any) -> tuple[tuple[date, str], ...]:
    """The ends by other readings that differ from the one in use."""
    ends = [(date.fromisoformat(o["last_day"]), o["because"]) for o in row.alternatives or ()]
    return tuple((day, because) for day, because in ends if day != row.last_day)


def length_in_words(rule: Mapping[str, Any]) -> str:
    """«5 dias úteis» from an entry of `prazos`; empty where nobody counts it."""
    name, length = rule.get("rule", ""), rule.get("length")
    for mark, one, many in _UNITS:
        if mark in name and length is not None:
            return how_many(length, one, many)
    return ""


def weeks(ledger: Sequence[Line], last_day: date | None, today: date) -> tuple[Week, ...]:
    """The days of a ledger in weeks from Monday; weeks of which it says nothing are left out."""
    cells = [_cell(line, last_day, today) for line in ledger]
    return tuple(_week(list(group)) for _, group in groupby(cells, key=_monday))


def _monday(cell: Cell) -> date:
    return cell.day - timedelta(days=cell.day.weekday())


def _week(cells: Sequence[Cell]) -> Week:
    places = {cell.day.weekday(): cell for cell in cells}
    return tuple(places.get(weekday) for weekday in range(7))


def _cell(line: Line, last_day: date | None, today: date) -> Cell:
    day, kind = date.fromisoformat(line["day"]), Kind(line["kind"])
    text, style = _CELLS.get(kind, (str(line["n"]), "c"))
    if day == last_day:
        style = "u"
    said = [
        word for word, told in (("hoje", day == today), ("último dia", day == last_day)) if told
    ]
    return Cell(day, text, f"{style} h" if day == today else style, ", ".join(said))


def reasons(ledger: Sequence[Line]) -> tuple[tuple[date, str], ...]:
    """Why each unusual day is what it is; weekends speak for themselves, and a suspension is told
    on its first day."""
    told = [line for line in ledger if line["reason"] and line["kind"] != Kind.WEEKEND]
    first = {line["reason"]: line for line in reversed(told) if line["kind"] == Kind.SUSPENDED}
    return tuple(
        (date.fromisoformat(line["day"]), line["reason"])
        for line in told
        if first.get(line["reason"], line) is line
    )
