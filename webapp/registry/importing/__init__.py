"""Files of a registry that was kept elsewhere: read, checked against each other and against what is
there, and entered whole or not at all."""

from webapp.registry.importing.plan import Plan, plan
from webapp.registry.importing.sheets import SHEETS, Problem, Sheet
from webapp.registry.importing.writing import enter

__all__ = ["SHEETS", "Plan", "Problem", "Sheet", "enter", "plan"]
