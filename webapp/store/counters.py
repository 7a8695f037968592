"""Numbers without holes: per municipality, series and year."""

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import IntegrityError

from webapp.store.database import Database
from webapp.store.tables import counter

_STEP = (
    update(counter)
    .where(
        counter.c.municipality_id == bindparam("of_municipality_id"),
        counter.c.series == bindparam("of_series"),
        counter.c.year == bindparam("of_year"),
    )
    .values(last=counter.c.last + 1)
    .returning(counter.c.last)
)


def next_number(session: Database, municipality_id: int, series: str, year: int) -> int:
    """The next number of the series. The row stays locked until the transaction ends.

    A transaction that is rolled back gives its number back, so the series has no holes.
    """
    place = {"municipality_id": municipality_id, "series": series, "year": year}
    mine = {f"of_{name}": value for name, value in place.items()}
    given = session.execute(_STEP, mine).scalar_one_or_none()
    if given is None:
        try:
            with session.begin_nested():
                session.execute(insert(counter), {**place, "last": 0})
        except IntegrityError:
            pass  # another transaction began the series at the same moment
        given = session.execute(_STEP, mine).scalar_one()
    return int(given)
