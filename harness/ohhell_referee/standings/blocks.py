"""Errors from blocks: how far the estimates would move if the deals had been others.

Both models of the standings (order at the table, points) are maxima of a concave function whose gradient is a sum over
blocks. All they hand over is, for each block, the bots it concerns, its part of the gradient and its part of the
information (the negative Hessian); the errors below follow from these alone. Nothing is assumed about the games
within a block, which share their deals; blocks are taken as independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ohhell_referee.standings.matrix import Matrix, SingularMatrix, solve, zeros

JACKKNIFE_BLOCKS = 200
"""Up to this many blocks each is left out in turn; above, leaving one out changes too little to pay for."""


class BlockPart(NamedTuple):
    bots: tuple[int, ...]
    """Positions within the group; each once."""
    gradient: list[float]
    """By place in `bots`: what was observed less what the fit expects."""
    information: Matrix | None
    """By place in `bots`; None where there are too many blocks for the jackknife to be used."""


def covariance(spread: Matrix, parts: Sequence[BlockPart]) -> tuple[Matrix, str]:
    """The covariance of the estimates, clustered by block, and the method: "jackknife" or "sandwich".

    `spread` is the inverse of the whole information, with the prior. At least two parts are needed.
    """
    if len(parts) <= JACKKNIFE_BLOCKS and all(part.information is not None for part in parts):
        try:
            return _jackknife(spread, parts), "jackknife"
        except SingularMatrix:
            pass  # one block alone holds the list together; without it there is no estimate to compare
    return _sandwich(spread, parts), "sandwich"


def _jackknife(spread: Matrix, parts: Sequence[BlockPart]) -> Matrix:
    """Delete-one-block jackknife in one Newton step: d_b = -(H - H_b)^-1 s_b.

    H_b touches only the block's bots, so with G = H^-1 restricted to them (H - H_b)^-1 s_b = H^-1 E (I - H_b G)^-1 s_b:
    a system of the block's size instead of the field's.
    """
    size, count = len(spread), len(parts)
    moves: list[list[float]] = []
    for part in parts:
        assert part.information is not None
        bots = part.bots
        within = [[spread[i][j] for j in bots] for i in bots]
        system = [
            [
                (1.0 if r == c else 0.0) - sum(part.information[r][m] * within[m][c] for m in range(len(bots)))
                for c in range(len(bots))
            ]
            for r in range(len(bots))
        ]
        weights = solve(system, part.gradient)
        moves.append([-sum(row[i] * w for i, w in zip(bots, weights, strict=True)) for row in spread])
    mean = [sum(move[i] for move in moves) / count for i in range(size)]
    total = zeros(size)
    for move in moves:
        away = [x - m for x, m in zip(move, mean, strict=True)]
        for i in range(size):
            row, x = total[i], away[i]
            for j in range(i + 1):
                row[j] += x * away[j]
    return _mirrored(total, (count - 1) / count)


def _sandwich(spread: Matrix, parts: Sequence[BlockPart]) -> Matrix:
    """C/(C-1) H^-1 (sum of s_b s_b') H^-1."""
    size, count = len(spread), len(parts)
    middle = zeros(size)
    for bots, gradient, _ in parts:
        for a, i in enumerate(bots):
            row, x = middle[i], gradient[a]
            for j, y in zip(bots, gradient, strict=True):
                row[j] += x * y
    half = [[sum(x * y for x, y in zip(row, column, strict=True)) for column in middle] for row in spread]
    full = [[sum(x * y for x, y in zip(row, column, strict=True)) for column in spread] for row in half]
    return _mirrored(full, count / (count - 1))


def _mirrored(lower: Matrix, factor: float) -> Matrix:
    size = len(lower)
    return [[factor * (lower[i][j] if j <= i else lower[j][i]) for j in range(size)] for i in range(size)]
