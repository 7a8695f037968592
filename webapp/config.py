"""What the operator sets in the environment, and where laws, diagrams and forms are found."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

_PACKAGE: Final = Path(__file__).resolve().parent
_CHECKOUT: Final = _PACKAGE.parent
FEDERAL: Final = "brasil"
SHARED: Final = "shared"


class NotReady(Exception):
    """The database of AUTOS_DATABASE is not there or lacks tables; the message says what to do,
    in Portuguese."""


class BadSetting(ValueError):
    """An AUTOS_* that cannot be used. Says which, what it holds and what it should, in Portuguese;
    a password in it is not shown."""

    def __init__(self, name: str, held: str, wanted: str) -> None:
        super().__init__(f"{name} traz «{_without_password(held)}»; {wanted}.")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this installation; each comes from `AUTOS_<NAME>`.

    `database` is a SQLAlchemy URL. `secret` signs sessions; without it the app makes and keeps
    one. `roots` are extra folders, each holding `laws/ workflows/ forms/`. `mail` is an SMTP URL;
    without it no mail is sent. For `keep_requests` a press sent again gets its first reply.
    """

    database: str
    host: str
    port: int
    base_url: str
    secret: str | None
    roots: tuple[Path, ...]
    mail: str | None
    keep_requests: timedelta


def settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings. Raises BadSetting for one that cannot be used."""
    return Settings(
        database=_database(
            environ.get("AUTOS_DATABASE") or f"sqlite:///{Path.cwd() / 'var' / 'autos.db'}"
        ),
        host=environ.get("AUTOS_HOST") or "127.0.0.1",
        port=_port(environ.get("AUTOS_PORT", "8000")),
        base_url=base_url(environ),
        secret=_secret(environ.get("AUTOS_SECRET")),
        roots=_folders_that_exist(extra_roots(environ)),
        mail=environ.get("AUTOS_MAIL") or None,
        keep_requests=_days("AUTOS_KEEP_REQUESTS", environ.get("AUTOS_KEEP_REQUESTS", "30")),
    )


def base_url(environ: Mapping[str, str] = os.environ) -> str:
    """The address of the pages, alone: documents are stamped with it. Raises BadSetting."""
    port = _port(environ.get("AUTOS_PORT", "8000"))
    return _base_url(environ.get("AUTOS_BASE_URL") or f"http://127.0.0.1:{port}")


def extra_roots(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The folders of AUTOS_ROOTS, in order."""
    return tuple(Path(root) for root in environ.get("AUTOS_ROOTS", "").split(os.pathsep) if root)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise BadSetting("AUTOS_PORT", text, "escreva um número de 1 a 65535, como 8000")
    return int(text)


def _days(name: str, text: str) -> timedelta:
    if not text.isdecimal() or not 0 < int(text) <= 3650:
        raise BadSetting(name, text, "escreva um número de dias, de 1 a 3650")
    return timedelta(days=int(text))


@lru_cache(maxsize=8)
def _database(text: str) -> str:
    try:
        known = make_url(text).get_backend_name() in ("sqlite", "postgresql")
    except (ArgumentError, ValueError):
        known = False
    if not known:
        raise BadSetting(
            "AUTOS_DATABASE",
            text,
            "não é o endereço de um banco: escreva sqlite:////pasta/autos.db ou "
            "postgresql+psycopg://usuario:senha@servidor/banco",
        )
    return text


@lru_cache(maxsize=8)
def _base_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets or a port that are none
        usable = False
    if not usable:
        raise BadSetting(
            "AUTOS_BASE_URL", text, "escreva o endereço das páginas, como https://autos.exemplo.br"
        )
    return text.rstrip("/")


def _secret(text: str | None) -> str | None:
    """Anything but what is no text: it is never shown, so what it holds is not told."""
    if text and not text.isprintable():
        raise BadSetting(
            "AUTOS_SECRET", "(não se mostra)", "escreva só letras, números e sinais, numa linha"
        )
    return text or None


def _folders_that_exist(roots: tuple[Path, ...]) -> tuple[Path, ...]:
    for root in roots:
        if not root.is_dir():
            raise BadSetting(
                "AUTOS_ROOTS",
                str(root),
                f"cada uma das pastas precisa existir, e são separadas por «{os.pathsep}»",
            )
    return roots


def _without_password(text: str) -> str:
    """An address without the password in it; and no half characters, which no screen takes."""
    shown = re.sub(r"(//[^:/@]*:).*(?=@)", r"\1***", text)
    return shown.encode("utf-8", "replace").decode()


def municipalities(roots: Sequence[Path] | None = None) -> tuple[str, ...]:
    """The municipalities that have a law here, by slug, in alphabetical order."""
    found = {path.name for laws in _places("laws", _PACKAGE, roots) for path in _folders(laws)}
    return tuple(sorted(found - {FEDERAL}))


def law_folders(municipality: str, roots: Sequence[Path] | None = None) -> tuple[Path, ...]:
    """The folders with a municipality's law: the package's own, then those of the extra roots."""
    return _existing(laws / municipality for laws in _places("laws", _PACKAGE, roots))


def workflow_folders(municipality: str, roots: Sequence[Path] | None = None) -> tuple[Path, ...]:
    """The folders with a municipality's diagrams; in each root its own before the shared ones."""
    return _own_and_shared("workflows", municipality, roots)


def form_folders(municipality: str, roots: Sequence[Path] | None = None) -> tuple[Path, ...]:
    """The folders with a municipality's forms; in each root its own before the shared ones."""
    return _own_and_shared("forms", municipality, roots)


def _own_and_shared(kind: str, municipality: str, roots: Sequence[Path] | None) -> tuple[Path, ...]:
    places = _places(kind, _CHECKOUT, roots)
    return _existing(place / name for place in places for name in (municipality, SHARED))


def _places(kind: str, own: Path, roots: Sequence[Path] | None) -> tuple[Path, ...]:
    extra = extra_roots() if roots is None else roots
    return (own / kind, *(root / kind for root in extra))


def _folders(place: Path) -> tuple[Path, ...]:
    inside = place.iterdir() if place.is_dir() else ()
    return tuple(path for path in inside if path.is_dir() and any(path.glob("*.toml")))


def _existing(folders: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(folder for folder in folders if folder.is_dir())
