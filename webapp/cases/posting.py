"""Posting letters: labels for the envelopes and the list that goes with them to the Correios.

A print is no act: nothing of it is kept, and it may be made again.
"""

import dataclasses
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from webapp import documents
from webapp.cases.paperwork import day
from webapp.domain.competence import Actor
from webapp.domain.counting import local_day
from webapp.domain.errors import Refused
from webapp.laws import law
from webapp.store import letters
from webapp.store.inbox import TaskRow

WHO = ("protocolo", "secretaria")
PRINTS = {"etiquetas": ("etiquetas_ar", "Etiquetas de AR"),
          "postagem": ("lista_postagem", "Lista de postagem")}  # fmt: skip


def print_letters(
    session: Session, what: str, rows: Sequence[TaskRow], *, now: datetime, actor: Actor
) -> bytes:
    """The PDF of PRINTS for the letters of the marked rows, each once.

    Raises Refused (422) for a row that waits for no AR, or whose letter is not in the file.
    """
    found = letters.of_waits(session, actor.municipality_id, [row.id for row in rows])
    _refuse_others(rows, {letter.task_id for letter in found})
    document, title = PRINTS[what]
    place = law(actor.municipality).municipality
    facts = {
        "municipality": {"name": place.name, "uf": place.uf, "prefeitura": place.prefeitura},
        "document": {
            "title": title,
            "issued_at": now.isoformat(),
            "issued_on": day(local_day(now, place.zone)),
        },
        "issued_by": {"name": actor.name, "registration": actor.registration or ""},
        "letters": [dataclasses.asdict(letter) for letter in found],
    }
    return documents.render(document, facts)


def _refuse_others(rows: Sequence[TaskRow], printable: set[int]) -> None:
    others = [row for row in rows if row.id not in printable]
    if not others:
        return
    named = ", ".join(f"«{row.name}» ({row.number})" for row in others[:3])
    more = f" e mais {len(others) - 3}" if len(others) > 3 else ""
    raise Refused(
        f"Não há carta a postar em {named}{more}. Etiquetas e lista saem das linhas que aguardam o "
        "retorno do AR, na lista «Esperando a parte»: desmarque as outras e repita.",
        422,
    )
