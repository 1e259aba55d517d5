"""Points a game above the table's mean: least squares over line-ups, with errors by block.

y = m_table + q_bot + rest, the table's mean score taken out game by game, so that a generous deal helps nobody and weak
company is allowed for. The numbers q have mean zero over the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ohhell_referee.standings.blocks import Clusters, Residuals, covariance
from ohhell_referee.standings.matrix import Matrix, centred, inverse, times, zeros
from ohhell_referee.standings.tally import LineUpSums


class PointsFit(NamedTuple):
    above_mean: list[float]
    clustered: Matrix | None
    """The covariance by blocks; None for fewer than two blocks."""


def fit_points(size: int, line_ups: Sequence[LineUpSums], clusters: Clusters) -> PointsFit:
    """Fit one connected group of `size` bots. `line_ups` in the group's own positions."""
    information = zeros(size)
    right = [0.0] * size
    for sums in line_ups:
        totals = [sum(column) for column in sums.points]
        mean = sum(totals) / len(totals)
        count = sum(sums.games)
        share = count / len(totals)
        for i, total in zip(sums.line_up, totals, strict=True):
            right[i] += total - mean
            information[i][i] += count
            for j in sums.line_up:
                information[i][j] -= share
    # Only differences are defined; the same number added everywhere holds the mean and leaves differences alone.
    pin = max(row[i] for i, row in enumerate(information)) / size or 1.0
    spread = inverse([[x + pin for x in row] for row in information])
    q = times(spread, right)
    mean_q = sum(q) / size
    q = [x - mean_q for x in q]
    if clusters.blocks < 2:
        return PointsFit(q, None)
    return PointsFit(q, centred(covariance(spread, points_residuals(q, line_ups), clusters)[0]))


def points_residuals(q: Sequence[float], line_ups: Sequence[LineUpSums]) -> list[Residuals]:
    """Points above the table's mean beyond what the fit expects."""
    residuals = []
    for sums in line_ups:
        line_up = sums.line_up
        seats = len(line_up)
        expected = sum([q[i] for i in line_up]) / seats
        levels = [total / seats for total in map(sum, zip(*sums.points, strict=True))]
        columns = []
        for i, column in zip(line_up, sums.points, strict=True):
            own = q[i] - expected
            columns.append([y - m - n * own for y, m, n in zip(column, levels, sums.games, strict=True)])
        unit = [[(1.0 if a == b else 0.0) - 1.0 / seats for b in range(seats)] for a in range(seats)]
        residuals.append(Residuals(line_up, sums.blocks, sums.games, columns, unit))
    return residuals
