"""Mail that acts leave to be sent: written in the act's transaction, sent by the worker."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session

from webapp.store.hold import NOTHING_HELD
from webapp.store.tables import outbox

FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(hours=1)
# With those waits, about a day.
MOST_TRIES: Final = 30
_WAITS: Final = outbox.c.sent_at.is_(None)


@dataclass(frozen=True, slots=True)
class Mail:
    """One message; its `message_id` stays the same however often it is sent."""

    id: int
    to: str
    subject: str
    text: str
    message_id: str
    created_at: datetime
    attempts: int


def put(
    session: Session,
    municipality_id: int,
    to: str,
    subject: str,
    text: str,
    message_id: str,
    now: datetime,
) -> int:
    """Leave a message to be sent after the commit. Returns its id.

    `message_id` («<caso-12-seq-7@autos.example>») names what the message tells: it is unique, so
    the same thing is never told twice, and a receiver sees a second copy for what it is.
    Raises IntegrityError when a message of that id is there.
    """
    values = {
        "municipality_id": municipality_id,
        "to": _one_line(to),
        "subject": _one_line(subject)[:200],
        "text": text,
        "message_id": message_id,
        "created_at": now,
        "next_at": now,
        "attempts": 0,
    }
    return int(session.execute(insert(outbox).values(values).returning(outbox.c.id)).scalar_one())


def claim(session: Session, at: datetime) -> Mail | None:
    """The next message to be tried at `at`, the machine's time; None when there is none, or held.

    Commit before sending: a worker that dies has used up this try, and the message waits as
    after any failure, twice as long each time.
    """
    due = (
        select(*(outbox.c[name] for name in Mail.__dataclass_fields__))
        .where(_WAITS, outbox.c.attempts < MOST_TRIES, outbox.c.next_at <= at, NOTHING_HELD)
        .order_by(outbox.c.next_at, outbox.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = session.execute(due).one_or_none()
    if row is None:
        return None
    mail = Mail(**row._mapping)
    wait = min(FIRST_WAIT * 2 ** min(mail.attempts, 10), LONGEST_WAIT)
    session.execute(
        update(outbox)
        .where(outbox.c.id == mail.id)
        .values(attempts=mail.attempts + 1, next_at=at + wait)
    )
    return mail


def mark_sent(session: Session, mail_id: int, at: datetime) -> None:
    session.execute(update(outbox).where(outbox.c.id == mail_id).values(sent_at=at))


def given_up(session: Session, at: datetime) -> dict[int, int]:
    """How many messages no longer leave by themselves, by municipality; those with some."""
    done = (_WAITS, outbox.c.attempts >= MOST_TRIES, outbox.c.next_at <= at)
    by_place = select(outbox.c.municipality_id, func.count()).where(*done)
    return dict(session.execute(by_place.group_by(outbox.c.municipality_id)).all())


def put_back(session: Session, municipality_id: int, now: datetime) -> int:
    """Let what was given up be tried again, as if for the first time. Returns how many."""
    mine = (_WAITS, outbox.c.attempts >= MOST_TRIES, outbox.c.municipality_id == municipality_id)
    done = session.execute(update(outbox).where(*mine).values(attempts=0, next_at=now))
    return int(done.rowcount)  # type: ignore[attr-defined]


def _one_line(text: str) -> str:
    return " ".join(text.split())
