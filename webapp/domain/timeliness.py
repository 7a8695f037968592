"""Whether a paper came in time."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum


class Timeliness(StrEnum):
    """The four answers; none of them rejects a paper, a person with competence decides."""

    TEMPESTIVO = "tempestivo"
    INTEMPESTIVO = "intempestivo"
    CONTROVERTIDO = "controvertido"
    SEM_TERMO = "sem_termo"


def timeliness(
    filed_on: date, last_day: date | None, alternatives: Sequence[date] = ()
) -> Timeliness:
    """Say whether a paper filed on the local day `filed_on` is in time.

    `last_day` is the end by the reading in use, None when no term is running;
    `alternatives` are the ends by the other readings that the law data names. A paper is in
    time up to the shortest reading, late after the longest, and disputed between the two.
    A paper filed before its term began is in time.

    Source: Lei 9.784/1999, art. 66 (the day of the end is included), and art. 63, I (an
    appeal out of time is not known, which is a decision and not a date); CPC, art. 218, § 4º
    (an act done before the term begins is in time).
    """
    if last_day is None:
        return Timeliness.SEM_TERMO
    readings = (last_day, *alternatives)
    if filed_on <= min(readings):
        return Timeliness.TEMPESTIVO
    if filed_on > max(readings):
        return Timeliness.INTEMPESTIVO
    return Timeliness.CONTROVERTIDO
