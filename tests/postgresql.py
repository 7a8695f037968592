"""A temporary PostgreSQL server for tests: on a Unix socket in a temporary folder, no network."""

import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

OLDEST = 15
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{home}'
timezone = 'UTC'
max_connections = 50
shared_buffers = 32MB
# A test's data may die with the machine.
fsync = off
synchronous_commit = off
full_page_writes = off
# A server that is stopped at once leaves no shared memory behind.
dynamic_shared_memory_type = mmap
"""


def find_programs() -> Path | None:
    """The folder of initdb and pg_ctl: on the PATH, else Debian's newest; None before 15."""
    on_path = shutil.which("pg_ctl")
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(debian, key=lambda folder: float(folder.parent.name), reverse=True)
    return next((folder for folder in folders if _version(folder) >= OLDEST), None)


def _version(folder: Path) -> int:
    if not all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres")):
        return 0
    told = subprocess.run([folder / "pg_ctl", "--version"], capture_output=True, check=True)
    major = re.search(rb"\) (\d+)", told.stdout)
    return int(major.group(1)) if major else 0


class Cluster:
    """One server with its data below `home`; several databases, all of user `autos`."""

    def __init__(self, programs: Path, home: Path) -> None:
        self._programs, self._home = programs, home
        self._owner = _owner()
        if self._owner:
            os.chown(home, self._owner.pw_uid, self._owner.pw_gid)
        self._run("initdb", "--auth=trust", "--username=autos", "--encoding=UTF8", "--locale=C")
        with (home / "data" / "postgresql.conf").open("a") as configuration:
            configuration.write(SETTINGS.format(home=home))
        self.start()

    def start(self) -> None:
        self._run("pg_ctl", "start", "--wait", "--log", str(self._home / "log"))

    def stop(self, mode: str = "fast") -> None:
        """`mode` as pg_ctl says it: smart, fast, or immediate, which is a crash."""
        self._run("pg_ctl", "stop", "--wait", "--mode", mode)

    def create(self, name: str, template: str = "template1") -> str:
        """A new database, a copy of `template`, to which nobody may be connected; its URL."""
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return f"postgresql+psycopg://autos@/{name}?host={self._home}"

    def drop(self, name: str) -> None:
        """Remove a database, closing whatever is still connected to it."""
        self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _execute(self, statement: str) -> None:
        place = f"host={self._home} user=autos dbname=postgres"
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "--pgdata", self._home / "data", *arguments],
            cwd=self._home,
            env={**os.environ, "LC_ALL": "C"},
            user=self._owner.pw_uid if self._owner else None,
            group=self._owner.pw_gid if self._owner else None,
            extra_groups=[] if self._owner else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=True,
        )


def _owner() -> pwd.struct_passwd | None:
    """Who runs the server in our place: PostgreSQL refuses root. None: we do."""
    if os.geteuid() != 0:
        return None
    accounts = {account.pw_name: account for account in pwd.getpwall()}
    return accounts.get("postgres") or accounts["nobody"]


@contextmanager
def temporary_cluster(programs: Path) -> Iterator[Cluster]:
    """A running server, gone with its data when the block ends."""
    # Not below pytest's folder: only its owner may enter, and a socket's path has 107 characters.
    with tempfile.TemporaryDirectory(prefix="autos-postgresql-") as home:
        cluster = Cluster(programs, Path(home))
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
