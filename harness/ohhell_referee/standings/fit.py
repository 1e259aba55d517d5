"""The fit of strengths to "who finished above whom", and its errors.

The model is Bradley and Terry's (1952) on every pair at a table: bot i finishes above bot j with probability
s(t_i - t_j), s the logistic function, a tie counting half. Half a virtual result a bot against an average player
keeps every strength finite. See docs/ratings.md for why this model and these errors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ohhell_referee.standings.blocks import Clusters, Residuals, clusters_of, covariance
from ohhell_referee.standings.matrix import Matrix, inverse, times, zeros
from ohhell_referee.standings.tally import LineUp, LineUpSums

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
    residuals: list[Residuals]
    clusters: Clusters


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


def fit_group(size: int, line_ups: Sequence[LineUpSums], prior: float = PRIOR) -> Fit:
    """Fit one connected group of `size` bots. `line_ups` in the group's own positions."""
    wins = [0.0] * size
    meetings = zeros(size)
    for sums in line_ups:
        count = sum(sums.games)
        for i, column in zip(sums.line_up, sums.wins, strict=True):
            wins[i] += sum(column)
        for i, j in compared(sums.line_up):
            meetings[i][j] += count
            meetings[j][i] += count
    t, information = fit_strengths(wins, meetings, prior)
    spread = inverse(_pinned(information, prior))
    residuals = order_residuals(t, line_ups)
    clusters = clusters_of(line_ups)
    if clusters.blocks < 2:
        return Fit(t, spread, None, "none", residuals, clusters)
    clustered, method = covariance(spread, residuals, clusters)
    return Fit(t, spread, clustered, method, residuals, clusters)


def compared(line_up: LineUp) -> list[tuple[int, int]]:
    """The comparisons of one game; copies of one bot are not compared."""
    return [(i, j) for a, i in enumerate(line_up) for j in line_up[:a] if i != j]


def order_residuals(t: Sequence[float], line_ups: Sequence[LineUpSums]) -> list[Residuals]:
    """Wins over the others at the table beyond what strengths `t` lead one to expect."""
    residuals = []
    for sums in line_ups:
        line_up = sums.line_up
        columns = []
        unit = zeros(len(line_up))
        for a, (i, column) in enumerate(zip(line_up, sums.wins, strict=True)):
            expected = 0.0
            for b, j in enumerate(line_up):
                if i != j:
                    p = logistic(t[i] - t[j])
                    expected += p
                    unit[a][b] -= p * (1.0 - p)
                    unit[a][a] += p * (1.0 - p)
            columns.append([w - n * expected for w, n in zip(column, sums.games, strict=True)])
        residuals.append(Residuals(line_up, sums.blocks, sums.games, columns, unit))
    return residuals
