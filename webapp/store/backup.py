"""Copies of the whole database: made while people work, proved whole, and restored held.

A copy is proved before it gets its name: whatever stops halfway leaves no file that looks like one.
"""

import hashlib
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import quote

from alembic.util import CommandError
from psycopg.conninfo import make_conninfo
from sqlalchemy import Connection, Engine, NullPool, create_engine, inspect, make_url, text, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from webapp.store import hold, schema
from webapp.store.database import open_engine, reading, transaction
from webapp.store.events import Fault, verify
from webapp.store.tables import deadline, event

WHY_HELD: Final = "restaurado de uma cópia de segurança"
_WAIT: Final = 15
_SQLITE: Final = "sqlite"
# Who else is connected. A worker cannot have left a beat yet where there are no tables.
_OTHERS: Final = text(
    "select 1 from pg_stat_activity where datname = current_database() "
    "and backend_type = 'client backend' and pid <> pg_backend_pid()"
)


class BackupFailed(Exception):
    """No copy was made or restored; the message says why and what to do, in Portuguese."""


def backup(url: str, file: Path) -> int:
    """Copy the database to a new file. Returns how many chains of records were proved whole.

    People may go on working: the copy is the database of one instant. Raises BackupFailed.
    """
    if file.exists():
        raise BackupFailed(f"«{file}» já existe; escolha outro nome, ou mova o que está lá.")
    if not file.parent.is_dir():
        raise BackupFailed(f"a pasta «{file.parent}» não existe; crie-a, ou escolha outra.")
    copy = _copy_sqlite if _is_sqlite(url) else _dump_postgresql
    with _explained("o banco não pôde ser copiado; confira AUTOS_DATABASE e o espaço em disco"):
        with _draft(file) as draft:
            chains = copy(url, draft)
            _keep(draft, file)
        return chains


def restore(file: Path, url: str, now: Callable[[], datetime]) -> int:
    """Fill a new database from a copy and hold it. Returns how many chains were proved whole.

    The copy of an older version is brought to the tables of this one, and that it was restored
    is on record. Until the release no term ends and no mail leaves.
    `now` is the machine's time. Raises BackupFailed, and then an SQLite
    file is not there; a PostgreSQL database is empty or, when the proof fails, held.
    """
    if not file.is_file():
        raise BackupFailed(f"«{file}» não existe ou não é um arquivo.")
    fill = _fill_sqlite if _is_sqlite(url) else _fill_postgresql
    with _explained("o arquivo não é uma cópia do Autos, ou está danificado; use outra cópia"):
        return fill(file, url, now)


@contextmanager
def _explained(what: str) -> Iterator[None]:
    """What the databases and the disk say, behind a sentence for the operator."""
    try:
        yield
    except (sqlite3.Error, DatabaseError, OSError) as error:
        said = getattr(error, "orig", None) or error
        raise BackupFailed(f"{what} ({said}).") from error


def _is_sqlite(url: str) -> bool:
    return make_url(url).get_backend_name() == _SQLITE


# ---- files that get their name last


@contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file beside `file`, for its owner's eyes only, gone when the block ends."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".parcial")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _keep(draft: Path, file: Path) -> None:
    """Give the draft its name, on the disk and not only in memory; never over another file."""
    _to_disk(draft)
    try:
        os.link(draft, file)
    except FileExistsError as error:
        raise BackupFailed(f"«{file}» apareceu enquanto a cópia era feita.") from error
    _to_disk(file.parent)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- SQLite


def _copy_sqlite(url: str, draft: Path) -> int:
    source = Path(make_url(url).database or "")
    if not source.is_file():
        raise BackupFailed(f"não há banco em «{source}»; confira AUTOS_DATABASE.")
    place = f"file:{quote(str(source.absolute()))}?mode=rw"
    with closing(sqlite3.connect(place, uri=True, timeout=_WAIT, isolation_level=None)) as live:
        # One read transaction: writers go on, and the copy sees none of them.
        live.execute("VACUUM INTO ?", [str(draft)])
    return _prove_sqlite(draft)


def _prove_sqlite(file: Path) -> int:
    """Structure, references and chains of a file. Raises BackupFailed with what is wrong."""
    place = f"file:{quote(str(file.absolute()))}?mode=ro"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(place, uri=True), poolclass=NullPool
    )
    try:
        with Session(engine) as session:
            found = session.execute(text("PRAGMA integrity_check")).scalars().all()
            if found != ["ok"]:
                raise BackupFailed(f"a estrutura do arquivo está danificada: {found[0]}.")
            orphans = session.execute(text("PRAGMA foreign_key_check")).all()
            if orphans:
                raise BackupFailed(f"há linhas de «{orphans[0][0]}» que apontam para o nada.")
            return _prove_chains(session)
    finally:
        engine.dispose()


def _fill_sqlite(file: Path, url: str, now: Callable[[], datetime]) -> int:
    target = Path(make_url(url).database or "").absolute()
    if target.exists() or target.with_name(f"{target.name}-wal").exists():
        raise BackupFailed(
            f"já há um banco em «{target}», e ele não foi tocado. Aponte AUTOS_DATABASE para um "
            "lugar novo; ou pare o sistema, mova aquele arquivo (com -wal e -shm) e repita."
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    with _draft(target) as draft:
        shutil.copyfile(file, draft)
        _check_header(draft)
        engine = open_engine(f"{_SQLITE}:///{draft}")
        try:
            _bring_up_held(engine, file, now)
            with engine.connect() as connection:  # all into the one file that gets the name
                connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            engine.dispose()
        chains = _prove_sqlite(draft)
        _keep(draft, target)
    return chains


def _check_header(file: Path) -> None:
    with file.open("rb") as opened:
        if opened.read(16) != b"SQLite format 3\0":
            raise BackupFailed(
                "este arquivo não é uma cópia de SQLite; se veio de PostgreSQL, aponte "
                "AUTOS_DATABASE para um banco PostgreSQL novo."
            )


# ---- PostgreSQL


def _dump_postgresql(url: str, draft: Path) -> int:
    """Dump one snapshot, and prove the chains in the same one."""
    engine = create_engine(url, isolation_level="REPEATABLE READ", poolclass=NullPool)
    with engine.connect() as connection:
        version = _server(connection)
        snapshot = connection.execute(text("select pg_export_snapshot()")).scalar_one()
        program = _program("pg_dump", version)
        told = ("--format=custom", f"--snapshot={snapshot}", f"--file={draft}")
        _run(url, program, *told, "--no-owner", "--no-privileges")
        chains = _prove_chains(Session(connection))
    listed = _run(url, _program("pg_restore", version), "--list", str(draft), connects=False)
    if f"TABLE DATA public {event.name} " not in listed:
        raise BackupFailed("a cópia não traz os registros dos atos; confira AUTOS_DATABASE.")
    return chains


def _fill_postgresql(file: Path, url: str, now: Callable[[], datetime]) -> int:
    engine = open_engine(url)
    try:
        with reading(), engine.connect() as connection:
            version = _server(connection)
            if inspect(connection).get_table_names():
                raise BackupFailed(
                    "o banco de AUTOS_DATABASE já tem tabelas, e não foi tocado. Crie um banco "
                    "vazio («createdb autos_restaurado»), aponte AUTOS_DATABASE para ele e repita."
                )
            if connection.execute(_OTHERS).first():
                raise BackupFailed(
                    "há um worker ou páginas ligados ao banco de AUTOS_DATABASE, que fariam vencer "
                    "prazos antes de serem retidos. Nada foi feito: pare-os e repita."
                )
        told = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges")
        _run(url, _program("pg_restore", version), *told, str(file))
        _bring_up_held(engine, file, now)
        with reading(), transaction(engine) as session:
            return _prove_chains(session)
    finally:
        engine.dispose()


def _server(connection: Connection) -> int:
    """The server's main version."""
    return int(connection.execute(text("show server_version_num")).scalar_one()) // 10_000


def _program(name: str, server: int) -> Path:
    """A PostgreSQL program not older than the server: on the PATH, else Debian's newest."""
    on_path = shutil.which(name)
    found = [Path(on_path)] if on_path else []
    found += sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    fitting = next((one for one in found if _version(one) >= server), None)
    if fitting is None:
        raise BackupFailed(
            f"falta o programa {name} {server} ou mais novo nesta máquina. Instale os programas "
            f"do PostgreSQL (no Debian: apt-get install postgresql-client-{server}) e repita."
        )
    return fitting


def _version(program: Path) -> int:
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    major = re.search(r"\) (\d+)", told.stdout)
    return int(major.group(1)) if major else 0


def _run(url: str, program: Path, *arguments: str, connects: bool = True) -> str:
    """Run a program on the database; the password goes by the environment, where none sees it."""
    _, place = make_url(url).get_dialect()().create_connect_args(make_url(url))
    password = place.pop("password", None)
    where = (f"--dbname={make_conninfo(**place)}",) if connects else ()
    done = subprocess.run(  # noqa: S603  (their own programs, and no shell)
        [program, *where, *arguments],
        env={**os.environ, **({"PGPASSWORD": password} if password else {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        told = done.stderr.strip().splitlines() or ["sem mensagem"]
        raise BackupFailed(f"{program.name} falhou: {told[-1]}")
    return done.stdout


# ---- both


def _bring_up_held(engine: Engine, file: Path, now: Callable[[], datetime]) -> None:
    """The tables of this version, everything held, and no lease of a worker that is gone."""
    with file.open("rb") as copy:
        told = {"copy": hashlib.file_digest(copy, "sha256").hexdigest()}
    with suppress(CommandError):
        if schema.revision(engine) is not None:
            schema.upgrade(engine)
    if schema.revision(engine) != schema.head():
        raise BackupFailed(
            "o arquivo não é uma cópia do Autos, ou é de uma versão mais nova que este programa. "
            "Restaure com a versão que o fez."
        )
    with transaction(engine) as session:
        at = now()
        hold.put(session, WHY_HELD, at)
        hold.note(session, "database_restored", told, at)
        waits = (deadline.c.state == "running") & deadline.c.next_at.is_not(None)
        again = {"next_at": deadline.c.due_at, "attempts": 0, "lease_by": None}
        session.execute(update(deadline).where(waits).values(again))


def _prove_chains(session: Session) -> int:
    found = list(verify(session))
    for one in found:
        if isinstance(one, Fault):
            raise BackupFailed(
                f"a cadeia {one.chain} não está íntegra no registro {one.seq}: {one.what}. "
                "Confira o banco com «autos audit verify»."
            )
    return len(found)
