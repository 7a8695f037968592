"""Puts the parts of the web application together."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Flask
from sqlalchemy import make_url
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp import config
from webapp.config import BadSetting, Settings
from webapp.store.database import begin_writing, harden
from webapp.web import errors, log, policy, security, session, shell
from webapp.web.acts import acts
from webapp.web.answering import task
from webapp.web.auth import auth
from webapp.web.auto import auto
from webapp.web.calendar_days import calendar
from webapp.web.case import case
from webapp.web.clock import clock_bar
from webapp.web.clockevents import clock_events
from webapp.web.corrections import corrections
from webapp.web.database import db
from webapp.web.expirations import expirations
from webapp.web.fare import fare
from webapp.web.filing import filing
from webapp.web.fines import fines
from webapp.web.health import health
from webapp.web.inbox import inbox
from webapp.web.incidents import incidents
from webapp.web.law import pages as law_pages
from webapp.web.lawvalues import law_values
from webapp.web.minuta import minuta
from webapp.web.numbers import Number
from webapp.web.permit_page import permit
from webapp.web.permits import permits
from webapp.web.posting import posting
from webapp.web.public import lookup
from webapp.web.registered import people, vehicles
from webapp.web.registry_acts import registry_acts
from webapp.web.registry_lists import fleet, stands
from webapp.web.search import search

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (
    shell.shell,
    auth,
    clock_bar,
    health,
    law_pages,
    fare,
    inbox,
    posting,
    search,
    permits,
    permit,
    people,
    vehicles,
    expirations,
    fleet,
    stands,
    registry_acts,
    fines,
    case,
    lookup,
    task,
    minuta,
    filing,
    auto,
    corrections,
    calendar,
    clock_events,
    law_values,
    acts,
    incidents,
)
# In this order: who it is, whether the browser speaks for itself, whether they may.
BEFORE_EACH_VIEW: Final = (
    session.load,
    security.same_site,
    policy.know_person,
    security.check_token,
    policy.check_rule,
)


def create_app(settings: Settings | None = None) -> Flask:
    """The application, on the database of the settings (those of the environment by default).

    Its tables must be there. Raises BadSetting without AUTOS_SECRET on PostgreSQL, where
    several processes must agree on it.
    """
    settings = settings or config.settings()
    log.to_stderr()
    app = Flask("webapp", template_folder="web/templates", static_folder="web/static")
    app.config.from_mapping(_configuration(settings))
    app.url_map.converters["int"] = Number
    _serve_from_database(app)
    shell.surround(app)
    errors.handle(app)
    security.protect(app)
    for step in BEFORE_EACH_VIEW:
        app.before_request(step)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    if _is_https(settings):
        # TLS ends at one proxy in front of us, which says whom it speaks for.
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1)  # type: ignore[method-assign]
    return app


def _configuration(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret or _kept_secret(settings.database),
        "SQLALCHEMY_DATABASE_URI": settings.database,
        # Errors of the database are logged: without what people typed.
        "SQLALCHEMY_ENGINE_OPTIONS": {"hide_parameters": True, "pool_pre_ping": True},
        "MAX_CONTENT_LENGTH": errors.LARGEST,
        "TRUSTED_HOSTS": _hosts(settings),
        "SESSION_COOKIE_SECURE": _is_https(settings),
    }


def _serve_from_database(app: Flask) -> None:
    db.init_app(app)
    with app.app_context():
        harden(db.engine)
    app.session_interface = session.DatabaseSessions()
    app.teardown_request(lambda _: begin_writing())


def _hosts(settings: Settings) -> list[str]:
    """Our own name, and the machine itself, for whoever asks about its health there."""
    return sorted({urlsplit(settings.base_url).hostname or "", "127.0.0.1", "localhost"} - {""})


def _is_https(settings: Settings) -> bool:
    return urlsplit(settings.base_url).scheme == "https"


def _kept_secret(database: str) -> str:
    """A secret made once and kept beside the SQLite file, for its owner's eyes only."""
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BadSetting(
            "AUTOS_SECRET", "", "com PostgreSQL escreva um segredo, o mesmo em todos os processos"
        )
    file = Path(url.database).with_suffix(".secret")
    if not file.exists():
        _make_secret(file)
    return file.read_text()


def _make_secret(file: Path) -> None:
    """Whole or not at all: of two processes that start together, the first one's stays."""
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    with os.fdopen(handle, "w") as new:
        new.write(secrets.token_urlsafe(32))
    with suppress(FileExistsError):
        os.link(draft, file)
    Path(draft).unlink()
