"""An entry of the law data in a sentence or two, for whoever reads the law on a page."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from webapp.cases.terms import length_in_words
from webapp.domain.money import units_text
from webapp.laws import Entry, Law, UnknownKey

SUBJECTS: Final[Mapping[str, str]] = {
    "prazos": "Prazo",
    "infracoes": "Infração",
    "penalidades": "Penalidade",
    "requisitos": "Requisito",
    "veiculo": "Veículo",
    "vagas": "Vagas",
    "esperas": "Espera",
    "validades": "Validade",
    "servico": "Serviço",
    "tarifas": "Tarifa",
    "valores": "Valor",
    "orgaos": "Quem exerce",
    "papeis": "Papel",
    "retornos": "Carta devolvida",
    "documentos": "Documento",
    "processos": "Processo",
}
_TITLES: Final = ("label", "text", "title", "holder")
_CODES: Final[Mapping[str, str]] = {
    "teto": "arredonda-se para cima",
    "piso": "arredonda-se para baixo",
    "ano_civil": "no ano civil",
    "fim_de_ano": "até 31 de dezembro do ano em que os completa",
    "ciencia": "vale como ciência",
    "tentativa": "é só uma tentativa",
    "SM": "salário mínimo",
    "dobro": "multa em dobro",
}


def title(entry: Entry) -> str:
    """What the entry is about: its label, the conduct it describes, or who holds a role."""
    return next((str(entry.fields[name]) for name in _TITLES if name in entry.fields), entry.key)


def told(law: Law, entry: Entry) -> list[str]:
    """What the entry fixes, one value a sentence, in the order in which one would say it."""
    fixed = (say(law, entry) for name, say in _SAY.items() if name in entry.fields)
    missing = (f"falta {decree}" for decree in entry.missing.values())
    return [sentence for sentence in (*fixed, *missing) if sentence]


def readings(entry: Entry) -> list[str]:
    """The other readings of what the law leaves open."""
    others = [str(one["because"]) for one in entry.fields.get("alternatives", ())]
    return others + [entry.fields[name] for name in ("alternative",) if name in entry.fields]


def _length(_: Law, entry: Entry) -> str:
    rule = entry.fields.get("rule")
    length = length_in_words(entry.fields) if rule else f"{entry['length']} dias"
    return f"no máximo {length}" if entry.fields.get("at_most") else length


def _extension(_: Law, entry: Entry) -> str:
    longer = length_in_words({**entry.fields, "length": entry["extension"]})
    return f"prorrogável por mais {longer}"


def _fine(_: Law, entry: Entry) -> str:
    unit = str(entry.fields.get("unit", ""))
    return f"multa de {units_text(Decimal(entry['units']))} {_CODES.get(unit, unit)}"


def _per(_: Law, entry: Entry) -> str:
    return f"{entry['each']} para cada {entry['per']:n}" if "each" in entry.fields else ""


def _value(_: Law, entry: Entry) -> str:
    value = str(entry["value"]).replace(".", ",") if _is_number(entry["value"]) else entry["value"]
    return f"{value} {entry.fields.get('unit', '')}".strip()


def _is_number(value: Any) -> bool:
    return str(value).replace(".", "", 1).isdecimal()


def _years(_: Law, entry: Entry) -> str:
    years = entry["years"]
    counted = f"{years} ano" if years == 1 else f"{years} anos"
    return f"em {counted}" if entry.fields.get("window") == "anos" else counted


def _span(name: str, words: str) -> Callable[[Law, Entry], str]:
    return lambda _, entry: words.format(entry[name])


def _coded(name: str) -> Callable[[Law, Entry], str]:
    return lambda _, entry: _CODES.get(str(entry[name]), "")


def _list(name: str, words: str) -> Callable[[Law, Entry], str]:
    return lambda _, entry: words.format(_joined(map(str, entry[name])))


def _joined(items: Iterable[str]) -> str:
    *head, last = items
    return f"{', '.join(head)} e {last}" if head else last


def _named(name: str, subject: str, words: str) -> Callable[[Law, Entry], str]:
    """The labels of the keys of another subject that a value names."""

    def say(law: Law, entry: Entry) -> str:
        keys = entry[name] if isinstance(entry[name], tuple) else (entry[name],)
        return words.format(_joined(_label(law, subject, key) for key in keys))

    return say


def _label(law: Law, subject: str, key: str) -> str:
    try:
        found = title(law.entries(f"{subject}.{key}")[-1])
    except UnknownKey:
        return _CODES.get(key, key)
    return found[:1].lower() + found[1:] if found[1:2].islower() else found


def _sanction(law: Law, entry: Entry) -> str:
    """What the item brings, where its fine has not said it."""
    return "" if "units" in entry.fields else _label(law, "penalidades", entry["sanction"])


_SAY: Final[Mapping[str, Callable[[Law, Entry], str]]] = {
    "length": _length,
    "extension": _extension,
    "term": _named("term", "prazos", "pelo prazo de «{}»"),
    "units": _fine,
    "sanction": _sanction,
    "measure": _named("measure", "penalidades", "com {}"),
    "adds": _named("adds", "penalidades", "e ainda {}"),
    "repetition": _named("repetition", "penalidades", "na reincidência, {}"),
    "points": _span("points", "{} pontos"),
    "each": _per,
    "percent": _span("percent", "{}%"),
    "rounding": _coded("rounding"),
    "from_vacancies": _span("from_vacancies", "de {} vagas em diante"),
    "limit": _span("limit", "limite: {}"),
    "window": _coded("window"),
    "years": _years,
    "grace": _coded("grace"),
    "newer_by": _span("newer_by", "pelo menos {} anos mais novo"),
    "months": _span("months", "{} meses"),
    "factor": _span("factor", "multiplica a multa por {}"),
    "share": lambda _, entry: f"parte: {units_text(Decimal(entry['share']))}",
    "categories": _list("categories", "categoria {}"),
    "cc": lambda _, entry: f"de {entry['cc'][0]} a {entry['cc'][-1]} cilindradas",
    "document": _named("document", "validades", "documento: {}"),
    "value": _value,
    "items": _list("items", "{}"),
    "act": _span("act", "{}"),
    "counts": _coded("counts"),
    "witnesses": _span("witnesses", "até {} testemunhas"),
    "body": _span("body", "por {}"),
    "except": _span("except", "Exceção: {}"),
    "present_within": _span("present_within", "apresenta-se em {} dias"),
    "effect": _span("effect", "{}"),
    "because": _span("because", "{}"),
}
