"""All steps, in their order."""

from __future__ import annotations

from ohhell_referee.check.ending import ENDING
from ohhell_referee.check.features import VARIANTS
from ohhell_referee.check.long_games import PLAIN, PRESETS
from ohhell_referee.check.requests import REQUESTS
from ohhell_referee.check.starting import STARTING
from ohhell_referee.check.step import Step
from ohhell_referee.check.traffic import TRAFFIC

GROUPS: dict[str, tuple[Step, ...]] = {
    "Starting": STARTING,
    "Requests": REQUESTS,
    "A game": PLAIN,
    "Rules": VARIANTS,
    "Traffic": TRAFFIC,
    "Games of every preset": PRESETS,
    "Behaviour and end": ENDING,
}
STEPS: tuple[Step, ...] = tuple(step for group in GROUPS.values() for step in group)
