"""One line about a run that is going on: who leads, how surely, and when it will be decided."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ohhell_referee.standings.model import FEWEST_BLOCKS, Interval, Standings
from ohhell_referee.standings.stopping import FIRST_LOOK, StopState, sequence_factor

FARTHEST = 100_000_000
"""Blocks beyond which nobody waits for a decision."""


@dataclass(frozen=True, slots=True)
class LiveEstimate:
    leader: str
    second: str | None
    gap: float | None
    """Rating of the leader minus the second's; None with one bot."""
    interval: Interval | None
    """Valid for a number of games fixed in advance."""
    blocks: int
    blocks_to_decision: int | None
    """Further blocks until the stop rule, or the ordinary interval, will part them if the gap stays; 0: now. None: not
    to be foreseen."""
    seconds_to_decision: float | None
    text: str


def live_estimate(
    standings: Standings,
    *,
    seconds: float,
    stop: StopState | None = None,
    planned_blocks: int | None = None,
    alpha: float = 0.05,
) -> LiveEstimate | None:
    """The estimate from the standings so far; None before the first game.

    `seconds`: how long the blocks so far took. `stop`: the state of the run's stop rule, if it has one;
    `planned_blocks`: where the run ends without a decision.
    """
    if not standings.rows:
        return None
    leader = standings.rows[0]
    pair = next((pair for pair in standings.pairs if leader.name in (pair.a, pair.b)), None)
    if pair is None:
        return LiveEstimate(
            leader.name, None, None, None, standings.blocks, None, None, f"{leader.name} is alone so far"
        )
    done = standings.blocks
    needed = _needed(pair.difference, pair.error, done, stop, alpha)
    if needed is not None and planned_blocks is not None and needed > planned_blocks:
        needed = None
    more = None if needed is None else max(0, needed - done)
    wait = None if more is None or not done else more * seconds / done
    text = f"{pair.a} leads {pair.b} by {pair.difference:.0f}"
    if pair.interval is not None and None not in pair.interval:
        low, high = pair.interval
        assert low is not None
        assert high is not None
        text += f" ± {(high - low) / 2:.0f}"
    elif done < FEWEST_BLOCKS:
        text += f" (intervals from {FEWEST_BLOCKS} blocks on)"
    if stop is not None and stop.decided:
        text += "; decided"
    elif more == 0:
        text += "; apart"
    elif more is not None:
        text += f"; apart in about {more} blocks" + (f", {duration(wait)}" if wait is not None else "")
    elif planned_blocks is not None and pair.error is not None:
        text += "; will not be parted by the end"
    return LiveEstimate(pair.a, pair.b, pair.difference, pair.interval, done, more, wait, text)


def _needed(gap: float, error: float | None, done: int, stop: StopState | None, alpha: float) -> int | None:
    """All blocks needed, if gap and spread stay as they are."""
    if stop is not None and stop.decided:
        return stop.decided_at
    if stop is not None and stop.test == "sprt":
        llr, lower, upper = (float(stop.figures[key] or 0.0) for key in ("llr", "lower", "upper"))
        if stop.blocks < FIRST_LOOK or llr == 0.0:
            return None
        return math.ceil(stop.blocks * (upper if llr > 0.0 else lower) / llr)
    if error is None or gap <= 0.0:
        return None
    spread = error * math.sqrt(done)
    count = max(done, FIRST_LOOK if stop is not None else FEWEST_BLOCKS)
    while count < FARTHEST:
        factor = sequence_factor(count, alpha) if stop is not None else 1.96
        enough = math.ceil((factor * spread / gap) ** 2)
        if enough <= count:
            return count
        count = max(enough, count + 1)
    return None


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    if seconds < 6000:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
