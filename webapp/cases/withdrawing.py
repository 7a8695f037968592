"""Withdrawal of a paper: whoever handed it in gives it up, and the authority homologates that.

An infraction goes on as if the paper had not been filed; nothing moves by itself (Lei 9.784/1999,
art. 51, § 2º).
"""

from datetime import datetime
from typing import Any

from sqlalchemy import select

from webapp.cases import projecting, rowtasks
from webapp.cases.act import Act
from webapp.cases.records import Filing, Task
from webapp.forms import Form
from webapp.store import tables

KIND = "desistencia"
HOMOLOGATED = "homologar"


def ask(act: Act, filing: Filing) -> None:
    """Open «Homologar desistência» for the authority."""
    rowtasks.open_row_task(
        act,
        "homologar_desistencia",
        "Homologar desistência",
        "autoridade",
        basis=act.law.entries(f"papeis.{KIND}")[-1].article,
        body={"filing": filing.id, "withdraws": filing.withdraws},
    )


def decide(act: Act, task: Task, form: Form, values: dict[str, Any]) -> None:
    """The authority's answer: a paper that is withdrawn is judged by nobody any more."""
    paper = given_up(act, task)
    if values[form.outcome.name] != HOMOLOGATED or paper is None:
        return
    paper.withdrawn_by = act.chain.seq + 1
    _close_petitions(act, paper, act.moment(act.now))


def given_up(act: Act, task: Task) -> Filing | None:
    """The paper whose withdrawal a step decides; none when it was made of no effect meanwhile."""
    return act.filings.get((task.body or {}).get("withdraws"))


def _close_petitions(act: Act, paper: Filing, at: datetime) -> None:
    over = [t for t in act.tasks if t.element == "apreciar_peticao" and _is_about(t.body, paper)]
    for task in over:
        projecting.close(act, task, at, "cancelled")
    act.tasks.drop(over)


def _is_about(body: Any, paper: Filing) -> bool:
    return bool((body or {}).get("filing") == paper.id)


def was_decided_on(act: Act, paper: Filing) -> bool:
    """Has somebody decided on the paper? Then nothing is left to withdraw.

    A paper given to its step is decided on by the next decision of the diagram; any other by
    «Apreciar petição».
    """
    table, task = tables.answer, tables.task
    since = paper.delivered_seq if paper.task_id is not None else None
    rows = act.session.execute(
        select(task.c.kind, task.c.element, task.c.form, task.c.body, table.c.seq)
        .join(table, table.c.task_id == task.c.id)
        .where(table.c.case_id == act.case.id, table.c.undone_by.is_(None))
    )
    return any(
        _is_about(row.body, paper)
        if row.element == "apreciar_peticao"
        else since is not None
        and row.kind == "person"
        and row.seq > since
        and act.bundle.forms[row.form].records == "decisao"
        for row in rows
    )


def take_back(act: Act, since: int) -> None:
    """Homologations from the event `since` on no longer stand: they are to be decided again."""
    again = {
        paper.id
        for paper in act.filings
        if paper.withdrawn_by is not None and paper.withdrawn_by >= since
    }
    for paper in act.filings:
        if paper.id in again:
            paper.withdrawn_by = None
    asked = {(task.body or {}).get("filing") for task in act.tasks}
    for asking in [f for f in act.filings if f.withdraws in again and f.id not in asked]:
        ask(act, asking)
