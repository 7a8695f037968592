"""The lines of the inbox: how far each task's day is, in words; the same for a file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from webapp.domain import counting
from webapp.domain.calendar import Calendar
from webapp.domain.counting import office_days
from webapp.domain.roles import ROLES
from webapp.laws import Law
from webapp.store.inbox import TaskRow, Term

SOON: Final = 2
HEADER: Final = (
    "Situação",
    "Prazo",
    "Tipo de prazo",
    "Tarefa",
    "Processo",
    "Assunto",
    "Interessado",
    "Outros interessados",
    "Base legal",
    "Função",
    "Responsável",
)
_KINDS: Final = {
    "prazo": "legal",
    "meta": "meta",
    "certidao": "certidão",
    "falta": "falta a data",
    "decadencia": "da Administração, não se prorroga",
}
_MISSING: Final = {
    "ciencia": "falta a data da ciência",
    "publicacao": "falta a data da publicação",
    "dia_pagamento": "falta o último dia para pagar",
}


@dataclass(frozen=True, slots=True)
class Due:
    """How far a task's day is. `tone` is mal or at for what presses, nt for what cannot be told.

    `is_goal`: a day that the office set itself, not the law. `mark`: what else is to be done.
    """

    words: str
    day: date | None = None
    tone: str = ""
    is_goal: bool = False
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A task as the list shows it; `terms` are those that run for parties on a step that waits."""

    row: TaskRow
    due: Due
    terms: Sequence[tuple[str, Due]]


class Wall:
    """The municipality's calendar on the wall, on one day: the law's days and those entered."""

    def __init__(self, today: date, rules: Law, calendar: Calendar) -> None:
        self.today, self.rules, self.calendar = today, rules, calendar
        self._words: dict[date, tuple[str, str]] = {}

    def line(self, row: TaskRow, terms: Iterable[Term]) -> Line:
        return Line(row, self.due(row), [(term.party or "", self._term(term)) for term in terms])

    def due(self, row: TaskRow) -> Due:
        """«2 dias úteis», «certificar a partir de», «falta a data da ciência», «sem prazo»."""
        if row.held_until is None:
            return self._due(row)
        if row.held_until > self.today:
            return Due("sobrestado; rever em", row.held_until, "nt")
        return replace(self._due(row), mark="rever o sobrestamento")

    def _due(self, row: TaskRow) -> Due:
        if row.due_kind == "falta":
            return Due(self._missing(row.key or ""), None, "nt")
        if row.due_day is None:
            return Due("sem prazo", None, "nt")
        words, tone = self._how_far(row.due_day)
        if row.due_kind == "certidao":
            words = self._certify(row.due_day)
        mark = (
            "véspera útil do fim do prazo da Administração" if row.due_kind == "decadencia" else ""
        )
        tone = tone if row.is_to_do else ""
        return Due(words, row.due_day, tone, row.due_kind == "meta", mark)

    def _term(self, term: Term) -> Due:
        if term.last_day is None:
            return Due(self._missing(term.key), None, "nt")
        return Due("até", term.last_day)

    def _how_far(self, day: date) -> tuple[str, str]:
        if day not in self._words:
            words = counting.in_words(self.today, day, self.calendar)
            self._words[day] = words, self._tone(day)
        return self._words[day]

    def _tone(self, day: date) -> str:
        if day < self.today:
            return "mal"
        return "at" if office_days(self.today, day, self.calendar) <= SOON else ""

    def _certify(self, day: date) -> str:
        """From this day on a lapse is certified without a reason; papers may come before it."""
        if day == self.today:
            return "certificar hoje"
        return "certificar desde" if day < self.today else "certificar a partir de"

    def _missing(self, key: str) -> str:
        entry = self.rules.entries(f"prazos.{key}")[-1]
        fact = entry["asked_fact"] if entry["starts"] == "asked" else entry["starts"]
        return _MISSING.get(fact, "falta a data de início")


def cells(row: TaskRow, due: Due) -> tuple[str, ...]:
    """The row in a file for spreadsheets, as HEADER says."""
    return (
        "; ".join(filter(None, (due.words, due.mark))),
        f"{due.day:%d/%m/%Y}" if due.day else "",
        _KINDS.get(row.due_kind or "", ""),
        row.name,
        row.number,
        row.subject,
        row.party or "",
        str(max(row.others, 0)),
        row.basis or "",
        ROLES[row.role] if row.role else "",
        row.assignee or "",
    )


def lines(rows: Iterable[TaskRow], terms: Mapping[int, Sequence[Term]], wall: Wall) -> list[Line]:
    return [wall.line(row, terms.get(row.id, ())) for row in rows]
