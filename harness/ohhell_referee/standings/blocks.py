"""Errors from blocks: how far the estimates would move if the deals had been others.

Both models of the standings (order at the table, points) are maxima of a concave function whose gradient is a sum over
games. All they hand over is, for each line-up, what was observed less what the fit expects, by block, and the
information (negative Hessian) of one game; the errors below follow from these alone. Nothing is assumed about the games
within a block, which share their deals; blocks are taken as independent.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from ohhell_referee.standings.matrix import Matrix, SingularMatrix, solve, zeros
from ohhell_referee.standings.tally import LineUp, LineUpSums

JACKKNIFE_BLOCKS = 200
"""Up to this many blocks each is left out in turn; above, leaving one out changes too little to pay for."""


@dataclass(slots=True)
class Residuals:
    """One line-up's part of the gradient and of the information."""

    line_up: LineUp
    blocks: list[Hashable]
    games: list[int]
    """By block."""
    columns: list[list[float]]
    """By place in the line-up, then by block: observed less expected."""
    information: Matrix
    """Of one game; by place in the line-up."""


@dataclass(slots=True)
class Block:
    """One block's part, all its line-ups together. By place in `bots`."""

    bots: list[int]
    gradient: list[float]
    information: Matrix


class Clusters(NamedTuple):
    """How the games of a list fall into blocks."""

    blocks: int
    lone: bool
    """No block has two line-ups and no line-up two copies of a bot: then nothing has to be merged."""


def count_blocks(line_ups: Sequence[LineUpSums]) -> int:
    return len({block for sums in line_ups for block in sums.blocks})


def clusters_of(line_ups: Sequence[LineUpSums]) -> Clusters:
    count = count_blocks(line_ups)
    rows = sum(len(sums.blocks) for sums in line_ups)
    return Clusters(count, rows == count and all(len(set(sums.line_up)) == len(sums.line_up) for sums in line_ups))


def covariance(spread: Matrix, residuals: Sequence[Residuals], clusters: Clusters) -> tuple[Matrix, str]:
    """The covariance of the estimates, clustered by block, and the method: "jackknife" or "sandwich".

    `spread` is the inverse of the whole information, with the prior. At least two blocks are needed.
    """
    if clusters.blocks <= JACKKNIFE_BLOCKS:
        try:
            return _jackknife(spread, merged(residuals, with_information=True)), "jackknife"
        except SingularMatrix:
            pass  # one block alone holds the list together; without it there is no estimate to compare
    return _sandwich(spread, residuals, clusters), "sandwich"


def merged(residuals: Sequence[Residuals], *, with_information: bool) -> list[Block]:
    """The blocks one by one; without information their matrices are empty."""
    at: dict[Hashable, list[tuple[int, Residuals]]] = {}
    for part in residuals:
        for row, block in enumerate(part.blocks):
            at.setdefault(block, []).append((row, part))
    blocks = []
    for rows in at.values():
        gradient: dict[int, float] = {}
        for row, part in rows:
            for i, column in zip(part.line_up, part.columns, strict=True):
                gradient[i] = gradient.get(i, 0.0) + column[row]
        bots = list(gradient)
        information: Matrix = []
        if with_information:
            place = {i: a for a, i in enumerate(bots)}
            information = zeros(len(bots))
            for row, part in rows:
                games = part.games[row]
                for i, values in zip(part.line_up, part.information, strict=True):
                    target = information[place[i]]
                    for j, value in zip(part.line_up, values, strict=True):
                        target[place[j]] += games * value
        blocks.append(Block(bots, list(gradient.values()), information))
    return blocks


def _jackknife(spread: Matrix, blocks: Sequence[Block]) -> Matrix:
    """Delete-one-block jackknife in one Newton step: d_b = -(H - H_b)^-1 s_b.

    H_b touches only the block's bots, so with G = H^-1 restricted to them (H - H_b)^-1 s_b = H^-1 E (I - H_b G)^-1 s_b:
    a system of the block's size instead of the field's.
    """
    size, count = len(spread), len(blocks)
    moves: list[list[float]] = []
    for block in blocks:
        bots = block.bots
        columns = [[spread[i][j] for i in bots] for j in bots]
        system = [[-sum(map(mul, row, column)) for column in columns] for row in block.information]
        for a in range(len(bots)):
            system[a][a] += 1.0
        weights = solve(system, block.gradient)
        moves.append([-sum([row[i] * w for i, w in zip(bots, weights, strict=True)]) for row in spread])
    away = []
    for column in zip(*moves, strict=True):
        mean = sum(column) / count
        away.append([x - mean for x in column])
    factor = (count - 1) / count
    total = zeros(size)
    for i in range(size):
        for j in range(i + 1):
            total[i][j] = total[j][i] = factor * sum(map(mul, away[i], away[j]))
    return total


def _sandwich(spread: Matrix, residuals: Sequence[Residuals], clusters: Clusters) -> Matrix:
    """C/(C-1) H^-1 (sum of s_b s_b') H^-1."""
    size = len(spread)
    middle = zeros(size)
    if clusters.lone:
        for part in residuals:
            for a, i in enumerate(part.line_up):
                for b in range(a + 1):
                    middle[i][part.line_up[b]] += sum(map(mul, part.columns[a], part.columns[b]))
        middle = [[middle[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)]
    else:
        for block in merged(residuals, with_information=False):
            for i, x in zip(block.bots, block.gradient, strict=True):
                row = middle[i]
                for j, y in zip(block.bots, block.gradient, strict=True):
                    row[j] += x * y
    half = [[sum(map(mul, row, column)) for column in middle] for row in spread]
    factor = clusters.blocks / (clusters.blocks - 1)
    full = zeros(size)
    for i in range(size):
        for j in range(i + 1):
            full[i][j] = full[j][i] = factor * sum(map(mul, half[i], spread[j]))
    return full
