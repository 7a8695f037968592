"""Final fines and payments: what is open, overdue, sent to the Fazenda, paid, to be refunded."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    CTE,
    ColumnElement,
    Date,
    FromClause,
    Row,
    ScalarSelect,
    Select,
    Subquery,
    and_,
    false,
    func,
    literal,
    null,
    or_,
    select,
    true,
)
from sqlalchemy.orm import Session

from webapp.store import interested
from webapp.store.search import Clue, Everything
from webapp.store.tables import case, case_party, deadline, effect, filing, fine, person, vehicle

_GONE: Final = ("cancelled", "superseded")
EVERY: Final = Everything()


class Tab(StrEnum):
    """The first four hold fines, each of them in one. The others hold cases with payments.

    Short: less was paid than is owed. Disputed: paid while the penalty may still change. Refund:
    paid beyond the fines that stand, once they are final or the case is over.
    """

    OPEN = "abertas"
    OVERDUE = "vencidas"
    SENT = "remetidas"
    PAID = "pagas"
    SHORT = "a_menor"
    DISPUTED = "em_discussao"
    REFUND = "a_restituir"


OF_FINES: Final = (Tab.OPEN, Tab.OVERDUE, Tab.SENT, Tab.PAID)
OF_CASES: Final = (Tab.SHORT, Tab.DISPUTED, Tab.REFUND)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a list shows. `only`: these rows of it, by id; none named, all of them."""

    municipality_id: int
    today: date
    tab: Tab = Tab.OPEN
    clue: Clue = EVERY
    only: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FineRow:
    """A fine with its debtor, its item and its own article; on the tabs of cases, a case with its
    first party and the articles of its items, and no `item`.

    `cents` is 0 where the unit has no known value. `owed` and `paid` are of the whole case; `paid`
    is 0 where nobody told the amount. `due_on` is the last day to pay as the term runs now.
    `presenter` handed in the last proof of payment; told of cases alone.
    """

    id: int
    case_id: int
    number: str
    item: str
    article: str
    debtor: str | None
    cpf: str | None
    address: str | None
    is_estate: bool
    plate: str | None
    cents: int
    units: str
    unit: str
    fact_on: date | None
    final_on: date | None
    due_on: date | None
    paid_on: date | None
    sent_on: date | None
    owed: int
    paid: int
    presenter: str | None

    @property
    def refund(self) -> int:
        """What was paid beyond the fines that stand."""
        return max(self.paid - self.owed, 0)


def rows(session: Session, wanted: Wanted, limit: int, offset: int = 0) -> list[FineRow]:
    """A page of the list: what is to be paid first on top, and of what was paid the latest."""
    found = session.execute(_listed(wanted).limit(limit).offset(offset))
    return [_row(one) for one in found]


def export(session: Session, wanted: Wanted, limit: int) -> Generator[FineRow, None, None]:
    """The list from its top, read as it is consumed. Close it when not all of it is read."""
    in_parts = _listed(wanted).limit(limit).execution_options(yield_per=500)
    with session.execute(in_parts) as found:
        for one in found:
            yield _row(one)


def count(session: Session, wanted: Wanted) -> Mapping[Tab, int]:
    """How many rows each tab has for the same search, in one statement."""
    account = _account(wanted.municipality_id)
    of_fines = _counting(_fines(account), account, OF_FINES, wanted)
    of_cases = _counting(_cases(account), account, OF_CASES, wanted)
    numbers = select(of_fines, of_cases).select_from(of_fines.join(of_cases, true()))
    return dict(zip((*OF_FINES, *OF_CASES), session.execute(numbers).one(), strict=True))


def _row(found: Row[Any]) -> FineRow:
    """The days of payments are kept as text, those of fines as days."""
    own = dict(found._mapping)
    if isinstance(own["paid_on"], str):
        own["paid_on"] = date.fromisoformat(own["paid_on"])
    return FineRow(**own)


def _counting(rows: FromClause, account: CTE, tabs: tuple[Tab, ...], wanted: Wanted) -> Subquery:
    on_tab = [func.count().filter(_on(tab, account, wanted.today)).label(tab) for tab in tabs]
    return select(*on_tab).select_from(rows).where(*_asked(wanted)).subquery()


def _listed(wanted: Wanted) -> Select[Any]:
    account = _account(wanted.municipality_id)
    of_fines = wanted.tab in OF_FINES
    statement, own = (_fine_rows, fine) if of_fines else (_case_rows, case)
    named = own.c.id.in_(wanted.only) if wanted.only else true()
    shown = named, _on(wanted.tab, account, wanted.today), *_asked(wanted)
    return statement(account).where(*shown).order_by(*_order(wanted.tab, account), own.c.id)


def _asked(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    yield case.c.municipality_id == wanted.municipality_id
    yield wanted.clue.leads_to(wanted.municipality_id)


def _on(tab: Tab, account: CTE, today: date) -> ColumnElement[bool]:
    paid, sent, over = fine.c.paid_on.is_not(None), fine.c.sent_on.is_not(None), _due() < today
    to_pay = and_(~paid, ~sent)
    has_fines, has_ended = account.c.fines > 0, case.c.ended_at.is_not(None)
    is_settled = and_(or_(has_fines, has_ended), account.c.unvalued == 0)
    for_nothing = and_(~has_fines, has_ended)
    return {
        Tab.OPEN: and_(to_pay, func.coalesce(~over, true())),
        Tab.OVERDUE: and_(to_pay, over),
        Tab.SENT: and_(sent, ~paid),
        Tab.PAID: paid,
        Tab.SHORT: and_(account.c.paid > 0, account.c.paid < account.c.owed),
        Tab.DISPUTED: and_(~has_fines, ~has_ended),
        Tab.REFUND: and_(is_settled, or_(account.c.paid > account.c.owed, for_nothing)),
    }[tab]


def _order(tab: Tab, account: CTE) -> tuple[ColumnElement[Any], ...]:
    if tab in (Tab.OPEN, Tab.OVERDUE):
        return (_due().asc().nulls_last(),)
    if tab is Tab.SENT:
        return (fine.c.sent_on.desc(),)
    return (fine.c.paid_on.desc(),) if tab is Tab.PAID else (account.c.paid_on.desc(),)


# ---- rows


def _fine_rows(account: CTE) -> Select[Any]:
    estate = (
        select(literal(1))
        .where(
            case_party.c.case_id == fine.c.case_id,
            case_party.c.person_id == fine.c.payer_id,
            case_party.c.died_on.is_not(None),
        )
        .exists()
    )
    return select(
        fine.c.id,
        fine.c.case_id,
        case.c.number,
        fine.c.item,
        fine.c.article,
        person.c.name.label("debtor"),
        person.c.cpf,
        person.c.address,
        estate.label("is_estate"),
        vehicle.c.plate,
        fine.c.cents,
        fine.c.units,
        fine.c.unit,
        fine.c.fact_on,
        fine.c.final_on,
        _due().label("due_on"),
        fine.c.paid_on,
        fine.c.sent_on,
        account.c.owed,
        account.c.paid,
        null().label("presenter"),
    ).select_from(_with_vehicle(_fines(account).join(person, person.c.id == fine.c.payer_id)))


def _case_rows(account: CTE) -> Select[Any]:
    party, cpf, _ = interested.columns()
    return select(
        case.c.id,
        case.c.id.label("case_id"),
        case.c.number,
        literal("").label("item"),
        case.c.subject.label("article"),
        party.label("debtor"),
        cpf,
        person.c.address,
        false().label("is_estate"),
        vehicle.c.plate,
        account.c.owed.label("cents"),
        literal("").label("units"),
        literal("").label("unit"),
        null().label("fact_on"),
        null().label("final_on"),
        null().label("due_on"),
        account.c.paid_on,
        null().label("sent_on"),
        account.c.owed,
        account.c.paid,
        _presenter().label("presenter"),
    ).select_from(_with_vehicle(interested.with_first_party(_cases(account))))


def _fines(account: CTE) -> FromClause:
    """The fines that stand, each with its case and the account of it."""
    stands = and_(account.c.case_id == fine.c.case_id, fine.c.cancelled_by.is_(None))
    return account.join(fine, stands).join(case, case.c.id == fine.c.case_id)


def _cases(account: CTE) -> FromClause:
    """The cases in which something was paid."""
    was_paid = and_(case.c.id == account.c.case_id, account.c.paid_on.is_not(None))
    return account.join(case, was_paid)


def _with_vehicle(rows: FromClause) -> FromClause:
    return rows.outerjoin(vehicle, vehicle.c.id == case.c.vehicle_id)


def _presenter() -> ScalarSelect[str]:
    proof = filing.c.kind == "pagamento"
    return (
        select(filing.c.presenter)
        .where(filing.c.case_id == case.c.id, proof, filing.c.undone_by.is_(None))
        .order_by(filing.c.id.desc())
        .limit(1)
        .correlate(case)
        .scalar_subquery()
    )


def _due() -> ColumnElement[Any]:
    """The last day to pay: that of the term as it stands now, else the day the decision fixed."""
    term = (
        select(deadline.c.last_day)
        .where(
            deadline.c.case_id == fine.c.case_id,
            deadline.c.key == "pagamento",
            deadline.c.state.not_in(_GONE),
        )
        .order_by(deadline.c.id.desc())
        .limit(1)
        .correlate(fine)
        .scalar_subquery()
    )
    return func.coalesce(term, fine.c.due_on, type_=Date)


# ---- what is owed and what was paid


def _account(municipality_id: int) -> CTE:
    """Of each case with fines or payments: how many fines, what is owed, what was paid and when.

    `unvalued` counts the fines whose unit has no known value.
    """
    owed, paid = _owed(municipality_id), _paid(municipality_id)
    known = case.outerjoin(owed, owed.c.case_id == case.c.id)
    return (
        select(
            case.c.id.label("case_id"),
            *(
                func.coalesce(table.c[name], 0).label(name)
                for table, name in (
                    (owed, "fines"), (owed, "unvalued"), (owed, "owed"), (paid, "paid"),
                )
            ),
            paid.c.paid_on,
        )
        .select_from(known.outerjoin(paid, paid.c.case_id == case.c.id))
        .where(
            case.c.municipality_id == municipality_id,
            or_(owed.c.case_id.is_not(None), paid.c.case_id.is_not(None)),
        )
        .cte("account")
    )  # fmt: skip


def _owed(municipality_id: int) -> Subquery:
    return (
        select(
            fine.c.case_id,
            func.count().label("fines"),
            func.count().filter(fine.c.cents == 0).label("unvalued"),
            func.sum(fine.c.cents).label("owed"),
        )
        .where(fine.c.municipality_id == municipality_id, fine.c.cancelled_by.is_(None))
        .group_by(fine.c.case_id)
        .subquery()
    )


def _paid(municipality_id: int) -> Subquery:
    return (
        select(
            effect.c.case_id,
            func.sum(effect.c.cents).label("paid"),
            func.min(effect.c.body["paid_on"].as_string()).label("paid_on"),
        )
        .where(
            effect.c.municipality_id == municipality_id,
            effect.c.kind == "payment",
            effect.c.reverses.is_(None),
            effect.c.reversed_by.is_(None),
        )
        .group_by(effect.c.case_id)
        .subquery()
    )
