"""A list as a file for spreadsheets in Portuguese, sent while it is read."""

import csv
import io
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import date
from typing import Final, TypeVar

from flask import Response
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from webapp.store.database import reading
from webapp.web.database import db

LIMIT: Final = 10_000
# What a spreadsheet would take for a formula.
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")

Row = TypeVar("Row")


def download(
    name: str,
    today: date,
    header: Sequence[str],
    export: Callable[[Session, int], Generator[Row, None, None]],
    cells: Callable[[Row], Sequence[str]],
) -> Response:
    """«tarefas-2025-12-01.csv». `export` reads the rows of the list, at most so many."""
    filename = f"{name}-{today.isoformat()}.csv"
    return Response(
        _stream(db.engine, header, export, cells),
        mimetype="text/csv",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def _stream(
    engine: Engine,
    header: Sequence[str],
    export: Callable[[Session, int], Generator[Row, None, None]],
    cells: Callable[[Row], Sequence[str]],
) -> Iterator[str]:
    """The file, while it is sent: the request's own session is closed already."""
    with Session(engine) as session:
        with reading():
            session.connection()
        with closing(export(session, LIMIT + 1)) as rows:
            yield from text(header, map(cells, rows))


def text(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A mark of UTF-8, semicolons, at most LIMIT rows; a last line says that there were more."""
    yield "\ufeff" + _line(header)
    for n, row in enumerate(rows):
        if n == LIMIT:
            yield _line((f"Lista cortada em {LIMIT} linhas. Use os filtros para ver o resto.",))
            return
        yield _line(row)


def _line(cells: Iterable[str]) -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=";", lineterminator="\r\n").writerow(map(_harmless, cells))
    return written.getvalue()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell
