"""Days of the calendar entered on screen with their act, or taken back: two persons each."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from webapp.cases import second_person
from webapp.cases.reckoning import clock
from webapp.cases.second_person import DAY, OPENINGS
from webapp.domain import counting
from webapp.domain.calendar import Calendar, DayStatus, Opening
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Refused, Unacceptable
from webapp.laws import Law, law
from webapp.store import calendar_days, clockevents, proposed
from webapp.store.calendar_days import EnteredDay
from webapp.store.proposed import IN_FORCE, PROPOSED

# A day outside of these years is a slip of the pen.
PAST, AHEAD = timedelta(days=5 * 366), timedelta(days=2 * 366)
# A longer row of days is a suspension of terms, not a closure of offices.
LONGEST_ROW: Final = timedelta(days=62)


@dataclass(frozen=True, slots=True)
class NewDay:
    """Days in a row as somebody enters them: how the offices work on them, why, and by which act.

    One day has no `last`.
    """

    day: date
    opening: Opening
    reason: str
    act: str
    last: date | None = None

    @property
    def end(self) -> date:
        return self.last or self.day


def enter_day(session: Session, new: NewDay, *, now: datetime, actor: Actor) -> int:
    """Propose a day. Returns its id; nothing moves before a second person approves it.

    Raises Unacceptable for a day that is there already, one that the law gives the same hours,
    and one without act or reason; NoCompetence.
    """
    second_person.authorise(actor)
    rules = law(actor.municipality)
    _check(session, rules, new, counting.local_day(now, rules.municipality.zone), actor)
    day_id = proposed.add(
        session,
        DAY,
        municipality_id=actor.municipality_id,
        day=new.day,
        to_day=new.end,
        opening=str(new.opening),
        reason=new.reason.strip(),
        act=new.act.strip(),
        entered_by=actor.user_id,
        entered_at=now,
        state=PROPOSED,
    )
    _note(session, day_id, new, {}, now, actor)
    return day_id


def revoke_day(
    session: Session, day_id: int, reason: str, by_act: str, *, now: datetime, actor: Actor
) -> int:
    """Propose to take days in force back, by a counter-entry. Returns its id.

    Nobody's term gets shorter by it; terms that begin after the approval count without the days.
    Raises NotFound, Refused for days that are not in force, are being counted or revoked already.
    """
    second_person.authorise(actor)
    known = calendar_days.one(session, actor.municipality_id, day_id, lock=True)
    if known is None:
        raise NotFound
    _check_standing(session, known, actor)
    if errors := _unsaid(reason, by_act, "revoga"):
        raise Unacceptable(errors)
    new = NewDay(known.day, known.opening, reason.strip(), by_act.strip(), known.to_day)
    counter_id = proposed.add(
        session,
        DAY,
        municipality_id=actor.municipality_id,
        day=new.day,
        to_day=new.end,
        revokes=day_id,
        opening=str(new.opening),
        reason=new.reason,
        act=new.act,
        entered_by=actor.user_id,
        entered_at=now,
        state=PROPOSED,
    )
    _note(session, counter_id, new, {"revokes": day_id}, now, actor)
    return counter_id


def _note(
    session: Session, day_id: int, new: NewDay, more: dict[str, int], now: datetime, actor: Actor
) -> None:
    end = {"until": new.end.isoformat()} if new.end != new.day else {}
    body = {DAY: day_id, "on": new.day.isoformat(), **end, "opening": str(new.opening), **more}
    second_person.note(session, "entered", f"{DAY}:{day_id}", body, now, actor)


def calendar_of(session: Session, rules: Law, municipality_id: int) -> Calendar:
    """The office days of a municipality today: the law's, those entered, and outages for all."""
    days, events = clockevents.all_in_force(session, municipality_id)
    return clock(rules, days, [event for event in events if event.case_id is None]).calendar


# ---- what may be entered


def _check(session: Session, rules: Law, new: NewDay, today: date, actor: Actor) -> None:
    errors = _unsaid(new.reason, new.act, "fixa")
    if sentence := _wrong_days(session, rules, new, today, actor):
        errors["ate" if new.end < new.day else "dia"] = sentence
    if errors:
        raise Unacceptable(errors)


def _unsaid(reason: str, by_act: str, does: str) -> dict[str, str]:
    errors = {}
    if not by_act.strip():
        errors["ato"] = f"Informe o ato que {does} o dia: decreto ou portaria, com número e ano."
    if not reason.strip():
        errors["motivo"] = "Escreva o motivo que o ato dá: «Carnaval», «luto oficial»."
    return errors


def _wrong_days(session: Session, rules: Law, new: NewDay, today: date, actor: Actor) -> str:
    if new.end < new.day:
        return f"Termina em {new.end:%d/%m/%Y}, antes de {new.day:%d/%m/%Y}. Confira os dois dias."
    if new.day < today - PAST or new.end > today + AHEAD:
        return f"{new.day:%d/%m/%Y} está longe demais de hoje. Confira o ano."
    if new.end - new.day >= LONGEST_ROW:
        return (
            f"De {new.day:%d/%m/%Y} a {new.end:%d/%m/%Y} são mais de {LONGEST_ROW.days} dias. "
            "Se o decreto suspende os prazos, lance uma suspensão para todos os processos."
        )
    known = calendar_days.standing(session, actor.municipality_id, new.day, new.end)
    if known is not None:
        return _there_already(known)
    return _changes_nothing(calendar_of(session, rules, actor.municipality_id), new)


def _changes_nothing(calendar: Calendar, new: NewDay) -> str:
    """Why none of the days would be other than it is; empty where one would."""
    days = calendar_days.extras(new.day, new.end, new.opening, new.reason, new.act)
    told = [_as_it_is(calendar.status(extra.day), extra.day, new.opening) for extra in days]
    if not all(told):
        return ""
    return told[0] if told else "Nestes dias já não há expediente: o lançamento não mudaria nada."


def _as_it_is(status: DayStatus, day: date, opening: Opening) -> str:
    if status.opening is opening:
        return f"{day:%d/%m/%Y} já tem {status.words}: o lançamento não mudaria nada."
    if status.opening is Opening.FECHADO and opening is not Opening.ABERTO:
        return f"{day:%d/%m/%Y} já não tem expediente: {status.words}."
    return ""


def _there_already(known: EnteredDay) -> str:
    waits = ", à espera de aprovação" if known.state == PROPOSED else ""
    return (
        f"{known.day:%d/%m/%Y} já foi lançado por {known.by}: {OPENINGS[known.opening]} "
        f"({known.act}){waits}. Cada dia tem um só lançamento; confira-o no calendário."
    )


# ---- what may be revoked


def _check_standing(session: Session, known: EnteredDay, actor: Actor) -> None:
    if known.state != IN_FORCE or known.revokes is not None:
        raise Refused("Só se revoga um dia lançado que está em vigor. Volte ao calendário.")
    if known.recounted_at is None:
        raise Refused(
            "A recontagem por este dia ainda não terminou. Espere que termine e revogue depois."
        )
    waiting = calendar_days.revocation(session, actor.municipality_id, known.id)
    if waiting is not None:
        raise Refused(
            f"A revogação deste dia já foi lançada por {waiting.by} ({waiting.act}) e espera "
            "aprovação. Aprove-a ou recuse-a no calendário."
        )
