"""The passing of time, turned into acts: terms that are over take effect, and mail leaves.

APScheduler only gives the beat, from memory; every deadline lives in a row of the database.
"""

import logging
import os
import signal
import smtplib
import socket
import ssl
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from types import FrameType
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import click
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.orm import Session

from webapp import clock
from webapp.cases import carrying, draining, incidents
from webapp.clock import ClockJump, GuardedClock
from webapp.config import BadSetting, settings
from webapp.store import outbox, schema
from webapp.store.database import reading, transaction
from webapp.store.outbox import Mail
from webapp.store.tables import event, incident, municipality, request, worker_beat
from webapp.web.log import to_stderr

INTERVAL: Final = 1.0
# Between beats, so that an idle machine hardly writes; the health page alarms after 60 s.
BEAT_EVERY: Final = timedelta(seconds=10)
BEATS_KEPT: Final = timedelta(days=1)
SWEEP_EVERY: Final = timedelta(hours=1)
SWEPT_AT_ONCE: Final = 10_000
ROWS_A_TICK: Final = 100
RECOUNTS_A_TICK: Final = 5
MAILS_A_TICK: Final = 20
SMTP_TIMEOUT: Final = 10
CLOCK_INCIDENT: Final = "relogio"
log = logging.getLogger(__name__)

Guard = Callable[[datetime | None], GuardedClock]


class WorkerClock:
    """What time it is for terms: where the demo's clock stands, else the database's, else ours.

    The machine's own clock is guarded; `guard` makes the guard from the last moment on record.
    """

    def __init__(self, guard: Guard = lambda seen: GuardedClock(last_seen=seen)) -> None:
        self._guard = guard
        self._guarded: GuardedClock | None = None

    def now(self, session: Session) -> datetime:
        """The instant, in UTC. Raises ClockJump while the machine's clock cannot be trusted."""
        if session.get_bind().dialect.name == "postgresql" or clock.standing(session):
            return clock.now(session)
        if self._guarded is None:
            last = select(event.c.at).order_by(event.c.id.desc()).limit(1)
            self._guarded = self._guard(session.execute(last).scalar_one_or_none())
        return self._guarded.now()


class Postman:
    """Sends mail by the SMTP server of an URL: `smtp[s]://user:password@host:port?from=address`.

    A password is only given over TLS, to a server that proves its name (`smtps`, or `smtp` with
    STARTTLS); without one the server is taken for the relay of the house.
    Raises BadSetting for an URL without scheme, server or sender.
    """

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url)
            self._port = parts.port
        except ValueError as wrong:  # brackets or a port that are none
            raise _bad_mail(url) from wrong
        sender = parse_qs(parts.query).get("from", [""])[0]
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
            raise _bad_mail(url)
        self._host, self._sender = parts.hostname, sender
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._encrypted = parts.scheme == "smtps"

    def send(self, mail: Mail) -> None:
        """Hand one message over. Raises OSError (smtplib's errors are such) or ValueError."""
        with self._connect() as server:
            if self._user:
                if not self._encrypted:
                    server.starttls(context=ssl.create_default_context())
                server.login(self._user, self._password)
            server.send_message(self._message(mail))

    def _connect(self) -> smtplib.SMTP:
        if self._encrypted:
            proven = ssl.create_default_context()
            port = self._port or 465
            return smtplib.SMTP_SSL(self._host, port, timeout=SMTP_TIMEOUT, context=proven)
        return smtplib.SMTP(self._host, self._port or 587, timeout=SMTP_TIMEOUT)

    def _message(self, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"] = self._sender, mail.to
        message["Subject"], message["Message-ID"] = mail.subject, mail.message_id
        message["Date"] = format_datetime(mail.created_at)
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        return message


def _bad_mail(url: str) -> BadSetting:
    wanted = "escreva smtp[s]://usuario:senha@servidor:587?from=autos@municipio.gov.br"
    return BadSetting("AUTOS_MAIL", url, wanted)


class Worker:
    """What happens at each beat. `hold` leaves terms alone, so that an operator can look first.

    Replies to presses are kept for `keep_requests`.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        hold: bool = False,
        postman: Postman | None = None,
        time_of: WorkerClock | None = None,
        keep_requests: timedelta = timedelta(days=30),
    ) -> None:
        self._engine, self._hold, self._postman = engine, hold, postman
        self._keep_requests = keep_requests
        self._clock = time_of or WorkerClock()
        self._name = f"{socket.gethostname()[:60]}:{os.getpid()}"
        self._beat_due = self._sweep_due = 0.0
        self._alarmed = True  # an earlier worker may have left an incident of the clock
        self.stopping = False

    def tick(self) -> None:
        """One beat. Nothing that goes wrong in it stops the next one; it is then no beat."""
        try:
            if self._clock_is_right():
                self._work()
        except Exception:
            # The loop of the process: the database may be back at the next beat.
            log.exception("a beat failed")

    def _clock_is_right(self) -> bool:
        try:
            with reading(), transaction(self._engine) as session:
                self._clock.now(session)
        except ClockJump as jump:
            log.warning("clock refused: %s", jump)
            self._alarmed = True
            with transaction(self._engine) as session:
                open_clock_incident(session, str(jump), clock.wall())
            return False
        if self._alarmed:
            with transaction(self._engine) as session:
                close_clock_incidents(session, clock.wall())
            self._alarmed = False
        return True

    def _work(self) -> None:
        if not self._hold:
            self._drain()
            carrying.carry_on(self._engine, self._clock.now, limit=RECOUNTS_A_TICK)
        if self._postman:
            self._send(self._postman)
        if time.monotonic() >= self._beat_due:
            with transaction(self._engine) as session:
                self._beat(session, clock.wall())
                incidents.show_mail_given_up(session, self._clock.now(session), clock.wall())
            self._beat_due = time.monotonic() + BEAT_EVERY.total_seconds()
        if time.monotonic() >= self._sweep_due:
            with transaction(self._engine) as session:
                self._sweep(session, self._clock.now(session) - self._keep_requests)
            self._sweep_due = time.monotonic() + SWEEP_EVERY.total_seconds()

    def _drain(self) -> None:
        """Row by row, so that a stop waits for one row only, and a long queue for no beat."""
        for _ in range(ROWS_A_TICK):
            if self.stopping or not draining.drain(
                self._engine, self._clock.now, self._name, limit=1
            ):
                return

    def _send(self, postman: Postman) -> None:
        for _ in range(MAILS_A_TICK):
            with transaction(self._engine) as session:
                mail = outbox.claim(session, clock.wall())
            if mail is None or self.stopping:
                return
            try:
                postman.send(mail)
            except (OSError, ValueError) as error:
                log.warning("mail %s not sent: %s", mail.id, type(error).__name__)
                return
            with transaction(self._engine) as session:
                outbox.mark_sent(session, mail.id, clock.wall())

    def _beat(self, session: Session, at: datetime) -> None:
        session.execute(delete(worker_beat).where(worker_beat.c.at < at - BEATS_KEPT))
        session.execute(delete(worker_beat).where(worker_beat.c.worker == self._name))
        session.execute(insert(worker_beat).values(worker=self._name, at=at))

    def _sweep(self, session: Session, before: datetime) -> None:
        """A press of so long ago is not sent again: no session lasts as long."""
        old = select(request.c.key).where(request.c.at < before).limit(SWEPT_AT_ONCE)
        session.execute(delete(request).where(request.c.key.in_(old)))

    def leave(self) -> None:
        """Take the name off the list of those at work."""
        with transaction(self._engine) as session:
            session.execute(delete(worker_beat).where(worker_beat.c.worker == self._name))


def open_clock_incident(session: Session, what: str, at: datetime) -> None:
    """Tell every municipality, once, that no term ends until the clock is right."""
    told = select(incident.c.municipality_id).where(
        incident.c.kind == CLOCK_INCIDENT, incident.c.closed_at.is_(None)
    )
    others = select(municipality.c.id).where(municipality.c.id.not_in(told))
    sentence = (
        f"{what[:1].upper()}{what[1:]}. Nenhum prazo vence enquanto a hora não estiver certa. "
        "Acerte o relógio da máquina; se ele está certo, reinicie «autos worker»."
    )
    for place in session.execute(others).scalars().all():
        new = session.execute(
            insert(incident)
            .values(
                municipality_id=place, kind=CLOCK_INCIDENT, what=sentence, attempts=1, opened_at=at
            )
            .returning(incident.c.id)
        ).scalar_one()
        incidents.tell_operators(session, place, new, "relógio da máquina", sentence, at)


def close_clock_incidents(session: Session, at: datetime) -> None:
    still_open = (incident.c.kind == CLOCK_INCIDENT) & incident.c.closed_at.is_(None)
    session.execute(update(incident).where(still_open).values(closed_at=at))


class Stopped(BaseException):
    """Somebody asked the process to end."""


def run(job: Worker, interval: float = INTERVAL, parent: int | None = None) -> int:
    """Beat until SIGTERM or SIGINT, finishing the row at hand: 0. 1 when the beat itself died.

    With `parent`, a process id, the end of that process is a signal as well.
    """
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    scheduler = BackgroundScheduler(timezone=UTC)
    scheduler.add_job(
        job.tick,
        "interval",
        seconds=interval,
        max_instances=1,
        coalesce=True,
        misfire_grace_time=None,
        next_run_time=clock.wall(),
    )
    scheduler.start()
    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _stop)
        while scheduler._thread.is_alive():
            _stop_without(parent)
            scheduler._thread.join(interval)
    except Stopped:
        job.stopping = True
        scheduler.shutdown(wait=True)
        job.leave()
        return 0
    log.critical("the scheduler's thread died")
    return 1


def _stop(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # asked a second time, the process ends at once
    raise Stopped


def _stop_without(parent: int | None) -> None:
    """Whoever is killed cannot tell its children, but they get another parent."""
    if parent is not None and os.getppid() != parent:
        raise Stopped


@click.command("worker")
@click.option("--hold-timers", is_flag=True, help="Começa sem vencer prazos, para conferir antes.")
@click.option("--parent", type=int, hidden=True, help="Termina com o processo que o iniciou.")
def worker(*, hold_timers: bool, parent: int | None) -> None:
    """Faz vencer os prazos e envia as mensagens, até Ctrl-C."""
    chosen = settings()
    postman = Postman(chosen.mail) if chosen.mail else None
    engine = schema.open_current(chosen.database)
    to_stderr()
    log.info("worker begins, timers %s", "held" if hold_timers else "run")
    job = Worker(engine, hold=hold_timers, postman=postman, keep_requests=chosen.keep_requests)
    sys.exit(run(job, parent=parent))
