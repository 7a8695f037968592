"""The tasks that a list's form names: the one of a button, or those marked."""

from collections.abc import Sequence
from typing import Final

from flask import request
from sqlalchemy.orm import Session

from webapp.domain.competence import Actor
from webapp.domain.errors import BadRequest, NotFound, Refused
from webapp.store import inbox as store
from webapp.store.inbox import TaskRow
from webapp.web.numbers import read_id
from webapp.web.security import safe_path

MOST_MARKED: Final = 100
HOME: Final = "/tarefas"


def named() -> list[int]:
    """The tasks of a form: the one of its button, else those marked."""
    only = request.form.getlist("_so")
    return ids(only or request.form.getlist("_tarefa"))


def ids(texts: Sequence[str]) -> list[int]:
    """The ids as sent, each once. Raises Refused where none was, BadRequest for what is none."""
    if not texts:
        raise Refused("Nenhuma tarefa foi marcada. Volte à lista e marque ao menos uma.", 422)
    wrong = any(not (text.isascii() and text.isdecimal()) for text in texts)
    if wrong or len(texts) > MOST_MARKED:
        raise BadRequest(
            f"As tarefas marcadas não puderam ser lidas; marque no máximo {MOST_MARKED}. "
            "Volte à lista e marque de novo."
        )
    # A number larger than any id names no task, as 0 does.
    return list(dict.fromkeys(read_id(text) or 0 for text in texts))


def open_rows(session: Session, person: Actor, wanted: Sequence[int]) -> list[TaskRow]:
    """The open tasks that were named.

    Raises NotFound for one that is not of the municipality, Refused for one that is over.
    """
    rows = store.named(session, person.municipality_id, wanted)
    gone = len(set(wanted)) - len(rows)
    if gone and not store.are_known(session, person.municipality_id, wanted):
        raise NotFound
    if gone and len(set(wanted)) == 1:
        raise Refused("Esta tarefa já foi concluída ou encerrada. Volte à lista e confira.")
    if gone:
        raise Refused(
            f"Das {len(set(wanted))} tarefas marcadas, {gone} já não "
            f"{'está aberta' if gone == 1 else 'estão abertas'}. Volte à lista e marque de novo."
        )
    return rows


def back() -> str:
    """The list that the person came from."""
    return safe_path(request.form.get("_volta") or request.args.get("volta")) or HOME
