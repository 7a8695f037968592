"""What is entered and corrected in the registry, each as a form: documents, inspections, people,
vehicles, stands.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from flask import url_for
from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.errors import NotFound
from webapp.forms import Field, Option, ShowIf
from webapp.registry import entering
from webapp.registry.entering import (
    FISICA,
    JURIDICA,
    NewCertificate,
    NewInspection,
    PersonData,
    StandData,
    VehicleData,
)
from webapp.store import standing
from webapp.web.registry_screens import (
    ACT,
    FROM,
    Asked,
    Screen,
    Values,
    choices,
    day,
    documents_of,
    inspections,
    of_permit,
    unless_one,
)
from webapp.web.words import plain_day

_WHY_WRONG: Final = Field(
    "motivo",
    "long_text",
    "O que estava errado, e de onde vem o certo",
    required=True,
    max=2000,
)


def maybe_day(values: Values, name: str) -> date | None:
    return date.fromisoformat(values[name]) if values.get(name) else None


# ---- documents and inspections


def permit_document(at: Asked, permit_id: int) -> Screen:
    """«Anotar documento» of a permit."""
    return _certificate(at, "autorizacao", permit_id)


def person_document(at: Asked, person_id: int) -> Screen:
    """«Anotar documento» of a person or a company."""
    return _certificate(at, "pessoa", person_id)


def vehicle_document(at: Asked, vehicle_id: int) -> Screen:
    """«Anotar documento» of a vehicle."""
    return _certificate(at, "veiculo", vehicle_id)


def _certificate(at: Asked, of: str, owner_id: int) -> Screen:
    back = _page_of(at, of, owner_id)
    kinds = documents_of(at.registry, of)
    if not kinds:
        raise NotFound

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = NewCertificate(
            of,
            owner_id,
            values["especie"],
            day(values, "emissao"),
            day(values, "apresentacao"),
            maybe_day(values, "validade"),
            values.get("numero"),
        )
        entering.record_certificate(session, new, now=now, actor=at.person)
        return f"{kinds[new.kind]}: anotado.", back[1]

    fields = (
        Field(
            "especie", "choice", "Documento", required=True, outcome=True, options=choices(kinds)
        ),
        Field("numero", "text", "Número", max=60),
        Field("emissao", "date", "Emissão", required=True),
        Field("apresentacao", "date", "Apresentação", required=True),
        Field("validade", "date", "Validade", "Só a que o documento traz; a da lei é contada."),
    )
    first = {"apresentacao": [at.registry.on.isoformat()]}
    return Screen("Anotar documento", "Anotar documento", back, fields, run, first=first)


def _page_of(at: Asked, of: str, owner_id: int) -> tuple[str, str]:
    """The name and the page of a person, a vehicle or a permit. Raises NotFound."""
    place = at.registry.session, at.registry.municipality_id
    if of == "autorizacao":
        return of_permit(at, owner_id)[1]
    known = (standing.one_person if of == "pessoa" else standing.one_vehicle)(*place, owner_id)
    if known is None:
        raise NotFound
    if of == "pessoa":
        return known.name, url_for("people.show", person_id=owner_id)
    plate = identifiers.show_plate(known.plate)
    return plate, url_for("vehicles.show_vehicle", vehicle_id=owner_id)


def inspection(at: Asked, vehicle_id: int) -> Screen:
    """«Anotar vistoria»."""
    back, kinds = _page_of(at, "veiculo", vehicle_id), inspections(at.registry)
    if not kinds:
        raise NotFound

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = NewInspection(
            vehicle_id,
            values.get("especie") or next(iter(kinds)),
            day(values, "dia"),
            values["resultado"],
            values["vistoriador"],
        )
        entering.record_inspection(session, new, now=now, actor=at.person)
        return f"Vistoria de {plain_day(new.on_day)}: {new.result}.", back[1]

    found = {entering.APROVADO: "Aprovado", entering.REPROVADO: "Reprovado"}
    fields = (
        *unless_one("especie", "Vistoria", kinds),
        Field("dia", "date", "Dia da vistoria", required=True),
        Field(
            "resultado", "choice", "Resultado", required=True, outcome=True, options=choices(found)
        ),
        Field("vistoriador", "text", "Quem vistoriou", required=True, max=200),
    )
    return Screen("Anotar vistoria", "Anotar vistoria", back, fields, run)


# ---- people, vehicles, stands

_COMPANY, _PERSON = ShowIf("natureza", (JURIDICA,)), ShowIf("natureza", (FISICA,))
_ABOUT_PERSON: Final = (
    Field(
        "natureza",
        "choice",
        "Quem é",
        required=True,
        options=(Option(FISICA, "Pessoa"), Option(JURIDICA, "Empresa")),
    ),
    Field("nome", "text", "Nome", required=True, max=200, outcome=True),
    Field("cpf", "text", "CPF", pattern="cpf", required=True, show_if=_PERSON),
    Field("cnpj", "text", "CNPJ", pattern="cnpj", required=True, show_if=_COMPANY),
    Field("nascimento", "date", "Nascimento", show_if=_PERSON),
    Field("cnh", "text", "Número da CNH", pattern="cnh", show_if=_PERSON),
    Field("categoria", "text", "Categoria da CNH", "Como A, B ou AD.", max=5, show_if=_PERSON),
    Field("categoria_desde", "date", "Habilitado na categoria desde", show_if=_PERSON),
    Field("cnh_validade", "date", "Validade da CNH", show_if=_PERSON),
    Field("endereco", "text", "Endereço", max=300),
    Field("cidade", "text", "Município onde mora ou tem sede", max=120),
    Field("telefone", "text", "Telefone", pattern="telefone"),
)
_ABOUT_VEHICLE: Final = (
    Field("placa", "text", "Placa", pattern="placa", required=True, outcome=True),
    Field("modelo", "text", "Marca e modelo", max=120),
    Field("cor", "text", "Cor", max=40),
    Field("ano", "integer", "Ano de fabricação", min=1950, max=2100),
    Field("cilindrada", "integer", "Cilindrada", "Em cm³; só de motocicleta.", min=1, max=3000),
    Field("cidade", "text", "Município da placa", max=120),
    Field("renavam", "text", "Renavam", pattern="renavam"),
)
_PERSON_INPUTS: Final = {
    "natureza": "kind",
    "nome": "name",
    "cpf": "cpf",
    "cnpj": "cnpj",
    "nascimento": "birth_on",
    "cnh": "cnh",
    "categoria": "cnh_category",
    "categoria_desde": "cnh_category_on",
    "cnh_validade": "cnh_until",
    "endereco": "address",
    "cidade": "city",
    "telefone": "phone",
}
_VEHICLE_INPUTS: Final = {
    "placa": "plate",
    "modelo": "model",
    "cor": "colour",
    "ano": "year",
    "cilindrada": "engine_cc",
    "cidade": "plate_city",
    "renavam": "renavam",
}
_DAYS: Final = frozenset({"birth_on", "cnh_category_on", "cnh_until"})


def _typed(values: Values, inputs: Mapping[str, str]) -> dict[str, Any]:
    """What was typed, by column."""
    return {
        column: maybe_day(values, name) if column in _DAYS else values.get(name) or None
        for name, column in inputs.items()
    }


def _standing(row: Any, inputs: Mapping[str, str]) -> dict[str, list[str]]:
    """What the registry has, as the form would be filled in with it."""
    known = {name: getattr(row, column) for name, column in inputs.items()}
    return {name: [_in_form(value)] for name, value in known.items() if value is not None}


def _in_form(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def new_person(at: Asked) -> Screen:
    """«Nova pessoa»."""

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = PersonData(**_typed(values, _PERSON_INPUTS))
        person_id = entering.enter_person(session, new, now=now, actor=at.person)
        return f"{new.name}: no cadastro.", url_for("people.show", person_id=person_id)

    back = at.word.titles, url_for("permits.listed")
    return Screen("Nova pessoa", "Cadastrar", back, _ABOUT_PERSON, run)


def correct_person(at: Asked, person_id: int) -> Screen:
    """«Corrigir» a person or a company."""
    back = _page_of(at, "pessoa", person_id)
    row = standing.one_person(at.registry.session, at.registry.municipality_id, person_id)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = PersonData(**_typed(values, _PERSON_INPUTS))
        entering.correct_person(session, person_id, new, values["motivo"], now=now, actor=at.person)
        return "Cadastro corrigido; o que havia fica no registro.", back[1]

    fields, first = (*_ABOUT_PERSON, _WHY_WRONG), _standing(row, _PERSON_INPUTS)
    return Screen("Corrigir cadastro", "Corrigir", back, fields, run, first=first)


def new_vehicle(at: Asked) -> Screen:
    """«Novo veículo»."""

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = VehicleData(**_typed(values, _VEHICLE_INPUTS))
        vehicle_id = entering.enter_vehicle(session, new, now=now, actor=at.person)
        where = url_for("vehicles.show_vehicle", vehicle_id=vehicle_id)
        return f"{identifiers.show_plate(new.plate)}: no cadastro.", where

    back = at.word.titles, url_for("permits.listed")
    return Screen("Novo veículo", "Cadastrar", back, _ABOUT_VEHICLE, run)


def correct_vehicle(at: Asked, vehicle_id: int) -> Screen:
    """«Corrigir» a vehicle."""
    back = _page_of(at, "veiculo", vehicle_id)
    row = standing.one_vehicle(at.registry.session, at.registry.municipality_id, vehicle_id)

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = VehicleData(**_typed(values, _VEHICLE_INPUTS))
        entering.correct_vehicle(
            session, vehicle_id, new, values["motivo"], now=now, actor=at.person
        )
        return "Cadastro corrigido; o que havia fica no registro.", back[1]

    fields, first = (*_ABOUT_VEHICLE, _WHY_WRONG), _standing(row, _VEHICLE_INPUTS)
    return Screen("Corrigir cadastro", "Corrigir", back, fields, run, first=first)


def new_stand(at: Asked) -> Screen:
    """«Novo ponto»."""
    back = "Pontos", url_for("stands.listed")

    def run(session: Session, now: datetime, values: Values) -> tuple[str, str]:
        new = StandData(
            values["nome"],
            values["especie"],
            day(values, "dia"),
            values["ato"],
            values.get("vagas"),
        )
        entering.enter_stand(session, new, now=now, actor=at.person)
        return f"Ponto {new.name}: no cadastro.", back[1]

    fields = (
        Field("nome", "text", "Nome", required=True, max=120),
        Field("especie", "choice", "Espécie", required=True, options=choices(entering.STANDS)),
        Field("vagas", "integer", "Vagas", "Em branco onde nenhum ato as fixa.", min=1, max=1000),
        FROM,
        ACT,
    )
    return Screen("Novo ponto", "Cadastrar", back, fields, run)
