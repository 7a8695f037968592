"""What is about to expire: documents, licences, inspections, permits, the age of a vehicle."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Expiring:
    """Something that is good up to `last_day`.

    `kind` is a key of `validades` of the law data, or «idade» for a vehicle that grows too old;
    `label` names it for the reader, `effect` says what follows, `article` by which rule. `subject`
    is what it is of (pessoa, veiculo, autorizacao) and `subject_id` its id.
    """

    kind: str
    label: str
    article: str
    last_day: date
    subject: str
    subject_id: int
    effect: str = ""

    def days_left(self, on: date) -> int:
        """How many days after `on` the last day is: 0 on the last day, negative once expired."""
        return (self.last_day - on).days


def expiring(items: Iterable[Expiring], on: date, days: int) -> tuple[Expiring, ...]:
    """What has expired by `on`, and what will in the `days` days after it, by last day."""
    limit = on + timedelta(days=days)
    due = (item for item in items if item.last_day <= limit)
    return tuple(sorted(due, key=lambda item: (item.last_day, item.kind, item.subject_id)))
