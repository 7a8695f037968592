"""Forms: what a task asks, whether an answer is acceptable, and how both are shown."""

from webapp.forms.answers import Checked, FactEntry, Invalid, check
from webapp.forms.catalogue import (
    CHECKS,
    IMPEDIMENTOS,
    OPTION_SOURCES,
    PANELS,
    PARTIES,
    RECORDS,
    TYPES,
    Use,
)
from webapp.forms.definition import BadForm, Form
from webapp.forms.field import Field, Option, ShowIf
from webapp.forms.layout import Block, Condition, Context, Input, Section
from webapp.forms.patterns import PATTERNS, Pattern
from webapp.forms.showing import blank, echo, labels
from webapp.forms.uploads import Attachment, Upload

__all__ = [
    "CHECKS",
    "IMPEDIMENTOS",
    "OPTION_SOURCES",
    "PANELS",
    "PARTIES",
    "PATTERNS",
    "RECORDS",
    "TYPES",
    "Attachment",
    "BadForm",
    "Block",
    "Checked",
    "Condition",
    "Context",
    "FactEntry",
    "Field",
    "Form",
    "Input",
    "Invalid",
    "Option",
    "Pattern",
    "Section",
    "ShowIf",
    "Upload",
    "Use",
    "blank",
    "check",
    "echo",
    "labels",
]
