"""People by their names: each word of a name is kept, and found by its beginning."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CompoundSelect, Select, delete, false, insert, intersect, select

from webapp.domain.numbering import search_key
from webapp.store.database import Database
from webapp.store.tables import person_word

# Behind every word that begins like another one: names in normal form have nothing beyond Z.
_LAST = "Z" * 8


def keep(database: Database, municipality_id: int, person_id: int, name: str) -> None:
    """Whoever is entered, or is called otherwise from now on, is found by the words of the name."""
    database.execute(delete(person_word).where(person_word.c.person_id == person_id))
    whose = {"municipality_id": municipality_id, "person_id": person_id}
    rows = [{**whose, "word": word[:200]} for word in dict.fromkeys(search_key(name).split())]
    if rows:
        database.execute(insert(person_word), rows)


def called(municipality_id: int, words: Sequence[str]) -> Select[Any] | CompoundSelect[Any]:
    """The ids of people in whose name a word begins with each of `words`, which are in normal
    form and stand in any order; an id may come more than once. None finds nobody."""
    each = [_with(municipality_id, word) for word in words]
    if not each:
        return select(person_word.c.person_id).where(false())
    return intersect(*each) if len(each) > 1 else each[0]


def _with(municipality_id: int, word: str) -> Select[Any]:
    begins = person_word.c.word.between(word, word + _LAST)
    here = person_word.c.municipality_id == municipality_id
    return select(person_word.c.person_id).where(here, begins)
