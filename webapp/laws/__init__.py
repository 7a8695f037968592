"""The law as dated data: which value was in force on which date, and by which article."""

from webapp.laws.calendar import ExtraDay
from webapp.laws.citation import Passage
from webapp.laws.entered import EnteredValue, with_values
from webapp.laws.entry import (
    Entry,
    LawError,
    MissingDate,
    MissingValue,
    NotInForce,
    UnknownKey,
)
from webapp.laws.fares import tariff, tariff_entries
from webapp.laws.penalties import entry_notes, item_rule, penalty_rules, points_limits, unit_value
from webapp.laws.reading import Law, Municipality, law

__all__ = [
    "EnteredValue",
    "Entry",
    "ExtraDay",
    "Law",
    "LawError",
    "MissingDate",
    "MissingValue",
    "Municipality",
    "NotInForce",
    "Passage",
    "UnknownKey",
    "entry_notes",
    "item_rule",
    "law",
    "penalty_rules",
    "points_limits",
    "tariff",
    "tariff_entries",
    "unit_value",
    "with_values",
]
