"""The words of a form as plain values: a field, its options, the condition that shows it."""

import re
from dataclasses import dataclass
from typing import Final

CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose, or the party or item that a field repeats for.

    `code` is what is stored and posted; `group` is the heading it stands under.
    Raises ValueError for a code that could not be an input's name: a mistake of the caller.
    """

    code: str
    label: str
    hint: str = ""
    group: str = ""

    def __post_init__(self) -> None:
        if not CODE.fullmatch(self.code):
            raise ValueError(f"not the code of an option: {self.code!r}")


YES_NO: Final = (Option("sim", "Sim"), Option("nao", "Não"))


@dataclass(frozen=True, slots=True)
class ShowIf:
    """The field is asked only while the earlier `field` has one of `codes`."""

    field: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One question. `min` and `max` are units of the type: a number, cents, or characters."""

    name: str
    type: str
    label: str
    hint: str = ""
    section: str = ""
    required: bool = False
    options: tuple[Option, ...] = ()
    options_from: str | None = None
    show_if: ShowIf | None = None
    min: int | None = None
    max: int | None = None
    pattern: str | None = None
    outcome: bool = False
    fact: str | None = None
    about: str | None = None
    per: str | None = None
    party: str | None = None
    limit: str | None = None

    @property
    def choices(self) -> tuple[Option, ...]:
        """The closed options of a choice or a yes/no; empty where the case gives them."""
        return YES_NO if self.type == "yes_no" else self.options
