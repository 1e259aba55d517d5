"""Errors of differences within one list, and what follows from them: intervals, superiority, ranks, bounds.

Everything is in units of t (fit.py); the caller scales to ratings.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ohhell_referee.standings.blocks import count_blocks
from ohhell_referee.standings.classes import Cut, cuts_of
from ohhell_referee.standings.fit import Fit, logistic
from ohhell_referee.standings.groups import chains, linked, mutual
from ohhell_referee.standings.matrix import Matrix, centred, of_difference
from ohhell_referee.standings.model import FEWEST_BLOCKS
from ohhell_referee.standings.student import t_below, t_quantile
from ohhell_referee.standings.tally import LineUpSums

FLOOR_BLOCKS = 20
"""With fewer blocks the model's variance is a floor for the blocks' own, which may be small by chance."""

THIN_BLOCKS = 10.0
"""A difference that rests on fewer blocks than this, counted by their weight, gets the model's variance as a floor."""

BRIDGE_BLOCKS = 1.5
"""Below this weight it rests on one block: blocks cannot tell its error at all, and the model's stands instead."""


MOST_WORK = 3_000_000
"""Pairs times blocks up to which weights are counted; beyond it all pairs in question get the floor."""


@dataclass(slots=True)
class GroupErrors:
    """Errors of one list. Variances are of differences; `single` of a strength from the list's mean."""

    blocks: int
    freedom: float
    variance: Matrix
    """variance[i][j] of t_i - t_j; 0 where the results do not vary at all."""
    single: list[float]
    flags: list[str | None]
    reach: list[float | None]
    """By bot: how far beyond the estimate the one-sided bound of a flagged bot lies; None for others."""
    bridges: list[tuple[int, int]]
    """Pairs whose difference rests on a single block."""
    component: list[int]
    """By bot: the number of its class. Within a class everybody is linked with everybody by having finished above or
    level; of two classes at most one has such results against the other."""
    leads: list[list[bool]]
    """leads[c][d]: whether class c is above class d, directly or through others."""
    cuts: list[Cut]
    """Places in the order of strength that results hardly cross."""

    @property
    def enough(self) -> bool:
        return self.blocks >= FEWEST_BLOCKS

    def sides(self, a: int, b: int) -> tuple[bool, bool]:
        """Whether results bound the difference a - b from below, and from above."""
        c, d = self.component[a], self.component[b]
        below, above = self.leads[c][d], self.leads[d][c]
        for cut in self.cuts:
            if (a in cut.lower) != (b in cut.lower):
                below, above = (False, above) if a in cut.lower else (below, False)
        return below, above

    def single_sides(self, bot: int) -> tuple[bool, bool]:
        """The same for the distance from the list's mean. Of the two parts of a cut list the smaller one lies an
        unknown way off, and so do both halves; the larger one hardly moves with that distance."""
        size = len(self.component)
        below = above = True
        for cut in self.cuts:
            if bot in cut.lower:
                below = below and 2 * len(cut.lower) > size
            else:
                above = above and 2 * (size - len(cut.lower)) > size
        return below, above

    def half_width(self, variance: float, share: float, value: float = 1.0) -> float | None:
        """Half of the two-sided interval with coverage `share`; None where there is none to give.

        A variance that is nothing but rounding beside the `value` it belongs to counts as zero.
        """
        if not self.enough or variance <= 1e-24 * value * value:
            return None
        return t_quantile(0.5 + share / 2.0, self.freedom) * math.sqrt(variance)

    def superiority(self, difference: float, variance: float) -> float | None:
        if not self.enough or variance <= 0.0:
            return None
        return t_below(difference / math.sqrt(variance), self.freedom)


def group_errors(fit: Fit, line_ups: Sequence[LineUpSums], above: Matrix, share: float) -> GroupErrors:
    """Errors of a fitted list, with the floors that keep them honest (docs/ratings.md, "Where blocks are not enough").

    `above[i][j]`: comparisons in which i finished above j, a tie counting 1/2; `share`: coverage of the intervals.
    """
    size, count = len(fit.strengths), fit.clusters.blocks
    met = [[above[i][j] + above[j][i] for j in range(size)] for i in range(size)]
    flags: list[str | None] = [None] * size
    for i in range(size):
        played = sum(met[i])
        won = sum(above[i])
        if played and won == 0:
            flags[i] = "no win"
        elif played and won == played:
            flags[i] = "no loss"
    zero = [[0.0] * size for _ in range(size)]
    clustered = fit.clustered or zero

    def beat(i: int, j: int) -> bool:
        return above[i][j] > 0

    component = mutual(size, beat)
    cuts = cuts_of(fit.strengths, line_ups, above)
    thin = _thin_pairs(fit)
    variance = [row[:] for row in zero]
    bridges = []
    for i in range(size):
        for j in range(i):
            own, model = of_difference(clustered, i, j), of_difference(fit.spread, i, j)
            apart = component[i] != component[j] or any((i in cut.lower) != (j in cut.lower) for cut in cuts)
            weight = thin.get((i, j))
            if component[i] == component[j] and own <= 1e-18:
                value = 0.0
            elif weight is not None and weight < BRIDGE_BLOCKS:
                bridges.append((j, i))
                value = model
            elif apart or count < FLOOR_BLOCKS or weight is not None:
                value = max(own, model)
            else:
                value = own
            variance[i][j] = variance[j][i] = value
    floor_all = count < FLOOR_BLOCKS or bool(thin) or bool(cuts) or len(set(component)) > 1
    own_single, model_single = centred(clustered), centred(fit.spread)
    single = []
    for i in range(size):
        value = own_single[i][i]
        if floor_all and any(variance[i][j] > 0.0 for j in range(size)):
            value = max(value, model_single[i][i])
        single.append(value if value > 1e-18 else 0.0)
    reach = [_reach(fit.strengths, i, flag, met[i], line_ups, share) for i, flag in enumerate(flags)]
    leads = chains(component, beat)
    return GroupErrors(count, max(count - 1, 1), variance, single, flags, reach, bridges, component, leads, cuts)


def _reach(
    t: Sequence[float],
    bot: int,
    flag: str | None,
    met: Sequence[float],
    line_ups: Sequence[LineUpSums],
    share: float,
) -> float | None:
    """How far from its estimate a bot without a win (or a loss) may really be, one-sided.

    In none of its C blocks did it win a comparison, so a block with a win has probability p with (1-p)^C at least
    (1-share)/2, whatever the games of a block have to do with each other; even if every comparison of such a block
    were won its share of won comparisons is at most p. The bound is the strength with that share against the others.
    """
    if flag is None:
        return None
    played = count_blocks([sums for sums in line_ups if bot in sums.line_up and len(set(sums.line_up)) > 1])
    most = 1.0 - ((1.0 - share) / 2.0) ** (1.0 / played)
    sign = 1.0 if flag == "no win" else -1.0
    total = sum(met)
    low, high = 0.0, 1.0

    def expected(shift: float) -> float:
        return sum(n * logistic(sign * (t[bot] - t[j]) + shift) for j, n in enumerate(met) if n) / total

    while expected(high) < most and high < 100.0:
        high *= 2.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if expected(middle) < most else (low, middle)
    return high


def _thin_pairs(fit: Fit) -> dict[tuple[int, int], float]:
    """Pairs (i > j) whose difference rests on few blocks, with the number of blocks counted by weight.

    With u = H^-1 (e_i - e_j), block b carries g_b = u' H_b u of the difference's information; the number is
    (sum g)^2 / sum g^2. Only pairs that are not joined by bots who met in many blocks are looked at.
    """
    size = len(fit.strengths)
    if fit.clusters.blocks < THIN_BLOCKS:
        return {}
    met_in: dict[tuple[int, int], int] = {}
    for part in fit.residuals:
        for pair in {(i, j) for i in part.line_up for j in part.line_up if j < i}:
            met_in[pair] = met_in.get(pair, 0) + len(part.blocks)
    dense = linked(size, [pair for pair, times in met_in.items() if times >= THIN_BLOCKS])
    if len(dense) <= 1:
        return {}
    part_of = {i: number for number, group in enumerate(dense) for i in group}
    apart = [(i, j) for i in range(size) for j in range(i) if part_of[i] != part_of[j]]
    if len(apart) * sum(len(part.blocks) for part in fit.residuals) > MOST_WORK:
        return dict.fromkeys(apart, THIN_BLOCKS)
    weights: dict[tuple[int, int], float] = {}
    for i, j in apart:
        u = [row[i] - row[j] for row in fit.spread]
        of_block: dict[Hashable, float] = {}
        for part in fit.residuals:
            bots = part.line_up
            # u' H u of one game, from its off-diagonal elements: rows of the information sum to zero.
            unit = -sum(
                part.information[a][b] * (u[x] - u[y]) ** 2 for a, x in enumerate(bots) for b, y in enumerate(bots[:a])
            )
            for block, games in zip(part.blocks, part.games, strict=True):
                of_block[block] = of_block.get(block, 0.0) + games * unit
        total = sum(of_block.values())
        effective = total * total / sum(g * g for g in of_block.values()) if total > 0.0 else 0.0
        if effective < THIN_BLOCKS:
            weights[i, j] = effective
    return weights


def rank_intervals(estimates: Sequence[float], variance: Matrix, freedom: float, share: float) -> list[tuple[int, int]]:
    """Ranks that differences leave open, for all bots at once: Bonferroni over the list's pairs."""
    size = len(estimates)
    pairs = size * (size - 1) // 2
    if not pairs:
        return [(1, 1)] * size
    far = t_quantile(1.0 - (1.0 - share) / (2.0 * pairs), freedom)
    intervals = []
    for i in range(size):
        above = below = 0
        for j in range(size):
            if j != i and variance[i][j] > 0.0:
                distance = (estimates[j] - estimates[i]) / math.sqrt(variance[i][j])
                above += distance > far
                below += distance < -far
        intervals.append((1 + above, size - below))
    return intervals
