"""A form as the process owner wrote it: read once, checked whole, and then only looked at."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from webapp.forms.field import Field, Option, ShowIf
from webapp.forms.layout import Context, Input, Section, sections
from webapp.forms.metacheck import problems

MAX_TEXT: Final = 200_000


class BadForm(ValueError):
    """The text is no form; `problems` has one Portuguese sentence for each mistake."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True, slots=True)
class Form:
    """What a task asks, and what the answer makes happen.

    `sha256` is of the text as given: an answer keeps it. `checks`, `records`, `panel` and
    `impedimento` are names of `catalogue`; `lapsed` is the code of the outcome that certifies
    the end of a term; `shows` are the forms whose answers stand beside this one.
    """

    title: str
    fields: tuple[Field, ...]
    sha256: str
    basis: str = ""
    signed: bool = False
    impedimento: tuple[str, ...] = ()
    panel: str | None = None
    checks: tuple[str, ...] = ()
    records: str | None = None
    lapsed: str | None = None
    shows: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Form":
        """The form written in `text` (JSON). Raises BadForm with everything that is wrong."""
        raw = _json(text)
        if found := problems(raw):
            raise BadForm(found)
        given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()}
        given["fields"] = tuple(_field(field) for field in raw["fields"])
        return cls(**given, sha256=sha256(text.encode()).hexdigest())

    @property
    def outcome(self) -> Field:
        """The one field whose code the diagram learns."""
        return next(field for field in self.fields if field.outcome)

    def field(self, name: str) -> Field:
        """The field of that name. KeyError: there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def sections(self, context: Context) -> list[Section]:
        """How the form stands on the page for this case."""
        return sections(self.fields, context)

    def inputs(self, context: Context) -> list[Input]:
        """Every input of the page, in its order."""
        return [i for s in self.sections(context) for block in s.blocks for i in block.inputs]


def _json(text: str) -> Any:
    if len(text) > MAX_TEXT:
        raise BadForm([f"O formulário passa de {MAX_TEXT} caracteres."])
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadForm([f"Linha {error.lineno}: o texto não é JSON."]) from error
    except BadForm:
        raise
    except ValueError as error:
        raise BadForm(["O formulário tem um número grande demais."]) from error
    except RecursionError as error:
        raise BadForm(["O formulário tem partes dentro de partes demais."]) from error


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if twice := {key for key in keys if keys.count(key) > 1}:
        raise BadForm([f"A chave «{key}» aparece duas vezes." for key in sorted(twice)])
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise BadForm([f"«{name}» não é um valor de formulário."])


def _field(raw: dict[str, Any]) -> Field:
    given = dict(raw)
    given["options"] = tuple(Option(**option) for option in raw.get("options", ()))
    if "show_if" in raw:
        given["show_if"] = ShowIf(raw["show_if"]["field"], tuple(raw["show_if"]["in"]))
    return Field(**given)
