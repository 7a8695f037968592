"""People by their names: each word of a name is kept, and found by its beginning."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, false, insert, select

from webapp.domain.numbering import search_key
from webapp.store.database import Database
from webapp.store.tables import person_word

_WORD = person_word.c.word
# Behind every word that begins like another one: names in normal form have nothing beyond Z.
_LAST = "Z" * 8


def keep(database: Database, municipality_id: int, person_id: int, name: str) -> None:
    """Whoever is entered, or is called otherwise from now on, is found by the words of the name."""
    database.execute(delete(person_word).where(person_word.c.person_id == person_id))
    whose = {"municipality_id": municipality_id, "person_id": person_id}
    rows = [{**whose, "word": word} for word in dict.fromkeys(search_key(name).split())]
    if rows:
        database.execute(insert(person_word), rows)


def called(municipality_id: int, words: Sequence[str]) -> Select[Any]:
    """The ids of people in whose name a word begins with each of `words`, which are in normal
    form and stand in any order. None finds nobody."""
    found = select(person_word.c.person_id).where(person_word.c.municipality_id == municipality_id)
    if not words:
        return found.where(false())
    first, *others = sorted(words, key=len, reverse=True)
    begun = found.where(_WORD.between(first, first + _LAST))
    return (
        begun.where(person_word.c.person_id.in_(called(municipality_id, others)))
        if others
        else begun
    )
