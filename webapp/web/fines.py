"""The fines, `/multas`: to be paid, to go to the Fazenda, paid, to be refunded; as CSV as well."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from webapp.cases.lateday import calendar_of
from webapp.domain import counting, identifiers, money
from webapp.domain.calendar import Calendar
from webapp.domain.errors import BadRequest, Refused
from webapp.laws import Law, law
from webapp.store import fines as store
from webapp.store.fines import FineRow, Tab, Wanted
from webapp.store.search import AnyOf
from webapp.web import paging, spreadsheet
from webapp.web.database import db
from webapp.web.inbox_lines import SOON
from webapp.web.marking import MOST_MARKED
from webapp.web.numbers import read_id
from webapp.web.policy import Unidentified, actor, holds, policy
from webapp.web.search import LONGEST, understood
from webapp.web.session import visit

fines = Blueprint("fines", __name__)

HOME: Final = "/multas"
READERS: Final = holds("arrecadacao", "secretaria", "autoridade")
COLLECTS: Final = "arrecadacao"
TABS: Final = {
    Tab.OPEN: "A pagar",
    Tab.OVERDUE: "Vencidas, a remeter",
    Tab.SENT: "Na Fazenda",
    Tab.PAID: "Pagas",
    Tab.SHORT: "Pagas a menos",
    Tab.DISPUTED: "Pagas, em discussão",
    Tab.REFUND: "A restituir",
}
NOTHING: Final = {
    Tab.OPEN: "Nenhuma multa a pagar no prazo",
    Tab.OVERDUE: "Nenhuma multa vencida por remeter",
    Tab.SENT: "Nenhuma multa remetida à Fazenda e ainda não paga",
    Tab.PAID: "Nenhuma multa paga",
    Tab.SHORT: "Nenhum pagamento menor que a multa",
    Tab.DISPUTED: "Nenhum pagamento de penalidade ainda em discussão",
    Tab.REFUND: "Nada a restituir",
}
MEANS: Final = {
    Tab.OPEN: "Multas definitivas dentro do prazo de pagamento.",
    Tab.OVERDUE: "O prazo acabou sem pagamento. A remessa sai no processo, com a certidão.",
    Tab.SENT: "A lista de remessa está em cada processo; quem inscreve é a Fazenda.",
    Tab.PAID: "Multas definitivas com pagamento registrado.",
    Tab.SHORT: "Pago menos do que a multa definitiva do processo.",
    Tab.DISPUTED: "Pago antes de a penalidade ser definitiva. Pagar não é desistir de recorrer.",
    Tab.REFUND: "Pago a mais: a penalidade foi anulada ou reduzida, ou o valor passou do devido.",
}
TONES: Final = {Tab.OVERDUE: "t-mal", Tab.SHORT: "t-at", Tab.REFUND: "t-at"}
# Whoever enters a debt needs the whole number and the address (CTN, art. 202, I).
REMITTANCE: Final = (Tab.OVERDUE, Tab.SENT)
HEADER: Final = (
    "Processo",
    "Infração",
    "Dispositivo da multa",
    "Devedor",
    "CPF",
    "Endereço",
    "Placa",
    "Data do fato",
    "Definitiva em",
    "Valor da multa",
    "Unidades da lei",
    "Pagar até",
    "Paga em",
    "Pago no processo",
    "A restituir",
    "Remetida em",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A row as the page shows it: what for, how it stands, how it differs, what it comes to."""

    row: FineRow
    infraction: str
    words: str
    tone: str
    day: date | None
    notes: tuple[str, ...]
    amount: str
    sums: tuple[str, ...]


@fines.get(HOME)
@policy(READERS)
def listed() -> ResponseReturnValue:
    """`lista` is a tab and `q` what was typed; `formato=csv` gives all of it as a file.

    With `marcadas` the file holds the rows of `multa`, as often as needed.
    """
    wanted = _wanted(request.args)
    page = paging.page(request.args)
    match request.args.get("formato"):
        case None | "":
            return _page(wanted, page)
        case "csv":
            return _download(wanted)
    raise BadRequest("A lista só existe como página e como «csv». Volte à lista de multas.")


def _page(wanted: Wanted, page: int) -> str:
    session, start = db.session(), (page - 1) * paging.SIZE
    rules, municipality_id = law(actor().municipality), wanted.municipality_id
    counts = store.count(session, wanted)
    found = store.rows(session, wanted, paging.SIZE, start)
    calendar = calendar_of(session, rules, municipality_id)
    return render_template(
        "fines.html",
        tab=wanted.tab,
        typed=_typed(request.args),
        lines=[_line(row, wanted, rules, calendar) for row in found],
        counts=counts,
        tabs=TABS,
        tones=TONES,
        nothing=NOTHING,
        means=MEANS,
        of_cases=wanted.tab in store.OF_CASES,
        address=address,
        page=page,
        size=paging.SIZE,
        mask_cpf=identifiers.mask_cpf,
        show_plate=identifiers.show_plate,
    )


def address(**changes: str) -> str:
    """The address of this list with some parts changed; another list begins on its first page."""
    parts = {"lista": request.args.get("lista", ""), "q": _typed(request.args), **changes}
    told = {name: text for name, text in parts.items() if text}
    return f"{HOME}?{urlencode(told)}" if told else HOME


def _wanted(args: Mapping[str, str]) -> Wanted:
    """Raises BadRequest for a tab that does not exist, Refused where nothing was marked."""
    me, today = actor(), visit().today
    if today is None:
        raise Unidentified
    asked = understood(_typed(args), law(me.municipality))
    return Wanted(me.municipality_id, today, _tab(args), AnyOf(asked.clues), _marked())


def _tab(args: Mapping[str, str]) -> Tab:
    asked = args.get("lista") or Tab.OPEN.value
    if asked not in {tab.value for tab in Tab}:
        raise BadRequest(
            f"Não há a lista de multas «{asked[:40]}». Volte às multas e escolha uma das listas."
        )
    return Tab(asked)


def _typed(args: Mapping[str, str]) -> str:
    return " ".join(args.get("q", "")[:LONGEST].split())


def _marked() -> tuple[int, ...]:
    """The rows to be exported; none named where all of them are."""
    if "marcadas" not in request.args:
        return ()
    texts = request.args.getlist("multa")
    if not texts:
        raise Refused("Nenhuma linha foi marcada. Volte à lista e marque ao menos uma.", 422)
    if len(texts) > MOST_MARKED:
        raise BadRequest(f"Marque no máximo {MOST_MARKED} linhas, ou baixe a lista inteira.")
    return tuple(read_id(text) or 0 for text in texts)


# ---- a row in words


def _line(row: FineRow, wanted: Wanted, rules: Law, calendar: Calendar) -> Line:
    words, tone, day = _stands(row, wanted.tab, wanted.today, calendar)
    return Line(
        row=row,
        infraction=_infraction(row, rules),
        words=words,
        tone=tone,
        day=day,
        notes=tuple(_notes(row, wanted.tab)),
        amount=_amount(row, wanted.tab),
        sums=tuple(_sums(row, wanted.tab)),
    )


def _infraction(row: FineRow, rules: Law) -> str:
    """«art. 54, XX»: the article of the item, as the law of the day of the fact calls it."""
    if row.fact_on is None:
        return row.article
    return str(rules.value(f"infracoes.{row.item}", {"fact": row.fact_on}).article)


def _stands(
    row: FineRow, tab: Tab, today: date, calendar: Calendar
) -> tuple[str, str, date | None]:
    """How it stands, the tone of that, and the day that matters."""
    match tab:
        case Tab.OPEN | Tab.OVERDUE:
            return _to_pay(row.due_on, today, calendar)
        case Tab.SENT:
            return "remetida", "", row.sent_on
        case Tab.SHORT:
            return money.balance(row.owed, row.paid), "at", row.paid_on
        case Tab.REFUND:
            return _to_refund(row), "at", row.paid_on
    return "paga", "", row.paid_on


def _to_pay(due: date | None, today: date, calendar: Calendar) -> tuple[str, str, date | None]:
    if due is None:
        return "falta o último dia para pagar", "nt", None
    words = counting.in_words(today, due, calendar)
    if due < today:
        return words, "mal", due
    return words, "at" if counting.office_days(today, due, calendar) <= SOON else "", due


def _to_refund(row: FineRow) -> str:
    if row.paid:
        return f"restituir {money.reais(row.refund)}"
    return "restituir (valor não informado)"


def _notes(row: FineRow, tab: Tab) -> Iterator[str]:
    """What else whoever collects has to know."""
    if tab is Tab.SENT and row.due_on:
        yield f"venceu em {row.due_on:%d/%m/%Y}"
    if tab is Tab.PAID and row.sent_on:
        yield f"já remetida, em {row.sent_on:%d/%m/%Y}: avise a Fazenda"
    if row.presenter:
        yield f"comprovante de {row.presenter}"


def _amount(row: FineRow, tab: Tab) -> str:
    return "ainda não há" if tab is Tab.DISPUTED else money.owed(row.cents, row.units, row.unit)


def _units(row: FineRow) -> str:
    return f"{money.units_text(Decimal(row.units))} {row.unit}" if row.units else ""


def _sums(row: FineRow, tab: Tab) -> Iterator[str]:
    """What was paid beside what is owed; in the case, whose fines are paid together."""
    if row.cents and row.units:
        yield _units(row)
    if row.paid:
        yield f"pago {money.reais(row.paid)}"
        if tab is Tab.PAID and row.paid != row.owed:
            yield money.balance(row.owed, row.paid)
    elif row.paid_on:
        yield "valor pago não informado"


# ---- the file


def _download(wanted: Wanted) -> Response:
    whole = COLLECTS in actor().roles and wanted.tab in REMITTANCE
    rules = law(actor().municipality)
    return spreadsheet.download(
        f"multas-{wanted.tab}",
        wanted.today,
        HEADER,
        lambda session, most: store.export(session, wanted, most),
        lambda row: _cells(row, wanted.tab, rules, whole),
    )


def _cells(row: FineRow, tab: Tab, rules: Law, whole: bool) -> Sequence[str]:
    """The row in a file for spreadsheets, as HEADER says."""
    show_cpf = identifiers.show_cpf if whole else identifiers.mask_cpf
    return (
        row.number,
        _infraction(row, rules),
        row.article if row.item else "",
        f"Espólio de {row.debtor}" if row.is_estate else row.debtor or "",
        show_cpf(row.cpf) if row.cpf else "",
        (row.address or "") if whole else "",
        identifiers.show_plate(row.plate) if row.plate else "",
        _day(row.fact_on),
        _day(row.final_on),
        _plain(row.cents),
        _units(row),
        _day(row.due_on),
        _day(row.paid_on),
        _plain(row.paid),
        _plain(row.refund) if tab is Tab.REFUND else "",
        _day(row.sent_on),
    )


def _day(day: date | None) -> str:
    return f"{day:%d/%m/%Y}" if day else ""


def _plain(cents: int) -> str:
    """An amount that a spreadsheet in Portuguese adds up; empty where nobody told it."""
    return money.reais(cents).removeprefix("R$ ") if cents else ""
