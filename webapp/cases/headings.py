"""What a document is called, what it is about, and on which article it stands."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from webapp.cases.act import Act
from webapp.cases.orders import Order
from webapp.cases.projecting import certified_rows
from webapp.cases.records import Deadline
from webapp.laws import Entry
from webapp.store import tables

RECEIPT = "do recebimento"

_PIECE = tables.piece.c
_AUTO = (
    select(_PIECE.number)
    .where(_PIECE.case_id == bindparam("of_case"), _PIECE.kind == "auto_infracao")
    .order_by(_PIECE.n.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A document's title and subject, its article, and what else the law data says of it.

    `subject`: «sobre o Auto de infração nº 0035/2025», empty where the case has no auto.
    `counted`: from when the term runs that it announces («da publicação deste edital»).
    `says` and `ended`: what a certificate certifies, and what became of the term; both empty
    where it certifies that the term lapsed.
    `content`: what of the case it shows (auto, decisao, notificacao, cobranca). `hears`: the kind
    of paper that a decision decides on. `answered`: the act that whoever gets the document may
    answer, where it is another than the one the document is about.
    """

    title: str
    series: str
    subject: str
    article: str
    counted: str
    texts: tuple[str, ...]
    says: str = ""
    ended: str = ""
    content: str = ""
    hears: str = ""
    answered: str = ""

    def named(self, number: str) -> str:
        """«Decisão nº 0009/2025, sobre o Auto de infração nº 0035/2025»."""
        return ", ".join(filter(None, (f"{self.title} nº {number}", self.subject)))


def heading(act: Act, order: Order) -> Heading:
    """The heading of the document that an order asks for, by the law data of its kind."""
    entry = act.law.entries(f"documentos.{order.document}")[-1]
    of_outcome = entry.get("outcomes", {}).get(_outcome(act, order), {})
    of_act = entry.get("about", {}).get(order.about, {})
    return Heading(
        title=of_outcome.get("title", entry["title"]),
        series=entry["series"],
        subject=_subject(act, {**entry, **of_act}),
        article=_article(act, order, entry, of_act),
        counted=entry.get("counted", RECEIPT),
        texts=tuple({**entry.get("texts", {}), **of_act.get("texts", {})}.values()),
        says=of_outcome.get("says", ""),
        ended=of_outcome.get("ended", ""),
        content=entry.get("content", ""),
        hears=entry.get("hears", ""),
        answered=entry.get("answered", ""),
    )


def certified(act: Act, order: Order) -> list[Deadline]:
    """The terms whose end the document certifies; none where it is no certificate of a term."""
    task = act.tasks.get(order.task_id) if order.task_id is not None else None
    return certified_rows(act, task) if task is not None and task.certifies else []


def auto_number(act: Act) -> str:
    """The number of the case's auto, as it was last drawn up; empty where it has none."""
    found = act.connection.execute(_AUTO, {"of_case": act.case.id}).scalar_one_or_none()
    return found or ""


def _subject(act: Act, entry: Mapping[str, Any]) -> str:
    """What the document is about; what is about the auto says nothing where the case has none."""
    told = str(entry.get("subject", ""))
    number = auto_number(act) if "{auto}" in told else ""
    return told.format(auto=number) if number or "{auto}" not in told else ""


def _article(act: Act, order: Order, entry: Entry, of_act: Mapping[str, Any]) -> str:
    """A certificate stands on the article of its term, another document on that of its act."""
    terms = dict.fromkeys(row.article for row in certified(act, order) if row.article)
    return ", ".join(terms) or of_act.get("article", entry.article)


def _outcome(act: Act, order: Order) -> str:
    """What whoever certifies answered; empty for a document that answers nothing."""
    task = act.tasks.get(order.task_id) if order.task_id is not None else None
    form = act.bundle.forms.get(task.form or "") if task is not None else None
    return str((order.values or {}).get(form.outcome.name, "")) if form is not None else ""
