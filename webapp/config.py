"""What the operator sets in the environment, and where laws, diagrams and forms are found."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent
_CHECKOUT: Final = _PACKAGE.parent
FEDERAL: Final = "brasil"
SHARED: Final = "shared"


class NotReady(Exception):
    """The database of AUTOS_DATABASE is not there or lacks tables; the message says what to do,
    in Portuguese."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this installation; each comes from `AUTOS_<NAME>`.

    `database` is a SQLAlchemy URL. `secret` signs sessions; without it the app makes and keeps
    one. `roots` are extra folders, each holding `laws/ workflows/ forms/`. `mail` is an SMTP URL;
    without it no mail is sent.
    """

    database: str
    host: str
    port: int
    base_url: str
    secret: str | None
    roots: tuple[Path, ...]
    mail: str | None


def settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings. Raises ValueError when AUTOS_PORT is not a port number."""
    port = _port(environ.get("AUTOS_PORT", "8000"))
    return Settings(
        database=environ.get("AUTOS_DATABASE") or f"sqlite:///{Path.cwd() / 'var' / 'autos.db'}",
        host=environ.get("AUTOS_HOST", "127.0.0.1"),
        port=port,
        base_url=environ.get("AUTOS_BASE_URL", f"http://127.0.0.1:{port}").rstrip("/"),
        secret=environ.get("AUTOS_SECRET") or None,
        roots=extra_roots(environ),
        mail=environ.get("AUTOS_MAIL") or None,
    )


def extra_roots(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The folders of AUTOS_ROOTS, in order."""
    return tuple(Path(root) for root in environ.get("AUTOS_ROOTS", "").split(os.pathsep) if root)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise ValueError(f"AUTOS_PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


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
