"""Numbers without holes: per municipality, series and year."""

from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.store.tables import counter


def next_number(session: Session, municipality_id: int, series: str, year: int) -> int:
    """The next number of the series. The row stays locked until the transaction ends.

    A transaction that is rolled back gives its number back, so the series has no holes.
    """
    place = {"municipality_id": municipality_id, "series": series, "year": year}
    step = (
        update(counter)
        .where(*(counter.c[name] == value for name, value in place.items()))
        .values(last=counter.c.last + 1)
        .returning(counter.c.last)
    )
    given = session.execute(step).scalar_one_or_none()
    if given is None:
        try:
            with session.begin_nested():
                session.execute(insert(counter).values(**place, last=0))
        except IntegrityError:
            pass  # another transaction began the series at the same moment
        given = session.execute(step).scalar_one()
    return int(given)
