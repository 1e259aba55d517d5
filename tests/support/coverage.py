"""How often the intervals of differences hold the truth, on simulated tournaments."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ohhell_referee.standings.differences import group_errors
from ohhell_referee.standings.fit import ELO, fit_group
from ohhell_referee.standings.matrix import of_difference
from ohhell_referee.standings.points import fit_points
from ohhell_referee.standings.student import t_quantile
from support.simulated import World, simulate_sums, true_strengths


@dataclass(frozen=True)
class Coverage:
    """Shares from 0 to 1, of replications and pairs; widths in rating points."""

    pooled: float
    worst_pair: float
    points: float
    width: float
    """Median half width of the interval of a difference, in rating points."""
    replications: int


def measure_coverage(world: World, blocks: int, replications: int, seed: int, *, by_game: bool = False) -> Coverage:
    """Coverage of nominal 95 % intervals of all differences. A one-sided bound does not occur unless a bot loses all."""
    truth = true_strengths(world)
    size = world.bots
    pairs = [(i, j) for i in range(size) for j in range(i)]
    held = np.zeros(len(pairs))
    points_held = 0
    widths = []
    rng = np.random.default_rng(seed)
    for _ in range(replications):
        sums, above = simulate_sums(world, blocks, rng, by_game=by_game)
        fit = fit_group(size, sums)
        errors = group_errors(fit, sums, above, 0.95)
        points = fit_points(size, sums, fit.clusters)
        far = t_quantile(0.975, errors.freedom)
        for number, (i, j) in enumerate(pairs):
            error = math.sqrt(errors.variance[i][j])
            miss = abs(fit.strengths[i] - fit.strengths[j] - truth[i] + truth[j])
            held[number] += miss <= far * error
            widths.append(ELO * far * error)
            assert points.clustered is not None
            gap = points.above_mean[i] - points.above_mean[j] - world.strengths[i] + world.strengths[j]
            points_held += abs(gap) <= far * math.sqrt(of_difference(points.clustered, i, j))
    shares = held / replications
    return Coverage(
        float(shares.mean()),
        float(shares.min()),
        points_held / replications / len(pairs),
        float(np.median(widths)),
        replications,
    )
