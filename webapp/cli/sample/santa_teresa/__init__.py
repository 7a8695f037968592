"""Santa Teresa in the demonstration: its people and its cases."""

from webapp.cli.sample.santa_teresa.cast import CAST
from webapp.cli.sample.santa_teresa.stories import STORIES

__all__ = ["CAST", "STORIES"]
