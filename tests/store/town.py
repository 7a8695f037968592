"""A municipality whose cases and tasks are written as rows, for tests of what lists show."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from webapp.store import inbox, names, people, tables
from webapp.store.inbox import Days, TaskRow, Wanted

AT = datetime(2025, 11, 3, 12, 0, tzinfo=UTC)
WEDNESDAY = date(2025, 12, 3)
SUNDAY = date(2025, 12, 7)
DAYS = Days(WEDNESDAY, WEDNESDAY, SUNDAY)
ME, OTHER = 1, 2


class Town:
    """A municipality with two people; cases and tasks are written as rows.

    `last` is the number of the last case that is there already.
    """

    def __init__(self, session: Session, slug: str = "marilandia", last: int = 0) -> None:
        self.session = session
        self.id = people.municipality_id(session, slug=slug, name=slug, uf="ES")
        self.people = [self._account(slug, n) for n in (ME, OTHER)]
        self._cases = last

    def case(self, *parties: str, **values: Any) -> int:
        self._cases += 1
        number = f"{self._cases:04}/2025"
        row = {
            "number": number,
            "number_key": number.replace("/", ""),
            "process": "infracao_marilandia",
            "bundle_sha256": "0" * 64,
            "state_format": 1,
            "version": 1,
            "opened_at": AT,
            "effective_at": AT,
            "subject": "art. 5º, II",
            "subject_key": "ART 5 II",
        }
        case_id = self._own(tables.case, **{**row, **values})
        for name in parties:
            self.party(case_id, name)
        return case_id

    def person(self, name: str, cpf: str | None = None, **values: Any) -> int:
        own = {"name": name, "name_key": name.upper(), "cpf": cpf, **values}
        person_id = self._own(tables.person, **own)
        names.keep(self.session, self.id, person_id, name)
        return person_id

    def party(self, case_id: int, name: str, **values: Any) -> int:
        return self.join(self.person(name), case_id=case_id, **values)

    def join(self, person_id: int, **values: Any) -> int:
        """A person becomes a party of a case."""
        row = {"role": "autuado", "from_day": date(2025, 11, 3), **values}
        return self._own(tables.case_party, person_id=person_id, **row)

    def task(self, case_id: int, **values: Any) -> int:
        row = {
            "kind": "person",
            "element": "julgar_auto",
            "name": "Julgar auto e defesa",
            "role": "autoridade",
            "about": "",
            "opened_at": AT,
            "opened_seq": 1,
        }
        return self._own(tables.task, case_id=case_id, **{**row, **values})

    def term(self, case_id: int, task_id: int, **values: Any) -> None:
        row = {
            "kind": "engine",
            "round": 1,
            "key": "defesa",
            "about": "auto",
            "fires_on": "default",
            "attempts": 0,
            "state": "running",
            "rule_snapshot": {},
        }
        self._own(tables.deadline, case_id=case_id, task_id=task_id, **{**row, **values})

    def fine(self, case_id: int, person_id: int, cents: int = 75900, **values: Any) -> int:
        """A final fine, of a fact of 03/11/2025."""
        row = {
            "item": "5-II",
            "article": "art. 15, § 1º",
            "units": "0.5",
            "unit": "UPM",
            "unit_value": "1518.00",
            "payer_id": person_id,
            "unit_source": "Decreto 1/2025",
            "fact_on": date(2025, 11, 3),
            "final_on": date(2025, 11, 24),
        }
        effect_id = self.effect(case_id, "fine", cents)
        own = {"case_id": case_id, "effect_id": effect_id, "person_id": person_id, "cents": cents}
        return self._own(tables.fine, **own, **{**row, **values})

    def payment(self, case_id: int, day: date, cents: int = 75900, **values: Any) -> int:
        body = {"paid_on": day.isoformat(), "item": f"filing:{case_id}"}
        return self.effect(case_id, "payment", cents, body=body, **values)

    def effect(self, case_id: int, kind: str, cents: int, **values: Any) -> int:
        row = {"about": "multa", "body": {}, "effective_at": AT, "seq": 1, **values}
        return self._own(tables.effect, case_id=case_id, kind=kind, cents=cents, **row)

    def reverse(self, effect_id: int, by: int) -> None:
        own = update(tables.effect).where(tables.effect.c.id == effect_id)
        self.session.execute(own.values(reversed_by=by))

    def close(self, day: date) -> None:
        """A day without office hours, entered by one person and approved by the other."""
        me, other = self.people
        self._own(
            tables.calendar_day,
            day=day,
            to_day=day,
            opening="fechado",
            reason="luto oficial",
            act="Decreto 471/2025",
            entered_by=me,
            entered_at=AT,
            approved_by=other,
            approved_at=AT,
            state="in_force",
        )

    def wanted(self, **values: Any) -> Wanted:
        own = Wanted(self.id, self.people[0], frozenset({"autoridade"}), DAYS)
        return replace(own, **values)

    def ids(self, **values: Any) -> list[int]:
        return [row.id for row in self.rows(**values)]

    def rows(self, **values: Any) -> list[TaskRow]:
        return inbox.rows(self.session, self.wanted(**values), 50)

    def _account(self, slug: str, n: int) -> int:
        login = f"{slug}{n}"
        return self._own(tables.user_account, login=login, name=f"Pessoa {n}", password_hash="-")

    def _own(self, table: Any, **values: Any) -> int:
        return self._new(table, municipality_id=self.id, **values)

    def _new(self, table: Any, **values: Any) -> int:
        statement = insert(table).values(**values).returning(table.c.id)
        return int(self.session.execute(statement).scalar_one())
