"""How wide an interval a schedule will give, before it is played."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist, median

from ohhell_referee.standings.fit import ELO, logistic
from ohhell_referee.standings.model import FEWEST_BLOCKS, Pair, Standings
from ohhell_referee.standings.student import t_quantile

GAINS: Mapping[str, float] = {"none": 1.0, "rotate": 1.2, "all": 0.7, "duel": 2.0}
"""How many independent games one game of a design is worth for a rating difference, in the middle of what was measured
(rotate 1.1 to 1.3 for the median pair, all 0.5 to 0.9, duel 1.4 to 5.5)."""

POINT_GAINS: Mapping[str, float] = {"none": 1.0, "rotate": 1.5, "all": 1.0, "duel": 2.0}


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a plan may say. Half widths are of intervals of a difference of two bots."""

    half_width: float
    """In rating points (or points a game, where asked for those)."""
    blocks: int
    note: str


def predict_half_width(
    *,
    players: int,
    bots: int,
    blocks: int,
    games_per_bot: float,
    duplicate: str = "rotate",
    strength_spread: float = 0.0,
    confidence: float = 0.95,
) -> float | None:
    """Expected half width of the interval of a rating difference; None below ten blocks.

    Between equal bots the order of a table is any of n! equally likely ones, for which the pairwise fit's variance of
    a difference is 8/3 (n+1)/(n-1) (k-1)/k a game and bot, k bots in all, in squared units of t (4 seats and 4 bots:
    620 / sqrt(games a bot), or about 580 with rotated deals). `strength_spread`, the ratings' standard deviation, makes
    results more predictable and so tells less. `duplicate`: a key of GAINS.
    """
    if blocks < FEWEST_BLOCKS or games_per_bot <= 0:
        return None
    variance = 8.0 / 3.0 * (players + 1) / (players - 1) * (bots - 1) / bots / games_per_bot
    variance *= _flatness(strength_spread) / GAINS[duplicate]
    return ELO * t_quantile(0.5 + confidence / 2.0, blocks - 1) * math.sqrt(variance)


def _flatness(strength_spread: float) -> float:
    """1/4 over the mean of p (1 - p), for differences with the standard deviation sqrt(2) * strength_spread."""
    if strength_spread <= 0.0:
        return 1.0
    gap = NormalDist(0.0, math.sqrt(2.0) * strength_spread / ELO)
    points = [gap.inv_cdf((i + 0.5) / 200) for i in range(200)]
    return 0.25 / (sum(logistic(x) * logistic(-x) for x in points) / len(points))


def predict_points_half_width(
    *, score_spread: float, blocks: int, games_per_bot: float, duplicate: str = "rotate", confidence: float = 0.95
) -> float | None:
    """Expected half width of the interval of a difference in points a game; `score_spread`: the standard deviation of
    one bot's score around the table's mean. None below ten blocks."""
    if blocks < FEWEST_BLOCKS or games_per_bot <= 0:
        return None
    variance = 2.0 * score_spread**2 / games_per_bot / POINT_GAINS[duplicate]
    return t_quantile(0.5 + confidence / 2.0, blocks - 1) * math.sqrt(variance)


@dataclass(frozen=True, slots=True)
class PilotPair:
    a: str
    b: str
    difference: float
    half_width: float
    """Predicted, in the unit of `difference`."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a finished run says about a longer one of the same kind."""

    blocks: int
    """Of the plan."""
    pairs: tuple[PilotPair, ...]

    @property
    def median_half_width(self) -> float:
        return median(pair.half_width for pair in self.pairs)

    @property
    def closest(self) -> PilotPair:
        """The pair nearest to each other."""
        return min(self.pairs, key=lambda pair: abs(pair.difference))


def predict_from_pilot(pilot: Standings, blocks: int, *, points: bool = False) -> Pilot | None:
    """Half widths that `blocks` blocks will give, from a run with the same line-ups and seatings a block.

    Errors shrink with the square root of the blocks. None where the pilot has too few blocks to have errors itself.
    """
    if blocks < FEWEST_BLOCKS:
        return None
    pairs = []
    for pair in pilot.pairs:
        error = _error(pilot, pair, points)
        if error is not None:
            half = t_quantile(0.5 + pilot.confidence / 2.0, blocks - 1) * error * math.sqrt(pilot.blocks / blocks)
            pairs.append(PilotPair(pair.a, pair.b, pair.points_difference if points else pair.difference, half))
    return Pilot(blocks, tuple(pairs)) if pairs else None


def blocks_to_separate(
    pilot: Standings, a: str, b: str, gap: float, *, points: bool = False, power: float = 0.5
) -> int | None:
    """Blocks after which a true difference of `gap` (rating points, or points a game) leaves the interval of a and b
    clear of zero with probability `power`; None where the pilot has no error for them."""
    for pair in pilot.pairs:
        if {pair.a, pair.b} == {a, b}:
            error = _error(pilot, pair, points)
            if error is None:
                return None
            return needed_blocks(error, pilot.blocks, gap, pilot.confidence, power)
    return None


def needed_blocks(error: float, at_blocks: int, gap: float, confidence: float = 0.95, power: float = 0.5) -> int:
    """Blocks to tell `gap` from zero, when the standard error was `error` after `at_blocks`; at least ten."""
    if gap <= 0.0:
        raise ValueError("a difference to be told from zero must be above zero")
    blocks = FEWEST_BLOCKS
    extra = NormalDist().inv_cdf(power)
    for _ in range(20):
        factor = t_quantile(0.5 + confidence / 2.0, blocks - 1) + extra
        wanted = max(FEWEST_BLOCKS, math.ceil(at_blocks * (factor * error / gap) ** 2))
        if wanted == blocks:
            break
        blocks = wanted
    return blocks


def _error(standings: Standings, pair: Pair, points: bool) -> float | None:
    """The standard error that a pair's interval was made from."""
    if not points:
        return pair.error
    if pair.points_interval is None:
        return None
    blocks = next(group.blocks for group in standings.diagnostics if pair.a in group.names)
    low, high = pair.points_interval
    return (high - low) / 2.0 / t_quantile(0.5 + standings.confidence / 2.0, blocks - 1)
