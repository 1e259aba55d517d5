"""A step: one thing that is put to the bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ohhell_referee.check.bench import Bench
from ohhell_referee.check.results import NotApplicable

Act = Callable[[Bench], str]
"""Returns the step's detail: one line. Raises StepFailed or NotApplicable."""


@dataclass(frozen=True, slots=True)
class Step:
    """`what` is a sentence for docs/check.md. `measures`: the step tells something and cannot fail by what it tells."""

    name: str
    what: str
    act: Act
    measures: bool = False
    full: bool = False
    """Only with --full."""
    starts: bool = True
    """It needs a welcome process, and gets a fresh one where there is none."""


def need_several_games(bench: Bench) -> int:
    """How many games at once the bot accepts; raises NotApplicable for one."""
    games = bench.hello.games
    if games < 2:
        raise NotApplicable("the bot's hello says games: 1, or nothing")
    return games
