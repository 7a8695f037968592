"""Accounts: the operator opens them, and gives a new password to who forgot it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import click
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cli.usage import Value, WrongUse
from webapp.config import municipalities, settings
from webapp.domain.competence import CAPACITIES
from webapp.domain.counting import local_day
from webapp.domain.roles import ROLES
from webapp.laws import Municipality, law
from webapp.store import passwords, people, schema
from webapp.store.database import reading, transaction

OPERATOR = "operador"


def _place(slug: str) -> Municipality:
    if slug not in municipalities():
        raise ValueError(slug)
    return law(slug).municipality


def _role(name: str) -> str:
    if name not in ROLES:
        raise ValueError(name)
    return name


def _capacity(name: str) -> str:
    if name not in CAPACITIES:
        raise ValueError(name)
    return name


PLACE = Value(
    "MUNICÍPIO", _place, "não há lei cadastrada para «{}»; use o nome da pasta, como marilandia."
)
ROLE = Value("FUNÇÃO", _role, f"não existe a função «{{}}»; as funções são {', '.join(ROLES)}.")
CAPACITY = Value(
    "QUALIDADE", _capacity, f"«{{}}» não é uma de {', '.join(CAPACITIES)}; quem apoia não assina."
)
DAY = Value("AAAA-MM-DD", date.fromisoformat, "«{}» não é uma data; escreva AAAA-MM-DD.")


@click.group()
def user() -> None:
    """Contas das pessoas que trabalham no sistema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """How a person holds the roles."""

    roles: Sequence[str]
    capacity: str
    unit: str | None
    office: str | None
    appointed_by: str | None
    start: date | None


@user.command("add")
@click.option("--municipality", "place", required=True, type=PLACE, help="Pasta da lei.")
@click.option("--login", required=True, metavar="LOGIN", help="Como a pessoa entra.")
@click.option("--name", required=True, metavar="NOME", help="Nome completo.")
@click.option("--registration", metavar="N", help="Matrícula.")
@click.option("--role", "roles", multiple=True, type=ROLE, help="Função; repita para mais de uma.")
@click.option("--capacity", default="titular", type=CAPACITY, help="titular, substituto ou apoio.")
@click.option("--unit", metavar="NOME", help="Unidade em que trabalha.")
@click.option("--office", metavar="CARGO", help="Cargo que sai na assinatura.")
@click.option("--appointed-by", metavar="ATO", help="Ato de designação: «Portaria 12/2025».")
@click.option("--from", "start", type=DAY, help="Primeiro dia na função; sem ele, hoje.")
@click.option("--generate", is_flag=True, help="Gera a senha em vez de pedi-la.")
def add(
    place: Municipality,
    login: str,
    name: str,
    registration: str | None,
    generate: bool,
    **held: Any,
) -> None:
    """Abre a conta de uma pessoa, com as suas funções."""
    with reading(), _database() as session:
        _refuse_taken(session, login)
    password = _password(generate=generate)
    with _database() as session:
        _refuse_taken(session, login)  # while the password was typed, somebody may have taken it
        town = people.municipality_id(session, slug=place.slug, name=place.name, uf=place.uf)
        new = people.add_account(
            session,
            municipality_id=town,
            login=login,
            name=name,
            password_hash=passwords.hash_password(password),
            registration=registration,
        )
        now = clock.now(session)
        _record(session, "user_added", town, new, now)
        _give_roles(session, town, new, Seat(**held), now, local_day(now, place.zone))
    click.echo(f"Conta «{people.normal_login(login)}» aberta em {place.name}.")


@user.command("password")
@click.option("--login", required=True, metavar="LOGIN", help="Como a pessoa entra.")
@click.option("--generate", is_flag=True, help="Gera a senha em vez de pedi-la.")
def password(login: str, generate: bool) -> None:
    """Dá uma senha nova a quem esqueceu a sua, e encerra as suas sessões."""
    with reading(), _database() as session:
        _account(session, login)
    new = _password(generate=generate)
    with _database() as session:
        found = _account(session, login)
        people.set_password(session, found.id, passwords.hash_password(new))
        people.end_sessions_of(session, found.id)
        _record(session, "password_changed", found.municipality_id, found.id, clock.now(session))
    click.echo(f"Senha de «{found.login}» trocada.")


def _refuse_taken(session: Session, login: str) -> None:
    if people.account_of_login(session, login):
        raise WrongUse(f"o login «{login}» já é de outra conta; escolha outro.")


def _account(session: Session, login: str) -> people.Account:
    found = people.account_of_login(session, login)
    if found is None:
        raise WrongUse(f"não há conta aberta com o login «{login}».")
    return found


def _give_roles(
    session: Session, town: int, user_id: int, seat: Seat, now: datetime, today: date
) -> None:
    start = seat.start or today
    unit = seat.unit and people.unit_id(session, municipality_id=town, name=seat.unit)
    for role in dict.fromkeys(seat.roles):
        new = people.add_membership(
            session,
            municipality_id=town,
            user_id=user_id,
            role=role,
            capacity=seat.capacity,
            from_day=start,
            unit_id=unit or None,
            office=seat.office,
            appointed_by=seat.appointed_by,
        )
        body = {"membership": new, "role": role, "from": start.isoformat()}
        _record(session, "membership_added", town, user_id, now, **body)


def _record(
    session: Session, kind: str, town: int, user_id: int, now: datetime, **body: object
) -> None:
    people.record_change(
        session, kind, municipality_id=town, user_id=user_id, actor=OPERATOR, now=now, **body
    )


@contextmanager
def _database() -> Iterator[Session]:
    engine = schema.open_with_tables(settings().database)
    try:
        with transaction(engine) as session:
            yield session
    finally:
        engine.dispose()


def _password(*, generate: bool) -> str:
    """Ask for a password, twice, or make one and show it."""
    if generate:
        made = passwords.generate()
        click.echo(f"Senha: {made}")
        return made
    asked: str = click.prompt("Senha", hide_input=True, confirmation_prompt="Senha, outra vez")
    if not passwords.SHORTEST <= len(asked) <= passwords.LONGEST:
        raise WrongUse(
            f"a senha precisa ter de {passwords.SHORTEST} a {passwords.LONGEST} caracteres."
        )
    return asked
