"""What a process owner does with a process: try it on legal situations, on the real engine."""

from webapp.diagrams.scenario import BadScenario, Scenario, play, read, run
from webapp.diagrams.stage import Stage

__all__ = ["BadScenario", "Scenario", "Stage", "play", "read", "run"]
