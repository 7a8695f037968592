"""One press of a button in a browser: statements, commits and CPU of the whole request."""

import re
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from time import thread_time
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import Engine, event, insert, select, update

from webapp.app import create_app
from webapp.cli.strides import AUTO, JUDGED, LAPSED, MUNICIPALITY
from webapp.config import settings
from webapp.diagrams.scenario import posted
from webapp.diagrams.stage import Stage
from webapp.store import tables
from webapp.store.database import open_engine, transaction
from webapp.store.passwords import hash_password
from webapp.web.database import db

_PASSWORD = "medida de um ato"  # noqa: S105  (of a database that is thrown away)
_HIDDEN = re.compile(r'name="(_csrf|_request)" value="([^"]+)"')


def measure(file: Path, cases: int) -> dict[str, Any]:
    """Medians over the cases, after one to warm up."""
    url = f"sqlite:///{file}"
    database = open_engine(url)
    tables.metadata.create_all(database)
    stage = Stage(database, MUNICIPALITY, datetime(2025, 12, 1, 9).astimezone())
    _let_in(stage)
    app = create_app(settings({"AUTOS_DATABASE": url, "AUTOS_SECRET": "medida"}))
    with app.app_context():
        desk = Desk(app.test_client(), stage, db.engine)
    rows = [desk.whole_case(f"caso {n}") for n in range(cases + 1)][1:]
    database.dispose()
    plain, certificate, back = zip(*rows, strict=True)
    return {
        "sql_statements": _median(plain, "statements"),
        "sql_statements_with_document": _median(certificate, "statements"),
        "sql_statements_correction": _median(back, "statements"),
        "commits": _median(plain, "commits"),
        "submit_cpu_ms": statistics.median(press.cpu_ms for press in plain),
    }


def _median(presses: Any, name: str) -> int:
    found: list[int] = [getattr(press, name) for press in presses]
    return round(statistics.median(found))


def _let_in(stage: Stage) -> None:
    with transaction(stage.engine) as session:
        digest = hash_password(_PASSWORD)
        session.execute(update(tables.user_account).values(password_hash=digest))
        session.execute(insert(tables.clock_setting).values(stands_at=stage.now, why="medida"))


@dataclass(slots=True)
class Press:
    """What one request asked of the database, and of the processor."""

    statements: int = 0
    commits: int = 0
    cpu_ms: float = 0.0


class Desk:
    """A browser at work on the cases of a stage."""

    def __init__(self, client: FlaskClient, stage: Stage, engine: Engine) -> None:
        self._client, self._stage = client, stage
        self._press = Press()
        event.listen(engine, "before_cursor_execute", self._count)
        event.listen(engine, "commit", self._committed)

    def whole_case(self, name: str) -> tuple[Press, Press, Press]:
        """An act without document, one with a certificate, and a return to a step."""
        self._go("2025-12-01")
        self._stage.open("infracao", posted(AUTO, {}), "fiscalizacao", name)
        self._go("2025-12-16")
        self._stage.pass_time()
        certificate = self._answer(name, "certificar_defesa", LAPSED)
        self._answer(name, "julgar_auto", JUDGED)
        party = self._stage.rows(name, tables.case_party)[0].id
        means = {"meio": "em_maos", f"endereco.{party}": "Rua A, 1"}
        plain = self._answer(name, "escolher_meio", means)
        self._sign_in("autoridade")
        path = f"/processos/{self._stage.cases[name]}/devolver"
        back = self._send(path, {"etapa": "julgar_auto", "motivo": "vício", "_action": "confirmar"})
        return plain, certificate, back

    def _go(self, day: str) -> None:
        self._stage.at(datetime.fromisoformat(f"{day}T10:00:00"))
        with transaction(self._stage.engine) as session:
            session.execute(update(tables.clock_setting).values(stands_at=self._stage.now))

    def _answer(self, name: str, element: str, values: Mapping[str, Any]) -> Press:
        task = next(t for t in self._stage.open_tasks(name) if t.element == element)
        self._sign_in(task.role)
        path = f"/processos/{self._stage.cases[name]}/tarefas/{task.id}"
        typed = {**values, "_action": "concluir"}
        with transaction(self._stage.engine) as session:
            page = session.execute(
                select(tables.task.c.form).where(tables.task.c.id == task.id)
            ).scalar_one()
        if page != "escolher_meio":
            typed["_password"] = _PASSWORD
        return self._send(path, typed)

    def _sign_in(self, login: str) -> None:
        self._client.delete_cookie("autos")
        hidden = self._hidden("/entrar")
        self._client.post("/entrar", data={**hidden, "login": login, "_password": _PASSWORD})

    def _hidden(self, path: str) -> dict[str, str]:
        return dict(_HIDDEN.findall(self._client.get(path).text))

    def _send(self, path: str, typed: Mapping[str, Any]) -> Press:
        data = {**self._hidden("/conta"), **typed}
        self._press = done = Press()
        began = thread_time()
        reply = self._client.post(path, data=data)
        done.cpu_ms = 1000 * (thread_time() - began)
        self._press = Press()  # what follows is not of this request
        if reply.status_code != 303:
            raise RuntimeError(f"{path}: {reply.status_code}")
        return done

    def _count(self, *given: Any) -> None:
        if not given[2].startswith(("BEGIN", "PRAGMA")):
            self._press.statements += 1

    def _committed(self, _: Any) -> None:
        self._press.commits += 1
