"""Chains of events: each event holds the hash of the one before it."""

import secrets
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from webapp.domain import events
from webapp.store.database import Database
from webapp.store.tables import chain_head, event, private_text

# Built once: every act executes them.
_HEAD = (
    select(chain_head.c.seq, chain_head.c.hash)
    .where(chain_head.c.chain == bindparam("named"))
    .with_for_update()
)
_NEW_HEAD = insert(chain_head)
_MOVE_HEAD = update(chain_head).where(chain_head.c.chain == bindparam("named"))
_NEW_EVENT = insert(event)


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, before it has its place in a chain."""

    act: str
    at: datetime
    effective_at: datetime
    actor: str
    kind: str
    subject: str
    body: Mapping[str, Any]
    on_behalf_of: str | None = None
    kind_version: int = 1

    def fields(self) -> dict[str, Any]:
        return {
            "act": self.act,
            "at": self.at,
            "effective_at": self.effective_at,
            "actor": self.actor,
            "on_behalf_of": self.on_behalf_of,
            "kind": self.kind,
            "kind_version": self.kind_version,
            "subject": self.subject,
            "body": dict(self.body),
        }


@dataclass(slots=True)
class Chain:
    """The head of one chain, held by whoever locked what the chain is about."""

    name: str
    municipality_id: int
    seq: int
    hash: str

    @classmethod
    def lock(cls, session: Database, name: str, municipality_id: int) -> "Chain":
        """The head, locked until the transaction ends; a new chain begins at 0."""
        row = session.execute(_HEAD, {"named": name}).one_or_none()
        if row is not None:
            return cls(name, municipality_id, row.seq, row.hash)
        new = cls(name, municipality_id, 0, events.GENESIS)
        values = {"chain": name, "municipality_id": municipality_id, "seq": 0, "hash": new.hash}
        session.execute(_NEW_HEAD, values)
        return new

    def append(self, session: Database, happening: Happening) -> int:
        """Write the event; the head itself is written by `save`. Returns its place."""
        events.check_body(happening.kind, happening.body)
        self.seq += 1
        fields = happening.fields()
        digest = events.event_hash(self.hash, self.name, self.seq, fields)
        place = {"chain": self.name, "seq": self.seq, "prev": self.hash, "hash": digest}
        session.execute(_NEW_EVENT, {"municipality_id": self.municipality_id, **place, **fields})
        self.hash = digest
        return self.seq

    def save(self, session: Database) -> None:
        session.execute(_MOVE_HEAD, {"named": self.name, "seq": self.seq, "hash": self.hash})


def keep_text(session: Database, municipality_id: int, text: str) -> tuple[int, str]:
    """Keep a free text beside the events: (its id, its salted hash), for an event to hold."""
    salt = secrets.token_hex(16)
    statement = insert(private_text).values(municipality_id=municipality_id, salt=salt, text=text)
    row_id: int = session.execute(statement.returning(private_text.c.id)).scalar_one()
    return row_id, events.salted_reference(salt, text)


def record(
    session: Session,
    chain: str,
    municipality_id: int,
    kind: str,
    subject: str,
    body: Mapping[str, Any],
    *,
    actor: str,
    now: datetime,
) -> None:
    """Append one event that is an act of its own to a chain, and write its head.

    It takes effect when it happens; the legal moment of a case does not move.
    """
    head = Chain.lock(session, chain, municipality_id)
    head.append(session, Happening(str(uuid.uuid4()), now, now, actor, kind, subject, body))
    head.save(session)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a check of the chains found: the chain, the place, and what is wrong there."""

    chain: str
    seq: int
    what: str


def verify(session: Session, chain: str | None = None) -> Iterator[Fault | str]:
    """Check every chain (or one): yields the chain's name when whole, else its first fault."""
    heads = select(chain_head).order_by(chain_head.c.chain)
    orphans = (
        select(event.c.chain)
        .where(event.c.chain.not_in(select(chain_head.c.chain)))
        .group_by(event.c.chain)
    )
    if chain is not None:
        heads = heads.where(chain_head.c.chain == chain)
        orphans = orphans.where(event.c.chain == chain)
    for head in session.execute(heads).all():
        yield _verify_one(session, head.chain, head.seq, head.hash) or head.chain
    for name in session.execute(orphans).scalars().all():
        yield Fault(name, 0, "a cadeia não tem cabeça")


def _verify_one(session: Session, chain: str, length: int, last: str) -> Fault | None:
    prev, seq = events.GENESIS, 0
    rows = session.execute(select(event).where(event.c.chain == chain).order_by(event.c.seq))
    for row in rows:
        seq += 1
        fields = {name: row._mapping[name] for name in _HASHED}
        if row.seq != seq:
            return Fault(chain, seq, "falta um registro")
        digest = events.event_hash(prev, chain, seq, fields)
        if row.prev != prev or row.hash != digest:
            return Fault(chain, seq, "registro alterado")
        prev = digest
    if (seq, prev) != (length, last):
        return Fault(chain, length, "falta o fim da cadeia")
    return None


_HASHED = (
    "act",
    "at",
    "effective_at",
    "actor",
    "on_behalf_of",
    "kind",
    "kind_version",
    "subject",
    "body",
)
