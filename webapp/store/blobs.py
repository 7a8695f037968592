"""The bytes of pieces, by content hash. The same bytes are kept once."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from webapp.store.tables import blob

_KEEP: dict[str, Insert] = {
    "postgresql": postgresql.insert(blob).on_conflict_do_nothing(),
    "sqlite": sqlite.insert(blob).on_conflict_do_nothing(),
}


@dataclass(frozen=True, slots=True)
class Blob:
    """What is kept under a hash."""

    sha256: str
    media_type: str
    data: bytes


def put(connection: Connection, data: bytes, media_type: str, now: datetime) -> str:
    """Keep the bytes and return their SHA-256."""
    sha256 = hashlib.sha256(data).hexdigest()
    connection.execute(
        _KEEP[connection.dialect.name],
        {
            "sha256": sha256,
            "media_type": media_type,
            "size": len(data),
            "data": data,
            "created_at": now,
        },
    )
    return sha256


def get(session: Session, sha256: str) -> Blob:
    """The bytes kept under a hash."""
    row = session.execute(
        select(blob.c.media_type, blob.c.data).where(blob.c.sha256 == sha256)
    ).one()
    return Blob(sha256, row.media_type, bytes(row.data))
