"""The application on a database of a test."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache

from webapp.app import create_app
from webapp.config import settings
from webapp.web.database import db


class _Compiled(BytecodeCache):
    """Templates compiled once for all applications of a process, which are hundreds."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key + bucket.checksum in self._code:
            bucket.bytecode_from_string(self._code[bucket.key + bucket.checksum])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key + bucket.checksum] = bucket.bytecode_to_string()


_compiled = _Compiled()


@contextmanager
def application(url: str, **environ: str) -> Iterator[Flask]:
    """The application on a database, until the block ends."""
    own = {"AUTOS_DATABASE": url, "AUTOS_SECRET": "segredo", **environ}
    app = create_app(settings(own))
    app.jinja_env.bytecode_cache = _compiled
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
