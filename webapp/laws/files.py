"""Reads the files of a law and refuses whatever a reader could misunderstand."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

from webapp.domain.counting import Rule
from webapp.laws.entry import Entry, frozen

DATED_BY: Final = frozenset({"fact", "notice", "request", "inspection", "death", "payment"})
SANCTIONS: Final = frozenset(
    {"advertencia", "multa", "suspensao", "cassacao", "apreensao", "sem_sancao"}
)
KINDS: Final = SANCTIONS - {"sem_sancao"} | {"impedimento"}
# Files of a municipality that have their own shape and their own reader.
_ELSEWHERE: Final = frozenset({"municipio", "calendario", "inventario"})
_TEXTS: Final = frozenset(
    {"article", "amended_by", "dated_by", "gap", "default_because", "note", "awaits"}
)
_ABOUT: Final = _TEXTS | {"from", "until", "missing", "corrected", "revoked"}


@dataclass(frozen=True, slots=True)
class Shape:
    """The values an entry of a subject must have, those it may have, closed lists, and the values
    that each table of a table may have.

    `one_of`: of these, exactly one. `needs`: with this value («check» is «idade», or any value
    where empty) go those. `refers`: a value that names keys of another subject, and a value which
    the named entry must have.
    """

    required: frozenset[str]
    optional: frozenset[str] = frozenset()
    closed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    tables: Mapping[str, frozenset[str]] = field(default_factory=dict)
    one_of: frozenset[str] = frozenset()
    needs: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    refers: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SHAPES: Final[Mapping[str, Shape]] = {
    "prazos": Shape(
        _names("label length"),
        _names("rule starts about per who kind paper extension alternatives fires_on")
        | _names("asked_fact alert to"),
        {
            "rule": frozenset(Rule),
            "per": _names("party case"),
            "kind": _names("engine row_task agenda_item fact"),
            "fires_on": _names("longest"),
            "alert": _names("dia_util_anterior"),
        },
    ),
    "infracoes": Shape(
        _names("text sanction"),
        _names("group sanction_article units unit measure points points_article")
        | _names("adds repetition because"),
        {
            "sanction": SANCTIONS,
            "unit": _names("SM VRTE"),
            "measure": _names("apreensao"),
        },
        refers=dict.fromkeys(
            ("sanction", "measure", "adds", "repetition"), ("penalidades", "kind")
        ),
    ),
    "penalidades": Shape(
        _names("label"),
        _names("kind body length at_most of own_case items months limit share")
        | _names("factor years same final_before when alternative because"),
        {
            "kind": KINDS,
            "same": _names("item"),
            "when": _names("reconsideracao_encerrada recurso_encerrado"),
        },
        refers={"of": ("penalidades", "label"), "items": ("infracoes", "text")},
    ),
    "valores": Shape(_names("label value"), _names("act")),
    "orgaos": Shape(_names("holder")),
    "documentos": Shape(
        _names("title"),
        _names("series texts per subject counted about outcomes content hears answered"),
        {
            "per": _names("party"),
            "content": _names("auto decisao notificacao cobranca cumprimento"),
        },
        {"about": _names("article subject texts"), "outcomes": _names("title says ended")},
    ),
    "papeis": Shape(_names("label of_party"), _names("witnesses stays")),
    "retornos": Shape(
        _names("label counts"),
        _names("day absent asks whom"),
        {
            "counts": _names("ciencia tentativa"),
            "day": _names("entrega recusa visita"),
            "asks": _names("obito"),
        },
        {"whom": _names("article")},
    ),
    "processos": Shape(_names("label process form start")),
    "tarifas": Shape(
        _names("label"),
        _names("amount per flag days starts ends waiting crossing charge alternatives"),
        {
            "per": _names("viagem km hora"),
            "days": _names("segunda terca quarta quinta sexta sabado domingo feriado"),
            "waiting": _names("proporcional hora_iniciada"),
            "crossing": _names("inicio trecho"),
            "charge": _names("acima abaixo"),
        },
        refers={"amount": ("valores", "value")},
    ),
    "texto": Shape(_names("text")),
    "requisitos": Shape(
        _names("label roles check"),
        _names("when years categories document months wait limit"),
        {
            "roles": _names("titular auxiliar empresa empregado substituto"),
            "check": _names("idade habilitacao documento residencia limite espera conferir"),
            "when": _names("ingresso exercicio"),
        },
        needs={
            ("check", "idade"): _names("years"),
            ("check", "habilitacao"): _names("categories"),
            ("check", "documento"): _names("document"),
            ("check", "limite"): _names("limit"),
            ("check", "espera"): _names("wait"),
        },
        refers={
            "document": ("validades", "of"),
            "wait": ("esperas", "after"),
            "limit": ("vagas", "limit"),
        },
    ),
    "veiculo": Shape(
        _names("label purposes check"),
        _names("years newer_by grace old_from old_until cc document"),
        {
            "purposes": _names("inclusao substituicao operacao"),
            "check": _names("idade placa cilindrada documento vistoria conferir"),
            "grace": _names("fim_de_ano"),
        },
        needs={
            ("check", "idade"): _names("years"),
            ("check", "cilindrada"): _names("cc"),
            ("check", "documento"): _names("document"),
            ("check", "vistoria"): _names("document"),
        },
        refers={"document": ("validades", "of")},
    ),
    "vagas": Shape(
        _names("label"),
        _names("each per limit percent rounding from_vacancies outside"),
        {"rounding": _names("piso teto")},
        {"outside": _names("article")},
        one_of=_names("each limit percent"),
        needs={
            ("each", ""): _names("per rounding"),
            ("percent", ""): _names("rounding"),
        },
    ),
    "esperas": Shape(
        _names("label after bars"),
        _names("length rule term limit window years except"),
        {
            "after": _names("cadastro_auxiliar revogacao_auxiliar cancelamento transferencia")
            | _names("cassacao troca_auxiliar substituicao_veiculo outorga"),
            "bars": _names("titular auxiliar troca_auxiliar substituicao_veiculo transferencia"),
            "window": _names("ano_civil anos"),
            "rule": frozenset(Rule),
        },
        one_of=_names("length limit term"),
        needs={
            ("length", ""): _names("rule"),
            ("limit", ""): _names("window"),
            ("window", "anos"): _names("years"),
        },
        refers={"term": ("prazos", "length")},
    ),
    "validades": Shape(
        _names("label of"),
        _names("length rule present_within effect over_age length_over_age"),
        {"of": _names("pessoa veiculo autorizacao"), "rule": frozenset(Rule)},
        needs={("length", ""): _names("rule"), ("over_age", ""): _names("length_over_age")},
    ),
    "servico": Shape(_names("label"), _names("value items unit"), one_of=_names("value items")),
    "normas": Shape(_names("label says source bears_on")),
}
# What stands where the name of a penalty would, and names none.
_NO_PENALTY: Final = frozenset({"dobro", "sem_sancao"})


def read(folders: Iterable[Path]) -> dict[str, tuple[Entry, ...]]:
    """Every key of the folders, `subject.name`; a later folder replaces a key of an earlier one.

    Raises ValueError, naming file and key of everything that is not of the shape, one a line.
    """
    found: dict[str, tuple[Entry, ...]] = {}
    wrong = []
    for path, name, items in _keys(folders):
        try:
            found[f"{path.stem}.{name}"] = _key(path.stem, name, items)
        except ValueError as mistake:
            wrong.append(f"{path}: {path.stem}.{name}: {mistake}")
    if wrong:
        raise ValueError("\n".join(wrong))
    _check_names(found)
    return found


def table(path: Path, name: str) -> dict[str, Any]:
    """The one table `name` that a file must hold, and nothing beside it."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    if set(content) != {name} or not isinstance(content[name], dict):
        raise ValueError(f"{path}: must hold the table [{name}] and nothing else")
    return dict(content[name])


def _keys(folders: Iterable[Path]) -> Iterator[tuple[Path, str, Any]]:
    """The file, name and dated list of each key of the folders, unread."""
    for path in (file for folder in folders for file in sorted(folder.glob("*.toml"))):
        if path.stem in _ELSEWHERE:
            continue
        if path.stem not in SHAPES:
            raise ValueError(f"{path}: unknown subject; known are {', '.join(SHAPES)}")
        yield from ((path, name, items) for name, items in table(path, path.stem).items())


def _key(subject: str, name: str, items: Any) -> tuple[Entry, ...]:
    if not isinstance(items, list) or not items:
        raise ValueError("must be a list of dated entries")
    entries = tuple(_entry(subject, name, item) for item in items)
    if len({entry.dated_by for entry in entries}) > 1:
        raise ValueError("its entries are dated by different dates of the case")
    for before, after in pairwise(entries):
        if before.since >= after.since or (before.until and before.until >= after.since):
            raise ValueError(f"entries out of order at {after.since}")
    return entries


def _entry(subject: str, name: str, item: Mapping[str, Any]) -> Entry:
    about = {key: item[key] for key in item if key in _ABOUT}
    if subject == "texto":
        about.setdefault("article", name)
    fields = {key: item[key] for key in item if key not in _ABOUT}
    _check_about(about)
    _check_gap(about, fields)
    if not about.get("revoked"):
        _check_fields(SHAPES[subject], fields, about.get("missing", {}))
    since = about.pop("from")
    return Entry(f"{subject}.{name}", since, fields=frozen(fields), **frozen(about))


def _check_about(about: Mapping[str, Any]) -> None:
    if not _is_day(about.get("from")):
        raise ValueError("needs `from`, a date")
    if not about.get("article"):
        raise ValueError("needs `article`, the source of its values")
    untold = [name for name in sorted(_TEXTS & set(about)) if not isinstance(about[name], str)]
    if untold:
        raise ValueError(f"must be text: {', '.join(untold)}")
    if about.get("dated_by", "fact") not in DATED_BY:
        raise ValueError(f"`dated_by` must be one of {', '.join(sorted(DATED_BY))}")
    _check_end(about)
    if "corrected" in about and set(about["corrected"]) != {"on", "was", "why"}:
        raise ValueError("`corrected` needs exactly on, was and why")


def _check_end(about: Mapping[str, Any]) -> None:
    if ("until" in about) != ("awaits" in about):
        raise ValueError("`until` and `awaits` (the act that will fix the next value) go together")
    if "until" in about and not (_is_day(about["until"]) and about["until"] >= about["from"]):
        raise ValueError("`until` must be a date, not before `from`")


def _check_gap(about: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    missing = about.get("missing", {})
    if "default_because" in about and "gap" not in about:
        raise ValueError("`default_because` explains a `gap`, and there is none")
    if "gap" in about and "default_because" not in about and not missing:
        raise ValueError("a `gap` needs `default_because`, or `missing` values")
    if set(missing) & set(fields):
        raise ValueError("a value cannot be given and missing")


def _check_fields(shape: Shape, fields: Mapping[str, Any], missing: Mapping[str, str]) -> None:
    unknown = (set(fields) | set(missing)) - shape.required - shape.optional
    if unknown:
        raise ValueError(f"unknown values: {', '.join(sorted(unknown))}")
    absent = shape.required - set(fields) - set(missing)
    if absent:
        raise ValueError(f"needs {', '.join(sorted(absent))}")
    for reading in (fields, *fields.get("alternatives", ())):
        _check_closed(shape, reading)
    _check_tables(shape, fields)
    _check_needs(shape, fields, missing)


def _check_tables(shape: Shape, fields: Mapping[str, Any]) -> None:
    for name, allowed in shape.tables.items():
        for key, inner in fields.get(name, {}).items():
            if not isinstance(inner, dict) or not allowed.issuperset(inner):
                listed = ", ".join(sorted(allowed))
                raise ValueError(f"`{name}.{key}` must be a table of {listed}")


def _check_closed(shape: Shape, values: Mapping[str, Any]) -> None:
    for name, allowed in shape.closed.items():
        value = values.get(name, [])
        given = value if isinstance(value, list) else [value]
        if not allowed.issuperset(given):
            raise ValueError(f"`{name}` must be one of {', '.join(sorted(allowed))}")


def _check_needs(shape: Shape, fields: Mapping[str, Any], missing: Mapping[str, str]) -> None:
    given = {*fields, *missing}
    if shape.one_of and len(given & shape.one_of) != 1:
        raise ValueError(f"needs exactly one of {', '.join(sorted(shape.one_of))}")
    for (name, value), needed in shape.needs.items():
        if name in given and value in ("", fields.get(name)) and not needed <= given:
            listed = ", ".join(sorted(needed - given))
            raise ValueError(f"`{name}`{value and f' {value}'} needs {listed}")


def _check_names(found: Mapping[str, tuple[Entry, ...]]) -> None:
    """Every key that an entry names is in the law, with the value it is named for."""
    for entry in chain.from_iterable(found.values()):
        for key, value in _names_of(entry):
            if not any(value in named for named in found.get(key, ())):
                raise ValueError(f"{entry.key}: the law has no {key} with `{value}`")


def _names_of(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.get("sanction") == "sem_sancao":
        yield "penalidades.sem_sancao", "because"
    for name, (subject, value) in SHAPES[entry.key.partition(".")[0]].refers.items():
        named = entry.get(name, ())
        for key in (named,) if isinstance(named, str) else named:
            if key not in _NO_PENALTY:
                yield f"{subject}.{key}", value


def _is_day(value: Any) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)
