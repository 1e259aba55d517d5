"""How often the intervals of differences hold the truth, on simulated tournaments."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from ohhell_referee.standings.differences import group_errors
from ohhell_referee.standings.fit import ELO, fit_group
from ohhell_referee.standings.matrix import of_difference
from ohhell_referee.standings.points import fit_points
from ohhell_referee.standings.student import t_quantile
from support.simulated import Design, World, simulate_sums, spaced, true_strengths

DESIGNS: tuple[Design, ...] = ("independent", "rotated", "all")
FIELDS = {3: 4, 4: 5, 7: 7}
"""Bots in the field, by seats at a table."""

BLOCKS = (12, 20, 60, 240)


@dataclass(frozen=True)
class Condition:
    """One line of the calibration table."""

    players: int
    design: Design
    blocks: int
    replications: int
    by_game: bool = False

    @property
    def bots(self) -> int:
        return FIELDS[self.players]

    @property
    def key(self) -> tuple[str, ...]:
        """What the line begins with."""
        return str(self.players), str(self.bots), self.design, str(self.blocks)

    def measure(self) -> Coverage:
        """The same figures whenever it is called: the seed is a function of the condition."""
        world = World(spaced(self.bots), self.players, self.design)
        return measure_coverage(
            world, self.blocks, self.replications, seed=self.blocks + self.players, by_game=self.by_game
        )


def conditions(replications: int) -> list[Condition]:
    """All lines of the table. 5,040 seatings of seven are 1.2 million games at 240 blocks: 300 replications do."""
    return [
        Condition(
            players,
            design,
            blocks,
            min(replications, 300) if design == "all" and players == 7 else replications,
        )
        for players, design, blocks in itertools.product(FIELDS, DESIGNS, BLOCKS)
    ]


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
    """Coverage of nominal 95 % intervals of all differences. Bounds do not occur in fields as close as these."""
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
