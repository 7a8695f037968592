"""A made-up municipality at work, for the demonstration: people, permits and cases."""

from webapp.cli.sample.load import MONDAY, load

__all__ = ["MONDAY", "load"]
