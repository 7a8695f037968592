"""Whether a paper came in time, by every reading that the law data names."""

from datetime import date

import pytest

from webapp.domain.timeliness import Timeliness, timeliness

BY_CONTINUOUS_DAYS = date(2026, 4, 1)
BY_WORKING_DAYS = date(2026, 4, 15)


@pytest.mark.parametrize(
    ("filed_on", "expected"),
    [
        pytest.param(date(2026, 2, 27), Timeliness.TEMPESTIVO, id="before the term began"),
        pytest.param(date(2026, 4, 15), Timeliness.TEMPESTIVO, id="on the last day"),
        pytest.param(date(2026, 4, 16), Timeliness.INTEMPESTIVO, id="the day after"),
    ],
)
def test_one_reading(filed_on: date, expected: Timeliness) -> None:
    assert timeliness(filed_on, BY_WORKING_DAYS) is expected


@pytest.mark.parametrize(
    ("last_day", "alternative"),
    [(BY_WORKING_DAYS, BY_CONTINUOUS_DAYS), (BY_CONTINUOUS_DAYS, BY_WORKING_DAYS)],
)
@pytest.mark.parametrize(
    ("filed_on", "expected"),
    [
        pytest.param(date(2026, 4, 1), Timeliness.TEMPESTIVO, id="last day of the shortest"),
        pytest.param(date(2026, 4, 2), Timeliness.CONTROVERTIDO, id="first day in dispute"),
        pytest.param(date(2026, 4, 15), Timeliness.CONTROVERTIDO, id="last day in dispute"),
        pytest.param(date(2026, 4, 16), Timeliness.INTEMPESTIVO, id="after the longest"),
    ],
)
def test_between_two_readings_it_is_disputed_whichever_is_in_use(
    last_day: date, alternative: date, filed_on: date, expected: Timeliness
) -> None:
    assert timeliness(filed_on, last_day, [alternative]) is expected


def test_without_a_running_term_there_is_nothing_to_be_late_for() -> None:
    assert timeliness(date(2026, 4, 16), None) is Timeliness.SEM_TERMO
