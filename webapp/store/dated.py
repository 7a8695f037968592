"""Rows that hold from a day on, and until another where they have one."""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, and_, or_


def holds_on(table: Any, on: date) -> ColumnElement[bool]:
    """Whether a row of a table with `from_day` and `to_day` holds on a day, both included."""
    return and_(table.c.from_day <= on, or_(table.c.to_day.is_(None), table.c.to_day >= on))
