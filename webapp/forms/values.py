"""One typed text to one value: the normal form that is stored, or a sentence for the person.

Stored as JSON: text, dates `AAAA-MM-DD`, times `HH:MM`, money in cents, yes/no as «sim» and
«nao». Every reader raises ValueError with the sentence. The expressions are fixed and linear,
and the length is looked at first: no text makes them slow.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date, time
from typing import Final

from webapp.domain.money import reais
from webapp.forms.field import Field
from webapp.forms.layout import Input
from webapp.forms.patterns import PATTERNS

Value = str | int

LONGEST: Final[Mapping[str, int]] = {"text": 200, "long_text": 20_000}
_SHORT: Final = 40
_ISO: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LOCAL: Final = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_TIME: Final = re.compile(r"([0-9]{1,2})(?::|h)([0-9]{2})")
_MONEY: Final = re.compile(r"(?:R\$ ?)?([0-9]{1,3}(?:\.[0-9]{3}){1,3}|[0-9]{1,12})(?:,([0-9]{2}))?")
_INTEGER: Final = re.compile(r"-?[0-9]{1,9}")
# Signs that turn the direction of what follows: a name with one reads as another on paper.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def read(asked: Input, typed: str, today: date) -> Value:
    """The value of one input that was not left empty. Raises ValueError with a sentence."""
    return _READERS[asked.control.type](asked, typed, today)


def tidy(typed: str) -> str:
    """What was typed without the blanks around it and with one kind of line end."""
    return typed.replace("\r\n", "\n").replace("\r", "\n").strip()


def shown(control: Field, value: Value) -> str:
    """A stored value as a person types it: the inverse of `read`."""
    if control.type == "money":
        return reais(int(value)).removeprefix("R$ ")
    if control.pattern:
        return PATTERNS[control.pattern].show(str(value))
    return str(value)


def in_words(control: Field, value: Value) -> str:
    """A stored value as it stands in a document: dd/mm/aaaa, 17h25, R$ 1.621,00."""
    if control.type == "date":
        return f"{date.fromisoformat(str(value)):%d/%m/%Y}"
    if control.type == "time":
        return str(value).replace(":", "h")
    if control.type == "money":
        return reais(int(value))
    return shown(control, value)


def _text(asked: Input, typed: str, today: date) -> str:
    control = asked.control
    longest = control.max or LONGEST[control.type]
    if len(typed) > longest:
        raise ValueError(f"Escreva até {longest} caracteres; aqui há {len(typed)}.")
    if any(map(_unreadable, typed)):
        raise ValueError("Há sinais que não se imprimem. Apague o texto e digite de novo.")
    if control.pattern:
        return PATTERNS[control.pattern].normal(typed)
    normal = unicodedata.normalize("NFC", typed)
    return normal if control.type == "long_text" else " ".join(normal.split())


def _unreadable(sign: str) -> bool:
    if sign in "\n\t":
        return False
    return sign in _TURNING or unicodedata.category(sign) in {"Cc", "Cs", "Co", "Cn"}


def _date(asked: Input, typed: str, today: date) -> str:
    day = _day(typed)
    if not 1900 <= day.year <= 2100:
        raise ValueError(f"O ano {day.year} não serve. Confira os quatro números do ano.")
    if asked.control.limit == "past" and day > today:
        raise ValueError(f"O dia {day:%d/%m/%Y} ainda não chegou. Use hoje ou um dia que passou.")
    if asked.control.limit == "future" and day <= today:
        raise ValueError(f"O dia {day:%d/%m/%Y} não está no futuro. Use um dia depois de hoje.")
    return day.isoformat()


def _day(typed: str) -> date:
    if match := _ISO.fullmatch(typed):
        year, month, day = map(int, match.groups())
    elif match := _LOCAL.fullmatch(typed):
        day, month, year = map(int, match.groups())
    else:
        raise ValueError("Escreva o dia como 05/10/2026.")
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError("Este dia não existe no calendário. Confira dia e mês.") from None


def _time(asked: Input, typed: str, today: date) -> str:
    match = _TIME.fullmatch(typed)
    if match is None:
        raise ValueError("Escreva a hora como 17:25.")
    try:
        return f"{time(int(match[1]), int(match[2])):%H:%M}"
    except ValueError:
        raise ValueError("Esta hora não existe. Use de 00:00 a 23:59.") from None


def _integer(asked: Input, typed: str, today: date) -> int:
    if not _INTEGER.fullmatch(typed):
        raise ValueError("Escreva um número inteiro, só com algarismos.")
    number = int(typed)
    _within(asked.control, number, str)
    return number


def _money(asked: Input, typed: str, today: date) -> int:
    match = _MONEY.fullmatch(typed) if len(typed) <= _SHORT else None
    if match is None:
        raise ValueError("Escreva o valor em reais, com vírgula nos centavos: 1.621,00.")
    cents = int(match[1].replace(".", "")) * 100 + int(match[2] or 0)
    _within(asked.control, cents, reais)
    return cents


def _within(control: Field, number: int, say: Callable[[int], str]) -> None:
    if control.min is not None and number < control.min:
        raise ValueError(f"O menor valor aceito é {say(control.min)}.")
    if control.max is not None and number > control.max:
        raise ValueError(f"O maior valor aceito é {say(control.max)}.")


def _choice(asked: Input, typed: str, today: date) -> str:
    if typed not in {option.code for option in asked.options}:
        raise ValueError("Escolha uma das opções da lista.")
    return typed


_READERS: Final[Mapping[str, Callable[[Input, str, date], Value]]] = {
    "text": _text,
    "long_text": _text,
    "date": _date,
    "time": _time,
    "integer": _integer,
    "money": _money,
    "choice": _choice,
    "several": _choice,
    "yes_no": _choice,
}
