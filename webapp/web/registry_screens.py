"""The acts on a permit, each as a form: what it asks, and what it does.

A screen is built anew for each request.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final

from flask import url_for
from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound, Unacceptable
from webapp.domain.finding import Finding
from webapp.domain.vacancy import DISTRITO, PCD
from webapp.forms import Context, Field, Form, Option
from webapp.laws import requirements as rules
from webapp.registry import facts, registering
from webapp.registry.asking import Registry
from webapp.registry.facts import PermitOn
from webapp.registry.registering import Binding, Ending, Grant
from webapp.store import standing
from webapp.web import permit_words
from webapp.web.policy import actor
from webapp.web.words import plain_day

LOOKED_UP: Final = "conferido"
# What the registry may not know of a person, a vehicle, the fleet or a waiting period.
_LOOKED_UP_IN: Final = ("requisitos", "veiculo", "vagas", "esperas")

Values = Mapping[str, Any]
Run = Callable[[Session, datetime, Values], tuple[str, str]]
"""Does the act with what was typed. Returns what was done, and the page to go to."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One act. `back` is the page it is about, with its name; `first` what stands in the form
    before anybody types."""

    title: str
    verb: str
    back: tuple[str, str]
    fields: tuple[Field, ...]
    run: Run
    lead: str = ""
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()

    def form(self, findings: Sequence[Finding] | None = None) -> Form:
        """The form as it is shown, with those `findings` to be ticked as looked up; as it is read,
        where any of `keys` may be, without them."""
        options = _any(self.keys) if findings is None else tuple(map(_ticked, findings))
        shown = findings is not None
        fields = (*self.fields, _looked_up(options, shown)) if options else self.fields
        return Form(self.title, fields, sha256(repr(fields).encode()).hexdigest())


def _any(keys: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(key, key) for key in keys)


def _ticked(finding: Finding) -> Option:
    return Option(finding.requirement, finding.label, f"{finding.why} ({finding.article})")


def _looked_up(options: tuple[Option, ...], shown: bool) -> Field:
    label = "O que o cadastro não sabe"
    hint = "Marque o que você conferiu em documento ou vistoria; fica no registro do ato."
    return Field(LOOKED_UP, "several", label, hint, required=shown, options=options)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a screen, of the registry of today."""

    registry: Registry
    person: Actor

    @property
    def context(self) -> Context:
        return Context(today=self.registry.on)

    @property
    def word(self) -> permit_words.Word:
        return permit_words.word(self.registry.law)

    @property
    def keys(self) -> tuple[str, ...]:
        law = self.registry.law
        return tuple(f"{s}.{name}" for s in _LOOKED_UP_IN for name in law.keys(s))

    def person_id(self, number: str, name: str) -> int:
        """The person or company of a number. Raises Unacceptable for the input `name`."""
        place = self.registry.session, self.registry.municipality_id
        found = standing.person_id(*place, number)
        if found is None:
            known = f"O cadastro não tem ninguém com o número {_shown(number)}."
            raise Unacceptable({name: f"{known} Cadastre primeiro em «Nova pessoa»."})
        return found

    def vehicle_id(self, plate: str, name: str) -> int:
        """The vehicle of a plate. Raises Unacceptable for the input `name`."""
        found = standing.vehicle_id(self.registry.session, self.registry.municipality_id, plate)
        if found is None:
            known = f"O cadastro não tem veículo de placa {identifiers.show_plate(plate)}."
            raise Unacceptable({name: f"{known} Cadastre primeiro em «Novo veículo»."})
        return found


def _shown(number: str) -> str:
    show = identifiers.show_cpf if len(number) == 11 else identifiers.show_cnpj
    return show(number)


def day(values: Values, name: str) -> date:
    return date.fromisoformat(values[name])


def choices(words: Mapping[str, str]) -> tuple[Option, ...]:
    return tuple(Option(code, label) for code, label in words.items())


FROM: Final = Field("dia", "date", "Desde", "O dia em que o ato vale.", required=True)
_LAST: Final = Field("dia", "date", "Último dia", required=True)
# No diagram learns the outcome of these forms; it is the answer that each of them must have.
ACT: Final = Field(
    "ato",
    "text",
    "Ato",
    "Termo, portaria ou decreto, com número e ano.",
    required=True,
    max=200,
    outcome=True,
)


# ---- on one permit


def of_permit(at: Asked, permit_id: int) -> tuple[PermitOn, tuple[str, str]]:
    """A permit and its page. Raises NotFound."""
    own = at.registry.permit(permit_id)
    page = f"{at.word.title} {own.number}", url_for("permit.show", permit_id=permit_id)
    return own, page


def bind_auxiliary(at: Asked, permit_id: int) -> Screen:
    """«Cadastrar auxiliar»."""
    own, back = of_permit(at, permit_id)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = Binding(
            own.id,
            at.person_id(values["auxiliar"], "auxiliar"),
            day(values, "dia"),
            values["ato"],
            checked=values.get(LOOKED_UP) or (),
        )
        registering.bind_auxiliary(session, new, now=now, actor=at.person)
        return f"Auxiliar cadastrado desde {plain_day(new.from_day)}.", back[1]

    who = Field("auxiliar", "text", "CPF do auxiliar", pattern="cpf", required=True)
    fields = (who, FROM, ACT)
    return Screen("Cadastrar auxiliar", "Cadastrar auxiliar", back, fields, run, keys=at.keys)


def unbind_auxiliary(at: Asked, permit_id: int) -> Screen:
    """«Desligar auxiliar»."""
    own, back = of_permit(at, permit_id)
    bound = own.bound(facts.AUXILIAR)
    if bound is None:
        raise NotFound

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        end = Ending(own.id, day(values, "dia"), values["motivo"], values["ato"])
        registering.unbind_auxiliary(session, end, now=now, actor=at.person)
        return f"{bound.name} deixa de ser auxiliar em {plain_day(end.last_day)}.", back[1]

    why = choices(registering.AUXILIARY_ENDS)
    fields = (_LAST, Field("motivo", "choice", "Motivo", required=True, options=why), ACT)
    lead = f"Auxiliar desde {plain_day(bound.from_day)}: {bound.name}."
    return Screen("Desligar auxiliar", "Desligar auxiliar", back, fields, run, lead)


def replace_vehicle(at: Asked, permit_id: int) -> Screen:
    """«Substituir veículo», or the first one of the permit."""
    own, back = of_permit(at, permit_id)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = Binding(
            own.id,
            at.vehicle_id(values["veiculo"], "veiculo"),
            day(values, "dia"),
            values["ato"],
            exception=values["excecao"] == "sim",
            checked=values.get(LOOKED_UP) or (),
        )
        registering.replace_vehicle(session, new, now=now, actor=at.person)
        plate = identifiers.show_plate(values["veiculo"])
        return f"{plate} serve desde {plain_day(new.from_day)}.", back[1]

    old = own.bound(facts.VEICULO)
    lead = f"Sai o veículo {identifiers.show_plate(old.name)}." if old else ""
    plate = Field("veiculo", "text", "Placa do veículo que entra", pattern="placa", required=True)
    proof = Field(
        "excecao",
        "yes_no",
        "É caso em que a lei não conta a troca?",
        "Acidente, furto e outros que a lei diz, com prova indicada no ato.",
        required=True,
    )
    fields = (plate, FROM, proof, ACT)
    title = "Substituir veículo" if old else "Incluir veículo"
    return Screen(title, title, back, fields, run, lead, keys=at.keys)


def assign_stand(at: Asked, permit_id: int) -> Screen:
    """«Designar ponto»."""
    own, back = of_permit(at, permit_id)
    asked = at.registry
    there = standing.stands(asked.session, asked.municipality_id, asked.on)
    names = {str(one.id): one.name for one in there}

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = Binding(own.id, int(values["ponto"]), day(values, "dia"), values["ato"])
        registering.assign_stand(session, new, now=now, actor=at.person)
        return f"Ponto {names[values['ponto']]} desde {plain_day(new.from_day)}.", back[1]

    where = Field("ponto", "choice", "Ponto", required=True, options=choices(names))
    return Screen("Designar ponto", "Designar ponto", back, (where, FROM, ACT), run)


def end_permit(at: Asked, permit_id: int) -> Screen:
    """«Encerrar»."""
    own, back = of_permit(at, permit_id)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        end = Ending(own.id, day(values, "dia"), values["motivo"], values["ato"])
        registering.end_permit(session, end, now=now, actor=at.person)
        return f"{at.word.title} encerrada em {plain_day(end.last_day)}.", back[1]

    why = choices(registering.PERMIT_ENDS)
    fields = (_LAST, Field("motivo", "choice", "Motivo", required=True, options=why), ACT)
    return Screen(f"Encerrar {at.word.one}", "Encerrar", back, fields, run)


def _quotas(asked: Registry) -> dict[str, str]:
    """Of what a permit may be granted under the law of the day."""
    known = rules.vacancy_rules(asked.law, asked.on)
    absent = {PCD: known.reserve is None, DISTRITO: not known.village}
    return {code: name for code, name in registering.QUOTAS.items() if not absent.get(code)}


def unless_one(name: str, label: str, words: Mapping[str, str]) -> tuple[Field, ...]:
    """A choice where there is one to make."""
    asked = Field(name, "choice", label, required=True, options=choices(words))
    return (asked,) if len(words) > 1 else ()


def grant(at: Asked) -> Screen:
    """«Outorgar»."""
    back = at.word.titles, url_for("permits.listed")
    kinds, quotas = permit_words.kinds_of(at.registry.law), _quotas(at.registry)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        plate = values.get("veiculo")
        new = Grant(
            values["numero"],
            values.get("especie") or next(iter(kinds)),
            values.get("cota") or next(iter(quotas)),
            at.person_id(values["titular"], "titular"),
            day(values, "dia"),
            values["ato"],
            vehicle_id=at.vehicle_id(plate, "veiculo") if plate else None,
            checked=values.get(LOOKED_UP) or (),
        )
        permit_id = registering.grant_permit(session, new, now=now, actor=at.person)
        where = url_for("permit.show", permit_id=permit_id)
        return f"{at.word.title} {new.number} outorgada.", where

    fields = (
        Field("numero", "text", "Número", required=True, max=40),
        *unless_one("especie", "Espécie", kinds),
        *unless_one("cota", "Vaga", quotas),
        Field("titular", "text", "CPF ou CNPJ do titular", pattern="cpf_ou_cnpj", required=True),
        Field("veiculo", "text", "Placa do veículo", pattern="placa"),
        FROM,
        ACT,
    )
    return Screen(f"Outorgar {at.word.one}", "Outorgar", back, fields, run, keys=at.keys)


# ---- what a page offers


def inspections(asked: Registry) -> dict[str, str]:
    """The inspections that the law asks of vehicles, by kind."""
    known = rules.vehicle_rules(asked.law, asked.on)
    asks = [rule.document for rule in known if rule.check == "vistoria"]
    return {document.kind: document.label for document in asks if document is not None}


def documents_of(asked: Registry, of: str) -> dict[str, str]:
    """The documents that the law knows of a person, a vehicle or a permit, by kind; the permit
    itself and the inspections have acts of their own."""
    apart = {"autorizacao", *inspections(asked)}
    known = asked.kinds().values()
    return {one.kind: one.label for one in known if one.of == of and one.kind not in apart}


def acts_of(asked: Registry, own: PermitOn) -> list[tuple[str, str]]:
    """What the visitor may do with a permit in force: label and path. The acts check it again."""
    if not own.in_force or not actor().holds(permit_words.KEEPER):
        return []
    has = {role: own.bound(role) is not None for role in (facts.AUXILIAR, facts.VEICULO)}
    shown = (
        (not has[facts.AUXILIAR], "Cadastrar auxiliar", "bind_auxiliary"),
        (has[facts.AUXILIAR], "Desligar auxiliar", "unbind_auxiliary"),
        (has[facts.VEICULO], "Substituir veículo", "replace_vehicle"),
        (not has[facts.VEICULO], "Incluir veículo", "replace_vehicle"),
        (True, "Designar ponto", "assign_stand"),
        (True, "Encerrar", "end_permit"),
        (bool(documents_of(asked, "autorizacao")), "Anotar documento", "permit_document"),
    )
    paths = [(label, f"registry_acts.{name}") for is_shown, label, name in shown if is_shown]
    return [(label, url_for(name, permit_id=own.id)) for label, name in paths]
