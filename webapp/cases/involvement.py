"""The records that tie people to a case: who drew up the auto, who decided, who is party."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, select, union_all
from sqlalchemy import case as whether
from sqlalchemy.orm import Session

from webapp.cases import bundles
from webapp.cases.act import Act
from webapp.domain.competence import Actor
from webapp.domain.impedimento import Involvement
from webapp.store import tables

# What answering each element makes of a person, for whoever acts later in the case.
GROUND_OF = {
    "lavrar_auto": ("lavrou", "auto de infração"),
    "conferir_auto": ("conferiu", "conferência do auto"),
    "julgar_auto": ("decidiu", "decisão sobre o auto"),
    "fixar_penalidade": ("impos", "decisão que fixou a penalidade"),
    "decidir_instauracao": ("decidiu", "decisão de instaurar a cassação"),
    "decidir_cassacao": ("impos", "decisão que cassou a autorização"),
    "decidir_recurso": ("decidiu", "decisão do recurso"),
}


def records(act: Act) -> list[Involvement]:
    """Every record of the case that may bar somebody."""
    return [*_acted(act), *_parties(act)]


def _acted(act: Act) -> list[Involvement]:
    found = []
    for row in act.answer_rows:
        if row.element not in GROUND_OF:
            continue
        ground, record = GROUND_OF[row.element]
        on = act.local_day(row.at)
        found.append(Involvement(ground, f"{record} de {on:%d/%m/%Y}", user_id=row.by))
    return found


def _parties(act: Act) -> list[Involvement]:
    ids = {p.person_id: p for p in act.parties}
    return [
        Involvement(
            "procurador" if ids[person_id].attorney_of else "parte",
            f"{ids[person_id].role} do processo {act.case.number}",
            cpf=person.cpf,
        )
        for person_id, person in act.people.items()
    ]


def barred_from(session: Session, actor: Actor, tasks: Collection[int]) -> frozenset[int]:
    """Those of the tasks (ids) from which a record of their case bars the actor.

    For lists, which show many cases: one statement, and the forms of the few it finds.
    """
    if not tasks or actor.user_id is None:
        return frozenset()
    found = session.execute(union_all(_own_acts(actor, tasks), _own_parties(actor, tasks)))
    return frozenset(row.id for row in found.all() if _bars(session, actor, row))


def _bars(session: Session, actor: Actor, row: Any) -> bool:
    pinned = bundles.load(session, row.bundle_sha256)
    return row.tie in bundles.form_of(pinned, actor.municipality, row.kind, row.form).impedimento


def _own_acts(actor: Actor, tasks: Collection[int]) -> Select[Any]:
    table = tables.answer
    tie = whether({e: ground for e, (ground, _) in GROUND_OF.items()}, value=table.c.element)
    return _ties(tie, table, actor, tasks).where(
        table.c.by == actor.user_id, table.c.undone_by.is_(None), table.c.element.in_(GROUND_OF)
    )


def _own_parties(actor: Actor, tasks: Collection[int]) -> Select[Any]:
    party, person = tables.case_party, tables.person
    tie = whether((party.c.attorney_of.is_not(None), "procurador"), else_="parte")
    known = person.c.cpf.is_not(None)  # two people without CPF are not one
    mine = select(person.c.id).where(known, person.c.cpf == actor.cpf)
    return _ties(tie, party, actor, tasks).where(party.c.person_id.in_(mine))


def _ties(tie: Any, table: Any, actor: Actor, tasks: Collection[int]) -> Select[Any]:
    """The tasks that have a form, beside the rows of a table about their case."""
    task, case = tables.task, tables.case
    return (
        select(task.c.id, task.c.kind, task.c.form, case.c.bundle_sha256, tie.label("tie"))
        .select_from(
            task.join(case, case.c.id == task.c.case_id).join(
                table, table.c.case_id == task.c.case_id
            )
        )
        .where(
            task.c.municipality_id == actor.municipality_id,
            task.c.id.in_(tuple(tasks)),
            task.c.form.is_not(None),
        )
    )
