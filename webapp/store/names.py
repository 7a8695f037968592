"""People by their names: each word of a name is kept, and found by its beginning."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, delete, false, insert, literal, select

from webapp.domain.numbering import search_key
from webapp.store.database import Database
from webapp.store.tables import person_word

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
    form and stand in any order; an id may come more than once. None finds nobody."""
    first, *others = (person_word.alias() for _ in words or ("",))
    found = select(first.c.person_id).where(first.c.municipality_id == municipality_id)
    if not words:
        return found.where(false())
    # The longest is the rarest, as a rule: the others are looked for in its people's names.
    longest, *rest = sorted(words, key=len, reverse=True)
    return found.where(
        _begins(first, longest),
        *(
            select(literal(1))
            .where(also.c.person_id == first.c.person_id, _begins(also, word))
            .exists()
            for also, word in zip(others, rest, strict=True)
        ),
    )


def _begins(table: FromClause, word: str) -> ColumnElement[bool]:
    return table.c.word.between(word, word + _LAST)
