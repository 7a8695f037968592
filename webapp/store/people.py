"""Accounts, memberships, sessions of browsers, and tries at doors that limit them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session

from webapp.store.dated import holds_on
from webapp.store.events import record
from webapp.store.tables import (
    attempt,
    clock_setting,
    membership,
    municipality,
    unit,
    user_account,
    web_session,
)

VisitRow = Row[*tuple[Any, ...]]

IDLE: Final = timedelta(minutes=30)
LONGEST: Final = timedelta(hours=12)
TRIES_KEPT: Final = timedelta(minutes=10)

# What the demonstration's accounts have for password; the login page tells it, and only there.
DEMO_PASSWORD: Final = "demonstracao"  # noqa: S105

_stands_at = select(clock_setting.c.stands_at).limit(1).scalar_subquery()
_visit = (
    select(
        web_session.c.user_id,
        web_session.c.data,
        web_session.c.created_at,
        web_session.c.seen_at,
        user_account.c.name,
        user_account.c.login,
        user_account.c.registration,
        user_account.c.cpf,
        user_account.c.theme,
        user_account.c.municipality_id,
        municipality.c.slug,
        municipality.c.name.label("municipality"),
        membership.c.id.label("membership_id"),
        membership.c.role,
        membership.c.unit_id,
        membership.c.office,
        membership.c.capacity,
        membership.c.appointed_by,
        membership.c.from_day,
        membership.c.to_day,
        _stands_at.label("stands_at"),
    )
    .select_from(web_session)
    .outerjoin(user_account, user_account.c.id == web_session.c.user_id)
    .outerjoin(municipality, municipality.c.id == user_account.c.municipality_id)
    .outerjoin(membership, membership.c.user_id == user_account.c.id)
    .order_by(membership.c.id)
)


def find_visit(session: Session, token_sha256: str, at: datetime) -> Sequence[VisitRow]:
    """The live session of a token: one row per membership of its account, past ones included.

    `at` is the machine's time: 30 minutes without a request or 12 hours in all end a session.
    No row: no such session, or it has ended, or the account was closed.
    """
    statement = _visit.where(
        web_session.c.token_sha256 == token_sha256,
        web_session.c.seen_at > at - IDLE,
        web_session.c.created_at > at - LONGEST,
        or_(web_session.c.user_id.is_(None), user_account.c.active),
    )
    return session.execute(statement).all()


def keep_session(
    session: Session, token_sha256: str, user_id: int | None, data: dict[str, Any], at: datetime
) -> None:
    values = {"user_id": user_id, "data": data, "created_at": at, "seen_at": at}
    session.execute(insert(web_session).values(token_sha256=token_sha256, **values))


def see_session(session: Session, token_sha256: str, data: dict[str, Any], at: datetime) -> None:
    """Note that the browser was here, and what its session holds now."""
    session.execute(
        update(web_session)
        .where(web_session.c.token_sha256 == token_sha256)
        .values(data=data, seen_at=at)
    )


def end_session(session: Session, token_sha256: str) -> None:
    session.execute(delete(web_session).where(web_session.c.token_sha256 == token_sha256))


def end_sessions_of(session: Session, user_id: int) -> None:
    """Every browser in which the person is signed in is signed out."""
    session.execute(delete(web_session).where(web_session.c.user_id == user_id))


def sweep(session: Session, at: datetime) -> None:
    """Remove sessions that have ended and tries that no longer count."""
    ended = or_(web_session.c.seen_at <= at - IDLE, web_session.c.created_at <= at - LONGEST)
    session.execute(delete(web_session).where(ended))
    session.execute(delete(attempt).where(attempt.c.at <= at - TRIES_KEPT))


_ON_RECORD = (
    select(func.count())
    .where(
        attempt.c.door == bindparam("of_door"),
        attempt.c.tried == bindparam("of_tried"),
        attempt.c.at > bindparam("since"),
    )
    .scalar_subquery()
)
_ADD_TRY = (
    insert(attempt)
    .from_select(
        ("door", "tried", "at"),
        select(
            bindparam("of_door", type_=attempt.c.door.type),
            bindparam("of_tried", type_=attempt.c.tried.type),
            bindparam("on", type_=attempt.c.at.type),
        ).where(bindparam("most") > _ON_RECORD),
    )
    .returning(attempt.c.id)
)


def add_try(
    session: Session, door: str, tried: str, at: datetime, *, most: int, since: datetime
) -> int | None:
    """Put a try on record; its id, so that a success can take it back.

    None, and nothing is put: `most` tries of the same thing are on record after `since`.
    """
    given = {"of_door": door, "of_tried": tried, "on": at, "most": most, "since": since}
    return session.execute(_ADD_TRY, given).scalar_one_or_none()


def forget_tries(session: Session, ids: Iterable[int]) -> None:
    session.execute(delete(attempt).where(attempt.c.id.in_(tuple(ids))))


@dataclass(frozen=True, slots=True)
class Account:
    id: int
    municipality_id: int
    login: str
    name: str
    password_hash: str


_account = select(
    user_account.c.id,
    user_account.c.municipality_id,
    user_account.c.login,
    user_account.c.name,
    user_account.c.password_hash,
).where(user_account.c.active)


def account_of_login(session: Session, login: str) -> Account | None:
    """The open account of a login; capitals do not count."""
    row = session.execute(_account.where(user_account.c.login == normal_login(login))).one_or_none()
    return Account(*row) if row else None


def account(session: Session, user_id: int) -> Account:
    """Raises NoResultFound when there is no open account of that id."""
    return Account(*session.execute(_account.where(user_account.c.id == user_id)).one())


def normal_login(text: str) -> str:
    return text.strip().casefold()[:60]


def set_password(session: Session, user_id: int, password_hash: str) -> None:
    session.execute(
        update(user_account).where(user_account.c.id == user_id).values(password_hash=password_hash)
    )


def set_theme(session: Session, user_id: int, theme: str | None) -> None:
    session.execute(update(user_account).where(user_account.c.id == user_id).values(theme=theme))


@dataclass(frozen=True, slots=True)
class Shown:
    """An account as the demonstration's login page lists it."""

    login: str
    name: str
    municipality: str
    roles: tuple[str, ...]


def accounts_shown(session: Session, today: date) -> list[Shown]:
    """Every open account with its roles of the day, by municipality and name."""
    holds = (membership.c.user_id == user_account.c.id) & holds_on(membership, today)
    statement = (
        select(
            user_account.c.login,
            user_account.c.name,
            municipality.c.name.label("municipality"),
            membership.c.role,
        )
        .join(municipality, municipality.c.id == user_account.c.municipality_id)
        .outerjoin(membership, holds)
        .where(user_account.c.active)
        .order_by(municipality.c.name, user_account.c.name, membership.c.id)
    )
    roles: dict[tuple[str, str, str], list[str]] = {}
    for login, name, place, role in session.execute(statement):
        roles.setdefault((login, name, place), []).extend([role] if role else [])
    return [Shown(*who, roles=tuple(dict.fromkeys(held))) for who, held in roles.items()]


def known_municipality(session: Session, slug: str) -> int | None:
    """The id of a municipality, where the database has it."""
    known = select(municipality.c.id).where(municipality.c.slug == slug)
    found: int | None = session.execute(known).scalar_one_or_none()
    return found


def municipality_id(session: Session, *, slug: str, name: str, uf: str) -> int:
    """The id of a municipality, which is entered when it is not there yet."""
    found = known_municipality(session, slug)
    if found is not None:
        return found
    statement = insert(municipality).values(slug=slug, name=name, uf=uf)
    new: int = session.execute(statement.returning(municipality.c.id)).scalar_one()
    return new


def unit_id(session: Session, *, municipality_id: int, name: str) -> int:
    """The id of a unit of a municipality, which is entered when it is not there yet."""
    known = select(unit.c.id).where(unit.c.municipality_id == municipality_id, unit.c.name == name)
    found: int | None = session.execute(known).scalar_one_or_none()
    if found is not None:
        return found
    statement = insert(unit).values(municipality_id=municipality_id, name=name)
    new: int = session.execute(statement.returning(unit.c.id)).scalar_one()
    return new


def add_account(
    session: Session,
    *,
    municipality_id: int,
    login: str,
    name: str,
    password_hash: str,
    registration: str | None = None,
    cpf: str | None = None,
) -> int:
    """Raises IntegrityError when the login is taken."""
    statement = insert(user_account).values(
        municipality_id=municipality_id,
        login=normal_login(login),
        name=name,
        password_hash=password_hash,
        registration=registration,
        cpf=cpf,
    )
    new: int = session.execute(statement.returning(user_account.c.id)).scalar_one()
    return new


def add_membership(
    session: Session,
    *,
    municipality_id: int,
    user_id: int,
    role: str,
    capacity: str,
    from_day: date,
    unit_id: int | None = None,
    office: str | None = None,
    appointed_by: str | None = None,
) -> int:
    """`capacity` is titular or substituto, who sign, or apoio, who drafts."""
    statement = insert(membership).values(
        municipality_id=municipality_id,
        user_id=user_id,
        role=role,
        capacity=capacity,
        from_day=from_day,
        unit_id=unit_id,
        office=office,
        appointed_by=appointed_by,
    )
    new: int = session.execute(statement.returning(membership.c.id)).scalar_one()
    return new


def record_change(
    session: Session,
    kind: str,
    *,
    municipality_id: int,
    user_id: int,
    actor: str,
    now: datetime,
    **body: object,
) -> None:
    """Append an event about an account to its municipality's chain of users.

    `kind` is one of domain.events; `actor` refers to who did it («user:7», «operador»).
    """
    chain, told = f"users:{municipality_id}", {"user": user_id, **body}
    record(session, chain, municipality_id, kind, f"user:{user_id}", told, actor=actor, now=now)
