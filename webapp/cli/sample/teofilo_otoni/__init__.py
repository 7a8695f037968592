"""Teófilo Otoni in the demonstration: its people and its permits. Its law has no case yet."""

from webapp.cli.sample.teofilo_otoni.cast import CAST

__all__ = ["CAST"]
