"""The two databases. SQLite is made safe for concurrent acts; PostgreSQL is taken as it is."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

Database = Session | Connection
"""What runs statements. An act runs its own straight on the connection of its transaction: a
session asks of each statement whether it is of mapped objects, and there are none."""

_reading: ContextVar[bool] = ContextVar("reading", default=False)
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=15000")
_HELD = "autos_write_lock"


class FairLock:
    """First come, first served: SQLite's own waiting lets one writer starve another."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    def acquire(self) -> None:
        with self._mutex:
            if not self._taken:
                self._taken = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def release(self) -> None:
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


@contextmanager
def reading() -> Iterator[None]:
    """Transactions begun inside only read: on SQLite they take no write lock."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def begin_reading() -> None:
    """The rest of this context (a web request) only reads."""
    _reading.set(True)


def begin_writing() -> None:
    """The rest of this context (a web request) may write."""
    _reading.set(False)


def harden(engine: Engine) -> Engine:
    """Give an SQLite engine the settings and locks that keep acknowledged acts; else nothing."""
    if engine.dialect.name != "sqlite":
        return engine
    lock = FairLock()

    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: PoolProxiedConnection) -> None:
        if _reading.get():
            connection.cursor().execute("BEGIN")
            return
        _hold(lock, connection)
        connection.cursor().execute("BEGIN IMMEDIATE")

    def release(_: Any, record: ConnectionPoolEntry) -> None:
        if record.info.pop(_HELD, False):
            lock.release()

    event.listen(engine, "connect", connect)
    # Not the event of the same name: an engine that is listened to tells of every statement.
    engine.dialect.do_begin = begin  # type: ignore[assignment,method-assign]
    event.listen(engine, "checkin", release)
    event.listen(engine, "invalidate", lambda c, r, _: release(c, r))
    return engine


def _hold(lock: FairLock, connection: PoolProxiedConnection) -> None:
    """Take the lock, once for all transactions of one checkout: it is released at check-in."""
    if not connection.info.get(_HELD):
        lock.acquire()
        connection.info[_HELD] = True


def open_engine(url: str) -> Engine:
    """An engine for the worker, the CLI and tests; Flask-SQLAlchemy's is hardened the same way."""
    # hide_parameters: what people typed never stands in a logged database error.
    remote = url.startswith("postgresql")
    return harden(create_engine(url, pool_pre_ping=remote, hide_parameters=True))


@contextmanager
def transaction(engine: Engine) -> Iterator[Session]:
    """One transaction: committed when the block ends, rolled back when it raises."""
    with Session(engine) as session:
        try:
            yield session
        except BaseException:
            session.rollback()
            raise
        session.commit()
