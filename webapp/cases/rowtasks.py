"""Steps that are not drawn: opened by acts that every case may have."""

from datetime import date

from webapp.cases.act import Act
from webapp.cases.records import Task


def open_row_task(
    act: Act,
    element: str,
    name: str,
    role: str,
    *,
    basis: str | None = None,
    document: str | None = "despacho",
    body: dict[str, object] | None = None,
    due: date | None = None,
) -> Task:
    """Open a step outside the diagram; its form bears the name of its element."""
    return act.tasks.add(
        municipality_id=act.case.municipality_id,
        case_id=act.case.id,
        kind="row",
        engine_id=None,
        clock_id=None,
        process=None,
        element=element,
        name=name,
        role=role,
        form=element,
        basis=basis,
        document=document,
        about="",
        message=None,
        key=None,
        certifies=None,
        opened_at=act.now,
        opened_seq=act.chain.seq + 1,
        body=body,
        due_day=due,
        due_kind="meta" if due else None,
    )


def open_once(act: Act, element: str, name: str, role: str) -> Task:
    """The open step of this element, or a new one."""
    known = next((t for t in act.tasks if t.kind == "row" and t.element == element), None)
    return known or open_row_task(act, element, name, role)
