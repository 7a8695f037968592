"""Who is visiting: sessions of browsers, kept in the database under the hash of their token.

Session times are the machine's, not the law's: the demonstration's clock jumps by days.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, cast

from flask import Flask, Request, Response, g, request
from flask import session as browser
from flask.sessions import SecureCookieSession, SessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy.orm import Session

from webapp import clock
from webapp.domain.competence import Actor, Membership
from webapp.domain.counting import local_day
from webapp.laws import law
from webapp.store import people
from webapp.store.database import begin_reading, begin_writing, reading, transaction
from webapp.web.database import db

COOKIE: Final = "autos"
NOTICE: Final = "autos_aviso"
_FLASHES: Final = "_flashes"  # Flask's name for what `flash` was given
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_SEEN_EVERY: Final = timedelta(minutes=1)


class BrowserSession(SecureCookieSession):
    """What the server keeps for one browser; `kept` is what its row holds.

    `token` is what the cookie holds; it counts only once `load` has found it (`found`), so
    that a browser cannot bring a token of its own making.
    """

    def __init__(self, token: str | None) -> None:
        super().__init__()
        self.token = token
        self.kept: dict[str, object] = {}
        self.found = False
        self.user_id: int | None = None
        self.seen_at: datetime | None = None
        self.fresh = False
        self.ended = False

    def begin(self, user_id: int) -> None:
        """Sign a person in: a new token and nothing of what was there before."""
        self.clear()
        self.user_id, self.fresh, self.ended = user_id, True, False

    def end(self) -> None:
        """Sign out."""
        self.clear()
        self.user_id, self.ended = None, True


@dataclass(frozen=True, slots=True)
class Visit:
    """One request's visitor. `stands_at`: where the demonstration's clock stands, else none."""

    actor: Actor | None = None
    login: str = ""
    municipality: str = ""
    today: date | None = None
    stands_at: datetime | None = None


class DatabaseSessions(SessionInterface):
    """Flask's sessions, in the table `web_session`. The row is read by `load`, once a request.

    The sentence that the next page shows travels in a signed cookie of its own: a row rewritten
    for it, and again when it was read, would double the transactions of every act.
    """

    def open_session(self, app: Flask, request: Request) -> BrowserSession:
        session = BrowserSession(request.cookies.get(COOKIE))
        said = _read_notice(app, request.cookies.get(NOTICE))
        if said:
            session[_FLASHES] = said
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        session = cast(BrowserSession, session)
        response.vary.add("Cookie")
        _send_notice(app, session.pop(_FLASHES, None), response)
        if session.ended:
            _write(lambda store: _forget(store, session))
            response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=_secure(app))
        elif session.fresh or (session and not session.found):
            token = secrets.token_urlsafe(32)
            _write(lambda store: _begin(store, session, token))
            response.set_cookie(COOKIE, token, httponly=True, samesite="Lax", secure=_secure(app))
        elif session.found and (session.kept != dict(session) or _is_stale(session)):
            _write(lambda store: _see(store, session))


def load() -> None:
    """Find the visitor of this request. Runs before every view but those of static files."""
    g.visit = Visit()
    if request.endpoint == "static":
        return
    with reading(), Session(db.engine) as store:
        token = _session().token
        rows = people.find_visit(store, digest(token), clock.wall()) if token else []
        g.visit = _visit(rows) if rows else Visit(stands_at=clock.standing(store))
    (begin_reading if request.method in READS else begin_writing)()


def visit() -> Visit:
    """The visitor of this request; nobody while the database has not answered."""
    found: Visit = g.get("visit") or Visit()
    return found


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def begin_session(user_id: int) -> None:
    """Sign the person in, in this browser, when the answer leaves: under a new token."""
    _session().begin(user_id)


def end_session() -> None:
    """Sign this browser out when the answer leaves."""
    _session().end()


def _session() -> BrowserSession:
    return cast(BrowserSession, browser._get_current_object())  # type: ignore[attr-defined]


def _visit(rows: Sequence[people.VisitRow]) -> Visit:
    first = rows[0]
    session = _session()
    session.update(first.data)
    session.kept = dict(first.data)
    session.found, session.user_id, session.seen_at = True, first.user_id, first.seen_at
    if first.user_id is None:
        return Visit(stands_at=first.stands_at)
    zone = law(first.slug).municipality.zone
    today = local_day(first.stands_at or clock.wall(), zone)
    return Visit(_actor(rows, today), first.login, first.municipality, today, first.stands_at)


def _actor(rows: Sequence[people.VisitRow], today: date) -> Actor:
    who = rows[0]
    return Actor(
        user_id=who.user_id,
        name=who.name,
        municipality_id=who.municipality_id,
        municipality=who.slug,
        memberships=tuple(_membership(row) for row in rows if _in_force(row, today)),
        registration=who.registration,
        cpf=who.cpf,
        theme=who.theme,
    )


def _in_force(row: people.VisitRow, today: date) -> bool:
    if row.membership_id is None or row.from_day > today:
        return False
    return row.to_day is None or row.to_day >= today


def _membership(row: people.VisitRow) -> Membership:
    return Membership(
        row.membership_id, row.role, row.capacity, row.unit_id, row.office, row.appointed_by
    )


def _notices(app: Flask) -> URLSafeSerializer:
    return URLSafeSerializer(str(app.secret_key), salt=NOTICE)


def _read_notice(app: Flask, sent: str | None) -> list[tuple[str, str]]:
    """What the last answer said for the next page; nothing of what somebody else wrote."""
    if not sent:
        return []
    try:
        return [(category, text) for category, text in _notices(app).loads(sent)]
    except BadSignature:
        return []


def _send_notice(app: Flask, said: object, response: Response) -> None:
    if said:
        value = _notices(app).dumps(said)
        response.set_cookie(NOTICE, value, httponly=True, samesite="Lax", secure=_secure(app))
    elif NOTICE in request.cookies:
        response.delete_cookie(NOTICE, httponly=True, samesite="Lax", secure=_secure(app))


def _write(change: Callable[[Session], None]) -> None:
    """In a transaction of its own: what the view left uncommitted is not ours to commit."""
    db.session.remove()
    begin_writing()
    with transaction(db.engine) as store:
        change(store)


def _begin(store: Session, session: BrowserSession, token: str) -> None:
    now = clock.wall()
    _forget(store, session)
    people.sweep(store, now)
    people.keep_session(store, digest(token), session.user_id, dict(session), now)


def _see(store: Session, session: BrowserSession) -> None:
    people.see_session(store, digest(session.token or ""), dict(session), clock.wall())


def _forget(store: Session, session: BrowserSession) -> None:
    if session.token:
        people.end_session(store, digest(session.token))


def _is_stale(session: BrowserSession) -> bool:
    return session.seen_at is None or clock.wall() - session.seen_at >= _SEEN_EVERY


def _secure(app: Flask) -> bool:
    return bool(app.config["SESSION_COOKIE_SECURE"])
