"""The fit of strengths to "who finished above whom", and its errors.

The model is Bradley and Terry's (1952) on every pair at a table: bot i finishes above bot j with probability
s(t_i - t_j), s the logistic function, a tie counting half. Half a virtual result a bot against an average player
keeps every strength finite. See docs/ratings.md for why this model and these errors.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ohhell_referee.standings.blocks import JACKKNIFE_BLOCKS, BlockPart, covariance
from ohhell_referee.standings.matrix import Matrix, inverse, times, zeros
from ohhell_referee.standings.tally import LineUp, Sums

PRIOR = 0.5
"""Virtual results a bot against an average player; also the 1/2 of Firth's correction for two bots."""

ELO = 400.0 / math.log(10.0)
"""Rating points in one unit of t: 200 points more are 76 % of the games shared."""

STEP = 1.5
"""Longest Newton step, in units of t; from there the logistic function is nearly straight."""

ENOUGH = 1e-9
"""The fit is done when no strength moved by more than this. The step after it would be of the order of its square."""


class Fit(NamedTuple):
    """Strengths of one connected group, in its order, and their errors in units of t."""

    strengths: list[float]
    spread: Matrix
    """The inverse information: the errors if all comparisons were independent."""
    clustered: Matrix | None
    """The covariance by blocks; None for fewer than two blocks."""
    method: str
    """How `clustered` was made: "jackknife", "sandwich", or "none"."""
    parts: list[BlockPart]


def logistic(x: float) -> float:
    if x >= 0.0:
        return 1.0 / (1.0 + math.exp(-x))
    power = math.exp(x)
    return power / (1.0 + power)


def fit_strengths(wins: Sequence[float], meetings: Matrix, prior: float = PRIOR) -> tuple[list[float], Matrix]:
    """Maximum of the penalised likelihood, and the information H there.

    `wins`: comparisons won by each bot; `meetings[i][j]`: comparisons of i with j (symmetric, zero on the diagonal).
    Raises ArithmeticError if Newton's method does not settle.
    """
    size = len(wins)
    t = [0.0] * size
    for attempt in range(500):
        gradient, information = _slope(t, wins, meetings, prior)
        if size == 1:
            step = [gradient[0] / information[0][0]] if information[0][0] else [0.0]
        else:
            step = times(inverse(_pinned(information, prior)), gradient)
        longest = max(map(abs, step))
        limit = STEP if attempt < 50 else STEP / 4
        factor = 1.0 if longest <= limit else limit / longest
        t = [x + factor * y for x, y in zip(t, step, strict=True)]
        if longest <= ENOUGH:
            return t, _slope(t, wins, meetings, prior)[1]
    raise ArithmeticError("the fit of the ratings did not settle")


def _pinned(information: Matrix, prior: float) -> Matrix:
    """Without virtual results only differences are defined: hold the mean where it is."""
    return information if prior else [[x + 1.0 for x in row] for row in information]


def _slope(t: list[float], wins: Sequence[float], meetings: Matrix, prior: float) -> tuple[list[float], Matrix]:
    size = len(t)
    gradient = list(wins)
    information = zeros(size)
    for i in range(size):
        for j in range(i):
            games = meetings[i][j]
            if games:
                p = logistic(t[i] - t[j])
                gradient[i] -= games * p
                gradient[j] -= games * (1.0 - p)
                weight = games * p * (1.0 - p)
                information[i][j] = information[j][i] = -weight
                information[i][i] += weight
                information[j][j] += weight
        p = logistic(t[i])
        gradient[i] += prior * (0.5 - p)
        information[i][i] += prior * p * (1.0 - p)
    return gradient, information


def fit_group(size: int, blocks: Sequence[Mapping[LineUp, Sums]], prior: float = PRIOR) -> Fit:
    """Fit one connected group of `size` bots. `blocks`: its line-ups in the group's own positions."""
    wins = [0.0] * size
    meetings = zeros(size)
    games: dict[LineUp, int] = {}
    for block in blocks:
        for line_up, sums in block.items():
            games[line_up] = games.get(line_up, 0) + sums.games
            for i, won in zip(line_up, sums.wins, strict=True):
                wins[i] += won
    for line_up, count in games.items():
        for a, i in enumerate(line_up):
            for j in line_up[:a]:
                if i != j:
                    meetings[i][j] += count
                    meetings[j][i] += count
    t, information = fit_strengths(wins, meetings, prior)
    spread = inverse(_pinned(information, prior))
    parts = order_parts(t, blocks)
    if len(parts) < 2:
        return Fit(t, spread, None, "none", parts)
    clustered, method = covariance(spread, parts)
    return Fit(t, spread, clustered, method, parts)


def order_parts(t: Sequence[float], blocks: Sequence[Mapping[LineUp, Sums]]) -> list[BlockPart]:
    """Each block's part of the gradient and of the information at strengths `t`."""
    with_information = len(blocks) <= JACKKNIFE_BLOCKS
    expected: dict[LineUp, list[float]] = {}
    parts = []
    for block in blocks:
        for line_up in block:
            if line_up not in expected:
                expected[line_up] = expected_wins(t, line_up)
        if len(block) == 1 and not with_information:
            ((line_up, sums),) = block.items()
            if len(set(line_up)) == len(line_up):
                wanted = expected[line_up]
                count = sums.games
                gradient = [w - count * e for w, e in zip(sums.wins, wanted, strict=True)]
                parts.append(BlockPart(line_up, gradient, None))
                continue
        parts.append(_part(t, block, expected, with_information))
    return parts


def expected_wins(t: Sequence[float], line_up: LineUp) -> list[float]:
    """By place in the line-up: how many of the others a bot is expected to finish above in one game."""
    return [sum(logistic(t[i] - t[j]) for j in line_up if j != i) for i in line_up]


def _part(
    t: Sequence[float], block: Mapping[LineUp, Sums], expected: Mapping[LineUp, list[float]], with_information: bool
) -> BlockPart:
    bots = tuple(sorted({i for line_up in block for i in line_up}))
    place = {i: a for a, i in enumerate(bots)}
    gradient = [0.0] * len(bots)
    information = zeros(len(bots)) if with_information else None
    for line_up, sums in block.items():
        count = sums.games
        for i, won, wanted in zip(line_up, sums.wins, expected[line_up], strict=True):
            gradient[place[i]] += won - count * wanted
        if information is not None:
            for i, j in _pairs(line_up):
                p = logistic(t[i] - t[j])
                weight = count * p * (1.0 - p)
                a, b = place[i], place[j]
                information[a][b] -= weight
                information[b][a] -= weight
                information[a][a] += weight
                information[b][b] += weight
    return BlockPart(bots, gradient, information)


def _pairs(line_up: LineUp) -> Iterable[tuple[int, int]]:
    """The comparisons of one game; copies of one bot are not compared."""
    return ((i, j) for a, i in enumerate(line_up) for j in line_up[:a] if i != j)
