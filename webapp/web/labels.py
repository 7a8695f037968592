"""What was typed, in the words of the forms, for pages on which it can only be copied."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import Final, TypeVar

from webapp.config import form_folders, municipalities
from webapp.forms import Context, Form

# The fields of our own screens whose names lack their accents.
_OWN: Final = {
    "apresentante": "Quem apresentou",
    "ate": "Último dia",
    "certidao": "Certidão",
    "de_quem": "De quem é",
    "especie": "Espécie",
    "fim": "Último dia",
    "inicio": "Primeiro dia",
    "meio": "Por onde chegou",
    "numero": "Número",
    "observacao": "Observação",
    "papel_desistido": "De que papel se desiste",
    "para": "Para quem",
    "peca": "Peça",
    "tarefa": "A que etapa se destina",
    "vinculo": "Vínculo",
}
# Labels do not depend on the day or on the lists that a case gives.
_ANY: Final = Context(date(2000, 1, 1), options=defaultdict(tuple))

Key = TypeVar("Key")


def in_words(typed: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names of inputs and what was typed, as labels and what they show; empty ones left out."""
    return [(label(name), _answer(name, text)) for name, text in typed if text.strip()]


def label(name: str) -> str:
    """«Razões da decisão», «Quem conduzia: Nome completo»; made of the name where no form has it.

    A part for a party or an item of the auto («item_multa.5-II») keeps the item's code.
    """
    field, _, key = name.partition(".")
    known = _labels().get(name)
    if known:
        return known
    words = _labels().get(field) or _OWN.get(field) or field.replace("_", " ").capitalize()
    return f"{words} ({key})" if key and not key.isdecimal() else words


def _answer(name: str, text: str) -> str:
    return _options().get((name.partition(".")[0], text), text)


@lru_cache
def _labels() -> Mapping[str, str]:
    """The label of each input; the commonest where forms differ."""
    found = [(field.name, field.label) for form in _forms() for field in form.fields]
    for form in _forms():
        for section in form.sections(_ANY):
            for block in section.blocks:
                about = f"{block.about.label}: " if block.about else ""
                found += [(one.name, about + one.control.label) for one in block.inputs]
    return _commonest(found)


@lru_cache
def _options() -> Mapping[tuple[str, str], str]:
    """What an answer's code says, by field; the commonest where forms differ."""
    return _commonest(
        ((field.name, option.code), option.label)
        for form in _forms()
        for field in form.fields
        for option in field.choices
    )


def _commonest(said: Iterable[tuple[Key, str]]) -> dict[Key, str]:
    words: dict[Key, Counter[str]] = defaultdict(Counter)
    for key, text in said:
        words[key][text] += 1
    return {key: texts.most_common(1)[0][0] for key, texts in words.items()}


def _forms() -> Iterator[Form]:
    folders = {folder for slug in municipalities() for folder in form_folders(slug)}
    for folder in sorted(folders):
        for file in sorted(folder.glob("*.json")):
            yield Form.read(file.read_text("utf-8"))
