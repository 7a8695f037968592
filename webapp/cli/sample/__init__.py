"""Made-up municipalities at work, for the demonstration: people, permits and cases."""

from webapp.cli.sample.case import ZONE
from webapp.cli.sample.load import MONDAY, TOWNS, load

__all__ = ["MONDAY", "TOWNS", "ZONE", "load"]
