"""Counting of legal terms: the last day, and the ledger that shows how it was reached."""

from webapp.domain.counting.ledger import Count, Kind, LedgerLine
from webapp.domain.counting.moments import due_at, in_words, local_day, office_days
from webapp.domain.counting.rules import Rule
from webapp.domain.counting.walk import count

__all__ = [
    "Count",
    "Kind",
    "LedgerLine",
    "Rule",
    "count",
    "due_at",
    "in_words",
    "local_day",
    "office_days",
]
