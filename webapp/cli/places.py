"""Whether what an inventory of the law names is really there."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Final

from flask import Flask

from webapp import documents
from webapp.app import BLUEPRINTS
from webapp.config import form_folders, workflow_folders
from webapp.forms import BadForm, Form
from webapp.laws import Law, UnknownKey
from webapp.laws.inventory import Place

WORDS: Final[Mapping[str, str]] = {
    "value": "valor",
    "check": "conferência",
    "diagram": "diagrama",
    "form": "formulário",
    "document": "documento",
    "screen": "tela",
    "planned": "planejado",
    "out": "fora",
}


def exists(law: Law, place: Place) -> bool:
    """Whether the thing is there; what is planned or out of scope names nothing."""
    return _OPENERS[place.kind](law, place.named) if place.kind in _OPENERS else True


def _value(law: Law, key: str) -> bool:
    try:
        return bool(law.entries(key))
    except UnknownKey:
        return False


def _check(_: Law, name: str) -> bool:
    try:
        return name.startswith("webapp.") and callable(resolve_name(name))
    except (ImportError, AttributeError, ValueError):
        return False


def _diagram(law: Law, name: str) -> bool:
    file, _, element = name.partition("#")
    texts = _texts(workflow_folders(law.municipality.slug), file)
    return any(not element or f' id="{element}"' in text for text in texts)


def _form(law: Law, name: str) -> bool:
    file, _, field = name.partition("#")
    texts = _texts(form_folders(law.municipality.slug), file)
    return any(not field or field in _fields(text) for text in texts)


def _fields(text: str) -> list[str]:
    try:
        return [field.name for field in Form.read(text).fields]
    except BadForm:
        return []


def _texts(folders: tuple[Path, ...], name: str) -> Iterator[str]:
    """What stands in the files of this name, which begins with that of their folder."""
    of, _, file = name.partition("/")
    for path in (folder / file for folder in folders if folder.name == of):
        if path.is_file():
            yield path.read_text("utf-8")


def _document(law: Law, name: str) -> bool:
    return name in documents.names() and name in law.keys("documentos")


def _screen(_: Law, address: str) -> bool:
    return address in _addresses()


@cache
def _addresses() -> frozenset[str]:
    bare = Flask("addresses", static_folder=None)
    for blueprint in BLUEPRINTS:
        bare.register_blueprint(blueprint)
    return frozenset(rule.rule for rule in bare.url_map.iter_rules())


_OPENERS: Final[Mapping[str, Callable[[Law, str], bool]]] = {
    "value": _value,
    "check": _check,
    "diagram": _diagram,
    "form": _form,
    "document": _document,
    "screen": _screen,
}
