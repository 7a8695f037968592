"""Where each input of a form stands: one list that both the page and the check read.

A field that repeats per party or item gives one input for each, `campo.<id>`; a composite gives
one for each part, `campo.<part>`. Fields of one party stand together, so that nobody answers
for all parties three times over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from webapp.forms.catalogue import CHECKLIST_LINE, PARTS, PER
from webapp.forms.field import Field, Option
from webapp.forms.patterns import PATTERNS, Pattern


@dataclass(frozen=True, slots=True)
class Context:
    """What the case gives to a form on one day.

    `today` is the municipality's local day; `parties` and `items` are those of the subject,
    `options` the lists that fields name in `options_from`, `letters` those of the parties who were
    last sought by letter.
    """

    today: date
    parties: Sequence[Option] = ()
    items: Sequence[Option] = ()
    options: Mapping[str, Sequence[Option]] = field(default_factory=dict)
    letters: Sequence[Option] = ()

    def repeats(self, per: str) -> Sequence[Option]:
        """The parties, those sought by letter, or the items: whichever `per` names."""
        return {"party": self.parties, "carta": self.letters, "item": self.items}[per]

    def options_of(self, field: Field) -> tuple[Option, ...]:
        """What may be chosen. KeyError: the caller did not give a list that the form names."""
        return tuple(self.options[field.options_from]) if field.options_from else field.choices


@dataclass(frozen=True, slots=True)
class Condition:
    """Asked only while the input `name` has one of `codes`; `text` says so to the person."""

    name: str
    codes: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Input:
    """One thing to type or choose: `name` is what is posted.

    `field` is the form's field and `key` the party, item, part or document of it (none for a
    plain field); `control` says how to draw and read this one input.
    """

    name: str
    field: Field
    control: Field
    options: tuple[Option, ...] = ()
    key: str | None = None
    condition: Condition | None = None

    @property
    def pattern(self) -> Pattern | None:
        """How the identifier is typed, where this asks for one."""
        return PATTERNS[self.control.pattern] if self.control.pattern else None

    @property
    def groups(self) -> list[tuple[str, list[Option]]]:
        """The options under their headings, in the order given."""
        return [(name, list(of)) for name, of in groupby(self.options, lambda o: o.group)]


@dataclass(frozen=True, slots=True)
class Block:
    """Inputs that stand together: one alone, or several under a legend, `about`.

    `field` is the composite that the inputs are parts of; none for a party or an item.
    """

    inputs: tuple[Input, ...]
    about: Option | None = None
    field: Field | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under one heading; a form without headings is one section without title."""

    title: str
    blocks: tuple[Block, ...]


def sections(fields: Sequence[Field], context: Context) -> list[Section]:
    """The form as it is drawn, and the order in which it is checked."""
    makers = _Inputs({f.name: f for f in fields}, context)
    return [
        Section(chapter[0].section, tuple(makers.blocks(chapter)))
        for chapter in _split(fields, lambda _, f: bool(f.section))
    ]


def _split(fields: Iterable[Field], apart: Callable[[Field, Field], bool]) -> Iterator[list[Field]]:
    run: list[Field] = []
    for f in fields:
        if run and apart(run[-1], f):
            yield run
            run = []
        run.append(f)
    if run:
        yield run


def _not_of_one_thing(before: Field, after: Field) -> bool:
    return after.per is None or before.per is None or PER[after.per] != PER[before.per]


@dataclass(frozen=True, slots=True)
class _Inputs:
    known: Mapping[str, Field]
    context: Context

    def blocks(self, chapter: Sequence[Field]) -> Iterator[Block]:
        for run in _split(chapter, _not_of_one_thing):
            if run[0].per:
                yield from self._repeated(run, PER[run[0].per])
            else:
                yield self._single(run[0])

    def _repeated(self, run: Sequence[Field], thing: str) -> Iterator[Block]:
        for about in self.context.repeats(thing):
            asked = [f for f in run if about in self.context.repeats(f.per or thing)]
            if asked:
                yield Block(tuple(self._input(f, f, about.code) for f in asked), about)

    def _single(self, f: Field) -> Block:
        controls = PARTS.get(f.type) or self._checklist(f)
        if not controls:
            return Block((self._input(f, f),))
        inputs = tuple(self._input(f, control, control.name) for control in controls)
        return Block(inputs, Option(f.name, f.label, f.hint), f, self._condition(f, None))

    def _checklist(self, f: Field) -> tuple[Field, ...]:
        if f.type != "checklist":
            return ()
        return tuple(
            Field(o.code, "choice", o.label, o.hint, required=f.required, options=CHECKLIST_LINE)
            for o in self.context.options_of(f)
        )

    def _input(self, f: Field, control: Field, key: str | None = None) -> Input:
        name = f.name if key is None else f"{f.name}.{key}"
        options = self.context.options_of(control)
        return Input(name, f, control, options, key, self._condition(f, key))

    def _condition(self, f: Field, key: str | None) -> Condition | None:
        if f.show_if is None:
            return None
        other = self.known[f.show_if.field]
        name = f"{other.name}.{key}" if other.per else other.name
        labels = {o.code: o.label for o in self.context.options_of(other)}
        answers = " ou ".join(f"«{labels.get(code, code)}»" for code in f.show_if.codes)
        text = f"Preencha só se a resposta a «{other.label}» for {answers}."
        return Condition(name, f.show_if.codes, text)
