"""Is what was posted an answer to this form? What is not asked is dropped, what nobody could
type by hand is refused, and everything else comes back as values or as sentences.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from webapp.domain.errors import BadRequest
from webapp.forms.definition import Form
from webapp.forms.layout import Context, Input
from webapp.forms.uploads import Attachment, Upload, attach
from webapp.forms.values import read, tidy

FILE_TYPES = frozenset({"file", "files"})
_SENTENCES: Mapping[str, str] = {
    "choice": "Escolha uma opção.",
    "yes_no": "Responda sim ou não.",
    "several": "Marque pelo menos uma opção.",
    "file": "Escolha o arquivo.",
    "files": "Escolha pelo menos um arquivo.",
    "date": "Informe o dia.",
    "time": "Informe a hora.",
}


class Invalid(Exception):
    """The answer has mistakes: `errors` maps the name of an input to a Portuguese sentence."""

    def __init__(self, errors: dict[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {said}" for name, said in errors.items()))
        self.errors = errors


@dataclass(frozen=True, slots=True)
class FactEntry:
    """A fact that the answer states: `about` none means the subject of the task."""

    name: str
    about: str | None
    party_id: str | None
    value: str


@dataclass(frozen=True, slots=True)
class Checked:
    """An accepted answer.

    `values` is pure JSON: a field that was not asked or left empty has no key; one per party or
    item is `{id: value}`, a composite `{part: value}`, a file a list of records. `uploads` are
    the files themselves, in the same order.
    """

    values: dict[str, Any]
    outcome: str
    facts: list[FactEntry]
    uploads: list[Attachment]


def check(
    form: Form,
    posted: Mapping[str, Sequence[str]],
    files: Mapping[str, Sequence[Upload]],
    context: Context,
) -> Checked:
    """The answer to `form`, or why it is none.

    `posted` and `files` map names of inputs to what came, without the transport inputs.
    Raises Invalid with a sentence for each input to correct, and BadRequest (a Refused, 400)
    for a key that the form does not have or a single input sent twice.
    """
    asked = form.inputs(context)
    _refuse_strangers(asked, posted, files)
    reading = _Reading(posted, files, context.today)
    for one in asked:
        reading.take(one)
    if reading.errors:
        raise Invalid(reading.errors)
    values = reading.values
    return Checked(values, values[form.outcome.name], _facts(form, values), reading.uploads)


def _refuse_strangers(
    asked: Iterable[Input],
    posted: Mapping[str, Sequence[str]],
    files: Mapping[str, Sequence[Upload]],
) -> None:
    types = {one.name: one.control.type for one in asked}
    for name, texts in posted.items():
        if types.get(name, "file") in FILE_TYPES:
            raise BadRequest(_stranger(name))
        if len(texts) > 1 and types[name] != "several":
            raise BadRequest(f"O campo «{name}» veio duas vezes. Nada foi gravado. {_AGAIN}")
    for name in files:
        if types.get(name) not in FILE_TYPES:
            raise BadRequest(_stranger(name))


_AGAIN = "Abra a tarefa de novo e responda pela tela."


def _stranger(name: str) -> str:
    return f"O formulário não tem o campo «{name[:60]}». Nada foi gravado. {_AGAIN}"


@dataclass(slots=True)
class _Reading:
    """The answer so far; `answered` has the value of each input, for the conditions after it."""

    posted: Mapping[str, Sequence[str]]
    files: Mapping[str, Sequence[Upload]]
    today: date
    answered: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    uploads: list[Attachment] = field(default_factory=list)

    def take(self, one: Input) -> None:
        if not self._is_asked(one):
            return
        try:
            value = self._value(one)
        except ValueError as error:
            self.errors[one.name] = str(error)
            return
        if value is not None:
            self._keep(one, value)
        elif self._must(one):
            kind = one.control.type
            self.errors[one.name] = _SENTENCES.get(kind, f"Preencha «{one.control.label}».")

    def _is_asked(self, one: Input) -> bool:
        condition = one.condition
        return condition is None or self.answered.get(condition.name) in condition.codes

    def _value(self, one: Input) -> Any:
        if one.control.type in FILE_TYPES:
            return self._files(one)
        texts = [text for text in map(tidy, self.posted.get(one.name, ())) if text]
        if not texts:
            return None
        found = [read(one, text, self.today) for text in texts]
        if one.control.type == "several":
            return [option.code for option in one.options if option.code in found]
        return found[0]

    def _files(self, one: Input) -> list[dict[str, Any]] | None:
        uploads = self.files.get(one.name, ())
        attached = attach(one.name, one.control.type == "files", uploads)
        self.uploads.extend(attached)
        return [attachment.record() for attachment in attached] or None

    def _keep(self, one: Input, value: Any) -> None:
        self.answered[one.name] = value
        if one.key is None:
            self.values[one.field.name] = value
        else:
            self.values.setdefault(one.field.name, {})[one.key] = value

    def _must(self, one: Input) -> bool:
        """A part is required when the whole is, or when another part of it was filled."""
        if one.control is one.field or one.field.type == "checklist":
            return one.control.required
        return one.control.required and (one.field.required or self._begun(one))

    def _begun(self, one: Input) -> bool:
        start = f"{one.field.name}."
        return any(name.startswith(start) and any(map(tidy, texts))
                   for name, texts in self.posted.items())  # fmt: skip


def _facts(form: Form, values: Mapping[str, Any]) -> list[FactEntry]:
    found: list[FactEntry] = []
    for f in form.fields:
        if f.fact is None or f.name not in values:
            continue
        value = values[f.name]
        by_party = value if f.per else {None: value}
        found += [FactEntry(f.fact, f.about, party, v) for party, v in by_party.items()]
    return found
