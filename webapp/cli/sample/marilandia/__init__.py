"""Marilândia in the demonstration: its people and its cases."""

from webapp.cli.sample.marilandia.cast import CAST
from webapp.cli.sample.marilandia.stories import STORIES

__all__ = ["CAST", "STORIES"]
