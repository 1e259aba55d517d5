"""Points a game above the table's mean: least squares over line-ups, with errors by block.

y = m_table + q_bot + rest, the table's mean score taken out game by game, so that a generous deal helps nobody and weak
company is allowed for. The numbers q have mean zero over the group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ohhell_referee.standings.blocks import JACKKNIFE_BLOCKS, BlockPart, covariance
from ohhell_referee.standings.matrix import Matrix, centred, inverse, times, zeros
from ohhell_referee.standings.tally import LineUp, Sums


class PointsFit(NamedTuple):
    above_mean: list[float]
    clustered: Matrix | None
    """The covariance by blocks; None for fewer than two blocks."""
    parts: list[BlockPart]
    spread: Matrix


def fit_points(size: int, blocks: Sequence[Mapping[LineUp, Sums]]) -> PointsFit:
    """Fit one connected group of `size` bots. `blocks`: its line-ups in the group's own positions."""
    information = zeros(size)
    right = [0.0] * size
    totals: dict[LineUp, tuple[int, list[float]]] = {}
    for block in blocks:
        for line_up, sums in block.items():
            count, points = totals.get(line_up, (0, [0.0] * len(line_up)))
            totals[line_up] = (count + sums.games, [x + y for x, y in zip(points, sums.points, strict=True)])
    for line_up, (count, points) in totals.items():
        mean = sum(points) / len(points)
        for i, total in zip(line_up, points, strict=True):
            right[i] += total - mean
        _add_information(information, line_up, line_up, count)
    # Only differences are defined; one more for every entry holds the mean at zero and leaves differences alone.
    pin = max(row[i] for i, row in enumerate(information)) / size or 1.0
    spread = inverse([[x + pin for x in row] for row in information])
    q = times(spread, right)
    mean_q = sum(q) / size
    q = [x - mean_q for x in q]
    parts = points_parts(q, blocks)
    if len(parts) < 2:
        return PointsFit(q, None, parts, spread)
    return PointsFit(q, centred(covariance(spread, parts)[0]), parts, spread)


def points_parts(q: Sequence[float], blocks: Sequence[Mapping[LineUp, Sums]]) -> list[BlockPart]:
    """Each block's points beyond the fit (their sum over blocks is zero), and its part of the information."""
    with_information = len(blocks) <= JACKKNIFE_BLOCKS
    parts = []
    for block in blocks:
        if len(block) == 1 and not with_information:
            ((line_up, sums),) = block.items()
            if len(set(line_up)) == len(line_up):
                parts.append(BlockPart(line_up, _residuals(q, line_up, sums), None))
                continue
        bots = tuple(sorted({i for line_up in block for i in line_up}))
        place = {i: a for a, i in enumerate(bots)}
        gradient = [0.0] * len(bots)
        information = zeros(len(bots)) if with_information else None
        for line_up, sums in block.items():
            for i, rest in zip(line_up, _residuals(q, line_up, sums), strict=True):
                gradient[place[i]] += rest
            if information is not None:
                _add_information(information, line_up, tuple(place[i] for i in line_up), sums.games)
        parts.append(BlockPart(bots, gradient, information))
    return parts


def _residuals(q: Sequence[float], line_up: LineUp, sums: Sums) -> list[float]:
    level = sum(sums.points) / len(line_up)
    expected = sum([q[i] for i in line_up]) / len(line_up)
    count = sums.games
    return [total - level - count * (q[i] - expected) for i, total in zip(line_up, sums.points, strict=True)]


def _add_information(matrix: Matrix, line_up: LineUp, places: tuple[int, ...], games: int) -> None:
    share = games / len(line_up)
    for a in places:
        row = matrix[a]
        row[a] += games
        for b in places:
            row[b] -= share
