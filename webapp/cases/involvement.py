"""The records that tie people to a case: who drew up the auto, who decided, who is party."""

from sqlalchemy import select

from webapp.cases.act import Act
from webapp.domain.impedimento import Involvement
from webapp.store import tables

# What answering each element makes of a person, for whoever acts later in the case.
GROUND_OF = {
    "lavrar_auto": ("lavrou", "auto de infração"),
    "conferir_auto": ("conferiu", "conferência do auto"),
    "julgar_auto": ("decidiu", "decisão sobre o auto"),
}


def records(act: Act) -> list[Involvement]:
    """Every record of the case that may bar somebody."""
    return [*_acted(act), *_parties(act)]


def _acted(act: Act) -> list[Involvement]:
    table = tables.answer
    rows = act.session.execute(
        select(table.c.element, table.c.by, table.c.at).where(
            table.c.case_id == act.case.id,
            table.c.undone_by.is_(None),
            table.c.element.in_(GROUND_OF),
        )
    )
    found = []
    for row in rows:
        ground, record = GROUND_OF[row.element]
        on = act.local_day(row.at)
        found.append(Involvement(ground, f"{record} de {on:%d/%m/%Y}", user_id=row.by))
    return found


def _parties(act: Act) -> list[Involvement]:
    table = tables.person
    ids = {p.person_id: p for p in act.parties}
    rows = act.session.execute(select(table.c.id, table.c.cpf).where(table.c.id.in_(ids)))
    return [
        Involvement(
            "procurador" if ids[row.id].attorney_of else "parte",
            f"{ids[row.id].role} do processo {act.case.number}",
            cpf=row.cpf,
        )
        for row in rows
    ]
