"""Who works, who drives and who holds a permit in the demonstration. Every name is invented."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from webapp.config import municipalities
from webapp.domain.competence import Actor, Membership
from webapp.laws import law
from webapp.registry.people import person_of, vehicle_of
from webapp.store import people
from webapp.store.tables import permit, permit_link

SLUG: Final = "marilandia"
SINCE: Final = date(2025, 1, 2)
RENEWED: Final = date(2024, 3, 1)
APPOINTED: Final = "Portaria 12/2025"
OPERATOR: Final = "operador"
DIRECTOR: Final = "Diretor do órgão municipal regulamentador"


@dataclass(frozen=True, slots=True)
class Seat:
    """A role held in a unit."""

    role: str
    unit: str
    office: str
    capacity: str = "titular"
    appointed_by: str = APPOINTED


@dataclass(frozen=True, slots=True)
class Official:
    """Somebody of the Prefeitura, with an account."""

    login: str
    name: str
    registration: str
    seats: tuple[Seat, ...]


TRAFFIC, FRONT, OFFICE = "Fiscalização de Trânsito", "Protocolo Geral", "Secretaria do Transporte"
CABINET, MONEY = "Gabinete do Diretor", "Arrecadação Municipal"
MACHINES = "Núcleo de Informática"

OFFICIALS: Final = (
    Official(
        "fiscal",
        "Jandira Lorencini Prado",
        "10417",
        (Seat("fiscalizacao", TRAFFIC, "Agente de fiscalização"),),
    ),
    Official(
        "fiscal2",
        "Valdecir Monjardim Neto",
        "10432",
        (Seat("fiscalizacao", TRAFFIC, "Agente de fiscalização"),),
    ),
    Official(
        "protocolo",
        "Marlúcia Bergamin Teles",
        "09811",
        (Seat("protocolo", FRONT, "Assistente de protocolo"),),
    ),
    Official(
        "secretaria",
        "Ivonete Casagrande Luz",
        "09954",
        (Seat("secretaria", OFFICE, "Secretária administrativa"),),
    ),
    Official(
        "atendimento",
        "Nilcéia Furlan Barcelos",
        "10120",
        (
            Seat("protocolo", FRONT, "Assistente de protocolo"),
            Seat("secretaria", OFFICE, "Secretária administrativa"),
        ),
    ),
    Official(
        "diretor", "Otacílio Trevisan Rocha", "08802", (Seat("autoridade", CABINET, DIRECTOR),)
    ),
    Official(
        "substituta",
        "Rosângela Milanez Couto",
        "09340",
        (Seat("autoridade", CABINET, DIRECTOR, "substituto", "Portaria 88/2025"),),
    ),
    Official(
        "assessor",
        "Cleber Zanotti Farias",
        "10288",
        (Seat("autoridade", CABINET, "Assessor do Diretor", "apoio"),),
    ),
    Official(
        "arrecadacao",
        "Eliane Pianissola Reis",
        "09677",
        (Seat("arrecadacao", MONEY, "Fiscal de rendas"),),
    ),
    Official(
        "operador",
        "Hermínia Scardua Bastos",
        "10655",
        (Seat("operador", MACHINES, "Analista de sistemas"),),
    ),
)


@dataclass(frozen=True, slots=True)
class Driver:
    """Somebody who drives, as the registry knows them; the CPF is made up and valid."""

    name: str
    nine_digits: str
    address: str

    def typed(self) -> dict[str, str]:
        return {"nome": self.name, "cpf": cpf(self.nine_digits), "endereco": self.address}


@dataclass(frozen=True, slots=True)
class Permit:
    """A permit with its motorcycle and who drives it."""

    number: str
    plate: str
    model: str
    colour: str
    year: int
    holder: Driver
    auxiliary: Driver | None = None

    @property
    def driver(self) -> Driver:
        """Who is in the street with it: the auxiliary where there is one."""
        return self.auxiliary or self.holder


def _permit(
    number: str, plate: str, model: str, colour: str, year: int, *drivers: tuple[str, str, str]
) -> Permit:
    return Permit(number, plate, model, colour, year, *(Driver(*one) for one in drivers))


PERMITS: Final = tuple(
    _permit(*row)
    for row in (
        (
            *("001/2024", "RQX2B14", "Honda CG 160 Start", "laranja", 2023),
            ("Adenir Falqueto Moura", "104882310", "Rua das Palmeiras, 41, Centro"),
        ),
        (
            *("002/2024", "QRM7C31", "Yamaha Factor 150", "preta", 2022),
            ("Benedita Sossai Prates", "215993421", "Rua do Cruzeiro, 208, Centro"),
            ("Juliano Sossai Prates", "326114532", "Rua do Cruzeiro, 208, Centro"),
        ),
        (
            *("003/2024", "RBA5F62", "Honda CG 160 Fan", "vermelha", 2024),
            ("Claudemir Gava Antunes", "437225643", "Avenida Beira-Rio, 15, Honorato"),
        ),
        (
            *("004/2024", "QTV3D08", "Honda Bros 160", "branca", 2021),
            ("Dulcinéia Rangel Pimenta", "548336754", "Rua Projetada B, 77, Liberdade"),
        ),
        (
            *("005/2024", "RNC8H45", "Yamaha Fazer 150", "azul", 2023),
            ("Edmilson Covre Batista", "659447865", "Rua São Pedro, 130, Centro"),
            ("Tainá Covre Batista", "760558976", "Rua São Pedro, 132, Centro"),
        ),
        (
            *("006/2024", "QPZ1J27", "Honda CG 160 Titan", "laranja", 2022),
            ("Fabiana Lovatti Serra", "871669087", "Rua da Fonte, 9, Sapucaia"),
        ),
        (
            *("007/2024", "RDE6K93", "Honda CG 150", "prata", 2021),
            ("Gilberto Marim Nogueira", "982770198", "Estrada do Patrão-Mor, 300"),
        ),
        (
            *("008/2024", "QXS4L50", "Yamaha Factor 125", "vermelha", 2022),
            ("Helenice Dalvi Amorim", "193881209", "Rua das Acácias, 52, Centro"),
        ),
        (
            *("009/2024", "RFG9M16", "Honda CG 160 Start", "preta", 2024),
            ("Iranildo Bravim Pontes", "204992310", "Rua Boa Vista, 18, Liberdade"),
        ),
        (
            *("010/2024", "QWK2N74", "Honda CG 160 Fan", "laranja", 2023),
            ("Jocimara Vago Teixeira", "315003421", "Rua do Campo, 233, Honorato"),
        ),
    )
)


@dataclass(slots=True)
class Town:
    """The municipality as it was entered: its id, and its officials by login."""

    id: int
    actors: Mapping[str, Actor] = field(default_factory=dict)


def found(session: Session, password_hash: str, now: datetime) -> Town:
    """Enter the municipality with its officials and registry, and the others by name."""
    for slug in municipalities():
        place = law(slug).municipality
        people.municipality_id(session, slug=slug, name=place.name, uf=place.uf)
    own = law(SLUG).municipality
    town_id = people.municipality_id(session, slug=SLUG, name=own.name, uf=own.uf)
    actors = {one.login: _employ(session, town_id, one, password_hash, now) for one in OFFICIALS}
    for one in PERMITS:
        _grant(session, town_id, one)
    return Town(town_id, actors)


def _employ(
    session: Session, town_id: int, official: Official, password_hash: str, now: datetime
) -> Actor:
    user_id = people.add_account(
        session,
        municipality_id=town_id,
        login=official.login,
        name=official.name,
        password_hash=password_hash,
        registration=official.registration,
    )
    people.record_change(
        session, "user_added", municipality_id=town_id, user_id=user_id, actor=OPERATOR, now=now
    )
    held = tuple(_seat(session, town_id, user_id, seat, now) for seat in official.seats)
    return Actor(user_id, official.name, town_id, SLUG, held, official.registration)


def _seat(session: Session, town_id: int, user_id: int, seat: Seat, now: datetime) -> Membership:
    unit_id = people.unit_id(session, municipality_id=town_id, name=seat.unit)
    new = people.add_membership(
        session,
        municipality_id=town_id,
        user_id=user_id,
        role=seat.role,
        capacity=seat.capacity,
        from_day=SINCE,
        unit_id=unit_id,
        office=seat.office,
        appointed_by=seat.appointed_by,
    )
    people.record_change(
        session,
        "membership_added",
        municipality_id=town_id,
        user_id=user_id,
        actor=OPERATOR,
        now=now,
        membership=new,
        role=seat.role,
        **{"from": SINCE.isoformat()},
    )
    return Membership(new, seat.role, seat.capacity, unit_id, seat.office, seat.appointed_by)


def _grant(session: Session, town_id: int, granted: Permit) -> None:
    """Enter a permit, its motorcycle, its holder and its auxiliary."""
    act = f"Termo de autorização {granted.number}"
    values = {"number": granted.number, "kind": "mototaxi", "from_day": RENEWED, "act": act}
    statement = insert(permit).values(municipality_id=town_id, **values).returning(permit.c.id)
    permit_id = session.execute(statement).scalar_one()
    motorcycle = {
        "placa": granted.plate,
        "marca_modelo": granted.model,
        "cor": granted.colour,
        "ano": granted.year,
    }
    links = [
        {"role": "titular", "person_id": _enter(session, town_id, granted.holder)},
        {"role": "veiculo", "vehicle_id": vehicle_of(session, town_id, motorcycle)},
    ]
    if granted.auxiliary:
        auxiliary = _enter(session, town_id, granted.auxiliary)
        links.append({"role": "auxiliar", "person_id": auxiliary})
    for link in links:
        place = {"municipality_id": town_id, "permit_id": permit_id}
        session.execute(insert(permit_link).values(**place, **link, from_day=RENEWED, act=act))


def _enter(session: Session, town_id: int, driver: Driver) -> int:
    return person_of(session, town_id, driver.typed())


def cpf(nine: str) -> str:
    """The CPF that begins with nine digits: two check digits follow (module 11)."""
    digits = [int(digit) for digit in nine]
    for _ in range(2):
        weighted = sum(d * w for d, w in zip(digits, range(len(digits) + 1, 1, -1), strict=True))
        digits.append(weighted * 10 % 11 % 10)
    return "".join(map(str, digits))
