"""Between legal days and instants, and the words that say how far an end is."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from webapp.domain.calendar import ONE_DAY, Calendar, span


def due_at(last_day: date, zone: ZoneInfo) -> datetime:
    """Return the instant, in UTC, at which a term ending on `last_day` is over.

    It is 00:00 local of the next day, the first instant that is too late: an electronic act
    is in time until 24:00 of the last day (CPC, art. 213). Where summer time skipped that
    midnight it is the instant of the skip.
    """
    return datetime.combine(last_day + ONE_DAY, time.min, zone).astimezone(UTC)


def local_day(at: datetime, zone: ZoneInfo) -> date:
    """Return the legal day of an instant in the municipality's zone.

    Raises: ValueError for a datetime without zone, which names no instant.
    """
    if at.tzinfo is None:
        raise ValueError(f"{at.isoformat()} has no zone and names no instant")
    return at.astimezone(zone).date()


def office_days(today: date, day: date, calendar: Calendar) -> int:
    """Return how many days with office hours lie from `today` to `day`, signed.

    The earlier of the two is left out and the later included, so that Friday to Monday is
    1 and Monday to Friday is -1; half days count.
    """
    if day < today:
        return -office_days(day, today, calendar)
    return sum(calendar.is_open(between) for between in span(today + ONE_DAY, day))


def in_words(today: date, last_day: date, calendar: Calendar) -> str:
    """Say in Portuguese how far the end of a term is, in the municipality's office days.

    «2 dias úteis», «vence hoje», «venceu há 1 dia útil»; where no office day lies between,
    the day itself: «vence amanhã», «venceu ontem», «venceu em 06/03/2026».
    """
    if today == last_day:
        return "vence hoje"
    between = office_days(today, last_day, calendar)
    if between == 0:
        return _by_name(today, last_day)
    unit = "dia útil" if abs(between) == 1 else "dias úteis"
    return f"{between} {unit}" if between > 0 else f"venceu há {-between} {unit}"


def _by_name(today: date, last_day: date) -> str:
    if last_day == today + ONE_DAY:
        return "vence amanhã"
    if last_day == today - ONE_DAY:
        return "venceu ontem"
    verb = "vence" if last_day > today else "venceu"
    return f"{verb} em {last_day:%d/%m/%Y}"
