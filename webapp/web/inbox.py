"""The inbox, `/tarefas`: lists of tasks with their counts, as pages and as CSV; whose they are."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from webapp.cases import assigning, involvement, posting
from webapp.cases.act import Reply
from webapp.cases.lateday import calendar_of
from webapp.domain.competence import Actor
from webapp.domain.errors import BadRequest, NotFound, Refused, Unacceptable
from webapp.laws import law
from webapp.store import inbox as store
from webapp.store.inbox import CAP, Tab, TaskRow, Wanted, Who
from webapp.web import inbox_filters as filters
from webapp.web import marking, paging, spreadsheet
from webapp.web.database import db
from webapp.web.inbox_lines import HEADER, Wall, cells, lines
from webapp.web.numbers import read_id
from webapp.web.policy import Unidentified, account_id, actor, policy, signed_in
from webapp.web.request_keys import WebReply, once
from webapp.web.session import visit

inbox = Blueprint("inbox", __name__, url_prefix=marking.HOME)

LONGEST_REASON: Final = 1000
TITLES: Final = {
    Who.MINE: "Minhas tarefas",
    Who.UNIT: "Tarefas da minha unidade",
    Who.ALL: "Todas as tarefas",
}
PEOPLE: Final = {Who.MINE: "Minhas", Who.UNIT: "Minha unidade", Who.ALL: "Todas"}
TABS: Final = {
    Tab.TO_DO: "A fazer",
    Tab.OVERDUE: "Vencidas",
    Tab.TODAY: "Hoje",
    Tab.WEEK: "Esta semana",
    Tab.UNASSIGNED: "Sem responsável",
    Tab.WAITING: "Esperando a parte",
    Tab.HELD: "Sobrestadas",
}
NOTHING: Final = {
    Tab.TO_DO: "Nada a fazer",
    Tab.OVERDUE: "Nada vencido",
    Tab.TODAY: "Nada vence hoje",
    Tab.WEEK: "Nada vence esta semana",
    Tab.UNASSIGNED: "Nenhuma tarefa sem responsável",
    Tab.WAITING: "Nenhum processo espera a parte",
    Tab.HELD: "Nenhum processo sobrestado",
}
TONES: Final = {Tab.OVERDUE: "t-mal", Tab.TODAY: "t-at"}
# In the order in which an address names them; what has its first value is left out.
_PARTS: Final = ("quem", "lista", "processo", "etapa", "papel", "pagina")
_FIRST: Final = {"quem": Who.UNIT.value, "lista": Tab.TO_DO.value, "pagina": "1"}


@inbox.get("")
@policy(signed_in)
def tasks() -> ResponseReturnValue:
    """The list that the address asks for; `formato=csv` gives all of it as a file."""
    wall = _wall()
    days = filters.days(wall.today, wall.calendar)
    wanted = filters.wanted(request.args, actor(), account_id(), days)
    page = paging.page(request.args)
    match request.args.get("formato"):
        case None | "":
            return _page(wanted, wall, page)
        case "csv":
            return _download(wanted, wall)
    raise BadRequest("A lista só existe como página e como «csv». Volte à lista de tarefas.")


def _page(wanted: Wanted, wall: Wall, page: int) -> str:
    session, start = db.session(), (page - 1) * paging.SIZE
    counts = store.count(session, wanted)
    found = store.rows(session, wanted, paging.SIZE + 1, start)
    shown = found[: paging.SIZE]
    terms = store.terms(session, wanted.municipality_id, [row.id for row in shown])
    mine = [row.id for row in shown if row.is_for(wanted.roles)]
    return render_template(
        "inbox.html",
        wanted=wanted,
        counts=counts,
        cap=CAP,
        lines=lines(shown, terms, wall),
        can_mark=bool(mine),
        letters=_letters(shown),
        barred=involvement.barred_from(session, actor(), mine),
        following=None if shown else _following(session, wanted, wall),
        choices=filters.choices(wall.rules),
        chosen={part: request.args.get(part, "") for part in _PARTS},
        titles=TITLES,
        people=PEOPLE,
        tabs=TABS,
        tones=TONES,
        nothing=NOTHING,
        address=address,
        page=page,
        start=start,
        has_more=len(found) > paging.SIZE,
        today=wall.today,
        next_closed=filters.next_closed(wall.today, wall.calendar),
    )


def _letters(rows: Sequence[TaskRow]) -> set[int]:
    """The rows whose letters the person may print."""
    if not actor().roles & set(posting.WHO):
        return set()
    return {row.id for row in rows if row.is_letter}


def _following(session: Session, wanted: Wanted, wall: Wall) -> Any:
    """The next line of the same people, for a list that is empty."""
    row = store.upcoming(session, wanted)
    return wall.line(row, ()) if row else None


def _download(wanted: Wanted, wall: Wall) -> Response:
    return spreadsheet.download(
        "tarefas",
        wall.today,
        HEADER,
        lambda session, most: store.export(session, wanted, most),
        lambda row: cells(row, wall.due(row)),
    )


def address(**changes: str) -> str:
    """The address of this list with some parts changed; another list begins on its first page."""
    parts: dict[str, str] = {part: request.args.get(part, "") for part in _PARTS}
    parts |= {"pagina": "1", **changes}
    told = {k: v for k, v in parts.items() if v and v != _FIRST.get(k)}
    return f"{marking.HOME}?{urlencode(told)}" if told else marking.HOME


# ---- whose a task is


@inbox.post("/assumir")
@policy(signed_in)
def claim() -> ResponseReturnValue:
    """Claim one task (`_so`) or those marked (`_tarefa`): all of them, or none."""
    ids, person = marking.named(), actor()

    def act(session: Session, now: datetime) -> WebReply:
        rows = marking.open_rows(session, person, ids)
        done = [assigning.claim(session, r.case_id, r.id, now=now, actor=person) for r in rows]
        return WebReply(_said(rows, done, "são suas agora"), marking.back())

    return once(act, refused=_refusal_page("assumir", ids))


@inbox.post("/devolver")
@policy(signed_in)
def release() -> ResponseReturnValue:
    """Give tasks back to the unit: one (`_so`), or those marked (`_tarefa`)."""
    ids, person = marking.named(), actor()

    def act(session: Session, now: datetime) -> WebReply:
        rows = marking.open_rows(session, person, ids)
        done = [assigning.release(session, r.case_id, r.id, now=now, actor=person) for r in rows]
        return WebReply(_said(rows, done, "voltaram à unidade"), marking.back())

    return once(act, refused=_refusal_page("devolver", ids))


@inbox.get("/<int:task_id>/assumir")
@policy(signed_in)
def ask_to_take_over(task_id: int) -> str:
    """«Está com X»: the page before «Assumir mesmo assim»."""
    rows = store.named(db.session(), actor().municipality_id, [task_id])
    if not rows:
        raise NotFound
    return _taking_over(rows[0])


@inbox.post("/<int:task_id>/assumir")
@policy(signed_in)
def take_over(task_id: int) -> ResponseReturnValue:
    """«Assumir mesmo assim»."""
    person = actor()

    def act(session: Session, now: datetime) -> WebReply:
        rows = marking.open_rows(session, person, [task_id])
        case_id = rows[0].case_id
        done = assigning.take_over(session, case_id, task_id, now=now, actor=person)
        return WebReply(_said(rows, [done], ""), marking.back())

    return once(act, refused=_refusal_page("assumir", [task_id]))


@inbox.post("/marcadas")
@policy(signed_in)
def marked() -> ResponseReturnValue:
    """From the marked rows to the page on which they are handed on; nothing is written here."""
    told = [("tarefa", str(one)) for one in marking.named()] + [("volta", marking.back())]
    return redirect(f"{marking.HOME}/repassar?{urlencode(told)}", 303)


@inbox.get("/repassar")
@policy(signed_in)
def ask_to_reassign() -> str:
    """Who is to have the tasks (`tarefa`, as often as needed), and why."""
    return _reassigning(marking.ids(request.args.getlist("tarefa")))


@inbox.post("/repassar")
@policy(signed_in)
def reassign() -> ResponseReturnValue:
    """Hand the tasks to a person who holds their roles (`para`), with a reason (`motivo`)."""
    ids, person = marking.named(), actor()

    def act(session: Session, now: datetime) -> WebReply:
        to, reason = _destination()
        rows = marking.open_rows(session, person, ids)
        done = [
            assigning.reassign(session, r.case_id, r.id, to, reason, now=now, actor=person)
            for r in rows
        ]
        return WebReply(_said(rows, done, "foram repassadas"), marking.back())

    def refused(refusal: Refused) -> str:
        if isinstance(refusal, Unacceptable):
            return _reassigning(ids, refusal.errors)
        return _refusal_page("repassar", ids)(refusal)

    return once(act, refused=refused)


def _said(rows: Sequence[TaskRow], done: Sequence[Reply], many: str) -> str:
    if len(done) == 1:
        return f"{rows[0].number}: {done[0].message}"
    return f"{len(done)} tarefas {many}."


def _destination() -> tuple[int, str]:
    """The person and the reason of the form. Raises Unacceptable, which names the fields."""
    to, reason = read_id(request.form.get("para", "")), request.form.get("motivo", "").strip()
    errors = {}
    if to is None:
        errors["para"] = "Escolha para quem vai."
    if not reason:
        errors["motivo"] = "Escreva por que é repassada."
    if len(reason) > LONGEST_REASON:
        errors["motivo"] = f"Escreva o motivo em até {LONGEST_REASON} caracteres."
    if to is None or errors:
        raise Unacceptable(errors)
    return to, reason


def _refusal_page(verb: str, ids: Sequence[int]) -> Callable[[Refused], str]:
    """The page of an act that was refused; a task that somebody else has may be taken over."""

    def page(refusal: Refused) -> str:
        rows = store.named(db.session(), actor().municipality_id, ids)
        may_insist = verb == "assumir" and len(ids) == 1 and refusal.status == 409
        if may_insist and rows and _is_of_another(rows[0]):
            return _taking_over(rows[0], refusal)
        return render_template(
            "inbox_refused.html", verb=verb, many=len(ids), refusal=refusal, back=marking.back()
        )

    return page


def _is_of_another(row: TaskRow) -> bool:
    me = actor()
    is_his = row.assignee_id not in (None, me.user_id)
    return is_his and (row.role is None or me.holds(row.role))


def _taking_over(row: TaskRow, refusal: Refused | None = None) -> str:
    line = _wall().line(row, ())
    return render_template(
        "inbox_take_over.html",
        line=line,
        refusal=refusal,
        may=_is_of_another(row),
        back=marking.back(),
    )


def _reassigning(ids: Sequence[int], errors: Mapping[str, str] | None = None) -> str:
    session, me, wall = db.session(), actor(), _wall()
    rows = store.named(session, me.municipality_id, ids)
    if not rows:
        raise NotFound
    people = _who_may(session, me, rows, wall.today)
    return render_template(
        "inbox_reassign.html",
        lines=lines(rows, {}, wall),
        people=people,
        load=store.workload(session, me.municipality_id, people),
        roles=sorted({row.role for row in rows if row.role}),
        errors=errors or {},
        typed=request.form,
        longest=LONGEST_REASON,
        back=marking.back(),
    )


def _who_may(session: Session, me: Actor, rows: Sequence[TaskRow], today: date) -> dict[int, str]:
    """Who holds today every role that the tasks ask for, and does not have all of them already."""
    roles = {row.role or "" for row in rows}
    held = [assigning.holders(session, me.municipality_id, role, today) for role in sorted(roles)]
    having = {row.assignee_id for row in rows}
    have_all = having if len(having) == 1 else set()
    return {
        user: name
        for user, name in held[0].items()
        if user not in have_all and all(user in one for one in held)
    }


def _wall() -> Wall:
    today = visit().today
    if today is None:
        raise Unidentified
    rules = law(actor().municipality)
    return Wall(today, rules, calendar_of(db.session(), rules, actor().municipality_id))
