"""Dates and moments as pages say them, in Portuguese."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

WEEKDAYS: Final = ("segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo")
MONTHS: Final = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)

# Where nobody's municipality tells the zone: on the clock of the page to sign in.
BRASILIA: Final = ZoneInfo("America/Sao_Paulo")


def weekday(day: date) -> str:
    """«segunda-feira», «sábado»."""
    name = WEEKDAYS[day.weekday()]
    return name if day.weekday() >= 5 else f"{name}-feira"


def short_day(day: date) -> str:
    """«seg 09/03/2026»."""
    return f"{WEEKDAYS[day.weekday()][:3]} {day:%d/%m/%Y}"


def plain_day(day: date) -> str:
    """«09/03/2026»."""
    return f"{day:%d/%m/%Y}"


def long_day(day: date) -> str:
    """«segunda-feira, 9 de março de 2026»; the first of a month is «1º»."""
    number = "1º" if day.day == 1 else str(day.day)
    return f"{weekday(day)}, {number} de {MONTHS[day.month - 1]} de {day.year}"


def clock_words(at: datetime, zone: ZoneInfo) -> str:
    """«segunda-feira, 01/12/2025, 09:00»."""
    local = at.astimezone(zone)
    return f"{weekday(local)}, {local:%d/%m/%Y, %H:%M}"


def moment(at: datetime, zone: ZoneInfo) -> str:
    """«09/03/2026 14:12»."""
    return f"{at.astimezone(zone):%d/%m/%Y %H:%M}"


def how_many(n: int, one: str, many: str) -> str:
    """«1 tarefa», «2 tarefas», «nenhuma» is left to the page."""
    return f"{n} {one if n == 1 else many}"
