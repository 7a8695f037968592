"""A day of the calendar entered on screen, with its act: proposed, previewed, approved, counted."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from webapp.cases import second_person
from webapp.cases.reckoning import clock
from webapp.cases.second_person import DAY, OPENINGS
from webapp.domain import counting
from webapp.domain.calendar import Calendar, Opening
from webapp.domain.competence import Actor
from webapp.domain.errors import Unacceptable
from webapp.laws import Law, law
from webapp.store import calendar_days, clockevents
from webapp.store.calendar_days import EnteredDay
from webapp.store.proposed import PROPOSED

# A day outside of these years is a slip of the pen.
PAST, AHEAD = timedelta(days=5 * 366), timedelta(days=2 * 366)
LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class NewDay:
    """A day as somebody enters it: how the offices work on it, why, and by which act."""

    day: date
    opening: Opening
    reason: str
    act: str


def enter_day(session: Session, new: NewDay, *, now: datetime, actor: Actor) -> int:
    """Propose a day. Returns its id; nothing moves before a second person approves it.

    Raises Unacceptable for a day that is there already, one that the law gives the same hours,
    and one without act or reason; NoCompetence.
    """
    second_person.authorise(actor)
    rules = law(actor.municipality)
    _check(session, rules, new, counting.local_day(now, rules.municipality.zone), actor)
    day_id = calendar_days.add(
        session,
        municipality_id=actor.municipality_id,
        day=new.day,
        opening=str(new.opening),
        reason=new.reason.strip(),
        act=new.act.strip(),
        entered_by=actor.user_id,
        entered_at=now,
        state=PROPOSED,
    )
    body = {DAY: day_id, "on": new.day.isoformat(), "opening": str(new.opening)}
    second_person.note(session, "entered", f"{DAY}:{day_id}", body, now, actor)
    return day_id


def calendar_of(session: Session, rules: Law, municipality_id: int) -> Calendar:
    """The office days of a municipality today: the law's, those entered, and outages for all."""
    days, events = clockevents.all_in_force(session, municipality_id)
    return clock(rules, days, [event for event in events if event.case_id is None]).calendar


# ---- what may be entered


def _check(session: Session, rules: Law, new: NewDay, today: date, actor: Actor) -> None:
    errors = {}
    if not new.act.strip():
        errors["ato"] = "Informe o ato que fixa o dia: decreto ou portaria, com número e ano."
    if not new.reason.strip():
        errors["motivo"] = "Escreva o motivo que o ato dá: «Carnaval», «luto oficial»."
    if sentence := _wrong_day(session, rules, new, today, actor):
        errors["dia"] = sentence
    if errors:
        raise Unacceptable(errors)


def _wrong_day(session: Session, rules: Law, new: NewDay, today: date, actor: Actor) -> str:
    if not today - PAST <= new.day <= today + AHEAD:
        return f"{new.day:%d/%m/%Y} está longe demais de hoje. Confira o ano."
    known = calendar_days.standing(session, actor.municipality_id, new.day)
    if known is not None:
        return _there_already(known)
    status = calendar_of(session, rules, actor.municipality_id).status(new.day)
    if status.opening is new.opening:
        return f"{new.day:%d/%m/%Y} já tem {status.words}: o lançamento não mudaria nada."
    if status.opening is Opening.FECHADO and new.opening is not Opening.ABERTO:
        return f"{new.day:%d/%m/%Y} já não tem expediente: {status.words}."
    return ""


def _there_already(known: EnteredDay) -> str:
    waits = ", à espera de aprovação" if known.state == PROPOSED else ""
    return (
        f"{known.day:%d/%m/%Y} já foi lançado por {known.by}: {OPENINGS[known.opening]} "
        f"({known.act}){waits}. Cada dia tem um só lançamento; confira-o no calendário."
    )
