"""What an answer looks like: in the inputs of the page, and in words on paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.forms.definition import Form
from webapp.forms.layout import Block, Context, Input
from webapp.forms.values import in_words, shown

Typed = dict[str, list[str]]


def blank(form: Form, context: Context, defaults: Mapping[str, Any]) -> Typed:
    """The texts with which a page begins. `defaults` has the shape of `Checked.values`."""
    typed: Typed = {}
    for one in form.inputs(context):
        value = _of(one, defaults)
        if value is not None and one.control.type not in ("file", "files"):
            many = value if isinstance(value, list) else [value]
            typed[one.name] = [shown(one.control, v) for v in many]
    return typed


def echo(form: Form, posted: Mapping[str, Sequence[str]]) -> Typed:
    """What the person typed, letter by letter, for the page that asks to correct it."""
    names = {field.name for field in form.fields}
    return {name: list(texts) for name, texts in posted.items() if name.partition(".")[0] in names}


def labels(form: Form, values: Mapping[str, Any], context: Context) -> list[tuple[str, str]]:
    """An answer as (label, text), for documents and for the page of the case.

    `context` has the parties, items and options of the time of the answer: what it does not
    name is not shown, and an option it does not know is shown by its code.
    """
    lines: list[tuple[str, str]] = []
    for section in form.sections(context):
        for block in section.blocks:
            lines += _lines(block, values)
    return lines


def _of(one: Input, values: Mapping[str, Any]) -> Any:
    """The stored value of one input; none where another version stored another shape."""
    value = values.get(one.field.name)
    if one.key is None:
        return None if isinstance(value, Mapping) else value
    return value.get(one.key) if isinstance(value, Mapping) else None


def _lines(block: Block, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    said = [(one, _said(one, _of(one, values))) for one in block.inputs]
    prefix = f"{block.about.label} – " if block.about else ""
    return [(prefix + one.control.label, text) for one, text in said if text]


def _said(one: Input, value: Any) -> str:
    if value is None:
        return ""
    if one.control.type in ("file", "files"):
        return "; ".join(str(record["name"]) for record in value)
    if one.options:
        names: dict[str, str] = {option.code: option.label for option in one.options}
        chosen = value if isinstance(value, list) else [value]
        return "; ".join(str(names.get(code, code)) for code in chosen)
    return in_words(one.control, value)
