"""Whether a form that somebody wrote makes sense: everything wrong with it, in Portuguese.

Strict on purpose: an unknown key is a typing mistake that would otherwise switch something off
in silence.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from webapp.forms.catalogue import (
    CHECKS,
    COMMON_KEYS,
    CONDITION_TYPES,
    IMPEDIMENTOS,
    LIMITS,
    OPTION_SOURCES,
    OPTION_TYPES,
    PANELS,
    PARTIES,
    PER,
    RECORDS,
    RESERVED,
    TYPES,
)
from webapp.forms.field import CODE, YES_NO
from webapp.forms.patterns import PATTERNS

Raw = dict[str, Any]

NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
MAX_FIELDS: Final = 80
_LONGEST: Final = {"text": 200, "long_text": 20_000}
_OPTION_KEYS: Final = frozenset({"code", "label", "hint", "group"})


def _text(value: object) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value.strip()) <= 500
        and value.replace("\u00a0", " ").isprintable()
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _name(value: object) -> bool:
    return isinstance(value, str) and bool(NAME.fullmatch(value))


def _names(value: object) -> bool:
    return isinstance(value, list) and all(map(_name, value)) and len(set(value)) == len(value)


def _objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(o, dict) for o in value)


def _condition(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != {"field", "in"}:
        return False
    codes = value["in"]
    return (
        _name(value["field"])
        and isinstance(codes, list)
        and bool(codes)
        and all(isinstance(code, str) for code in codes)
    )


_Shape = Mapping[str, Callable[[object], bool]]

_FORM: Final[_Shape] = {
    "title": _text, "basis": _text, "signed": _flag, "impedimento": _names, "panel": _name,
    "checks": _names, "records": _name, "lapsed": _name, "shows": _names, "fields": _objects,
}  # fmt: skip
_FIELD: Final[_Shape] = {
    "name": _name, "type": _text, "label": _text, "hint": _text, "section": _text,
    "required": _flag, "options": _objects, "options_from": _name, "show_if": _condition,
    "min": _whole, "max": _whole, "pattern": _text, "outcome": _flag, "fact": _name,
    "about": _name, "per": _name, "party": _name, "limit": _name,
}  # fmt: skip
_CLOSED: Final[Mapping[str, Collection[str]]] = {
    "pattern": PATTERNS, "options_from": OPTION_SOURCES, "per": PER, "party": PARTIES,
    "limit": LIMITS,
}  # fmt: skip


def problems(raw: object) -> list[str]:
    """Every mistake of a form as read from JSON; empty for a good one."""
    if not isinstance(raw, dict):
        return ["O formulário tem de ser um objeto com «title» e «fields»."]
    found = [*_keys(raw, _FORM, ("title", "fields"), "Formulário")]
    if found:
        return found
    fields: list[Raw] = raw["fields"]
    for n, field in enumerate(fields, 1):
        where = f"Campo {n}"
        found += _keys(field, _FIELD, ("name", "type", "label"), where) or _field(field, where)
    return found or [*_whole_form(raw, fields)]


def _keys(raw: Raw, shape: _Shape, needed: Collection[str], where: str) -> list[str]:
    unknown = [f"{where}: a chave «{key}» não existe." for key in raw if key not in shape]
    missing = [f"{where}: falta «{key}»." for key in needed if key not in raw]
    wrong = [
        f"{where}: o valor de «{key}» não serve."
        for key, fits in shape.items()
        if key in raw and not fits(raw[key])
    ]
    return unknown + missing + wrong


def _field(field: Raw, n: str) -> list[str]:
    where = f"{n} («{field['name']}»)"
    if field["type"] not in TYPES:
        return [f"{where}: o tipo «{field['type']}» não existe."]
    if field["name"] in RESERVED:
        return [f"{where}: este nome é reservado. Escolha outro."]
    found = [*_of_its_type(field), *_closed(field), *_options(field), *_bounds(field)]
    return [f"{where}: {problem}" for problem in [*found, *_pairs(field)]]


def _of_its_type(field: Raw) -> Iterator[str]:
    allowed = COMMON_KEYS | TYPES[field["type"]]
    for key in field:
        if key not in allowed:
            yield f"o tipo «{field['type']}» não aceita «{key}»."


def _closed(field: Raw) -> Iterator[str]:
    for key, names in _CLOSED.items():
        if key in field and field[key] not in names:
            yield f"«{field[key]}» não está na lista de «{key}»: {', '.join(sorted(names))}."


def _options(field: Raw) -> Iterator[str]:
    given = [key for key in ("options", "options_from") if key in field]
    if field["type"] in OPTION_TYPES and len(given) != 1:
        yield "diga as opções em «options» ou em «options_from», um dos dois."
    codes = []
    for option in field.get("options", ()):
        yield from _option(option)
        codes.append(str(option.get("code")))
    if len(set(codes)) != len(codes):
        yield "há duas opções com o mesmo código."


def _option(option: Raw) -> Iterator[str]:
    if not set(option) <= _OPTION_KEYS or not all(_text(value) for value in option.values()):
        yield "opção só tem «code», «label», «hint» e «group», todos de texto."
    elif "code" not in option or "label" not in option:
        yield "opção precisa de «code» e «label»."
    elif not CODE.fullmatch(option["code"]):
        yield f"o código «{option['code']}» só pode ter letras sem acento, números e _."


def _bounds(field: Raw) -> Iterator[str]:
    low, high = field.get("min"), field.get("max")
    if low is not None and high is not None and low > high:
        yield "«min» é maior que «max»."
    longest = _LONGEST.get(field["type"])
    if longest and high is not None and not 1 <= high <= longest:
        yield f"«max» vai de 1 a {longest} caracteres."
    if field["type"] == "money" and min(low or 0, high or 0) < 0:
        yield "valor em dinheiro não é negativo."


def _pairs(field: Raw) -> Iterator[str]:
    if "about" in field and "fact" not in field:
        yield "«about» só com «fact»."
    if "fact" in field and field.get("per") == "item":
        yield "um fato é do caso ou de uma parte, não de um item."
    if field.get("outcome") and {"per", "show_if", "options_from"} & set(field):
        yield "o resultado não se repete, não se esconde e tem as opções no próprio formulário."
    if field.get("outcome") and not field.get("required"):
        yield "o resultado é obrigatório: ponha «required»."


def _whole_form(raw: Raw, fields: list[Raw]) -> Iterator[str]:
    names = [field["name"] for field in fields]
    if len(fields) > MAX_FIELDS:
        yield f"Formulário: há {len(fields)} campos; o máximo é {MAX_FIELDS}."
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"Formulário: há mais de um campo «{name}»."
    for n, field in enumerate(fields):
        yield from _shown_by_an_earlier(field, fields[:n])
    yield from _outcome(raw, [field for field in fields if field.get("outcome")])
    yield from _uses(raw, frozenset(names))


def _shown_by_an_earlier(field: Raw, earlier: list[Raw]) -> Iterator[str]:
    if "show_if" not in field:
        return
    where = f"Campo «{field['name']}»: «show_if»"
    other = next((f for f in earlier if f["name"] == field["show_if"]["field"]), None)
    if other is None or other["type"] not in CONDITION_TYPES:
        yield f"{where} tem de apontar um campo anterior, de escolha ou de sim ou não."
        return
    per = field.get("per", "")
    if "per" in other and other["per"] not in (per, PER.get(per)):
        yield f"{where} aponta um campo que se repete para outra coisa."
    unknown = set(field["show_if"]["in"]) - set(_codes(other))
    if unknown and "options_from" not in other:
        yield f"{where} usa um código que «{other['name']}» não tem: {', '.join(sorted(unknown))}."


def _codes(field: Raw) -> list[str]:
    if field["type"] == "yes_no":
        return [option.code for option in YES_NO]
    return [option["code"] for option in field.get("options", ())]


def _outcome(raw: Raw, outcomes: list[Raw]) -> Iterator[str]:
    if len(outcomes) != 1:
        yield f"Formulário: tem de haver um resultado («outcome»), e só um; há {len(outcomes)}."
        return
    codes = _codes(outcomes[0])
    if not all(map(_name, codes)):
        yield "Formulário: os códigos do resultado são minúsculas sem acento, números e _."
    if "lapsed" in raw and raw["lapsed"] not in codes:
        yield f"Formulário: «lapsed» diz «{raw['lapsed']}», que não é código do resultado."


def _uses(raw: Raw, names: frozenset[str]) -> Iterator[str]:
    for ground in raw.get("impedimento", ()):
        if ground not in IMPEDIMENTOS:
            yield f"Formulário: o impedimento «{ground}» não existe."
    if "panel" in raw and raw["panel"] not in PANELS:
        yield f"Formulário: o quadro «{raw['panel']}» não existe."
    records = [raw["records"]] if "records" in raw else []
    for kind, uses, chosen in (("checks", CHECKS, raw.get("checks", ())),
                               ("records", RECORDS, records)):  # fmt: skip
        for name in chosen:
            if name not in uses:
                yield f"Formulário: «{name}» não está na lista de «{kind}»."
            elif lacking := [f for f in uses[name].needs if f not in names]:
                yield f"Formulário: «{name}» precisa dos campos {', '.join(lacking)}."
