"""Acts on what permits are made of: people, vehicles, stands, documents, inspections.

Identifiers come in their normal form. What is corrected stays readable beside the event that
corrects it. Mistakes are Unacceptable, by input.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Row, Table, insert, select, update
from sqlalchemy.orm import Session

from webapp.domain import identifiers
from webapp.domain.competence import Actor
from webapp.domain.errors import NotFound
from webapp.domain.finding import br
from webapp.domain.numbering import search_key
from webapp.domain.validity import Validity, last_good_day
from webapp.registry.office import INSPECTORS, SECRETARIA, Office, refuse_wrong
from webapp.store import events, names
from webapp.store.tables import certificate, inspection, permit, person, stand, vehicle

FISICA, JURIDICA = "fisica", "juridica"
APROVADO, REPROVADO = "aprovado", "reprovado"
STANDS: Final = {"fixo": "Fixo", "rotativo": "Rotativo", "provisorio": "Provisório"}
_OWNERS: Final[Mapping[str, tuple[Table, str, str]]] = {
    "pessoa": (person, "person_id", "person"),
    "veiculo": (vehicle, "vehicle_id", "vehicle"),
    "autorizacao": (permit, "permit_id", "permit"),
}


@dataclass(frozen=True, slots=True)
class PersonData:
    """A person (`cpf`) or a company (`cnpj`), as the registry keeps them."""

    name: str
    kind: str = FISICA
    cpf: str | None = None
    cnpj: str | None = None
    birth_on: date | None = None
    cnh: str | None = None
    cnh_category: str | None = None
    cnh_category_on: date | None = None
    cnh_until: date | None = None
    address: str | None = None
    city: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class VehicleData:
    """A vehicle as the registry keeps it; `year` is when it was made."""

    plate: str
    model: str | None = None
    colour: str | None = None
    year: int | None = None
    engine_cc: int | None = None
    plate_city: str | None = None
    renavam: str | None = None


@dataclass(frozen=True, slots=True)
class StandData:
    """A stand: kind of STANDS, how many vehicles it has room for (None: no act says so)."""

    name: str
    kind: str
    from_day: date
    act: str
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class NewCertificate:
    """A document as it is shown: `of` is pessoa, veiculo or autorizacao, `kind` a key of
    `validades`. `expires_on` is what the document says, where the law does not."""

    of: str
    owner_id: int
    kind: str
    issued_on: date
    presented_on: date
    expires_on: date | None = None
    number: str | None = None


@dataclass(frozen=True, slots=True)
class NewInspection:
    """What an inspection found: APROVADO or REPROVADO; `kind` is a key of `validades`."""

    vehicle_id: int
    kind: str
    on_day: date
    result: str
    inspector: str


def enter_person(session: Session, new: PersonData, *, now: datetime, actor: Actor) -> int:
    """Enter a person or a company. Returns its id."""
    office = Office.open(session, actor, now, "cadastrar", SECRETARIA)
    refuse_wrong(_wrong_person(office, new, None))
    person_id = _insert(office, person, _of_person(new))
    names.keep(session, office.place, person_id, new.name)
    office.note(f"person:{person_id}", "registered", {})
    return person_id


def correct_person(
    session: Session, person_id: int, new: PersonData, reason: str, *, now: datetime, actor: Actor
) -> None:
    """Correct what the registry knows of somebody; what it knew stays beside the event."""
    office = Office.open(session, actor, now, "corrigir", SECRETARIA)
    refuse_wrong({**_wrong_person(office, new, person_id), **_unsaid(reason)})
    _correct(office, person, f"person:{person_id}", person_id, _of_person(new), reason)
    names.keep(session, office.place, person_id, new.name)


def enter_vehicle(session: Session, new: VehicleData, *, now: datetime, actor: Actor) -> int:
    """Enter a vehicle. Returns its id."""
    office = Office.open(session, actor, now, "cadastrar", SECRETARIA)
    refuse_wrong(_wrong_vehicle(office, new, None))
    vehicle_id = _insert(office, vehicle, _of_vehicle(new))
    office.note(f"vehicle:{vehicle_id}", "registered", {})
    return vehicle_id


def correct_vehicle(
    session: Session, vehicle_id: int, new: VehicleData, reason: str, *, now: datetime, actor: Actor
) -> None:
    """Correct what the registry knows of a vehicle; what it knew stays beside the event."""
    office = Office.open(session, actor, now, "corrigir", SECRETARIA)
    refuse_wrong({**_wrong_vehicle(office, new, vehicle_id), **_unsaid(reason)})
    _correct(office, vehicle, f"vehicle:{vehicle_id}", vehicle_id, _of_vehicle(new), reason)


def enter_stand(session: Session, new: StandData, *, now: datetime, actor: Actor) -> int:
    """Enter a stand that an act creates. Returns its id."""
    office = Office.open(session, actor, now, "cadastrar ponto", SECRETARIA)
    key = search_key(new.name)[:120]
    mine = stand.c.municipality_id == office.place, stand.c.name_key == key
    there = session.execute(select(stand.c.id).where(*mine, stand.c.to_day.is_(None))).first()
    few = new.capacity is not None and new.capacity < 1
    refuse_wrong(
        {
            **office.by_act(new.from_day, new.act),
            "nome": f"Já há um ponto {new.name}." if there else _unnamed(new.name),
            "especie": "" if new.kind in STANDS else "Escolha a espécie do ponto.",
            "vagas": "O ponto tem pelo menos uma vaga." if few else "",
        }
    )
    stand_id = _insert(office, stand, {**asdict(new), "name_key": key})
    office.note(f"stand:{stand_id}", "registered", {})
    return stand_id


def record_certificate(
    session: Session, new: NewCertificate, *, now: datetime, actor: Actor
) -> int:
    """Record a document that was shown. Returns its id; a document already expired is refused."""
    office = Office.open(session, actor, now, "anotar documento", SECRETARIA)
    owner = _owner(office, new.of, new.owner_id)
    asked = office.registry(new.presented_on)
    kind = asked.kinds().get(new.kind)
    expires = new.expires_on
    if kind is not None:
        born = owner._mapping.get("birth_on")
        expires = last_good_day(kind, new.issued_on, asked.calendar(), born) or new.expires_on
    refuse_wrong(_wrong_certificate(office, new, kind, expires))
    _, column, chain = _OWNERS[new.of]
    values = {
        column: new.owner_id,
        "kind": new.kind,
        "number": new.number,
        "issued_on": new.issued_on,
        "expires_on": expires,
        "presented_on": new.presented_on,
    }
    row_id = _insert(office, certificate, values)
    told = {"certificate": row_id, "kind": new.kind, "expires_on": expires}
    office.note(f"{chain}:{new.owner_id}", "certificate_recorded", told)
    return row_id


def record_inspection(session: Session, new: NewInspection, *, now: datetime, actor: Actor) -> int:
    """Record what an inspection found. Returns its id."""
    office = Office.open(session, actor, now, "anotar vistoria", INSPECTORS)
    _owner(office, "veiculo", new.vehicle_id)
    asked = office.registry(new.on_day)
    kind = asked.kinds().get(new.kind)
    refuse_wrong(
        {
            **office.past(new.on_day),
            "especie": "" if kind else "A lei não tem esta espécie de vistoria.",
            "resultado": "" if new.result in (APROVADO, REPROVADO) else "Escolha o resultado.",
            "vistoriador": "" if new.inspector.strip() else "Diga quem vistoriou.",
        }
    )
    passed = kind is not None and new.result == APROVADO
    until = last_good_day(kind, new.on_day, asked.calendar()) if kind and passed else None
    row_id = _insert(office, inspection, {**asdict(new), "valid_until": until})
    told = {"inspection": row_id, "kind": new.kind, "result": new.result, "valid_until": until}
    office.note(f"vehicle:{new.vehicle_id}", "inspection_recorded", told)
    return row_id


# ---- what is wrong


def _wrong_person(office: Office, new: PersonData, own_id: int | None) -> dict[str, str]:
    company = new.kind == JURIDICA
    number, column = (new.cnpj, person.c.cnpj) if company else (new.cpf, person.c.cpf)
    label, name = ("CNPJ", "cnpj") if company else ("CPF", "cpf")
    born = new.birth_on is not None and new.birth_on > office.today
    return {
        "nome": _unnamed(new.name),
        name: _taken(office, person, column == number, own_id, f"Este {label} já é de outra pessoa")
        if number
        else f"Escreva o {label}.",
        "nascimento": "A data de nascimento ainda não chegou." if born else "",
    }


def _wrong_vehicle(office: Office, new: VehicleData, own_id: int | None) -> dict[str, str]:
    same = vehicle.c.plate_key == identifiers.plate_key(new.plate)
    latest = office.today.year + 1  # a vehicle may be of next year's model
    year = new.year is not None and not 1950 <= new.year <= latest
    return {
        "placa": _taken(office, vehicle, same, own_id, "Esta placa já é de outro veículo"),
        "ano": f"O ano vai de 1950 a {latest}." if year else "",
    }


def _taken(office: Office, table: Table, same: Any, own_id: int | None, sentence: str) -> str:
    mine = table.c.municipality_id == office.place
    found = office.session.execute(select(table.c.id).where(mine, same)).scalar_one_or_none()
    return f"{sentence} do cadastro." if found is not None and found != own_id else ""


def _wrong_certificate(
    office: Office, new: NewCertificate, kind: Validity | None, expires: date | None
) -> dict[str, str]:
    if kind is None or kind.of != new.of:
        return {"especie": "A lei não tem este documento, ou ele é de outra coisa."}
    errors = office.past(new.presented_on, "apresentacao")
    if new.issued_on > new.presented_on:
        errors["emissao"] = "A emissão é depois da apresentação. Confira as duas datas."
    elif expires is not None and expires < new.presented_on:
        errors["validade"] = (
            f"{kind.label} ({kind.article}): venceu em {br(expires)}, antes da apresentação. "
            "Peça um documento válido."
        )
    return errors


def _unnamed(name: str) -> str:
    return "" if search_key(name) else "Escreva o nome."


def _unsaid(reason: str) -> dict[str, str]:
    return {"motivo": "" if reason.strip() else "Diga o que estava errado e de onde vem o certo."}


# ---- what is written


def _of_person(new: PersonData) -> dict[str, Any]:
    return {**asdict(new), "name_key": search_key(new.name)[:200]}


def _of_vehicle(new: VehicleData) -> dict[str, Any]:
    return {**asdict(new), "plate_key": identifiers.plate_key(new.plate)}


def _insert(office: Office, table: Table, values: Mapping[str, Any]) -> int:
    statement = insert(table).values(municipality_id=office.place, **values)
    return int(office.session.execute(statement.returning(table.c.id)).scalar_one())


def _owner(office: Office, of: str, owner_id: int) -> Row[Any]:
    if of not in _OWNERS:
        raise NotFound
    table = _OWNERS[of][0]
    mine = table.c.municipality_id == office.place, table.c.id == owner_id
    row = office.session.execute(select(table).where(*mine)).one_or_none()
    if row is None:
        raise NotFound
    return row


def _correct(
    office: Office, table: Table, chain: str, row_id: int, new: Mapping[str, Any], reason: str
) -> None:
    mine = table.c.municipality_id == office.place, table.c.id == row_id
    before = office.session.execute(select(table).where(*mine)).one_or_none()
    if before is None:
        raise NotFound
    changed = {k: v for k, v in new.items() if before._mapping[k] != v}
    if not changed:
        return
    office.session.execute(update(table).where(*mine).values(**changed))
    was = {name: before._mapping[name] for name in changed}
    kept = json.dumps(was, default=str, sort_keys=True, ensure_ascii=False)
    before_ref, before_hash = events.keep_text(office.session, office.place, kept)
    reason_ref, reason_hash = events.keep_text(office.session, office.place, reason.strip())
    body = {
        "fields": sorted(changed),
        "before_ref": before_ref,
        "before_hash": before_hash,
        "reason_ref": reason_ref,
        "reason_hash": reason_hash,
    }
    office.note(chain, "registry_corrected", body)
