"""Bundles in the database: what a case is pinned to, by content hash."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp import engine
from webapp.config import form_folders
from webapp.forms import Form
from webapp.store import tables


@dataclass(frozen=True)
class Pinned:
    """A bundle with its forms read."""

    bundle: engine.Bundle
    forms: dict[str, Form]

    def template(self, document: str) -> str | None:
        """The pinned text of a document's template."""
        return next(
            (t for kind, name, t in self.bundle.items if (kind, name) == ("template", document)),
            None,
        )


@lru_cache(maxsize=256)
def _pinned(bundle: engine.Bundle) -> Pinned:
    forms = {name: Form.read(text) for kind, name, text in bundle.items if kind == "form"}
    return Pinned(bundle, forms)


_BY_SHA: dict[str, Pinned] = {}


def forget() -> None:
    """Forget the bundles read so far: a new process has read none."""
    _BY_SHA.clear()
    _pinned.cache_clear()


def load(session: Session, sha256: str) -> Pinned:
    """The bundle with this hash; read from the database once per process."""
    if sha256 not in _BY_SHA:
        item, text = tables.bundle_item, tables.content
        rows = session.execute(
            select(item.c.kind, item.c.name, text.c.text)
            .join(text, text.c.sha256 == item.c.sha256)
            .where(item.c.bundle_sha256 == sha256)
            .order_by(item.c.kind, item.c.name)
        ).all()
        process = session.execute(
            select(tables.process_version.c.process)
            .where(tables.process_version.c.bundle_sha256 == sha256)
            .limit(1)
        ).scalar_one()
        bundle = engine.Bundle(process, tuple((r.kind, r.name, r.text) for r in rows))
        if bundle.sha256 != sha256:
            raise RuntimeError(f"bundle {sha256} does not have its own hash")
        _BY_SHA[sha256] = _pinned(bundle)
    return _BY_SHA[sha256]


def publish(session: Session, municipality_id: int, bundle: engine.Bundle, now: datetime) -> Pinned:
    """Keep a bundle as the next version of its process, unless it is kept already."""
    if not _is_kept(session, municipality_id, bundle):
        try:
            with session.begin_nested():
                _keep(session, municipality_id, bundle, now)
        except IntegrityError:  # another transaction keeps bundles at the same moment
            if not _is_kept(session, municipality_id, bundle):
                raise
    _BY_SHA[bundle.sha256] = _pinned(bundle)
    return _BY_SHA[bundle.sha256]


def _is_kept(session: Session, municipality_id: int, bundle: engine.Bundle) -> bool:
    version = tables.process_version
    found = session.execute(
        select(version.c.id).where(
            version.c.municipality_id == municipality_id, version.c.bundle_sha256 == bundle.sha256
        )
    )
    return found.scalar_one_or_none() is not None


def _keep(session: Session, municipality_id: int, bundle: engine.Bundle, now: datetime) -> None:
    _keep_items(session, bundle)
    version = tables.process_version
    last = session.execute(
        select(func.max(version.c.n)).where(
            version.c.municipality_id == municipality_id, version.c.process == bundle.process
        )
    ).scalar_one()
    session.execute(
        insert(version).values(
            municipality_id=municipality_id,
            process=bundle.process,
            n=(last or 0) + 1,
            bundle_sha256=bundle.sha256,
            published_at=now,
        )
    )


def _keep_items(session: Session, bundle: engine.Bundle) -> None:
    shas = {text: hashlib.sha256(text.encode()).hexdigest() for _, _, text in bundle.items}
    _insert_missing(
        session, tables.content, "sha256", [{"sha256": s, "text": t} for t, s in shas.items()]
    )
    item = tables.bundle_item
    kept = session.execute(
        select(item.c.name).where(item.c.bundle_sha256 == bundle.sha256).limit(1)
    ).scalar_one_or_none()
    if kept is None:
        rows = [
            {"bundle_sha256": bundle.sha256, "kind": kind, "name": name, "sha256": shas[text]}
            for kind, name, text in bundle.items
        ]
        session.execute(insert(item), rows)


def _insert_missing(session: Session, table: Any, key: str, rows: list[dict[str, Any]]) -> None:
    column = table.c[key]
    have = set(
        session.execute(select(column).where(column.in_([row[key] for row in rows]))).scalars()
    )
    missing = [row for row in rows if row[key] not in have]
    if missing:
        session.execute(insert(table), missing)


def form_of(pinned: Pinned, municipality: str, kind: str, name: str) -> Form:
    """The form pinned with a case; a step that is not drawn (`row`) uses the form of today."""
    return own_form(municipality, name) if kind == "row" else pinned.forms[name]


def own_form(municipality: str, name: str) -> Form:
    """A form that stands in no diagram: for steps that every case may have."""
    for folder in form_folders(municipality):
        path = folder / f"{name}.json"
        if path.is_file():
            return Form.read(path.read_text("utf-8"))
    raise LookupError(f"form {name!r} of {municipality}")
