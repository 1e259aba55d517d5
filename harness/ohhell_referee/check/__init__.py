"""Conformance of a bot, in numbered steps: is it ready for a tournament, and if not, what is wrong and what helps.

A step puts one thing to the bot, over the same switchboard and the same tables as in a tournament, and fails with the
frames, what was expected, the bot's last words and an advice. A bot that failed is started again for the next step,
so that one mistake does not hide the others.
"""

from ohhell_referee.check.results import Failure, Status, StepResult
from ohhell_referee.check.run import check_bot
from ohhell_referee.check.step import Step
from ohhell_referee.check.steps import STEPS

__all__ = ["STEPS", "Failure", "Status", "Step", "StepResult", "check_bot"]
