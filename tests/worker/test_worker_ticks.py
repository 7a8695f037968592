"""One beat of the worker: what is overdue, what the clock must not do, and mail."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row, Table, insert, select, update

from tests.cases.kit import World, at
from tests.cases.staff import employ
from tests.worker.conftest import open_cases, stand
from webapp.cases import incidents
from webapp.clock import GuardedClock
from webapp.store import outbox
from webapp.store.database import transaction
from webapp.store.outbox import Mail
from webapp.store.tables import deadline, event, incident, request, worker_beat
from webapp.store.tables import outbox as letters
from webapp.worker import Postman, Worker, WorkerClock

MONDAY = "2025-12-01"


# ---- after a long time


def test_after_30_days_down_every_term_ends_once_in_the_order_of_its_end(world: World) -> None:
    """F7. Seen to fail without the order by `next_at` in draining._claim (ends in the order of the
    cases), with the act's own time as the moment of an end (2026-01-15), and when the worker does
    not look at `hold` (five ends).
    """
    ids = open_cases(world, "2025-12-03", "2025-12-01", "2025-12-05", "2025-12-02", "2025-12-04")
    stand(world, at("2026-01-15"))
    Worker(world.engine, hold=True).tick()
    assert _ended(world) == [], "held timers fire nothing"
    Worker(world.engine).tick()
    Worker(world.engine).tick()
    ended = _ended(world)
    assert [chain for chain, _ in ended] == [f"case:{ids[n]}" for n in (1, 3, 0, 2, 4)], (
        "those of one midnight by their number"
    )
    assert [moment for _, moment in ended] == [
        at(day, 0) for day in ("2025-12-12", "2025-12-13", "2025-12-16", "2025-12-16", "2025-12-16")
    ]
    with transaction(world.engine) as session:
        rows = session.execute(select(deadline.c.due_at, deadline.c.effective_at)).all()
    assert all(row.due_at == row.effective_at for row in rows)


def _ended(world: World) -> list[tuple[str, datetime]]:
    with transaction(world.engine) as session:
        query = select(event.c.chain, event.c.effective_at).order_by(event.c.id)
        return [tuple(r) for r in session.execute(query.where(event.c.kind == "deadline_ended"))]


# ---- the machine's clock


class Machine:
    """A machine whose clock can be set."""

    def __init__(self, shows: datetime) -> None:
        self.shows, self.ticks = shows.timestamp(), 1000.0

    def passes(self, span: timedelta) -> None:
        self.shows += span.total_seconds()
        self.ticks += span.total_seconds()

    def is_set(self, by: timedelta) -> None:
        self.shows += by.total_seconds()

    def worker(self, world: World) -> Worker:
        return Worker(world.engine, time_of=WorkerClock(self._guard))

    def _guard(self, seen: datetime | None) -> GuardedClock:
        return GuardedClock(lambda: self.shows, lambda: self.ticks, seen)


@pytest.fixture
def alone(tmp_path: Path, models: Callable[..., Path]) -> Iterator[World]:
    """A world on SQLite, which has no clock of its own."""
    models()
    world = World(f"sqlite:///{tmp_path / 'alone.db'}")
    yield world
    world.engine.dispose()


def _alarms(world: World) -> list[bool]:
    """The incidents of the clock, by whether they are still open."""
    with transaction(world.engine) as session:
        query = select(incident.c.closed_at).where(incident.c.kind == "relogio")
        return [closed is None for closed in session.execute(query).scalars()]


@pytest.mark.parametrize("jump", [timedelta(days=1), -timedelta(hours=1)], ids=["+1 day", "-1 h"])
def test_nothing_ends_by_a_clock_that_was_moved_until_it_is_put_right(
    alone: World, jump: timedelta
) -> None:
    """F8. Seen to fail without the comparison in GuardedClock.now: the term ends, or no alarm is
    given. On SQLite only, for PostgreSQL has a clock of its own.
    """
    open_cases(alone, MONDAY)
    machine = Machine(at("2025-12-11", 23, 30))
    worker = machine.worker(alone)
    worker.tick()
    assert _alarms(alone) == []
    machine.passes(timedelta(seconds=1))
    machine.is_set(jump)
    worker.tick()
    worker.tick()
    assert (_ended(alone), _alarms(alone)) == ([], [True])
    machine.is_set(-jump)
    worker.tick()
    assert (_ended(alone), _alarms(alone)) == ([], [False])
    machine.passes(timedelta(minutes=45))
    worker.tick()
    assert [moment for _, moment in _ended(alone)] == [at("2025-12-12", 0)]


def test_nothing_ends_when_the_machine_starts_before_its_last_record(alone: World) -> None:
    """F8. Seen to fail without `last_seen` in GuardedClock: no alarm is given."""
    open_cases(alone, "2025-11-20", MONDAY)
    machine = Machine(at("2025-11-30"))
    worker = machine.worker(alone)
    worker.tick()
    assert (_ended(alone), _alarms(alone)) == ([], [True])
    machine.is_set(timedelta(days=3))
    worker.tick()
    assert ([moment for _, moment in _ended(alone)], _alarms(alone)) == (
        [at("2025-12-02", 0)],
        [False],
    )


# ---- the beat


def test_a_beat_says_by_the_machines_time_that_the_worker_lives(world: World) -> None:
    stand(world, at(MONDAY))
    before = datetime.now(UTC)  # noqa: TID251  (beats keep the machine's time)
    Worker(world.engine).tick()
    with transaction(world.engine) as session:
        beats = session.execute(select(worker_beat.c.at)).scalars().all()
    assert len(beats) == 1
    assert beats[0] >= before.replace(microsecond=0)


def test_a_beat_that_fails_is_logged_and_the_next_one_comes(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    open_cases(world, MONDAY)
    stand(world, at("2025-12-12"))
    worker = Worker(world.engine)
    with monkeypatch.context() as patch:
        patch.setattr("webapp.cases.draining.drain", lambda *_, **__: 1 / 0)
        worker.tick()
    assert "a beat failed" in caplog.text
    worker.tick()
    assert len(_ended(world)) == 1


def test_replies_to_presses_are_kept_for_as_long_as_is_set_and_no_longer(world: World) -> None:
    """Seen to fail without the sweep: both are there."""
    stand(world, at("2026-01-31"))
    moments = {"velho": at("2026-01-01", 8), "novo": at("2026-01-01", 10)}
    with transaction(world.engine) as session:
        for name, moment in moments.items():
            row = {"key": name, "path": "/", "at": moment, "reply": {}}
            session.execute(insert(request).values(row))
    Worker(world.engine, keep_requests=timedelta(days=30)).tick()
    with transaction(world.engine) as session:
        assert session.execute(select(request.c.key)).scalars().all() == ["novo"]


# ---- mail


class BrokenPostman(Postman):
    """Sends nothing while the server is down, and remembers what it sent."""

    def __init__(self) -> None:
        super().__init__("smtp://127.0.0.1:9?from=autos@exemplo.gov.br")
        self.down, self.sent = True, list[Mail]()

    def send(self, mail: Mail) -> None:
        if self.down:
            raise ConnectionRefusedError
        self.sent.append(mail)


def put(world: World, n: int) -> None:
    with transaction(world.engine) as session:
        outbox.put(
            session,
            world.municipality_id,
            "dtt@exemplo.gov.br",
            "Prazo\nvencido",
            "Olá, Secretaria.",
            f"<prazo-{n}@autos.exemplo.gov.br>",
            at(MONDAY),
        )


def every(world: World, table: Table) -> list[Row[Any]]:
    with transaction(world.engine) as session:
        return list(session.execute(select(table).order_by(table.c.id)))


def lose_patience(world: World) -> None:
    """The wait before the next try is over."""
    with transaction(world.engine) as session:
        session.execute(update(letters).values(next_at=at(MONDAY)))


def test_mail_waits_for_its_server_and_leaves_once_under_one_id(world: World) -> None:
    """F14. Seen to fail when `claim` marks the message as sent, when it sets no wait, and
    when `mark_sent` does not say so.
    """
    stand(world, at(MONDAY))
    put(world, 1)
    postman = BrokenPostman()
    worker = Worker(world.engine, postman=postman)
    worker.tick()
    worker.tick()
    with transaction(world.engine) as session:
        row = session.execute(select(letters)).one()
    assert (row.attempts, row.sent_at) == (1, None), "the second beat waits"
    postman.down = False
    lose_patience(world)
    worker.tick()
    lose_patience(world)
    worker.tick()
    assert [mail.message_id for mail in postman.sent] == ["<prazo-1@autos.exemplo.gov.br>"]


def test_mail_whose_worker_died_after_sending_is_sent_again_under_the_same_id(
    world: World,
) -> None:
    """F14. Seen to fail when `claim` marks the message as sent: it is sent once, by luck."""
    stand(world, at(MONDAY))
    put(world, 1)
    postman = BrokenPostman()
    postman.down = False
    with transaction(world.engine) as session:
        claimed = outbox.claim(session, at(MONDAY))
    assert claimed
    postman.send(claimed)  # and here it dies
    lose_patience(world)
    Worker(world.engine, postman=postman).tick()
    assert len({mail.message_id for mail in postman.sent}) == 1
    assert len(postman.sent) == 2


def test_mail_that_never_leaves_is_an_incident_and_waits_for_a_person(world: World) -> None:
    """Seen to fail without MOST_TRIES in `claim`: it is tried once more, and nobody is told."""
    employ(world, "operador", "Olavo Operador", "operador")
    stand(world, at(MONDAY))
    put(world, 1)
    postman = BrokenPostman()
    for _ in range(outbox.MOST_TRIES + 1):
        Worker(world.engine, postman=postman).tick()
        lose_patience(world)
    for _ in range(2):
        Worker(world.engine, postman=postman).tick()
    (row,) = every(world, letters)
    assert (row.attempts, row.sent_at) == (outbox.MOST_TRIES, None), "not tried, and not lost"
    (told,) = every(world, incident)
    assert (told.kind, told.closed_at) == ("mensagem", None)
    assert told.what.startswith("1 mensagem não saiu em 30 tentativas")
    postman.down = False
    with transaction(world.engine) as session:
        who = world.actors["operador"]
        assert incidents.send_again(session, told.id, now=at(MONDAY), actor=who) == 1
    Worker(world.engine, postman=postman).tick()
    assert [mail.message_id for mail in postman.sent] == ["<prazo-1@autos.exemplo.gov.br>"]
    (told,) = every(world, incident)
    assert (told.closed_how, told.closed_by) == ("retried", who.user_id)
    assert [(e.chain, e.kind) for e in every(world, event)] == [
        (f"operation:{world.municipality_id}", "incident_opened"),
        (f"operation:{world.municipality_id}", "incident_retried"),
    ]


def test_one_beat_sends_at_most_20_messages(world: World) -> None:
    stand(world, at(MONDAY))
    for n in range(25):
        put(world, n)
    postman = BrokenPostman()
    postman.down = False
    worker = Worker(world.engine, postman=postman)
    worker.tick()
    assert len(postman.sent) == 20
    worker.tick()
    assert len(postman.sent) == 25


class Server(socketserver.StreamRequestHandler):
    """As much of SMTP as a relay of the house needs."""

    taken: list[bytes]

    def handle(self) -> None:
        self.wfile.write(b"220 casa\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go\r\n")
                self._take()
            self.wfile.write(b"221 ok\r\n" if line.upper().startswith(b"QUIT") else b"250 ok\r\n")

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        self.taken.append(b"".join(lines))


def test_a_message_goes_over_the_wire_with_sender_subject_and_id() -> None:
    Server.taken = []
    with socketserver.TCPServer(("127.0.0.1", 0), Server) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        postman = Postman(f"smtp://127.0.0.1:{server.server_address[1]}?from=autos@exemplo.gov.br")
        postman.send(Mail(1, "dtt@exemplo.gov.br", "Prazo vencido", "Olá.", "<a@b>", at(MONDAY), 0))
        serving.join()
    (message,) = Server.taken
    for header in (
        b"From: autos@exemplo.gov.br",
        b"To: dtt@exemplo.gov.br",
        b"Subject: Prazo vencido",
        b"Message-ID: <a@b>",
        b"Date: Mon, 01 Dec 2025 12:00:00 +0000",
    ):
        assert header in message


@pytest.mark.parametrize("url", ["smtp://casa", "http://casa?from=a@b", "smtp://?from=a@b"])
def test_an_address_of_a_server_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="AUTOS_MAIL"):
        Postman(url)
