"""Facts of a case in words: what each is called, and what it says."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from webapp.domain import identifiers
from webapp.forms import PATTERNS, Field, Option
from webapp.store.corrections import KnownFact, Person

LABELS: Final = {
    "fato": "Dia do fato",
    "apreensao": "Dia da apreensão do veículo",
    "dia_pagamento": "Último dia para pagar",
    "itens": "Itens do auto",
    "lavratura": "Dia da lavratura do auto",
    "condutor": "Quem conduzia",
    "valor_unidade": "Valor da unidade da multa",
    "fundamento_unidade": "Ato que fixa o valor da unidade da multa",
}
NOTICED: Final = {
    "auto": "do auto",
    "penalidade": "da penalidade",
    "multa": "da multa",
    "decisao": "da decisão do recurso",
    "instauracao": "da instauração",
    "cassacao": "da cassação",
}
PARTIES: Final = {"autuado": "Quem é o autuado", "titular": "Quem é o titular da autorização"}


def fact_label(name: str, about: str, party: str = "") -> str:
    """«Ciência do auto, de Fulano da Silva»; `party` is the name of whose fact it is, if any."""
    if name == "pessoa":
        return PARTIES.get(about, f"Quem é: {about.replace('_', ' ')}")
    if name == "ciencia":
        whose = f", de {party}" if party else ""
        return f"Ciência {NOTICED.get(about, about)}{whose}"
    return LABELS.get(name, name.replace("_", " ").capitalize())


def label_of(fact: KnownFact) -> str:
    """The label of a fact of the case."""
    return fact_label(fact.name, fact.about, fact.party)


def day_words(iso: str) -> str:
    """«01/12/2025»."""
    return f"{date.fromisoformat(iso):%d/%m/%Y}"


def items_words(codes: Sequence[str], items: Sequence[Option]) -> str:
    """The items in the words of the law: «art. 5º, II: …»."""
    known = {item.code: item.label for item in items}
    return "; ".join(known.get(code, f"item {code}") for code in codes)


def person_words(person: Person) -> str:
    """«Fulano da Silva, CPF ***.982.247-**»."""
    cpf = f"CPF {identifiers.mask_cpf(person.cpf)}" if person.cpf else "CPF não informado"
    return f"{person.name}, {cpf}"


def value_words(value: str, asked: Field | None) -> str:
    """What was answered to the question that a fact comes from; without a question, a day."""
    if asked is None or asked.type == "date":
        return day_words(value)
    if asked.choices:
        return next((one.label for one in asked.choices if one.code == value), value)
    return PATTERNS[asked.pattern].show(value) if asked.pattern else value


def fact_words(
    fact: KnownFact,
    items: Sequence[Option],
    people: Mapping[int, Person],
    asked: Field | None,
) -> str:
    """What a fact says, given the items of the law, the people it may name, and the question."""
    if fact.name == "itens":
        return items_words(json.loads(fact.value), items)
    if fact.name == "pessoa":
        return person_words(people[int(fact.value)])
    return value_words(fact.value, asked)
